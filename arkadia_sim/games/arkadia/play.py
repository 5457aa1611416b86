"""How games are played: the loop of ``kernels.play_loop``, with Arkadia's decisions, records and rows.

``play_games`` is compiled and takes compiled bots; who plays a table at which a bot is plain Python steps with
``advance``. Both hand the bot's decision to the kernel, by way of the functions that ``step`` consists of; no rule
lives here.
"""

from typing import Any

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.games.arkadia.rules import state, turn
from arkadia_sim.games.arkadia.rules.setup import deal
from arkadia_sim.games.arkadia.rules.state import CASTLE, DRAW, END, FAMILIES, MUST, PASS, SEATS_MAX, UNKNOWN
from arkadia_sim.games.arkadia.rules.turn import do_banner, do_castle, do_draw, do_must
from arkadia_sim.games.arkadia.rules.uniform import random_banner, random_draw, random_must, random_piece
from arkadia_sim.games.arkadia.sight import limits
from arkadia_sim.games.arkadia.tables import metrics
from arkadia_sim.kernels.play_loop import Records, by_chance, playing_with
from arkadia_sim.kernels.rules import has_rules

RECORDS = Records(state, (state.TABLE_DTYPE, state.HOLDINGS_DTYPE, state.HAND_DTYPE), metrics.ROW_DTYPE)
"""A bot is handed what all see, the holdings and its own hand."""


@inlined
def holdings_for(game: Any, seat: Any) -> Any:
    """What a seat knows of everybody's holdings: all of them, or its own alone with UNKNOWN elsewhere (R10.2)."""
    if game["table"]["rules"]["hidden"] == 0:
        return game["holdings"]
    veiled, holdings = game["veiled"], game["holdings"]
    for other in range(SEATS_MAX):
        known = other == seat
        veiled["gold"][other] = holdings["gold"][other] if known else UNKNOWN
        veiled["workers"][other] = holdings["workers"][other] if known else UNKNOWN
        veiled["neutrals"][other] = holdings["neutrals"][other] if known else UNKNOWN
        for family in range(FAMILIES):
            veiled["seals"][other, family] = holdings["seals"][other, family] if known else UNKNOWN
    return veiled


@spliced
def handed(game: Any, seat: Any) -> Any:
    """What a bot is handed: the table, the holdings that its seat knows, its own hand."""
    return game["table"], holdings_for(game, seat), game["hands"][seat]


@compiled(RECORDS.decide)
def decide_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, decision: Any) -> None:
    """A uniformly random decision for the phase at hand: what a raised temperature mixes in."""
    limits.choose_by_chance(table, holdings, hand, mind, decision)


@spliced
def _ask_and_step(game: Any, mind: Any, deciders: Any, ask_limited: Any, decision: Any) -> Any:
    """Ask the bot on turn for the decision that the phase wants, and carry it out as ``step`` does: OK or a fault."""
    must, draw, castle, banner = deciders
    table = game["table"]
    phase, seat = table["phase"], table["seat"]
    holdings = holdings_for(game, seat)
    hand = game["hands"][seat]
    if has_rules(mind) and (phase != MUST or table["must_pass"] == 0):
        return ask_limited(game, mind, deciders, decision)
    if phase == MUST:
        if table["must_pass"] != 0:
            decision["kind"] = PASS
        elif by_chance(mind, phase):
            random_must(table, holdings, hand, mind, decision)
        else:
            must[seat](table, holdings, hand, mind, decision)
        return do_must(game, decision)
    if phase == DRAW:
        if by_chance(mind, phase):
            random_draw(table, holdings, hand, mind, decision)
        else:
            draw[seat](table, holdings, hand, mind, decision)
        return do_draw(game, decision["draw"])
    if phase == CASTLE:
        if by_chance(mind, phase):
            random_piece(table, holdings, hand, mind, decision)
        else:
            castle[seat](table, holdings, hand, mind, decision)
        return do_castle(game, decision["family"], decision["castle_square"])
    if by_chance(mind, phase):
        random_banner(table, holdings, hand, mind, decision)
    else:
        banner[seat](table, holdings, hand, mind, decision)
    return do_banner(game, decision)


PLAY = playing_with(
    RECORDS,
    turn,
    state,
    metrics,
    limits,
    deal=deal,
    handed=handed,
    holdings_for=holdings_for,
    decide_by_chance=decide_by_chance,
    ask_and_step=_ask_and_step,
    home=__file__,
)
veil = PLAY.veil


def handed_by_hand(game: Any, seat: int) -> tuple[Any, Any, Any]:
    """:func:`handed` for callers in plain Python."""
    table = game["table"]
    if not table["rules"]["hidden"]:
        return table, game["holdings"], game["hands"][seat]
    veil(game, seat)
    return table, game["veiled"], game["hands"][seat]


def moves_on(table: Any, decision: Any) -> bool:
    """Whether the game moves on without asking anybody, with what ``decision`` says then."""
    if table["phase"] == END or (table["phase"] == MUST and table["must_pass"]):
        decision["kind"] = PASS
        return True
    return False
