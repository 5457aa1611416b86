"""Learnings of the market game, small enough for tests."""

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.core.lessons import PracticePlan
from arkadia_sim.runner.progress import Progress, Silent
from arkadia_sim.search import learn as learning
from arkadia_sim.search.learn import LearnFile, learn, new_learning
from tests.support.stalls import NAME

SMALL = dict[str, Any](
    bot="learner", teacher=("sage", "apples"), among=("apples",), players=(2, 3), rounds=2, deals=90, seed=4, game=NAME
)
"""Two table sizes in two rounds; the lessons of a round are three chunks."""

QUICK = dict[str, Any](
    bot="learner", teacher=("sage",), among=("apples",), players=(2,), rounds=1, deals=50, seed=4, game=NAME
)
"""One round at one table."""

TRAINED = dict[str, Any](
    bot="trainee",
    teacher=("sage", "apples"),
    among=("apples",),
    players=(2,),
    rounds=1,
    deals=50,
    practice=12,
    seed=4,
    game=NAME,
)
"""One round at one table, of a bot that practises."""


def few_deals(patch: pytest.MonkeyPatch) -> None:
    """Compare on few deals and practise in few games: the market's luck is small."""
    patch.setattr(learning, "PracticePlan", partial(PracticePlan, games_per_seat=300, temperature=0.1, step=0.02))
    for name in ("CHOICE_DEALS", "VALIDATION_DEALS", "REPORT_DEALS"):
        patch.setattr(learning, name, 24)


@dataclass
class Told(Silent):
    """Notes what it is told, and breaks off as a kill would where ``dies_at`` says so of the games so far."""

    dies_at: int | None = None
    games: int = 0
    done: int = 0
    lines: list[str] = field(default_factory=list)

    def start(self, games: int, done: int) -> None:
        self.games, self.done = games, done

    def advance(self, games: int) -> None:
        self.done += games
        if self.dies_at is not None and self.done >= self.dies_at:
            raise KeyboardInterrupt

    def fewer(self, games: int) -> None:
        self.games -= games

    def say(self, text: str) -> None:
        self.lines.append(text)


def learned(request: dict[str, Any], out: Path, workers: int = 1, progress: Progress | None = None) -> LearnFile:
    """Learn, and say nothing."""
    return learn(new_learning(**request), out, workers, progress or Silent())


def plain(file: LearnFile) -> Any:
    """All that the file says."""
    return file.model_dump(mode="json")
