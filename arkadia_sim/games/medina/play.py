"""How games are played: the loop of ``kernels.play_loop``, with Medina's decisions, records and rows."""

from typing import Any

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.games.medina import metrics
from arkadia_sim.games.medina.rules import state, turn
from arkadia_sim.games.medina.rules.setup import deal
from arkadia_sim.games.medina.sight import limits
from arkadia_sim.kernels.play_loop import Play, Records

RECORDS = Records(state, (state.TABLE_DTYPE, state.HOLDINGS_DTYPE), metrics.ROW_DTYPE)
"""A bot is handed what all see, and the pieces at hand."""


@inlined
def holdings_for(game: Any, seat: Any) -> Any:
    """What a seat knows of everybody's pieces: all of them, or its own alone with UNKNOWN elsewhere (M12.2)."""
    if game["table"]["rules"]["hidden"] == 0:
        return game["holdings"]
    veiled, holdings = game["veiled"], game["holdings"]
    for other in range(state.SEATS_MAX):
        for kind in range(state.KINDS):
            veiled["pieces"][other, kind] = holdings["pieces"][other, kind] if other == seat else state.UNKNOWN
    return veiled


@spliced
def handed(game: Any, seat: Any) -> Any:
    """What a bot is handed: the table, and the holdings that its seat knows."""
    return game["table"], holdings_for(game, seat)


@compiled(RECORDS.decide)
def decide_by_chance(table: Any, holdings: Any, mind: Any, decision: Any) -> None:
    """A random decision for the phase at hand: what a raised temperature mixes in."""
    limits.choose_by_chance(table, holdings, mind, decision)


PLAY = Play(
    RECORDS,
    turn,
    state,
    metrics,
    limits,
    deal=deal,
    handed=handed,
    holdings_for=holdings_for,
    decide_by_chance=decide_by_chance,
    home=__file__,
)


def handed_by_hand(game: Any, seat: int) -> tuple[Any, Any]:
    """:func:`handed` for callers in plain Python."""
    PLAY.veil(game, seat)
    return game["table"], game["veiled" if game["table"]["rules"]["hidden"] else "holdings"]
