"""Estimates the time and the precision of a run, from a few test games of each section that are not kept."""

import time
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Game
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import counted
from arkadia_sim.plan.plan import DEALS_MOST, Chunk, Plan, RunRequest, Section
from arkadia_sim.results.measures import differences, rows_as_array
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.runner.progress import Progress, clock
from arkadia_sim.stats.intervals import LEVEL, t_quantile

PILOT_DEALS = 128
"""Test deals of each section: enough to estimate the spread of a deal to about a tenth."""

PILOT_FIRST, PILOT_PORTION = 2, 32
PILOT_SECONDS = 5.0
"""No further portion of deals is tested after so long. The first has two deals, each further one twice as many."""

LONG_SECONDS = 1.0
"""If the test took less time, the speed comes from a portion of about this length, played together as in a run."""

QUICK_SECONDS = 0.1
FEW_GAMES = 8
"""If this many games are this fast, whole deals are played together, which is much faster per game."""


@dataclass(frozen=True)
class SectionForecast:
    """One section: its time, and the width of its 95% intervals for each outcome (by column).

    ``half_width`` is half the width of the widest interval, in the outcome's unit. ``deals_needed`` is the number of
    deals until that is at most the tolerance. Both are None if nothing is compared or the test shows no spread.
    """

    players: int
    company: str
    deals: int
    games: int
    minutes: float
    half_width: Mapping[str, float | None]
    deals_needed: Mapping[str, int | None]


@dataclass(frozen=True)
class Forecast:
    """The forecast of a run: its sections, and how many test games it took.

    ``outcomes`` are those with verdicts, ``tolerances`` their tolerances in their units.
    """

    name: str
    outcomes: tuple[Outcome, ...]
    tolerances: Mapping[str, float]
    sections: tuple[SectionForecast, ...]
    workers: int
    pilot_games: int

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(section.games for section in self.sections)

    @property
    def minutes(self) -> float:
        """Minutes in all, with this number of workers, without the time to start."""
        return sum(section.minutes for section in self.sections)


def forecast(name: str, request: RunRequest, game: Game, workers: int, progress: Progress) -> Forecast:
    """Play some deals of each section and estimate time and precision of the whole run."""
    plan = request.plan
    outcomes = tuple(outcome for outcome in game.outcomes if outcome.judged)
    asked = (request.experiment or {}).get("tolerances", {})
    tolerances = {outcome.column: float(asked.get(outcome.column, outcome.tolerance or inf)) for outcome in outcomes}
    sections, played = [], 0
    progress.say(f"trying out {name} …")
    game.warm_up(plan.bots)
    if plan.sections:  # what is only loaded by the first games of a process is not part of the speed
        chunk_rows(game, plan, Chunk(0, 0, 0, 1))
    for index, section in enumerate(plan.sections):
        spreads, games, seconds, tried = _tried(game, plan, index, outcomes)
        played += tried
        minutes = section.games * seconds / games / workers / 60
        progress.say(f"tried {index + 1} of {len(plan.sections)}: {counted(games, 'game')} in {clock(seconds)}")
        sections.append(_forecast(section, spreads, minutes, outcomes, tolerances))
    return Forecast(name, outcomes, tolerances, tuple(sections), workers, played)


def _forecast(
    section: Section,
    spreads: Mapping[str, float],
    minutes: float,
    outcomes: Iterable[Outcome],
    tolerances: Mapping[str, float],
) -> SectionForecast:
    """The forecast of a section from the spread of a deal in each outcome, 0 where it is unknown."""
    half_width: dict[str, float | None] = {}
    needed: dict[str, int | None] = {}
    for outcome in outcomes:
        name, spread = outcome.column, spreads[outcome.column] * outcome.scale
        half_width[name] = None if spread == 0 else _half_width(spread, section.deals)
        narrow = bisect_left(range(2, DEALS_MOST + 2), True, key=lambda n: _half_width(spread, n) <= tolerances[name])
        needed[name] = None if spread == 0 or narrow + 2 > DEALS_MOST else narrow + 2
    return SectionForecast(section.players, section.company, section.deals, section.games, minutes, half_width, needed)


def _half_width(spread: float, deals: int) -> float:
    return spread * t_quantile((1 + LEVEL) / 2, deals - 1) / sqrt(deals)


def _tried(
    game: Game, plan: Plan, index: int, outcomes: tuple[Outcome, ...]
) -> tuple[dict[str, float], int, float, int]:
    """Play some games of a section.

    Returns the largest standard deviation of a deal in each outcome, games and seconds that tell the speed, and how
    many games were played in all.
    """
    section = plan.sections[index]
    spreads = dict.fromkeys((outcome.column for outcome in outcomes), 0.0)
    per_deal, begin = section.games_per_deal, time.monotonic()
    if not section.comparisons:  # a deal of slow bots in many line-ups may take an hour, and only its time is wanted
        for played, number in enumerate(_far_apart(per_deal), start=1):
            chunk_rows(game, plan, Chunk(index, 0, number, 1))
            seconds = time.monotonic() - begin
            if seconds >= PILOT_SECONDS:
                return spreads, played, seconds, played
            if played >= FEW_GAMES and seconds < played * QUICK_SECONDS:
                break
    deals, portion = 0, PILOT_FIRST if section.comparisons else 1
    values: list[NDArray[np.float64]] = []
    begin = time.monotonic()
    while not values or (deals < PILOT_DEALS and time.monotonic() - begin < PILOT_SECONDS):
        portion = min(portion, PILOT_DEALS - deals)
        values.append(_values(game, plan, index, deals, portion, outcomes))
        deals, portion = deals + portion, min(2 * portion, PILOT_PORTION)
    seconds, played = time.monotonic() - begin, deals * per_deal
    games = played
    for comparison in section.comparisons:
        by_deal = differences(np.concatenate(values), comparison).std(axis=0, ddof=1).tolist()
        spreads = {name: max(spread, new) for (name, spread), new in zip(spreads.items(), by_deal, strict=True)}
    if seconds < LONG_SECONDS:
        deals = max(1, min(section.deals, int(LONG_SECONDS * games / seconds / per_deal)))
        begin, games = time.monotonic(), deals * per_deal
        _values(game, plan, index, 0, deals, outcomes)
        seconds, played = time.monotonic() - begin, played + games
    return spreads, games, seconds, played


def _values(
    game: Game, plan: Plan, index: int, first: int, deals: int, outcomes: tuple[Outcome, ...]
) -> NDArray[np.float64]:
    """Play some deals of a section, even beyond its last: their outcomes, deal by deal."""
    section = plan.sections[index]
    begin, count = first * section.games_per_deal, deals * section.games_per_deal
    longer = section.model_copy(update={"games": max(section.games, begin + count)})
    sections = (*plan.sections[:index], longer, *plan.sections[index + 1 :])
    rows = chunk_rows(game, plan.model_copy(update={"sections": sections}), Chunk(index, 0, begin, count)).players
    return rows_as_array(rows, section, outcomes)


def _far_apart(count: int) -> list[int]:
    """The numbers below ``count``, in an order whose first few are far apart (multiples of the golden ratio)."""
    return sorted(range(count), key=lambda number: (number + 1) * (sqrt(5) - 1) / 2 % 1)
