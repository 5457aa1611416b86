"""How games are played: the loop of ``kernels.play_loop``, with the decisions, records and rows of this game.

``play_games`` is compiled and takes compiled bots; who plays a table at which a bot is plain Python steps with
``advance``. Both hand the bot's decision to the kernel; no rule lives here.
"""

from typing import Any

from arkadia_sim.accelerate import compiled, spliced
from arkadia_sim.games.castle import metrics
from arkadia_sim.games.castle.rules import state, turn
from arkadia_sim.games.castle.rules.setup import deal
from arkadia_sim.games.castle.sight import limits
from arkadia_sim.kernels.play_loop import Play, Records

RECORDS = Records(state, (state.TABLE_DTYPE,), metrics.ROW_DTYPE)
"""A bot is handed what all see: only the deck and the dice to come are hidden (C11)."""


@spliced
def handed(game: Any, seat: Any) -> Any:
    """What a bot is handed: the table."""
    return (game["table"],)


@compiled(RECORDS.decide)
def decide_by_chance(table: Any, mind: Any, decision: Any) -> None:
    """A random decision: what a raised temperature mixes in."""
    limits.choose_by_chance(table, mind, decision)


PLAY = Play(
    RECORDS, turn, state, metrics, limits, deal=deal, handed=handed, decide_by_chance=decide_by_chance, home=__file__
)
