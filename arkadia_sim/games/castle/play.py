"""How games are played: the loop of ``kernels.play_loop``, with the decisions, records and rows of this game.

``play_games`` is compiled and takes compiled bots; who plays a table at which a bot is plain Python steps with
``advance``. Both hand the bot's decision to the kernel; no rule lives here.
"""

from typing import Any

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.games.castle.rules import state, turn
from arkadia_sim.games.castle.rules.setup import deal
from arkadia_sim.games.castle.rules.state import END
from arkadia_sim.games.castle.rules.turn import step
from arkadia_sim.games.castle.rules.uniform import random_pick
from arkadia_sim.games.castle.sight import limits
from arkadia_sim.games.castle.tables import metrics
from arkadia_sim.kernels.limits import has_rules, playing_limited_with
from arkadia_sim.kernels.play_loop import Records, by_chance

RECORDS = Records.of(state, (state.TABLE_DTYPE,), metrics.ROW_DTYPE)
"""A bot is handed what all see: only the deck and the dice to come are hidden (C11)."""


@inlined
def holdings_for(game: Any, seat: Any) -> Any:
    """What a seat knows of everybody's castles: everything."""
    return game["table"]["castles"]


@spliced
def handed(game: Any, seat: Any) -> Any:
    """What a bot is handed: the table."""
    return (game["table"],)


@compiled(RECORDS.decide)
def decide_by_chance(table: Any, mind: Any, decision: Any) -> None:
    """A random decision: what a raised temperature mixes in."""
    limits.choose_by_chance(table, mind, decision)


@spliced
def _ask_and_step(game: Any, mind: Any, deciders: Any, ask_limited: Any, decision: Any) -> Any:
    """Ask the player who decides, and carry the pick out as ``step`` does: OK or a fault."""
    table = game["table"]
    phase = table["phase"]
    if has_rules(mind):
        return ask_limited(game, mind, deciders, decision)
    if by_chance(mind, phase):
        random_pick(table, mind, decision)
    else:
        deciders[phase][table["seat"]](table, mind, decision)
    return step(game, decision)


PLAY = playing_limited_with(
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


def handed_by_hand(game: Any, seat: int) -> tuple[Any]:
    """:func:`handed` for callers in plain Python."""
    return (game["table"],)


def moves_on(table: Any, decision: Any) -> Any:
    """Whether the game moves on without asking anybody."""
    return table["phase"] == END
