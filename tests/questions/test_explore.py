"""What designers want is read as written, and changes are called good only by deals that did not choose them."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

import numpy as np
import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.explore import (
    Changes,
    Goal,
    confirmed,
    goals_of,
    knobs_of,
    raced,
    reduced,
    units_apart,
    values_near,
)
from arkadia_sim.results.course import MOMENTS
from arkadia_sim.results.measures import Measure, MeasuredDeals, find_measure
from tests.support import stairs

OPTIONS = {option.name: option for option in stairs.GAME.rule_options()}


def _found(name: str) -> Measure:
    return find_measure(name, stairs.GAME.outcomes, stairs.GAME.player_columns, stairs.GAME.ends)


def _in_force(changes: Changes) -> Mapping[str, Any] | None:
    try:
        return stairs.GAME.setting(3, {"rounds": 3, "step": 20, **changes}, {}).rules
    except UsageError:
        return None


def _goal(text: str, **tolerances: float) -> Goal:
    [goal] = goals_of([text], _found, tolerances)
    return goal


def test_goals_are_read_as_written() -> None:
    cases = {
        "seat_advantage=0": (0.0, 0.0, -2.0, 2.0), "margin = 4": (0, 4.0, -0.25, 0.25), "pips+2": (1.0, 2.0, 0.0, inf),
        "throws<5": (0.0, 5.0, -inf, -1e-9), "pips>-1.5": (0.0, -1.5, 1e-9, inf), "margin-2": (1.0, -2.0, -inf, 0.0),
        "throws-10%": (0.9, 0.0, -inf, 0.0), "throws−9 %": (0.91, 0.0, -inf, 0.0), "throws+25%": (1.25, 0.0, 0.0, inf),
    }  # fmt: skip
    for text, expected in cases.items():
        goal = _goal(text)
        assert (goal.share, goal.amount, goal.low, goal.high) == pytest.approx(expected, abs=1e-12), text


def test_what_is_no_goal_is_refused_with_what_is_allowed() -> None:
    for text in ("margin", "margin=", "margin==3", "=3", "margin<5%", "margin=few", ""):
        with pytest.raises(UsageError, match=r"goals with commas between, such as seat_advantage=0,turns-10%"):
            _goal(text)
    with pytest.raises(UsageError, match=r"did you mean 'margin'"):
        _goal("margn<4")
    with pytest.raises(UsageError, match="one goal for each measure"):
        goals_of(["margin<4,margin>2"], _found, {})
    with pytest.raises(UsageError, match="--tolerance throws=NUMBER"):
        _goal("throws=0")
    assert _goal("throws=0", throws=0.5).high == 0.5
    assert _goal("throws=10").high == 0.5  # a twentieth, where the game has no tolerance


def test_values_lie_near_the_own_and_can_be_played() -> None:
    near = {name: values_near(option, _in_force, 3, seats=False) for name, option in OPTIONS.items()}
    assert near == {"step": [16, 18, 22, 24], "gift": [1, 2], "rounds": [1, 2, 4, 5], "stuck": [1, 2]}
    by_seat = values_near(OPTIONS["gift"], _in_force, 3, seats=True)
    assert by_seat[:2] == [1, 2] and [0, 0, 1] in by_seat and [0, 2, 4] in by_seat and [2, 1, 0] in by_seat


def test_knobs_are_small_numbers_unless_they_are_named() -> None:
    options = list(OPTIONS.values())
    assert "step" not in knobs_of(options, {}, _in_force, 3, False)
    assert knobs_of(options, {"step": [], "gift": [7]}, _in_force, 3, False) == {"step": [16, 18, 22, 24], "gift": [7]}
    with pytest.raises(UsageError, match="did you mean 'rounds'"):
        knobs_of(options, {"round": []}, _in_force, 3, False)
    with pytest.raises(UsageError, match=r"--knobs gift: '60' is not allowed"):
        knobs_of(options, {"gift": [3, 60]}, _in_force, 3, False)


def test_a_change_counts_in_units() -> None:
    pairs: list[tuple[Any, Any]] = [(4, 6), (30, 24), (0, [0, 1, 2]), ([3, 3, 1], [4, 4, 2])]
    assert [units_apart(*pair) for pair in pairs] == [2.0, 2.0, 2.0, 1.0]
    assert {units_apart(*pair) for pair in [("any", 3), (True, False), ([3, 2], []), ([2, 1], [1, 1, 1])]} == {1.0}


def test_a_leader_counts_after_a_third() -> None:
    leads = Measure("leader_wins", "who leads wins", "%", "moments")
    table = reduced(MeasuredDeals(leads, MOMENTS, np.arange(10.0).reshape(2, 5)))
    assert table.values.tolist() == [[1.0], [6.0]]


def _deals(measure: Measure, *parts: Any) -> MeasuredDeals:
    return MeasuredDeals(measure, tuple(map(str, range(len(parts)))), np.stack(parts, axis=1))


def test_a_goal_is_reached_only_if_its_interval_says_so() -> None:
    noise = np.random.default_rng(1).normal(0, 1, 400)
    noise -= noise.mean()
    own = [_deals(_found("margin"), 10 + noise)]
    for shift, reached in ((-2.0, "yes"), (-1.0, "cannot tell"), (-0.2, "no")):
        tried = [_deals(_found("margin"), 10 + shift + noise[::-1])]
        before, after = confirmed([_goal("margin-10%")], [{}, {"gift": 1}], [own, tried], 0.95)
        assert (before.reached, after.reached) == (["no"], [reached])
        assert after.levels[0].low < 10 + shift < after.levels[0].high
    paired = [_deals(_found("margin"), 8.99 + noise)]  # alike but for a shift: pairs say more than each interval
    assert confirmed([_goal("margin-1")], [{}, {"gift": 1}], [own, paired], 0.95)[1].reached == ["yes"]


def test_seats_are_even_only_if_all_are_within_the_tolerance() -> None:
    generator = np.random.default_rng(2)

    def seats(size: float, deals: int) -> list[MeasuredDeals]:
        luck = generator.normal(0, 40, (3, deals))
        luck -= luck.mean(axis=1, keepdims=True)
        return [_deals(_found("seat_advantage"), luck[0] + size, luck[1], luck[2] - size)]

    for deals, size, reached in ((20_000, 0.2, "yes"), (300, 0.2, "cannot tell"), (20_000, 4.0, "no")):
        [proposal] = confirmed([_goal("seat_advantage=0")], [{}], [seats(size, deals)], 0.95)
        assert proposal.reached == [reached]
        assert proposal.levels[0].low <= size <= proposal.levels[0].high


def test_a_race_finds_the_pair_that_reaches_both_goals_and_names_what_has_no_effect() -> None:
    """``gift`` makes a table that is uneven even, ``rounds`` shortens it; each alone reaches one goal."""
    played: list[tuple[int, int]] = []

    def play(settings: Sequence[Changes], run: int, deals: int) -> list[list[MeasuredDeals]]:
        played.append((run, deals))
        luck = np.random.default_rng(run).normal(0, 5, (2, deals))
        leads = [luck[0] + 10 - 5 * changes.get("gift", 0) for changes in settings]
        throws = [2 * changes.get("rounds", 3) + 0.1 * luck[1] for changes in settings]
        seats = [_deals(_found("seat_advantage"), lead, -lead) for lead in leads]
        return [[each, _deals(_found("throws"), count)] for each, count in zip(seats, throws, strict=True)]

    knobs = {"gift": [1, 2, 3], "rounds": [1, 2, 4], "stuck": [1, 2]}
    goals = goals_of(["seat_advantage=0,throws-20%"], _found, {})
    race = raced(play, goals, knobs, _in_force, 200, 2000)
    assert race.finalists[0].changes == {"gift": 2, "rounds": 2}  # one round would do, too, but is a larger change
    assert race.idle == ["stuck"]
    assert played == [(1, 200), (2, 200), (3, 600)]
    with pytest.raises(UsageError, match="changed nothing in 200 deals"):
        raced(play, goals, {"stuck": [1, 2]}, _in_force, 200, 2000)
