"""Records of games in plain Python: their answers, and the game shown turn by turn.

Each answer is a turn; its picture is what the player knew.
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
"""How many candidates of a decision are shown. The answer given is always shown too."""


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

    def answer(self, seat: int, decision: str, choices: tuple[Any, ...], known: Mapping[str, Any]) -> Any:
        """The record's next answer; RecordError if it does not fit the question."""
        turn, self.turn = self.turn, self.turn + 1
        if turn >= len(self._answers):
            raise RecordError(decision, f"seat {seat} must answer, but the record has no more answers", turn)
        recorded = self._answers[turn]
        for choice in choices:
            if recorded == [seat, decision, plain(choice)]:
                if self._heard is not None:
                    known = copy.deepcopy(known)
                    self._heard.append(
                        Answer(seat, len(self._bots), self._bots[seat], decision, choices, known, choice)
                    )
                return choice
        raise RecordError(decision, f"seat {seat} must answer, and {recorded!r} is not allowed", turn)


def plain(value: Any) -> Any:
    """A value as JSON data."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


Scores = Callable[[Answer], Sequence[tuple[Any, float]]]
"""A bot's scores for the choices; empty for a bot that ranks nothing."""


def known_scene(answer: Answer) -> Scene:
    """All that the player knew, as a table of names and values."""
    rows = tuple(Row((name, str(value))) for name, value in answer.known.items())
    title = f"what seat {answer.seat} knew"
    choices = Row(("choices", ", ".join(map(str, answer.choices))), seat_colour(answer.seat), str(answer.seat))
    return Scene(tables=(Table(title, ("what", "value"), (*rows, choices)),))


def tell(
    bots: Sequence[str], answers: Sequence[Answer], ending: str, draw: Callable[[Answer], Scene], scores: Scores
) -> Iterator[Position]:
    """Show a game as positions: the table before the first answer and after each.

    Args:
        bots: The bots by seat.
        answers: The answers.
        ending: The result in words.
        draw: Draws what a player knew.
        scores: Gives a bot's scores for the choices.
    """
    rows = tuple(Row((str(seat), bot), seat_colour(seat), str(seat)) for seat, bot in enumerate(bots))
    table = Table("players", ("seat", "bot"), rows)
    yield Position(0, None, ("the game begins",) if answers else (ending,), Scene(tables=(table,)))
    for number, answer in enumerate(answers, start=1):
        words = [f"{answer.decision}: {answer.choice}"] + [ending] * (number == len(answers))
        scene = draw(answer)
        picture = Scene(scene.boards, (table, *scene.tables), scene.gauges, scene.legend)
        candidates = tuple(_candidates(answer, scores(answer)))
        yield Position(number, answer.seat, tuple(words), picture, candidates, answer.bot)


def _candidates(answer: Answer, scores: Sequence[tuple[Any, float]]) -> Iterator[Candidate]:
    ranked = sorted(scores, key=lambda scored: -scored[1])
    for number, (choice, score) in enumerate(ranked):
        if number < SHOWN or choice == answer.choice:
            yield Candidate(answer.decision, str(choice), float(score), choice == answer.choice)
    if ranked and all(choice != answer.choice for choice, _ in ranked):
        yield Candidate(answer.decision, str(answer.choice), None, True)
