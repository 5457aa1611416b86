"""Lessons on disk: gathered by all workers, kept chunk by chunk as parquet, read back for the fit."""

import hashlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from arkadia_sim.core.game import Setting
from arkadia_sim.core.lessons import LABELS, LessonBatch, LessonPlan, LessonRows, Lessons
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.results.documents import make_folder
from arkadia_sim.results.whole_files import write_whole
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.parallel import resolve_game
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew

CHUNK_DEALS = 40
_DIGEST = "sha256"
_APART = 1 << 32
"""Between the numbers of the deals of two rounds, where lessons of both are fitted together."""
BRANCH = 5 << 40
"""The branch of the seed tree with the deals of lessons; no run, experiment or tuning reaches it."""


@dataclass(frozen=True)
class LessonTask:
    """What one worker does at a time."""

    game: str
    bot: str
    batch: LessonBatch
    file: Path


def lessons_of(game: str, bot: str) -> Lessons:
    """What a bot offers; UsageError if its weights cannot be learned."""
    found = resolve_game(game).find_bot(bot).bot
    if found.lessons is None:
        raise UsageError(f"bot {found.name} offers no lessons: its weights cannot be learned from search")
    names, parameters = taught(found.lessons), {one.name: one for one in found.parameters}
    for name in names:
        if name not in parameters:
            raise UnknownName(f"parameter that the lessons of bot {found.name} are about:", name, parameters)
        if parameters[name].whole:
            raise UsageError(
                f"bot {found.name}: {name} takes whole numbers, and can be no weight that lessons are about"
            )
        if name in LABELS:
            raise UsageError(f"bot {found.name}: a weight may not be called {name!r}; lessons have such a column")
        if names.count(name) > 1:
            raise UsageError(f"bot {found.name}: the weight {name!r} may be of one kind of decision only")
    return found.lessons


def taught(lessons: Lessons) -> list[str]:
    """The weights that are taught, in the order of the columns of the counts."""
    return [name for own in lessons.weights.values() for name in own]


def gather(
    game: str, bot: str, setting: Setting, pool: Sequence[str], plan: LessonPlan, seed: int, number: int, deals: int,
    folder: Path, crew: Crew, progress: Progress,
) -> LessonRows:  # fmt: skip
    """Give the lessons of round ``number`` in so many deals; chunks that are there already are read.

    A chunk that cannot be read is told of by name, and given again.
    """
    make_folder(folder)
    for stale in folder.glob("*.unfinished"):
        stale.unlink()
    names = taught(lessons_of(game, bot))
    tasks = list(_tasks(game, bot, setting, pool, plan, seed, number, deals, folder))
    frames = {task.file: _read(task, names, progress) for task in tasks if task.file.exists()}
    missing = [task for task in tasks if frames.get(task.file) is None]
    if missing:  # the first is given here, so that what has to be compiled is compiled once
        progress.advance(give_task(missing[0]), slow=True)
    with closing(_given(missing[1:], crew, game, (bot, *pool), progress)) as given:
        for done in given:
            progress.advance(done, slow=True)
    frames |= {task.file: pl.read_parquet(task.file) for task in missing}
    frame = pl.concat([one for task in tasks if (one := frames[task.file]) is not None])
    labels = {name: frame[name].to_numpy() for name in LABELS}
    return LessonRows(labels, frame.select(names).to_numpy().astype(np.float32))


def _read(task: LessonTask, names: Sequence[str], progress: Progress) -> pl.DataFrame | None:
    """The lessons of a task; None, and a word about it, if they are damaged or those of another."""
    file = task.file
    if file.is_dir():
        raise UsageError(f"{file} is a folder, where lessons are to be kept: remove it")
    with suppress(OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
        frame = pl.read_parquet(file)
        if frame.columns == [*LABELS, *names] and pl.read_parquet_metadata(file).get(_DIGEST) == _digest(task, frame):
            return frame
    progress.say(f"{file} is damaged: its lessons are given again")
    return None


def _digest(task: LessonTask, frame: pl.DataFrame) -> str:
    """Tells whether lessons are those that were kept for a task: parquet itself does not see a wrong byte in its
    numbers."""
    batch = task.batch
    found = hashlib.sha256(
        f"{task.game} {task.bot} {batch.setting.players} {batch.first} {batch.pool} {batch.plan}".encode()
    )
    found.update(batch.deals.tobytes())
    for column in frame:
        found.update(f"{column.name} {column.dtype} {len(column)} {column.null_count()}".encode())
        if column.dtype == pl.String:
            found.update("\n".join(str(one) for one in column).encode())
        else:
            found.update(np.ascontiguousarray(column.to_numpy()).tobytes())
    return found.hexdigest()


def together(rounds: Sequence[LessonRows]) -> LessonRows:
    """The lessons of several rounds; their deals are counted on, for each round has its own."""
    labels = {name: np.concatenate([one.labels[name] for one in rounds]) for name in LABELS}
    apart = [np.full(len(one.counts), number * _APART) for number, one in enumerate(rounds)]
    labels["deal"] = labels["deal"] + np.concatenate(apart)
    return LessonRows(labels, np.concatenate([one.counts for one in rounds]))


def deals_there(deals: int, folder: Path) -> int:
    """For how many deals of a round lessons are kept already."""
    firsts = (first for first in range(0, deals, CHUNK_DEALS) if _file(folder, first).exists())
    return sum(min(CHUNK_DEALS, deals - first) for first in firsts)


def _file(folder: Path, first: int) -> Path:
    """Where the lessons of the deals from this one on are kept."""
    return folder / f"chunk-{first:06d}.parquet"


def _tasks(
    game: str, bot: str, setting: Setting, pool: Sequence[str], plan: LessonPlan, seed: int, number: int, deals: int,
    folder: Path,
) -> Iterator[LessonTask]:  # fmt: skip
    seeds = deal_seeds(seed, BRANCH + 100 * number + setting.players, 0, deals)
    for first in range(0, deals, CHUNK_DEALS):
        batch = LessonBatch(setting, first, seeds[first : first + CHUNK_DEALS], tuple(pool), plan)
        yield LessonTask(game, bot, batch, _file(folder, first))


def _given(
    tasks: Sequence[LessonTask], crew: Crew, game: str, bots: Sequence[str], progress: Progress
) -> Generator[int, None, None]:
    """Have lessons given and kept; of each task the number of its deals."""
    arguments = ((task,) for task in tasks)
    if crew.cluster is None:
        yield from crew.answers(give_task, arguments, game, bots, progress.say)
        return
    for task, frame in crew.answers(lessons_for, arguments, game, bots, progress.say):  # who may not see our folder
        _keep(task, frame)
        yield len(task.batch.deals)


def give_task(task: LessonTask) -> int:
    """Give the lessons of a task and keep them; a worker's part."""
    _keep(*lessons_for(task))
    return len(task.batch.deals)


def _keep(task: LessonTask, frame: pl.DataFrame) -> None:
    """Write lessons, whole or not at all."""
    told = {_DIGEST: _digest(task, frame)}
    write_whole(
        task.file, lambda path: frame.write_parquet(path, metadata=told), task.file.with_suffix(".unfinished")
    )  # fmt: skip


def lessons_for(task: LessonTask) -> tuple[LessonTask, pl.DataFrame]:
    """The lessons of a task, with the task that they are of: the part of a worker on another machine."""
    lessons = lessons_of(task.game, task.bot)
    rows = lessons.give(task.batch)
    names = taught(lessons)
    if set(rows.labels) != set(LABELS) or rows.counts.shape[1:] != (len(names),):
        raise UsageError(
            f"bot {task.bot}: its lessons have the columns {', '.join(rows.labels)} and counts of shape "
            f"{rows.counts.shape} (allowed: {', '.join(LABELS)}, and a count for each of {len(names)} weights)"
        )
    frame = pl.DataFrame(
        {**rows.labels, **{name: rows.counts[:, column] for column, name in enumerate(names)}},
        schema_overrides={"deal": pl.Int64, "decision": pl.Int32, "candidate": pl.Int16},
    )
    return task, frame.select(*LABELS, *names)
