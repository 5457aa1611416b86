"""The course of games: each measure on a game whose value is known by hand, and chances on one where they are known."""

from functools import cache
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim import seats
from arkadia_sim.results import course as course_module
from arkadia_sim.results.course import (
    FOLLOWED,
    LEADER_WINS,
    MOMENTS,
    Course,
    chances_of,
    fitted_numbers,
    numbers_by,
    numbers_of,
)
from arkadia_sim.runner.progress import Silent


def game(
    stands: list[list[float]], seats: list[int], wins: list[float], decided: list[list[int]] | None = None
) -> Course:
    """One game; by default each player decides once in each of his turns."""
    players, sat = len(wins), np.array(seats)
    own = (np.arange(players) == sat[:, None]).astype(int) if decided is None else np.array(decided)
    first, bots = np.zeros(1, int), np.zeros((1, players), int)
    return Course(np.array(stands, float), sat, own, first, np.array([wins]), bots, np.zeros(1, int))


def numbers(course: Course, chances: Any = None) -> dict[str, Any]:
    """The measures of one game."""
    known = np.full(course.stands.shape, 0.5) if chances is None else np.array(chances)
    return {name: values[0] for name, values in (numbers_of(course) | numbers_by(course, known)).items()}


TURNED = game([[2, 0], [2, 1], [2, 4], [6, 3], [6, 9], [5, 9]], [0, 1, 1, 0, 1, 0], [0, 1])
"""Two players, six turns: the second leads from the third turn on, is behind in the fourth, and wins."""


def test_a_game_that_turns_round() -> None:
    found = numbers(TURNED)
    assert (found["turns_a_player"], found["lead_changes"], found["winner_was_behind"]) == (3, 3, 3)
    assert found["decided_after"] == pytest.approx(100 * 4 / 6)
    assert found["turns_without_gain"] == pytest.approx(100 / 5)  # the last turn brings its player less
    assert found["turns_that_cost_others"] == pytest.approx(100 / 5)  # the fourth costs the second player one
    assert found["interaction"] == pytest.approx(100 * 1 / 16)  # of changes by 1, 3, 4 and 1, 6, and 1
    assert found[LEADER_WINS].tolist() == [0, 0, 100, 0, 100]
    assert {*found} == {*FOLLOWED}


def test_shared_leads_and_wins_count_in_part() -> None:
    found = numbers(game([[1, 1, 0], [1, 1, 0], [3, 3, 0]], [0, 2, 1], [0.5, 0.5, 0]))
    assert found[LEADER_WINS][MOMENTS.index("after a third")] == pytest.approx(50)
    assert (found["lead_changes"], found["decided_after"]) == (0, 0)


def test_a_tie_break_decides_who_won() -> None:
    found = numbers(game([[1, 0], [1, 1]], [0, 1], [0, 1]))
    assert (found[LEADER_WINS][1], found[LEADER_WINS][4], found["decided_after"]) == (0, 50, 50)


def test_a_lead_does_not_change_from_one_game_to_the_next() -> None:
    course = TURNED._replace(first=np.array([0, 2]), wins=np.array([[0.0, 1.0]] * 2))
    found = numbers_of(course._replace(bots=np.zeros((2, 2), int)))
    assert found["lead_changes"].tolist() == [0, 2]


def test_waiting_counts_decisions_of_others() -> None:
    """The first player decides three times a turn, the second once, and in the last turn not at all."""
    found = numbers(game([[0, 0]] * 4, [0, 1, 0, 1], [1, 0], [[3, 0], [0, 1], [3, 0], [0, 0]]))
    assert found["waiting"] == pytest.approx((1 / 2 + 6 / 1) / 2)
    assert found["dead_turns"] == 25


def test_what_chances_tell() -> None:
    """The winner falls to a tenth, passes a half for good after three of five turns, and three quarters after four."""
    chances = [[0.5, 0.5], [0.1, 0.9], [0.4, 0.6], [0.7, 0.3], [1, 0]]
    found = numbers(game([[0, 0]] * 5, [0, 1, 0, 1, 0], [1, 0]), chances)
    assert (found["decided_50"], found["decided_75"]) == (60, 80)
    assert found["comebacks"] == 100  # a tenth is less than half of an equal chance
    assert found["hopeless"] == 25  # in one of four turns the player had a tenth of the chance when it began
    assert found["surprise"] == pytest.approx(100 * (0.4 + 0.3 + 0.3 + 0.3))


STEPS = 20


@cache
def chance(lead: int, steps: int) -> float:
    """The chance of the first player to win from a lead with so many steps left."""
    ends = [(lead + 2 * up - steps, comb(steps, up) / 2**steps) for up in range(steps + 1)]
    return sum(share * (1.0 if end > 0 else 0.5 if end == 0 else 0.0) for end, share in ends)


def walks(games: int, seed: int = 1) -> tuple[Course, np.ndarray]:
    """Games of twenty fair steps, which the first player wins if more go up than down; and the true chances."""
    dice = np.random.default_rng(seed).choice([-1, 1], (games, STEPS))
    walk = dice.cumsum(axis=1)
    wins = np.stack([walk[:, -1] > 0, walk[:, -1] < 0], axis=1) + 0.5 * (walk[:, -1] == 0)[:, None]
    left = STEPS - np.arange(1, STEPS + 1)
    true = np.array([[chance(int(lead), int(steps)) for lead, steps in zip(row, left, strict=True)] for row in walk])
    seats = np.tile(np.arange(STEPS) % 2, games)
    stands = np.stack([walk.ravel(), np.zeros(walk.size)], axis=1)
    first, bots = np.arange(games) * STEPS, np.zeros((games, 2), int)
    course = Course(stands, seats, np.ones((walk.size, 2), int), first, wins.astype(float), bots, np.arange(games))
    return course, np.stack([true.ravel(), 1 - true.ravel()], axis=1)


def test_chances_are_those_of_a_game_where_they_are_known() -> None:
    course, true = walks(600)
    chances, *_ = chances_of(course)
    assert np.abs(chances - true).mean() < 0.025
    for low in np.arange(0, 1, 0.2):  # calibrated: of games with such a chance, as many are won
        such = (chances[:, 0] >= low) & (chances[:, 0] < low + 0.2)
        assert course.of_turns(course.wins)[such, 0].mean() == pytest.approx(chances[such, 0].mean(), abs=0.05)
    known, fitted = numbers_by(course, true), numbers_by(course, chances)
    for name in ("surprise", "decided_75", "hopeless", "suspense"):
        assert fitted[name].mean() == pytest.approx(known[name].mean(), rel=0.08), name
    for name, values in fitted_numbers(course).items():  # what games change in the model leaves the mean alone
        assert values.mean() == pytest.approx(fitted[name].mean()), name


def test_intervals_hold_though_chances_are_fitted() -> None:
    """Over many samples of games, means vary as much as their standard errors say."""
    samples = [fitted_numbers(walks(120, seed)[0]) for seed in range(60)]
    for name in samples[0]:
        means = np.array([sample[name].mean() for sample in samples])
        errors = np.array([sample[name].std(ddof=1) / sqrt(120) for sample in samples])
        assert 0.75 < means.std(ddof=1) / errors.mean() < 1.25, name
        assert np.mean(np.abs(means - means.mean()) < 1.98 * errors) > 0.87, name


def test_no_chances_are_fitted_unless_a_measure_needs_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared: Any = {"players": 2, "deals": 4, "game": "medina", "workers": 1, "progress": Silent()}
    monkeypatch.setattr(course_module, "chances_of", lambda course: pytest.fail("fitted"))
    found = seats("random", measures=["waiting", "lead_changes"], out=tmp_path / "s", **shared)
    assert {"waiting", "lead_changes"} <= {row.outcome for row in found.estimates}


def test_suspense_is_the_move_that_chances_are_about_to_make() -> None:
    """One toss decides after the first turn, and nothing moves before: a standard deviation of half."""
    games, tosses = 40, np.arange(40) % 2
    wins = np.stack([tosses, 1 - tosses], axis=1).astype(float)
    chances = np.stack([np.full((games, 2), 0.5), wins], axis=1).reshape(-1, 2)
    course = Course(
        chances, np.zeros(80, int), np.ones((80, 2), int), np.arange(40) * 2, wins, wins.astype(int), tosses
    )
    assert numbers_by(course, chances)["suspense"].mean() == pytest.approx(50)


def test_a_player_who_is_asked_about_was_not_learned_from() -> None:
    """Who wins the games of one deal changes nothing of what is said about that deal."""
    course, _ = walks(50)
    swapped = course._replace(wins=np.where((course.deals == 7)[:, None], course.wins[:, ::-1], course.wins))
    here = (course.of_turns(course.deals) == 7) & (course.number < STEPS)
    before, after = chances_of(course)[0], chances_of(swapped)[0]
    np.testing.assert_allclose(before[here], after[here])
    assert np.abs(before - after)[course.number < STEPS].max() > sqrt(1e-9)
