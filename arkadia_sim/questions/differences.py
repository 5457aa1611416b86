"""The measures of tables in several settings: their means, and how far each setting is from the one it is held against.

What is printed is what is judged: all differences of a run are one family, their intervals hold at once, and a verdict
says nothing but where its interval lies.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.measures import Measure
from arkadia_sim.questions.estimates import Row
from arkadia_sim.questions.estimates import Verdict as Word
from arkadia_sim.questions.fields import number_fields
from arkadia_sim.questions.labels import players_text
from arkadia_sim.results.measures import MeasuredDeals
from arkadia_sim.stats.intervals import LEVEL, Estimate, interval_from, largest_share, share_interval, sum_of_parts
from arkadia_sim.stats.simultaneous import Taken, held_at_once
from arkadia_sim.stats.verdicts import MINIMUM_CHANGED_DEALS, MINIMUM_DEALS, SAME

Values = NDArray[np.float64]

Sizes = Mapping[int, Sequence[Sequence[MeasuredDeals]]]
"""By table size, for each setting and measure, what was measured of its deals."""

RARE = 50
"""A share that fewer deals than so many have to do with gets the exact interval, and so do differences of such; where
a deal has several games, and with them parts of a share, :data:`MINIMUM_CHANGED_DEALS` are enough for Student's t."""


class Finding(StrEnum):
    """What is known of a difference: a measure is more or less, not better or worse."""

    MORE = "more"
    LESS = "less"
    ALIKE = "no difference that matters"
    SAME = SAME
    OPEN = "inconclusive"


FINDINGS: Mapping[Finding, Word] = {
    Finding.MORE: "higher",
    Finding.LESS: "lower",
    Finding.ALIKE: "equivalent",
    Finding.SAME: "equivalent",
    Finding.OPEN: "inconclusive",
}
"""How the table of estimates words a finding."""


@dataclass(frozen=True)
class TableMean:
    """A measure of one part of a table (a seat, a bot, or the whole: an empty name) in one setting, in its unit.

    The intervals of a measure hold for all parts, settings and table sizes of the run at once.
    """

    players: int
    setting: str
    measure: Measure
    part: str
    estimate: Estimate

    def row(self, place: Mapping[str, Any]) -> Row:
        """The mean as a row of estimates."""
        named = {"players": self.players, "setting": self.setting, "contrast": self.part}
        measured = {"outcome": self.measure.name, "unit": self.measure.unit}
        return Row(**dict(place) | named | measured | number_fields(self.estimate) | {"kind": "mean"})


@dataclass(frozen=True)
class Difference:
    """A setting minus the reference, on one measure of one part; ``against`` is another table size, if any.

    Then it is how much more the change does with ``players`` than with ``against``. The intervals of all differences of
    a run, over all measures, hold at once, and ``finding`` follows from the interval and from ``tolerance`` (0 where
    nobody said what does not matter) alone; with too few deals nothing is found. ``p_difference`` is adjusted for all
    of them, None where the interval goes by the number of deals that differ. ``correlation`` says how what the two
    settings make of a deal goes along, ``narrower`` by what part of its width pairing the deals has narrowed the
    interval (below 0: widened); both None between table sizes.
    """

    players: int
    against: int | None
    setting: str
    reference: str
    measure: Measure
    part: str
    estimate: Estimate
    finding: Finding
    tolerance: float
    p_difference: float | None
    correlation: float | None
    narrower: float | None

    def row(self, place: Mapping[str, Any]) -> Row:
        """The difference as a row of estimates."""
        minus = "" if self.against is None else f"minus {players_text(self.against)}"
        named = {
            "players": self.players,
            "setting": "; ".join(filter(None, [self.setting, minus])),
            "baseline": self.reference or minus.removeprefix("minus "),
            "contrast": self.part,
            "outcome": self.measure.name,
            "unit": self.measure.unit,
        }
        judged = {
            "test": "simultaneous, all differences of the run",
            "tolerance": self.tolerance or None,
            "p_difference": self.p_difference,
            "verdict": FINDINGS[self.finding],
            "note": SAME if self.finding is Finding.SAME else "",
        }
        return Row(**dict(place) | named | judged | number_fields(self.estimate) | {"kind": "difference"})


def measured_means(sizes: Sizes, settings: Sequence[str], level: float) -> tuple[TableMean, ...]:
    """The means of all measures; the intervals of each measure hold at once."""
    found: list[TableMean] = []
    for number in range(len(next(iter(sizes.values()))[0])):
        asked = [
            (players, name, of_setting[number], part)
            for players, of_size in sizes.items()
            for name, of_setting in zip(settings, of_size, strict=True)
            for part in range(len(of_setting[number].parts))
        ]
        estimates, _ = held_at_once([[(one.values[:, part], 1.0, players)] for players, _, one, part in asked], level)
        for (players, name, one, part), estimate in zip(asked, estimates, strict=True):
            seen = _share_mean(one, part, estimate, len(asked))
            found.append(TableMean(players, name, one.measure, one.parts[part], seen))
    return tuple(found)


def _share_mean(one: MeasuredDeals, part: int, estimate: Estimate, family: int) -> Estimate:
    """The interval of a share: the exact one where it is near none or all of the games, and never beyond those."""
    if not one.measure.share or estimate.n < 2:
        return estimate
    scale, values = one.measure.scale, one.values[:, part]
    each = estimate.level if family == 1 else 1 - (1 - estimate.level) / family
    met, whole = int(np.count_nonzero(values)), int(np.count_nonzero(values >= scale))
    if min(met, len(values) - whole) >= (RARE if met == whole else MINIMUM_CHANGED_DEALS):
        return estimate.cut(0.0, scale)
    most, least = share_interval(met, len(values), each), share_interval(whole, len(values), each)
    return Estimate(
        estimate.mean, scale * least.low, scale * most.high, estimate.standard_error, estimate.n, estimate.level
    )


@dataclass(frozen=True)
class _Row:
    """A difference: of which table sizes with which sign, of which setting, on which part of which measure."""

    sizes: tuple[tuple[int, float], ...]
    setting: int
    measure: int
    part: str


def measured_differences(
    sizes: Sizes, settings: Sequence[str], reference: int, tolerances: Mapping[str, float], level: float
) -> tuple[Difference, ...]:
    """All differences from the reference and between table sizes, measure by measure, judged as one family."""
    rows = list(_rows(sizes, len(settings), reference))
    pairs = [[_pair(sizes[size], row, reference) for size, _ in row.sizes] for row in rows]
    taken = [
        [(with_ - without, sign, size) for (with_, without), (size, sign) in zip(both, row.sizes, strict=True)]
        for row, both in zip(rows, pairs, strict=True)
    ]
    estimates, p_values = held_at_once(taken, level)
    found = []
    for row, both, each, estimate, p_value in zip(rows, pairs, taken, estimates, p_values, strict=True):
        measure = next(iter(sizes.values()))[0][row.measure].measure
        tolerance = tolerances.get(measure.name, 0.0)
        bounds = [measure.scale if measure.share else float(np.ptp(np.concatenate(one))) for one in both]
        seen = _where_rare(measure, each, bounds, estimate, len(rows))
        correlation, narrower = _paired(*both[0]) if len(both) == 1 else (None, None)
        found.append(
            Difference(
                players=row.sizes[0][0],
                against=row.sizes[1][0] if len(row.sizes) > 1 else None,
                setting=settings[row.setting],
                reference=settings[reference],
                measure=measure,
                part=row.part,
                estimate=seen,
                finding=finding_of(seen, tolerance, all(not np.any(values) for values, _, _ in each)),
                tolerance=tolerance,
                p_difference=p_value if seen is estimate else None,
                correlation=correlation,
                narrower=narrower,
            )
        )
    return tuple(found)


def size_differences(sizes: Sizes, tolerances: Mapping[str, float], level: float = LEVEL) -> tuple[Difference, ...]:
    """How much more of each measure there is with some players than with others, judged as one family."""
    asked: list[tuple[int, int, Measure, str]] = []
    taken: list[list[Taken]] = []
    for number in range(len(next(iter(sizes.values()))[0])):
        for one, other in combinations(sizes, 2):
            here, there = sizes[one][0][number], sizes[other][0][number]
            for part in (name for name in here.parts if name in there.parts):
                asked.append((one, other, here.measure, part))
                both = [seen.values[:, seen.parts.index(part)] for seen in (here, there)]
                if here.measure.share and min(one.mean() for one in both) > here.measure.scale / 2:
                    both = [values - here.measure.scale for values in both]  # what is rare are the games without it
                taken.append([(both[0], 1.0, one), (both[1], -1.0, other)])
    estimates, p_values = held_at_once(taken, level)
    found = []
    for (one, other, measure, part), each, estimate, p_value in zip(asked, taken, estimates, p_values, strict=True):
        tolerance = tolerances.get(measure.name, 0.0)
        bounds = [measure.scale if measure.share else float(np.ptp(values)) for values, _, _ in each]
        seen = _where_rare(measure, each, bounds, estimate, len(asked)) if measure.share else estimate
        same = seen.mean == 0.0 == seen.standard_error and not measure.share
        finding = finding_of(seen, tolerance, same)
        p = p_value if seen is estimate else None
        found.append(Difference(one, other, "", "", measure, part, seen, finding, tolerance, p, None, None))
    return tuple(found)


def _rows(sizes: Sizes, settings: int, reference: int) -> Iterator[_Row]:
    """What is asked, measure by measure: each setting at each table size, then the same between table sizes."""
    others = [setting for setting in range(settings) if setting != reference]
    for number in range(len(next(iter(sizes.values()))[0])):
        parts = {players: of_size[0][number].parts for players, of_size in sizes.items()}
        for players in sizes:
            for setting in others:
                yield from (_Row(((players, 1.0),), setting, number, part) for part in parts[players])
        for one, other in combinations(sizes, 2):
            for setting in others:
                for part in parts[one]:
                    if part in parts[other]:
                        yield _Row(((one, 1.0), (other, -1.0)), setting, number, part)


def _pair(of_size: Sequence[Sequence[MeasuredDeals]], row: _Row, reference: int) -> tuple[Values, Values]:
    """What the setting and the reference came to, deal by deal."""
    at = of_size[0][row.measure].parts.index(row.part)
    return of_size[row.setting][row.measure].values[:, at], of_size[reference][row.measure].values[:, at]


def _where_rare(
    measure: Measure, taken: Sequence[Taken], bounds: Sequence[float], estimate: Estimate, family: int
) -> Estimate:
    """The interval where few deals differ: Student's t knows nothing of what has not happened yet.

    A share that goes up in some deals and down in others has an exact interval for each of the two; of anything else it
    is known how far one deal can move it, and how many deals differ at most.
    """
    changed = [int(np.count_nonzero(values)) for values, _, _ in taken]
    whole = all(np.all((values == 0) | (np.abs(values) == measure.scale)) for values, _, _ in taken)
    enough = RARE if measure.share and whole else MINIMUM_CHANGED_DEALS
    if estimate.n < 2 or min(changed) >= enough:
        return estimate
    each = 1 - (1 - estimate.level) / family
    parts: list[tuple[float, Estimate]] = []
    for (values, sign, _), count, bound in zip(taken, changed, bounds, strict=True):
        if count >= enough:
            error = float(values.std(ddof=1)) / sqrt(len(values))
            parts.append((sign, interval_from(float(values.mean()), error, len(values), each)))
        elif measure.share:
            parts += [(sign * way * bound, _rare_share(way * values, bound, each)) for way in (1.0, -1.0)]
        else:
            reach = bound * largest_share(count, len(values), (1 - each) / 2)
            mean, error = float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values))
            parts.append((sign, Estimate(mean, min(mean, -reach), max(mean, reach), error, len(values), each)))
    found = sum_of_parts(parts)
    return Estimate(estimate.mean, found.low, found.high, estimate.standard_error, estimate.n, estimate.level)


def _rare_share(values: Values, whole: float, level: float) -> Estimate:
    """How much of the whole the deals above 0 come to; of deals with several games only the upper end is exact."""
    up = values[values > 0]
    seen = share_interval(len(up), len(values), level)
    mean = float(up.sum()) / whole / len(values)
    low = seen.low if np.all(up == whole) else 0.0
    return Estimate(mean, low, seen.high, seen.standard_error, seen.n, level)


def finding_of(estimate: Estimate, tolerance: float, same: bool) -> Finding:
    """What an interval says that holds beside all others."""
    if estimate.n < 2 or (estimate.n < MINIMUM_DEALS and not same):
        return Finding.OPEN
    if same:
        return Finding.SAME
    if -tolerance < estimate.low and estimate.high < tolerance:
        return Finding.ALIKE
    if estimate.low > 0 or estimate.high < 0:
        return Finding.MORE if estimate.mean > 0 else Finding.LESS
    return Finding.OPEN


def _paired(with_: Values, without: Values) -> tuple[float | None, float | None]:
    """How what two settings make of a deal goes along, and by how much pairing narrows the difference's interval."""
    variances = float(np.var(with_) + np.var(without))
    if len(with_) < 2 or variances == 0:
        return None, None
    narrower = 1 - sqrt(float(np.var(with_ - without)) / variances)
    spread = float(np.std(with_) * np.std(without))
    return (float(np.cov(with_, without, bias=True)[0, 1]) / spread if spread > 0 else None), narrower
