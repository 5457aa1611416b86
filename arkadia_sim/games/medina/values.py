"""How people write decisions, as bots in plain Python answer; why the rules forbid one; and the set-up of a record.

A placement is a :class:`Place`, a tea break yes or no. Squares are ``(row, column)`` over the grid with the ring.

The kernel only says that a decision is illegal. ``explain`` looks at the same table and finds the first broken rule, in
the order in which a player would notice it. A breach of the format raises RecordError with ``FORM`` in place of a
rule's number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from arkadia_sim.compiled.record_form import FORM, fields_of, list_of, record_of, rules_of, seats_of, shown, square_in
from arkadia_sim.core.scene import square_name
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.box import COLOURS, Square, shipped_box, squares_text
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.bitboard import bit_to_square, square_to_bit, squares_of
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import inner_squares
from arkadia_sim.games.medina.rules.state import KIND_NAMES
from arkadia_sim.games.medina.rules.turn import OK, step


@dataclass(frozen=True)
class Place:
    """Put a piece on a square (M3.1).

    ``piece`` is a colour for a building, or ``stable``, ``merchant``, ``wall``, ``roof`` (an own one) or
    ``neutral_roof``. A roof names any building of its palace.
    """

    piece: str
    square: Square


Choice = Place | bool


def write(decision: Any, choice: Choice, table: Any) -> None:
    """Write a choice into a ``DECISION`` record for the game's current phase; RecordError if it does not fit."""
    if table["phase"] == state.PLACE:
        if not isinstance(choice, Place):
            raise RecordError("M3.1", f"a piece and its square are asked for, not {choice!r}")
        if choice.piece not in state.KIND_NAMES:
            raise RecordError("M1.5", f"there is no piece {choice.piece!r}, but {', '.join(state.KIND_NAMES)}")
        row, column = choice.square
        if not (0 <= row <= int(table["rows"]) + 1 and 0 <= column <= int(table["columns"]) + 1):
            raise RecordError("M1.2", f"square {[row, column]} is not on the board")
        decision["kind"] = state.KIND_NAMES.index(choice.piece)
        decision["square"] = square_to_bit((int(row), int(column)))
        return
    if not isinstance(choice, bool | np.bool_):
        raise RecordError("M10.3", f"yes or no to a tea break is asked for, not {choice!r}")
    decision["take_tea"] = bool(choice)


def choice_of(table: Any, decision: Any) -> Choice:
    """A decision as a person would write it."""
    if table["phase"] == state.TEA:
        return bool(decision["take_tea"])
    return Place(state.KIND_NAMES[int(decision["kind"])], bit_to_square(int(decision["square"])))


Reason = tuple[str, str]
"""The number of a rule, such as ``"M4.2"``, and a message for a person."""


def take(game: Any, choice: Choice) -> None:
    """Carry out a choice in a ``GAME`` record, or raise RecordError with the rule that forbids it."""
    decision = np.zeros(1, state.DECISION_DTYPE)[0]
    write(decision, choice, game["table"])
    if step(game, decision) != OK:
        raise RecordError(*explain(game, choice))


def explain(game: Any, choice: Choice) -> Reason:
    """The rule that forbids an illegal placement, with a message."""
    assert isinstance(choice, Place), f"the kernel refuses {choice!r} for a reason unknown to explain"
    table = game["table"]
    seat, kind = int(table["seat"]), state.KIND_NAMES.index(choice.piece)
    what = _piece_name(kind)
    if game["holdings"]["pieces"][seat, kind] <= 0:
        rule = "M6.4" if kind < state.COLOURS and table["closed"][kind] else "M3.1"
        return rule, f"seat {seat} has no {what} left"
    if table["must_roof"] and kind != state.ROOF:
        return "M3.6", "nobody else could place anything, so that the second piece must be an own roof"
    square, where = choice.square, square_name(choice.square)
    if kind >= state.ROOF:
        return _explain_roof(table, seat, kind, square)
    if kind == state.WALL:
        last_row, last_column = int(table["rows"]) + 1, int(table["columns"]) + 1
        if (square[0] in (0, last_row)) == (square[1] in (0, last_column)):
            return "M8.1", f"{where} is no wall space"
        return "M8.1", f"a wall grows from a tower and leaves a gate: {where} is not next to exactly one tower or wall"
    if square not in squares_of(table["city"]):
        return _rule_of(kind), f"{where} is no city square"
    if square in squares_of(table["occupied"]):
        return _rule_of(kind), f"{where} is not empty"
    if kind == state.MERCHANT:
        ends = sorted({bit_to_square(int(end)) for end in table["ends"]})
        if table["new_street"]:
            return "M7.4", f"a new street may not begin on {where}, next to merchants"
        return "M7.3", f"{where} is not next to an end of the street ({squares_text(ends)}) and to no other merchant"
    if square in squares_of(table["well_region"]):
        return ("M4.2" if kind < state.COLOURS else "M5.2"), f"{where} is around the well"
    if kind == state.STABLE:
        if square not in squares_of(table["beside_buildings"]):
            return "M5.1", f"{where} is next to no building"
        return "M5.2", f"a piece of another palace lies around {where}"
    return _explain_building(table, kind, square)


def _explain_building(table: Any, colour: int, square: Square) -> Reason:
    where, name = square_name(square), state.KIND_NAMES[colour]
    growing = int(table["growing"][colour])
    if growing == state.NO_PALACE:
        return "M4.3", f"a piece of another palace lies around {where}"
    near = squares_of(table["around"][growing])
    if square in near and square in squares_of(table["near_several"]):
        return "M4.3", f"a piece of another palace lies around {where}"
    possible = squares_text(squares_of(table["places"][colour]))
    return "M4.4", f"an open {name} palace can grow: the building must be added to it, on {possible}, not on {where}"


def _explain_roof(table: Any, seat: int, kind: int, square: Square) -> Reason:
    where = square_name(square)
    for palace in range(int(table["n_palaces"])):
        if square in squares_of(table["buildings"][palace]):
            if table["owner"][palace] != state.OPEN:
                return ("M6.3" if kind == state.NEUTRAL_ROOF else "M6.1"), f"the palace on {where} has a roof"
            colour = state.KIND_NAMES[int(table["colour"][palace])]
            return "M6.1", f"seat {seat} owns {'an' if colour[0] in 'aeiou' else 'a'} {colour} palace already"
    return ("M6.3" if kind == state.NEUTRAL_ROOF else "M6.1"), f"there is no building on {where}"


def _rule_of(kind: int) -> str:
    return {state.STABLE: "M5.1", state.MERCHANT: "M7.1"}.get(kind, "M4.1")


def _piece_name(kind: int) -> str:
    if kind < state.COLOURS:
        return f"{state.KIND_NAMES[kind]} building"
    return {state.ROOF: "own roof", state.NEUTRAL_ROOF: "neutral roof"}.get(kind, state.KIND_NAMES[kind])


FORMAT: Final = "medina-record/1"

RECORD_FIELDS: Final = (
    "format", "players", "rules", "well", "merchant", "first_seat", "bots", "seed", "turns", "result",
)  # fmt: skip
TURN_FIELDS: Final = ("seat", "actions", "tea")
BUILDING: Final = "building"
COUNTS: Final = "legal"
"""The one optional field: how many placements the player could have made."""
OTHER_PIECES: Final = KIND_NAMES[len(COLOURS) :]


def read_placement(action: Any) -> Place:
    """A placement; only its form is checked, and its effects not at all."""
    is_building = isinstance(action, Mapping) and action.get("place") == BUILDING
    fields_of(action, ("place", *(("colour",) if is_building else ()), "square", "effects"), "a placement")
    list_of(action["effects"], "effects")
    square = square_in(action["square"], "square")
    piece = action["colour"] if is_building else action["place"]
    if piece not in (COLOURS if is_building else OTHER_PIECES):
        allowed = ", ".join(COLOURS if is_building else (BUILDING, *OTHER_PIECES))
        raise RecordError(FORM, f"a {'colour' if is_building else 'piece'} is one of {allowed}, not {shown(piece)}")
    return Place(piece, square)


def read_setup(record: Any) -> tuple[int, RuleSet, Square, Square]:
    """Players, rules, well and first merchant; RecordError for the first breach of the format or the rules."""
    record_of(record, (FORMAT,), RECORD_FIELDS)
    players = seats_of(record, RuleSet, "M1.5", "M2.4")
    rules = rules_of(record["rules"], players, RuleSet, "M1.6")
    board = shipped_box().boards[rules.board]
    region = inner_squares(board.rows, board.columns)
    well, merchant = square_in(record["well"], "well"), square_in(record["merchant"], "merchant")
    if well not in region:
        raise RecordError(
            "M2.2", f"the well stands on a city square that is not next to a wall space, not {_name(well)}"
        )
    if merchant not in region or merchant == well:
        raise RecordError("M2.3", f"the first merchant cannot stand on {_name(merchant)}")
    return players, rules, well, merchant


def _name(square: Square) -> str:
    return square_name(square) if min(square) >= 0 else str(list(square))
