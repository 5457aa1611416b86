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
from tests.support.refereeing import RuleError, need

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
    need(_is_count(players) and players in FIRST_GAME_NEUTRAL, "R1.5", f"{players!r} players cannot play")
    expected = {*CHOICES, *COUNTS, "floor_pieces", *(["start_gold"] if "start_gold" in rules else [])}
    need(set(rules) == expected, "R2.3", f"options missing or unknown: {sorted(set(rules) ^ expected)}")
    for name, choices in CHOICES.items():
        need(
            any(rules[name] is choice or (isinstance(choice, str) and rules[name] == choice) for choice in choices),
            "R2.2",
            name,
        )
    for name in PER_SEAT:
        numbers = rules.get(name, 0)
        need(not isinstance(numbers, list) or (len(numbers) == players and all(map(_is_count, numbers))), "R2.3", name)
    for name in (*COUNTS, "start_gold"):
        need(_is_count(rules.get(name, 0)) or (name in PER_SEAT and isinstance(rules[name], list)), "R2.3", name)
    floors = rules["floor_pieces"]
    need(
        isinstance(floors, list) and len(floors) == 3 and all(_is_count(count) for count in floors),
        "R2.3",
        "floor_pieces",
    )
    need(
        max(of_seats(rules, "start_workers", players)) + rules["banners"] * rules["workers_per_banner"] <= OWN_WORKERS,
        "R2.3",
        "too few own workers",
    )
    need(all(count * len(FAMILIES) >= CASTLE_SQUARES for count in floors[:2]), "R2.3", "floor_pieces")
    need(
        rules["setup"] != "first_game" or rules["neutral_workers"] >= players * FIRST_GAME_NEUTRAL[players],
        "R2.2",
        "neutral_workers",
    )


def check_head(head: dict[str, Any]) -> None:
    """Refuse a set-up that breaks R1 or R2."""
    missing = [field for field in HEAD_FIELDS if field not in head]
    need(not missing, "R2", f"fields missing: {missing}")
    check_rules(head["players"], head["rules"])
    need(_is_count(head["first_seat"]) and head["first_seat"] < head["players"], "R2", "first_seat")
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
    need(isinstance(listed, list), "R1.1", f"{listed!r} is no list of squares")
    for square in listed:
        need(
            isinstance(square, list) and len(square) == 2 and all(type(number) is int for number in square),
            "R1.1",
            f"{square!r} is no square",
        )
    squares = frozenset((row, column) for row, column in listed)
    need(len(squares) == len(listed), "R1.1", f"a square is named twice in {listed}")
    return squares


def _is_count(number: Any) -> bool:
    return type(number) is int and number >= 0


def _check_shapes(shapes: dict[str, list[str]]) -> None:
    """R1.3: seven forms of squares."""
    need(set(shapes) == set(FORMS), "R1.3", f"the forms are {sorted(FORMS)}, not {sorted(shapes)}")
    for form, picture in shapes.items():
        need(outline_of(picture), "R1.3", f"the form {form} has no squares")


def _check_board_and_lot(head: dict[str, Any]) -> None:
    """R1.1 and R1.2: size of the board, camps, a legal lot, two seals of each family round it."""
    board = head["board"]
    need(len(board) == BOARD_ROWS and all(len(line) == BOARD_COLUMNS for line in board), "R1.1", "board")
    need(Counter("".join(board)) == {"T": CAMPS, ".": BOARD_ROWS * BOARD_COLUMNS - CAMPS}, "R1.1", "camps")
    need(read_squares(head["lot"]) in lot_places(board), "R1.2", "the lot does not lie on 3 x 4 squares without camps")
    bare = CASTLE_SQUARES - 2 * len(FAMILIES)
    need(Counter(head["lot_seals"]) == Counter([*FAMILIES, *FAMILIES] + [None] * bare), "R1.2", "lot_seals")


def _check_placed(head: dict[str, Any]) -> None:
    """R2.2: one building of each form in a first game, none otherwise, side by side on the board."""
    placed = head["placed"]
    if head["rules"]["setup"] == "standard":
        need(not placed, "R2.2", "only a first game has buildings at the start")
        return
    need(sorted(form_of(item["card"]) for item in placed) == sorted(FORMS), "R2.2", "one of each form")
    occupied = set(read_squares(head["lot"]))
    for item in placed:
        squares = read_squares(item["squares"])
        shape = outline_of(head["shapes"][form_of(item["card"])])
        need(
            squares and to_corner(squares) in orientations(shape, head["rules"]["flip_tiles"]),
            "R2.2",
            f"outline of {item['card']}",
        )
        need(
            all(0 <= row < BOARD_ROWS and 0 <= column < BOARD_COLUMNS for row, column in squares),
            "R2.2",
            "beyond the board",
        )
        need(not squares & occupied, "R2.2", f"{item['card']} lies on something else")
        occupied |= squares


def _check_deal(head: dict[str, Any]) -> None:
    """R1.3, R2.1 and R2.3: the 40 cards are all there, dealt in the right numbers, and leave a stack."""
    rules = head["rules"]
    hands, face_up, stack = head["hands"], head["face_up"], head["stack"]
    need([len(hand) for hand in hands] == [rules["hand_size"]] * head["players"], "R2.1", "hands")
    need(len(face_up) == rules["face_up"], "R2.1", f"{len(face_up)} face-up cards, not {rules['face_up']}")
    need(stack, "R2.3", "the deal leaves no stack")
    cards = Counter([card for hand in hands for card in hand] + face_up + stack)
    cards.update(item["card"] for item in head["placed"])
    expected = {
        f"{form}/{family}": copies // len(FAMILIES) for form, copies in COPIES_PER_FORM.items() for family in FAMILIES
    }
    if cards != expected:
        wrong = sorted(str(card) for card in {*cards, *expected} if cards[card] != expected.get(card, 0))
        raise RuleError("R1.3", f"the 40 cards are not complete: {wrong}")
