"""A recorded game played again through the kernel, from what the record says was dealt and decided."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.bots_api.choices import Choice, blank_decision
from arkadia_sim.games.arkadia.bots_api.explain import take
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.records.form import RecordedTurn
from arkadia_sim.games.arkadia.records.setup import RecordedSetup, read_setup
from arkadia_sim.games.arkadia.rules.bitboard import words_of
from arkadia_sim.games.arkadia.rules.setup import card_number, deal, open_first_turn, prepare
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    CASTLE,
    DRAW,
    END,
    END_CASTLE,
    NO_CARD,
    NOBODY,
    OVER,
    new_game,
)
from arkadia_sim.games.arkadia.rules.turn import step
from arkadia_sim.rng import STREAM_WORDS


class Replay:
    """A game under way that is told what was decided: a ``GAME`` record, and the components that give names to things.

    A turn is told in parts, ``play_must``, ``play_castle`` and ``play_banner``, or at once with ``play_turn``, and
    closed with ``end_turn``. Each raises RecordError with the rule when the turn cannot have gone that way.
    """

    def __init__(self, game: Any, components: Components) -> None:
        self.game = game
        self.components = components

    @classmethod
    def of_record(cls, record: Mapping[str, Any], deck: Sequence[str] | None = None) -> "Replay":
        """A replay at the first turn of a recorded game, whose set-up is checked, against a deck if one is given."""
        setup = read_setup(record, deck)
        return cls(_dealt_again(setup), setup.components)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self.game["table"]["phase"]) == OVER

    def play_turn(self, turn: RecordedTurn) -> None:
        """Carry out everything that was decided in a turn; the game stops in phase END."""
        self.play_must(turn)
        self.play_castle(turn)
        self.play_banner(turn)

    def play_must(self, turn: RecordedTurn) -> None:
        """The must with its draw, after which completed buildings have been paid (R3 to R6)."""
        table = self.game["table"]
        if self.over:
            rule, why = ("R9.2", "the last round") if table["end"] == END_CASTLE else ("R9.3", "a pass of every player")
            raise RecordError(rule, f"the game was over after {why}, but the record goes on")
        if turn.seat != int(table["seat"]):
            raise RecordError("R3", f"seat {int(table['seat'])} is on turn, not seat {turn.seat}")
        self._take(turn.must)
        if int(table["phase"]) == DRAW:
            if turn.draw is None:
                raise RecordError("R4.5", "a card must be drawn after a building was laid out")
            self._take(turn.draw)
        elif turn.draw is not None:
            raise RecordError("R4.5", "a card is drawn only after a building was laid out, and while there are cards")

    def play_castle(self, turn: RecordedTurn) -> None:
        """The castle pieces, one per completed building while there are pieces (R7)."""
        table = self.game["table"]
        for number, piece in enumerate(turn.pieces):
            if int(table["phase"]) != CASTLE:
                if number < int(self.game["now"]["n_completed"]):
                    raise RecordError("R7.4", "no castle piece can be placed any more")
                raise RecordError("R7.1", f"one castle piece is placed per completed building, {number} in this turn")
            self._take(piece)
        if int(table["phase"]) == CASTLE:
            due = int(table["pieces_due"])
            raise RecordError("R7.1", f"a castle piece must be placed for each completed building; {due} more to place")

    def play_banner(self, turn: RecordedTurn) -> None:
        """The banner, or none (R8)."""
        if int(self.game["table"]["phase"]) == BANNER:
            self._take(turn.banner)
        elif turn.banner.used:
            raise RecordError("R8.1", f"seat {turn.seat} has no banner left")

    def end_turn(self) -> None:
        """Close the turn: the next player begins, or the game is over and evaluated (R9)."""
        assert int(self.game["table"]["phase"]) == END
        step(self.game, blank_decision())

    def check_over(self) -> None:
        """Refuse a record that stops before the game does (R9)."""
        table = self.game["table"]
        if self.over:
            return
        if table["end_seat"] == NOBODY:
            raise RecordError("R9.1", "the record stops, but neither is floor 2 complete nor has everybody passed")
        raise RecordError("R9.2", "the record stops before the last round is over")

    def _take(self, choice: Choice) -> None:
        take(self.game, choice, self.components)


def _dealt_again(setup: RecordedSetup) -> Any:
    """A ``GAME`` record at its first turn with what the record says was dealt."""
    components = setup.components
    prepared = _prepared(components, setup.rules, setup.players)
    drawn = prepared.setup.copy()
    drawn[0]["n_lots"] = 1
    drawn[0]["lots"][0] = words_of(setup.lot)
    games = new_game()
    with np.errstate(over="ignore"):
        deal(games, prepared.start, drawn, np.ones(STREAM_WORDS, np.uint64))
    game = games[0]
    table = game["table"]
    for seat, hand in enumerate(setup.hands):
        game["hands"][seat]["cards"][: len(hand)] = _numbers(components, hand)
    table["face_up"] = NO_CARD
    table["face_up"][: len(setup.face_up)] = _numbers(components, setup.face_up)
    game["stack"][: len(setup.stack)] = _numbers(components, setup.stack[::-1])  # the last one is drawn next
    table["first_seat"] = table["seat"] = setup.first_seat
    open_first_turn(game)
    return game


_prepared = lru_cache(maxsize=64)(prepare)


def _numbers(components: Components, cards: Sequence[str]) -> list[int]:
    return [card_number(components, card) for card in cards]
