"""Weights fitted to lessons whose truth is known."""

import numpy as np
import pytest

from arkadia_sim.core.lessons import LessonRows
from arkadia_sim.learning.fit import apart, fit

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


def test_what_is_told_is_what_choices_are_worth() -> None:
    must, banner = fit(lessons(400, 0.0), WEIGHTS).kinds
    assert (must.decisions, must.candidates) == (800, 3200)
    assert (banner.decisions, banner.candidates) == (400, 1600)
    assert must.gain == pytest.approx(must.gain_search, abs=0.1)  # without noise the fit chooses as the search does
    assert must.gain > 20
    assert abs(must.gain_policy) < 5  # the first candidate is any


def test_noise_alone_explains_nothing() -> None:
    rows = lessons(300, 0.0)
    rows.labels["value"][:] = np.random.default_rng(2).normal(size=len(rows.counts))
    for kind in fit(rows, WEIGHTS).kinds:
        assert kind.explained < 0.02
        assert abs(kind.gain) < 0.15 * kind.gain_search  # a choice by noise is worth nothing


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
