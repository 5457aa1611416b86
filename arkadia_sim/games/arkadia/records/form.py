"""The form of a game record: which fields there are and of which kind, and a turn read into choices.

Whatever is not as the format has it raises RecordError with ``FORM`` in place of a rule's number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from arkadia_sim.core.record_form import FORM, fields_of, list_of, shown, square_in, squares_in, text, whole
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Draw, Introduce, Owner, Pass, Piece
from arkadia_sim.games.arkadia.components.squares import Square

FORMAT: Final = "arkadia-record/1"
FORMAT_OF_SEATS: Final = "arkadia-record/2"
"""The same but for its ``rules``: ``start_gold`` is among them, and it and ``start_workers`` may be a list with a
number for each seat. Only games that version 1 cannot tell of are written so."""
NO_BANNER: Final = Banner(False)
RECORD_FIELDS: Final = (
    "format", "players", "rules", "shapes", "board", "lot", "lot_seals", "placed", "hands", "face_up", "stack",
    "first_seat", "bots", "seed", "turns", "result",
)  # fmt: skip
TURN_FIELDS: Final = ("seat", "must", "draw", "completed", "castle", "banner")


@dataclass(frozen=True)
class Completion:
    """A completed building as a record states it: its squares, its family, the seals per seat (R6.2)."""

    squares: frozenset[Square]
    family: str
    seals: tuple[int, ...]


@dataclass(frozen=True)
class RecordedTurn:
    """One turn of a record: what was decided, and what it says came of it.

    ``draw`` is None when nothing was drawn, ``gold`` what the banner is said to have brought.
    """

    seat: int
    must: Build | Introduce | Pass
    draw: Draw | None = None
    completed: tuple[Completion, ...] = ()
    pieces: tuple[Piece, ...] = ()
    banner: Banner = NO_BANNER
    gold: int = 0


def read_turn(entry: Any) -> RecordedTurn:
    """A turn of a record read into choices, its form checked and nothing else."""
    fields_of(entry, TURN_FIELDS, "a turn")
    banner, gold = _read_banner(entry["banner"])
    draw = entry["draw"]
    if draw is not None and draw != "stack":
        whole(draw, "draw, unless it is null or 'stack',")
    return RecordedTurn(
        seat=whole(entry["seat"], "seat"),
        must=_read_must(entry["must"]),
        draw=draw,
        completed=tuple(_read_completion(item) for item in list_of(entry["completed"], "completed")),
        pieces=tuple(_read_piece(item) for item in list_of(entry["castle"], "castle")),
        banner=banner,
        gold=gold,
    )


def _read_must(must: Any) -> Build | Introduce | Pass:
    if must is None:
        return Pass()
    if isinstance(must, Mapping) and "build" in must:
        fields_of(must, ("build", "squares"), "a must that builds")
        return Build(text(must["build"], "build"), squares_in(must["squares"], "squares"))
    fields_of(must, ("building", "workers"), "a must that introduces workers")
    workers: dict[Square, Owner] = {}
    for worker in list_of(must["workers"], "workers"):
        fields_of(worker, ("square", "owner"), "a worker")
        square = square_in(worker["square"], "square of a worker")
        if square in workers:
            raise RecordError(FORM, f"workers: square {list(square)} is listed twice")
        if worker["owner"] not in ("own", "neutral"):
            raise RecordError(FORM, f"the owner of a worker is 'own' or 'neutral', not {worker['owner']!r}")
        workers[square] = worker["owner"]
    return Introduce(squares_in(must["building"], "building"), workers)


def _read_completion(item: Any) -> Completion:
    fields_of(item, ("squares", "family", "seals"), "a completed building")
    seals = tuple(whole(number, "a number of seals") for number in list_of(item["seals"], "seals"))
    return Completion(squares_in(item["squares"], "squares"), text(item["family"], "family"), seals)


def _read_piece(item: Any) -> Piece:
    fields_of(item, ("piece", "square"), "a castle piece")
    return Piece(text(item["piece"], "piece"), whole(item["square"], "castle square"))


def _read_banner(banner: Any) -> tuple[Banner, int]:
    if banner is None:
        return NO_BANNER, 0
    fields_of(banner, ("sold", "gold"), "a banner")
    if not isinstance(banner["sold"], Mapping):
        raise RecordError(FORM, f"sold must be an object, not {shown(banner['sold'])}")
    sold = {family: whole(number, f"{family} seals sold") for family, number in banner["sold"].items()}
    return Banner(True, sold), whole(banner["gold"], "gold of a banner")
