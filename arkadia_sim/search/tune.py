"""Tune a bot: find good values for its parameters against a pool of opponents.

CMA-ES (Hansen and Ostermeier, "Completely Derandomized Self-Adaptation in Evolution Strategies", Evolutionary
Computation 9(2), 2001; here from the package ``cmaes``) uses only the ranking of the candidates, which suits games,
where every score has luck in it.

There are three sets of deals, on branches of the seed tree that no run or experiment reaches:

- training: new deals in every generation, the same for all its candidates and the start.
- validation: the start, the last mean, and the candidates of the search's second half that gained most over the start.
  The one with the best score is the result.
- report: the result and the start again. The winner of the validation was lucky there, too; nothing was chosen by
  these deals.
"""

from collections.abc import Sequence
from importlib.metadata import version
from math import floor, log, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Gain, Parameter, Seated
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.plots.style import signed
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import SECONDS_BETWEEN_LINES, Progress
from arkadia_sim.search import TUNE_GAMES
from arkadia_sim.search.bench import Bench, Match, opponents, searched, table_sizes
from arkadia_sim.search.files import SavedBot, SearchFile, in_unit, player_from, search_command
from arkadia_sim.stats.intervals import Estimate, interval_from, mean_interval
from arkadia_sim.stats.paired import DECIMALS

TRAINING, VALIDATION, REPORT, SEARCH = (n << 40 for n in (1, 2, 3, 4))
"""Branches of the seed tree that no table size reaches; the last is for drawing candidates."""
BEST_VALIDATED = 4
"""How many candidates are validated, besides the last mean and the start."""
_POPULATION_LEAST = 8  # with fewer, luck moves the mean too much
_GENERATIONS_WANTED, _GENERATIONS_LEAST = 40, 10
_GAMES_TO_RANK = 100  # per candidate; with fewer, ranks are mostly luck
_DEALS_LEAST = 2
_VALIDATION_SHARE = 0.2
_REPORT_SHARE = 0.2


class TunedParameter(Stored):
    """A parameter that is tuned."""

    name: str
    start: float
    low: float
    high: float
    whole: bool = Field(description="whether it takes whole numbers only")

    @property
    def scale(self) -> float:
        """The standard deviation of the first step, and the unit of the search: a quarter of the start value or of a
        tenth of the range, whichever is larger; at most a quarter of the range."""
        reach = self.high - self.low
        return 0.25 * min(reach, max(abs(self.start), reach / 10))

    def value(self, position: float) -> float:
        """The value at a position of the search: rounded to six digits and within the range."""
        value = min(max(float(f"{position * self.scale:.6g}"), self.low), self.high)
        return float(round(value)) if self.whole else value


class Budget(Stored):
    """How the games are spent. Deals count for each table size."""

    population: int
    deals: int = Field(description="that every candidate of a generation plays")
    generations: int = Field(description="at most; fewer if the search converges earlier")
    validation_deals: int
    report_deals: int
    games: int = Field(description="in total")


class Figures(Stored):
    """The result and the start at one table, in the outcome's unit; ``players`` and ``against`` are null for all."""

    players: int | None
    against: str | None
    result: Estimate
    start: Estimate
    gain: Estimate


class TuneResult(Stored):
    """The bot with the best validation score, measured on deals that nobody has played before."""

    spec: str
    origin: str
    tables: tuple[Figures, ...]
    all_tables: Figures


class TuneFile(SearchFile):
    """The content of ``tune.json``."""

    KIND = "tuning"
    SAVED = SavedBot("tune")
    UNASKED = SearchFile.UNASKED | {"bot"}  # the start says it

    format: str = "arkadia-sim-tune/6"
    start: str = Field(description="the bot with the start values of the tuned parameters")
    parameters: tuple[TunedParameter, ...]
    budget: Budget
    generations: int = Field(0, description="that were played")
    result: TuneResult | None = None

    @property
    def is_worse(self) -> bool:
        """Whether the deals of the report show that the result is worse than the start."""
        return self.result is not None and self.result.all_tables.gain.high < 0

    @property
    def spec(self) -> str:
        """The tuned bot: the start if there is no result yet, or a worse one."""
        return self.start if self.result is None or self.is_worse else self.result.spec

    def table(self, path: Path) -> BotTable:
        """The tuned bot as a table of a bot file at ``path``."""
        spec, player = BotSpec.parse(self.spec), resolve_game(self.game).find_bot(self.bot).bot
        gain = None if self.result is None else self.result.all_tables.gain
        ends = {} if gain is None else {name: round(getattr(gain, name), 3) for name in ("mean", "low", "high")}
        search = self.provenance(
            start=self.start,
            deals=self.budget.deals,
            gain=Gain(**ends, amount=self.outcome.amount) if ends else None,
            kept=self.spec != self.start,
        )
        return BotTable(
            player=player_from(spec, path),
            plan=player.plan,
            source=f"{player.name}, tuned against {', '.join(self.against)}",
            parameters={name: float(text) for name, text in spec.settings},
            provenance=[search],
        )

    def bot_at(self, position: Sequence[float] | NDArray[np.float64]) -> str:
        """The bot at a position of the search, which has one number for each tuned parameter."""
        values = {
            parameter.name: parameter.value(float(coordinate))
            for parameter, coordinate in zip(self.parameters, position, strict=True)
        }
        return str(BotSpec.parse(self.start).with_settings(values))


def cma_class() -> Any:
    """The class ``cmaes.CMA``; UsageError if the package is not installed."""
    try:
        from cmaes import CMA
    except ImportError:
        raise UsageError("tuning needs the package cmaes: pip install 'arkadia-sim[tune]'") from None
    return CMA


def tune(file: TuneFile, out: Path, workers: int | None = None, progress: Progress | None = None) -> TuneFile:
    """Tune a bot in the folder ``out``, or continue a tuning that was stopped; returns the finished file."""
    return searched(file, out, workers, progress, [file.start, *file.against], file.budget.games, _tuned)


def _tuned(file: TuneFile, bench: Bench) -> dict[str, Any]:
    arena = bench.usual_arena(file.players, file.against)
    budget, start, climbed = file.budget, file.start, file.climbed
    scales = np.array([parameter.scale for parameter in file.parameters])
    limits = np.array([[parameter.low, parameter.high] for parameter in file.parameters])
    search = cma_class()(
        mean=np.array([parameter.start for parameter in file.parameters]) / scales,
        sigma=1.0,
        bounds=limits / scales[:, None],
        seed=int(deal_seeds(file.seed, SEARCH, 0, 1)[0]) & 0xFFFFFFFF,
        population_size=budget.population,
    )
    gains = list[list[tuple[float, str, str]]]()
    last_line = monotonic()
    while len(gains) < budget.generations and not search.should_stop():
        positions = [search.ask() for _ in range(budget.population)]
        candidates = [file.bot_at(position) for position in positions]
        played = arena.play((*candidates, start), TRAINING, len(gains) * budget.deals, budget.deals)
        *scores, start_score = played.mean_scores().tolist()
        search.tell([(position, -score) for position, score in zip(positions, scores, strict=True)])
        number = len(gains) + 1
        gains.append(
            [
                (score - start_score, spec, f"candidate {place} of generation {number}")
                for place, (spec, score) in enumerate(zip(candidates, scores, strict=True), start=1)
            ]
        )
        if monotonic() - last_line >= SECONDS_BETWEEN_LINES:
            last_line, gain = monotonic(), float(np.mean(scores)) - start_score
            wins = climbed.smoothing is not None
            amount = f"{signed(100 * gain)} points" if wins else f"{signed(gain, 2)} {climbed.unit}"
            bench.say(f"generation {number} of {budget.generations}: candidates score {amount} against the start")
    # only the second half counts: early candidates are scattered, and the best of them mostly lucky
    late = [candidate for generation in gains[len(gains) // 2 :] for candidate in generation]
    ranked = sorted(late, key=lambda candidate: -candidate[0])[:BEST_VALIDATED]
    origins = {start: "start"}
    for spec, origin in ((file.bot_at(search.mean), "mean of the last generation"), *(best[1:] for best in ranked)):
        origins.setdefault(spec, origin)
    validated = arena.play(tuple(origins), VALIDATION, 0, budget.validation_deals).mean_scores()
    winner = list(origins)[int(validated.argmax())]
    values, matches = arena.play((winner, start), REPORT, 0, budget.report_deals).values, arena.matches
    tables = tuple(
        _figures(file, (match,), values[number : number + 1], match.players, match.opponent)
        for number, match in enumerate(matches)
    )
    all_tables = _figures(file, matches, values)
    result = TuneResult(spec=winner, origin=origins[winner], tables=tables, all_tables=all_tables)
    return {"generations": len(gains), "result": result}


def _figures(
    file: TuneFile, matches: Sequence[Match], values: NDArray[np.float64], players: int | None = None,
    against: str | None = None,
) -> Figures:  # fmt: skip
    """The average of the result, of the start, and the gain, in the outcome's unit and within its bounds.

    ``values`` has the shape (matches, deals, 2).
    """
    result, start = values[..., 0], values[..., 1]
    gain = _mean_over_tables(matches, np.round(result - start, DECIMALS))
    return Figures(
        players=players,
        against=against,
        result=in_unit(_mean_over_tables(matches, result), file.outcome),
        start=in_unit(_mean_over_tables(matches, start), file.outcome),
        gain=gain.scaled(file.outcome.scale).cut(*file.outcome.difference_bounds),
    )


def _mean_over_tables(matches: Sequence[Match], values: NDArray[np.float64]) -> Estimate:
    """The average of values of shape (matches, deals), in which every table size counts the same.

    Matches of one size share their deals, so the average over their opponents is one observation. Deals of different
    sizes are independent.
    """
    sizes = np.array([match.players for match in matches])
    parts = [mean_interval(values[sizes == players].mean(axis=0)) for players in np.unique(sizes)]
    error = sqrt(sum(part.standard_error**2 for part in parts)) / len(parts)
    return interval_from(float(np.mean([part.mean for part in parts])), error, values.shape[1])


def new_tuning(
    bot: str, among: Sequence[str], parameters: Sequence[str] | None = None, players: Sequence[int] | None = None,
    games: int = TUNE_GAMES, seed: int = 1, game: str = DEFAULT_GAME,
) -> TuneFile:  # fmt: skip
    """The file of a tuning before its first game; UsageError if something that was asked for is not possible.

    ``parameters`` None: all that ``bot`` does not set; ``players`` None: all table sizes.
    """
    played, against = resolve_game(game), opponents(among)
    played.describe_bots([bot, *against])
    sizes = table_sizes(played, players, seed, least=1)
    seated = played.find_bot(bot)
    seated.refuse_head_start("a bot is tuned")
    tuned = _tuned_parameters(seated, parameters)
    starts = {parameter.name: parameter.start for parameter in tuned}
    start = str(BotSpec.parse(bot).without_settings(*starts).with_settings(starts))
    cma_class()
    return TuneFile.begin(
        played,
        [start, *against],
        versions={name: version(name) for name in ("cmaes", "numpy")},
        command=search_command(
            "tune", bot, among=among, parameters=parameters, players=players, games=games, seed=seed, game=game
        ),
        game=game,
        bot=bot,
        start=start,
        parameters=tuned,
        against=against,
        players=sizes,
        seed=seed,
        budget=_budget(games, len(tuned), sum(sizes) * len(against)),
    )


def _tuned_parameters(seated: Seated, names: Sequence[str] | None) -> tuple[TunedParameter, ...]:
    known: dict[str, Parameter] = {parameter.name: parameter for parameter in seated.bot.parameters}
    if names is None:
        free = {name: parameter for name, parameter in known.items() if name not in seated.chosen}
        names = [name for name, parameter in free.items() if parameter.low < parameter.high]
        if not names:
            raise UsageError(f"bot {seated.spec} has no parameter left to tune")
    for name in names:
        if name not in known:
            raise UnknownName(f"parameter of bot {seated.bot.name}", name, known)
        if known[name].low == known[name].high:
            raise BadValue("parameter to tune", name, "one whose range is more than a single value")
    values = seated.settings()
    return tuple(
        TunedParameter(name=p.name, start=values[p.name], low=p.low, high=p.high, whole=p.whole)
        for p in (known[name] for name in dict.fromkeys(names))
    )


def _budget(games: int, parameters: int, seats: int) -> Budget:
    """Divide the games. ``seats``: how many games one deal of one candidate takes at all tables together.

    Few games buy fewer generations, so that candidates still play enough games to be told apart.
    """
    population = max(_POPULATION_LEAST, 4 + floor(3 * log(parameters)))
    deal = seats * (population + 1)  # the start plays, too
    validation_deal, report_deal = seats * (2 + BEST_VALIDATED), seats * 2
    validation = int(games * _VALIDATION_SHARE) // validation_deal
    report = int(games * _REPORT_SHARE) // report_deal
    left = games - validation * validation_deal - report * report_deal
    many, few = left // (_GENERATIONS_WANTED * deal), left // (_GENERATIONS_LEAST * deal)
    deals = max(_DEALS_LEAST, many, min(few, -(-_GAMES_TO_RANK // seats)))
    generations = left // (deals * deal)
    if min(validation, report) < _DEALS_LEAST or generations < 1:
        needed = max(
            deals * deal / (1 - _VALIDATION_SHARE - _REPORT_SHARE), _DEALS_LEAST * validation_deal / _VALIDATION_SHARE
        )
        raise BadValue("games", games, f"at least {floor(needed) + 1:,} with these parameters and tables")
    return Budget(
        population=population, deals=deals, generations=generations, validation_deals=validation, report_deals=report,
        games=generations * deals * deal + validation * validation_deal + report * report_deal,
    )  # fmt: skip
