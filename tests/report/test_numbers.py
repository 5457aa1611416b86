"""Numbers in sentences: rounded to what their intervals support, in the unit of the estimate."""

import re
from typing import Any

import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.report.numbers import (
    amount,
    decimals,
    exact,
    interval,
    loss,
    marked,
    plain,
    points,
    share,
    signed_amount,
)
from tests.support.findings import row


def text(shown: Any) -> str:
    return re.sub("<[^>]*>", "", shown.inline)


@pytest.mark.parametrize(
    ("mean", "half", "digits"),
    [
        (14.37, 1.8, 0), (14.37, 1.0, 0), (14.37, 0.99, 0), (14.37, 0.1, 0), (14.37, 0.04, 0), (14.37, 0.001, 0),
        (0.143, 0.04, 2), (0.0143, 0.0004, 3), (0.0, 0.5, 1), (0.0, 0.0, 2), (14.37, None, 0), (1.437, None, 1),
        (1437.0, None, 0), (0.0143, None, 3), (4.37, 0.04, 2),
    ],
)  # fmt: skip
def test_a_number_has_the_digits_that_its_interval_supports(mean: float, half: float | None, digits: int) -> None:
    assert decimals(mean, half) == digits


@pytest.mark.parametrize(
    ("mean", "half", "unit", "shown"),
    [
        (14.37, 1.8, "points", "14 points"),
        (1.2, 1.8, "points", "1 point"),
        (-1.2, 1.8, "points", "−1 point"),
        (1.2, 0.5, "points", "1.2 points"),
        (-0.2, 1.8, "points", "0 points"),
        (1234.5, 3.0, "points", "1,234 points"),
        (18.4, 1.2, "%", "18%"),
        (18.4, 1.2, "% of games", "18% of games"),
        (1.0, 1.2, "tent camps per game", "1 tent camp per game"),
        (1.0, 1.2, "gold", "1 gold"),
        (1.0, 1.2, "glass", "1 glass"),
    ],
)
def test_an_amount_has_its_unit(mean: float, half: float, unit: str, shown: str) -> None:
    assert text(amount(row(mean=mean, low=mean - half, high=mean + half, unit=unit))) == shown


def test_a_number_has_its_interval_as_title() -> None:
    assert amount(row()).inline == (
        '<span class="number" title="14.4 (95% CI 12.6 to 16.2), 4,000 deals">14 points</span>'
    )
    assert exact(row(mean=0.1, low=-1.4, high=1.6, n=1, level=0.975)) == "0.1 (97.5% CI −1.4 to +1.6), 1 deal"
    assert exact(row(low=None, high=None)) == "14.4 (95% CI unknown), 4,000 deals"


def test_signs_and_losses() -> None:
    below = row(mean=-6.4, low=-8, high=-4.8)
    assert [text(signed_amount(one)) for one in (row(), below)] == ["+14 points", "−6 points"]
    assert text(signed_amount(row(mean=0.2, low=-1, high=1.4))) == "0 points"
    assert text(loss(below)) == "6 points"
    assert "−6.4 (95% CI −8.0 to −4.8)" in (loss(below).inline or "")
    with pytest.raises(UsageError, match="shows an estimate below 0, not 14.4"):
        loss(row())


def test_a_filter_for_a_unit_takes_no_other() -> None:
    assert text(points(row())) == "14 points"
    assert text(share(row(unit="% of games"))) == text(share(row(kind="meeting", outcome="win_share"))) == "14%"
    for show, unit in ((points, "gold"), (share, "points")):
        with pytest.raises(UsageError, match=f"does not fit an estimate in {unit!r}: use |amount"):
            show(row(unit=unit))
    with pytest.raises(UsageError, match="is not known: it has no number"):
        points(row(mean=None))


def test_other_numbers_have_three_digits_at_most() -> None:
    assert [plain(value) for value in (0.0, 0.5, 2.0, 14.3988, 0.012345, 2500.0, -1.5)] == [
        "0", "0.5", "2", "14.4", "0.0123", "2500", "−1.5",
    ]  # fmt: skip


def test_an_interval_in_a_table_is_rounded_as_its_estimate_is() -> None:
    assert text(interval(row(mean=14.4, low=12.6, high=16.2))) == "13 to 16"
    assert text(interval(row(mean=1.86, low=-0.32, high=4.04))) == "0 to +4"
    assert text(interval(row(mean=3.07, low=2.63, high=3.52))) == "2.6 to 3.5"


def test_a_number_in_a_table_is_marked_by_its_verdict() -> None:
    marks = {"higher": "+14 ▲", "lower": "+14 ▼", "equivalent": "+14 =", "inconclusive": "+14"}
    assert {verdict: text(marked(row(verdict=verdict))) for verdict in marks} == marks
    assert text(marked(row(verdict=None, note="no verdict: the behaviour hardly changed"))) == "+14 –"
    assert text(marked(row(verdict="higher", unit="gold"))) == "+14 gold ▲"
