"""The steps of decisions and of chance: their kinds, their numbers, and which are possible now.

Chance brings the castle lot, cards that are turned up, and the cards that nobody sees. Where a game is entered, hands
are unknown. A card of a hand is entered when it is played, unless all saw it drawn.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled import language
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.box import CARD_NAMES, COLUMNS, ROWS, Square
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import bit_to_square, square_to_bit, squares_of
from arkadia_sim.games.arkadia.rules.setup import Prepared, open_first_turn

CARD, BUILDING, TURNED, SQUARE = "card", "building", "turned", "square"
OWN, NEUTRAL, DONE = "own worker", "neutral worker", "done"
DRAWN, PIECE, CASTLE_SQUARE, BANNER, SALE = "draw", "piece", "castle square", "banner", "sale"

SALE_MOST = 31  # the most seals that one step sells. Of more than that, the rest is asked for again

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


def number_of(square: Square) -> int:
    return COLUMNS * square[0] + square[1]


def square_at(number: int) -> Square:
    return divmod(number, COLUMNS)


def offsets_of(table: Any, form: int, turned: int) -> list[int]:
    """The squares of a turned outline, as bits from its anchor."""
    outlines = table["outlines"]
    return sorted(outlines["offset"][form, turned, : int(outlines["n_squares"][form])].tolist())


def covered_squares(table: Any, form: int, turned: int, number: int) -> list[Square]:
    """The squares that a building covers whose first square has this number."""
    offsets = offsets_of(table, form, turned)
    return [bit_to_square(square_to_bit(square_at(number)) - offsets[0] + offset) for offset in offsets]


def outline_text(table: Any, form: int, turned: int) -> str:
    """An outline in letters, row by row: ``##/.#``."""
    squares = [bit_to_square(offset) for offset in offsets_of(table, form, turned)]
    rows, columns = (1 + max(part) for part in zip(*squares))
    return "/".join(
        "".join("#" if (row, column) in squares else "." for column in range(columns)) for row in range(rows)
    )


def options(table: Any, holdings: Any, hand: Any, path: Sequence[Step]) -> Sequence[Step]:
    phase = int(table["phase"])
    if phase == state.MUST:
        return _must_options(table, holdings, hand, path)
    if phase == state.DRAW:
        places = [Step(DRAWN, place) for place in range(int(table["rules"]["face_up"])) if table["face_up"][place] >= 0]
        stack = [Step(DRAWN, state.FROM_STACK)] if table["stack_left"] else []
        return [] if path else places + stack
    if phase == state.CASTLE:
        if not path:
            pool = table["pools"][int(table["floor"])]
            return [Step(PIECE, family) for family in range(state.FAMILIES) if pool[family] > 0]
        squares = [Step(CASTLE_SQUARE, square) for square, covered in enumerate(table["covered"]) if not covered]
        return squares if len(path) == 1 else []
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
        first = bit_to_square(offsets_of(table, form, turned)[0])
        anchors = squares_of(hand["anchors"][form, turned])
        return [Step(SQUARE, number_of((row + first[0], column + first[1]))) for row, column in anchors]
    return []


def _worker_buildings(table: Any, holdings: Any) -> list[Step]:
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


# -- chance ------------------------------------------------------------------------------------------------------------


class CastleLot(language.Chance):
    """Where the castle lot lies, by its first square."""

    kind = ActionKind("castle lot", ROWS * COLUMNS)

    def __init__(self, prepared: Prepared) -> None:
        setup = prepared.setup[0]
        lots = setup["lots"][: int(setup["n_lots"])]
        self._lots = {number_of(min(squares_of(lot))): lot for lot in lots}

    def came(self, before: Any, after: Any) -> int:
        return int(is_unopened(before) and not is_unopened(after))

    def options(self, game: Any, ahead: int) -> list[int]:
        return sorted(self._lots)

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        for number in numbers:
            game["table"]["squares"][state.LOT] = self._lots[number]

    def value(self, game: Any, number: int) -> str:
        return "its top left square on {},{}".format(*square_at(number))

    def square(self, number: int) -> Square:
        return square_at(number)


class CardTurnedUp(language.Chance):
    """A card turned up: at the set-up, and in place of one that was drawn."""

    kind = ActionKind("card turned up", state.CARD_KINDS)

    def came(self, before: Any, after: Any) -> int:
        if is_unopened(before):
            return 0 if is_unopened(after) else int(before["table"]["rules"]["face_up"])
        from_stack = before["table"]["stack_left"] > after["table"]["stack_left"]
        return int(from_stack and int(after["now"]["draw"]) not in (state.FROM_STACK, state.NO_DRAW))

    def options(self, game: Any, ahead: int) -> list[int]:
        face_up = game["table"]["face_up"][ahead : int(game["table"]["rules"]["face_up"])]
        return left_of(unseen(game) + (_counts(face_up) if is_unopened(game) else 0))

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        """Turn up these cards first, or put one on top of the stack."""
        if not is_unopened(game):
            for number in numbers:
                self._put(game, game["stack"], int(game["table"]["stack_left"]) - 1, number)
            return
        face_up = game["table"]["face_up"]
        for place, number in enumerate(numbers):
            later = place + np.flatnonzero(face_up[place:] == number)
            if len(later):
                face_up[int(later[0])], face_up[place] = int(face_up[place]), number
            else:
                self._put(game, face_up, place, number)

    def value(self, game: Any, number: int) -> str:
        return CARD_NAMES[number]

    def _put(self, game: Any, cards: Any, place: int, number: int) -> None:
        """Put a hidden card in this place, in exchange for the one that lies there."""
        card = int(cards[place])
        if card == number:
            return
        for seat, hidden in hidden_places(game):
            if cards_of(game, seat)[hidden] == number:
                cards_of(game, seat)[hidden], cards[place] = card, number
                return
        raise UsageError(f"there is no {self.value(game, number)} left")


class CardInHand(language.Chance):
    """A card in the hand of a person, asked for when the game is to be played on."""

    kind = ActionKind("card in hand", state.SEATS_MAX * state.CARD_KINDS)

    def value(self, game: Any, number: int) -> str:
        seat, card = divmod(number, state.CARD_KINDS)
        return f"{CARD_NAMES[card]} in the hand of {seat_text(seat)}"


# -- hidden cards ------------------------------------------------------------------------------------------------------


def is_unopened(game: Any) -> bool:
    return not game["table"]["n_buildings"]


def playable(game: Any) -> list[int]:
    """The cards that the player on turn may hold and lay out."""
    trial, cards = state.new_game(), []
    for card in _possible(game):
        trial[0] = game
        hold(trial[0], card)
        hand = trial[0]["hands"][int(game["table"]["seat"])]
        if hand["form_builds"][state.form_of(card)] > 0:
            cards.append(card)
    return cards


def _counts(cards: Any) -> NDArray[np.int64]:
    numbers = np.asarray(cards, np.int64)
    return np.bincount(numbers[numbers >= 0], minlength=state.CARD_KINDS)[: state.CARD_KINDS]


def left_of(counts: Any) -> list[int]:
    return [card for card in range(state.CARD_KINDS) if counts[card] > 0]


STACK = -1  # stands where a seat does for cards of the stack


def cards_of(game: Any, seat: int) -> Any:
    return game["stack"] if seat == STACK else game["hands"][seat]["cards"]


def hidden_places(game: Any) -> list[tuple[int, int]]:
    """Where the cards lie that nobody knows: in the stack, then in hands, by seat; each with its place."""
    table = game["table"]
    places = [(STACK, place) for place in range(int(table["stack_left"]))]
    for seat in range(int(table["players"])):
        hand = game["hands"][seat]
        known = Counter(table["known"][seat, : int(table["n_known"][seat])].tolist())
        for place in range(int(hand["n"])):
            card = int(hand["cards"][place])
            if known[card] > 0:
                known[card] -= 1
            else:
                places.append((seat, place))
    return places


def unseen(game: Any) -> NDArray[np.int64]:
    """How often each card is among those that nobody knows."""
    return _counts([cards_of(game, seat)[place] for seat, place in hidden_places(game)])


def _possible(game: Any) -> list[int]:
    table = game["table"]
    seat = int(table["seat"])
    known = table["known"][seat, : int(table["n_known"][seat])].tolist()
    return sorted({*known, *(left_of(unseen(game)) if len(known) < int(game["hands"][seat]["n"]) else [])})


def hold(game: Any, card: int) -> None:
    """Let the player on turn hold a card that nobody knows, in exchange for one of his own of this kind."""
    seat = int(game["table"]["seat"])
    hand = game["hands"][seat]
    if card not in hand["cards"][: int(hand["n"])]:
        places = hidden_places(game)
        other, place = next((other, place) for other, place in places if cards_of(game, other)[place] == card)
        own = next(place for holder, place in places if holder == seat)
        cards_of(game, other)[place], hand["cards"][own] = int(hand["cards"][own]), card
    open_first_turn(game)


def fitting_deal(opened: Any, end: Any, log: NDArray[Any]) -> Any:
    """A deal in which every card was in the hand that played it, and each card turned up was next in the stack."""
    start = state.new_game()
    start[0] = opened
    game, left = start[0], int(opened["table"]["stack_left"])
    hands = [int(hand["n"]) for hand in opened["hands"][: int(opened["table"]["players"])]]
    unknown = [[(seat, place) for place in range(n)] for seat, n in enumerate(hands)]
    known: list[list[int]] = [[] for _ in hands]
    cards: dict[tuple[int, int], int] = {}  # by seat and place in the hand dealt, or -1 and place in the stack
    face_up = [int(card) for card in opened["table"]["face_up"]]
    for turn in log:
        seat, card, drawn = int(turn["seat"]), int(turn["card"]), int(turn["draw"])
        if turn["kind"] == state.BUILD and card in known[seat]:
            known[seat].remove(card)
        elif turn["kind"] == state.BUILD:
            cards[unknown[seat].pop(0)] = card
        if drawn == state.NO_DRAW:
            continue
        is_stack_empty = left == 0
        left -= not is_stack_empty
        if drawn == state.FROM_STACK:
            unknown[seat].append((STACK, left))
            continue
        known[seat].append(face_up[drawn])
        face_up[drawn] = state.NO_CARD
        if not is_stack_empty:
            face_up[drawn] = cards[STACK, left] = int(end["stack"][left])
    for seat, places in enumerate(unknown):
        hand = end["hands"][seat]["cards"][: int(end["hands"][seat]["n"])].tolist()
        left_in_hand = Counter(hand) - Counter(known[seat])
        cards |= dict(zip(places, left_in_hand.elements(), strict=True))
    cards |= {(STACK, place): int(end["stack"][place]) for place in range(left)}
    for (seat, place), card in cards.items():
        cards_of(game, seat)[place] = card
    open_first_turn(game)
    return game
