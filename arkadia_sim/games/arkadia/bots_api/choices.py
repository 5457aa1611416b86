"""Decisions as a person would write them, and their way into the engine's records.

A must is a :class:`Build`, :class:`Introduce` or :class:`Pass`; a draw a face-up place or ``"stack"``; a castle piece
a :class:`Piece`; the banner a :class:`Banner`. Cards are ``form/family``, squares ``(row, column)``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square, squares_text
from arkadia_sim.games.arkadia.rules.bitboard import square_to_bit, squares_of, words_of
from arkadia_sim.games.arkadia.rules.setup import card_name, card_number
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    BUILD,
    CASTLE,
    DECISION_DTYPE,
    DRAW,
    FROM_STACK,
    LOT,
    MUST,
    PASS,
    PHASE_NAMES,
    WORKERS,
)

Owner = Literal["own", "neutral"]
Draw = int | Literal["stack"]


@dataclass(frozen=True)
class Build:
    """Lay out the building of a card on these squares (R4)."""

    card: str
    squares: frozenset[Square]


@dataclass(frozen=True)
class Introduce:
    """Put workers on squares next to a building, which is named by its own squares (R5)."""

    building: frozenset[Square]
    workers: Mapping[Square, Owner]


@dataclass(frozen=True)
class Pass:
    """Pass the must; allowed only to a player who can do neither (R3.1)."""


@dataclass(frozen=True)
class Piece:
    """Put a castle piece of a family on one of the castle squares 0 to 9 (R7.2)."""

    family: str
    square: int


@dataclass(frozen=True)
class Banner:
    """Use a banner, or not; with it, sell seals by family (R8)."""

    used: bool
    sold: Mapping[str, int] = field(default_factory=dict)


Choice = Build | Introduce | Pass | Draw | Piece | Banner


def blank_decision() -> Any:
    """An empty ``DECISION`` record."""
    return np.zeros(1, DECISION_DTYPE)[0]


def fill_decision(decision: Any, choice: Choice, game: Any, components: Components) -> None:
    """Write a choice into a ``DECISION`` record for the game's present phase.

    Raises RecordError with the number of the rule when the choice cannot even be written down: a form that cannot be
    turned to cover those squares, a building that is not there, a decision that is not asked for.
    """
    table = game["table"]
    phase = int(table["phase"])
    wanted = {MUST: (Build, Introduce, Pass), DRAW: (int, str), CASTLE: (Piece,), BANNER: (Banner,)}
    if phase not in wanted or not isinstance(choice, wanted[phase]):
        raise RecordError("R3.1", f"the turn is at its {PHASE_NAMES[phase]}, which {choice!r} does not answer")
    if isinstance(choice, Build):
        _fill_build(decision, choice, table, components)
    elif isinstance(choice, Introduce):
        _fill_workers(decision, choice, table)
    elif isinstance(choice, Pass):
        decision["kind"] = PASS
    elif isinstance(choice, Piece):
        if choice.family not in components.families:
            raise RecordError("R1.4", f"there is no family {choice.family!r}")
        if not _is_whole(choice.square) or not 0 <= choice.square <= 9:
            raise RecordError("R7.2", f"castle squares are numbered 0 to 9, not {choice.square!r}")
        decision["family"] = components.families.index(choice.family)
        decision["castle_square"] = choice.square
    elif isinstance(choice, Banner):
        decision["use_banner"] = choice.used
        for family, number in choice.sold.items():
            if family not in components.families:
                raise RecordError("R1.4", f"there is no family {family!r}")
            if not _is_whole(number) or not 0 <= number < 1 << 31:
                raise RecordError("R8.2", f"{number!r} {family} seals cannot be sold")
            decision["sold"][components.families.index(family)] = number
    else:
        if choice != "stack" and not (_is_whole(choice) and 0 <= int(choice) < FROM_STACK):
            raise RecordError("R4.5", f"a card is drawn from a face-up place or the stack, not from {choice!r}")
        decision["draw"] = FROM_STACK if choice == "stack" else choice


def _fill_build(decision: Any, choice: Build, table: Any, components: Components) -> None:
    form, _, family = choice.card.partition("/")
    if form not in components.shapes or family not in components.families:
        raise RecordError("R1.3", f"there is no card {choice.card!r}")
    found = find_placement(table, list(components.shapes).index(form), choice.squares)
    if found is None:
        raise RecordError("R4.1", f"a {form} cannot be turned to cover {squares_text(choice.squares)}")
    decision["kind"] = BUILD
    decision["card"] = card_number(components, choice.card)
    decision["orientation"], decision["anchor"] = found


def find_placement(table: Any, form: int, squares: Iterable[Square]) -> tuple[int, int] | None:
    """The orientation and anchor at which an outline covers exactly these squares, or None."""
    wanted = sorted(set(squares))
    if not wanted or not all(0 <= row < 12 and 0 <= column < 16 for row, column in wanted):
        return None
    anchor = square_to_bit((min(row for row, _ in wanted), min(column for _, column in wanted)))
    bits = sorted(square_to_bit(square) - anchor for square in wanted)
    outlines = table["outlines"]
    n_squares = int(outlines["n_squares"][form])
    for orientation in range(int(outlines["n_orientations"][form])):
        if sorted(int(offset) for offset in outlines["offset"][form, orientation, :n_squares]) == bits:
            return orientation, anchor
    return None


def _fill_workers(decision: Any, choice: Introduce, table: Any) -> None:
    building = find_building(table, choice.building)
    if building is None:
        raise RecordError("R5.1", f"no building stands on {squares_text(choice.building)}")
    for row, column in choice.workers:
        if not (0 <= row < 12 and 0 <= column < 16):
            raise RecordError("R1.1", f"square {[row, column]} is not on the board")
    if not set(choice.workers.values()) <= {"own", "neutral"}:
        raise RecordError("R5.1", "a worker is 'own' or 'neutral'")
    decision["kind"] = WORKERS
    decision["building"] = building
    decision["own"] = words_of(square for square, owner in choice.workers.items() if owner == "own")
    decision["neutral"] = words_of(square for square, owner in choice.workers.items() if owner == "neutral")


def find_building(table: Any, squares: Iterable[Square]) -> int | None:
    """The number of the building that stands on exactly these squares, or None."""
    wanted = sorted(set(squares))
    for building in range(int(table["n_buildings"])):
        if squares_of(table["squares"][building]) == wanted:
            return building
    return None


def building_card(table: Any, building: int, components: Components) -> str | None:
    """The card of a building, or None for the lot."""
    return None if building == LOT else card_name(components, int(table["card"][building]))


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
