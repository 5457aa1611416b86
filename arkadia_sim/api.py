"""The same as the command line, from Python.

>>> from arkadia_sim import play                                          # doctest: +SKIP
>>> result = play(["random", "greedy"], games=1000, seed=1)               # doctest: +SKIP
>>> print(result.table())                                                 # doctest: +SKIP
"""

import json
import re
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arkadia_sim import shipped
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.runner import TRACE

if TYPE_CHECKING:
    import polars as pl

    from arkadia_sim.core.game import Game
    from arkadia_sim.runner.experiment import ExperimentFile
    from arkadia_sim.runner.manifest import Manifest
    from arkadia_sim.runner.progress import Progress
    from arkadia_sim.runner.summary import BotSummary

RESULTS = Path("results")
"""Where runs go that name no folder."""

_RECORD_MOST = 1 << 26  # bytes; no game record is longer


@dataclass(frozen=True)
class Result:
    """A finished run: where it lies, what its manifest says, and how many games a record file got, if one was named."""

    folder: Path
    manifest: "Manifest"
    recorded: int | None = None

    def bots(self) -> "list[BotSummary]":
        """How each bot did, in the order in which they were named."""
        from arkadia_sim.runner.summary import summarise

        return summarise(self.folder)

    def table(self) -> "pl.DataFrame":
        """How each bot did, as a table, with 95% intervals over deals."""
        from arkadia_sim.runner.summary import summary_table

        return summary_table(self.bots())

    def rows(self, table: str = "games") -> "pl.LazyFrame":
        """The rows of the run, not yet read: ``games`` (one per player and game) or ``turns`` (of traced games)."""
        from arkadia_sim.runner.store import RunFolder

        return RunFolder(self.folder).scan(table)


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
    game: str = "arkadia",
    progress: "Progress | None" = None,
) -> Result:
    """Let bots play each other, every bot in every seat of each deal, and keep what happened.

    ``bots`` are names as on the command line, one per seat. ``components`` may name a ``board`` file and a choice of
    ``outlines``. ``record`` is a file for the full records of all games. ``workers`` None stands for one per core.
    The same call again plays nothing and returns the same result; a call that was stopped goes on where it was.
    """
    from arkadia_sim.runner.designs import rotation_section
    from arkadia_sim.runner.parallel import RunRequest, fingerprint, is_compiled, resolve_game, run_plan
    from arkadia_sim.runner.plan import Plan
    from arkadia_sim.runner.store import RunFolder

    resolved = resolve_game(game)
    names, lineup = bot_names(resolved, bots)
    setting = resolved.setting(len(lineup), rules or {}, components or {})
    section = rotation_section(setting, lineup, games, is_compiled(resolved.check_bots(names)))
    request = RunRequest(
        Plan(game, seed, names, (section,), trace, record is not None), "play", chosen=components or {}
    )
    target = None if record is None else _record_target(Path(record), game)
    folder = Path(out) if out is not None else RESULTS / _play_folder(bots, seed, fingerprint(request))
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
) -> Result:
    """Run an experiment: a file, or a shipped one by name. ``seed`` and ``deals`` replace what the file says."""
    from arkadia_sim.runner.experiment import StudyFile, find_experiment
    from arkadia_sim.runner.experiment_plan import experiment_plan
    from arkadia_sim.runner.parallel import RunRequest, resolve_game, run_plan

    found = find_experiment(str(experiment), shipped.folder("experiments"))
    assert not isinstance(found, StudyFile)
    file = found.changed(seed, deals).with_bots_found()
    plan = experiment_plan(file, resolve_game(file.experiment.game))
    folder = Path(out) if out is not None else RESULTS / file.experiment.name
    text, board = _portable(file)
    request = RunRequest(plan, "experiment", file.experiment.as_json(), text, board)
    return Result(folder, run_plan(request, folder, workers, progress))


def write_report(folder: str | Path) -> Path:
    """Write the report of a finished run, one HTML file that needs no network, and return its path."""
    from arkadia_sim.report.builder import build_report

    return Path(build_report(Path(folder)))


def bot_names(game: "Game", bots: Sequence[str]) -> tuple[tuple[str, ...], list[int]]:
    """The different bots of a line-up, and for each seat which of them sits there."""
    if len(bots) not in game.player_counts:
        allowed = ", ".join(map(str, game.player_counts))
        raise BadValue("number of bots (one per seat)", len(bots), f"for {game.name}: {allowed}")
    names = tuple(dict.fromkeys(bots))
    return names, [names.index(bot) for bot in bots]


def _portable(file: "ExperimentFile") -> tuple[str, Path | None]:
    """The experiment's text for the run's folder, and the board file that has to lie beside it there, if any."""
    board = file.component_choice().get("board")
    if board is None:
        return file.text, None
    beside = file.experiment.components.model_copy(update={"board": Path(board).name})
    return file.experiment.model_copy(update={"components": beside}).as_toml(), Path(board)


def _record_target(path: Path, game: str) -> Path:
    """Where the records go, links followed. Refuses, before hours of play and not after, a file that could not be
    written, and one that holds something else than game records."""
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):  # asked of the path: a pipe's resolves to nothing
            raise UsageError(f"record file {path}: name a file; this is a folder, a device or the like")
        target = path.resolve()
        if not target.parent.is_dir():
            raise UsageError(f"record file {path}: name a file in a folder that exists")
        if not target.exists():
            return target
        if target.stat().st_size and not _holds_records(target, game):
            raise UsageError(
                f"record file {path} is there already and holds no game records: name another file, or remove it"
            )
    except (OSError, RuntimeError) as error:  # RuntimeError: links that go round in a circle
        raise UsageError(f"record file {path} cannot be used: {getattr(error, 'strerror', None) or error}") from None
    return target


def _holds_records(file: Path, game: str) -> bool:
    """Whether the first line is a game record; those of Arkadia name their format, other games' are any object."""
    with file.open("rb") as lines:
        first = lines.readline(_RECORD_MOST)
    try:
        record = json.loads(first)
    except (ValueError, RecursionError):
        return False
    if not isinstance(record, dict):
        return False
    return game != "arkadia" or str(record.get("format", "")).startswith("arkadia-record")


def _play_folder(bots: Sequence[str], seed: int, fingerprint: str) -> str:
    """A folder of its own for every different run, and the same one for the same run."""
    names = "-".join(re.sub(r"[^A-Za-z0-9_.]+", "_", Path(bot).name) for bot in bots)
    return f"play-{names[:80]}-seed{seed}-{fingerprint[:8]}"
