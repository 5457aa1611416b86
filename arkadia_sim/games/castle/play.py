"""How games are played: the loop of ``kernels.play_loop``, with the decisions, records and rows of this game.

``play_games`` is compiled and takes compiled bots; who plays a table at which a bot is plain Python steps with
``advance``. Both hand the bot's decision to the kernel; no rule lives here.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.games.castle.rules.setup import deal
from arkadia_sim.games.castle.rules.state import (
    ASKED,
    DECISION,
    DECISION_DTYPE,
    END,
    GAME_DTYPE,
    MIND,
    MIND_DTYPE,
    OVER,
    SEATS_MAX,
    SETTINGS_DTYPE,
    SETUP_DTYPE,
    TABLE,
    TABLE_DTYPE,
    TURN_DTYPE,
    TURNS_MAX,
)
from arkadia_sim.games.castle.rules.turn import end_turn, step
from arkadia_sim.games.castle.rules.uniform import random_pick
from arkadia_sim.games.castle.sight.limits import choose_by_chance, find, note_choice
from arkadia_sim.games.castle.tables.metrics import ROW_DTYPE, close_rows, count_turn, note_standing, open_rows
from arkadia_sim.kernels.limits import asking_limited_with, seat_limited_bot
from arkadia_sim.kernels.play_loop import Records, Steps, by_chance, playing_with

RECORDS = Records(
    handed=(TABLE_DTYPE,),
    game=GAME_DTYPE,
    setup=SETUP_DTYPE,
    mind=MIND_DTYPE,
    settings=SETTINGS_DTYPE,
    decision=DECISION_DTYPE,
    row=ROW_DTYPE,
    turn=TURN_DTYPE,
    seats=SEATS_MAX,
    asked=ASKED,
)
"""A bot is handed what all see: only the deck and the dice to come are hidden (C11)."""


@inlined
def holdings_for(game: Any, seat: Any) -> Any:
    """What a seat knows of everybody's castles: everything."""
    return game["table"]["castles"]


@spliced
def handed(game: Any, seat: Any) -> Any:
    """What a bot is handed: the table."""
    return (game["table"],)


@compiled(types.void(TABLE, MIND, DECISION))
def decide_by_chance(table: Any, mind: Any, decision: Any) -> None:
    """A random decision: what a raised temperature mixes in."""
    choose_by_chance(table, mind, decision)


LIMITED = asking_limited_with(RECORDS, handed, find, decide_by_chance, note_choice, step, home=__file__)


@spliced
def _ask_and_step(game: Any, mind: Any, deciders: Any, ask_limited: Any, decision: Any) -> Any:
    """Ask the player who decides, and carry the pick out as ``step`` does: OK or a fault."""
    table = game["table"]
    phase = table["phase"]
    if mind["watched"] != 0:
        return ask_limited(game, mind, deciders, decision)
    if by_chance(mind, phase):
        random_pick(table, mind, decision)
    else:
        deciders[phase][table["seat"]](table, mind, decision)
    return step(game, decision)


PLAY = playing_with(
    RECORDS,
    Steps(
        deal=deal,
        open_rows=open_rows,
        ask_and_step=_ask_and_step,
        limited=LIMITED,
        step=step,
        holdings_for=holdings_for,
        count_turn=count_turn,
        note_standing=note_standing,
        end_turn=end_turn,
        close_rows=close_rows,
        seat_bot=seat_limited_bot,
        end=END,
        over=OVER,
        turns_max=TURNS_MAX,
    ),
    home=__file__,
)


def handed_by_hand(game: Any, seat: int) -> tuple[Any]:
    """:func:`handed` for callers in plain Python."""
    return (game["table"],)


def moves_on(table: Any, decision: Any) -> Any:
    """Whether the game moves on without asking anybody."""
    return table["phase"] == END
