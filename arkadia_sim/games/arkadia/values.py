"""How people write decisions, as records have them and bots in plain Python answer, and why the rules forbid one.

A must is a :class:`Build`, :class:`Introduce` or :class:`Pass`; a draw is a face-up place or ``"stack"``; a castle
piece is a :class:`Piece`; a banner is a :class:`Banner`. Cards are ``form/family``, squares ``(row, column)``.

The kernel only says that a decision is illegal. ``explain`` looks at the same table with plain sets of squares and
finds the first broken rule, in the order in which a player would notice it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, Literal

import numpy as np

from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.box import CARD_NAMES, COLUMNS, FAMILIES, ROWS, Square, neighbours, squares_text
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import square_to_bit, squares_of, words_of
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
    return np.zeros(1, state.DECISION_DTYPE)[0]


def write(decision: Any, choice: Choice | None, table: Any) -> None:
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
        _fill_build(decision, choice, table)
    elif isinstance(choice, Introduce):
        _fill_workers(decision, choice, table)
    elif isinstance(choice, Pass):
        decision["kind"] = state.PASS
    elif isinstance(choice, Piece):
        if choice.family not in FAMILIES:
            raise RecordError("R1.4", f"there is no family {choice.family!r}")
        if not _is_whole(choice.square) or not 0 <= choice.square <= 9:
            raise RecordError("R7.2", f"castle squares are numbered 0 to 9, not {choice.square!r}")
        decision["family"] = FAMILIES.index(choice.family)
        decision["castle_square"] = choice.square
    elif isinstance(choice, Banner):
        decision["use_banner"] = choice.used
        for family, number in choice.sold.items():
            if family not in FAMILIES:
                raise RecordError("R1.4", f"there is no family {family!r}")
            if not _is_whole(number) or not 0 <= number < 1 << 31:
                raise RecordError("R8.2", f"{number!r} {family} seals cannot be sold")
            decision["sold"][FAMILIES.index(family)] = number
    else:
        if choice != "stack" and not (_is_whole(choice) and 0 <= int(choice) < state.FROM_STACK):
            raise RecordError("R4.5", f"a card is drawn from a face-up place or the stack, not from {choice!r}")
        decision["draw"] = state.FROM_STACK if choice == "stack" else choice


def _fill_build(decision: Any, choice: Build, table: Any) -> None:
    form = choice.card.partition("/")[0]
    if choice.card not in CARD_NAMES:
        raise RecordError("R1.3", f"there is no card {choice.card!r}")
    card = CARD_NAMES.index(choice.card)
    placement = find_placement(table, state.form_of(card), choice.squares)
    if placement is None:
        raise RecordError("R4.1", f"a {form} cannot be turned to cover {squares_text(choice.squares)}")
    decision["kind"] = state.BUILD
    decision["card"] = card
    decision["orientation"], decision["anchor"] = placement


def find_placement(table: Any, form: int, squares: Iterable[Square]) -> tuple[int, int] | None:
    """The orientation and anchor at which an outline covers exactly these squares, or None."""
    wanted = sorted(set(squares))
    if not wanted or not all(0 <= row < ROWS and 0 <= column < COLUMNS for row, column in wanted):
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
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            raise RecordError("R1.1", f"square {[row, column]} is not on the board")
    if not set(choice.workers.values()) <= {"own", "neutral"}:
        raise RecordError("R5.1", "a worker is 'own' or 'neutral'")
    decision["kind"] = state.WORKERS
    decision["building"] = building
    decision["own"] = words_of(square for square, owner in choice.workers.items() if owner == "own")
    decision["neutral"] = words_of(square for square, owner in choice.workers.items() if owner == "neutral")


def find_building(table: Any, squares: Iterable[Square]) -> int | None:
    wanted = sorted(set(squares))
    for building in range(int(table["n_buildings"])):
        if squares_of(table["squares"][building]) == wanted:
            return building
    return None


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def take(game: Any, choice: Choice) -> None:
    """Carry out a choice in a ``GAME`` record, or raise RecordError with the rule that forbids it."""
    decision = blank_decision()
    write(decision, choice, game["table"])
    if step(game, decision) != OK:
        raise RecordError(*explain(game, choice) or ("R3", "the rules do not allow this"))


def explain(game: Any, choice: Choice) -> tuple[str, str] | None:
    """The number of the rule that forbids a choice, with a message for a person; None if the choice is legal."""
    try:
        write(blank_decision(), choice, game["table"])
    except RecordError as error:
        return error.rule, str(error)
    if isinstance(choice, Build | Introduce):
        return next(_forbid_build(game, choice) if isinstance(choice, Build) else _forbid_workers(game, choice), None)
    return next(_forbid(game, choice), None)


def _forbid_build(game: Any, choice: Build) -> Iterator[tuple[str, str]]:
    seat, occupied = int(game["table"]["seat"]), set(squares_of(game["table"]["occupied"]))
    hand = game["hands"][seat]
    held = [CARD_NAMES[card] for card in sorted(hand["cards"][: int(hand["n"])])]
    if choice.card not in held:
        yield "R4.1", f"seat {seat} does not hold {choice.card}, but {', '.join(held) or 'no card'}"
    for square in sorted(choice.squares & occupied):
        yield "R4.2", f"square {list(square)} is not vacant: {occupant(game, square)} is there"
    if not neighbours(choice.squares) & occupied:
        yield "R4.3", f"on {squares_text(choice.squares)} the {choice.card} is next to no building and no worker"


def _forbid_workers(game: Any, choice: Introduce) -> Iterator[tuple[str, str]]:
    table, holdings, owners = game["table"], game["holdings"], list(choice.workers.values())
    seat = int(table["seat"])
    if find_building(table, choice.building) == state.LOT and not table["rules"]["workers_at_castle"]:
        yield "R5.2", "no workers may be introduced at the castle lot under workers_at_castle = false"
    if not owners:
        yield "R5.1", "one or more workers must be introduced"
    at_hand: dict[Owner, int] = {"own": int(holdings["workers"][seat]), "neutral": int(holdings["neutrals"][seat])}
    for owner, number in at_hand.items():
        if owners.count(owner) > number:
            yield "R5.1", f"seat {seat} has {number} {owner} workers at hand, fewer than {owners.count(owner)}"
    for square in sorted(set(choice.workers) & set(squares_of(table["occupied"]))):
        yield "R5.1", f"square {list(square)} is not vacant: {occupant(game, square)} is there"
    for square in sorted(set(choice.workers) - neighbours(choice.building)):
        yield "R5.1", f"square {list(square)} is not next to the building on {squares_text(choice.building)}"


def _forbid(game: Any, choice: Pass | Draw | Piece | Banner) -> Iterator[tuple[str, str]]:
    """The same for all other choices."""
    table, now, floor = game["table"], game["now"], int(game["table"]["floor"])
    if isinstance(choice, Pass):
        if not table["must_pass"]:
            builds, buildings = int(now["legal_builds"]), int(now["worker_buildings"])
            ways = f"there are {builds} ways to lay out a building, and {buildings} buildings"
            yield "R3.1", f"nobody may pass by choice: {ways} to which workers could be introduced"
    elif isinstance(choice, Piece):
        if table["pools"][floor, FAMILIES.index(choice.family)] == 0:
            yield "R7.2", f"the pool of floor {floor + 1} has no {choice.family} piece left"
        if table["covered"][choice.square]:
            yield "R7.2", f"castle square {choice.square} has a piece of floor {floor + 1} already"
    elif isinstance(choice, Banner):
        seat = int(table["seat"])
        for family, number in choice.sold.items() if choice.used else ():
            held = int(game["holdings"]["seals"][seat, FAMILIES.index(family)])
            if number > held:
                yield "R8.2", f"seat {seat} holds {held} {family} seals and cannot sell {number}"
    elif choice == "stack":
        if not table["stack_left"]:
            yield "R4.5", "the stack is empty"
    elif int(choice) >= table["rules"]["face_up"]:
        places = int(table["rules"]["face_up"])
        yield "R4.5", f"the face-up places are 0 to {places - 1}, there is no place {choice}"
    elif table["face_up"][int(choice)] == state.NO_CARD:
        yield "R4.5", f"face-up place {choice} is empty"


def occupant(game: Any, square: Square) -> str:
    """What is on a square of the board, in words."""
    table = game["table"]
    for building in range(int(table["n_buildings"])):
        if square in squares_of(table["squares"][building]):
            return "the castle lot" if building == state.LOT else f"a {CARD_NAMES[table['card'][building]]}"
    for seat in range(int(table["players"])):
        if square in squares_of(table["own"][seat]):
            return f"a worker of seat {seat}"
    return "a neutral worker" if square in squares_of(table["neutral"]) else "nothing"
