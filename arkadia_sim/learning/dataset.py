"""Lessons on disk: gathered by all workers, kept chunk by chunk as parquet, read back for the fit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from arkadia_sim.core.game import Setting
from arkadia_sim.core.lessons import LABELS, LessonBatch, LessonPlan, LessonRows, Lessons
from arkadia_sim.errors import UsageError
from arkadia_sim.results.documents import make_folder
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.parallel import in_workers, resolve_game
from arkadia_sim.runner.progress import Progress

CHUNK_DEALS = 40
_APART = 1 << 32
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
    found = resolve_game(game).find_bot(bot)
    if found.bot.lessons is None:
        raise UsageError(f"bot {found.bot.name} offers no lessons: its weights cannot be learned from search")
    taken = {name for own in found.bot.lessons.weights.values() for name in own} & set(LABELS)
    if taken:
        raise UsageError(
            f"bot {found.bot.name}: a weight may not be called {sorted(taken)[0]!r}; lessons have such a column"
        )
    return found.bot.lessons


def gather(
    game: str, bot: str, setting: Setting, pool: Sequence[str], plan: LessonPlan, seed: int, number: int, deals: int,
    folder: Path, workers: int, progress: Progress,
) -> LessonRows:  # fmt: skip
    """Give the lessons of round ``number`` in so many deals; chunks that are there already are read."""
    make_folder(folder)
    tasks = list(_tasks(game, bot, setting, pool, plan, seed, number, deals, folder))
    missing = [task for task in tasks if not task.file.exists()]
    for stale in folder.glob("*.unfinished"):
        stale.unlink()
    if missing:  # the first is given here, so that what has to be compiled is compiled once
        progress.advance(give_task(missing.pop(0)))
    for done in _given(missing, workers):
        progress.advance(done)
    return kept_lessons(game, bot, folder)


def kept_lessons(game: str, bot: str, folder: Path) -> LessonRows:
    """The lessons that lie in a folder."""
    names = [name for own in lessons_of(game, bot).weights.values() for name in own]
    frame = pl.concat([pl.read_parquet(file) for file in sorted(folder.glob("chunk-*.parquet"))])
    return LessonRows({name: frame[name].to_numpy() for name in LABELS}, frame.select(names).to_numpy())


def together(rounds: Sequence[LessonRows]) -> LessonRows:
    """The lessons of several rounds; their deals are counted on, for each round has its own."""
    labels = {name: np.concatenate([one.labels[name] for one in rounds]) for name in LABELS}
    apart = [np.full(len(one.counts), number * _APART) for number, one in enumerate(rounds)]
    labels["deal"] = labels["deal"] + np.concatenate(apart)
    return LessonRows(labels, np.concatenate([one.counts for one in rounds]))


def _given(tasks: Sequence[LessonTask], workers: int) -> Iterable[int]:
    if workers == 1:
        return (give_task(task) for task in tasks)
    return in_workers(give_task, ((task,) for task in tasks), workers)


def missing_deals(deals: int, folder: Path) -> int:
    """How many deals of a round are not there yet."""
    there = sum(1 for _ in folder.glob("chunk-*.parquet")) if folder.is_dir() else 0
    return max(0, deals - there * CHUNK_DEALS)


def _tasks(
    game: str, bot: str, setting: Setting, pool: Sequence[str], plan: LessonPlan, seed: int, number: int, deals: int,
    folder: Path,
) -> Iterator[LessonTask]:  # fmt: skip
    seeds = deal_seeds(seed, BRANCH + 100 * number + setting.players, 0, deals)
    for first in range(0, deals, CHUNK_DEALS):
        batch = LessonBatch(setting, first, seeds[first : first + CHUNK_DEALS], tuple(pool), plan)
        yield LessonTask(game, bot, batch, folder / f"chunk-{first:06d}.parquet")


def give_task(task: LessonTask) -> int:
    """Give the lessons of a task and keep them, whole or not at all; a worker's part."""
    lessons = lessons_of(task.game, task.bot)
    rows = lessons.give(task.batch)
    names = [name for own in lessons.weights.values() for name in own]
    frame = pl.DataFrame(
        {**rows.labels, **{name: rows.counts[:, column] for column, name in enumerate(names)}},
        schema_overrides={"deal": pl.Int64, "decision": pl.Int32, "candidate": pl.Int16},
    )
    unfinished = task.file.with_suffix(".unfinished")
    frame.write_parquet(unfinished)
    unfinished.replace(task.file)
    return len(task.batch.deals)
