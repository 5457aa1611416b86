"""Tuning a bot: the best values of its parameters against a pool of opponents, found by CMA-ES.

CMA-ES (Hansen and Ostermeier, "Completely Derandomized Self-Adaptation in Evolution Strategies", Evolutionary
Computation 9(2), 2001; here by the package ``cmaes``) draws a population of candidates around a mean, ranks them by
their scores, and moves the mean, the step size and the shape of the distribution towards the better ones. Only the
ranking counts, which suits games, where every score has luck in it.

Three sets of deals, on branches of the seed tree that no run or experiment reaches:

- training: fresh deals in every generation, the same for all its candidates. The start point plays them too.
- validation: the start, the last mean, and those candidates of the search's second half that beat the start by most in
  their generations. The best of these by score is the result; the start itself stays if nothing beats it.
- report: the result and the start once more. Whoever wins a validation had luck there too; these figures have not
  been chosen by anybody.

Nothing but the scores has to be kept to go on after a kill: candidates are drawn from the seed alone, so that what was
drawn and told before is drawn and told again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from math import floor, log, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import __version__
from arkadia_sim.core.bot import Parameter, Seated
from arkadia_sim.core.game import Game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.candidates import Arena, Table
from arkadia_sim.runner.parallel import check_workers, is_compiled, resolve_game
from arkadia_sim.runner.plan import SEED_LIMIT, digest
from arkadia_sim.runner.progress import SECONDS_BETWEEN_LINES, Progress, Shown
from arkadia_sim.runner.tune_file import (
    Budget,
    Figures,
    Generation,
    Interval,
    TunedParameter,
    TuneFile,
    TuneFolder,
    TuneRequest,
    TuneResult,
    Validated,
)
from arkadia_sim.stats.intervals import Estimate, interval_from, mean_interval
from arkadia_sim.stats.paired import DECIMALS

POPULATION_LEAST = 4
_POPULATION_USUAL = 8  # at least, unless another is asked for: with fewer, luck moves the mean too much
_GENERATIONS_WANTED, _GENERATIONS_LEAST = 40, 10
_GAMES_TO_RANK = 100  # that a candidate plays; with fewer, ranks are mostly luck, and the search walks at random
_DEALS_LEAST = 2
_VALIDATION_SHARE = 0.2
_REPORT_SHARE = 0.2
_BEST_VALIDATED = 4

_TRAINING, _VALIDATION, _REPORT, _SEARCH = (n << 40 for n in (1, 2, 3, 4))  # branches that no table size reaches


@dataclass(frozen=True)
class _Knob:
    """A parameter that is tuned. ``scale`` is one unit of the search: the standard deviation of its first step."""

    parameter: Parameter
    start: float

    @property
    def scale(self) -> float:
        """A quarter of the start value, or of a tenth of the range where that is more; never more than a quarter of
        the range."""
        reach = self.parameter.high - self.parameter.low
        return 0.25 * min(reach, max(abs(self.start), reach / 10))

    def value(self, position: float) -> float:
        """The value at a position of the search: within the range, and short enough to be written out."""
        return min(max(float(f"{position * self.scale:.6g}"), self.parameter.low), self.parameter.high)


@dataclass(frozen=True)
class _Problem:
    """A request understood and checked: how specifications are made, who plays whom, and what it costs."""

    request: TuneRequest
    name: str
    fixed: dict[str, str]
    knobs: tuple[_Knob, ...]
    tables: tuple[Table, ...]
    players: tuple[int, ...]
    against: tuple[str, ...]
    budget: Budget
    compiled: bool

    @property
    def start(self) -> str:
        """The start point as a bot."""
        return self._spec([knob.start for knob in self.knobs])

    def values(self, position: NDArray[np.float64]) -> list[float]:
        """The parameters at a position of the search."""
        return [knob.value(float(x)) for knob, x in zip(self.knobs, position, strict=True)]

    def spec(self, position: NDArray[np.float64]) -> str:
        """The bot at a position of the search."""
        return self._spec(self.values(position))

    def _spec(self, values: Sequence[float]) -> str:
        tuned = {knob.parameter.name: value for knob, value in zip(self.knobs, values, strict=True)}
        return str(BotSpec(self.name, tuple(self.fixed.items())).with_settings(tuned))


def new_tuning(request: TuneRequest) -> TuneFile:
    """The file of a tuning before its first game: what it will do, and its fingerprint."""
    return _new_file(_understood(request))


def tune(request: TuneRequest, out: Path, workers: int | None = None, progress: Progress | None = None) -> TuneFile:
    """Tune a bot into the folder ``out`` and return the finished file.

    After a kill the same call goes on where it was and comes to the same result; with any number of workers.
    """
    count = check_workers(workers)
    problem = _understood(request)
    folder = TuneFolder(out)
    search = _Search(problem)
    file = folder.open(_new_file(problem))
    if file.status == "complete":
        return file
    for generation in file.generations:
        search.replay(generation)
    with Shown(progress) as shown:
        resolve_game(request.game).warm_up([problem.start, *problem.against], shown.say)
        shown.start(file.budget.games, file.games)
        arena = Arena(request.game, problem.tables, request.seed, problem.compiled, count, shown)
        _train(problem, search, arena, file, folder)
        if not file.validation:
            _validate(problem, search, arena, file)
            folder.save(file)
        _report(problem, arena, file)
        folder.save(file)
    folder.close()
    return file


class _Search:
    """CMA-ES over positions in units of the parameters' scales, and what became of its candidates."""

    def __init__(self, problem: _Problem) -> None:
        self._problem = problem
        knobs = problem.knobs
        scales = np.array([knob.scale for knob in knobs])
        self._cma = _cma_class()(
            mean=np.array([knob.start for knob in knobs]) / scales,
            sigma=1.0,
            bounds=np.array([[knob.parameter.low, knob.parameter.high] for knob in knobs]) / scales[:, None],
            seed=int(deal_seeds(problem.request.seed, _SEARCH, 0, 1)[0]) & 0xFFFFFFFF,
            population_size=problem.budget.population,
        )
        self._drawn: list[NDArray[np.float64]] = []
        self._tried: list[list[tuple[float, str, str]]] = []  # by generation: gain, specification, origin

    @property
    def finished(self) -> bool:
        """Whether the steps have become so small, or the scores so equal, that going on is of no use."""
        return bool(self._cma.should_stop())

    @property
    def sigma(self) -> float:
        """The step size."""
        return float(self._cma._sigma)  # the package offers no other way to it; it is only told, never used

    def mean(self) -> NDArray[np.float64]:
        """The middle of the search."""
        return np.array(self._cma.mean)

    def mean_values(self) -> dict[str, float]:
        """The parameters in the middle of the search, by name."""
        names = [knob.parameter.name for knob in self._problem.knobs]
        return dict(zip(names, self._problem.values(self.mean()), strict=True))

    def draw(self) -> tuple[str, ...]:
        """The next generation's candidates."""
        self._drawn = [self._cma.ask() for _ in range(self._problem.budget.population)]
        return tuple(self._problem.spec(position) for position in self._drawn)

    def learn(self, generation: int, scores: Sequence[float], start_score: float) -> None:
        """Take in the scores of the candidates that were drawn last."""
        self._tried.append(
            [
                (score - start_score, self._problem.spec(position), f"candidate {number} of generation {generation}")
                for number, (position, score) in enumerate(zip(self._drawn, scores, strict=True))
            ]
        )
        self._cma.tell([(position, -score) for position, score in zip(self._drawn, scores, strict=True)])

    def replay(self, generation: Generation) -> None:
        """Draw and learn as in an earlier sitting."""
        self.draw()
        self.learn(generation.generation, generation.scores, generation.start_score)
        kept, now = np.array(list(generation.mean.values())), np.array(list(self.mean_values().values()))
        if not np.allclose(kept, now, rtol=1e-4, atol=1e-9):
            raise UsageError("this tuning cannot be gone on with here: the numbers drawn are others; begin a new one")

    def best(self, number: int) -> list[tuple[str, str]]:
        """The candidates that beat the start by most in their generations: specification and origin.

        Only those of the second half: early ones are scattered widely, and the best of them were mostly lucky.
        """
        late = [one for generation in self._tried[len(self._tried) // 2 :] for one in generation]
        ranked = sorted(late, key=lambda one: -one[0])
        return [(spec, origin) for _, spec, origin in ranked[:number]]


def _cma_class() -> Any:
    try:
        from cmaes import CMA
    except ImportError:
        raise UsageError("tuning needs the package cmaes: pip install 'arkadia-sim[tune]'") from None
    return CMA


def _train(problem: _Problem, search: _Search, arena: Arena, file: TuneFile, folder: TuneFolder) -> None:
    told = monotonic()
    budget = file.budget
    while len(file.generations) < budget.generations and not search.finished:
        begin, number = monotonic(), len(file.generations)
        candidates = (*search.draw(), problem.start)
        outcomes = arena.play(candidates, _TRAINING, number * budget.deals, budget.deals)
        *scores, start_score = (float(score) for score in outcomes.mean_scores())
        search.learn(number, scores, start_score)
        file.generations.append(
            Generation(
                generation=number,
                mean=search.mean_values(),
                sigma=search.sigma,
                scores=scores,
                start_score=start_score,
                best_score=max(scores),
                games=outcomes.games,
                failed=outcomes.failed,
                seconds=round(monotonic() - begin, 3),
            )
        )
        folder.save(file)
        if monotonic() - told >= SECONDS_BETWEEN_LINES:
            told = monotonic()
            arena.progress.say(_generation_line(file))


def _generation_line(file: TuneFile) -> str:
    last = file.generations[-1]
    gain = 100 * (float(np.mean(last.scores)) - last.start_score)
    return (
        f"generation {last.generation + 1} of {file.budget.generations}: candidates score {gain:+.1f} points against "
        f"the start, step size {last.sigma:.2f}"
    )


def _validate(problem: _Problem, search: _Search, arena: Arena, file: TuneFile) -> None:
    """Compare those who may be the best, on fresh deals; ``file.validation`` then begins with the start."""
    origins = {problem.start: "start"}
    for spec, origin in ((problem.spec(search.mean()), "mean of the last generation"), *search.best(_BEST_VALIDATED)):
        origins.setdefault(spec, origin)
    outcomes = arena.play(tuple(origins), _VALIDATION, 0, file.budget.validation_deals)
    scores = outcomes.mean_scores()
    file.validation = [
        Validated(
            spec=spec,
            origin=origin,
            score=float(scores[number]),
            gain=Interval.of(_over_tables(problem, outcomes.scores[:, :, number] - outcomes.scores[:, :, 0])),
        )
        for number, (spec, origin) in enumerate(origins.items())
    ]
    file.validation_games, file.validation_failed = outcomes.games, outcomes.failed


def _report(problem: _Problem, arena: Arena, file: TuneFile) -> None:
    """Measure the winner of the validation and the start on deals that nobody has played yet."""
    winner = max(file.validation, key=lambda one: one.score)
    outcomes = arena.play((winner.spec, problem.start), _REPORT, 0, file.budget.report_deals)
    shares = outcomes.win_shares
    tables = [
        _figures(table.players, table.opponent, *(mean_interval(one) for one in _three(shares[number])))
        for number, table in enumerate(problem.tables)
    ]
    together = _figures(None, None, *(_over_tables(problem, one) for one in _three(shares)))
    file.result = TuneResult(
        spec=winner.spec,
        origin=winner.origin,
        tables=tables,
        all_tables=together,
        games=outcomes.games,
        failed=outcomes.failed,
    )
    file.status = "complete"


def _three(shares: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """The result's win shares, the start's, and what the one has more than the other, deal by deal."""
    result, start = shares[..., 0], shares[..., 1]
    return result, start, np.round(result - start, DECIMALS)


def _figures(players: int | None, against: str | None, result: Estimate, start: Estimate, gain: Estimate) -> Figures:
    return Figures(
        players=players,
        against=against,
        win_share=Interval.of(result.cut(0.0, 1.0)),
        start_win_share=Interval.of(start.cut(0.0, 1.0)),
        gain=Interval.of(gain.cut(-1.0, 1.0)),
    )


def _over_tables(problem: _Problem, values: NDArray[np.float64]) -> Estimate:
    """The mean of numbers per table and deal, every table counting the same.

    At one table size all opponents are met in the same deals: there the mean over opponents is one observation.
    Deals of different table sizes are independent.
    """
    sizes = np.array([table.players for table in problem.tables])
    parts = [mean_interval(values[sizes == players].mean(axis=0)) for players in problem.players]
    error = sqrt(sum(part.standard_error**2 for part in parts)) / len(parts)
    return interval_from(float(np.mean([part.mean for part in parts])), error, values.shape[1])


def _understood(request: TuneRequest) -> _Problem:
    """A request with every name and number checked."""
    game = resolve_game(request.game)
    if not 0 <= request.seed < SEED_LIMIT:
        raise BadValue("seed", request.seed, "a whole number from 0 to 2**64 - 1")
    against = tuple(dict.fromkeys(request.against))
    if not against:
        raise UsageError("name at least one bot to tune against (--against BOT)")
    described = game.describe_bots([request.bot, *against])
    players = _table_sizes(game, request.players)
    settings = [game.setting(count, {}, {}) for count in players]
    tables = tuple(Table(setting, opponent) for setting in settings for opponent in against)
    spec = BotSpec.parse(request.bot)
    name, fixed = spec.name, dict(spec.settings)
    knobs = _knobs(game.find_bot(request.bot), fixed, request.parameters)
    for knob in knobs:
        fixed.pop(knob.parameter.name, None)
    budget = _budget(request, len(knobs), sum(table.players for table in tables))
    return _Problem(request, name, fixed, knobs, tables, players, against, budget, is_compiled(described))


def _knobs(seated: Seated, fixed: dict[str, str], wanted: Sequence[str] | None) -> tuple[_Knob, ...]:
    known = {parameter.name: parameter for parameter in seated.bot.parameters}
    if wanted is None:
        wanted = [name for name, one in known.items() if name not in fixed and one.low < one.high]
        if not wanted:
            raise UsageError(f"bot {seated.spec} has no parameter left to tune")
    settings = seated.settings()
    for name in wanted:
        if name not in known:
            raise UnknownName(f"parameter of bot {seated.bot.name}", name, known)
        if known[name].low == known[name].high:
            raise BadValue("parameter to tune", name, "one whose range is more than a single value")
    return tuple(_Knob(known[name], settings[name]) for name in dict.fromkeys(wanted))


def _table_sizes(game: Game, wanted: Sequence[int] | None) -> tuple[int, ...]:
    sizes = tuple(sorted(set(wanted or game.player_counts)))
    for players in sizes:
        if players not in game.player_counts:
            raise BadValue("players", players, ", ".join(map(str, game.player_counts)))
    return sizes


def _budget(request: TuneRequest, parameters: int, seats: int) -> Budget:
    """How to spend the games; ``seats`` is what one deal of one candidate costs, at all tables together."""
    population = request.population
    if population is None:
        population = max(_POPULATION_USUAL, 4 + floor(3 * log(parameters)))
    if population < POPULATION_LEAST:
        raise BadValue("population", population, f"a whole number from {POPULATION_LEAST}")
    if request.deals is not None and request.deals < 1:
        raise BadValue("deals", request.deals, "a whole number from 1")
    deal = seats * (population + 1)  # the start point plays along
    validation_deal, report_deal = seats * (2 + _BEST_VALIDATED), seats * 2
    validation = int(request.games * _VALIDATION_SHARE) // validation_deal
    report = int(request.games * _REPORT_SHARE) // report_deal
    left = request.games - validation * validation_deal - report * report_deal
    deals = request.deals or _usual_deals(left, deal, seats)
    generations = left // (deals * deal)
    if min(validation, report) < _DEALS_LEAST or generations < 1:
        needed = max(
            deals * deal / (1 - _VALIDATION_SHARE - _REPORT_SHARE), _DEALS_LEAST * validation_deal / _VALIDATION_SHARE
        )
        raise BadValue("games", request.games, f"at least {floor(needed) + 1:,} with this population and these tables")
    training = generations * deals * deal
    return Budget(
        population=population,
        deals=deals,
        generations=generations,
        validation_deals=validation,
        report_deals=report,
        games=training + validation * validation_deal + report * report_deal,
    )


def _usual_deals(games: int, deal: int, seats: int) -> int:
    """Deals in a generation that costs ``deal`` games for each: many generations where there are games for them, and
    fewer rather than such with too few games to tell the candidates apart."""
    many, few = games // (_GENERATIONS_WANTED * deal), games // (_GENERATIONS_LEAST * deal)
    return max(_DEALS_LEAST, many, min(few, -(-_GAMES_TO_RANK // seats)))


def _new_file(problem: _Problem) -> TuneFile:
    request = problem.request
    game = resolve_game(request.game)
    _cma_class()
    versions = {"arkadia_sim": __version__, **{name: version(name) for name in ("cmaes", "numpy")}}
    file = TuneFile(
        fingerprint="",
        game=request.game,
        rules_version=game.rules_version,
        versions=versions,
        command=request.command(),
        bot=request.bot,
        start=problem.start,
        parameters=[
            TunedParameter(
                name=knob.parameter.name,
                start=knob.start,
                low=knob.parameter.low,
                high=knob.parameter.high,
                scale=knob.scale,
            )
            for knob in problem.knobs
        ],
        against=list(problem.against),
        players=list(problem.players),
        seed=request.seed,
        budget=problem.budget,
    )
    bots = [bot.hash for bot in game.describe_bots([problem.start, *problem.against])]
    settings = [[dict(table.setting.rules), dict(table.setting.components)] for table in problem.tables]
    file.fingerprint = digest([file.model_dump(mode="json", exclude={"bot", "command", "fingerprint"}), bots, settings])
    return file
