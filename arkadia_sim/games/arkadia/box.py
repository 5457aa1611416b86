"""The box: squares of the board, outlines, cards, castle lot and the first game's buildings (R1, R2.2).

It is a reconstruction where the public texts are silent; data/SOURCES.md says which figures are known. What is not can
be chosen, or drawn anew by each deal: the board, and which of the five outlines of four squares is left out.

A square is ``(row, column)``, counted from 0 from the top left. A place is a sorted tuple of squares. An outline is
drawn as rows of ``#`` and ``.``; a board as rows of ``.`` and ``T`` (tent camp). The castle squares run clockwise round
the border of the lot from its top left, whether the lot is wide or tall::

    0 1 2 3      0 1 2
    9 . . 4      9 . 3
    8 7 6 5      8 . 4
                 7 6 5
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arkadia_sim.core.options import ComponentOption
from arkadia_sim.errors import BadValue, UnknownName, UsageError

Square = tuple[int, int]
Place = tuple[Square, ...]

ROWS: Final = 12
COLUMNS: Final = 16
LOT_SIZES: Final = ((3, 4), (4, 3))  # rows and columns, wide and tall (R1.2)
CASTLE_SQUARES: Final = 10  # the border of the lot, which floors 1 and 2 must be able to cover (R1.2)

CAMPS: Final = 24  # R1.1: on the shipped board and on drawn ones


def card_text(name: str) -> str:
    """A card as players call it: ``red trade centre``."""
    form, family = name.split("/")
    return f"{family} {form.replace('_', ' ')}"


def marked(rows: Sequence[str], mark: str) -> Place:
    """The squares of a drawing that show this mark."""
    return tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == mark)


def neighbours(squares: Iterable[Square]) -> set[Square]:
    """The squares of the board orthogonally next to these, without these."""
    inside = set(squares)
    around = {(r + dr, c + dc) for r, c in inside for dr, dc in ((-1, 0), (1, 0), (0, -1), (0, 1))}
    return {(r, c) for r, c in around - inside if 0 <= r < ROWS and 0 <= c < COLUMNS}


def orientations(rows: Sequence[str], flip: bool) -> list[Place]:
    """The distinct rotations of an outline by quarter turns, and with ``flip`` those of its other face too (R4.1).

    Each starts at row 0 and column 0 and is sorted; so is the list.
    """
    outline = marked(rows, "#")
    faces = [outline, tuple((r, -c) for r, c in outline)] if flip else [outline]
    places: set[Place] = set()
    for face in faces:
        for _ in range(4):
            turned = [(c, -r) for r, c in face]
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            face = tuple(sorted((r - top, c - left) for r, c in turned))
            places.add(face)
    return sorted(places)


def rectangle(top: int, left: int, height: int, width: int) -> Place:
    return tuple((r, c) for r in range(top, top + height) for c in range(left, left + width))


OUTSIDE_CENTRE: Final = tuple(
    (r, c) for r, c in rectangle(0, 0, ROWS, COLUMNS) if r not in range(3, 9) or c not in range(5, 11)
)
"""Where camps may be, row by row: according to reviews of the game, not in the centre of the board (R1.1)."""

_LOTS = tuple(
    rectangle(top, left, height, width)
    for height, width in LOT_SIZES
    for top in range(ROWS - height + 1)
    for left in range(COLUMNS - width + 1)
)


def lot_places(board: Sequence[str]) -> list[Place]:
    """Every legal place of the castle lot on a board: either way round, no camp under it (R1.2).

    Wide places come first, each kind from the top left; a half turn is not another place. The shipped board has 24.
    """
    camps = set(marked(board, "T"))
    return [place for place in _LOTS if not camps.intersection(place)]


def is_lot(squares: Iterable[Square]) -> bool:
    """Whether these squares are a full 3 x 4 or 4 x 3 rectangle on the board."""
    return tuple(sorted(squares)) in _LOTS


def castle_squares(lot: Iterable[Square]) -> Place:
    """The ten border squares of a lot, clockwise from its top left: castle squares 0 to 9."""
    squares = set(lot)
    (top, left), (bottom, right) = min(squares), max(squares)
    return (
        *((top, c) for c in range(left, right)),
        *((r, right) for r in range(top, bottom)),
        *((bottom, c) for c in range(right, left, -1)),
        *((r, left) for r in range(bottom, top, -1)),
    )


def board_of(camps: Iterable[Square]) -> tuple[str, ...]:
    chosen = set(camps)
    return tuple("".join("T" if (row, column) in chosen else "." for column in range(COLUMNS)) for row in range(ROWS))


def squares_text(squares: Iterable[Square]) -> str:
    return str([list(square) for square in sorted(squares)])


# -- what lies in it ---------------------------------------------------------------------------------------------------
_DATA: Final = Path(__file__).parent / "data"


def _read(name: str) -> Any:
    return json.loads((_DATA / name).read_text(encoding="utf-8"))


_CASTLE, _FIRST_GAME, _CHOICES = _read("castle.json"), _read("first_game.json"), _read("outlines.json")["choices"]

FAMILIES: Final[tuple[str, ...]] = tuple(_CASTLE["families"])  # R1.4
LOT_SEALS: Final[tuple[str | None, ...]] = tuple(_CASTLE["lot_seals"])
"""For each castle square, the family of the seal that the lot shows there, or None (R1.2)."""
CARDS: Final[tuple[str, ...]] = tuple(_read("cards.json"))  # one ``form/family`` for each building (R1.3)
FORMS: Final = tuple(dict.fromkeys(card.partition("/")[0] for card in CARDS))
CARD_NAMES: Final = tuple(f"{form}/{family}" for form in FORMS for family in FAMILIES)
"""The cards by the number that the engine knows them by: form * 4 + family."""
FIRST_LOT: Final[Place] = tuple((row, column) for row, column in _FIRST_GAME["lot"])
"""Where the lot lies in the first game (R2.2)."""

_SHAPES = {form: tuple(rows) for form, rows in _read("shapes.json").items()}
OUTLINES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    name: {form: tuple(choice["outline"]) if form == choice["form"] else _SHAPES[form] for form in FORMS}
    for name, choice in _CHOICES.items()
}
"""The five choices by name, the shipped one first: for each form, the outline as rows of ``#`` and ``.``."""
SHIPPED: Final = next(iter(OUTLINES))


def first_buildings(outlines: str) -> list[tuple[str, Place]]:
    """Card and squares of the seven buildings of the first game, in the order they count as laid out (R2.2)."""
    choice = _CHOICES[outlines]
    placed = [
        choice["placed"] if building["card"].partition("/")[0] == choice["form"] else building
        for building in _FIRST_GAME["placed"]
    ]
    return [
        (building["card"], tuple(sorted((row, column) for row, column in building["squares"]))) for building in placed
    ]


def check_board(rows: Sequence[str], where: str = "board") -> tuple[str, ...]:
    """The rows of a board, after a check for 12 rows of 16 squares and a place for the lot; BadValue counts from 1."""
    for line, row in enumerate(rows[:ROWS], start=1):
        for column, mark in enumerate(row[:COLUMNS], start=1):
            if mark not in ".T":
                raise BadValue(f"{where}, line {line}, column {column}", mark, "'.' for plain or 'T' for a tent camp")
        if len(row) != COLUMNS:
            at = f"{where}, line {line}, column {min(len(row), COLUMNS) + 1}"
            allowed = f"{COLUMNS} characters in each line, this one has {len(row)}"
            raise BadValue(at, row[COLUMNS : COLUMNS + 1] or "end of line", allowed)
    if len(rows) != ROWS:
        line = min(len(rows), ROWS)
        raise BadValue(f"{where}, line {line + 1}, column 1", (*rows, "end of board")[line], f"{ROWS} lines")
    if not lot_places(rows):
        raise BadValue(where, "no place for the castle lot", "at least one 3 x 4 or 4 x 3 area without camps, R1.2")
    return tuple(rows)


def _board_of_file(path: Path) -> tuple[str, ...]:
    """The board of a file, without blank lines at its end and spaces at the ends of lines."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"file {str(path)!r} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"file {str(path)!r} is not text in UTF-8") from None
    return check_board([line.rstrip() for line in text.rstrip().splitlines()], f"board {path.name}")


BOARD: Final = _board_of_file(_DATA / "board.txt")

DRAWN: Final = "drawn"  # the value of a component that each deal draws anew
OPTIONS: Final = (
    ComponentOption(name="board", kind="file", allowed="a file of rows of . and T",
                    meaning="another board: T is a tent camp"),
    ComponentOption(name="camps", kind="text", allowed=DRAWN,
                    meaning="tent camps at random places, new ones in each deal: intervals then cover the board too"),
    ComponentOption(name="outlines", kind="text", allowed=", ".join((*OUTLINES, DRAWN)),
                    meaning=f"which outlines the buildings have; {DRAWN}: any of the others in each deal"),
)  # fmt: skip


@dataclass(frozen=True)
class Components:
    """The pieces that games of a setting may have differently.

    ``board``     12 rows of 16 characters, ``.`` plain and ``T`` tent camp; none where each deal draws the camps
    ``outlines``  one of ``OUTLINES``; the shipped one where each deal draws another
    ``drawn``     what each deal draws anew: ``camps``, ``outlines``, in this order
    """

    board: tuple[str, ...] = BOARD
    outlines: str = SHIPPED
    drawn: tuple[str, ...] = ()

    @classmethod
    def chosen(cls, choice: Mapping[str, Any]) -> "Components":
        """The pieces of a user's ``OPTIONS``; the board may also be its rows, as in a record."""
        allowed = {option.name: option.allowed for option in OPTIONS}
        board, outlines = BOARD, SHIPPED
        for name, value in choice.items():
            if name not in allowed:
                raise UnknownName("component", name, allowed)
            if name == "board" and isinstance(value, list) and all(isinstance(row, str) for row in value):
                board = check_board(value)
            elif not isinstance(value, str) or value == "" or "\0" in value or (name == "camps" and value != DRAWN):
                raise BadValue(f"component {name}", value, allowed[name])
            elif name == "board":
                board = _board_of_file(Path(value))
            elif name == "outlines" and value != DRAWN:
                if value not in OUTLINES:
                    raise UnknownName("choice of outlines", value, (*OUTLINES, DRAWN))
                outlines = value
        if "camps" in choice:
            if "board" in choice:
                raise BadValue("components", "board and camps", "one of them: each says where the camps lie")
            board = board_of(())
        return cls(board, outlines, tuple(name for name in ("camps", "outlines") if choice.get(name) == DRAWN))

    def as_json(self) -> dict[str, Any]:
        """The whole box as plain lists, texts and numbers, for manifests; ``drawn`` is left out if it is empty."""
        placed = [
            {"card": card, "squares": [list(square) for square in squares]}
            for card, squares in first_buildings(self.outlines)
        ]
        data = {
            "board": list(self.board),
            "shapes": {form: list(rows) for form, rows in OUTLINES[self.outlines].items()},
            "families": list(FAMILIES),
            "cards": list(CARDS),
            "lot_seals": list(LOT_SEALS),
            "first_game": {"lot": [list(square) for square in FIRST_LOT], "placed": placed},
        }
        return data | ({"drawn": list(self.drawn)} if self.drawn else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Components":
        rows, drawn = data.get("board"), data.get("drawn", ())
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise BadValue("component board", rows, OPTIONS[0].allowed)
        board = board_of(()) if "camps" in drawn else check_board(rows)
        for outlines in OUTLINES:
            box = cls(board, outlines, tuple(name for name in ("camps", "outlines") if name in drawn))
            if box.as_json() == data:
                return box
        changed = sorted(name for name, value in cls(board).as_json().items() if data.get(name) != value)
        allowed = "the pieces of the box, with a board of your own and one of the choices of outlines"
        raise BadValue("components", ", ".join(changed) or "drawn", allowed)
