"""Game records read: the form of their fields, placements, and the set-up checked against M1 and M2.

A breach of the format raises RecordError with ``FORM`` in place of a rule's number.
"""

from collections.abc import Mapping
from typing import Any, Final

from arkadia_sim.core.record_form import FORM, fields_of, list_of, record_of, rules_of, seats_of, shown, square_in
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.components.box import COLOURS, Square, shipped_box, square_name
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import inner_squares
from arkadia_sim.games.medina.rules.state import KIND_NAMES
from arkadia_sim.games.medina.values import Place

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


RULE_OF_OPTION: Final = {
    "board": "M1.1",
    "grow_from": "M4.4",
    "street_start": "M7.4",
    "last_player": "M3.6",
    "tower_claim": "M9.1",
    "tea_same_turn": "M10.3",
    "well_squares": "M11.3",
    "well_scoring": "M11.3",
    "ties": "M11.6",
    "holdings": "M12.2",
}
"""The rule of each option; all other options belong to M1.6."""


def read_setup(record: Any) -> tuple[int, RuleSet, Square, Square]:
    """Players, rules, well and first merchant; RecordError for the first breach of the format or the rules."""
    record_of(record, (FORMAT,), RECORD_FIELDS)
    players = seats_of(record, RuleSet, "M1.5", "M2.4")
    rules = rules_of(record["rules"], players, RuleSet, RULE_OF_OPTION, "M1.6")
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
