"""Lessons: the same whoever gives them, what a bot must offer, and weights fitted to lessons whose truth is known."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.lessons import LessonBatch, LessonPlan, LessonRows, Lessons
from arkadia_sim.errors import UsageError
from arkadia_sim.runner.workers import Crew
from arkadia_sim.search.bench import Bench
from arkadia_sim.search.files import Journal
from arkadia_sim.search.lessons import CHUNK_DEALS, apart, blinded, fit, gather, lessons_of
from tests.support.learning import Told
from tests.support.stalls import GAME, LESSONS, NAME, give

WEIGHTS = {"must": ("a", "b", "never"), "banner": ("c",)}


def lessons(deals: int, noise: float) -> LessonRows:
    """Decisions with four candidates; a must is worth 0.3 a - 0.1 b, a banner 0.2 c, beside what the position is."""
    drawn = np.random.default_rng(1)
    rows = 4 * 3 * deals
    counts = drawn.normal(size=(rows, 4)).astype(np.float32)
    counts[:, 2] = 0.0
    decision = np.arange(rows) // 4 % 3
    kind = np.where(decision < 2, "must", "banner")
    counts[kind == "banner", :3] = 0.0
    counts[kind == "must", 3] = 0.0
    position = np.repeat(drawn.normal(size=rows // 4), 4)
    truth = counts @ np.array([0.3, -0.1, 0.0, 0.2])
    labels = {
        "deal": np.arange(rows) // 12, "decision": decision, "kind": kind, "candidate": np.arange(rows) % 4,
        "value": position + truth + noise * drawn.normal(size=rows), "spread": np.zeros(rows), "score": np.zeros(rows),
    }  # fmt: skip
    return LessonRows(labels, counts)


def test_the_weights_behind_the_values_are_found() -> None:
    found = fit(lessons(400, 0.05), WEIGHTS)
    assert found.weights == pytest.approx({"a": 0.3, "b": -0.1, "never": 0.0, "c": 0.2}, abs=0.01)
    assert all(kind.explained > 0.9 for kind in found.kinds)


def test_the_other_weights_take_over_what_a_hidden_one_said() -> None:
    rows = lessons(400, 0.0)
    rows.counts[:, 2] = 0.5 * rows.counts[:, 0]  # what is never seen else: half of the first
    shown, taken_over = blinded(rows, WEIGHTS, {"never": 0.4})
    assert taken_over == pytest.approx({"a": 0.2, "b": 0.0, "never": 0.0}, abs=0.001)  # nothing for banners
    assert not shown.counts[:, 2].any() and rows.counts[:, 2].any()
    assert (shown.counts[:, [0, 1, 3]] == rows.counts[:, [0, 1, 3]]).all()
    assert fit(shown, WEIGHTS).weights["never"] == 0.0
    assert blinded(rows, WEIGHTS, {}) == (rows, {})


def test_decisions_and_candidates_are_counted() -> None:
    must, banner = fit(lessons(400, 0.0), WEIGHTS).kinds
    assert (must.decisions, must.candidates) == (800, 3200)
    assert (banner.decisions, banner.candidates) == (400, 1600)


def test_noise_alone_explains_nothing() -> None:
    rows = lessons(300, 0.0)
    rows.labels["value"][:] = np.random.default_rng(2).normal(size=len(rows.counts))
    for kind in fit(rows, WEIGHTS).kinds:
        assert kind.explained < 0.02


def test_a_kind_about_which_nothing_can_be_said_is_left_out() -> None:
    few, rare, same, blind = (lessons(deals, 0.1) for deals in (4, 60, 60, 60))
    nothing = fit(few, WEIGHTS)
    assert (nothing.kinds, nothing.weights) == ((), {})
    banners = rare.labels["kind"] == "banner"
    rare.labels["kind"][banners & (rare.labels["deal"] > 3)] = "must"
    same.labels["value"][banners] = 0.5
    blind.counts[banners] = 1.0
    for rows in (rare, same, blind):
        found = fit(rows, WEIGHTS)
        assert [kind.kind for kind in found.kinds] == ["must"]
        assert set(found.weights) == {"a", "b", "never"}


def test_a_count_that_differs_in_a_single_deal_breaks_nothing() -> None:
    rows = lessons(60, 0.1)
    banners = rows.labels["kind"] == "banner"
    rows.counts[banners & (rows.labels["deal"] != 7), 3] = 0.0
    assert all(np.isfinite(weight) for weight in fit(rows, WEIGHTS).weights.values())


def test_how_far_candidates_lie_apart_is_told_of_each_weight() -> None:
    rows = lessons(400, 0.0)
    assert apart(rows, WEIGHTS) == pytest.approx([0.75, 0.75, 0.0, 0.75], abs=0.06)  # of four, about their mean
    rows.counts[rows.labels["kind"] == "must", 0] *= 3.0
    assert apart(rows, WEIGHTS)[0] == pytest.approx(9 * 0.75, rel=0.08)
    assert apart(lessons(0, 0.0), WEIGHTS).tolist() == [0.0] * 4


def gathered(
    folder: Path, deals: int = 90, number: int = 1, players: int = 2, progress: Told | None = None
) -> LessonRows:
    bench = Bench(NAME, GAME, False, 7, Crew(1), Journal(folder, progress or Told()))
    return gather(bench, "learner", GAME.setting(players, {}, {}), ("sage",), LessonPlan(), number, deals)


def offer(monkeypatch: pytest.MonkeyPatch, learner: Bot) -> None:
    """Let the game have another learner."""
    found = GAME._own["learner"]
    monkeypatch.setattr(GAME, "_own", {**GAME._own, "learner": (replace(learner, game=GAME.name), found[1])})


def test_lessons_are_kept_in_chunks_and_read_back_in_order(tmp_path: Path) -> None:
    told, again = Told(), Told()
    rows = gathered(tmp_path, progress=told)
    assert told.done == 90 == Journal(tmp_path, told).games_there()
    assert rows.counts.shape == (90 * 6, 4)
    assert rows.labels["deal"].tolist() == np.repeat(np.arange(90), 6).tolist()
    picks = rows.labels["kind"] == "pick"
    assert not rows.counts[picks, 3].any() and not rows.counts[~picks, :3].any()
    same = gathered(tmp_path, progress=again)
    assert again.done == 0
    assert same.labels["value"].tolist() == rows.labels["value"].tolist()
    assert same.counts.tolist() == rows.counts.tolist()
    first = next(path for path in (tmp_path / "played").iterdir() if "-40-" in path.name)
    first.write_bytes(first.read_bytes()[:200])
    assert gathered(tmp_path, progress=again).labels["value"].tolist() == rows.labels["value"].tolist()
    assert (again.done, len(again.lines)) == (CHUNK_DEALS, 1)


def test_each_round_and_table_size_has_deals_of_its_own(tmp_path: Path) -> None:
    found = [gathered(tmp_path, 40, number, players).counts.tolist() for number, players in ((1, 2), (2, 2), (1, 3))]
    assert found[0] != found[1] != found[2] != found[0]


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ({"pick": ("apples",), "sale": ("apples",)}, "the weight 'apples' belongs to more than one kind of decision"),
        ({"pick": ("aples",)}, "did you mean 'apples'"),
    ],
)
def test_weights_that_cannot_be_taught_are_told(
    monkeypatch: pytest.MonkeyPatch, weights: dict[str, tuple[str, ...]], told: str
) -> None:
    offer(monkeypatch, replace(GAME.bots[0], lessons=Lessons(weights, give)))
    with pytest.raises(UsageError, match=told):
        lessons_of(NAME, "learner")


def test_lessons_of_another_shape_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_few(batch: LessonBatch) -> LessonRows:
        rows = give(batch)
        return replace(rows, counts=rows.counts[:, :2])

    def no_spread(batch: LessonBatch) -> LessonRows:
        rows = give(batch)
        return replace(rows, labels={name: one for name, one in rows.labels.items() if name != "spread"})

    wrong: Any
    for wrong, told in ((too_few, r"counts of shape \(240, 2\)"), (no_spread, "a count for each of 4 weights")):
        offer(monkeypatch, replace(GAME.bots[0], lessons=replace(LESSONS, give=wrong)))
        with pytest.raises(UsageError, match=told):
            gathered(tmp_path, 40)
        assert list(tmp_path.iterdir()) == []
