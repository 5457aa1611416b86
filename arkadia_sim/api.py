"""The same as the command line, from Python.

>>> from arkadia_sim import play                                          # doctest: +SKIP
>>> result = play(["random", "greedy"], games=1000, seed=1)               # doctest: +SKIP
>>> print(result.table())                                                 # doctest: +SKIP
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim import shipped
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.errors import UsageError
from arkadia_sim.learning import GENERATIONS, LESSON_DEALS, ROUNDS
from arkadia_sim.plan import TRACE
from arkadia_sim.tuning import TUNE_GAMES

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.analysis.bots import BotResult
    from arkadia_sim.analysis.duel import TableAnswers
    from arkadia_sim.analysis.ladder import LadderResults
    from arkadia_sim.experiments.files import ExperimentFile, StudyFile
    from arkadia_sim.experiments.request import RunRequest
    from arkadia_sim.learning.learn_file import LearnFile
    from arkadia_sim.results.manifest import Manifest
    from arkadia_sim.runner.forecast import Forecast
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.tuning.tune_file import TuneFile, TuneResult

RESULTS = Path("results")
"""Where runs go that name no folder."""


@dataclass(frozen=True)
class Result:
    """A finished run: where it lies, what its manifest says, and how many games a record file got, if one was named."""

    folder: Path
    manifest: "Manifest"
    recorded: int | None = None

    def bots(self) -> "tuple[BotResult, ...]":
        """How each bot did in every outcome of the game, in the order in which they were named."""
        from arkadia_sim.analysis.bots import bot_results
        from arkadia_sim.results.store import RunFolder

        return bot_results(RunFolder(self.folder), self.manifest)

    def table(self) -> "pl.DataFrame":
        """How each bot did, as a table: every outcome in its unit, with 95% intervals over deals."""
        from arkadia_sim.analysis.bots import results_table

        return results_table(self.bots())

    def rows(self, table: str = "games") -> "pl.LazyFrame":
        """The rows of the run, not yet read: ``games`` (one per player and game) or ``turns`` (of traced games)."""
        from arkadia_sim.results.store import RunFolder

        return RunFolder(self.folder).scan(table)


@dataclass(frozen=True)
class StudyResult:
    """A finished study: where it lies, and the runs of its parts by name."""

    folder: Path
    parts: Mapping[str, Result]


@dataclass(frozen=True)
class Compared:
    """Bot ``a`` against bot ``b``, ``company`` in all other seats.

    Also where the run lies, what its manifest says, and the answers for each table size.
    """

    a: str
    b: str
    company: str
    folder: Path
    manifest: "Manifest"
    tables: "tuple[TableAnswers, ...]"

    def sentences(self) -> list[str]:
        """The answers in words, a line for each table size."""
        from arkadia_sim.report.wording.duel import duel_sentence

        return [duel_sentence(self.a, self.b, one) for one in self.tables]

    def notes(self) -> list[str]:
        """Where a verdict is another than the interval beside it would give, and why."""
        from arkadia_sim.report.wording.duel import duel_notes

        return duel_notes(self.tables)

    def as_json(self) -> dict[str, Any]:
        """The answers as plain values."""
        counts = self.manifest.counts
        return {
            "a": self.a,
            "b": self.b,
            "company": self.company,
            "tables": [one.as_json() for one in self.tables],
            "notes": self.notes(),
            "games": counts.games,
            "failed": counts.failed,
            "seed": self.manifest.seed,
            "folder": str(self.folder),
        }


@dataclass(frozen=True)
class Learned:
    """A finished learning: where it lies, and its file with every stage and the weights that were learned."""

    folder: Path
    file: "LearnFile"

    def save(self, path: str | Path) -> None:
        """Write the learned bot as a TOML file, under the file's name."""
        from arkadia_sim.learning.learned_bot import save_bot
        from arkadia_sim.runner.parallel import resolve_game

        save_bot(self.file, resolve_game(self.file.game).find_bot(self.file.bot).bot, Path(path))

    def draw(self) -> Path:
        """Draw how strong the bot became, step by step; returns the picture's path."""
        from arkadia_sim.learning.curve import draw_curve

        return draw_curve(self.file, self.folder)


@dataclass(frozen=True)
class Tuned:
    """A finished tuning: where it lies, and its file with the whole search and what was found."""

    folder: Path
    file: "TuneFile"

    @property
    def result(self) -> "TuneResult":
        """What was found, with its figures."""
        if self.file.result is None:
            raise UsageError(f"the tuning in {self.folder} is not finished")
        return self.file.result

    @property
    def spec(self) -> str:
        """The tuned bot, as it can be named wherever a bot is asked for."""
        return self.result.spec

    def save(self, path: str | Path) -> Path:
        """Save the tuned bot as a file that can be played (``play(["my_bot.toml", "greedy"])``) and tells how it was
        found; return the path.

        The bot has the file's name. UsageError if something else than a saved bot lies there.
        """
        from arkadia_sim.runner.parallel import resolve_game
        from arkadia_sim.tuning.tuned_bot import save_bot

        player = resolve_game(self.file.game).find_bot(self.file.bot).bot
        save_bot(self.file, self.result, player, Path(path))
        return Path(path)


def play(
    bots: Sequence[str],
    games: int = 1000,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    *,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    record: str | Path | None = None,
    trace: float = TRACE,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Result:
    """Let bots play each other, every bot in every seat of each deal, and keep what happened.

    ``bots`` are names as on the command line, one per seat. ``components`` are pieces that replace the game's own.
    ``record`` is a file for the full records of all games. ``workers`` None stands for one per core.
    The same call again plays nothing and returns the same result; a call that was stopped goes on where it was.
    """
    from arkadia_sim.core.bot import is_compiled
    from arkadia_sim.experiments.request import RunRequest
    from arkadia_sim.plan.designs import named_bots, rotation_section
    from arkadia_sim.plan.plan import Plan
    from arkadia_sim.results.record_file import record_target
    from arkadia_sim.results.store import RunFolder
    from arkadia_sim.runner.parallel import fingerprint, resolve_game, run_plan

    resolved = resolve_game(game)
    names, lineup = named_bots(resolved, bots)
    setting = resolved.setting(len(lineup), rules or {}, components or {})
    section = rotation_section(setting, lineup, games, is_compiled(resolved.describe_bots(names)))
    request = RunRequest(
        Plan(game, seed, names, (section,), trace, record is not None), "play", chosen=components or {}
    )
    target = None if record is None else record_target(Path(record), resolved)
    folder = Path(out) if out is not None else RESULTS / _own_folder("play", bots, seed, fingerprint(request))
    manifest = run_plan(request, folder, workers, progress)
    recorded = None if target is None else RunFolder(folder).join_records(target)
    return Result(folder, manifest, recorded)


def run(
    experiment: str | Path,
    out: str | Path | None = None,
    workers: int | None = None,
    *,
    seed: int | None = None,
    deals: int | None = None,
    progress: "Progress | None" = None,
) -> "Result | StudyResult":
    """Run an experiment or a study: a file, or a shipped one by name. ``seed`` and ``deals`` replace what it says.

    A study plays its parts one after another, each into a folder of its own within ``out``.
    """
    from arkadia_sim.experiments.files import StudyFile, find_experiment
    from arkadia_sim.runner.parallel import run_plan

    found = find_experiment(str(experiment), shipped.folder("experiments"))
    if isinstance(found, StudyFile):
        folder = RESULTS / found.study.name if out is None else Path(out)
        return _run_study(found, folder, workers, seed, deals, progress)
    request = _request(found, seed, deals)
    folder = RESULTS / found.experiment.name if out is None else Path(out)
    return Result(folder, run_plan(request, folder, workers, progress))


def compare(
    a: str,
    b: str,
    players: int | Sequence[int] | None = None,
    company: str | None = None,
    *,
    deals: int | None = None,
    seed: int = 1,
    until: str | None = None,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Compared:
    """Let bot ``a`` play in place of bot ``b``: same seats, same deals, ``company`` in all other seats.

    ``company`` is a bot; None stands for the one that the game names for this.
    ``players`` are table sizes, all that the game has if None. ``deals`` are 2,000 at each, or with
    ``until="decided"`` 50,000 at most. Differences are ``a`` minus ``b``.
    """
    from arkadia_sim.analysis.duel import duel_answers, duel_file
    from arkadia_sim.experiments.to_plan import experiment_request
    from arkadia_sim.runner.parallel import fingerprint, resolve_game, run_plan

    resolved = resolve_game(game)
    others = resolved.default_bot if company is None else company
    resolved.describe_bots(list(dict.fromkeys((a, b, others))))
    sizes = resolved.player_counts if players is None else [players] if isinstance(players, int) else players
    file = duel_file(a, b, others, sizes, deals, seed, until, rules or {}, components or {}, game)
    request = experiment_request(file, resolved)
    folder = Path(out) if out is not None else RESULTS / _own_folder("compare", (a, b), seed, fingerprint(request))
    manifest = run_plan(request, folder, workers, progress)
    return Compared(a, b, others, folder, manifest, duel_answers(folder, manifest))


def ladder(
    bots: Sequence[str],
    players: int | Sequence[int] | None = None,
    *,
    deals: int | None = None,
    seed: int = 1,
    groups: Mapping[str, Sequence[str]] | None = None,
    slow: Mapping[str, int] | None = None,
    rules: Mapping[str, Any] | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> "LadderResults":
    """Let all bots meet each other at every table size, all that the game has if ``players`` is None, and rank them.

    ``groups`` are bots that together weigh as one in the field, by a name; ``slow`` has the deals for the pairs of slow
    bots. ``deals`` are 500 at each table size if None.
    """
    from arkadia_sim.analysis.ladder import ladder_file
    from arkadia_sim.analysis.results import ladder_of
    from arkadia_sim.experiments.to_plan import experiment_request
    from arkadia_sim.runner.parallel import fingerprint, resolve_game, run_plan

    resolved = resolve_game(game)
    sizes = resolved.player_counts if players is None else [players] if isinstance(players, int) else players
    file = ladder_file(bots, sizes, deals, seed, groups or {}, slow or {}, rules or {}, game)
    request = experiment_request(file, resolved)
    folder = Path(out) if out is not None else RESULTS / _own_folder("ladder", bots, seed, fingerprint(request))
    run_plan(request, folder, workers, progress)
    return ladder_of(folder)


def plan(
    experiment: str | Path,
    workers: int | None = None,
    *,
    seed: int | None = None,
    deals: int | None = None,
    progress: "Progress | None" = None,
) -> "tuple[Forecast, ...]":
    """What an experiment would cost and could tell, from a few games of each section played for a try.

    A study has a forecast for each of its parts. Nothing is kept.
    """
    from arkadia_sim.experiments.files import StudyFile, find_experiment
    from arkadia_sim.runner.forecast import forecast
    from arkadia_sim.runner.parallel import check_workers, resolve_game
    from arkadia_sim.runner.progress import for_stderr

    found = find_experiment(str(experiment), shipped.folder("experiments"))
    files = found.parts if isinstance(found, StudyFile) else (found,)
    requests = {file.experiment.name: _request(file, seed, deals) for file in files}
    count, shown = check_workers(workers), progress or for_stderr()
    return tuple(
        forecast(name, request, resolve_game(request.plan.game), count, shown) for name, request in requests.items()
    )


def tune(
    bot: str,
    against: Sequence[str],
    parameters: Sequence[str] | None = None,
    players: Sequence[int] | None = None,
    *,
    games: int = TUNE_GAMES,
    population: int | None = None,
    deals: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Tuned:
    """Find good values for a bot's parameters against a pool of opponents; needs the extra ``tune``.

    Values set in ``bot`` (``"greedy:deny=0.5"``) stay as they are, unless ``parameters`` names them too: then the
    search starts from them. ``parameters`` None stands for all that ``bot`` does not set, ``players`` None for every
    table size. ``games`` bounds the search, the validation and the final figures together. The same call again plays
    nothing and returns the same result; a call that was stopped goes on where it was.
    """
    from arkadia_sim.tuning.tune import new_tuning
    from arkadia_sim.tuning.tune import tune as search
    from arkadia_sim.tuning.tune_file import TuneRequest

    request = TuneRequest(
        bot=bot,
        against=tuple(against),
        parameters=None if parameters is None else tuple(parameters),
        players=None if players is None else tuple(players),
        games=games,
        population=population,
        deals=deals,
        seed=seed,
        game=game,
    )
    if out is None:
        name = re.sub(r"[^A-Za-z0-9_.]+", "_", Path(bot).name)[:80]
        out = RESULTS / f"tune-{name}-seed{seed}-{new_tuning(request).fingerprint[:8]}"
    return Tuned(Path(out), search(request, Path(out), workers, progress))


def learn(
    bot: str,
    teachers: Sequence[str],
    against: Sequence[str],
    players: Sequence[int] | None = None,
    *,
    rounds: int = ROUNDS,
    deals: int = LESSON_DEALS,
    generations: int = GENERATIONS,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    game: str = DEFAULT_GAME,
    progress: "Progress | None" = None,
) -> Learned:
    """Learn a bot's weights, if it offers lessons: from search, beside ``teachers``, then by play ``against`` a pool.

    Each table size of ``players`` (None: all from two on) is learned on its own. The same call again plays nothing and
    returns the same; a call that was stopped goes on where it was.
    """
    from arkadia_sim.learning.learn import learn as study
    from arkadia_sim.learning.learn import new_learning
    from arkadia_sim.learning.learn_file import LearnRequest
    from arkadia_sim.runner.parallel import resolve_game

    sizes = tuple(players) if players is not None else tuple(n for n in resolve_game(game).player_counts if n > 1)
    request = LearnRequest(bot, tuple(teachers), tuple(against), sizes, rounds, deals, generations, seed, game)
    if out is None:
        name = re.sub(r"[^A-Za-z0-9_.]+", "_", Path(bot).name)[:80]
        out = RESULTS / f"learn-{name}-seed{seed}-{new_learning(request).fingerprint[:8]}"
    return Learned(Path(out), study(request, Path(out), workers, progress))


def write_report(folder: str | Path, against: str | Path | None = None) -> Path:
    """Write the report of a finished run or study, one HTML file that needs no network, and return its path.

    ``against`` names the folder of the same played with another seed; the page then says how far the two agree.
    """
    from arkadia_sim.report.builder import build_report

    return Path(build_report(Path(folder), None if against is None else Path(against)))


def _request(file: "ExperimentFile", seed: int | None = None, deals: int | None = None) -> "RunRequest":
    """The run that a file asks for, perhaps with another seed or number of deals."""
    from arkadia_sim.experiments.to_plan import experiment_request
    from arkadia_sim.runner.parallel import resolve_game

    return experiment_request(file.changed(seed, deals).with_bots_found(), resolve_game(file.experiment.game))


def _run_study(
    file: "StudyFile",
    folder: Path,
    workers: int | None,
    seed: int | None,
    deals: int | None,
    progress: "Progress | None",
) -> StudyResult:
    """Play the parts of a study; that each can be played, in its folder, is seen before the first game."""
    from arkadia_sim.results.study_folder import open_study
    from arkadia_sim.runner.parallel import check_folder, check_workers, run_plan
    from arkadia_sim.runner.progress import for_stderr

    check_workers(workers)
    requests = {part.experiment.name: _request(part, seed, deals) for part in file.parts}
    open_study(folder, file.study, list(requests))
    for name, request in requests.items():
        check_folder(request, folder / name)
    results = {}
    for number, (name, request) in enumerate(requests.items(), start=1):
        (progress or for_stderr()).say(f"part {number} of {len(requests)}: {name}")
        results[name] = Result(folder / name, run_plan(request, folder / name, workers, progress))
    return StudyResult(folder, results)


def _own_folder(kind: str, bots: Sequence[str], seed: int, fingerprint: str) -> str:
    """A folder of its own for every different run, and the same one for the same run."""
    names = "-".join(re.sub(r"[^A-Za-z0-9_.]+", "_", Path(bot).name) for bot in bots)
    return f"{kind}-{names[:80]}-seed{seed}-{fingerprint[:8]}"
