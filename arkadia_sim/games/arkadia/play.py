"""How games are played: the loop of ``kernels.play_loop``, with Arkadia's decisions, records and rows.

``play_games`` is compiled and takes compiled bots; who plays a table at which a bot is plain Python steps with
``advance``. No rule lives here.
"""

from typing import Any

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.games.arkadia import metrics
from arkadia_sim.games.arkadia.rules import state, turn
from arkadia_sim.games.arkadia.rules.setup import deal
from arkadia_sim.games.arkadia.rules.state import END, FAMILIES, MUST, PASS, SEATS_MAX, UNKNOWN
from arkadia_sim.games.arkadia.sight import limits
from arkadia_sim.games.arkadia.sight.lots import drawer, number_lot, piece_lot
from arkadia_sim.kernels.play_loop import Play, Records

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
    """A decision by pure chance (``rules/uniform.py``): what a raised temperature mixes in."""
    limits.choose_by_chance(table, holdings, hand, mind, decision)


def moves_on(table: Any, decision: Any) -> bool:
    """Whether the game moves on without asking anybody, with what ``decision`` says then."""
    if table["phase"] == END or (table["phase"] == MUST and table["must_pass"]):
        decision["kind"] = PASS
        return True
    return False


PLAY = Play(
    RECORDS,
    turn,
    state,
    metrics,
    limits,
    deal=deal,
    handed=handed,
    decide_by_chance=decide_by_chance,
    moves_on=moves_on,
    holdings_for=holdings_for,
    home=__file__,
)


def handed_by_hand(game: Any, seat: int) -> tuple[Any, Any, Any]:
    """:func:`handed` for callers in plain Python."""
    hidden = game["table"]["rules"]["hidden"]
    if hidden:
        PLAY.veil(game, seat)
    return game["table"], game["veiled" if hidden else "holdings"], game["hands"][seat]


# -- decisions that a bot leaves out; its must is left to chance -------------------------------------------------------
@compiled(RECORDS.decide)
def default_draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The face-up card whose family is worth most now; the stack if there is none."""
    choice["draw"] = state.FROM_STACK
    best, lots = -1.0, drawer(table, mind)
    for place in range(table["rules"]["face_up"]):
        card = table["face_up"][place]
        if card >= 0 and limits.may_draw(mind, place):
            score = table["value"][state.family_of(card)] + number_lot(lots, place)
            if score > best:
                best = score
                choice["draw"] = place


@compiled(RECORDS.decide)
def default_castle(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The piece and square with the best change in the worth of the own seals, minus the others' average."""
    seat, players = table["seat"], table["players"]
    gain = mind["scratch"]
    for family in range(FAMILIES):
        gain[family] = float(players - 1) * holdings["seals"][seat, family]
        for other in range(players):
            if other != seat and holdings["seals"][other, family] != UNKNOWN:
                gain[family] -= holdings["seals"][other, family]
    best, lots = -1.0e9, drawer(table, mind)
    for family in range(FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] != 0 or not limits.may_place(mind, family, square):
                continue
            hidden = table["top"][square]
            lost = gain[hidden] if hidden != state.NO_FAMILY else 0.0
            score = gain[family] - lost + piece_lot(lots, family, square)
            if score > best:
                best = score
                choice["family"] = family
                choice["castle_square"] = square


@compiled(RECORDS.decide)
def default_banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner if no own worker is at hand, with a sale of all seals of the family worth most."""
    seat = table["seat"]
    choice["use_banner"] = 1 if holdings["workers"][seat] == 0 else 0
    dearest, best, lots = 0, -1.0, drawer(table, mind)
    for family in range(FAMILIES):
        score = table["value"][family] + number_lot(lots, family)
        if score > best:
            dearest, best = family, score
    choice["sold"][dearest] = holdings["seals"][seat, dearest]
    limits.keep_banner(table, holdings, mind, choice)


DEFAULTS = {"draw": default_draw, "castle": default_castle, "banner": default_banner}
