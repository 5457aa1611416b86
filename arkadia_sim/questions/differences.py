"""Measures of tables in several settings: their means, and the differences from a reference setting.

All differences of a run are one family: their intervals hold at once, and a verdict only says where its interval lies.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.questions.estimates import Row, number_fields, players_text
from arkadia_sim.results.measures import Measure, MeasuredDeals
from arkadia_sim.stats import intervals
from arkadia_sim.stats.intervals import Estimate, largest_share, mean_interval, share_interval, sum_of_parts
from arkadia_sim.stats.simultaneous import Taken, held_at_once
from arkadia_sim.stats.verdicts import MINIMUM_CHANGED_DEALS, MINIMUM_DEALS, SAME, Verdict

Values = NDArray[np.float64]

Sizes = Mapping[int, Sequence[Sequence[MeasuredDeals]]]
"""By table size: for each setting, each measure deal by deal."""

RARE = 50
"""With fewer deals than this, a share and differences of shares get the exact interval. If a deal has several games,
and so parts of a share, :data:`MINIMUM_CHANGED_DEALS` are enough for Student's t."""


def measured_means(sizes: Sizes, settings: Sequence[str], level: float, place: Mapping[str, Any]) -> list[Row]:
    """The means of all measures for each part of a table: a seat, a bot, or the whole table (an empty name).

    The intervals of a measure hold at once for all parts, settings and table sizes. ``place`` has fields of all rows.
    """
    rows: list[Row] = []
    for number in range(_measures(sizes)):
        places = [
            (players, name, of_setting[number], part)
            for players, of_size in sizes.items()
            for name, of_setting in zip(settings, of_size, strict=True)
            for part in range(len(of_setting[number].parts))
        ]
        values = [[(deals.values[:, part], 1.0, players)] for players, _, deals, part in places]
        for (players, name, deals, part), estimate in zip(places, held_at_once(values, level)[0], strict=True):
            mean = share_mean(deals, part, estimate, len(places)).cut(*deals.measure.bounds)
            mean = mean.with_unseen(*deals.measure.bounds, len(places))
            named = {"players": players, "setting": name, "contrast": deals.parts[part]}
            measured = {"outcome": deals.measure.name, "unit": deals.measure.unit}
            rows.append(Row(kind="mean", **dict(place) | named | measured | number_fields(mean)))
    return rows


def _measures(sizes: Sizes) -> int:
    """The number of measures."""
    return len(next(iter(sizes.values()))[0])


def share_mean(deals: MeasuredDeals, part: int, estimate: Estimate, family: int) -> Estimate:
    """The interval of a share: the exact one if it is near none or all of the games, and never beyond those."""
    if not deals.measure.share or estimate.n < 2:
        return estimate
    scale, values = deals.measure.scale, deals.values[:, part]
    level = estimate.level if family == 1 else 1 - (1 - estimate.level) / family
    some, whole = int(np.count_nonzero(values)), int(np.count_nonzero(values >= scale))
    if min(some, len(values) - whole) >= (RARE if some == whole else MINIMUM_CHANGED_DEALS):
        return estimate.cut(0.0, scale)
    most, least = share_interval(some, len(values), level), share_interval(whole, len(values), level)
    return Estimate(
        estimate.mean, scale * least.low, scale * most.high, estimate.standard_error, estimate.n, estimate.level
    )


@dataclass(frozen=True)
class _Contrast:
    """A difference before it is judged.

    ``bounds`` says for each table size how far one deal can move it, ``same`` that all deals agree, ``counted`` that
    the number of deals that differ may replace Student's t.
    """

    players: int
    against: int | None
    setting: str
    reference: str
    measure: Measure
    part: str
    values: list[Taken]
    bounds: list[float]
    same: bool
    counted: bool


def measured_differences(
    sizes: Sizes,
    settings: Sequence[str],
    reference: int,
    tolerances: Mapping[str, float],
    level: float,
    between: Sequence[Sequence[int]],
    place: Mapping[str, Any],
) -> list[Row]:
    """All differences from the reference, and those ``between`` pairs of table sizes, judged as one family."""
    return _judged(list(_from_reference(sizes, settings, reference, between)), tolerances, level, place)


def _from_reference(
    sizes: Sizes, settings: Sequence[str], reference: int, between: Sequence[Sequence[int]]
) -> Iterator[_Contrast]:
    """Measure by measure: each setting at each table size, then the same between table sizes."""
    others = [setting for setting in range(len(settings)) if setting != reference]
    for number in range(_measures(sizes)):
        parts = {players: of_size[0][number].parts for players, of_size in sizes.items()}
        places: list[tuple[tuple[int, ...], int, str]] = []
        for players in sizes:
            places += [((players,), setting, part) for setting in others for part in parts[players]]
        for players, against in between:
            common = [part for part in parts[players] if part in parts[against]]
            places += [
                ((players, against), setting, part)
                for setting in others
                for part in common
                if not any(
                    _at_end(sizes[size][place][number], part)
                    for size in (players, against)
                    for place in (setting, reference)
                )
            ]
        for pair, setting, part in places:
            measure = sizes[pair[0]][0][number].measure
            values: list[Taken] = []
            bounds = []
            for players, sign in zip(pair, (1.0, -1.0), strict=False):
                of_size, column = sizes[players], parts[players].index(part)
                with_, without = (of_size[place][number].values[:, column] for place in (setting, reference))
                values.append((with_ - without, sign, players))
                bounds.append(measure.scale if measure.share else float(np.ptp(np.concatenate([with_, without]))))
            same = all(not np.any(differences) for differences, _, _ in values)
            other = pair[1] if len(pair) > 1 else None
            yield _Contrast(
                pair[0], other, settings[setting], settings[reference], measure, part, values, bounds, same, True
            )


def _at_end(deals: MeasuredDeals, part: str) -> bool:
    """Whether a measure is at its floor or its ceiling in every deal: nothing there can be compared."""
    values = deals.values[:, deals.parts.index(part)]
    return mean_interval(values).is_constant and mean_interval(values).at_end(*deals.measure.bounds)


def size_differences(
    sizes: Sizes,
    between: Sequence[Sequence[int]],
    tolerances: Mapping[str, float],
    level: float,
    place: Mapping[str, Any],
) -> list[Row]:
    """How much more of each measure there is at one table size than at another, judged as one family."""
    return _judged(list(_between_sizes(sizes, between)), tolerances, level, place)


def _between_sizes(sizes: Sizes, between: Sequence[Sequence[int]]) -> Iterator[_Contrast]:
    for number in range(_measures(sizes)):
        for players, against in between:
            here, there = sizes[players][0][number], sizes[against][0][number]
            measure = here.measure
            for part in (name for name in here.parts if name in there.parts):
                if _at_end(here, part) or _at_end(there, part):
                    continue
                both = [deals.values[:, deals.parts.index(part)] for deals in (here, there)]
                if measure.share and min(values.mean() for values in both) > measure.scale / 2:
                    both = [values - measure.scale for values in both]  # what is rare are the games without it
                bounds = [measure.scale if measure.share else float(np.ptp(values)) for values in both]
                same = not measure.share and not any(bounds) and both[0][0] == both[1][0]
                signed: list[Taken] = [(both[0], 1.0, players), (both[1], -1.0, against)]
                yield _Contrast(players, against, "", "", measure, part, signed, bounds, same, measure.share)


def _judged(
    contrasts: Sequence[_Contrast], tolerances: Mapping[str, float], level: float, place: Mapping[str, Any]
) -> list[Row]:
    """The differences with intervals that hold at once over all measures, and verdicts that follow from them alone.

    The p-values are adjusted for all differences; None if the interval rests on the number of deals that differ.
    """
    estimates, p_values = held_at_once([contrast.values for contrast in contrasts], level)
    rows = []
    for contrast, usual, p_value in zip(contrasts, estimates, p_values, strict=True):
        measure, tolerance = contrast.measure, tolerances.get(contrast.measure.name, 0.0)
        estimate = _where_rare(contrast, usual, len(contrasts)) if contrast.counted else usual
        rare = estimate is not usual
        if not rare:
            estimate = usual.with_unseen(*measure.difference_bounds, len(contrasts))
            rare = estimate is not usual
        verdict, note = verdict_of(estimate, tolerance, contrast.same)
        minus = "" if contrast.against is None else players_text(contrast.against)
        fields = {
            "players": contrast.players,
            "setting": "; ".join(filter(None, [contrast.setting, minus and f"minus {minus}"])),
            "baseline": contrast.reference or minus, "contrast": contrast.part, "outcome": measure.name,
            "unit": measure.unit, "test": "simultaneous, all differences of the run", "tolerance": tolerance or None,
            "p_difference": None if rare else p_value, "verdict": verdict, "note": note,
        }  # fmt: skip
        rows.append(Row(kind="difference", **dict(place) | fields | number_fields(estimate)))
    return rows


def _where_rare(contrast: _Contrast, estimate: Estimate, family: int) -> Estimate:
    """The interval if few deals differ: Student's t ignores what has not happened yet.

    A share that goes up in some deals and down in others has an exact interval for each direction. For other measures
    the interval follows from how far one deal can move it, and from how many deals differ at most.
    """
    measure = contrast.measure
    changed = [int(np.count_nonzero(values)) for values, _, _ in contrast.values]
    whole = all(np.all((values == 0) | (np.abs(values) == measure.scale)) for values, _, _ in contrast.values)
    enough = RARE if measure.share and whole else MINIMUM_CHANGED_DEALS
    if estimate.n < 2 or min(changed) >= enough:
        return estimate
    level = 1 - (1 - estimate.level) / family
    parts: list[tuple[float, Estimate]] = []
    for (values, sign, _), count, bound in zip(contrast.values, changed, contrast.bounds, strict=True):
        if count >= enough:
            error = float(values.std(ddof=1)) / sqrt(len(values))
            parts.append((sign, intervals.interval_from(float(values.mean()), error, len(values), level)))
        elif measure.share:
            parts += [(sign * way * bound, _rare_share(way * values, bound, level)) for way in (1.0, -1.0)]
        else:
            reach = bound * largest_share(count, len(values), (1 - level) / 2)
            mean, error = float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values))
            parts.append((sign, Estimate(mean, min(mean, -reach), max(mean, reach), error, len(values), level)))
    total = sum_of_parts(parts)
    return Estimate(estimate.mean, total.low, total.high, estimate.standard_error, estimate.n, estimate.level)


def _rare_share(values: Values, whole: float, level: float) -> Estimate:
    """The deals above 0 as a share of the whole; if deals have several games, only the upper end is exact."""
    up = values[values > 0]
    exact = share_interval(len(up), len(values), level)
    mean = float(up.sum()) / whole / len(values)
    low = exact.low if np.all(up == whole) else 0.0
    return Estimate(mean, low, exact.high, exact.standard_error, exact.n, level)


def verdict_of(estimate: Estimate, tolerance: float, same: bool) -> tuple[Verdict, str]:
    """The verdict for an interval that holds together with all others of the run, and a note if all deals agree.

    What is measured is more or less, and not better or worse. ``same``: all deals agree, which alone proves nothing.
    """
    note = SAME if same else ""
    if estimate.n < MINIMUM_DEALS or (same and estimate.low == estimate.high):
        return "inconclusive", note
    if -tolerance < estimate.low and estimate.high < tolerance:
        return "equivalent", note
    if estimate.low > 0 or estimate.high < 0:
        return ("higher" if estimate.mean > 0 else "lower"), ""
    return "inconclusive", note
