"""What is asked of the practice of every bot that offers it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from arkadia_sim.core.game import Game
from arkadia_sim.core.lessons import Lessons, PracticeBatch, PracticePlan, PracticeRows
from arkadia_sim.rng import deal_seeds

GAMES = 120


NO_RULES: Mapping[str, Any] = {}


def lessons_of(game: Game, bot: str) -> Lessons:
    """The lessons of a bot that offers some."""
    lessons = game.find_bot(bot).bot.lessons
    assert lessons is not None
    return lessons


def practise(lessons: Lessons, batch: PracticeBatch) -> PracticeRows:
    """The rows of a batch, from a bot that offers practice, too."""
    assert lessons.practise is not None
    return lessons.practise(batch)


def practice_batch(
    game: Game, pool: tuple[str, ...], players: int = 3, games: int = GAMES, rules: Mapping[str, Any] = NO_RULES
) -> PracticeBatch:
    """Games in which the first of the pool sits in one seat, in two, or in all of them."""
    lineups = np.ones((games, players), dtype=np.int64)
    for number, lineup in enumerate(lineups):
        lineup[: 1 + number % players] = 0
        lineups[number] = np.roll(lineup, number // players)
    setting = game.setting(players, rules, {})
    return PracticeBatch(setting, deal_seeds(7, players, 0, games), lineups, pool, PracticePlan())


def assert_sound(
    game: Game, bot: str, pool: tuple[str, ...], players: int, rules: Mapping[str, Any], temperature: float
) -> None:
    """All luck is that of the deal, who does not practise leaves no rows, and choices change as their chances say.

    At this temperature everybody who practises has choices that are not all but certain.
    """
    lessons = lessons_of(game, bot)
    batch = practice_batch(game, pool, players, rules=rules)
    rows = practise(lessons, batch)
    later = replace(batch, deals=batch.deals[100:], lineups=batch.lineups[100:])
    again, late = practise(lessons, later), rows.game >= 100
    assert (again.values == rows.values[100:]).all()
    assert (again.counts == rows.counts[late]).all()
    assert (again.situation == rows.situation[late]).all()
    assert (again.kind == rows.kind[late]).all()
    assert set(rows.kind) == set(lessons.weights)
    assert (batch.lineups[rows.game, rows.seat] == 0).all()
    assert ((rows.values > 0) & (rows.values < 1)).all()
    assert np.isfinite(rows.situation).all()
    first, warm = 0, practise(lessons, replace(batch, plan=PracticePlan(temperature=temperature)))
    assert {*zip(warm.game.tolist(), warm.seat.tolist(), strict=True)} == {
        (number, seat) for number, lineup in enumerate(batch.lineups.tolist()) for seat in range(players)
        if lineup[seat] == 0
    }  # fmt: skip
    for kind, names in lessons.weights.items():
        own = warm.counts[:, first : first + len(names)]
        first += len(names)
        assert not own[warm.kind != kind].any()
        # the expectation of a score function is nought; neither what hardly ever counts nor what is hardly ever taken
        # tells anything of that
        some = own[:, (own != 0).sum(axis=0) > 200][warm.kind == kind].astype(np.float64)
        off = some.mean(axis=0) / np.maximum(some.std(axis=0) / np.sqrt(len(some)), 1e-9)
        assert np.abs(off).max() < 5.5
        assert some.shape[1] > 3
    half = practise(lessons, replace(batch, plan=PracticePlan(share=0.5)))
    assert 0.4 * len(rows.game) < len(half.game) < 0.6 * len(rows.game)
    sure = practise(lessons, replace(batch, plan=PracticePlan(temperature=1e-9)))
    assert len(sure.game) < len(rows.game)  # who takes the best unless there are equals learns less
