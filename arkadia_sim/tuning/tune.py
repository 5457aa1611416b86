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
from math import sqrt
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.runner.parallel import resolve_game
from arkadia_sim.runner.progress import SECONDS_BETWEEN_LINES, Progress, Shown
from arkadia_sim.runner.workers import Workers, check_workers
from arkadia_sim.stats.intervals import Estimate, interval_from, mean_interval
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.tuning.arena import Arena
from arkadia_sim.tuning.problem import BEST_VALIDATED, Problem, new_file, understood
from arkadia_sim.tuning.search import CmaSearch, search_versions
from arkadia_sim.tuning.search_file import Interval, SearchFolder
from arkadia_sim.tuning.tune_file import (
    Figures,
    Generation,
    TuneFile,
    TuneRequest,
    TuneResult,
    Validated,
)

_TRAINING, _VALIDATION, _REPORT = (n << 40 for n in (1, 2, 3))  # branches that no table size reaches


def new_tuning(request: TuneRequest) -> TuneFile:
    """The file of a tuning before its first game: what it will do, and its fingerprint."""
    return new_file(understood(request), search_versions())


def tune(
    request: TuneRequest, out: Path, workers: int | Workers | None = None, progress: Progress | None = None
) -> TuneFile:
    """Tune a bot into the folder ``out`` and return the finished file.

    After a kill the same call goes on where it was and comes to the same result; with any number of workers.
    """
    crew = check_workers(workers)
    problem = understood(request)
    folder = SearchFolder(out, TuneFile)
    search = CmaSearch(problem)
    file = folder.open(new_file(problem, search_versions()))
    if file.status == "complete":
        return file
    for generation in file.generations:
        search.replay(generation)
    with Shown(progress) as shown:
        resolve_game(request.game).warm_up([problem.start, *problem.against], shown.say)
        shown.start(file.budget.games, file.games)
        outcomes = (problem.outcome, problem.climbed)
        arena = Arena(request.game, problem.tables, *outcomes, request.seed, problem.compiled, crew, shown)
        file = _train(problem, search, arena, file, folder)
        if not file.validation:
            file = _validate(problem, search, arena, file)
            file = folder.save(file)
        file = folder.save(_report(problem, arena, file))
    folder.close()
    return file


def _train(
    problem: Problem, search: CmaSearch, arena: Arena, file: TuneFile, folder: SearchFolder[TuneFile]
) -> TuneFile:
    """Generation after generation, each kept as soon as it is played."""
    told = monotonic()
    budget = file.budget
    while len(file.generations) < budget.generations and not search.finished:
        begin, number = monotonic(), len(file.generations)
        candidates = (*search.draw(), problem.start)
        met = arena.play(candidates, _TRAINING, number * budget.deals, budget.deals)
        *scores, start_score = (float(score) for score in met.mean_scores())
        search.learn(number, scores, start_score)
        generation = Generation(
            generation=number,
            mean=search.mean_values(),
            sigma=search.sigma,
            scores=tuple(scores),
            start_score=start_score,
            best_score=max(scores),
            games=met.games,
            failed=met.failed,
            seconds=round(monotonic() - begin, 3),
        )
        file = folder.save(file.model_copy(update={"generations": (*file.generations, generation)}))
        if monotonic() - told >= SECONDS_BETWEEN_LINES:
            told = monotonic()
            arena.progress.say(_generation_line(file))
    return file


def _generation_line(file: TuneFile) -> str:
    last = file.generations[-1]
    gain = float(np.mean(last.scores)) - last.start_score
    smoothed = file.climbed.smoothing is not None
    amount = f"{100 * gain:+.1f} points" if smoothed else f"{gain:+.2f} {file.climbed.unit}"
    return (
        f"generation {last.generation + 1} of {file.budget.generations}: candidates score {amount} against the start, "
        f"step size {last.sigma:.2f}"
    )


def _validate(problem: Problem, search: CmaSearch, arena: Arena, file: TuneFile) -> TuneFile:
    """Compare those who may be the best, on fresh deals; ``validation`` then begins with the start."""
    origins = {problem.start: "start"}
    for spec, origin in ((problem.spec(search.mean()), "mean of the last generation"), *search.best(BEST_VALIDATED)):
        origins.setdefault(spec, origin)
    met = arena.play(tuple(origins), _VALIDATION, 0, file.budget.validation_deals)
    scores = met.mean_scores()
    validation = tuple(
        Validated(
            spec=spec,
            origin=origin,
            score=float(scores[number]),
            gain=Interval.of(_over_tables(problem, met.scores[:, :, number] - met.scores[:, :, 0])),
        )
        for number, (spec, origin) in enumerate(origins.items())
    )
    found = {"validation": validation, "validation_games": met.games, "validation_failed": met.failed}
    return file.model_copy(update=found)


def _report(problem: Problem, arena: Arena, file: TuneFile) -> TuneFile:
    """Measure the winner of the validation and the start on deals that nobody has played yet."""
    winner = max(file.validation, key=lambda one: one.score)
    met = arena.play((winner.spec, problem.start), _REPORT, 0, file.budget.report_deals)
    tables = tuple(
        _figures(
            problem.outcome, table.players, table.opponent, [mean_interval(one) for one in _three(met.values[number])]
        )
        for number, table in enumerate(problem.tables)
    )
    together = [_over_tables(problem, one) for one in _three(met.values)]
    result = TuneResult(
        spec=winner.spec,
        origin=winner.origin,
        tables=tables,
        all_tables=_figures(problem.outcome, None, None, together),
        games=met.games,
        failed=met.failed,
    )
    return file.model_copy(update={"result": result, "status": "complete"})


def _three(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """What the result got, what the start got, and what the one has more than the other, deal by deal."""
    result, start = values[..., 0], values[..., 1]
    return result, start, np.round(result - start, DECIMALS)


def _figures(outcome: Outcome, players: int | None, against: str | None, found: Sequence[Estimate]) -> Figures:
    """The result's mean, the start's and the gain, in the outcome's unit and cut to what is possible."""
    result, start, gain = (one.scaled(outcome.scale) for one in found)
    low, high = outcome.bounds
    return Figures(
        players=players,
        against=against,
        result=Interval.of(result.cut(low, high)),
        start=Interval.of(start.cut(low, high)),
        gain=Interval.of(gain.cut(low - high, high - low)),
    )


def _over_tables(problem: Problem, values: NDArray[np.float64]) -> Estimate:
    """The mean of numbers per table and deal, every table counting the same.

    At one table size all opponents are met in the same deals: there the mean over opponents is one observation.
    Deals of different table sizes are independent.
    """
    sizes = np.array([table.players for table in problem.tables])
    parts = [mean_interval(values[sizes == players].mean(axis=0)) for players in problem.players]
    error = sqrt(sum(part.standard_error**2 for part in parts)) / len(parts)
    return interval_from(float(np.mean([part.mean for part in parts])), error, values.shape[1])
