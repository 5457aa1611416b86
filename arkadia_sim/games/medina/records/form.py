"""The form of a game record: which fields there are and of which kind.

Whatever is not as the format has it raises RecordError with ``FORM`` in place of a rule's number.
"""

from collections.abc import Mapping
from typing import Any, Final

from arkadia_sim.core.record_form import FORM, fields_of, list_of, shown, square_in
from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.bots_api.choices import Place
from arkadia_sim.games.medina.components.box import COLOURS
from arkadia_sim.games.medina.records.account import BUILDING
from arkadia_sim.games.medina.rules.state import COLOURS as COLOUR_COUNT
from arkadia_sim.games.medina.rules.state import KIND_NAMES

FORMAT: Final = "medina-record/1"

RECORD_FIELDS: Final = (
    "format", "players", "rules", "well", "merchant", "first_seat", "bots", "seed", "turns", "result",
)  # fmt: skip
TURN_FIELDS: Final = ("seat", "actions", "tea")
COUNTS: Final = "legal"
"""The one field that may be left out: how many placements the player could have made."""
OTHER_PIECES: Final = KIND_NAMES[COLOUR_COUNT:]


def read_placement(action: Any) -> Place:
    """What was placed where, its form checked and nothing else; the effects are looked at later."""
    of_building = isinstance(action, Mapping) and action.get("place") == BUILDING
    fields_of(action, ("place", *(("colour",) if of_building else ()), "square", "effects"), "a placement")
    list_of(action["effects"], "effects")
    square = square_in(action["square"], "square")
    piece = action["colour"] if of_building else action["place"]
    if piece not in (COLOURS if of_building else OTHER_PIECES):
        what = f"{', '.join(COLOURS)}" if of_building else f"{BUILDING}, {', '.join(OTHER_PIECES)}"
        raise RecordError(FORM, f"a {'colour' if of_building else 'piece'} is one of {what}, not {shown(piece)}")
    return Place(piece, square)
