"""The steps of decisions: their kinds, their numbers, and which are legal now."""

from collections.abc import Sequence
from typing import Any

from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS, bit_to_square, square_to_bit, squares_of

CARD, BUILDING, TURNED, SQUARE = "card", "building", "turned", "square"
OWN, NEUTRAL, DONE = "own worker", "neutral worker", "done"
DRAWN, PIECE, CASTLE_SQUARE, BANNER, SALE = "draw", "piece", "castle square", "banner", "sale"

SALE_MOST = 31
"""The most seals that one step sells. Of more than that, the rest is asked for again."""

KINDS = (
    ActionKind(CARD, state.CARD_KINDS),
    ActionKind(BUILDING, state.BUILDINGS_MAX),
    ActionKind(TURNED, state.ORIENTATIONS_MAX),
    ActionKind(SQUARE, ROWS * COLUMNS),
    ActionKind(OWN, ROWS * COLUMNS),
    ActionKind(NEUTRAL, ROWS * COLUMNS),
    ActionKind(DONE, 1),
    ActionKind(DRAWN, state.FROM_STACK + 1),
    ActionKind(PIECE, state.FAMILIES),
    ActionKind(CASTLE_SQUARE, state.CASTLE_SQUARES),
    ActionKind(BANNER, 2),
    ActionKind(SALE, state.FAMILIES * (SALE_MOST + 1)),
)

# -- squares -----------------------------------------------------------------------------------------------------------


def number_of(square: Square) -> int:
    return COLUMNS * square[0] + square[1]


def square_at(number: int) -> Square:
    return divmod(number, COLUMNS)


def bit_of(number: int) -> int:
    return square_to_bit(square_at(number))


def _offsets(table: Any, form: int, turned: int) -> list[int]:
    """The squares of a turned outline, as bits from its anchor."""
    outlines = table["outlines"]
    return sorted(outlines["offset"][form, turned, : int(outlines["n_squares"][form])].tolist())


def first_offset(table: Any, form: int, turned: int) -> int:
    return _offsets(table, form, turned)[0]


def covered_squares(table: Any, form: int, turned: int, number: int) -> list[Square]:
    """The squares that a building covers whose first square has this number."""
    offsets = _offsets(table, form, turned)
    return [bit_to_square(bit_of(number) - offsets[0] + offset) for offset in offsets]


def outline_text(table: Any, form: int, turned: int) -> str:
    """An outline in letters, row by row: ``##/.#``."""
    squares = [bit_to_square(offset) for offset in _offsets(table, form, turned)]
    rows, columns = (1 + max(part) for part in zip(*squares))
    return "/".join(
        "".join("#" if (row, column) in squares else "." for column in range(columns)) for row in range(rows)
    )


# -- options -----------------------------------------------------------------------------------------------------------


def options(table: Any, holdings: Any, hand: Any, path: Sequence[Step]) -> Sequence[Step]:
    """The legal next steps; none if the path is a whole decision."""
    phase = int(table["phase"])
    if phase == state.MUST:
        return _must_options(table, holdings, hand, path)
    if phase == state.DRAW:
        return [] if path else _draws(table)
    if phase == state.CASTLE:
        return _piece_options(table, path)
    return _banner_options(table, holdings, path)


def _must_options(table: Any, holdings: Any, hand: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        cards = sorted(hand["distinct"][: int(hand["n_distinct"])].tolist())
        builds = [Step(CARD, card) for card in cards if hand["form_builds"][state.form_of(card)] > 0]
        return builds + _worker_buildings(table, holdings)
    if path[0].kind == BUILDING:
        return _worker_options(table, holdings, path)
    form = state.form_of(path[0].number)
    if len(path) == 1:
        ways = range(int(table["outlines"]["n_orientations"][form]))
        return [Step(TURNED, turned) for turned in ways if hand["n_anchors"][form, turned] > 0]
    if len(path) == 2:
        turned = path[1].number
        first = bit_to_square(first_offset(table, form, turned))
        anchors = squares_of(hand["anchors"][form, turned])
        return [Step(SQUARE, number_of((row + first[0], column + first[1]))) for row, column in anchors]
    return []


def _worker_buildings(table: Any, holdings: Any) -> list[Step]:
    """The buildings that workers may be put next to (R5.1, R5.2)."""
    seat = int(table["seat"])
    if holdings["workers"][seat] + holdings["neutrals"][seat] == 0:
        return []
    numbers = table["open"][: int(table["n_open"])].tolist()
    lot = [state.LOT] if table["rules"]["workers_at_castle"] and _vacant_beside(table, state.LOT) else []
    return [Step(BUILDING, number) for number in (*lot, *numbers)]


def _vacant_beside(table: Any, building: int) -> list[Square]:
    return squares_of(table["ring"][building] & ~table["occupied"])


def _worker_options(table: Any, holdings: Any, path: Sequence[Step]) -> list[Step]:
    if path[-1].kind == DONE:
        return []
    seat, own, neutral = int(table["seat"]), chosen_squares(path, OWN), chosen_squares(path, NEUTRAL)
    squares = [square for square in _vacant_beside(table, path[0].number) if square not in (*own, *neutral)]
    options = [Step(DONE, 0)] if len(path) > 1 else []
    for kind, chosen, at_hand in ((OWN, own, holdings["workers"]), (NEUTRAL, neutral, holdings["neutrals"])):
        if len(chosen) < at_hand[seat]:
            options += [Step(kind, number_of(square)) for square in squares]
    return options


def chosen_squares(path: Sequence[Step], kind: str) -> list[Square]:
    return [square_at(step.number) for step in path if step.kind == kind]


def _draws(table: Any) -> list[Step]:
    """The face-up places that hold a card, and the stack if it does (R4.5)."""
    places = [Step(DRAWN, place) for place in range(int(table["rules"]["face_up"])) if table["face_up"][place] >= 0]
    return places + ([Step(DRAWN, state.FROM_STACK)] if table["stack_left"] else [])


def _piece_options(table: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        pool = table["pools"][int(table["floor"])]
        return [Step(PIECE, family) for family in range(state.FAMILIES) if pool[family] > 0]
    if len(path) == 1:
        return [Step(CASTLE_SQUARE, square) for square in range(state.CASTLE_SQUARES) if not table["covered"][square]]
    return []


def _banner_options(table: Any, holdings: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        return [Step(BANNER, 0), Step(BANNER, 1)]
    if path[0].number == 0:
        return []
    held, sales = holdings["seals"][int(table["seat"])], sales_in(path)
    last = path[-1]
    begin = 0
    if last.kind == SALE:  # a full step leaves the family open for the rest
        family, amount = divmod(last.number, SALE_MOST + 1)
        begin = family if amount == SALE_MOST else family + 1
    for family in range(begin, state.FAMILIES):
        left = int(held[family]) - sales[family]
        if left > 0:
            return [Step(SALE, family * (SALE_MOST + 1) + amount) for amount in range(min(left, SALE_MOST) + 1)]
    return []


def sales_in(path: Sequence[Step]) -> list[int]:
    """The seals sold in a path, by family."""
    sales = [0] * state.FAMILIES
    for step in path:
        if step.kind == SALE:
            family, amount = divmod(step.number, SALE_MOST + 1)
            sales[family] += amount
    return sales


def sale_steps(held: Any, sales: Any) -> list[Step]:
    steps = []
    for family in range(state.FAMILIES):
        left, at_hand = int(sales[family]), int(held[family])
        while at_hand > 0:
            amount = min(left, SALE_MOST)
            steps.append(Step(SALE, family * (SALE_MOST + 1) + amount))
            left, at_hand = left - amount, at_hand - amount
            if amount < SALE_MOST:
                break
    return steps
