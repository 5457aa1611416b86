"""Games, comparisons, ladders and experiments, and the pages about them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from arkadia_sim import shipped
from arkadia_sim.api.finished import RESULTS, Keywords, Result, StudyResult, check_keywords, own_folder
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.user_files import is_file
from arkadia_sim.plan import TRACE
from arkadia_sim.results.record_file import record_target
from arkadia_sim.runner.progress import for_stderr

if TYPE_CHECKING:
    from arkadia_sim.experiments.files import ExperimentFile, StudyFile
    from arkadia_sim.plan.plan import RunRequest
    from arkadia_sim.runner.forecast import Forecast
    from arkadia_sim.runner.progress import Progress


def play(
    bots: Sequence[str],
    games: int = 1000,
    *,
    out: str | Path | None = None,
    rules: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    record: str | Path | None = None,
    trace: float = TRACE,
    **keywords: Unpack[Keywords],
) -> Result:
    """Let bots play each other and see who wins.

    Every bot sits in every seat of each deal. If you make the same call again, nothing is played twice: a stopped
    run continues, and more ``games`` are added to the ones in ``out``.

    Args:
        bots: One bot for each seat, such as ``"greedy"``, ``"greedy:temperature=3"`` or ``"my_bot.py:my_bot"``.
        games: Number of games.
        out: Folder for the results. None: a folder of its own under ``results``.
        rules: Options of the rules by name; ``arkadia-sim play --list-rules`` shows them.
        components: Pieces that replace the game's own, by name; see ``arkadia-sim play --list-components``.
        record: File that gets the full record of every game, one JSON line each. Other records that are in it are
            moved to another file first. None: no records.
        trace: Share of the games that are kept turn by turn, from 0 to 1; 0.01 if not given.
        keywords: See :class:`Keywords`.

    Returns:
        How each bot did, and the rows of all games.
    """
    from arkadia_sim.core.bot import is_compiled
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.plan.designs import named_bots, rotation_section
    from arkadia_sim.plan.plan import Plan, RunRequest
    from arkadia_sim.results.store import RunFolder
    from arkadia_sim.runner.parallel import rows_digest, run_plan

    check_keywords(keywords, Keywords)
    game, seed = keywords.get("game", DEFAULT_GAME), keywords.get("seed", 1)
    resolved = resolve_game(game)
    names, lineup = named_bots(resolved, bots)
    setting = resolved.setting(len(lineup), rules or {}, components or {})
    setting.refuse_shared("plain play")
    section = rotation_section(setting, lineup, games, is_compiled(resolved.describe_bots(names)))
    request = RunRequest(
        Plan(game=game, seed=seed, bots=names, sections=(section,), trace=trace, record=record is not None),
        "play",
        chosen=components or {},
    )
    target = None if record is None else record_target(Path(record), resolved)
    folder = Path(out) if out is not None else own_folder("play", bots, seed, rows_digest(request))
    manifest = run_plan(request, folder, keywords.get("workers"), keywords.get("progress"))
    recorded, aside = (None, None) if target is None else RunFolder(folder).join_records(target)
    return Result(folder, manifest, recorded, aside)


def run(
    experiment: str | Path,
    out: str | Path | None = None,
    workers: int | None = None,
    *,
    seed: int | None = None,
    deals: int | None = None,
    progress: "Progress | None" = None,
) -> "Result | StudyResult":
    """Play an experiment or a study.

    If ``out`` holds the same experiment with fewer deals, the missing ones are added. Intervals then widen, because
    an earlier look at the results makes mistakes more likely.

    Args:
        experiment: An experiment file, or the name of a shipped one; ``arkadia-sim experiments`` lists them.
        out: Folder for the results. None: ``results/NAME``.
        workers: Number of processes. None: one for each core.
        seed: Replaces the seed of the file.
        deals: Replaces the number of deals of the file, at every table size.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        A result, or for a study one result for each of its parts.
    """
    from arkadia_sim.experiments.files import StudyFile, find_experiment
    from arkadia_sim.runner.parallel import run_plan

    file = find_experiment(str(experiment), shipped.folder("experiments"))
    if isinstance(file, StudyFile):
        folder = RESULTS / file.study.name if out is None else Path(out)
        return _run_study(file, folder, workers, seed, deals, progress)
    request = _request(file, seed, deals, (workers, progress))
    folder = RESULTS / file.experiment.name if out is None else Path(out)
    manifest = run_plan(request, folder, workers, progress)
    _copy_document(file.path, folder)
    return Result(folder, manifest)


def forecast(
    experiment: str | Path,
    workers: int | None = None,
    *,
    seed: int | None = None,
    deals: int | None = None,
    progress: "Progress | None" = None,
) -> "tuple[Forecast, ...]":
    """Find out how long an experiment takes and how narrow its intervals will be.

    A few games of each kind are played as a trial. Nothing is kept.

    Args:
        experiment: An experiment file, or the name of a shipped one.
        workers: Number of processes. None: one for each core.
        seed: Replaces the seed of the file.
        deals: Replaces the number of deals of the file.
        progress: Receives messages about progress. None: they go to standard error.

    Returns:
        One forecast, or for a study one for each of its parts: games, minutes, half the width of the intervals.
    """
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.experiments.files import StudyFile, find_experiment
    from arkadia_sim.runner.forecast import forecast as forecast_of
    from arkadia_sim.runner.workers import check_workers

    file = find_experiment(str(experiment), shipped.folder("experiments"))
    files = file.parts if isinstance(file, StudyFile) else (file,)
    requests = {file.experiment.name: _request(file, seed, deals) for file in files}
    count, reporter = check_workers(workers).count, progress or for_stderr()
    return tuple(
        forecast_of(name, request, resolve_game(request.plan.game), count, reporter)
        for name, request in requests.items()
    )


def write_report(folder: str | Path, against: str | Path | None = None, document: str | Path | None = None) -> Path:
    """Write the report of a finished run or study: one HTML file that needs no network.

    Args:
        folder: the folder of a run or study; one with several of them gets an index.
        against: the folder of the same experiment, played with another seed.
        document: your own document, in place of the one of the experiment.
    """
    from arkadia_sim.report.builder import build_report

    other, own = (None if path is None else Path(path) for path in (against, document))
    return build_report(Path(folder), other, own)


def _request(
    file: "ExperimentFile", seed: int | None = None, deals: int | None = None,
    crew: "tuple[int | None, Progress | None] | None" = None,
) -> "RunRequest":  # fmt: skip
    """The run of an experiment file, with another seed or number of deals if given; with a ``crew``, bots practise."""
    from arkadia_sim.core.registry import resolve_game
    from arkadia_sim.experiments.files import experiment_request, practised

    asked = file.changed(seed, deals).with_bots_found()
    asked = asked if crew is None else practised(asked, *crew)
    return experiment_request(asked, resolve_game(file.experiment.game))


def _run_study(
    file: "StudyFile",
    folder: Path,
    workers: int | None,
    seed: int | None,
    deals: int | None,
    progress: "Progress | None",
) -> StudyResult:
    """Play the parts of a study, after checking all parts and their folders."""
    from arkadia_sim.results.study_folder import open_study
    from arkadia_sim.runner.parallel import check_folder, run_plan
    from arkadia_sim.runner.workers import check_workers

    check_workers(workers)
    crew = (workers, progress)
    requests = {part.experiment.name: _request(part, seed, deals, crew) for part in file.parts}
    open_study(folder, file.study.manifest(list(requests)))
    _copy_document(file.path, folder)
    for name, request in requests.items():
        check_folder(request, folder / name)
    results = {}
    for number, (name, request) in enumerate(requests.items(), start=1):
        (progress or for_stderr()).say(f"part {number} of {len(requests)}: {name}")
        results[name] = Result(folder / name, run_plan(request, folder / name, workers, progress))
    return StudyResult(folder, results)


def _copy_document(experiment: Path, folder: Path) -> None:
    """Copy the document that a user wrote beside an experiment file into the folder of its results."""
    from arkadia_sim.questions.study import OWN_DOCUMENT
    from arkadia_sim.results.files import write_whole

    document = experiment.with_suffix(".md")
    if experiment.suffix == ".toml" and is_file(document):
        write_whole(folder / OWN_DOCUMENT, lambda path: path.write_bytes(document.read_bytes()))
