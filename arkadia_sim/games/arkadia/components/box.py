"""The box: board, outlines, cards, castle lot and the first game's buildings, all of them replaceable (R1).

The shipped components are a reconstruction where the public texts are silent; data/SOURCES.md says which figures are
known. Users can bring their own board or a folder with any of the data files, choose which of the five outlines of four
squares is left out, or have each deal draw what is not known. All components are checked here, so the engine can rely
on them.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import BadValue, UnknownName
from arkadia_sim.games.arkadia.components.checks import (
    FAMILIES,
    board_of_file,
    check_board,
    check_cards,
    check_lot_seals,
    check_shapes,
    json_of_file,
)
from arkadia_sim.games.arkadia.components.squares import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    Place,
    Square,
    board_of,
    castle_squares,
    is_lot,
    lot_places,
    neighbours,
    on_board,
    orientations,
    outside_centre,
    random_camps,
    squares_of,
    to_corner,
)

__all__ = [
    "FAMILIES",
    "Components",
    "FirstGame",
    "Place",
    "PlacedBuilding",
    "Square",
    "castle_squares",
    "lot_places",
    "orientations",
    "outline_choices",
    "random_camps",
]

FIRST_GAME_CARDS: Final = 7
"""Cards removed in the first game, because their buildings stand from the start (R2.2)."""

CAMPS_DRAWN: Final = "camps"
OUTLINES_DRAWN: Final = "outlines"
DRAWABLE: Final = (CAMPS_DRAWN, OUTLINES_DRAWN)
"""What a deal can draw: pieces that no public text describes."""

OTHER_OUTLINES: Final = "other"
"""The name of outlines that are none of the five choices."""

DATA: Final = Path(__file__).parent / "data"
DATA_FILES: Final = ("board.txt", "shapes.json", "cards.json", "castle.json", "first_game.json")


@dataclass(frozen=True)
class PlacedBuilding:
    """A building that stands from the start of the first game: its card, which is removed, and its squares."""

    card: str
    squares: Place


@dataclass(frozen=True)
class FirstGame:
    """The first game's set-up: the place of the lot, and the buildings in the order they count as laid out."""

    lot: Place
    placed: tuple[PlacedBuilding, ...]


@dataclass(frozen=True)
class Components:
    """All components, checked when made; BadValue for the first fault.

    ``board``      12 rows of 16 characters, ``.`` plain and ``T`` tent camp; the lot has at least one legal place
    ``shapes``     per form its outline as rows of ``#`` and ``.``: 2 to 6 connected squares within a 4 x 4 box, no two
                   forms alike even when turned over; at most 16 forms, in the order in which the cards name them
    ``families``   red, olive, black, silver
    ``cards``      one ``form/family`` per building, at most 64
    ``lot_seals``  per castle square the family of the seal it shows, or None
    ``first_game`` the places of the lot and seven buildings in the first game (R2.2). Only its form is checked here;
                   :meth:`check_first_game` checks that it is legal, so a board need not suit the first game.
    ``drawn``      what each deal draws anew: ``camps`` (then ``board`` has none) or ``outlines`` (then ``shapes`` are
                   the first of those that may be drawn)
    """

    board: tuple[str, ...]
    shapes: Mapping[str, tuple[str, ...]]
    families: tuple[str, ...]
    cards: tuple[str, ...]
    lot_seals: tuple[str | None, ...]
    first_game: FirstGame
    drawn: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check everything but the legality of the first game, and sort the forms in the order of the cards."""
        check_board(self.board, "board")
        check_shapes(self.shapes)
        if self.families != FAMILIES:
            raise BadValue("families", list(self.families), ", ".join(FAMILIES) + ", in this order")
        check_cards(self.cards, self.shapes)
        check_lot_seals(self.lot_seals)
        if self.drawn != tuple(name for name in DRAWABLE if name in self.drawn):
            raise BadValue("drawn", list(self.drawn), f"any of {', '.join(DRAWABLE)}, in this order")
        if CAMPS_DRAWN in self.drawn and self.board != board_of(()):
            raise BadValue("board", list(self.board), "one without camps, where each deal draws them")
        order = dict.fromkeys([form_of(card) for card in self.cards] + sorted(self.shapes))
        object.__setattr__(self, "shapes", {form: tuple(self.shapes[form]) for form in order})

    def __hash__(self) -> int:
        """Equal components have equal hashes, so results derived from them can be cached."""
        return hash(json.dumps(self.as_json(), sort_keys=True))

    @staticmethod
    def shipped() -> "Components":
        """The components that come with the program; SOURCES.md says which figures are known."""
        return _shipped()

    @classmethod
    def load(cls, folder: str | Path) -> "Components":
        """The components of a folder with any of the five data files; the others are shipped ones.

        A ``first_game.json`` in the folder must be legal with the rest; the shipped one is only checked when used.
        """
        folder = Path(folder)
        present = [name for name in DATA_FILES if is_file(folder / name)]
        if not present:
            raise BadValue("components folder", str(folder), f"a folder with any of {', '.join(DATA_FILES)}")
        data: dict[str, Any] = {}
        if "board.txt" in present:
            data["board"] = list(board_of_file(folder / "board.txt"))
        if "shapes.json" in present:
            data["shapes"] = json_of_file(folder / "shapes.json")
        if "cards.json" in present:
            data["cards"] = json_of_file(folder / "cards.json")
        if "castle.json" in present:
            castle = json_of_file(folder / "castle.json")
            if not isinstance(castle, dict):
                raise BadValue("castle.json", castle, 'an object with "families" and "lot_seals"')
            data |= castle
        if "first_game.json" in present:
            data["first_game"] = json_of_file(folder / "first_game.json")
        components = cls.from_json(data)
        if "first_game.json" in present:
            components.check_first_game()
        return components

    def with_board(self, board: str | Path | Sequence[str]) -> "Components":
        """The same components on another board: a text file's path, or 12 rows of 16 characters ``.`` and ``T``."""
        if isinstance(board, str | Path):
            return replace(self, board=board_of_file(Path(board)))
        return replace(self, board=tuple(board))

    def with_outlines(self, name: str) -> "Components":
        """The same components with one of the five choices of which outline of four squares is left out.

        ``bar`` is the shipped choice. With ``square``, ``l``, ``t`` or ``s``, the form with this outline gets the long
        bar instead, in the first game too.
        """
        choices = outline_choices()
        if name not in choices:
            raise UnknownName("choice of outlines", name, choices)
        choice, shipped = choices[name], _shipped()
        if choice["form"] is None:
            return replace(self, shapes=shipped.shapes, first_game=shipped.first_game)
        form, changed = choice["form"], choice["placed"]
        squares: Place = tuple(sorted((row, column) for row, column in changed["squares"]))
        placed = tuple(
            PlacedBuilding(changed["card"], squares) if form_of(building.card) == form else building
            for building in shipped.first_game.placed
        )
        shapes = {**shipped.shapes, form: tuple(choice["outline"])}
        return replace(self, shapes=shapes, first_game=FirstGame(shipped.first_game.lot, placed))

    def with_drawn(self, names: Iterable[str]) -> "Components":
        """The same components, except that each deal draws the camps, the outlines or both (:data:`DRAWABLE`).

        Camps are drawn as by :func:`random_camps`: all boards with 24 camps outside the centre are equally likely. So
        are the five choices of outlines.
        """
        chosen = set(names)
        board = board_of(()) if CAMPS_DRAWN in chosen else self.board
        box = self.with_outlines(next(iter(outline_choices()))) if OUTLINES_DRAWN in chosen else self
        return replace(box, board=board, drawn=tuple(sorted(chosen)))

    def outcomes_of_draw(self) -> "list[Components]":
        """These components, or one variant for each choice of outlines that a deal may draw."""
        if OUTLINES_DRAWN not in self.drawn:
            return [self]
        return [self.with_outlines(name) for name in outline_choices()]

    def as_drawn(self, camps: Iterable[Square], outlines: str) -> "Components":
        """The components of one game, whose deal drew these camps and outlines."""
        box = self.with_outlines(outlines) if OUTLINES_DRAWN in self.drawn else self
        board = board_of(camps) if CAMPS_DRAWN in self.drawn else self.board
        return replace(box, board=board, drawn=())

    @property
    def outlines(self) -> str:
        """The name of these outlines among the five choices; ``other`` if they are none of them."""
        for name, choice in outline_choices().items():
            changed = {choice["form"]: tuple(choice["outline"])} if choice["form"] is not None else {}
            if self.shapes == {**_shipped().shapes, **changed}:
                return name
        return OTHER_OUTLINES

    def as_json(self) -> dict[str, Any]:
        """The components as plain lists, texts and numbers, for manifests and records; see :meth:`from_json`.

        ``drawn`` is left out if it is empty.
        """
        data = {
            "board": list(self.board),
            "shapes": {form: list(rows) for form, rows in self.shapes.items()},
            "families": list(self.families),
            "cards": list(self.cards),
            "lot_seals": list(self.lot_seals),
            "first_game": {
                "lot": [list(square) for square in self.first_game.lot],
                "placed": [
                    {"card": building.card, "squares": [list(square) for square in building.squares]}
                    for building in self.first_game.placed
                ],
            },
        }
        return data | ({"drawn": list(self.drawn)} if self.drawn else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Components":
        """The components from plain data as of :meth:`as_json`; missing parts are the shipped ones."""
        for name in data:
            if name not in _Document.model_fields:
                raise UnknownName("component", str(name), _Document.model_fields)
        return _components_of({**_shipped().as_json(), **data})

    def check_first_game(self) -> None:
        """Raise BadValue unless the first game can be set up on this board with these outlines and cards (R2.2).

        The lot must be on a legal place. Seven buildings with cards of the game must be legal rotations of their
        outlines, without overlap, each touching the lot or an earlier one, and none complete from the start.
        """
        lot, placed = set(self.first_game.lot), self.first_game.placed
        if CAMPS_DRAWN in self.drawn and not lot.isdisjoint(outside_centre()):
            raise BadValue("first game, lot", sorted(lot), "squares of the centre, where no camp is drawn, R1.2")
        under = sorted(lot & set(squares_of(self.board, "T")))
        if under:
            raise BadValue("first game, lot", f"camp at {under[0]}", "a place without camps on this board, R1.2")
        if len(placed) != FIRST_GAME_CARDS:
            raise BadValue("first game, placed", f"{len(placed)} buildings", f"exactly {FIRST_GAME_CARDS}, R2.2")
        left, occupied = Counter(self.cards), set(lot)
        for number, building in enumerate(placed, start=1):
            where = f"first game, building {number} ({building.card})"
            if not left[building.card]:
                raise BadValue(where, building.card, "a card of the game that no earlier building has used")
            left[building.card] -= 1
            self._check_placed(where, building, occupied)
            occupied |= set(building.squares)
        for number, building in enumerate(placed, start=1):
            if neighbours(building.squares) <= occupied:
                where = f"first game, building {number} ({building.card})"
                raise BadValue(where, list(building.squares), "a place with at least one vacant neighbour square, R6.1")

    def _check_placed(self, where: str, building: PlacedBuilding, occupied: set[Square]) -> None:
        """Check one building of the first game: on the board, of its outline, on vacant squares, next to others."""
        squares = list(building.squares)
        if not all(map(on_board, squares)):
            raise BadValue(where, squares, f"squares within rows 0-{BOARD_ROWS - 1} and columns 0-{BOARD_COLUMNS - 1}")
        form = form_of(building.card)
        if to_corner(squares) not in orientations(self.shapes[form], flip=False):
            raise BadValue(where, squares, f"the outline of {form} rotated, not flipped, R4.1")
        if occupied.intersection(squares):
            raise BadValue(where, squares, "squares without the lot or an earlier building, R4.2")
        if not occupied & neighbours(squares):
            raise BadValue(where, squares, "a place next to the lot or an earlier building, R4.3")


class _Building(BaseModel):
    """A placed building in JSON."""

    model_config = ConfigDict(extra="forbid", strict=True)
    card: str
    squares: list[list[int]]


class _FirstGame(BaseModel):
    """The first game in JSON."""

    model_config = ConfigDict(extra="forbid", strict=True)
    lot: list[list[int]]
    placed: list[_Building]


class _Document(BaseModel):
    """Components in JSON: of the right types, their content not yet checked."""

    model_config = ConfigDict(extra="forbid", strict=True)
    board: list[str]
    shapes: dict[str, list[str]]
    families: list[str]
    cards: list[str]
    lot_seals: list[str | None]
    first_game: _FirstGame
    drawn: list[str] = []


def form_of(card: str) -> str:
    """The form named on a card such as ``mill/red``."""
    return card.partition("/")[0]


@cache
def outline_choices() -> dict[str, dict[str, Any]]:
    """The five choices of data/outlines.json by name."""
    choices: dict[str, dict[str, Any]] = json_of_file(DATA / "outlines.json")["choices"]
    return choices


@cache
def _shipped() -> Components:
    """The components of the data folder, read and checked once."""
    data = {name: json_of_file(DATA / f"{name}.json") for name in ("shapes", "cards", "first_game")}
    data |= json_of_file(DATA / "castle.json")
    data["board"] = list(board_of_file(DATA / "board.txt"))
    components = _components_of(data)
    components.check_first_game()
    return components


def _components_of(data: Mapping[str, Any]) -> Components:
    """Components from complete plain data; an error names the place of a value of the wrong type."""
    try:
        document = _Document.model_validate(dict(data))
    except ValidationError as error:
        fault = error.errors()[0]
        where = ", ".join(str(part) for part in fault["loc"])
        value = "nothing" if fault["type"] == "missing" else fault["input"]
        raise BadValue(f"components, {where}", value, fault["msg"].lower()) from None
    lot = _place(document.first_game.lot, "first game, lot")
    if not is_lot(lot):
        raise BadValue("first game, lot", list(lot), "the 12 squares of a 3 x 4 or 4 x 3 rectangle on the board, R1.2")
    placed = tuple(
        PlacedBuilding(building.card, _place(building.squares, f"first game, building {number} ({building.card})"))
        for number, building in enumerate(document.first_game.placed, start=1)
    )
    return Components(
        board=tuple(document.board),
        shapes={form: tuple(rows) for form, rows in document.shapes.items()},
        families=tuple(document.families),
        cards=tuple(document.cards),
        lot_seals=tuple(document.lot_seals),
        first_game=FirstGame(lot, placed),
        drawn=tuple(document.drawn),
    )


def _place(squares: list[list[int]], where: str) -> Place:
    """A sorted place from lists of row and column, none listed twice."""
    if not squares or any(len(square) != 2 for square in squares):
        raise BadValue(where, squares, "a list of squares, each [row, column]")
    place = tuple(sorted((row, column) for row, column in squares))
    if len(set(place)) < len(place):
        raise BadValue(where, squares, "each square once")
    return place
