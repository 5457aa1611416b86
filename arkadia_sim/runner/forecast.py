"""Estimates the time and the precision of a run, from a few test games of each section that are not kept."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Game
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import BadValue
from arkadia_sim.plan.plan import DEALS_MOST, Chunk, Section
from arkadia_sim.plan.request import RunRequest, judged_outcomes, tests
from arkadia_sim.results.measures import differences, rows_as_array
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.runner.progress import Progress, clock
from arkadia_sim.stats.intervals import LEVEL, known, t_quantile

PILOT_DEALS = 128
"""Test deals of each section: enough to estimate the spread of a deal to about a tenth."""

PILOT_FIRST, PILOT_PORTION = 2, 32
PILOT_SECONDS = 5.0
"""No further portion of deals is tested after so long. The first has two deals, each further one twice as many."""

LONG_SECONDS = 1.0
"""If the test took less time, the speed comes from a portion of about this length."""

QUICK_SECONDS = 0.1
FEW_GAMES = 8
"""If this many games are this fast, whole deals are played together, which is much faster per game."""


@dataclass(frozen=True)
class SectionForecast:
    """One section: its time, and the width of its 95% intervals for each outcome (by column).

    If the run stops when it is decided, ``deals`` and ``games`` are the most that may be played, and the widths hold
    for all looks and questions together. ``half_width`` is half the width of the widest interval, in the outcome's
    unit. ``deals_needed`` is the number of deals until that is at most the tolerance. Both are None if nothing is
    compared or the test shows no spread. Without test games, ``minutes`` is None, too.
    """

    players: int
    company: str
    deals: int
    games: int
    minutes: float | None
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
    at_most: bool
    pilot_games: int

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(section.games for section in self.sections)

    @property
    def minutes(self) -> float | None:
        """Minutes in all, with this number of workers, without the time to start; None without test games."""
        return total(section.minutes for section in self.sections)

    def as_json(self) -> dict[str, Any]:
        """The forecast as plain values."""
        return {
            "name": self.name,
            "games": self.games,
            "minutes": self.minutes,
            "workers": self.workers,
            "at_most": self.at_most,
            "pilot_games": self.pilot_games,
            "tolerances": dict(self.tolerances),
            "sections": [asdict(section) for section in self.sections],
        }


def total(numbers: Iterable[float | None]) -> float | None:
    """The sum; None if one of the numbers is."""
    known = list(numbers)
    return None if None in known else sum(number for number in known if number is not None)


def forecast(
    name: str,
    request: RunRequest,
    game: Game,
    workers: int,
    progress: Progress,
    deals: int | None = None,
    compiles: bool = True,
) -> Forecast:
    """Play ``deals`` deals of each section and estimate time and precision of the whole run.

    Without ``compiles``, no games are played if something had to be compiled first.
    """
    if deals is not None and deals < 2:
        raise BadValue("pilot deals", deals, "a whole number from 2")
    plan = request.plan
    trial = _Trial(request, game, judged_outcomes(game.outcomes))
    tolerances = {outcome.column: trial.tolerance(outcome) for outcome in trial.outcomes}
    stops = request.stopping is not None
    if not compiles and not game.is_compiled(plan.bots):
        untried = tuple(trial.forecast(section, [[] for _ in trial.outcomes], None) for section in plan.sections)
        return Forecast(name, trial.outcomes, tolerances, untried, workers, stops, 0)
    progress.say(f"trying out {name} …")
    game.warm_up(plan.bots, progress.say)
    if plan.sections:  # what is only loaded by the first games of a process is not part of the speed
        trial.play_game(0, 0)
    sections, played = [], 0
    for index, section in enumerate(plan.sections):
        games, seconds = trial.first_games(index) if trial.compares_nothing(index) and deals is None else (0, 0.0)
        tried: list[list[_Tried]] = [[] for _ in trial.outcomes]
        if seconds < PILOT_SECONDS:
            values, seconds = trial.pilot(index, deals)
            games, tried = len(values) * section.games_per_deal, _tried(values, section)
            if deals is None and seconds < LONG_SECONDS:
                played += games
                games, seconds = trial.long_portion(index, games / seconds)
        played += games
        progress.say(f"tried {index + 1} of {len(plan.sections)}: {games:,} games in {clock(seconds)}")
        sections.append(trial.forecast(section, tried, seconds / games / workers))
    return Forecast(name, trial.outcomes, tolerances, tuple(sections), workers, stops, played)


@dataclass(frozen=True)
class _Tried:
    """The test results for one outcome of one comparison.

    The standard deviation of a deal, the share of deals that differ, and the largest distance between two values.
    """

    spread: float
    changed: float
    span: float


@dataclass(frozen=True)
class _Trial:
    """A run to test, and the outcomes with verdicts."""

    request: RunRequest
    game: Game
    outcomes: tuple[Outcome, ...]

    def tolerance(self, outcome: Outcome) -> float:
        """The tolerance of an outcome, in its unit."""
        tolerances = (self.request.experiment or {}).get("tolerances", {})
        return float(tolerances.get(outcome.column, outcome.tolerance or inf))

    def forecast(
        self, section: Section, tried: Sequence[Sequence[_Tried]], seconds_per_game: float | None
    ) -> SectionForecast:
        """The forecast of the whole section from the test results of each outcome."""
        stopping = self.request.stopping
        deals = section.deals if stopping is None else stopping.most[section.players]
        games = deals * section.games_per_deal
        half_width, needed = {}, {}
        for outcome, pilots in zip(self.outcomes, tried, strict=True):
            widest = self._widest(section.players, outcome, pilots)
            half_width[outcome.column] = known(widest(deals) * outcome.scale)
            needed[outcome.column] = _deals_for(widest, self.tolerance(outcome) / outcome.scale)
        return SectionForecast(
            players=section.players,
            company=section.company,
            deals=deals,
            games=games,
            minutes=None if seconds_per_game is None else games * seconds_per_game / 60,
            half_width=half_width,
            deals_needed=needed,
        )

    def _widest(self, players: int, outcome: Outcome, tried: Sequence[_Tried]) -> Callable[[int], float]:
        """A function from the number of deals to half the width of an outcome's widest interval, in rows' units.

        These are the intervals of the run itself: Student's t, or those of its looks if it stops when decided.
        """
        if not tried:
            return lambda deals: inf
        stopping = self.request.stopping
        if stopping is None:
            spread = max(pilot.spread for pilot in tried)
            return lambda deals: spread * t_quantile((1 + LEVEL) / 2, deals - 1) / sqrt(deals)
        sequence = stopping.sequence(players, outcome, tests(self.request.plan.sections, self.outcomes))
        return lambda deals: max(
            sequence.expected_half_width(deals, pilot.spread, pilot.changed, pilot.span) for pilot in tried
        )

    def compares_nothing(self, index: int) -> bool:
        """Whether a section compares nothing, so that only its time can be estimated."""
        section = self.request.plan.sections[index]
        return not section.comparisons

    def first_games(self, index: int) -> tuple[int, float]:
        """Play some line-ups of a section's first deal, until that took long enough or games turn out to be fast.

        A deal of slow bots in many line-ups may take an hour. Returns the number of games and the seconds.
        """
        lineups = self.request.plan.sections[index].games_per_deal
        played, seconds, begin = 0, 0.0, time.monotonic()
        for played, game in enumerate(_spread(lineups), start=1):
            self.play_game(index, game)
            seconds = time.monotonic() - begin
            if seconds >= PILOT_SECONDS or (played >= FEW_GAMES and seconds < played * QUICK_SECONDS):
                break
        return played, seconds

    def pilot(self, index: int, deals: int | None) -> tuple[NDArray[np.float64], float]:
        """Play a few deals of a section, in portions, until they are enough or took long enough.

        If nothing is compared, the first portion is a single deal: one of slow bots may take long.
        """
        wanted = deals or PILOT_DEALS
        portion = 1 if self.compares_nothing(index) else PILOT_FIRST
        portions: list[NDArray[np.float64]] = []
        begin = time.monotonic()
        first = 0
        while first < wanted and (not portions or deals is not None or time.monotonic() - begin < PILOT_SECONDS):
            count = min(portion, wanted - first)
            portions.append(self.play(index, count, first))
            first += count
            portion = min(2 * portion, PILOT_PORTION)
        return np.concatenate(portions), time.monotonic() - begin

    def long_portion(self, index: int, speed: float) -> tuple[int, float]:
        """Play about a second's worth of deals together, at this ``speed`` (games a second), as a run does.

        What happens only once per portion then takes little time. Returns the number of games and the seconds.
        """
        section = self.request.plan.sections[index]
        deals = max(1, min(section.deals, int(LONG_SECONDS * speed / section.games_per_deal)))
        begin = time.monotonic()
        self.play(index, deals, 0)
        return deals * section.games_per_deal, time.monotonic() - begin

    def play_game(self, index: int, game: int) -> None:
        """Play a single game of a section."""
        chunk_rows(self.game, self.request.plan, Chunk(index, 0, game, 1))

    def play(self, index: int, deals: int, first_deal: int) -> NDArray[np.float64]:
        """Play some deals of a section: its values, deal by deal."""
        plan = self.request.plan
        section = plan.sections[index]
        per_deal = section.games_per_deal
        whole = section.model_copy(update={"games": max(section.games, (first_deal + deals) * per_deal)})
        sections = (*plan.sections[:index], whole, *plan.sections[index + 1 :])
        longer = plan.model_copy(update={"sections": sections})
        rows = chunk_rows(self.game, longer, Chunk(index, 0, first_deal * per_deal, deals * per_deal)).players
        return rows_as_array(rows, section, self.outcomes)


def _spread(count: int) -> list[int]:
    """The numbers below ``count``, in an order whose first few are far apart (multiples of the golden ratio)."""
    return sorted(range(count), key=lambda number: (number + 1) * (sqrt(5) - 1) / 2 % 1)


def _tried(values: NDArray[np.float64], section: Section) -> list[list[_Tried]]:
    """The test results of each comparison, a list for each outcome."""
    series = [differences(values, comparison) for comparison in section.comparisons]
    spans = np.ptp(values, axis=(0, 1, 2))
    return [
        [_Tried(float(deals[:, k].std(ddof=1)), float(np.mean(deals[:, k] != 0)), float(spans[k])) for deals in series]
        for k in range(values.shape[-1])
    ]


def _deals_for(half_width_after: Callable[[int], float], wanted: float) -> int | None:
    """The number of deals for an interval this narrow; None if no number is enough."""
    low, high = 1, 2
    while half_width_after(high) > wanted:
        if high > DEALS_MOST:
            return None
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if half_width_after(middle) > wanted else (low, middle)
    return high
