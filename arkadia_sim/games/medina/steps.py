"""How decisions are made in small steps, at a table where people and programs play.

::

    place    piece ─► square         for a roof, the square of any building of its palace
    tea      tea
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import compiled_table
from arkadia_sim.core.scene import Scene
from arkadia_sim.core.table import ActionKind, Observed, Step
from arkadia_sim.games.medina.components.box import Square, square_name
from arkadia_sim.games.medina.records.account import tell_turn
from arkadia_sim.games.medina.rules.bitboard import (
    COLUMNS_MAX,
    ROWS_MAX,
    STRIDE,
    bit_to_square,
    square_to_bit,
    squares_of,
)
from arkadia_sim.games.medina.rules.state import (
    COLOURS,
    DECISION_DTYPE,
    KIND_NAMES,
    KINDS,
    NEUTRAL_ROOF,
    NOBODY,
    ON_SQUARES,
    OPEN,
    PHASE_NAMES,
    ROOF,
    SEATS_MAX,
    TEA,
    TOWERS,
    UNKNOWN,
    new_game,
)
from arkadia_sim.games.medina.rules.turn import step
from arkadia_sim.games.medina.scenes.drawing import draw_scene
from arkadia_sim.games.medina.scenes.story import decision_words, ending_words, piece_words, turn_words

PIECE, SQUARE, TEA_BREAK = "piece", "square", "tea"

ACTIONS = (
    ActionKind(PIECE, KINDS),
    ActionKind(SQUARE, ROWS_MAX * COLUMNS_MAX),
    ActionKind(TEA_BREAK, 2),
)

_MANY = float(np.iinfo(np.int32).max)
_PLANES = (
    "a city square", "the well", *(f"a piece of a {colour} palace" for colour in KIND_NAMES[:COLOURS]),
    "an open palace", "an own palace", "one of the next player", "of the one after", "of the last", "a neutral palace",
    "a stable", "a merchant", "an end of the street", "a wall",
)  # fmt: skip

OBSERVED = (
    Observed("board", (len(_PLANES), ROWS_MAX, COLUMNS_MAX), 0.0, 1.0, f"by square: {', '.join(_PLANES)}"),
    Observed("seats", (SEATS_MAX, KINDS + 1), float(UNKNOWN), _MANY,
             "by seat from one's own on: pieces at hand by kind (-1: hidden), tea tiles"),
    Observed("tiles", (COLOURS + TOWERS, SEATS_MAX), 0.0, 1.0,
             "for each palace tile, then each tower tile, a mark at the seat that holds it"),
    Observed("moment", (len(PHASE_NAMES) + 3 + TOWERS,), 0.0, _MANY,
             "phase (4 marks), whether one is on turn, pieces placed in this turn, whether a roof is due, merchants on "
             "the tower tiles"),
)  # fmt: skip


class Steps(compiled_table.Steps):
    """The steps; see :class:`arkadia_sim.core.compiled_table.Steps`."""

    kinds = ACTIONS
    observed = OBSERVED

    def options(self, handed: Any, path: Sequence[Step]) -> Sequence[Step]:
        table, holdings = handed
        if table["phase"] == TEA:
            return [] if path else [Step(TEA_BREAK, 0), Step(TEA_BREAK, 1)]
        if not path:
            return [Step(PIECE, kind) for kind in range(KINDS) if _can_place(table, holdings, kind)]
        return [Step(SQUARE, _number(square)) for square in _squares_for(table, path[0].number)] * (len(path) == 1)

    def fill(self, handed: Any, path: Sequence[Step], decision: Any) -> None:
        if path[0].kind == TEA_BREAK:
            decision["take_tea"] = path[0].number
        else:
            decision["kind"], decision["square"] = path[0].number, square_to_bit(_square(path[1].number))

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        if handed[0]["phase"] == TEA:
            return [Step(TEA_BREAK, int(decision["take_tea"] != 0))]
        square = bit_to_square(int(decision["square"]))
        return [Step(PIECE, int(decision["kind"])), Step(SQUARE, _number(square))]

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        if step.kind == PIECE:
            return piece_words(KIND_NAMES[step.number])
        if step.kind == SQUARE:
            return f"on {square_name(_square(step.number))}"
        return "take a tea break" if step.number else "place a second piece"

    def square(self, handed: Any, step: Step) -> Square | None:
        return _square(step.number) if step.kind in (SQUARE,) else None

    def words(self, handed: Any, decision: Any) -> str:
        return decision_words(handed[0], decision)

    def told(self, games: NDArray[Any], ended: Any) -> Sequence[str]:
        after = new_game()
        after[0] = ended
        with np.errstate(over="ignore"):
            step(after[0], np.zeros(1, DECISION_DTYPE)[0])
        return [*turn_words(tell_turn(ended["now"], int(ended["table"]["players"]))), *ending_words(after[0])]

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position as a seat sees it; points are those after the last turn."""
        table, holdings = handed
        standings = [0] * len(names) if last is None else last["standing"][: len(names)].tolist()
        placed = [] if last is None else last["placements"][: int(last["n_placed"])]["square"].tolist()
        return draw_scene(table, holdings, names, standings, frozenset(map(bit_to_square, placed)))

    def arrays(self, handed: Any, seat: int) -> Mapping[str, Any]:
        table, holdings = handed
        players = int(table["players"])
        seats = [(seat + steps) % players for steps in range(players)]
        held = np.zeros((SEATS_MAX, KINDS + 1), np.float32)
        held[:players, :KINDS], held[:players, KINDS] = holdings["pieces"][seats], table["tea"][seats]
        holders = np.concatenate([table["palace_holder"], table["tower_holder"]])
        tiles = np.zeros((COLOURS + TOWERS, SEATS_MAX), np.float32)
        tiles[:, :players] = holders[:, None] == np.array(seats)[None, :]
        phase = np.arange(len(PHASE_NAMES)) == table["phase"]
        moment = [*phase, table["seat"] == seat, table["placed"], table["must_roof"], *table["tower_merchants"]]
        return {"board": _board(table, seats), "seats": held, "tiles": tiles, "moment": moment}


def _number(square: Square) -> int:
    return COLUMNS_MAX * square[0] + square[1]


def _square(number: int) -> Square:
    return divmod(number, COLUMNS_MAX)


def _can_place(table: Any, holdings: Any, kind: int) -> bool:
    """Whether the player on turn has such a piece and a place for it (M3.1, M3.6)."""
    if holdings["pieces"][int(table["seat"]), kind] <= 0 or (table["must_roof"] and kind != ROOF):
        return False
    return bool(table["n_places"][kind]) if kind < ON_SQUARES else bool(_roofable(table, kind))


def _roofable(table: Any, kind: int) -> list[int]:
    """The palaces that the player on turn may put a roof of this kind on (M6)."""
    own = 0 if kind == NEUTRAL_ROOF else int(table["owned"][int(table["seat"])])
    palaces = range(int(table["n_palaces"]))
    return [
        palace for palace in palaces if table["owner"][palace] == OPEN and not own >> int(table["colour"][palace]) & 1
    ]


def _squares_for(table: Any, kind: int) -> list[Square]:
    if kind < ON_SQUARES:
        return squares_of(table["places"][kind])
    return [square for palace in _roofable(table, kind) for square in squares_of(table["buildings"][palace])]


def _plane(words: Any) -> NDArray[np.uint8]:
    """A set of squares as rows of 0 and 1."""
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    return bits[: ROWS_MAX * STRIDE].reshape(ROWS_MAX, STRIDE)[:, :COLUMNS_MAX]


def _board(table: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    board = np.zeros((len(_PLANES), ROWS_MAX, COLUMNS_MAX), np.float32)
    owners = {OPEN: 2 + COLOURS, NOBODY: 3 + COLOURS + SEATS_MAX}
    owners |= {seat: 3 + COLOURS + place for place, seat in enumerate(seats)}
    stable = 4 + COLOURS + SEATS_MAX
    board[0] = _plane(table["city"])
    board[1][bit_to_square(int(table["well"]))] = 1.0
    for palace in range(int(table["n_palaces"])):
        pieces, buildings = _plane(table["pieces"][palace]), _plane(table["buildings"][palace])
        board[2 + int(table["colour"][palace])] += pieces
        board[owners[int(table["owner"][palace])]] += pieces
        board[stable] += pieces - buildings
    board[stable + 1], board[stable + 3] = _plane(table["merchants"]), _plane(table["walls"])
    for end in table["ends"].tolist():
        board[stable + 2][bit_to_square(end)] = 1.0
    return board
