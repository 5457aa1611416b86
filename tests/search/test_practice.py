"""Practice: finds what is known to be better, the same whoever does the work, and goes on where it was."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arkadia_sim.core.lessons import Lessons, PracticeBatch, PracticePlan, PracticeRows
from arkadia_sim.runner.workers import Crew
from arkadia_sim.search.bench import Bench
from arkadia_sim.search.files import Journal
from arkadia_sim.search.practice import Company, Practice, Sums
from tests.support.learning import Told
from tests.support.stalls import GAME, GOODS, NAME, give, practise, worth

START = {"apples": -0.1, "pears": 0.0, "stones": 0.1, "price": -0.1, "haste": 0.4}
KINDS = {"pick": GOODS, "sale": ("price",)}
LIMITS = dict.fromkeys(START, (-1.0, 1.0))
APART = np.full(len(GOODS) + 1, 1.5)
PLAN = PracticePlan(generations=30, games_per_seat=300, temperature=0.1, step=0.02, penalty=0.01)


def company(
    folder: Path, players: int = 2, workers: int = 1, teachers: tuple[str, ...] = ("sage", "apples"), seed: int = 3
) -> Company:
    bench = Bench(NAME, GAME, False, seed, Crew(workers), Journal(folder, Told()))
    return Company(bench, GAME.setting(players, {}, {}), teachers)


def practice(plan: PracticePlan = PLAN, number: int = 1) -> Practice:
    return Practice("trainee", START, KINDS, LIMITS, APART, plan, number)


def practised(one: Practice, generations: int, there: Company) -> Practice:
    for _ in range(generations):
        one.go_on(there)
    return one


def test_what_makes_choices_better_is_found_whatever_else_decides_the_game() -> None:
    """Counts of known worth, in games whose results depend on much that could be expected."""
    luck = np.random.default_rng(1)
    counts = luck.normal(size=(40_000, 4)) * (1.0, 5.0, 0.2, 0.0)
    expected = np.column_stack([np.ones(len(counts)), luck.normal(size=(len(counts), 2))])
    worths = np.array([0.02, -0.003, 0.1, 0.0])
    values = counts @ worths + expected @ (0.5, 0.2, -0.1) + 0.1 * luck.normal(size=len(counts))
    exact = counts.astype(np.float32)
    sums = Sums.of(exact[:9], expected[:9], values[:9]) + Sums.of(exact[9:], expected[9:], values[9:])
    assert sums.rows == len(counts)
    assert sums.whereto(0.0, 0.0, np.ones(4))[0] == pytest.approx(worths, abs=0.003)
    shrunk, _ = sums.whereto(1.0, 0.0, np.ones(4))
    assert shrunk[:3] == pytest.approx(worths[:3] / 2, rel=0.3)  # a penalty as large as the spread halves them
    assert sums.changed(worths) == pytest.approx(float(((counts @ worths) ** 2).mean()), rel=1e-4)


def test_a_bad_start_becomes_better(tmp_path: Path) -> None:
    there = company(tmp_path)
    one = practised(practice(), PLAN.generations, there)
    found = one.result()
    assert found["stones"] < -0.05 < 0.0 < found["pears"] < found["apples"]
    assert (found["price"], found["haste"]) == (START["price"], START["haste"])  # nobody was asked about them
    ratio = np.array([found[good] for good in GOODS]) / found["apples"]
    assert ratio == pytest.approx(np.array(worth(2)) / 3.0, abs=0.25)
    assert there.bench.journal.failed == 0


def test_it_goes_on_where_it_was_and_the_mean_over_the_last_third_counts(tmp_path: Path) -> None:
    plan, places = PLAN.model_copy(update={"generations": 6, "games_per_seat": 60}), []
    whole = practice(plan)
    for _ in range(6):
        practised(whole, 1, company(tmp_path / "whole"))
        places.append(whole.moved.copy())
    practised(practice(plan), 3, company(tmp_path / "cut"))
    there, again = company(tmp_path / "cut"), practice(plan)
    practised(again, 6, there)
    assert there.bench.journal.progress.done == 3 * plan.games(2)  # type: ignore[attr-defined]
    assert again.result() == whole.result() == whole.weights(np.mean(places[-2:], axis=0)) != START


def test_it_is_the_same_with_any_number_of_workers_and_another_for_another_seed(tmp_path: Path) -> None:
    chunks, few = (PLAN.model_copy(update={"games_per_seat": games}) for games in (650, 40))  # three chunks, or one
    moved = [
        practised(practice(plan, number), 1, company(tmp_path / str(n), 2, workers, seed=seed)).moved.tolist()
        for n, (plan, workers, seed, number) in enumerate(
            ((chunks, 1, 3, 1), (chunks, 2, 3, 1), (few, 1, 3, 1), (few, 1, 4, 1), (few, 1, 3, 2))
        )
    ]
    assert moved[0] == moved[1]
    assert moved[2] != moved[3] != moved[4] != moved[2]


def test_choices_change_by_no_more_than_a_step_and_less_and_less(tmp_path: Path) -> None:
    plan = PLAN.model_copy(update={"generations": 5, "momentum": 0.0, "games_per_seat": 60})
    one, there = practice(plan), company(tmp_path)
    before, far = one.moved.copy(), []
    for generation in range(5):
        spec = f"trainee:{','.join(f'{name}={value}' for name, value in one.weights(one.moved).items())}"
        told = there.practise("trainee", spec, plan, 1000, generation)
        one.go_on(there)
        moved = (one.moved - before)[: len(GOODS)]
        far.append(told.sums["pick"].changed(moved) / (2 * plan.temperature**2))
        before = one.moved.copy()
    assert far == pytest.approx([plan.step * (1 - 0.9 * n / 5) for n in range(5)], rel=1e-3)


def test_weights_keep_to_their_limits(tmp_path: Path) -> None:
    limits = {**LIMITS, "apples": (-0.1, -0.05)}
    one = Practice("trainee", START, KINDS, limits, APART, PLAN, 1)
    assert practised(one, 4, company(tmp_path)).weights(one.moved)["apples"] == -0.05


def test_everybody_sits_everywhere_and_the_bot_in_every_game(tmp_path: Path) -> None:
    there = company(tmp_path, 3)
    lineups = there.lineups(6000, 1)
    assert lineups.shape == (6000, 3)
    assert ((lineups == 0).any(axis=1)).all()
    for seat in range(3):
        assert set(lineups[:, seat]) == {0, 1, 2}
    assert 0.12 < (lineups == 0).all(axis=1).mean() < 0.17  # 0.4 times 0.6 twice
    alone = (lineups == 0).sum(axis=1) == 1
    rest = np.sort(lineups[alone], axis=1)[:, 1:]
    assert (rest[:, 0] == rest[:, 1]).mean() > 0.75
    assert lineups.tolist() == there.lineups(6000, 1).tolist() != there.lineups(6000, 2).tolist()


def test_games_that_fail_are_counted_and_move_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.stalls.BROKEN", 1)
    there = company(tmp_path / "clumsy", 2, teachers=("clumsy",))
    told = there.practise("trainee", "trainee", PLAN, 1000, 0)
    assert 0 < told.seats < 2 * PLAN.games(2) and np.isfinite(told.value)
    assert all(np.isfinite(value.counts_values).all() for value in told.sums.values())
    practised(practice(), 1, there)
    assert there.bench.journal.failed == told.failed > 0.7 * PLAN.games(2)
    none, nowhere = practice(), company(tmp_path / "none")

    def failing(batch: PracticeBatch) -> PracticeRows:
        return replace(practise(batch), values=np.full(batch.lineups.shape, np.nan))

    monkeypatch.setattr("arkadia_sim.search.practice.lessons_of", lambda *_: Lessons(KINDS, give, failing))
    assert none.go_on(nowhere) == 0.0
    assert not none.moved.any()
    assert nowhere.bench.journal.failed == PLAN.games(2)


def test_what_was_hardly_tried_stays_where_it_is() -> None:
    """A weight that counts in six of 60,000 rows is moved by their luck alone: less than one that always counts."""
    luck = np.random.default_rng(2)
    counts = luck.normal(size=(60_000, 2)).astype(np.float32)
    counts[6:, 1] = 0.0
    sums = Sums.of(counts, np.ones((len(counts), 1)), luck.normal(0.5, 0.3, len(counts)))
    often, rarely = np.abs(sums.whereto(0.02, 1e-9, np.ones(2))[0])
    assert rarely < 5 * often
    believed = np.abs(sums.whereto(1e-9, 1e-9, np.ones(2))[0])[1]  # without a penalty their luck would be believed
    assert believed > 20 * often


def test_what_lessons_never_saw_to_differ_is_left_alone() -> None:
    counts = np.random.default_rng(2).normal(size=(60_000, 2)).astype(np.float32)
    sums = Sums.of(counts, np.ones((len(counts), 1)), counts[:, 1].astype(float))
    assert sums.whereto(0.02, 0.001, np.array([1.0, 0.0]))[0][1] == 0.0
