"""What chance brings, for a game that is entered: who begins, dice, and cards as they come up."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.entered_table import Amount
from arkadia_sim.core.scene import Square, seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.errors import UsageError
from arkadia_sim.games.castle.components.box import FACES, GUESTS, SQUARES
from arkadia_sim.games.castle.rules.setup import Prepared, open_as_told
from arkadia_sim.games.castle.rules.state import (
    APPRENTICE_CARDS,
    CARDS_MAX,
    DISPLAY,
    END,
    FLAGS_MAX,
    NOBODY,
    PARTS_MAX,
    SEATS_MAX,
    new_game,
)
from arkadia_sim.rng import STREAM_WORDS

FIRST, CARD, ROLL = "first player", "card", "die rolled"
VALUES = 100
"""Cards without a guest are entered by their points, which are fewer than so many."""

SUN, TOKEN, GUEST = "sun", "token on square", "guest"
COUNTS = ("walls", "floors", "residents", "clouds")
LISTS = {"tower": ("tower_points", "towers"), "flag": ("flag_points", "flags"), "card": ("values", "floors")}
"""Parts whose points are put right one by one: the fields with these points, and with their number."""
POINTS_MOST, CLOUDS_MOST = 9, 20


class Entry:
    """What chance brings, as it is entered; see :class:`arkadia_sim.core.entered_table.Entry`."""

    kinds = (ActionKind(FIRST, SEATS_MAX), ActionKind(CARD, VALUES), ActionKind(ROLL, len(FACES)))

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared

    def open(self, games: NDArray[Any], entered: Sequence[Step]) -> Sequence[Step]:
        """Begin as entered; returns what may be entered next."""
        if not entered:
            return [Step(FIRST, seat) for seat in range(int(games[0]["table"]["players"]))]
        dealt, game = games.copy()[0], new_game()
        game[0] = self._prepared.start[0]
        game[0]["table"]["board"] = dealt["table"]["board"]
        for name in ("deck", "luck", "more_luck"):
            game[0][name] = dealt[name]
        before = game.copy()
        self.tell(game[0], entered[1:])
        started = game.copy()
        with np.errstate(over="ignore"):
            open_as_told(game[0], entered[0].number)
        games[0] = game[0]
        cards = [step for step in entered if step.kind == CARD]
        shown = DISPLAY if before[0]["table"]["rules"]["architect"] else 0
        if len(cards) < shown:
            return _cards(started[0], len(cards))
        return self._dice(started[0], game[0])

    def tell(self, game: Any, entered: Sequence[Step]) -> None:
        """Put the cards next in the deck, and the dice into the script."""
        deck, place = game["deck"], int(game["table"]["next_card"])
        for number in (step.number for step in entered if step.kind == CARD):
            there = place + int(np.flatnonzero(deck[place : _size(game)] == number)[0])
            deck[place], deck[there] = int(deck[there]), int(deck[place])
            place += 1
        faces = [step.number for step in entered if step.kind == ROLL]
        game["script"][: len(faces)] = faces
        game["scripted"], game["read"] = len(faces), 0

    def unknown(self, before: Any, after: Any, entered: Sequence[Step]) -> Sequence[Step]:
        """Dice that luck rolled, then cards that came up, beyond those that were entered."""
        came = int(after["table"]["next_card"]) - int(before["table"]["next_card"])
        cards = sum(step.kind == CARD for step in entered)
        return self._dice(before, after) or (_cards(before, cards) if came > cards else [])

    def _dice(self, before: Any, after: Any) -> list[Step]:
        """The faces that a die may show, if one was rolled by luck."""
        if all(np.array_equal(before[name], after[name]) for name in ("luck", "more_luck")):
            return []
        return [Step(ROLL, face) for face in sorted({int(face) for face in before["table"]["rules"]["die"]})]

    def options(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """Nothing that a player may pick is hidden."""
        return options

    def play(self, game: Any, step: Step) -> bool:
        """Nothing that a player may pick is hidden."""
        return False

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """The game as it was opened, with the deck as it came up."""
        start = new_game()
        start[0] = opened
        start[0]["deck"] = end["deck"]
        return start[0]

    def text(self, game: Any, step: Step) -> str:
        """A step of chance in words."""
        if step.kind == FIRST:
            return f"{seat_text(step.number)} begins"
        if step.kind == ROLL:
            return str(FACES[step.number])
        return GUESTS[step.number] if game["table"]["rules"]["architect"] else f"{step.number} points"

    def square(self, game: Any, step: Step) -> Square | None:
        """Chance picks no square."""
        return None

    def viewer(self, seat: int) -> int:
        """Each seat sees the same."""
        return seat

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """Shuffle the rest of the deck; luck rolls the dice."""
        rest = game["deck"][int(game["table"]["next_card"]) : _size(game)]
        rest[:] = chance.permutation(rest)
        for luck in ("luck", "more_luck"):
            game[luck] = chance.integers(1, 1 << 63, STREAM_WORDS, np.uint64)
        game["scripted"] = 0
        return ()

    def amounts(self, game: Any) -> Sequence[Amount]:
        """What stands in each castle and lies on each board."""
        return [amount for seat in range(int(game["table"]["players"])) for amount in _amounts(game, seat)]

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number; cards come from the deck and return to it."""
        table, castle = game["table"], game["table"]["castles"][amount.seat]
        kind, _, number = amount.name.rpartition(" ")
        if amount.name == SUN:
            table["sun"] = amount.seat if value else NOBODY
        elif amount.name in COUNTS:
            castle[amount.name] = value
        elif kind == TOKEN:
            castle["tokens"] = int(castle["tokens"]) & ~(1 << int(number)) | value << int(number)
        elif kind == GUEST:
            guest = GUESTS.index(number)
            castle["guests"] = int(castle["guests"]) & ~(1 << guest) | value << guest
            _move_card(game, guest, bool(value))
        else:
            kind = kind.removeprefix("points of ")
            if kind == "card":
                for card, drawn in ((amount.value, False), (value, True)):
                    if card:
                        _move_card(game, card, drawn)
            field, count = LISTS[kind]
            points = castle[field].tolist()
            points[int(number) - 1] = value
            points = [point for point in points if point]
            castle[field] = points + [0] * (len(castle[field]) - len(points))
            castle[count] = len(points)

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """End the turn before; the dice of the present turn are known."""
        table = game["table"]
        table["turn"] -= seat is None
        table["active"] = ((int(table["active"]) if seat is None else seat) - 1) % int(table["players"])
        table["phase"] = END
        return [Step(ROLL, int(face)) for face in table["dice"]] if seat is None else ()

    def at_once(self, options: Sequence[Step]) -> Step | None:
        """Nothing."""
        return None


def _amounts(game: Any, seat: int) -> list[Amount]:
    table, castle, board = game["table"], game["table"]["castles"][seat], game["table"]["board"]
    most = {"walls": PARTS_MAX, "floors": PARTS_MAX, "residents": int(board["group_size"] * board["groups"])}
    counts, lists, guests = list(COUNTS), {"tower": PARTS_MAX, "flag": FLAGS_MAX}, range(len(GUESTS))
    if not table["rules"]["architect"]:
        counts.remove("floors")
        lists["card"], guests = PARTS_MAX, range(0)
    amounts = [Amount(name, seat, most.get(name, CLOUDS_MOST), int(castle[name])) for name in counts]
    for kind, number in lists.items():
        points = castle[LISTS[kind][0]].tolist()
        highest = VALUES - 1 if kind == "card" else POINTS_MOST
        amounts += [Amount(f"points of {kind} {place + 1}", seat, highest, points[place]) for place in range(number)]
    amounts.append(Amount(SUN, seat, 1, int(table["sun"] == seat)))
    tokens, owned = int(castle["tokens"]), int(castle["guests"])
    amounts += [Amount(f"{TOKEN} {square}", seat, 1, tokens >> square & 1) for square in range(SQUARES)]
    return amounts + [Amount(f"{GUEST} {GUESTS[guest]}", seat, 1, owned >> guest & 1) for guest in guests]


def _move_card(game: Any, card: int, drawn: bool) -> None:
    """Move a card to those drawn from the deck, or back to the rest."""
    deck, next_card = game["deck"], int(game["table"]["next_card"])
    begin, end = (next_card, _size(game)) if drawn else (0, next_card)
    places = begin + np.flatnonzero(deck[begin:end] == card)
    if not len(places):
        name = GUESTS[card] if game["table"]["rules"]["architect"] else f"a card of {card} points"
        raise UsageError(f"{name} is not in the deck any more")
    here, there = int(places[-1]), next_card if drawn else next_card - 1
    deck[here], deck[there] = int(deck[there]), int(deck[here])
    game["table"]["next_card"] += 1 if drawn else -1


def _size(game: Any) -> int:
    return CARDS_MAX if game["table"]["rules"]["architect"] else APPRENTICE_CARDS


def _cards(game: Any, entered: int) -> list[Step]:
    """The cards that may come up next, after so many that were entered."""
    left = game["deck"][int(game["table"]["next_card"]) + entered : _size(game)]
    return [Step(CARD, card) for card in sorted({int(card) for card in left})]
