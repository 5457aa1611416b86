"""What chance brings in Arkadia, for a game that is entered: who begins, the castle lot, cards as they are turned up.

Hands are unknown. A card of a hand is entered when it is played, unless all saw it being drawn.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS, squares_of
from arkadia_sim.games.arkadia.rules.setup import Prepared, card_name, deal, open_first_turn
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    CARD_KINDS,
    FROM_STACK,
    LOT,
    MUST,
    NO_CARD,
    NO_DRAW,
    SEATS_MAX,
    form_of,
    new_game,
)
from arkadia_sim.games.arkadia.steps import CARD
from arkadia_sim.rng import STREAM_WORDS

FIRST, CASTLE_LOT, TURNED_UP = "first player", "castle lot", "card turned up"


class Entry:
    """What chance brings, as it is entered; see :class:`arkadia_sim.core.entered_table.Entry`."""

    kinds = (ActionKind(FIRST, SEATS_MAX), ActionKind(CASTLE_LOT, ROWS * COLUMNS), ActionKind(TURNED_UP, CARD_KINDS))

    def __init__(self, prepared: Prepared) -> None:
        if len(prepared.setup) > 1 or prepared.setup[0]["n_camps"]:
            raise UsageError("a game with pieces that are drawn cannot be entered")
        self._prepared = prepared

    def open(self, games: NDArray[Any], entered: Sequence[Step]) -> Sequence[Step]:
        """Begin as entered; returns what may be entered next."""
        drawn = self._prepared.setup.copy()
        lots = {min(squares_of(lot)): lot for lot in drawn[0]["lots"][: int(drawn[0]["n_lots"])]}
        if not entered:
            return [Step(FIRST, seat) for seat in range(int(games[0]["table"]["players"]))]
        if len(entered) == 1:
            return [Step(CASTLE_LOT, COLUMNS * row + column) for row, column in sorted(lots)]
        drawn[0]["lots"][0], drawn[0]["n_lots"] = lots[divmod(entered[1].number, COLUMNS)], 1
        with np.errstate(over="ignore"):
            deal(games, self._prepared.start, drawn, np.ones(STREAM_WORDS, np.uint64))
        game = games[0]
        face_up, table = entered[2:], game["table"]
        for place, step in enumerate(face_up):
            card = int(table["face_up"][place])
            if card != step.number:
                later = np.flatnonzero(table["face_up"] == step.number)
                later = later[later > place]
                if len(later):
                    table["face_up"][int(later[0])] = card
                else:
                    self._swap_in(game, step.number, card)
                table["face_up"][place] = step.number
        if len(face_up) < int(table["rules"]["face_up"]):
            shown = Counter(step.number for step in face_up)
            standing = table["card"][LOT + 1 : int(table["n_buildings"])]
            return [Step(TURNED_UP, card) for card in _left(table["deck"] - _counts(standing), shown)]
        table["first_seat"] = table["seat"] = entered[0].number
        open_first_turn(game)
        self._find_a_move(game)
        return []

    def tell(self, game: Any, entered: Sequence[Step]) -> None:
        """Put the card that is turned up on top of the stack."""
        for step in entered:
            top = int(game["table"]["stack_left"]) - 1
            card = int(game["stack"][top])
            if card != step.number:
                self._swap_in(game, step.number, card)
                game["stack"][top] = step.number

    def unknown(self, before: Any, after: Any, entered: Sequence[Step]) -> Sequence[Step]:
        """The cards that may have been turned up, if one was and it was not entered."""
        table = after["table"]
        if table["phase"] == MUST and before["table"]["phase"] != MUST:
            self._find_a_move(after)
        drawn = int(after["now"]["draw"])
        turned = before["table"]["stack_left"] > table["stack_left"] and drawn not in (FROM_STACK, NO_DRAW)
        return [Step(TURNED_UP, card) for card in _left(_unseen(before))] if turned and not entered else []

    def options(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """All cards that the player on turn may hold and that fit on the board, then whatever else may be done."""
        if game["table"]["phase"] != MUST:
            return options
        others = [step for step in options if step.kind != CARD]
        return [*(Step(CARD, card) for card in self._playable(game)), *others]

    def play(self, game: Any, step: Step) -> bool:
        """Give the player on turn the card that he plays; whether he plays one."""
        if step.kind == CARD:
            _hold(game, step.number)
        return step.kind == CARD

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """A deal in which every card was in the hand that played it, and each card turned up was next in the stack."""
        start = new_game()
        start[0] = opened
        game, left = start[0], int(opened["table"]["stack_left"])
        hands = [int(hand["n"]) for hand in opened["hands"][: int(opened["table"]["players"])]]
        unknown = [[(seat, place) for place in range(n)] for seat, n in enumerate(hands)]
        known: list[list[int]] = [[] for _ in hands]
        cards: dict[tuple[int, int], int] = {}  # by seat and place in the hand dealt, or -1 and place in the stack
        face_up = [int(card) for card in opened["table"]["face_up"]]
        for turn in log:
            seat, card, drawn = int(turn["seat"]), int(turn["card"]), int(turn["draw"])
            if turn["kind"] == BUILD and card in known[seat]:
                known[seat].remove(card)
            elif turn["kind"] == BUILD:
                cards[unknown[seat].pop(0)] = card
            if drawn == NO_DRAW:
                continue
            is_stack_empty = left == 0
            left -= not is_stack_empty
            if drawn == FROM_STACK:
                unknown[seat].append((-1, left))
                continue
            known[seat].append(face_up[drawn])
            face_up[drawn] = NO_CARD
            if not is_stack_empty:
                face_up[drawn] = cards[-1, left] = int(end["stack"][left])
        places = [(seat, place) for seat, n in enumerate(hands) for place in range(n)]
        places += [(-1, place) for place in range(int(opened["table"]["stack_left"]))]
        rest = _counts([game["hands"][s]["cards"][p] if s >= 0 else game["stack"][p] for s, p in places])
        rest -= _counts(list(cards.values()))
        others = iter(np.repeat(np.arange(CARD_KINDS), rest).tolist())
        for seat, place in places:
            cards_there = game["stack"] if seat < 0 else game["hands"][seat]["cards"]
            cards_there[place] = cards[seat, place] if (seat, place) in cards else next(others)
        open_first_turn(game)
        return game

    def text(self, game: Any, step: Step) -> str:
        """A step of chance in words."""
        if step.kind == FIRST:
            return f"{seat_text(step.number)} begins"
        if step.kind == CASTLE_LOT:
            return "its top left square on {},{}".format(*divmod(step.number, COLUMNS))
        return card_name(self._prepared.components, step.number)

    def square(self, game: Any, step: Step) -> Square | None:
        """The square of the board that a step of chance picks, or None."""
        return divmod(step.number, COLUMNS) if step.kind == CASTLE_LOT else None

    def viewer(self, seat: int) -> int:
        """Nobody's hand is seen."""
        return -1

    def _swap_in(self, game: Any, card: int, other: int) -> None:
        """Put ``other`` where a hidden ``card`` lies, which is taken elsewhere."""
        for cards, place in _hidden(game):
            if cards[place] == card:
                cards[place] = other
                return
        raise UsageError(f"there is no {card_name(self._prepared.components, card)} left")

    def _playable(self, game: Any) -> list[int]:
        """The cards that the player on turn may hold and lay out."""
        trial, cards = new_game(), []
        for card in _possible(game):
            trial[0] = game
            _hold(trial[0], card)
            hand = trial[0]["hands"][int(game["table"]["seat"])]
            if hand["form_builds"][form_of(card)] > 0:
                cards.append(card)
        return cards

    def _find_a_move(self, game: Any) -> None:
        """Let the player on turn hold a card that fits on the board if he may, so that he need not pass."""
        if game["table"]["must_pass"]:
            for card in self._playable(game)[:1]:
                _hold(game, card)


def _counts(cards: Any) -> NDArray[np.int64]:
    """How often each card is among some."""
    numbers = np.asarray(cards, np.int64)
    return np.bincount(numbers[numbers >= 0], minlength=CARD_KINDS)[:CARD_KINDS]


def _left(counts: Any, without: Counter[int] | None = None) -> list[int]:
    """The cards of which there are any, without some."""
    return [card for card in range(CARD_KINDS) if counts[card] > (0 if without is None else without[card])]


def _hidden(game: Any) -> list[tuple[Any, int]]:
    """Where the cards lie that nobody knows: the stack, then hands; each with its place."""
    table = game["table"]
    places = [(game["stack"], place) for place in range(int(table["stack_left"]))]
    for seat in range(int(table["players"])):
        hand = game["hands"][seat]
        known = Counter(table["known"][seat, : int(table["n_known"][seat])].tolist())
        for place in range(int(hand["n"])):
            card = int(hand["cards"][place])
            if known[card] > 0:
                known[card] -= 1
            else:
                places.append((hand["cards"], place))
    return places


def _unseen(game: Any) -> NDArray[np.int64]:
    """How often each card is among those that nobody knows."""
    return _counts([cards[place] for cards, place in _hidden(game)])


def _possible(game: Any) -> list[int]:
    """The cards that the player on turn may hold."""
    table = game["table"]
    seat = int(table["seat"])
    known = table["known"][seat, : int(table["n_known"][seat])].tolist()
    return sorted({*known, *(_left(_unseen(game)) if len(known) < int(game["hands"][seat]["n"]) else [])})


def _hold(game: Any, card: int) -> None:
    """Let the player on turn hold a card that nobody knows, in exchange for one of his own of this kind."""
    hand = game["hands"][int(game["table"]["seat"])]
    if card not in hand["cards"][: int(hand["n"])]:
        places = _hidden(game)
        cards, place = next((cards, place) for cards, place in places if cards[place] == card)
        own = next(at for held, at in places if np.shares_memory(held, hand["cards"]))
        cards[place], hand["cards"][own] = int(hand["cards"][own]), card
    open_first_turn(game)
