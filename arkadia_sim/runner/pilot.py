"""What a run would cost and what it could tell, from a few games of each section played and thrown away."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import Game
from arkadia_sim.errors import BadValue
from arkadia_sim.runner.experiment import DEALS_MOST
from arkadia_sim.runner.outcomes import GOLD_MARGIN, OUTCOMES, WIN_SHARE, differences, rows_as_array
from arkadia_sim.runner.parallel import RunRequest
from arkadia_sim.runner.plan import Chunk, Plan, Section
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.rows import chunk_rows
from arkadia_sim.runner.sequential import questions
from arkadia_sim.stats.intervals import LEVEL, t_quantile

PILOT_DEALS = 128
"""Deals of each section played for a try; the fewest that tell the spread of a deal to a tenth or so."""

PILOT_LEAST = 32
PILOT_SECONDS = 5.0
"""A section is tried no longer than this, once it has the fewest deals."""

POINT = 0.01
"""One point of win share."""


@dataclass(frozen=True)
class SectionForecast:
    """One section: what it costs, and half the width of its 95% intervals (the widest of its comparisons).

    Where the run stops by itself, ``deals`` and ``games`` are the most there may be, and the widths those of its
    looks, good for all looks and questions together. ``half_width_win_share`` is in points, ``half_width_gold`` (of the
    lead over the best opponent) in gold. ``deals_for_one_point`` is how many deals it takes for ±1 point. All but the
    counts are None where nothing is compared or the try tells no spread.
    """

    players: int
    field: str
    field_title: str
    deals: int
    games: int
    minutes: float
    half_width_win_share: float | None
    half_width_gold: float | None
    deals_for_one_point: int | None


@dataclass(frozen=True)
class Forecast:
    """A run as it would be: its sections, and how many games were played to tell."""

    name: str
    sections: tuple[SectionForecast, ...]
    workers: int
    at_most: bool
    pilot_games: int

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(section.games for section in self.sections)

    @property
    def minutes(self) -> float:
        """Minutes in all, with that many workers, without the time that a first start takes."""
        return sum(section.minutes for section in self.sections)

    def as_json(self) -> dict[str, Any]:
        """The forecast as plain values."""
        return {
            "name": self.name,
            "games": self.games,
            "minutes": self.minutes,
            "workers": self.workers,
            "at_most": self.at_most,
            "pilot_games": self.pilot_games,
            "sections": [asdict(section) for section in self.sections],
        }


def forecast(
    name: str, request: RunRequest, game: Game, workers: int, progress: Progress, deals: int | None = None
) -> Forecast:
    """Play ``deals`` deals of each section and say what the whole run would cost and tell."""
    if deals is not None and deals < 2:
        raise BadValue("pilot deals", deals, "a whole number from 2")
    plan = request.plan
    progress.say(f"trying out {name} …")
    game.warm_up(plan.bots, progress.say)
    if plan.sections:  # what is only loaded by the first games of a process is not part of the speed
        _play(game, plan, 0, 1, 0)
    sections, played = [], 0
    for index, section in enumerate(plan.sections):
        values, seconds = _pilot(game, plan, index, deals)
        games = len(values) * section.games_per_deal
        played += games
        sections.append(_section_forecast(request, section, _tried(values, section), seconds / games / workers))
    return Forecast(name, tuple(sections), workers, request.stopping is not None, played)


@dataclass(frozen=True)
class _Tried:
    """What the try tells of one outcome of one comparison.

    The standard deviation of a deal, the share of deals that differ, and the largest distance between two values.
    """

    spread: float
    changed: float
    span: float


def _section_forecast(
    request: RunRequest, section: Section, tried: Mapping[str, Sequence[_Tried]], seconds_per_game: float
) -> SectionForecast:
    stopping = request.stopping
    deals = section.deals if stopping is None else stopping.most[section.players]
    games = deals * section.games_per_deal
    widest = {outcome: _widest(request, section.players, outcome, tried[outcome]) for outcome in OUTCOMES}
    return SectionForecast(
        players=section.players,
        field=section.field,
        field_title=section.field_title,
        deals=deals,
        games=games,
        minutes=games * seconds_per_game / 60,
        half_width_win_share=_known(widest[WIN_SHARE](deals) / POINT),
        half_width_gold=_known(widest[GOLD_MARGIN](deals)),
        deals_for_one_point=_deals_for(widest[WIN_SHARE], POINT),
    )


def _widest(request: RunRequest, players: int, outcome: str, tried: Sequence[_Tried]) -> Callable[[int], float]:
    """By the number of deals, half the width of an outcome's interval for the comparison where it is widest.

    These are the intervals that the run will have: Student's t, or those of its looks where it stops by itself.
    """
    if not tried:
        return lambda deals: inf
    stopping = request.stopping
    if stopping is None:
        spread = max(one.spread for one in tried)
        return lambda deals: spread * t_quantile((1 + LEVEL) / 2, deals - 1) / sqrt(deals)
    sequence = stopping.sequence(players, outcome, questions(request.plan.sections))
    return lambda deals: max(sequence.expected_half_width(deals, one.spread, one.changed, one.span) for one in tried)


def _pilot(game: Game, plan: Plan, index: int, deals: int | None) -> tuple[NDArray[np.float64], float]:
    """Play a few deals of a section, in portions, until there are enough or it has taken long enough."""
    wanted = deals or PILOT_DEALS
    portion = min(wanted, PILOT_LEAST)
    found: list[NDArray[np.float64]] = []
    begin = time.monotonic()
    first = 0
    while first < wanted and (not found or deals is not None or time.monotonic() - begin < PILOT_SECONDS):
        count = min(portion, wanted - first)
        found.append(_play(game, plan, index, count, first))
        first += count
    return np.concatenate(found), time.monotonic() - begin


def _play(game: Game, plan: Plan, index: int, deals: int, first_deal: int) -> NDArray[np.float64]:
    section = plan.sections[index]
    per_deal = section.games_per_deal
    whole = replace(section, games=max(section.games, (first_deal + deals) * per_deal))
    tried = replace(plan, sections=(*plan.sections[:index], whole, *plan.sections[index + 1 :]))
    rows = chunk_rows(game, tried, Chunk(index, 0, first_deal * per_deal, deals * per_deal)).players
    columns = [pl.col(one).cast(pl.Float64) for one in OUTCOMES]
    if section.drawn is None:
        return rows_as_array(rows.select(columns), section, OUTCOMES)
    games = np.arange(first_deal * per_deal, (first_deal + deals) * per_deal, dtype=np.int64)
    return _contrasts(rows_as_array(rows.select(columns), section, OUTCOMES), section, games, plan.seed)


def _contrasts(
    values: NDArray[np.float64], section: Section, games: NDArray[np.int64], seed: int
) -> NDArray[np.float64]:
    """For each deal and switch the mean over seats of what it brought, on minus off: shape deal, switch, 1, outcome."""
    assert section.drawn is not None
    seats = section.seats_of(games, seed).reshape(values.shape[0], values.shape[1], section.players)
    switches = len(section.drawn.factors)
    signs = ((seats[..., None] >> np.arange(switches)) & 1) * 2.0 - 1.0
    contrasts: NDArray[np.float64] = np.einsum("dlsf,dlso->dfo", signs, values) / section.players
    return contrasts[:, :, None, :]


def _tried(values: NDArray[np.float64], section: Section) -> dict[str, list[_Tried]]:
    """What the values of the deals that were tried tell of each comparison (or switch), by outcome."""
    if section.drawn is not None:
        series = [values[:, factor, 0] for factor in range(values.shape[1])]
    else:
        series = [differences(values, comparison) for comparison in section.comparisons]
    spans = np.ptp(values, axis=(0, 1, 2))
    return {
        outcome: [
            _Tried(float(one[:, k].std(ddof=1)), float(np.mean(one[:, k] != 0)), float(spans[k])) for one in series
        ]
        for k, outcome in enumerate(OUTCOMES)
    }


def _deals_for(half_width_after: Callable[[int], float], wanted: float) -> int | None:
    """How many deals it takes for an interval so narrow; None if no number does."""
    low, high = 1, 2
    while half_width_after(high) > wanted:
        if high > DEALS_MOST:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if half_width_after(middle) > wanted else (low, middle)
    return high


def _known(value: float) -> float | None:
    return value if isfinite(value) else None
