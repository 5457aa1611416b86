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
    """What chance brings, as it is entered; see :class:`arkadia_sim.core.entered_table.Entry`."""

    kinds = (ActionKind(FIRST, SEATS_MAX), ActionKind(WELL, _SQUARES), ActionKind(MERCHANT, _SQUARES))

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared

    def open(self, games: NDArray[Any], entered: Sequence[Step]) -> Sequence[Step]:
        """Begin as entered; returns what may be entered next."""
        table = games[0]["table"]
        if not entered:
            return [Step(FIRST, seat) for seat in range(int(table["players"]))]
        squares = [
            COLUMNS_MAX * row + column for row, column in inner_squares(int(table["rows"]), int(table["columns"]))
        ]
        if len(entered) < 3:
            return [
                Step((WELL, MERCHANT)[len(entered) - 1], number) for number in squares if number != entered[-1].number
            ]
        well, merchant = (square_to_bit(_square(step.number)) for step in entered[1:])
        with np.errstate(over="ignore"):
            deal_as_told(games, self._prepared.start, well, merchant, entered[0].number)
        return []

    def tell(self, game: Any, entered: Sequence[Step]) -> None:
        """Nothing is left to chance during the game."""

    def unknown(self, before: Any, after: Any, entered: Sequence[Step]) -> Sequence[Step]:
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
        """A step of chance in words."""
        return f"{seat_text(step.number)} begins" if step.kind == FIRST else f"on {square_name(_square(step.number))}"

    def square(self, game: Any, step: Step) -> Square | None:
        """The square of the board that a step of chance picks, or None."""
        return None if step.kind == FIRST else _square(step.number)

    def viewer(self, seat: int) -> int:
        """Each seat sees the same."""
        return seat


def _square(number: int) -> Square:
    return divmod(number, COLUMNS_MAX)
