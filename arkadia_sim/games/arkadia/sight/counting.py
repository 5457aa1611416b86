"""Counts the cues of a choice, whoever made it: for those who compare choices."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.arkadia.rules.bitboard import load
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    CASTLE,
    DECISION,
    DRAW,
    HAND,
    HOLDINGS,
    MIND,
    MUST,
    TABLE,
    WORKERS,
)
from arkadia_sim.games.arkadia.sight import cues, outlook


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND, DECISION))
def count_choice(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """Count the situation and a legal choice."""
    phase = table["phase"]
    cues.count_situation(table, holdings, mind)
    if phase == MUST:
        outlook.look(table, mind)
        if choice["kind"] == BUILD:
            cues.count_build(table, mind, choice["card"], choice["orientation"], choice["anchor"])
        elif choice["kind"] == WORKERS:
            cues.count_workers(mind, load(choice["own"]), load(choice["neutral"]))
    elif phase == DRAW:
        cues.count_draw(table, holdings, hand, mind, choice["draw"])
    elif phase == CASTLE:
        outlook.look_at_workers(table, mind)
        cues.count_piece(table, holdings, mind, choice["family"], choice["castle_square"])
    else:
        cues.count_banner(table, mind, choice)
