"""The steps of decisions and of chance: their kinds, their numbers, and which are possible now.

Chance brings the castle lot, cards that are turned up, and the cards that nobody sees. Where a game is entered, hands
are unknown. A card of a hand is entered when it is played, unless all saw it drawn.

Decisions::

    must     card ─► turned ─► square                  or   building ─► own worker or neutral worker … ─► done
    draw     draw
    castle   piece ─► castle square
    banner   banner ─► seals of the first family ─► … of the last

A card lies on the square that its building covers first, by rows from the top. Workers are put down in any order.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import inlined
from arkadia_sim.compiled import language
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import ActionKind, ActionSpace, Observed, Step
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.bots_api.look_ahead import PARTS
from arkadia_sim.games.arkadia.box import CARD_NAMES, COLUMNS, ROWS, Square
from arkadia_sim.games.arkadia.rules import bitboard, state
from arkadia_sim.games.arkadia.rules.bitboard import STRIDE, bit_to_square, load, mark_squares, single, store, without
from arkadia_sim.games.arkadia.rules.moves import count_worker_buildings, nth_worker_building, vacant, worker_squares
from arkadia_sim.games.arkadia.rules.setup import Prepared, open_first_turn
from arkadia_sim.kernels.actions import Actions

CARD, BUILDING, TURNED, SQUARE = "card", "building", "turned", "square"
OWN, NEUTRAL, DONE = "own worker", "neutral worker", "done"
DRAWN, PIECE, CASTLE_SQUARE, BANNER, SALE = "draw", "piece", "castle square", "banner", "sale"

SALE_MOST = 31  # the most seals that one step sells. Of more than that, the rest is asked for again

_KINDS = (
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
(
    _CARD_AT, _BUILDING_AT, _TURNED_AT, _SQUARE_AT, _OWN_AT, _NEUTRAL_AT, _DONE_AT, _DRAWN_AT, _PIECE_AT,
    _CASTLE_SQUARE_AT, _BANNER_AT, _SALE_AT,
) = ActionSpace(_KINDS).starts  # fmt: skip
_AMOUNTS = SALE_MOST + 1

_MANY = float(np.iinfo(np.int32).max)
_PLANES = ("a tent camp", "the castle lot", "an open building of family 0", "of family 1", "of family 2", "of family 3",
           "a completed building", "a building that carries a seal", "an own worker", "a worker of the next player",
           "of the one after", "of the last", "a neutral worker")  # fmt: skip
_CAMP, _LOT, _OPEN, _COMPLETE, _SEAL, _WORKERS, _NEUTRALS = 0, 1, 2, 6, 7, 8, 12
_NOW = len(state.PHASE_NAMES)
_OBSERVED = (
    Observed("board", (len(_PLANES), ROWS, COLUMNS), 0.0, 1.0, f"by square: {', '.join(_PLANES)}"),
    Observed("seats", (state.SEATS_MAX, 4 + state.FAMILIES), float(state.UNKNOWN), _MANY,
             "by seat from one's own on: gold, workers, neutral workers, seals by family (-1: hidden), banners"),
    Observed("castle", (2, state.CASTLE_SQUARES), -1.0, float(state.FAMILIES),
             "family on top (-1: bare); whether it is covered"),
    Observed("families", (2 + state.FLOORS, state.FAMILIES), 0.0, _MANY,
             "value of a seal, seals left, pieces left by floor"),
    Observed("hand", (state.CARD_KINDS,), 0.0, state.CARDS_MAX, "own cards by number, which is 4 * form + family"),
    Observed("face_up", (state.CARD_KINDS,), 0.0, state.CARDS_MAX, "open cards by number"),
    Observed("moment", (_NOW + 4 + state.SEATS_MAX,), -1.0, _MANY,
             "phase (6 marks), whether one is on turn, pieces to place, cards in the stack, turns left "
             "(-1: unknown), cards in hand by seat from one's own on"),
)  # fmt: skip


# -- actions and observations, in compiled code ------------------------------------------------------------------------
@inlined
def _mark(table: Any, holdings: Any, hand: Any, path: Any, n: Any, mask: Any) -> None:
    phase, seat = table["phase"], table["seat"]
    if phase == state.MUST and n > 0 and path[0] >= _BUILDING_AT:
        _mark_workers(table, holdings, path, n, mask)
    elif phase == state.MUST and n > 0:
        form = state.form_of(path[0] - _CARD_AT)
        if n == 1:
            for turned in range(table["outlines"]["n_orientations"][form]):
                mask[_TURNED_AT + turned] = hand["n_anchors"][form, turned] > 0
        elif n == 2:
            turned = path[1] - _TURNED_AT
            first = _first_offset(table, form, turned)
            rest = load(hand["anchors"][form, turned])
            while not bitboard.is_empty(rest):
                bit = bitboard.first_bit(rest) + first
                mask[_SQUARE_AT + bit - bit // STRIDE] = 1
                rest = bitboard.drop_first(rest)
    elif phase == state.MUST:
        for i in range(hand["n_distinct"]):
            card = np.int64(hand["distinct"][i])
            mask[_CARD_AT + card] = hand["form_builds"][state.form_of(card)] > 0
        for rank in range(count_worker_buildings(table, holdings, seat)):
            mask[_BUILDING_AT + nth_worker_building(table, rank)] = 1
    elif phase == state.DRAW and n == 0:
        for place in range(table["rules"]["face_up"]):
            mask[_DRAWN_AT + place] = table["face_up"][place] >= 0
        mask[_DRAWN_AT + state.FROM_STACK] = table["stack_left"] > 0
    elif phase == state.CASTLE and n == 0:
        for family in range(state.FAMILIES):
            mask[_PIECE_AT + family] = table["pools"][table["floor"], family] > 0
    elif phase == state.CASTLE and n == 1:
        for square in range(state.CASTLE_SQUARES):
            mask[_CASTLE_SQUARE_AT + square] = table["covered"][square] == 0
    elif phase == state.BANNER and n == 0:
        mask[_BANNER_AT : _BANNER_AT + 2] = 1
    elif phase == state.BANNER and path[0] > _BANNER_AT:
        _mark_sales(holdings["seals"][seat], path, n, mask)


@inlined
def _mark_workers(table: Any, holdings: Any, path: Any, n: Any, mask: Any) -> None:
    if path[n - 1] == _DONE_AT:
        return
    squares, own = worker_squares(table, path[0] - _BUILDING_AT, vacant(table)), 0
    for i in range(1, n):
        own += path[i] < _NEUTRAL_AT
        number = path[i] - (_OWN_AT if path[i] < _NEUTRAL_AT else _NEUTRAL_AT)
        squares = without(squares, single(number + number // COLUMNS))
    mask[_DONE_AT] = n > 1
    if own < holdings["workers"][table["seat"]]:
        mark_squares(mask, _OWN_AT, squares, STRIDE)
    if n - 1 - own < holdings["neutrals"][table["seat"]]:
        mark_squares(mask, _NEUTRAL_AT, squares, STRIDE)


@inlined
def _mark_sales(held: Any, path: Any, n: Any, mask: Any) -> None:
    """A full step leaves the family open for the rest."""
    family, sold = 0, 0
    for i in range(1, n):
        step = path[i] - _SALE_AT
        sold = (sold if step // _AMOUNTS == family else 0) + step % _AMOUNTS
        family = step // _AMOUNTS
        if step % _AMOUNTS < SALE_MOST:
            family, sold = family + 1, 0
    while family < state.FAMILIES and held[family] - sold <= 0:
        family, sold = family + 1, 0
    if family < state.FAMILIES:
        begin = _SALE_AT + _AMOUNTS * family
        mask[begin : begin + min(held[family] - sold, SALE_MOST) + 1] = 1


@inlined
def _first_offset(table: Any, form: Any, turned: Any) -> Any:
    """The first square of a turned outline, as bits from its anchor."""
    first = np.int64(table["outlines"]["offset"][form, turned, 0])
    for k in range(1, table["outlines"]["n_squares"][form]):
        first = min(first, np.int64(table["outlines"]["offset"][form, turned, k]))
    return first


@inlined
def _fill(table: Any, holdings: Any, hand: Any, path: Any, n: Any, decision: Any) -> None:
    if table["phase"] == state.MUST and path[0] < _BUILDING_AT:
        card, turned, number = path[0] - _CARD_AT, path[1] - _TURNED_AT, path[2] - _SQUARE_AT
        decision["kind"], decision["card"], decision["orientation"] = state.BUILD, card, turned
        decision["anchor"] = number + number // COLUMNS - _first_offset(table, state.form_of(card), turned)
    elif table["phase"] == state.MUST:
        decision["kind"], decision["building"] = state.WORKERS, path[0] - _BUILDING_AT
        for i in range(1, n - 1):
            is_own = path[i] < _NEUTRAL_AT
            number = path[i] - (_OWN_AT if is_own else _NEUTRAL_AT)
            workers = decision["own"] if is_own else decision["neutral"]
            store(workers, bitboard.either(load(workers), single(number + number // COLUMNS)))
    elif table["phase"] == state.DRAW:
        decision["draw"] = path[0] - _DRAWN_AT
    elif table["phase"] == state.CASTLE:
        decision["family"], decision["castle_square"] = path[0] - _PIECE_AT, path[1] - _CASTLE_SQUARE_AT
    else:
        decision["use_banner"] = path[0] - _BANNER_AT
        for i in range(1, n):
            decision["sold"][(path[i] - _SALE_AT) // _AMOUNTS] += (path[i] - _SALE_AT) % _AMOUNTS


@inlined
def _observe(table: Any, holdings: Any, hand: Any, seat: Any, seen: Any) -> None:
    players, board, moment = table["players"], seen["board"], seen["moment"]
    mark_squares(board[_CAMP].ravel(), 0, table["camps"], STRIDE)
    mark_squares(board[_LOT].ravel(), 0, table["squares"][state.LOT], STRIDE)
    for building in range(state.LOT + 1, table["n_buildings"]):
        squares, is_complete = table["squares"][building], table["complete"][building] != 0
        family = state.family_of(table["card"][building])
        mark_squares(board[_COMPLETE if is_complete else _OPEN + family].ravel(), 0, squares, STRIDE)
        if not is_complete and table["has_seal"][building] != 0:
            mark_squares(board[_SEAL].ravel(), 0, squares, STRIDE)
    mark_squares(board[_NEUTRALS].ravel(), 0, table["neutral"], STRIDE)
    for place in range(players):
        other, row = (seat + place) % players, seen["seats"][place]
        mark_squares(board[_WORKERS + place].ravel(), 0, table["own"][other], STRIDE)
        row[0], row[1], row[2] = holdings["gold"][other], holdings["workers"][other], holdings["neutrals"][other]
        for family in range(state.FAMILIES):
            row[3 + family] = holdings["seals"][other, family]
        row[3 + state.FAMILIES] = table["banners"][other]
        moment[_NOW + 4 + place] = table["hand_count"][other]
    for square in range(state.CASTLE_SQUARES):
        seen["castle"][0, square], seen["castle"][1, square] = table["top"][square], table["covered"][square]
    for family in range(state.FAMILIES):
        seen["families"][0, family], seen["families"][1, family] = table["value"][family], table["supply"][family]
        for floor in range(state.FLOORS):
            seen["families"][2 + floor, family] = table["pools"][floor, family]
    for i in range(hand["n"]):
        seen["hand"][hand["cards"][i]] += 1
    for place in range(state.FACE_UP_MAX):
        if table["face_up"][place] >= 0:
            seen["face_up"][table["face_up"][place]] += 1
    moment[table["phase"]], moment[_NOW] = 1, table["seat"] == seat
    moment[_NOW + 1], moment[_NOW + 2] = table["pieces_due"], table["stack_left"]
    moment[_NOW + 3] = table["turns_left"] if table["end_seat"] != state.NOBODY else -1


ACTIONS = Actions(PARTS, _KINDS, _OBSERVED, _mark, _fill, _observe, home=__file__)
"""What is legal, which decision it makes, and what a seat observes; see ``kernels/actions.py``."""


# -- steps in plain Python ---------------------------------------------------------------------------------------------
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
    return [bit_to_square(bitboard.square_to_bit(square_at(number)) - offsets[0] + offset) for offset in offsets]


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
        self._lots = {number_of(min(bitboard.squares_of(lot))): lot for lot in lots}

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
    event = "card from the stack"

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

    def made(self, before: Any, after: Any) -> list[int]:
        left = int(after["table"]["stack_left"])
        return [int(card) for card in before["stack"][left : int(before["table"]["stack_left"])]]

    def draw_again(self, game: Any, seat: int, chance: np.random.Generator) -> None:
        rest = game["stack"][: int(game["table"]["stack_left"])]
        rest[:] = chance.permutation(rest)

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
