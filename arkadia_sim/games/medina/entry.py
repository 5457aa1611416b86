"""What chance brings in Medina, for a game that is entered: who begins, the well and the first merchant."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import entered_table
from arkadia_sim.core.entered_table import Amount
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.games.medina.components.box import Square, square_name
from arkadia_sim.games.medina.rules.bitboard import COLUMNS_MAX, ROWS_MAX, square_to_bit
from arkadia_sim.games.medina.rules.setup import Prepared, deal_as_told, inner_squares
from arkadia_sim.games.medina.rules.state import COLOURS, END, KIND_NAMES, MERCHANT, NOBODY, SEATS_MAX, TOWERS
from arkadia_sim.games.medina.steps import TEA_BREAK

FIRST, WELL, FIRST_MERCHANT = "first player", "well", "first merchant"
TEA = "tea tiles"
_SQUARES = ROWS_MAX * COLUMNS_MAX


class Entry(entered_table.Entry):
    """What chance brings, as it is entered; see :class:`arkadia_sim.core.entered_table.Entry`."""

    kinds = (ActionKind(FIRST, SEATS_MAX), ActionKind(WELL, _SQUARES), ActionKind(FIRST_MERCHANT, _SQUARES))

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
                Step((WELL, FIRST_MERCHANT)[len(entered) - 1], number)
                for number in squares
                if number != entered[-1].number
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

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """The game as it was opened."""
        return opened

    def text(self, game: Any, step: Step) -> str:
        """A step of chance in words."""
        return f"{seat_text(step.number)} begins" if step.kind == FIRST else f"on {square_name(_square(step.number))}"

    def square(self, game: Any, step: Step) -> Square | None:
        """The square of the board that a step of chance picks, or None."""
        return None if step.kind == FIRST else _square(step.number)

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """All is known."""
        return ()

    def amounts(self, game: Any) -> Sequence[Amount]:
        """Pieces at hand, tea tiles, and who has the tiles of the towers."""
        table, pieces, rules = game["table"], game["holdings"]["pieces"], game["table"]["rules"]
        most = rules["pieces"].tolist()
        most[MERCHANT] += int(rules["tower_merchants"].sum())
        tea = int(rules["tea_tiles"].sum())
        return [
            amount
            for seat in range(int(table["players"]))
            for amount in (
                *(Amount(name, seat, most[kind], int(pieces[seat, kind])) for kind, name in enumerate(_PIECES)),
                Amount(TEA, seat, tea, int(table["tea"][seat])),
                *(Amount(name, seat, 1, int(table["tower_holder"][k] == seat)) for k, name in enumerate(_TILES)),
            )
        ]

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number; the tile of a tower leaves whoever has it."""
        table = game["table"]
        if amount.name == TEA:
            table["tea"][amount.seat] = value
        elif amount.name in _TILES:
            table["tower_holder"][_TILES.index(amount.name)] = amount.seat if value else NOBODY
        else:
            game["holdings"]["pieces"][amount.seat, _PIECES.index(amount.name)] = value

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """End the turn before."""
        table = game["table"]
        table["turn"] -= seat is None
        table["seat"] = ((int(table["seat"]) if seat is None else seat) - 1) % int(table["players"])
        table["phase"] = END
        return ()

    def at_once(self, options: Sequence[Step]) -> Step | None:
        """Nobody takes a tea break."""
        return Step(TEA_BREAK, 0) if options and options[0].kind == TEA_BREAK else None


def _name(kind: int) -> str:
    """A kind of piece at hand, in words."""
    name = KIND_NAMES[kind].replace("_", " ")
    return f"{name}{' buildings' if kind < COLOURS else 's'} at hand"


_PIECES = tuple(map(_name, range(len(KIND_NAMES))))
_TILES = tuple(f"tile of tower {tower + 1}" for tower in range(TOWERS))


def _square(number: int) -> Square:
    return divmod(number, COLUMNS_MAX)
