"""What the rules of a game in plain Python stand on: the players, and what they are asked and answer."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.game import Setting
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.user_code import Patience, is_ctrl_c, place_in_bot
from arkadia_sim.errors import RecordError, raised_text

Choice = TypeVar("Choice")

_NAMED_CHOICES = 6  # in the message about an answer that is not allowed


class Player:
    """A bot at a table: its parameters there, and the random numbers of its seat."""

    def __init__(self, seated: Seated, deal: int, seat: int, players: int) -> None:
        self.seated, self.settings = seated, seated.settings(players)
        self._deal, self._seat = deal, seat

    @cached_property
    def luck(self) -> np.random.Generator:
        """The random numbers of the seat, made on first use: most bots need none."""
        return _luck(self._deal, self._seat)


@dataclass(frozen=True)
class Asked:
    """A question to a bot: the decision, the choices, and in ``known`` everything that the player may know."""

    seat: int
    decision: str
    choices: tuple[Any, ...]
    known: Mapping[str, Any]
    player: Player

    @property
    def settings(self) -> Mapping[str, float]:
        """The bot's parameters by name."""
        return self.player.settings

    @property
    def luck(self) -> np.random.Generator:
        """The random numbers of the seat; a bot must not use any others."""
        return self.player.luck


class Answers(Protocol):
    """Answers for all seats of a game: the bots, or a record."""

    def answer(self, turn: int, seat: int, decision: str, choices: tuple[Any, ...], known: Mapping[str, Any]) -> Any:
        """One of the choices. A turn is the number of a question, from 0."""


class Host:
    """One game as its rules see it: the setting, the luck of the deal, and the players by seat.

    ``luck`` is for shuffling and dice. It is the same in all games of a deal, whoever plays. So deal everything before
    the first question.
    """

    def __init__(self, setting: Setting, deal: int, answers: Answers) -> None:
        self.players, self.rules = setting.players, setting.rules
        self.luck = _luck(deal)
        self.asked: list[list[Any]] = []
        self.noted: list[dict[str, Any]] = []
        self._answers = answers

    def ask(self, seat: int, decision: str, choices: Sequence[Choice], **known: Any) -> Choice:
        """Ask the player in this seat for one of the choices, which are numbers, texts or tuples of these.

        The bot gets a copy of ``known``, and learns nothing else about the game.
        """
        choice: Choice = self._answers.answer(len(self.asked), seat, decision, tuple(choices), known)
        self.asked.append([seat, decision, plain(choice)])
        return choice

    def note(self, **columns: Any) -> None:
        """Note a turn: the values of the turn columns, without ``turn``, which is counted automatically."""
        self.noted.append({"turn": len(self.noted), **columns})

    @property
    def turns(self) -> int:
        """The number of turns noted, or of questions asked in a game that notes no turns."""
        return len(self.noted) or len(self.asked) or 1


class Bots:
    """The bots of a game. After a fault of one bot, all decisions are random, so that the game ends."""

    def __init__(self, seated: Sequence[Seated], deal: int, patience: Patience | None = None) -> None:
        self.players = [Player(bot, deal, seat, len(seated)) for seat, bot in enumerate(seated)]
        self.fault: tuple[int, str] | None = None
        self._patience = patience or Patience()

    def answer(self, turn: int, seat: int, decision: str, choices: tuple[Any, ...], known: Mapping[str, Any]) -> Any:
        """What the bot in this seat chooses."""
        player = self.players[seat]
        decide, mixing = player.seated.bot.decisions.get(decision), player.seated.mixing(decision)
        name = player.seated.bot.name
        if self.fault is None and (unasked := self._patience.unasked(name)):
            self.fault = (seat, unasked)
        if self.fault is None and decide is not None and not (mixing and player.luck.random() < mixing):
            try:
                with self._patience(name, turn, seat):
                    choice = decide(Asked(seat, decision, choices, copy.deepcopy(known), player))
                    if choice in choices:
                        return choices[choices.index(choice)]
                allowed = ", ".join(map(repr, choices[:_NAMED_CHOICES])) + ", …" * (len(choices) > _NAMED_CHOICES)
                self.fault = (seat, f"{decision}: {choice!r} is not allowed (allowed: {allowed})")
            except BaseException as error:  # a bot may raise anything, and end in any way
                if is_ctrl_c(error):
                    raise
                self.fault = (seat, f"{decision}: {raised_text(error)}{place_in_bot(error)}")
        return choices[int(player.luck.integers(len(choices)))]


def _luck(deal: int, *seat: int) -> np.random.Generator:
    """The random numbers of a deal, or of one of its seats; the streams are independent."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(deal, spawn_key=seat)))


@dataclass(frozen=True)
class Answer:
    """A question to a player and the answer; ``known`` is a copy of what the player knew."""

    seat: int
    players: int
    bot: str
    decision: str
    choices: tuple[Any, ...]
    known: Mapping[str, Any]
    choice: Any


class Recorded:
    """Replays the answers of a record and checks each against the question that the rules ask.

    Args:
        answers: The answers.
        bots: The bots by seat.
        heard: A list to which each question is added, with its answer.
    """

    def __init__(self, answers: Sequence[Any], bots: Sequence[str] = (), heard: list[Answer] | None = None) -> None:
        self._answers, self._bots, self._heard, self.turn = answers, bots, heard, 0

    def answer(self, turn: int, seat: int, decision: str, choices: tuple[Any, ...], known: Mapping[str, Any]) -> Any:
        """The record's next answer; RecordError if it does not fit the question."""
        self.turn = turn + 1
        if turn >= len(self._answers):
            raise RecordError(decision, f"{seat_text(seat)} must answer, but the record has no more answers", turn)
        recorded = self._answers[turn]
        for choice in choices:
            if recorded == [seat, decision, plain(choice)]:
                if self._heard is not None:
                    known = copy.deepcopy(known)
                    self._heard.append(
                        Answer(seat, len(self._bots), self._bots[seat], decision, choices, known, choice)
                    )
                return choice
        raise RecordError(decision, f"{seat_text(seat)} must answer, and {recorded!r} is not allowed", turn)


def plain(value: Any) -> Any:
    """A value as JSON data."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
