"""What chance brings in Arkadia: the castle lot, cards that are turned up, and the cards that nobody sees.

Where a game is entered, hands are unknown. A card of a hand is entered when it is played, unless all saw it drawn.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import language
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import ActionKind
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS, squares_of
from arkadia_sim.games.arkadia.rules.setup import Prepared, card_name, open_first_turn
from arkadia_sim.games.arkadia.steps import number_of, square_at


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

    def tell(self, game: Any, numbers: Sequence[int]) -> None:
        for number in numbers:
            game["table"]["squares"][state.LOT] = self._lots[number]

    def value(self, game: Any, number: int) -> str:
        return "its top left square on {},{}".format(*square_at(number))

    def square(self, number: int) -> Square:
        return square_at(number)


class CardTurnedUp(language.Chance):
    """A card turned up: at the set-up, and in place of one that was drawn."""

    kind = ActionKind("card turned up", state.CARD_KINDS)

    def __init__(self, prepared: Prepared) -> None:
        self._components = prepared.components

    def came(self, before: Any, after: Any) -> int:
        if is_unopened(before):
            return 0 if is_unopened(after) else int(before["table"]["rules"]["face_up"])
        from_stack = before["table"]["stack_left"] > after["table"]["stack_left"]
        return int(from_stack and int(after["now"]["draw"]) not in (state.FROM_STACK, state.NO_DRAW))

    def options(self, game: Any, ahead: int) -> list[int]:
        face_up = game["table"]["face_up"][ahead : int(game["table"]["rules"]["face_up"])]
        return left_of(unseen(game) + (_counts(face_up) if is_unopened(game) else 0))

    def tell(self, game: Any, numbers: Sequence[int]) -> None:
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
        return card_name(self._components, number)

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

    def __init__(self, prepared: Prepared) -> None:
        self._components = prepared.components

    def value(self, game: Any, number: int) -> str:
        seat, card = divmod(number, state.CARD_KINDS)
        return f"{card_name(self._components, card)} in the hand of {seat_text(seat)}"


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
    """How often each card is among some."""
    numbers = np.asarray(cards, np.int64)
    return np.bincount(numbers[numbers >= 0], minlength=state.CARD_KINDS)[: state.CARD_KINDS]


def left_of(counts: Any) -> list[int]:
    """The cards of which there are any."""
    return [card for card in range(state.CARD_KINDS) if counts[card] > 0]


STACK = -1
"""Stands where a seat does for cards of the stack."""


def cards_of(game: Any, seat: int) -> Any:
    """The cards in a hand, or of the stack."""
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
    """The cards that the player on turn may hold."""
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
