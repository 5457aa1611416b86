"""Plays a run: workers play its chunks and write them to the run's folder.

No rows travel between processes: a worker writes its files itself and returns the number of games.
Chunks on disk are not played again. So a run that was stopped (Ctrl-C, a crash, a power cut) continues when the same
command is given again, and ends with the same rows.
"""

import platform
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, islice
from pathlib import Path
from typing import Any

from arkadia_sim.core.game import Game
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.user_code import LIMITS, VARIABLE, TimeIsUp, decision_seconds, is_unplayed
from arkadia_sim.errors import RunError, counted
from arkadia_sim.plan.plan import Chunk, RunRequest, Section, digest
from arkadia_sim.results.manifest import Failure, Manifest
from arkadia_sim.results.rows import player_columns, turn_columns
from arkadia_sim.results.store import FAILURES_SHOWN, RunFolder, fault_text, now
from arkadia_sim.runner.audit import checked, plays_by, user_bots
from arkadia_sim.runner.one_game import fault_message
from arkadia_sim.runner.progress import Progress, Shown
from arkadia_sim.runner.supervisor import GameAtFault, Games, in_children, play_chunk
from arkadia_sim.runner.workers import Crew, check_workers, in_workers

_LIBRARIES = ("numba", "numpy", "polars", "joblib")


def run_plan(request: RunRequest, out: Path, workers: int | None = None, progress: Progress | None = None) -> Manifest:
    """Play the games of a run that its folder does not hold yet; returns the finished manifest.

    If the folder holds the same run with fewer deals, the missing deals are added. If only the texts of the experiment
    have changed, no game is played again and the manifest takes the new texts. After an error (a worker died, Ctrl-C)
    the finished chunks stay, and the same call continues from them.

    UsageError if the folder holds another run, or this one with more deals.
    """
    crew = check_workers(workers)
    game = resolve_game(request.plan.game)
    folder = RunFolder(out)
    wanted = _new_manifest(request, game)
    manifest = folder.open(wanted, request.experiment_text)
    finished, _ = _finished(folder, manifest.sections, manifest.fingerprint)
    if manifest.status == "complete":
        if _games(finished) == sum(section.games for section in manifest.sections):
            return manifest
        manifest = manifest.model_copy(update={"status": "running"})
        folder.write_manifest(manifest)
    for file in request.files:
        folder.copy_in(file)
    begin = time.monotonic()
    with Shown(progress) as reporter:
        _play_missing(game, request, folder, crew, reporter, manifest)
    return _finish(folder, manifest, time.monotonic() - begin, crew.count)


def check_folder(request: RunRequest, out: Path) -> None:
    """Raise UsageError, before any game is played, if the folder holds anything but this run or a part of it."""
    RunFolder(out).found(_new_manifest(request, resolve_game(request.plan.game)))


def _play_missing(
    game: Game, request: RunRequest, folder: RunFolder, crew: Crew, progress: Progress, manifest: Manifest
) -> None:
    """Play the chunks of a run that the folder does not hold yet."""
    run, plan = manifest.fingerprint, manifest.plan
    finished, faults = _finished(folder, plan.sections, run)
    done = sum(_played(folder, chunk) for chunk in finished)
    before = (failure for chunk in finished for failure in folder.failures_of(chunk.name))
    failed = sum(not is_unplayed(failure.reason) for failure in before)
    late = list[tuple[str, str]]()  # counted from now on
    if _games(finished) == plan.games:
        return
    if faults:
        progress.say(f"{fault_text(faults)}: these games are played again")
    game.warm_up(plan.bots)
    progress.start(plan.games, done)
    unplayed = (chunk for chunk in plan.chunks() if chunk not in finished)
    first_two = list(islice(unplayed, 2))
    workers = 1 if len(first_two) == 1 else crew.count  # one chunk takes less time than workers take to start
    tasks = ((plan, chunk, str(folder.root.resolve()), run) for chunk in chain(first_two, unplayed))
    known = plays_by(plan.game, manifest.bots)
    if user_bots(game, plan.bots):
        calls = ((Games(*task[:2]), (checked, known, play_chunk, *task)) for task in tasks)
        answers = in_children(plan.game, plan.bots, calls, workers)
    else:
        answers = in_workers(partial(checked, known, play_chunk), tasks, workers)
    try:
        with closing(answers) as played:
            for chunk in played:
                played_now, failures = _played(folder, chunk), folder.failures_of(chunk.name)
                done += played_now
                progress.advance(played_now)
                failed += sum(not is_unplayed(failure.reason) for failure in failures)
                so_far = f"{done - failed:,} of {counted(plan.games, 'game')} were played, {failed:,} failed"
                _stop_if_used_up(late, failures, so_far)
    except GameAtFault as fault:
        raise RunError(fault_message(game, plan, manifest, fault)) from None


def _finished(folder: RunFolder, sections: Sequence[Section], run: str) -> tuple[set[Chunk], list[str]]:
    """The chunks that need not be played again, and what is wrong with others; bots may have more time now."""
    finished, faults = folder.finished(sections, run)
    late = {chunk for chunk in finished if any(_may_be_asked_now(f.reason) for f in folder.failures_of(chunk.name))}
    return finished - late, faults


def _played(folder: RunFolder, chunk: Chunk) -> int:
    """How many games of a chunk were played."""
    return chunk.count - sum(is_unplayed(failure.reason) for failure in folder.failures_of(chunk.name))


def _may_be_asked_now(reason: str) -> bool:
    """Whether a game failed since a decision took too long, and may take longer now."""
    found = re.search(r"(?:it has used up \d+ limits of|no answer in turn \d+ after) ([0-9.e+-]+) s", reason)
    return found is not None and float(found[1]) < decision_seconds()


def stop_if_used_up(failures: Iterable[tuple[str, str]]) -> None:
    """Raise RunError if a bot has used up its limits."""
    used: Counter[str] = Counter()
    first: dict[str, str] = {}
    for spec, reason in failures:
        bot = BotSpec.parse(spec).name
        if TimeIsUp.__name__ in reason:
            used[bot] += 1
            first.setdefault(bot, reason)
    for bot, number in used.items():
        if number >= LIMITS:
            raise RunError(
                f"{bot} gave no answer in {LIMITS} games, although it may compute for {decision_seconds():g} s per "
                f"decision. First: {first[bot]}"
            )


def _stop_if_used_up(late: list[tuple[str, str]], failures: Iterable[Failure], so_far: str) -> None:
    """Raise RunError if a bot has used up its time limits, in these failures of a chunk and those before it, `late`."""
    for failure in failures:
        if TimeIsUp.__name__ in failure.reason:
            late.append((failure.bot, f"game {failure.game}, {seat_text(failure.seat)}: {failure.reason}"))
    try:
        stop_if_used_up(late)
    except RunError as error:
        raise RunError(
            f"{error}\nThe run stops: {so_far}, and finished games are kept. If the bot never answers, mend it and "
            "start anew with another --out. If it needs longer, set a longer "
            f"{VARIABLE} and give the same command"
        ) from None


def _games(chunks: Iterable[Chunk]) -> int:
    return sum(chunk.count for chunk in chunks)


def _new_manifest(request: RunRequest, game: Game) -> Manifest:
    plan = request.plan
    bots = game.describe_bots(plan.bots)
    seated = [game.find_bot(bot.spec) for bot in bots] if any(bot.head_start for bot in bots) else []
    for section in plan.sections if seated else ():
        for lineup in section.lineups:
            headed = game.with_head_starts(section.setting, [seated[bot] for bot in lineup.bots])
            game.setting(headed.players, headed.rules, headed.components)  # it may be impossible under these rules
    versions = {"arkadia_sim": _version("arkadia_sim"), "python": platform.python_version(), "platform": sys.platform}
    identity = [plan.identity, None, game.rules_version, [bot.hash for bot in bots], versions["arkadia_sim"]]
    return Manifest(
        kind=request.kind, fingerprint=digest(identity), game=plan.game, game_title=game.title,
        rules_version=game.rules_version, seed=plan.seed,
        chosen={name: str(value) for name, value in request.chosen.items()}, trace=plan.trace, record=plan.record,
        experiment=None if request.experiment is None else dict(request.experiment),
        versions=versions | {name: _version(name) for name in _LIBRARIES}, bots=tuple(bots), sections=plan.sections,
        caveats=tuple(dict.fromkeys(caveat for section in plan.sections for caveat in game.caveats(section.setting))),
        outcomes=game.outcomes, ends=game.ends, trajectories=tuple(game.trajectories),
        columns={"games": player_columns(game), "turns": turn_columns(game)}, started=now(),
    )  # fmt: skip


def rows_digest(request: RunRequest) -> str:
    """A short hash of what a run plays; two runs have the same hash exactly if they have the same rows."""
    manifest = _new_manifest(request, resolve_game(request.plan.game))
    return digest([manifest.fingerprint, [section.games for section in manifest.sections]])


def _finish(folder: RunFolder, manifest: Manifest, seconds: float, workers: int) -> Manifest:
    results: dict[str, Any] = {
        "chunks": tuple(chunk.name for chunk in manifest.plan.chunks()), "counts": folder.count(),
        "failures": tuple(islice(folder.failures(), FAILURES_SHOWN)), "status": "complete", "finished": now(),
        "seconds": round(seconds, 3), "workers": workers,
    }  # fmt: skip
    finished = folder.write_manifest(manifest.model_copy(update=results))
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
