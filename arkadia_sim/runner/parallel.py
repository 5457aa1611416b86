"""Playing a plan: chunks go to the workers, each comes back as a file on disk.

No rows travel between processes: a worker writes its file itself and answers with how many games it played. What is
on disk already is not played again, so a run that was stopped (Ctrl-C, a crash, a power cut) goes on where it was when
the same command is given again, and ends with the same rows.
"""

import os
import platform
import sys
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, islice
from math import inf
from pathlib import Path
from typing import Any

from arkadia_sim.core import memory
from arkadia_sim.core.game import Game
from arkadia_sim.core.patience import game_seconds
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.plan.contrasts import judged_outcomes, tests
from arkadia_sim.plan.plan import Chunk, Plan, Section, digest
from arkadia_sim.plan.request import RunRequest
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.rows import chunk_rows, player_columns, turn_columns
from arkadia_sim.results.store import FAILURES_SHOWN, UNFINISHED, RunFolder, fault_text, now
from arkadia_sim.runner.casualties import Watch, blame, own_bots, slip, who_did_it
from arkadia_sim.runner.child import Child, WorkerDied
from arkadia_sim.runner.keeper import GameAtFault, Games, Keeper, make_ready
from arkadia_sim.runner.progress import Progress, Shown, tell_first_start
from arkadia_sim.runner.stopping import Looks, further_sections
from arkadia_sim.runner.workers import Crew, Workers, check_workers, in_workers

_LIBRARIES = ("numba", "numpy", "polars", "joblib")


def resolve_game(name: str) -> Game:
    """The game of that name (see :func:`arkadia_sim.core.registry.find_game`); a first start says why it takes long."""
    from arkadia_sim.core.registry import GAMES, find_game

    if name in GAMES:  # one of a user's own is compiled where it is, if at all
        tell_first_start(name)
    return find_game(name)


def run_plan(
    request: RunRequest, out: Path, workers: int | Workers | None = None, progress: Progress | None = None
) -> Manifest:
    """Play what is not yet there of a plan into the folder ``out`` and return the finished manifest.

    Where the folder holds the same run with fewer deals, the missing ones are added. An experiment whose words have
    changed since, but not its games, is played no second time: the manifest takes over the words.

    Raises UsageError when the folder holds another run, or this one with more deals, RunError when a worker died;
    KeyboardInterrupt passes through. In each case the chunks that are finished stay, and the same call goes on from
    them.
    """
    crew = check_workers(workers)
    game = resolve_game(request.plan.game)
    folder = RunFolder(out)
    manifest = folder.open(_new_manifest(request, game), request.experiment_text)
    if manifest.status == "complete":
        finished, _ = folder.finished(manifest.sections, manifest.fingerprint)
        if _games(finished) == sum(section.games for section in manifest.sections):
            return manifest
        manifest = manifest.model_copy(update={"status": "running"})
        folder.write_manifest(manifest)
    for file in request.files:
        folder.copy_in(file)
    begin = time.monotonic()
    with Shown(progress) as shown:
        if request.stopping is None:
            _play_missing(game, request, manifest.plan, folder, crew, shown, manifest)
        else:
            manifest = _play_until_decided(game, request, folder, crew, shown, manifest)
    return _finish(folder, manifest, time.monotonic() - begin, crew.count)


def check_folder(request: RunRequest, out: Path) -> None:
    """UsageError if the folder holds something else than this run or a part of it, before anything is played."""
    RunFolder(out).found(_new_manifest(request, resolve_game(request.plan.game)))


def _play_until_decided(
    game: Game, request: RunRequest, folder: RunFolder, crew: Crew, progress: Progress, manifest: Manifest
) -> Manifest:
    """Play stage after stage, with a look after each; the manifest with all stages and what was seen."""
    plan = request.plan
    assert request.stopping is not None
    judged = judged_outcomes(game.outcomes)
    looks = Looks(folder, request.stopping, judged, tests(plan.sections, judged))
    known, looked_at = manifest.sections, 0
    while looked_at < len(plan.sections):
        _play_missing(game, request, plan, folder, crew, progress, manifest)
        following = tuple(further_sections(looks, plan.sections, looked_at))
        looked_at = len(plan.sections)
        progress.say(looks.line(following))
        plan = plan.model_copy(update={"sections": plan.sections + following})
        manifest = manifest.model_copy(update={"looks": tuple(looks.taken), "sections": plan.sections})
        _check_goes_on(folder, known, manifest.sections, finished=not following)
        if len(manifest.sections) >= len(known):  # else an earlier sitting came further, and the folder says so
            folder.write_manifest(manifest)
    return manifest


def _check_goes_on(folder: RunFolder, known: Sequence[Section], now: Sequence[Section], finished: bool) -> None:
    """UsageError if an earlier sitting decided otherwise: what it then played is not what would be played now."""
    both = min(len(known), len(now))
    there, here = ([section.model_dump(mode="json") for section in one[:both]] for one in (known, now))
    if there != here or (finished and len(now) < len(known)):
        raise UsageError(
            f"the run in {folder.root} cannot be gone on with: the deals played so far were judged otherwise when it "
            "was stopped; name another folder with --out"
        )


def _play_missing(
    game: Game,
    request: RunRequest,
    plan: Plan,
    folder: RunFolder,
    crew: Crew,
    progress: Progress,
    manifest: Manifest,
    watched: bool = True,
) -> None:
    run = manifest.fingerprint
    finished, faults = folder.finished(plan.sections, run)
    done = _games(finished)
    if request.on_error == "stop":
        _stop_at_failure(folder)
    if done == plan.games:
        return
    if faults:
        progress.say(f"{fault_text(faults)}: these games are played again")
    game.warm_up(plan.bots, progress.say)
    progress.start(plan.games, done)
    unplayed = (chunk for chunk in plan.chunks() if chunk not in finished)
    few = list(islice(unplayed, 2))
    missing = chain(few, unplayed)
    slips, seconds = folder.root / UNFINISHED, game_seconds()
    trusted = not own_bots(game, plan.bots)  # what came with the toolkit comes to its end
    tasks = ((plan, chunk, str(folder.root.resolve()), run) for chunk in missing)
    alone = crew.count == 1 and not trusted
    watched = watched and not trusted and not alone and crew.cluster is None
    if crew.cluster is not None:
        answers = crew.cluster.play(plan, missing, folder, run, crew.memory, progress.say)
    elif alone:
        answers = _guarded(plan, tasks, crew, seconds)
    else:  # one chunk takes less time than workers take to begin
        answers = in_workers(play_chunk, tasks, 1 if trusted and len(few) == 1 else crew.count, crew.memory)
    watch = Watch(slips, plan, seconds if watched else inf)
    try:
        with watch, closing(answers) as played:
            for games in played:
                watch.heard()
                progress.advance(games)
                if request.on_error == "stop":
                    _stop_at_failure(folder)
    except GameAtFault as fault:
        raise RunError(blame(game, plan, manifest, fault)) from None
    except WorkerDied as error:
        progress.say("a worker process is gone: its games are played again one by one, to find out which ended it")
        found = who_did_it(game, plan, manifest, slips, seconds, crew.memory)
        if found is not None or not watch.stalled:
            raise RunError(str(error) if found is None else found) from None
        progress.say("each of them comes to its end: the run goes on")
        _play_missing(game, request, plan, folder, crew, progress, manifest, watched=False)


def _stop_at_failure(folder: RunFolder) -> None:
    """RunError if a game has failed so far."""
    if not (folder.root / "failures").is_dir():
        return
    for failure in islice(folder.failures(), 1):
        raise RunError(
            f"game {failure.game} failed, and the run stops: {failure.bot} in seat {failure.seat}: {failure.reason}; "
            "what is finished is kept, and without --on-error stop the same command goes on"
        )


def _games(chunks: Iterable[Chunk]) -> int:
    return sum(chunk.count for chunk in chunks)


def _guarded(
    plan: Plan, tasks: Iterable[tuple[Plan, Chunk, str, str]], crew: Crew, seconds: float
) -> Generator[int, None, None]:
    """Play chunks one after another in a process beside this one, for bots that may end the process they play in."""

    def make() -> Child:
        child = Child(crew.memory)
        child.do(make_ready, os.getcwd(), plan)
        return child

    keeper = Keeper(make, seconds)
    try:
        for task in tasks:
            yield keeper.do(play_chunk, *task, games=Games(*task[:2]))
    finally:
        keeper.end()


def play_chunk(plan: Plan, chunk: Chunk, root: str, run: str) -> int:
    """Play one chunk of the run with that fingerprint and keep its file: a worker's task."""
    with slip(Path(root) / UNFINISHED, chunk):
        rows = chunk_rows(resolve_game(plan.game), plan, chunk)
        with memory.lifted():
            RunFolder(Path(root)).write_chunk(chunk, rows, plan.record, run)
    return chunk.count


def _new_manifest(request: RunRequest, game: Game) -> Manifest:
    plan = request.plan
    bots = game.describe_bots(plan.bots)
    versions = {"arkadia_sim": _version("arkadia_sim"), "python": platform.python_version(), "platform": sys.platform}
    stops = None if request.stopping is None else request.stopping.model_dump(mode="json")
    identity = [plan.identity, stops, game.rules_version, [bot.hash for bot in bots], versions["arkadia_sim"]]
    return Manifest(
        kind=request.kind,
        fingerprint=digest(identity),
        game=plan.game,
        game_title=game.title,
        rules_version=game.rules_version,
        seed=plan.seed,
        chosen={name: str(value) for name, value in request.chosen.items()},
        trace=plan.trace,
        record=plan.record,
        experiment=None if request.experiment is None else dict(request.experiment),
        versions=versions | {name: _version(name) for name in _LIBRARIES},
        bots=tuple(bots),
        sections=plan.sections,
        stopping=request.stopping,
        caveats=tuple(dict.fromkeys(one for section in plan.sections for one in game.caveats(section.setting))),
        outcomes=game.outcomes,
        ends=game.ends,
        pictures=tuple(game.pictures()),
        columns={"games": player_columns(game), "turns": turn_columns(game)},
        started=now(),
    )


def rows_digest(request: RunRequest) -> str:
    """A short name for what a run plays: equal for two runs exactly when their rows are, all of them."""
    manifest = _new_manifest(request, resolve_game(request.plan.game))
    return digest([manifest.fingerprint, [section.games for section in manifest.sections]])


def _finish(folder: RunFolder, manifest: Manifest, seconds: float, workers: int) -> Manifest:
    found: dict[str, Any] = {
        "chunks": tuple(chunk.name for chunk in manifest.plan.chunks()),
        "counts": folder.count(),
        "failures": tuple(islice(folder.failures(), FAILURES_SHOWN)),
        "status": "complete",
        "finished": now(),
        "seconds": round(seconds, 3),
        "workers": workers,
    }
    finished = folder.write_manifest(manifest.model_copy(update=found))
    folder.close()
    return finished


def _version(package: str) -> str:
    if package == "arkadia_sim":
        from arkadia_sim import __version__

        return __version__
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
