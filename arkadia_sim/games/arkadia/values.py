"""How people write decisions, as records have them and bots in plain Python answer, and why the rules forbid one.

A must is a :class:`Build`, :class:`Introduce` or :class:`Pass`; a draw is a face-up place or ``"stack"``; a castle
piece is a :class:`Piece`; a banner is a :class:`Banner`. Cards are ``form/family``, squares ``(row, column)``.

The kernel only says that a decision is illegal. ``explain`` looks at the same table with plain sets of squares and
finds the first broken rule, in the order in which a player would notice it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Literal

import numpy as np

from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square, neighbours, squares_text
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import square_to_bit, squares_of, words_of
from arkadia_sim.games.arkadia.rules.setup import card_name, card_number
from arkadia_sim.games.arkadia.rules.turn import OK, step

Owner = Literal["own", "neutral"]
Draw = int | Literal["stack"]


@dataclass(frozen=True)
class Build:
    """Lay out the building of a card on these squares (R4)."""

    card: str
    squares: frozenset[Square]


@dataclass(frozen=True)
class Introduce:
    """Put workers on squares next to a building, which is named by its squares (R5)."""

    building: frozenset[Square]
    workers: Mapping[Square, Owner]


@dataclass(frozen=True)
class Pass:
    """Pass the must, which only a player may who can do neither (R3.1)."""


@dataclass(frozen=True)
class Piece:
    """Put a castle piece of a family on one of the castle squares 0 to 9 (R7.2)."""

    family: str
    square: int


@dataclass(frozen=True)
class Banner:
    """Use a banner, or not; sell seals with it, by family (R8)."""

    used: bool
    sold: Mapping[str, int] = field(default_factory=dict)


Choice = Build | Introduce | Pass | Draw | Piece | Banner


def blank_decision() -> Any:
    """An empty ``DECISION`` record."""
    return np.zeros(1, state.DECISION_DTYPE)[0]


def write(decision: Any, choice: Choice | None, table: Any, components: Components) -> None:
    """Write a choice into a ``DECISION`` record for the game's current phase.

    Raises RecordError with the number of the rule if this is impossible: a form that cannot cover these squares, a
    building that does not exist, an answer to another question.
    """
    phase = int(table["phase"])
    if isinstance(choice, bool):
        raise TypeError("neither yes nor no was asked for")
    if choice is None and phase == state.BANNER:
        choice = Banner(used=False)
    choice = int(choice) if isinstance(choice, Integral) else choice
    wanted = {
        state.MUST: (Build, Introduce, Pass),
        state.DRAW: (int, str),
        state.CASTLE: (Piece,),
        state.BANNER: (Banner,),
    }
    if phase not in wanted or not isinstance(choice, wanted[phase]):
        raise RecordError("R3.1", f"the turn is at its {state.PHASE_NAMES[phase]}, which {choice!r} does not answer")
    if isinstance(choice, Build):
        _fill_build(decision, choice, table, components)
    elif isinstance(choice, Introduce):
        _fill_workers(decision, choice, table)
    elif isinstance(choice, Pass):
        decision["kind"] = state.PASS
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
        if choice != "stack" and not (_is_whole(choice) and 0 <= int(choice) < state.FROM_STACK):
            raise RecordError("R4.5", f"a card is drawn from a face-up place or the stack, not from {choice!r}")
        decision["draw"] = state.FROM_STACK if choice == "stack" else choice


def _fill_build(decision: Any, choice: Build, table: Any, components: Components) -> None:
    form, _, family = choice.card.partition("/")
    if form not in components.shapes or family not in components.families:
        raise RecordError("R1.3", f"there is no card {choice.card!r}")
    placement = find_placement(table, list(components.shapes).index(form), choice.squares)
    if placement is None:
        raise RecordError("R4.1", f"a {form} cannot be turned to cover {squares_text(choice.squares)}")
    decision["kind"] = state.BUILD
    decision["card"] = card_number(components, choice.card)
    decision["orientation"], decision["anchor"] = placement


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
    decision["kind"] = state.WORKERS
    decision["building"] = building
    decision["own"] = words_of(square for square, owner in choice.workers.items() if owner == "own")
    decision["neutral"] = words_of(square for square, owner in choice.workers.items() if owner == "neutral")


def find_building(table: Any, squares: Iterable[Square]) -> int | None:
    """The number of the building on exactly these squares, or None."""
    wanted = sorted(set(squares))
    for building in range(int(table["n_buildings"])):
        if squares_of(table["squares"][building]) == wanted:
            return building
    return None


def building_card(table: Any, building: int, components: Components) -> str | None:
    """The card of a building, or None for the lot."""
    return None if building == state.LOT else card_name(components, int(table["card"][building]))


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


Reason = tuple[str, str]
"""The number of a rule, such as ``"R4.2"``, and a message for a person."""
_NO_REASON: Reason = ("R3", "the rules do not allow this")


def take(game: Any, choice: Choice, components: Components) -> None:
    """Carry out a choice in a ``GAME`` record, or raise RecordError with the rule that forbids it."""
    decision = blank_decision()
    write(decision, choice, game["table"], components)
    if step(game, decision) != OK:
        raise RecordError(*explain(game, choice, components) or _NO_REASON)


def explain(game: Any, choice: Choice, components: Components) -> Reason | None:
    """The rule that forbids a choice, with a message; None if the choice is legal."""
    try:
        write(blank_decision(), choice, game["table"], components)
    except RecordError as error:
        return error.rule, str(error)
    if isinstance(choice, Build):
        return _explain_build(game, choice, components)
    if isinstance(choice, Introduce):
        return _explain_introduction(game, choice, components)
    if isinstance(choice, Pass):
        return _explain_pass(game)
    if isinstance(choice, Piece):
        return _explain_piece(game, choice, components)
    if isinstance(choice, Banner):
        return _explain_banner(game, choice, components)
    return _explain_draw(game, choice)


def _explain_build(game: Any, choice: Build, components: Components) -> Reason | None:
    table = game["table"]
    seat = int(table["seat"])
    hand = game["hands"][seat]
    held = [int(card) for card in hand["cards"][: int(hand["n"])]]
    if card_number(components, choice.card) not in held:
        names = ", ".join(card_name(components, card) for card in sorted(held)) or "no card"
        return "R4.1", f"seat {seat} does not hold {choice.card}, but {names}"
    occupied = set(squares_of(table["occupied"]))
    blocked = sorted(choice.squares & occupied)
    if blocked:
        return "R4.2", f"square {list(blocked[0])} is not vacant: {occupant(game, blocked[0], components)} is there"
    if not neighbours(choice.squares) & occupied:
        return "R4.3", f"on {squares_text(choice.squares)} the {choice.card} is next to no building and no worker"
    return None


def _explain_introduction(game: Any, choice: Introduce, components: Components) -> Reason | None:
    table, holdings = game["table"], game["holdings"]
    seat = int(table["seat"])
    if find_building(table, choice.building) == state.LOT and not table["rules"]["workers_at_castle"]:
        return "R5.2", "no workers may be introduced at the castle lot under workers_at_castle = false"
    if not choice.workers:
        return "R5.1", "one or more workers must be introduced"
    owners = list(choice.workers.values())
    for owner, at_hand in (("own", int(holdings["workers"][seat])), ("neutral", int(holdings["neutrals"][seat]))):
        if owners.count(owner) > at_hand:  # type: ignore[arg-type]
            return "R5.1", f"seat {seat} has {at_hand} {owner} workers at hand, fewer than {owners.count(owner)}"  # type: ignore[arg-type]
    blocked = sorted(set(choice.workers) & set(squares_of(table["occupied"])))
    if blocked:
        return "R5.1", f"square {list(blocked[0])} is not vacant: {occupant(game, blocked[0], components)} is there"
    apart = sorted(set(choice.workers) - neighbours(choice.building))
    if apart:
        return "R5.1", f"square {list(apart[0])} is not next to the building on {squares_text(choice.building)}"
    return None


def _explain_pass(game: Any) -> Reason | None:
    if game["table"]["must_pass"]:
        return None
    builds, buildings = int(game["now"]["legal_builds"]), int(game["now"]["worker_buildings"])
    return "R3.1", (
        f"nobody may pass by choice: there are {builds} ways to lay out a building, and {buildings} buildings to which "
        "workers could be introduced"
    )


def _explain_draw(game: Any, choice: int | str) -> Reason | None:
    table = game["table"]
    if choice == "stack":
        return None if table["stack_left"] else ("R4.5", "the stack is empty")
    places = int(table["rules"]["face_up"])
    if int(choice) >= places:
        return "R4.5", f"the face-up places are 0 to {places - 1}, there is no place {choice}"
    if table["face_up"][int(choice)] == state.NO_CARD:
        return "R4.5", f"face-up place {choice} is empty"
    return None


def _explain_piece(game: Any, choice: Piece, components: Components) -> Reason | None:
    table = game["table"]
    floor = int(table["floor"])
    if table["pools"][floor, components.families.index(choice.family)] == 0:
        return "R7.2", f"the pool of floor {floor + 1} has no {choice.family} piece left"
    if table["covered"][choice.square]:
        return "R7.2", f"castle square {choice.square} has a piece of floor {floor + 1} already"
    return None


def _explain_banner(game: Any, choice: Banner, components: Components) -> Reason | None:
    seat = int(game["table"]["seat"])
    for family, number in choice.sold.items() if choice.used else ():
        held = int(game["holdings"]["seals"][seat, components.families.index(family)])
        if number > held:
            return "R8.2", f"seat {seat} holds {held} {family} seals and cannot sell {number}"
    return None


def occupant(game: Any, square: Square, components: Components) -> str:
    """What is on a square of the board, in words."""
    table = game["table"]
    for building in range(int(table["n_buildings"])):
        if square in squares_of(table["squares"][building]):
            card = building_card(table, building, components)
            return "the castle lot" if card is None else f"a {card}"
    for seat in range(int(table["players"])):
        if square in squares_of(table["own"][seat]):
            return f"a worker of seat {seat}"
    return "a neutral worker" if square in squares_of(table["neutral"]) else "nothing"
