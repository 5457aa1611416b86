"""What chance brings in Arkadia, for a game that is entered: who begins, the castle lot, cards as they are turned up.

Hands are unknown. A card of a hand is entered when it is played, unless all saw it being drawn.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.entered_table import VALUES, Amount
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS, squares_of
from arkadia_sim.games.arkadia.rules.setup import Prepared, card_name, deal, open_first_turn
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    CARD_KINDS,
    END,
    FROM_STACK,
    LOT,
    MUST,
    NO_CARD,
    NO_DRAW,
    SEATS_MAX,
    form_of,
    new_game,
)
from arkadia_sim.games.arkadia.steps import BANNER, CARD, DRAWN
from arkadia_sim.rng import STREAM_WORDS

FIRST, CASTLE_LOT, TURNED_UP, HELD = "first player", "castle lot", "card turned up", "card in hand"
GOLD, SEALS, WORKERS, NEUTRALS, BANNERS = "gold", "seals", "workers at hand", "neutral workers at hand", "banners left"


class Entry:
    """What chance brings, as it is entered; see :class:`arkadia_sim.core.entered_table.Entry`."""

    kinds = (
        ActionKind(FIRST, SEATS_MAX),
        ActionKind(CASTLE_LOT, ROWS * COLUMNS),
        ActionKind(TURNED_UP, CARD_KINDS),
        ActionKind(HELD, SEATS_MAX * CARD_KINDS),
    )

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
                unknown[seat].append((STACK, left))
                continue
            known[seat].append(face_up[drawn])
            face_up[drawn] = NO_CARD
            if not is_stack_empty:
                face_up[drawn] = cards[STACK, left] = int(end["stack"][left])
        for seat, places in enumerate(unknown):
            hand = end["hands"][seat]["cards"][: int(end["hands"][seat]["n"])].tolist()
            left_in_hand = Counter(hand) - Counter(known[seat])
            cards |= dict(zip(places, left_in_hand.elements(), strict=True))
        cards |= {(STACK, place): int(end["stack"][place]) for place in range(left)}
        for (seat, place), card in cards.items():
            _cards(game, seat)[place] = card
        open_first_turn(game)
        return game

    def text(self, game: Any, step: Step) -> str:
        """A step of chance in words."""
        if step.kind == FIRST:
            return f"{seat_text(step.number)} begins"
        if step.kind == CASTLE_LOT:
            return "its top left square on {},{}".format(*divmod(step.number, COLUMNS))
        if step.kind == HELD:
            seat, card = divmod(step.number, CARD_KINDS)
            return f"{card_name(self._prepared.components, card)} in the hand of {seat_text(seat)}"
        return card_name(self._prepared.components, step.number)

    def square(self, game: Any, step: Step) -> Square | None:
        """The square of the board that a step of chance picks, or None."""
        return divmod(step.number, COLUMNS) if step.kind == CASTLE_LOT else None

    def viewer(self, seat: int) -> int:
        """Nobody's hand is seen."""
        return -1

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """Ask for the cards in people's hands; deal all others that nobody knows by lot."""
        places, left = _hidden(game), _unseen(game)
        told = [(seat, place) for seat, place in places if seat in people]
        for (seat, place), step in zip(told, entered):
            card = step.number % CARD_KINDS
            _cards(game, seat)[place] = card
            left[card] -= 1
        if len(entered) < len(told):
            return [Step(HELD, CARD_KINDS * told[len(entered)][0] + card) for card in _left(left)]
        rest = chance.permutation(np.repeat(np.arange(CARD_KINDS), left))
        for (seat, place), card in zip((place for place in places if place not in told), rest, strict=True):
            _cards(game, seat)[place] = card
        if game["table"]["phase"] == MUST:
            open_first_turn(game)
        return []

    def amounts(self, game: Any) -> Sequence[Amount]:
        """What each player has: gold, seals, workers, banners. What a player lacks is in the supply."""
        table, holdings, families = game["table"], game["holdings"], self._prepared.components.families
        return [
            amount
            for seat in range(int(table["players"]))
            for amount in (
                Amount(GOLD, seat, VALUES - 1, int(holdings["gold"][seat])),
                *(
                    _of_supply(f"{name} {SEALS}", seat, holdings["seals"][seat, family], table["supply"][family])
                    for family, name in enumerate(families)
                ),
                _of_supply(WORKERS, seat, holdings["workers"][seat], table["own_pool"][seat]),
                _of_supply(NEUTRALS, seat, holdings["neutrals"][seat], table["neutral_pool"]),
                Amount(BANNERS, seat, int(table["rules"]["banners"]), int(table["banners"][seat])),
            )
        ]

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number; the supply has the rest."""
        table, holdings, seat, more = game["table"], game["holdings"], amount.seat, value - amount.value
        if amount.name == GOLD:
            holdings["gold"][seat] = value
        elif amount.name == BANNERS:
            table["banners"][seat] = value
        elif amount.name == WORKERS:
            holdings["workers"][seat] += more
            table["own_pool"][seat] -= more
        elif amount.name == NEUTRALS:
            holdings["neutrals"][seat] += more
            table["neutral_pool"] -= more
        else:
            family = self._prepared.components.families.index(amount.name.split()[0])
            holdings["seals"][seat, family] += more
            table["supply"][family] -= more

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """End the turn before, which nobody passed and which the last round does not count."""
        table = game["table"]
        table["turn"] -= seat is None
        table["turns_left"] += table["turns_left"] > 0
        table["seat"] = ((int(table["seat"]) if seat is None else seat) - 1) % int(table["players"])
        table["phase"], game["now"]["kind"] = END, BUILD
        return ()

    def at_once(self, options: Sequence[Step]) -> Step | None:
        """Cards come from the stack, and nobody uses a banner."""
        if options and options[0].kind == BANNER:
            return Step(BANNER, 0)
        if options and options[0].kind == DRAWN:
            return Step(DRAWN, FROM_STACK) if Step(DRAWN, FROM_STACK) in options else options[0]
        return None

    def _swap_in(self, game: Any, card: int, other: int) -> None:
        """Put ``other`` where a hidden ``card`` lies, which is taken elsewhere."""
        for seat, place in _hidden(game):
            if _cards(game, seat)[place] == card:
                _cards(game, seat)[place] = other
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


STACK = -1
"""Stands where a seat does for cards of the stack."""


def _cards(game: Any, seat: int) -> Any:
    """The cards in a hand, or of the stack."""
    return game["stack"] if seat == STACK else game["hands"][seat]["cards"]


def _of_supply(name: str, seat: int, own: Any, supply: Any) -> Amount:
    """A number of things of which the supply has more."""
    return Amount(name, seat, min(int(own) + int(supply), VALUES - 1), int(own))


def _hidden(game: Any) -> list[tuple[int, int]]:
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


def _unseen(game: Any) -> NDArray[np.int64]:
    """How often each card is among those that nobody knows."""
    return _counts([_cards(game, seat)[place] for seat, place in _hidden(game)])


def _possible(game: Any) -> list[int]:
    """The cards that the player on turn may hold."""
    table = game["table"]
    seat = int(table["seat"])
    known = table["known"][seat, : int(table["n_known"][seat])].tolist()
    return sorted({*known, *(_left(_unseen(game)) if len(known) < int(game["hands"][seat]["n"]) else [])})


def _hold(game: Any, card: int) -> None:
    """Let the player on turn hold a card that nobody knows, in exchange for one of his own of this kind."""
    seat = int(game["table"]["seat"])
    hand = game["hands"][seat]
    if card not in hand["cards"][: int(hand["n"])]:
        places = _hidden(game)
        other, place = next((other, place) for other, place in places if _cards(game, other)[place] == card)
        own = next(place for holder, place in places if holder == seat)
        _cards(game, other)[place], hand["cards"][own] = int(hand["cards"][own]), card
    open_first_turn(game)
