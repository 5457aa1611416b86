"""What environments show: an observation as one array, and a position as text or picture."""

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np

from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import Observed, Table
from arkadia_sim.errors import BadValue, UsageError

if TYPE_CHECKING:
    from gymnasium.spaces import Box

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
"""``human`` prints the board, ``ansi`` returns it as text, ``rgb_array`` as pixels, ``svg`` as a drawing."""

WIDTH = 120


def flat_space(observed: Sequence[Observed]) -> "Box":
    """The range of an observation as one array: the declared arrays one after another."""
    from gymnasium.spaces import Box

    low = np.concatenate([np.full(int(np.prod(array.shape)), array.low) for array in observed])
    high = np.concatenate([np.full(int(np.prod(array.shape)), array.high) for array in observed])
    return Box(low.astype(np.float32), high.astype(np.float32), dtype=np.float32)


def outcome_of(table: Table, outcome: str | None) -> str:
    """The outcome that is the reward: the one named, or the goal of the game."""
    names = [declared.column for declared in table.game.outcomes]
    if outcome is not None and outcome not in names:
        raise BadValue("outcome", outcome, ", ".join(names))
    return outcome or names[0]


def check_mode(mode: str | None) -> str | None:
    """The render mode; BadValue for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadValue("render_mode", mode, ", ".join(RENDER_MODES))
    return mode


def rendered(table: Table, seat: int, mode: str | None) -> Any:
    """The position as a seat sees it, in one of ``RENDER_MODES``; None for ``human``, which prints it."""
    if mode is None:
        raise UsageError(f"name a render_mode when you make the environment: {', '.join(RENDER_MODES)}")
    scene, told = table.scene(seat), table.told()
    words = [f"{seat_text(told[-1].seat)}: {sentence}" for sentence in told[-1].words] if told else []
    title = f"{table.game.title}, as {seat_text(seat)} sees it"
    if mode in ("ansi", "human"):
        from rich.console import Console

        from arkadia_sim.plots.scene_text import print_scene

        file = StringIO()
        console = Console(file=file, width=WIDTH, highlight=False, force_terminal=mode == "human")
        console.print(title, *words, sep="\n", markup=False)
        print_scene(console, scene, legend=False)
        return print(file.getvalue()) if mode == "human" else file.getvalue()
    from arkadia_sim.plots.scene_drawing import draw_scene, pixels, svg_document

    drawing = draw_scene(scene, title, words)
    return svg_document(drawing, title) if mode == "svg" else pixels(drawing)


def next_seed(chance: np.random.Generator) -> int:
    """The seed of the next game."""
    return int(chance.integers(0, 1 << 63))
