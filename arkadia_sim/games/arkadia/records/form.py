"""Game records read: the form of their fields, turns as choices, and the set-up checked against R1 and R2.

A breach of the format raises RecordError with ``FORM`` in place of a rule's number.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from arkadia_sim.core.language import Said
from arkadia_sim.core.record_form import (
    FORM,
    breaking,
    fields_of,
    list_of,
    record_of,
    seats_of,
    shown,
    square_in,
    squares_in,
    text,
    texts_in,
    whole,
)
from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.components.box import FIRST_GAME_CARDS, Components, FirstGame, PlacedBuilding, form_of
from arkadia_sim.games.arkadia.components.checks import FAMILIES, check_board, check_shapes
from arkadia_sim.games.arkadia.components.squares import CASTLE_SQUARES, Place, Square, is_lot, squares_of, squares_text
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Owner, Pass, Piece

FORMAT: Final = "arkadia-record/1"
FORMAT_OF_SEATS: Final = "arkadia-record/2"
"""As version 1, but ``rules`` has ``start_gold``; this and ``start_workers`` may be a list, one number per seat. It is
written only for games that version 1 cannot describe."""
RECORD_FIELDS: Final = (
    "format", "players", "rules", "shapes", "board", "lot", "lot_seals", "placed", "hands", "face_up", "stack",
    "first_seat", "bots", "seed", "turns", "result",
)  # fmt: skip
TURN_FIELDS: Final = ("seat", "must", "draw", "completed", "castle", "banner")


def read_turn(entry: Any) -> list[Said]:
    """The decisions of a turn of a record; only its form is checked, and not what it brings."""
    fields_of(entry, TURN_FIELDS, "a turn")
    seat, draw, banner = whole(entry["seat"], "seat"), entry["draw"], entry["banner"]
    said = [Said(seat, "must", _read_must(entry["must"]))]
    if draw is not None:
        said.append(Said(seat, "draw", draw if draw == "stack" else whole(draw, "draw, unless it is null or 'stack',")))
    for building in list_of(entry["completed"], "completed"):
        fields_of(building, ("squares", "family", "seals"), "a completed building")
        squares_in(building["squares"], "squares")
    said += [Said(seat, "castle", _read_piece(piece)) for piece in list_of(entry["castle"], "castle")]
    return said if banner is None else [*said, Said(seat, "banner", _read_banner(banner))]


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


def _read_piece(item: Any) -> Piece:
    fields_of(item, ("piece", "square"), "a castle piece")
    return Piece(text(item["piece"], "piece"), whole(item["square"], "castle square"))


def _read_banner(banner: Any) -> Banner:
    fields_of(banner, ("sold", "gold"), "a banner")
    if not isinstance(banner["sold"], Mapping):
        raise RecordError(FORM, f"sold must be an object, not {shown(banner['sold'])}")
    return Banner(True, {family: whole(number, f"{family} seals sold") for family, number in banner["sold"].items()})


RULE_OF_OPTION: Final = {
    "setup": "R2.2",
    "seal_supply": "R1.4",
    "flip_tiles": "R4.1",
    "workers_at_castle": "R5.2",
    "final_round": "R9.2",
    "holdings": "R10.2",
}
"""The rule of each option; all other options belong to R2.3."""

_check_board = lru_cache(maxsize=64)(check_board)

SEALS_ON_LOT: Final = 2  # of each family (R1.2)


@dataclass(frozen=True)
class RecordedSetup:
    """The checked set-up of a recorded game; ``components.first_game`` holds the buildings that stand at the start."""

    players: int
    rules: RuleSet
    components: Components
    lot: Place
    hands: tuple[tuple[str, ...], ...]
    face_up: tuple[str, ...]
    stack: tuple[str, ...]
    first_seat: int


def read_setup(record: Any, deck: Sequence[str] | None = None) -> RecordedSetup:
    """The set-up of a record; RecordError for the first breach of the format or the rules.

    ``deck`` names the required cards; without it, any deck will do.
    """
    _check_form(record)
    players = seats_of(record, RuleSet, "R1.5", "R2")
    rules = _read_rules(record["rules"], record["format"])
    shapes, board = _read_shapes(record["shapes"]), _read_board(record["board"])
    lot = _read_lot(record["lot"], board)
    lot_seals = _read_lot_seals(record["lot_seals"])
    placed = _read_placed(record["placed"], rules, shapes)
    hands = tuple(texts_in(hand, "a hand") for hand in list_of(record["hands"], "hands"))
    face_up, stack = texts_in(record["face_up"], "face_up"), texts_in(record["stack"], "stack")
    dealt = [*(card for hand in hands for card in hand), *face_up, *stack]
    cards = _sorted_deck([*dealt, *(building.card for building in placed)], deck, shapes)
    with breaking("R2.3"):
        rules.check_playable(players, len(dealt))
    if [len(hand) for hand in hands] != [rules.hand_size] * players:
        raise RecordError("R2.1", f"each of {players} players is dealt {rules.hand_size} cards; see hands")
    if len(face_up) != rules.face_up:
        raise RecordError("R2.1", f"{rules.face_up} cards lie face up, not {len(face_up)}")
    first_game = FirstGame(lot, placed) if placed else Components.shipped().first_game
    with breaking("R1"):
        components = _components(board, tuple(shapes.items()), cards, lot_seals, first_game)
    if placed:
        with breaking("R2.2"):
            components.check_first_game()
    return RecordedSetup(players, rules, components, lot, hands, face_up, stack, record["first_seat"])


@lru_cache(maxsize=64)
def _components(
    board: tuple[str, ...],
    shapes: tuple[tuple[str, tuple[str, ...]], ...],
    cards: tuple[str, ...],
    lot_seals: tuple[str | None, ...],
    first_game: FirstGame,
) -> Components:
    """The components that a record was played with; usually the same object for all games of a file."""
    return Components(board, dict(shapes), FAMILIES, cards, lot_seals, first_game)


def _check_form(record: Any) -> None:
    """Check that all fields are present, none is unknown, and simple ones have the right type."""
    record_of(record, (FORMAT, FORMAT_OF_SEATS), RECORD_FIELDS)
    if not isinstance(record["seed"], str):
        whole(record["seed"], "seed")


def _read_rules(options: Any, form: str) -> RuleSet:
    """The options of a record; version 1 has no gold at the start, and all seats start alike."""
    fields_of(options, [name for name in RuleSet.model_fields if form != FORMAT or name != "start_gold"], "rules")
    list_of(options["floor_pieces"], "floor_pieces")
    for name, value in options.items():
        with breaking(RULE_OF_OPTION.get(name, "R2.3")):
            RuleSet.from_mapping({name: value})
    rules = RuleSet.from_mapping(options)
    if rules.plain != (form == FORMAT):
        when = "start alike and without gold" if rules.plain else "start with gold or not alike"
        raise RecordError(FORM, f"if seats {when}, the format is {FORMAT if rules.plain else FORMAT_OF_SEATS!r}")
    return rules


def _read_shapes(shapes: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(shapes, Mapping):
        raise RecordError(FORM, f"shapes must be an object, not {shown(shapes)}")
    outlines = {form: texts_in(rows, f"shape {form}") for form, rows in shapes.items()}
    with breaking("R1.3"):
        check_shapes(outlines)
    return outlines


def _read_board(rows: Any) -> tuple[str, ...]:
    board = texts_in(rows, "board")
    with breaking("R1.1"):
        _check_board(board, "board")
    return board


def _read_lot(listed: Any, board: Sequence[str]) -> Place:
    lot = tuple(sorted(squares_in(listed, "lot")))
    if not is_lot(lot):
        raise RecordError("R1.2", f"the lot covers 3 x 4 squares of the board, not {squares_text(lot)}")
    camps = sorted(set(lot) & set(squares_of(board, "T")))
    if camps:
        raise RecordError("R1.2", f"the lot lies on the camp of square {list(camps[0])}")
    return lot


def _read_lot_seals(listed: Any) -> tuple[str | None, ...]:
    seals = tuple(None if seal is None else text(seal, "lot_seals: an entry") for seal in list_of(listed, "lot_seals"))
    bare = CASTLE_SQUARES - SEALS_ON_LOT * len(FAMILIES)
    if Counter(seals) != Counter([*FAMILIES * SEALS_ON_LOT, *[None] * bare]):
        raise RecordError("R1.2", f"the lot shows {SEALS_ON_LOT} seals of each family and {bare} bare squares")
    return seals


def _read_placed(listed: Any, rules: RuleSet, shapes: Mapping[str, Any]) -> tuple[PlacedBuilding, ...]:
    """R2.2: no buildings in the ordinary game; seven in the first game, one of each form."""
    placed = []
    for item in list_of(listed, "placed"):
        fields_of(item, ("card", "squares"), "a placed building")
        squares = tuple(sorted(squares_in(item["squares"], "squares of a placed building")))
        placed.append(PlacedBuilding(text(item["card"], "card of a placed building"), squares))
    if rules.setup == "standard" and placed:
        raise RecordError("R2.2", "only in the first game do buildings stand from the start")
    if rules.setup == "first_game" and len(placed) != FIRST_GAME_CARDS:
        raise RecordError("R2.2", f"in the first game {FIRST_GAME_CARDS} buildings stand, not {len(placed)}")
    forms = [form_of(building.card) for building in placed]
    for building, form in zip(placed, forms, strict=True):
        if form not in shapes or forms.count(form) > 1:
            raise RecordError("R2.2", f"one building of each form stands at the start, but {forms.count(form)} {form}")
        if not building.squares:
            raise RecordError("R2.2", f"the {building.card} has no squares")
    return tuple(placed)


def _sorted_deck(
    cards: Sequence[str], deck: Sequence[str] | None, shapes: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The deck, after checking that it has the cards of the record and these shapes (R1.3)."""
    shipped = Components.shipped().cards
    if deck is None:
        deck = shipped if Counter(cards) == Counter(shipped) else sorted(cards)
    missing, extra = Counter(deck) - Counter(cards), Counter(cards) - Counter(deck)
    if missing:
        raise RecordError("R1.3", f"cards of the deck are missing: {', '.join(sorted(missing.elements()))}")
    if extra:
        raise RecordError("R1.3", f"there are more cards than in the deck: {', '.join(sorted(extra.elements()))}")
    forms = {form_of(card) for card in deck}
    if forms != set(shapes):
        raise RecordError("R1.3", f"shapes must hold the forms of the cards, {', '.join(sorted(forms))}")
    return tuple(deck)
