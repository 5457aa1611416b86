"""Lessons on disk: made by all workers, stored in chunks as parquet, read back for the fit."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import polars as pl

from arkadia_sim.core.game import Setting
from arkadia_sim.core.lessons import LABELS, LessonBatch, LessonPlan, LessonRows, Lessons
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.results.files import make_folder, notes_of, parquet_bytes, read_rows, write_whole
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Crew

CHUNK_DEALS = 40
_DIGEST = "sha256"
_APART = 1 << 32
"""Distance between the deal numbers of two rounds, when their lessons are fitted together."""
BRANCH = 5 << 40
"""The branch of the seed tree for the deals of lessons; runs, experiments and tunings never use it."""


@dataclass(frozen=True)
class LessonTask:
    """The lessons that one worker makes at a time."""

    game: str
    bot: str
    batch: LessonBatch
    file: Path


def lessons_of(game: str, bot: str) -> Lessons:
    """A bot's lessons; UsageError if its weights cannot be learned."""
    learner = resolve_game(game).find_bot(bot).bot
    if learner.lessons is None:
        raise UsageError(f"bot {learner.name} offers no lessons: its weights cannot be learned from search")
    names, parameters = taught(learner.lessons), {parameter.name: parameter for parameter in learner.parameters}
    for name in names:
        if name not in parameters:
            raise UnknownName(f"weight in the lessons of bot {learner.name}:", name, parameters)
        if parameters[name].whole:
            raise UsageError(f"bot {learner.name}: {name} takes whole numbers, so it cannot be learned from lessons")
        if name in LABELS:
            raise UsageError(f"bot {learner.name}: a weight must not be called {name!r}: lessons have such a column")
        if names.count(name) > 1:
            raise UsageError(f"bot {learner.name}: the weight {name!r} belongs to more than one kind of decision")
    return learner.lessons


def taught(lessons: Lessons) -> list[str]:
    """The weights to learn, in the order of the columns of the counts."""
    return [name for names in lessons.weights.values() for name in names]


def gather(
    game: str, bot: str, setting: Setting, pool: Sequence[str], plan: LessonPlan, seed: int, number: int, deals: int,
    folder: Path, crew: Crew, progress: Progress,
) -> LessonRows:  # fmt: skip
    """Make the lessons of round ``number``, or read those stored already.

    Damaged chunks are reported and made again.
    """
    make_folder(folder)
    for stale in folder.glob("*.unfinished"):
        stale.unlink()
    names = taught(lessons_of(game, bot))
    tasks = list(_tasks(game, bot, setting, pool, plan, seed, number, deals, folder))
    frames = {task.file: _read(task, names, progress) for task in tasks if task.file.exists()}
    missing = [task for task in tasks if frames.get(task.file) is None]
    arguments = ((task,) for task in missing[1:])
    with closing(crew.answers(lessons_for, arguments, game, (bot, *pool), progress.say)) as answers:
        # the first is made in this process, so that code is compiled only once
        for task, made in chain(map(lessons_for, missing[:1]), answers):
            _keep(task, made)
            frames[task.file] = made
            progress.advance(len(task.batch.deals))
    frame = pl.concat([chunk for task in tasks if (chunk := frames[task.file]) is not None])
    labels = {name: frame[name].to_numpy() for name in LABELS}
    return LessonRows(labels, frame.select(names).to_numpy().astype(np.float32))


def _read(task: LessonTask, names: Sequence[str], progress: Progress) -> pl.DataFrame | None:
    """The stored lessons of a task; None, with a message, if they are damaged or belong to another task."""
    file = task.file
    if file.is_dir():
        raise UsageError(f"{file} is a folder, but lessons are stored there as a file: remove it")
    with suppress(OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
        frame = read_rows(file)
        if frame.columns == [*LABELS, *names] and notes_of(file).get(_DIGEST) == _digest(task, frame):
            return frame
    progress.say(f"{file} is damaged: its lessons are made again")
    return None


def _digest(task: LessonTask, frame: pl.DataFrame) -> str:
    """A checksum of the lessons of a task: parquet does not notice wrong bytes in numbers."""
    batch = task.batch
    checksum = hashlib.sha256(
        f"{task.game} {task.bot} {batch.setting.players} {batch.first} {batch.pool} {batch.plan}".encode()
    )
    checksum.update(batch.deals.tobytes())
    for column in frame:
        checksum.update(f"{column.name} {column.dtype} {len(column)} {column.null_count()}".encode())
        if column.dtype == pl.String:
            checksum.update("\n".join(str(text) for text in column).encode())
        else:
            checksum.update(np.ascontiguousarray(column.to_numpy()).tobytes())
    return checksum.hexdigest()


def together(rounds: Sequence[LessonRows]) -> LessonRows:
    """Join the lessons of several rounds; deal numbers are shifted, because each round has its own deals."""
    labels = {name: np.concatenate([rows.labels[name] for rows in rounds]) for name in LABELS}
    shifts = [np.full(len(rows.counts), number * _APART) for number, rows in enumerate(rounds)]
    labels["deal"] = labels["deal"] + np.concatenate(shifts)
    return LessonRows(labels, np.concatenate([rows.counts for rows in rounds]))


def deals_there(deals: int, folder: Path) -> int:
    """How many deals of a round have stored lessons."""
    firsts = (first for first in range(0, deals, CHUNK_DEALS) if _file(folder, first).exists())
    return sum(min(CHUNK_DEALS, deals - first) for first in firsts)


def _file(folder: Path, first: int) -> Path:
    """The file for the lessons of the chunk that starts at this deal."""
    return folder / f"chunk-{first:06d}.parquet"


def _tasks(
    game: str, bot: str, setting: Setting, pool: Sequence[str], plan: LessonPlan, seed: int, number: int, deals: int,
    folder: Path,
) -> Iterator[LessonTask]:  # fmt: skip
    seeds = deal_seeds(seed, BRANCH + 100 * number + setting.players, 0, deals)
    for first in range(0, deals, CHUNK_DEALS):
        batch = LessonBatch(setting, first, seeds[first : first + CHUNK_DEALS], tuple(pool), plan)
        yield LessonTask(game, bot, batch, _file(folder, first))


def _keep(task: LessonTask, frame: pl.DataFrame) -> None:
    """Write lessons, whole or not at all."""
    content = parquet_bytes(frame, {_DIGEST: _digest(task, frame)})
    write_whole(task.file, lambda path: path.write_bytes(content), task.file.with_suffix(".unfinished"))


def lessons_for(task: LessonTask) -> tuple[LessonTask, pl.DataFrame]:
    """The task and its lessons; a worker's part."""
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
