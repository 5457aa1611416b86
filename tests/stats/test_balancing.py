"""What each seat needs: the fit finds the truth, its intervals hold it, whole numbers leave least."""

import numpy as np
import pytest

from arkadia_sim.stats.balancing import Response, fitted_response, needs, rivals, whole_values
from arkadia_sim.stats.simultaneous import moments

START, SLOPE = np.array([3.0, 1.0, -1.5, -2.5]), 0.8


def test_without_noise_the_fit_is_the_truth() -> None:
    settings = [(0, 0, 0, 0), (0, 2, 4, 4), (1, 2, 5, 7)]
    truth = Response(START, SLOPE)
    found = fitted_response(settings, [truth.at(values) for values in settings])
    assert found.start == pytest.approx(START)
    assert found.slope == pytest.approx(SLOPE)
    assert found.needed == pytest.approx([0.0, 2.5, 5.625, 6.875])


def test_settings_that_are_all_alike_tell_nothing() -> None:
    with pytest.raises(ValueError, match="all settings are the same"):
        fitted_response([(1, 1), (3, 3)], [(0.5, -0.5), (0.4, -0.4)])


def test_whole_numbers_leave_less_than_any_others() -> None:
    response = Response(START, SLOPE)
    values = whole_values(response, 0, 40, 0)
    assert min(values) == 0
    best = np.abs(response.at(values)).max()
    for shifts in np.ndindex(3, 3, 3, 3):
        other = np.array(values) + np.array(shifts) - 1
        assert np.abs(response.at(other)).max() >= best - 1e-9


@pytest.mark.parametrize(
    ("low", "high", "usual", "wanted"), [(0, 40, 3, (3, 5, 7)), (0, 3, 3, (0, 2, 3)), (-9, 5, 4, (1, 3, 5))]
)
def test_the_least_is_the_usual_number_where_there_is_room(
    low: int, high: int, usual: int, wanted: tuple[int, ...]
) -> None:
    start = np.array([2.0, 0.0, -2.0])
    assert whole_values(Response(start, 1.0), low, high, usual) == wanted
    assert whole_values(Response(start, -1.0), 0, 9, 0) == (4, 2, 0), "what hurts is given to who has most"


def test_the_needs_of_all_seats_are_held_as_often_as_it_says() -> None:
    """Common deals with the luck of seats, which is the same under both settings."""
    chance, tries, held, slopes = np.random.default_rng(5), 60, 0, 0
    settings = [(0, 0, 0), (0, 2, 4)]
    truth = Response(np.array([1.5, 0.3, -1.8]), 0.7)
    for _ in range(tries):
        luck = chance.normal(0, 4, (400, 3))
        played = [luck + chance.normal(0, 3, (400, 3)) + truth.at(values) for values in settings]
        seen = moments([np.concatenate([one - one.mean(axis=1, keepdims=True) for one in played], axis=1)])
        found = needs(settings, seen.mean, seen.covariance, seen.n)
        least = int(np.argmin([one.mean for one in found.needed]))
        wanted = truth.needed - truth.needed[least]
        held += all(one.low <= want <= one.high for one, want in zip(found.needed, wanted, strict=True))
        slopes += found.slope.low <= truth.slope <= found.slope.high
    assert held >= 52
    assert slopes >= 52


def test_settings_that_may_be_as_even_are_named() -> None:
    """The second is truly as even as the first, the third is not; of 40 tries the second is missed in few."""
    chance, named, wrong = np.random.default_rng(3), 0, 0
    settings, truth = [(0, 1), (1, 0), (0, 9)], np.array([0.4, -0.4, -0.4, 0.4, 3.0, -3.0])
    for _ in range(40):
        seen = moments([chance.normal(0, 8, (2000, 1)) + chance.normal(0, 4, (2000, 6)) + truth])
        found = rivals(settings, (0, 1), seen.mean, seen.covariance, seen.n)
        named += (1, 0) in found
        wrong += (0, 9) in found
    assert named >= 34 and wrong == 0


def test_none_that_is_as_even_is_left_out_where_many_were_tried() -> None:
    """Twelve settings that are truly alike; the best on the deals played is chosen, as in a search."""
    chance, missed = np.random.default_rng(7), 0
    settings, truth = [(0, value) for value in range(12)], np.tile([0.6, -0.6], 12)
    for _ in range(60):
        seen = moments([chance.normal(0, 8, (2000, 24)) + truth])
        chosen = settings[int(np.argmin(np.abs(seen.mean.reshape(12, 2)).max(axis=1)))]
        missed += len(rivals(settings, chosen, seen.mean, seen.covariance, seen.n)) < 11
    assert missed <= 9
