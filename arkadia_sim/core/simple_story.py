"""A record of a game in plain Python: its answers, and the game told turn by turn.

Each answer is a turn, and what the player knew is its picture.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arkadia_sim.core.colours import seat_colour
from arkadia_sim.core.scene import Candidate, Position, Row, Scene, Table
from arkadia_sim.errors import RecordError

SHOWN = 5
"""Candidates of a decision that are told; what was done is told beyond them if it is not among them."""


@dataclass(frozen=True)
class Answer:
    """What a player was asked, knew (``known`` is a copy) and decided at a table of ``players``; ``bot`` answered."""

    seat: int
    players: int
    bot: str
    decision: str
    choices: tuple[Any, ...]
    known: Mapping[str, Any]
    choice: Any


class Recorded:
    """The answers of a record, each held against the question that the rules ask; ``heard`` takes what was asked."""

    def __init__(self, answers: Sequence[Any], bots: Sequence[str] = (), heard: list[Answer] | None = None) -> None:
        self._answers, self._bots, self._heard, self.turn = answers, bots, heard, 0

    def answer(self, seat: int, decision: str, choices: tuple[Any, ...], known: Mapping[str, Any]) -> Any:
        """The record's next answer, if it fits the question; else RecordError."""
        turn, self.turn = self.turn, self.turn + 1
        if turn >= len(self._answers):
            raise RecordError(decision, f"seat {seat} is asked, and the record holds no more answers", turn)
        told = self._answers[turn]
        for choice in choices:
            if told == [seat, decision, plain(choice)]:
                if self._heard is not None:
                    known = copy.deepcopy(known)
                    self._heard.append(
                        Answer(seat, len(self._bots), self._bots[seat], decision, choices, known, choice)
                    )
                return choice
        raise RecordError(decision, f"seat {seat} is asked, and may not answer {told!r}", turn)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


Scores = Callable[[Answer], Sequence[tuple[Any, float]]]
"""What a bot thinks of the choices: each with its score; nothing of a bot that does not say."""


def known_scene(answer: Answer) -> Scene:
    """All that the player knew, by name, as a table."""
    rows = tuple(Row((name, str(value))) for name, value in answer.known.items())
    title = f"what seat {answer.seat} knew"
    choices = Row(("choices", ", ".join(map(str, answer.choices))), seat_colour(answer.seat), str(answer.seat))
    return Scene(tables=(Table(title, ("what", "value"), (*rows, choices)),))


def tell(
    bots: Sequence[str], answers: Sequence[Answer], ending: str, draw: Callable[[Answer], Scene], scores: Scores
) -> Iterator[Position]:
    """A game as positions: the table before the first answer and after each; ``ending`` says how it came out."""
    rows = tuple(Row((str(seat), bot), seat_colour(seat), str(seat)) for seat, bot in enumerate(bots))
    table = Table("players", ("seat", "bot"), rows)
    yield Position(0, None, ("the game begins",) if answers else (ending,), Scene(tables=(table,)))
    for number, answer in enumerate(answers, start=1):
        words = [f"{answer.decision}: {answer.choice}"] + [ending] * (number == len(answers))
        scene = draw(answer)
        told = Scene(scene.boards, (table, *scene.tables), scene.gauges, scene.legend)
        candidates = tuple(_candidates(answer, scores(answer)))
        yield Position(number, answer.seat, tuple(words), told, candidates, answer.bot)


def _candidates(answer: Answer, scores: Sequence[tuple[Any, float]]) -> Iterator[Candidate]:
    ranked = sorted(scores, key=lambda one: -one[1])
    for number, (choice, score) in enumerate(ranked):
        if number < SHOWN or choice == answer.choice:
            yield Candidate(answer.decision, str(choice), float(score), choice == answer.choice)
    if ranked and all(choice != answer.choice for choice, _ in ranked):
        yield Candidate(answer.decision, str(answer.choice), None, True)
