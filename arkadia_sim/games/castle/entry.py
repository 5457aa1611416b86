"""What chance brings, for a game that is entered: who begins, dice, and cards as they come up."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.scene import Square, seat_text
from arkadia_sim.core.table import ActionKind, Step
from arkadia_sim.games.castle.components.box import FACES, GUESTS
from arkadia_sim.games.castle.rules.setup import Prepared, open_as_told
from arkadia_sim.games.castle.rules.state import APPRENTICE_CARDS, CARDS_MAX, DISPLAY, SEATS_MAX, new_game

FIRST, CARD, ROLL = "first player", "card", "die rolled"
VALUES = 100
"""Cards without a guest are entered by their points, which are fewer than so many."""


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


def _size(game: Any) -> int:
    return CARDS_MAX if game["table"]["rules"]["architect"] else APPRENTICE_CARDS


def _cards(game: Any, entered: int) -> list[Step]:
    """The cards that may come up next, after so many that were entered."""
    left = game["deck"][int(game["table"]["next_card"]) + entered : _size(game)]
    return [Step(CARD, card) for card in sorted({int(card) for card in left})]
