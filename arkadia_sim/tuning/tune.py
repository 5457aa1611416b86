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

The file is saved after every generation. A search that was stopped draws those candidates again and continues.
"""

from collections.abc import Sequence
from importlib.metadata import version
from math import floor, log, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.bot import Seated, is_compiled
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import SECONDS_BETWEEN_LINES, Progress, Shown
from arkadia_sim.runner.workers import Workers, check_workers
from arkadia_sim.stats.intervals import Estimate, interval_from, mean_interval
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.tuning.arena import Arena, CandidateResults, Match, table_sizes
from arkadia_sim.tuning.search_file import Interval, SearchFolder
from arkadia_sim.tuning.tune_file import (
    Budget,
    Figures,
    Generation,
    TunedParameter,
    TuneFile,
    TuneRequest,
    TuneResult,
    Validated,
)

_TRAINING, _VALIDATION, _REPORT = (n << 40 for n in (1, 2, 3))  # branches that no table size reaches


SEARCH_BRANCH = 4 << 40
"""The branch of the seed tree for drawing candidates. No number of players reaches it."""


class CmaSearch:
    """CMA-ES over positions: parameter values divided by their scales.

    Args:
        file: The tuning; its finished generations are replayed.

    Raises:
        UsageError: ``cmaes`` is not installed, or it draws other candidates than those in the file.
    """

    def __init__(self, file: TuneFile) -> None:
        self._file = file
        scales = np.array([parameter.scale for parameter in file.parameters])
        limits = np.array([[parameter.low, parameter.high] for parameter in file.parameters])
        self._cma = cma_class()(
            mean=np.array([parameter.start for parameter in file.parameters]) / scales,
            sigma=1.0,
            bounds=limits / scales[:, None],
            seed=int(deal_seeds(file.seed, SEARCH_BRANCH, 0, 1)[0]) & 0xFFFFFFFF,
            population_size=file.budget.population,
        )
        for generation in file.generations:
            if self.draw() != generation.candidates:
                raise UsageError("this tuning cannot be continued here: the search draws other candidates; start anew")
            self.learn(generation.scores)

    @property
    def finished(self) -> bool:
        """Whether more generations would be of no use: steps have become tiny, or scores equal."""
        return bool(self._cma.should_stop())

    @property
    def mean(self) -> str:
        """The bot at the mean of the distribution."""
        return self._file.bot_at(self._cma.mean)

    def draw(self) -> tuple[str, ...]:
        """Draw the candidates of the next generation."""
        self._drawn = [self._cma.ask() for _ in range(self._file.budget.population)]
        return tuple(map(self._file.bot_at, self._drawn))

    def learn(self, scores: Sequence[float]) -> None:
        """Update the distribution with the scores of the candidates that were drawn last; more is better."""
        self._cma.tell([(position, -score) for position, score in zip(self._drawn, scores, strict=True)])


def cma_class() -> Any:
    """The class ``cmaes.CMA``; UsageError if the package is not installed."""
    try:
        from cmaes import CMA
    except ImportError:
        raise UsageError("tuning needs the package cmaes: pip install 'arkadia-sim[tune]'") from None
    return CMA


def search_versions() -> dict[str, str]:
    """The versions of the libraries that a search depends on; UsageError if one is not installed."""
    cma_class()
    return {name: version(name) for name in ("cmaes", "numpy")}


def tune(
    request: TuneRequest, out: Path, workers: int | Workers | None = None, progress: Progress | None = None
) -> TuneFile:
    """Tune a bot, or continue a tuning that was stopped.

    The result depends neither on the number of workers nor on interruptions.

    Args:
        request: What to tune.
        out: The folder for ``tune.json``.
        workers: One process for each usable core if None.
        progress: Where progress is reported; on stderr if None.

    Returns:
        The finished file.
    """
    crew = check_workers(workers)
    folder = SearchFolder(out, TuneFile)
    file = folder.open(new_tuning(request))
    if file.status == "complete":
        return file
    search = CmaSearch(file)
    game = resolve_game(file.game)
    bots = [file.start, *file.against]
    settings = [game.setting(players, {}, {}) for players in file.players]
    tables = tuple(Match(setting, opponent) for setting in settings for opponent in file.against)
    with Shown(progress) as shown:
        game.warm_up(bots, shown.say)
        shown.start(file.budget.games, file.games)
        compiled = is_compiled(game.describe_bots(bots))
        arena = Arena(file.game, tables, file.outcome, file.climbed, file.seed, compiled, crew, shown)
        last_line = monotonic()
        while len(file.generations) < file.budget.generations and not search.finished:
            file = folder.save(_with_generation(file, search, arena))
            if monotonic() - last_line >= SECONDS_BETWEEN_LINES:
                last_line = monotonic()
                shown.say(_generation_line(file))
        if not file.validation:
            file = folder.save(_with_validation(file, search, arena))
        file = folder.save(_with_result(file, arena))
    folder.close()
    return file


def _with_generation(file: TuneFile, search: CmaSearch, arena: Arena) -> TuneFile:
    """Draw and play one generation."""
    deals, candidates = file.budget.deals, search.draw()
    played = arena.play((*candidates, file.start), _TRAINING, len(file.generations) * deals, deals)
    *scores, start_score = played.mean_scores().tolist()
    search.learn(scores)
    generation = Generation(candidates=candidates, scores=tuple(scores), start_score=start_score, mean=search.mean)
    return _updated(file, played, generations=(*file.generations, generation))


def _updated(file: TuneFile, played: CandidateResults, **update: Any) -> TuneFile:
    """The file with new results, and the games that they took."""
    counts = {"games": file.games + played.games, "failed": file.failed + played.failed}
    return file.model_copy(update=update | counts)


def _generation_line(file: TuneFile) -> str:
    last = file.generations[-1]
    gain = float(np.mean(last.scores)) - last.start_score
    smoothed = file.climbed.smoothing is not None
    amount = f"{100 * gain:+.1f} points" if smoothed else f"{gain:+.2f} {file.climbed.unit}"
    number = f"generation {len(file.generations)} of {file.budget.generations}"
    return f"{number}: candidates score {amount} against the start"


def _with_validation(file: TuneFile, search: CmaSearch, arena: Arena) -> TuneFile:
    """Compare the start and the best candidates on new deals. The start is the first in ``validation``."""
    origins = {file.start: "start"}
    for spec, origin in ((search.mean, "mean of the last generation"), *_best_candidates(file)):
        origins.setdefault(spec, origin)
    played = arena.play(tuple(origins), _VALIDATION, 0, file.budget.validation_deals)
    scores = played.mean_scores()
    validation = tuple(
        Validated(
            spec=spec,
            origin=origin,
            score=float(scores[number]),
            gain=Interval.of(_mean_over_tables(arena.tables, played.scores[..., number] - played.scores[..., 0])),
        )
        for number, (spec, origin) in enumerate(origins.items())
    )
    return _updated(file, played, validation=validation)


def _best_candidates(file: TuneFile) -> list[tuple[str, str]]:
    """The candidates with the largest gains over the start in their generations: the bot, and where it comes from.

    Only the second half of the search counts: early candidates are scattered, and the best of them mostly lucky.
    """
    gains = [
        (score - generation.start_score, spec, f"candidate {place} of generation {number}")
        for number, generation in enumerate(file.generations, start=1)
        for place, (spec, score) in enumerate(zip(generation.candidates, generation.scores, strict=True), start=1)
        if number > len(file.generations) // 2
    ]
    ranked = sorted(gains, key=lambda candidate: -candidate[0])
    return [(spec, origin) for _, spec, origin in ranked[:BEST_VALIDATED]]


def _with_result(file: TuneFile, arena: Arena) -> TuneFile:
    """Measure the winner of the validation and the start on deals that nobody has played yet."""
    winner = max(file.validation, key=lambda candidate: candidate.score)
    played = arena.play((winner.spec, file.start), _REPORT, 0, file.budget.report_deals)
    values, tables = played.values, arena.tables
    result = TuneResult(
        spec=winner.spec,
        origin=winner.origin,
        tables=tuple(
            _figures(file, (table,), values[number : number + 1], table.players, table.opponent)
            for number, table in enumerate(tables)
        ),
        all_tables=_figures(file, tables, values),
    )
    return _updated(file, played, result=result, status="complete")


def _figures(
    file: TuneFile,
    tables: Sequence[Match],
    values: NDArray[np.float64],
    players: int | None = None,
    against: str | None = None,
) -> Figures:
    """The average of the result, of the start, and the gain, in the outcome's unit and within its bounds.

    ``values`` has the shape (tables, deals, 2).
    """
    low, high = file.outcome.bounds
    result, start = values[..., 0], values[..., 1]
    gain = _mean_over_tables(tables, np.round(result - start, DECIMALS))
    return Figures(
        players=players,
        against=against,
        result=Interval.of_outcome(_mean_over_tables(tables, result), file.outcome),
        start=Interval.of_outcome(_mean_over_tables(tables, start), file.outcome),
        gain=Interval.of(gain.scaled(file.outcome.scale).cut(low - high, high - low)),
    )


def _mean_over_tables(tables: Sequence[Match], values: NDArray[np.float64]) -> Estimate:
    """The average of values of shape (tables, deals), in which every table size counts the same.

    Tables of one size share their deals, so the average over their opponents is one observation. Deals of different
    sizes are independent.
    """
    sizes = np.array([table.players for table in tables])
    parts = [mean_interval(values[sizes == players].mean(axis=0)) for players in np.unique(sizes)]
    error = sqrt(sum(part.standard_error**2 for part in parts)) / len(parts)
    return interval_from(float(np.mean([part.mean for part in parts])), error, values.shape[1])


BEST_VALIDATED = 4
"""How many candidates are validated, besides the last mean and the start."""

_POPULATION_LEAST = 4
_POPULATION_USUAL = 8  # at least, unless the user asks for fewer, which lets luck move the mean too much
_GENERATIONS_WANTED, _GENERATIONS_LEAST = 40, 10
_GAMES_TO_RANK = 100  # per candidate; with fewer, ranks are mostly luck
_DEALS_LEAST = 2
_VALIDATION_SHARE = 0.2
_REPORT_SHARE = 0.2


def new_tuning(request: TuneRequest) -> TuneFile:
    """The file of a tuning before its first game.

    Raises:
        UsageError: Something that was asked for does not exist or is not possible.
    """
    game = resolve_game(request.game)
    against = tuple(dict.fromkeys(request.against))
    if not against:
        raise UsageError("name at least one bot to tune against (--among BOT)")
    game.describe_bots([request.bot, *against])
    players = table_sizes(game, request.players, request.seed, least=1)
    parameters = _tuned_parameters(game.find_bot(request.bot), request.parameters)
    starts = {parameter.name: parameter.start for parameter in parameters}
    start = str(BotSpec.parse(request.bot).without_settings(*starts).with_settings(starts))
    settings = [game.setting(count, {}, {}) for count in players]
    return TuneFile.begun(
        game,
        request,
        [start, *against],
        [[dict(setting.rules), dict(setting.components)] for setting in settings],
        versions=search_versions(),
        bot=request.bot,
        start=start,
        parameters=parameters,
        against=against,
        players=players,
        budget=_budget(request, len(parameters), sum(players) * len(against)),
    )


def _tuned_parameters(seated: Seated, names: Sequence[str] | None) -> tuple[TunedParameter, ...]:
    known = {parameter.name: parameter for parameter in seated.bot.parameters}
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
    return tuple(TunedParameter.of(known[name], values[name]) for name in dict.fromkeys(names))


def _budget(request: TuneRequest, parameters: int, seats: int) -> Budget:
    """Divide the games. ``seats``: how many games one deal of one candidate takes at all tables together."""
    population = request.population
    if population is None:
        population = max(_POPULATION_USUAL, 4 + floor(3 * log(parameters)))
    if population < _POPULATION_LEAST:
        raise BadValue("population", population, f"a whole number from {_POPULATION_LEAST}")
    if request.deals is not None and request.deals < 1:
        raise BadValue("deals", request.deals, "a whole number from 1")
    deal = seats * (population + 1)  # the start plays, too
    validation_deal, report_deal = seats * (2 + BEST_VALIDATED), seats * 2
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
    return Budget(
        population=population,
        deals=deals,
        generations=generations,
        validation_deals=validation,
        report_deals=report,
        games=generations * deals * deal + validation * validation_deal + report * report_deal,
    )


def _usual_deals(games: int, deal: int, seats: int) -> int:
    """Deals per generation, if one deal takes ``deal`` games.

    Few games buy fewer generations, so that candidates still play enough games to be told apart.
    """
    many, few = games // (_GENERATIONS_WANTED * deal), games // (_GENERATIONS_LEAST * deal)
    return max(_DEALS_LEAST, many, min(few, -(-_GAMES_TO_RANK // seats)))
