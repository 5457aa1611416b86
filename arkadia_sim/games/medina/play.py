"""How games are played: the loop of ``kernels.play_loop``, with Medina's decisions, records and rows.

``play_games`` is compiled and takes compiled bots; who plays a table at which a bot is plain Python steps with
``advance``. Both hand the bot's decision to the kernel, by way of the functions that ``step`` consists of; no rule
lives here.
"""

from typing import Any

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.games.medina.rules import state, turn
from arkadia_sim.games.medina.rules.setup import deal
from arkadia_sim.games.medina.rules.state import KINDS, PLACE, SEATS_MAX, UNKNOWN
from arkadia_sim.games.medina.rules.turn import do_place, do_tea
from arkadia_sim.games.medina.rules.uniform import random_place, random_tea
from arkadia_sim.games.medina.sight import limits
from arkadia_sim.games.medina.tables import metrics
from arkadia_sim.kernels.limits import has_rules
from arkadia_sim.kernels.play_loop import Records, by_chance, playing_with

RECORDS = Records.of(state, (state.TABLE_DTYPE, state.HOLDINGS_DTYPE), metrics.ROW_DTYPE)
"""A bot is handed what all see, and the pieces at hand."""


@inlined
def holdings_for(game: Any, seat: Any) -> Any:
    """What a seat knows of everybody's pieces: all of them, or its own alone with UNKNOWN elsewhere (M12.2)."""
    if game["table"]["rules"]["hidden"] == 0:
        return game["holdings"]
    veiled, holdings = game["veiled"], game["holdings"]
    for other in range(SEATS_MAX):
        for kind in range(KINDS):
            veiled["pieces"][other, kind] = holdings["pieces"][other, kind] if other == seat else UNKNOWN
    return veiled


@spliced
def handed(game: Any, seat: Any) -> Any:
    """What a bot is handed: the table, and the holdings that its seat knows."""
    return game["table"], holdings_for(game, seat)


@compiled(RECORDS.decide)
def decide_by_chance(table: Any, holdings: Any, mind: Any, decision: Any) -> None:
    """A random decision for the phase at hand: what a raised temperature mixes in."""
    limits.choose_by_chance(table, holdings, mind, decision)


@spliced
def _ask_and_step(game: Any, mind: Any, deciders: Any, ask_limited: Any, decision: Any) -> Any:
    """Ask the bot on turn for the decision that the phase wants, and carry it out as ``step`` does: OK or a fault."""
    place, tea = deciders
    table = game["table"]
    phase, seat = table["phase"], table["seat"]
    holdings = holdings_for(game, seat)
    if has_rules(mind):
        return ask_limited(game, mind, deciders, decision)
    if phase == PLACE:
        if by_chance(mind, phase):
            random_place(table, holdings, mind, decision)
        else:
            place[seat](table, holdings, mind, decision)
        return do_place(game, decision["kind"], decision["square"])
    if by_chance(mind, phase):
        random_tea(table, holdings, mind, decision)
    else:
        tea[seat](table, holdings, mind, decision)
    return do_tea(game, decision["take_tea"])


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


def handed_by_hand(game: Any, seat: int) -> tuple[Any, Any]:
    """:func:`handed` for callers in plain Python."""
    veil(game, seat)
    return game["table"], game["veiled" if game["table"]["rules"]["hidden"] else "holdings"]
