"""Is the head of a game record (all fields before the turns) one that the rules allow?

`check_rules` looks at the options alone and holds for every twin; `check_head` also looks at what was set up and dealt,
which hand-made positions need not pass.
"""

from collections import Counter
from typing import Any

from tests.games.arkadia.twin.ground import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    CAMPS,
    CASTLE_SQUARES,
    COPIES_PER_FORM,
    FAMILIES,
    FORMS,
    OWN_WORKERS,
    Squares,
    form_of,
    lot_places,
    orientations,
    outline_of,
    to_corner,
)
from tests.support.refereeing import RuleError

CHOICES: dict[str, tuple[Any, ...]] = {
    "setup": ("standard", "first_game"),
    "seal_supply": ("finite", "unlimited"),
    "flip_tiles": (False, True),
    "workers_at_castle": (True, False),
    "final_round": ("trigger_last", "others_only"),
    "holdings": ("open", "hidden"),
}
COUNTS = (
    "start_workers",
    "banners",
    "workers_per_banner",
    "hand_size",
    "face_up",
    "neutral_workers",
    "seals_per_family",
)
PER_SEAT = ("start_workers", "start_gold")  # R2.3: may be a number for each seat
HEAD_FIELDS = (
    "players",
    "rules",
    "shapes",
    "board",
    "lot",
    "lot_seals",
    "placed",
    "hands",
    "face_up",
    "stack",
    "first_seat",
)
FIRST_GAME_NEUTRAL = {2: 3, 3: 2, 4: 1}  # R2.2, by number of players


def check_rules(players: int, rules: dict[str, Any]) -> None:
    """Refuse options that are missing, unknown, of the wrong kind, or that cannot be played (R2.3)."""
    if not _is_count(players) or players not in FIRST_GAME_NEUTRAL:
        raise RuleError("R1.5", f"{players!r} players cannot play")
    expected = {*CHOICES, *COUNTS, "floor_pieces", *(["start_gold"] if "start_gold" in rules else [])}
    if set(rules) != expected:
        raise RuleError("R2.3", f"options missing or unknown: {sorted(set(rules) ^ expected)}")
    for name, choices in CHOICES.items():
        if not any(rules[name] is choice or (isinstance(choice, str) and rules[name] == choice) for choice in choices):
            raise RuleError("R2.2", f"{name} is {rules[name]!r}, not one of {choices}")
    for name in PER_SEAT:
        numbers = rules.get(name, 0)
        if isinstance(numbers, list) and (len(numbers) != players or not all(map(_is_count, numbers))):
            raise RuleError("R2.3", f"{name} is {numbers!r}, not one whole number from 0 on for each seat")
    for name in (*COUNTS, "start_gold"):
        if not _is_count(rules.get(name, 0)) and not (name in PER_SEAT and isinstance(rules[name], list)):
            raise RuleError("R2.3", f"{name} is {rules[name]!r}, not a whole number from 0 on")
    floors = rules["floor_pieces"]
    if not isinstance(floors, list) or len(floors) != 3 or not all(_is_count(count) for count in floors):
        raise RuleError("R2.3", f"floor_pieces is {floors!r}, not three whole numbers from 0 on")
    if max(of_seats(rules, "start_workers", players)) + rules["banners"] * rules["workers_per_banner"] > OWN_WORKERS:
        raise RuleError("R2.3", f"a player has {OWN_WORKERS} workers, fewer than start and banners promise")
    if any(count * len(FAMILIES) < CASTLE_SQUARES for count in floors[:2]):
        raise RuleError("R2.3", f"floors 1 and 2 need {CASTLE_SQUARES} pieces each")
    if rules["setup"] == "first_game" and rules["neutral_workers"] < players * FIRST_GAME_NEUTRAL[players]:
        raise RuleError("R2.2", "too few neutral workers for those that everybody begins with")


def check_head(head: dict[str, Any]) -> None:
    """Refuse a set-up that breaks R1 or R2."""
    missing = [field for field in HEAD_FIELDS if field not in head]
    if missing:
        raise RuleError("R2", f"fields missing: {missing}")
    check_rules(head["players"], head["rules"])
    if not _is_count(head["first_seat"]) or head["first_seat"] >= head["players"]:
        raise RuleError("R2", f"no seat {head['first_seat']!r} to begin")
    _check_shapes(head["shapes"])
    _check_board_and_lot(head)
    _check_placed(head)
    _check_deal(head)


def of_seats(rules: dict[str, Any], name: str, players: int) -> list[int]:
    """An option of R2.3 that may differ by seat, as a list; gold is 0 if it is left out."""
    numbers = rules.get(name, 0)
    return list(numbers) if isinstance(numbers, list) else [numbers] * players


def record_format(rules: dict[str, Any]) -> str:
    """The record's format: version 1, or version 2 if there is gold at the start or a list by seat."""
    alike = not any(isinstance(rules.get(name), list) for name in PER_SEAT)
    return "arkadia-record/1" if alike and not rules.get("start_gold") else "arkadia-record/2"


def read_squares(listed: Any) -> Squares:
    """A list of squares as a set; refuses anything but pairs of whole numbers and squares named twice."""
    if not isinstance(listed, list):
        raise RuleError("R1.1", f"{listed!r} is no list of squares")
    for square in listed:
        if not isinstance(square, list) or len(square) != 2 or not all(type(number) is int for number in square):
            raise RuleError("R1.1", f"{square!r} is no square")
    squares = frozenset((row, column) for row, column in listed)
    if len(squares) != len(listed):
        raise RuleError("R1.1", f"a square is named twice in {listed}")
    return squares


def _is_count(number: Any) -> bool:
    return type(number) is int and number >= 0


def _check_shapes(shapes: dict[str, list[str]]) -> None:
    """R1.3: seven forms of squares."""
    if set(shapes) != set(FORMS):
        raise RuleError("R1.3", f"the forms are {sorted(FORMS)}, not {sorted(shapes)}")
    for form, picture in shapes.items():
        if not outline_of(picture):
            raise RuleError("R1.3", f"the form {form} has no squares")


def _check_board_and_lot(head: dict[str, Any]) -> None:
    """R1.1 and R1.2: size of the board, camps, a legal lot, two seals of each family round it."""
    board = head["board"]
    if len(board) != BOARD_ROWS or any(len(line) != BOARD_COLUMNS for line in board):
        raise RuleError("R1.1", f"the board is not {BOARD_ROWS} rows of {BOARD_COLUMNS}")
    if Counter("".join(board)) != {"T": CAMPS, ".": BOARD_ROWS * BOARD_COLUMNS - CAMPS}:
        raise RuleError("R1.1", f"the board does not have {CAMPS} camps on plain squares")
    if read_squares(head["lot"]) not in lot_places(board):
        raise RuleError("R1.2", "the lot does not lie on 3 x 4 squares without camps")
    bare = CASTLE_SQUARES - 2 * len(FAMILIES)
    if Counter(head["lot_seals"]) != Counter([*FAMILIES, *FAMILIES] + [None] * bare):
        raise RuleError("R1.2", "the lot does not show two seals of each family and two bare squares")


def _check_placed(head: dict[str, Any]) -> None:
    """R2.2: one building of each form in a first game, none otherwise, side by side on the board."""
    placed = head["placed"]
    if head["rules"]["setup"] == "standard":
        if placed:
            raise RuleError("R2.2", "only a first game has buildings at the start")
        return
    if sorted(form_of(item["card"]) for item in placed) != sorted(FORMS):
        raise RuleError("R2.2", "a first game starts with one building of each form")
    occupied = set(read_squares(head["lot"]))
    for item in placed:
        squares = read_squares(item["squares"])
        shape = outline_of(head["shapes"][form_of(item["card"])])
        if not squares or to_corner(squares) not in orientations(shape, head["rules"]["flip_tiles"]):
            raise RuleError("R2.2", f"{sorted(squares)} is not the outline of {item['card']}")
        if any(not (0 <= row < BOARD_ROWS and 0 <= column < BOARD_COLUMNS) for row, column in squares):
            raise RuleError("R2.2", f"{item['card']} is not wholly on the board")
        if squares & occupied:
            raise RuleError("R2.2", f"{item['card']} lies on something else")
        occupied |= squares


def _check_deal(head: dict[str, Any]) -> None:
    """R1.3, R2.1 and R2.3: the 40 cards are all there, dealt in the right numbers, and leave a stack."""
    rules = head["rules"]
    hands, face_up, stack = head["hands"], head["face_up"], head["stack"]
    if [len(hand) for hand in hands] != [rules["hand_size"]] * head["players"]:
        raise RuleError("R2.1", f"not everybody was dealt {rules['hand_size']} cards")
    if len(face_up) != rules["face_up"]:
        raise RuleError("R2.1", f"{len(face_up)} face-up cards, not {rules['face_up']}")
    if not stack:
        raise RuleError("R2.3", "the deal leaves no stack")
    cards = Counter([card for hand in hands for card in hand] + face_up + stack)
    cards.update(item["card"] for item in head["placed"])
    expected = {
        f"{form}/{family}": copies // len(FAMILIES) for form, copies in COPIES_PER_FORM.items() for family in FAMILIES
    }
    if cards != expected:
        wrong = sorted(str(card) for card in {*cards, *expected} if cards[card] != expected.get(card, 0))
        raise RuleError("R1.3", f"the 40 cards are not complete: {wrong}")
