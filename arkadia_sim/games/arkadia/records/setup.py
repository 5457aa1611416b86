"""The set-up part of a game record: what was dealt, and whether that can be (R1, R2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from arkadia_sim.core.record_form import FORM, fields_of, list_of, record_of, shown, squares_in, text, texts_in, whole
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.games.arkadia.components.box import FIRST_GAME_CARDS, Components, FirstGame, PlacedBuilding, form_of
from arkadia_sim.games.arkadia.components.checks import FAMILIES, check_board, check_shapes
from arkadia_sim.games.arkadia.components.squares import CASTLE_SQUARES, Place, is_lot, squares_of, squares_text
from arkadia_sim.games.arkadia.records.form import FORMAT, FORMAT_OF_SEATS, RECORD_FIELDS
from arkadia_sim.games.arkadia.rules.options import PLAYER_COUNTS, RuleSet

RULE_OF_OPTION: Final = {
    "setup": "R2.2",
    "seal_supply": "R1.4",
    "flip_tiles": "R4.1",
    "workers_at_castle": "R5.2",
    "final_round": "R9.2",
    "holdings": "R10.2",
}
"""The rule that knows an option; all others are the knobs of R2.3."""

_check_board = lru_cache(maxsize=64)(check_board)

SEALS_ON_LOT: Final = 2  # of each family (R1.2)


@dataclass(frozen=True)
class RecordedSetup:
    """The set-up of a recorded game, checked; ``components.first_game`` holds the buildings that stand, if any do."""

    players: int
    rules: RuleSet
    components: Components
    lot: Place
    hands: tuple[tuple[str, ...], ...]
    face_up: tuple[str, ...]
    stack: tuple[str, ...]
    first_seat: int


def read_setup(record: Any, deck: Sequence[str] | None = None) -> RecordedSetup:
    """The set-up of a record; RecordError for the first thing that is not as the format or the rules have it.

    ``deck`` names the cards that there must be; without it any deck will do.
    """
    _check_form(record)
    players = record["players"]
    if players not in PLAYER_COUNTS:
        raise RecordError("R1.5", f"Arkadia is played by 2, 3 or 4, not {players}")
    rules = _read_rules(record["rules"], record["format"])
    shapes, board = _read_shapes(record["shapes"]), _read_board(record["board"])
    lot = _read_lot(record["lot"], board)
    lot_seals = _read_lot_seals(record["lot_seals"])
    placed = _read_placed(record["placed"], rules, shapes)
    hands = tuple(texts_in(hand, "a hand") for hand in list_of(record["hands"], "hands"))
    face_up, stack = texts_in(record["face_up"], "face_up"), texts_in(record["stack"], "stack")
    dealt = [*(card for hand in hands for card in hand), *face_up, *stack]
    cards = _sorted_deck([*dealt, *(building.card for building in placed)], deck, shapes)
    with _breaking("R2.3"):
        rules.check_playable(players, len(dealt))
    if [len(hand) for hand in hands] != [rules.hand_size] * players:
        raise RecordError("R2.1", f"each of {players} players is dealt {rules.hand_size} cards; see hands")
    if len(face_up) != rules.face_up:
        raise RecordError("R2.1", f"{rules.face_up} cards lie face up, not {len(face_up)}")
    if not 0 <= record["first_seat"] < players:
        raise RecordError("R2", f"seat {record['first_seat']} cannot begin, the seats are 0 to {players - 1}")
    first_game = FirstGame(lot, placed) if placed else Components.shipped().first_game
    with _breaking("R1"):
        components = _components(board, tuple(shapes.items()), cards, lot_seals, first_game)
    if placed:
        with _breaking("R2.2"):
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
    """The components that a record was played with; the same object for all games of a file, as a rule."""
    return Components(board, dict(shapes), FAMILIES, cards, lot_seals, first_game)


def _check_form(record: Any) -> None:
    """All fields present, none unknown, those that need no rule of the right kind."""
    record_of(record, (FORMAT, FORMAT_OF_SEATS), RECORD_FIELDS)
    if len(record["bots"]) != record["players"]:
        raise RecordError(FORM, "bots must name one bot for each seat")
    if not isinstance(record["seed"], str):
        whole(record["seed"], "seed")


@contextmanager
def _breaking(rule: str) -> Iterator[None]:
    """What the checks of a user's settings and components refuse inside breaks this rule."""
    try:
        yield
    except UsageError as error:
        raise RecordError(rule, str(error)) from None


def _read_rules(options: Any, form: str) -> RuleSet:
    """The options of a record of a format: version 1 knows all but gold at the start, and seats that begin alike."""
    fields_of(options, [name for name in RuleSet.model_fields if form != FORMAT or name != "start_gold"], "rules")
    list_of(options["floor_pieces"], "floor_pieces")
    for name, value in options.items():
        with _breaking(RULE_OF_OPTION.get(name, "R2.3")):
            RuleSet.from_mapping({name: value})
    rules = RuleSet.from_mapping(options)
    if rules.plain != (form == FORMAT):
        told = "begin alike and without gold" if rules.plain else "do not begin alike, or have gold"
        raise RecordError(FORM, f"where seats {told} the format is {FORMAT if rules.plain else FORMAT_OF_SEATS!r}")
    return rules


def _read_shapes(shapes: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(shapes, Mapping):
        raise RecordError(FORM, f"shapes must be an object, not {shown(shapes)}")
    outlines = {form: texts_in(rows, f"shape {form}") for form, rows in shapes.items()}
    with _breaking("R1.3"):
        check_shapes(outlines)
    return outlines


def _read_board(rows: Any) -> tuple[str, ...]:
    board = texts_in(rows, "board")
    with _breaking("R1.1"):
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
    """R2.2: nothing in the ordinary game, in the first game seven buildings, one of each form."""
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
            raise RecordError("R2.2", f"the {building.card} stands nowhere")
    return tuple(placed)


def _sorted_deck(
    found: Sequence[str], deck: Sequence[str] | None, shapes: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The cards of the record in the order of the deck, after checking that they are that deck (R1.3)."""
    shipped = Components.shipped().cards
    if deck is None:
        deck = shipped if Counter(found) == Counter(shipped) else sorted(found)
    missing, extra = Counter(deck) - Counter(found), Counter(found) - Counter(deck)
    if missing:
        raise RecordError("R1.3", f"cards of the deck are missing: {', '.join(sorted(missing.elements()))}")
    if extra:
        raise RecordError("R1.3", f"there are more cards than in the deck: {', '.join(sorted(extra.elements()))}")
    forms = {form_of(card) for card in deck}
    if forms != set(shapes):
        raise RecordError("R1.3", f"shapes must hold the forms of the cards, {', '.join(sorted(forms))}")
    return tuple(deck)
