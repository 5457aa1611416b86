"""What environments show: an observation as one array, and a position as text or picture."""

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.batch import ArrayBatch
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


def check_mode(mode: str | None) -> str | None:
    """The render mode; BadValue for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadValue("render_mode", mode, ", ".join(RENDER_MODES))
    return mode


class OneGame:
    """A batch of one game, as environments for one show it."""

    def __init__(self, batch: ArrayBatch) -> None:
        self.batch = batch
        self._arrays = [array[0].reshape(-1) for array in batch.observe().values()]
        self._actions: list[int] = []
        self._table: Table | None = None

    def deal(self, seed: int | None) -> None:
        """Begin the next game, or the first one of a seed."""
        if seed is None:
            self.batch.deal(np.zeros(1, np.int64))
        else:
            self.batch.reset(seed)
        self._actions, self._table = [], None

    def act(self, action: int) -> NDArray[np.float32]:
        """Carry out an action; the rewards by seat, which are zero before the end."""
        rewards, _ = self.batch.step([action])
        self._actions.append(action)
        return rewards[0]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.batch.over()[0])

    @property
    def seat(self) -> int:
        """The seat to act, or that acted last."""
        return int(self.batch.seat()[0])

    @property
    def table(self) -> Table:
        """The same game at a table, played up to here."""
        table = self._table = self._table or self.batch.table(0)
        for action in self._actions:
            table.apply(action)
            table.let_bots_play()
        self._actions = []
        return table

    def mask(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        return self.batch.mask()[0].astype(np.int8)

    def flat(self, seat: int) -> NDArray[np.float32]:
        """What a seat may know, as one array."""
        others = seat != self.seat
        arrays = [array.ravel() for array in self.batch.seen_by(0, seat).values()] if others else self._arrays
        return np.concatenate(arrays, dtype=np.float32)


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
