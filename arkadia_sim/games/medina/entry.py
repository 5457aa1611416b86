"""What chance brings in Medina, for a game that is entered: who begins, the well and the first merchant."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.games.medina.components.box import Square, square_name
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, ROWS_MAX, square_to_bit
from arkadia_sim.games.medina.rules.setup import Prepared, deal_as_told, inner_squares
from arkadia_sim.games.medina.rules.state import SEATS_MAX

FIRST, WELL, MERCHANT = "first player", "well", "first merchant"
_SQUARES = ROWS_MAX * COLUMNS_MAX


class Entry:
    """What is told; see :class:`arkadia_sim.core.entered_table.Entry`."""

    kinds = (ActionKind(FIRST, SEATS_MAX), ActionKind(WELL, _SQUARES), ActionKind(MERCHANT, _SQUARES))

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared

    def open(self, games: NDArray[Any], told: Sequence[Step]) -> Sequence[Step]:
        """Begin as told; returns what the next thing to be told may be."""
        table = games[0]["table"]
        if not told:
            return [Step(FIRST, seat) for seat in range(int(table["players"]))]
        squares = [
            COLUMNS_MAX * row + column for row, column in inner_squares(int(table["rows"]), int(table["columns"]))
        ]
        if len(told) < 3:
            return [Step((WELL, MERCHANT)[len(told) - 1], number) for number in squares if number != told[-1].number]
        well, merchant = (square_to_bit(_square(step.number)) for step in told[1:])
        with np.errstate(over="ignore"):
            deal_as_told(games, self._prepared.start, well, merchant, told[0].number)
        return []

    def tell(self, game: Any, told: Sequence[Step]) -> None:
        """Nothing is left to chance during the game."""

    def unknown(self, before: Any, after: Any, told: Sequence[Step]) -> Sequence[Step]:
        """Nothing is left to chance during the game."""
        return ()

    def options(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """Nothing that may be placed is hidden."""
        return options

    def play(self, game: Any, step: Step) -> bool:
        """Nothing that may be placed is hidden."""
        return False

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """The game as it was opened."""
        return opened

    def text(self, game: Any, step: Step) -> str:
        """What is told, in words."""
        return f"{seat_text(step.number)} begins" if step.kind == FIRST else f"on {square_name(_square(step.number))}"

    def square(self, game: Any, step: Step) -> Square | None:
        """The square of the board that is told, or None."""
        return None if step.kind == FIRST else _square(step.number)

    def viewer(self, seat: int) -> int:
        """Each seat sees the same."""
        return seat


def _square(number: int) -> Square:
    return divmod(number, COLUMNS_MAX)
