"""Lessons on disk: whole chunks, the same whoever gives them, and what a bot must offer."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.lessons import LABELS, LessonBatch, LessonPlan, LessonRows, Lessons
from arkadia_sim.errors import UsageError
from arkadia_sim.learning.dataset import CHUNK_DEALS, deals_there, gather, lessons_of
from arkadia_sim.runner.workers import Crew
from tests.support.learning import Told
from tests.support.stalls import GAME, LESSONS, NAME, give

WEIGHTS = ("apples", "pears", "stones", "price")


def gathered(
    folder: Path,
    deals: int = 90,
    number: int = 1,
    players: int = 2,
    progress: Told | None = None,
) -> Any:
    setting = GAME.setting(players, {}, {})
    plan, told = LessonPlan(), progress or Told()
    return gather(NAME, "learner", setting, ("sage",), plan, 7, number, deals, folder, Crew(1), told)


def offer(monkeypatch: pytest.MonkeyPatch, learner: Bot) -> None:
    """Let the game have another learner."""
    found = GAME._own["learner"]
    monkeypatch.setattr(GAME, "_own", {**GAME._own, "learner": (replace(learner, game=GAME.name), found[1])})


def test_lessons_are_kept_in_chunks_and_read_back_in_order(tmp_path: Path) -> None:
    told = Told()
    assert deals_there(90, tmp_path / "none") == 0
    (tmp_path / "chunk-000000.unfinished").write_bytes(b"half")  # left by a kill
    rows = gathered(tmp_path, progress=told)
    assert told.done == 90 == deals_there(90, tmp_path)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"chunk-{first:06d}.parquet" for first in (0, 40, 80)]
    assert [pl.read_parquet(file)["deal"].n_unique() for file in files] == [40, 40, 10]
    assert set(pl.read_parquet(files[0]).columns) == {*LABELS, *WEIGHTS}
    assert rows.counts.shape == (90 * 6, 4)
    assert rows.labels["deal"].tolist() == np.repeat(np.arange(90), 6).tolist()
    picks = rows.labels["kind"] == "pick"
    assert not rows.counts[picks, 3].any() and not rows.counts[~picks, :3].any()
    again = Told()
    same = gathered(tmp_path, progress=again)
    assert again.done == 0
    assert same.labels["value"].tolist() == rows.labels["value"].tolist()
    assert same.counts.tolist() == rows.counts.tolist()
    files[0].unlink()
    assert deals_there(90, tmp_path) == 90 - CHUNK_DEALS


def test_each_round_and_table_size_has_deals_of_its_own(tmp_path: Path) -> None:
    found = [
        gathered(tmp_path / f"{number}-{players}", 40, number, players).counts.tolist()
        for number, players in ((1, 2), (2, 2), (1, 3))
    ]
    assert found[0] != found[1] != found[2] != found[0]


def test_a_longer_learning_begins_with_the_same_lessons(tmp_path: Path) -> None:
    short, long = gathered(tmp_path / "short", 40), gathered(tmp_path / "long", 80)
    assert short.labels["value"].tolist() == long.labels["value"][: len(short.counts)].tolist()


@pytest.mark.parametrize("how", ["truncated", "of other columns", "one number", "no rows", "of other deals"])
def test_a_damaged_chunk_is_named_and_given_again(tmp_path: Path, how: str) -> None:
    rows = gathered(tmp_path)
    file = tmp_path / "chunk-000040.parquet"
    if how == "of other columns":
        pl.DataFrame({"deal": [1]}).write_parquet(file)
    elif how == "no rows":
        pl.read_parquet(file).clear().write_parquet(file, metadata=pl.read_parquet_metadata(file))
    elif how == "of other deals":
        file.write_bytes((tmp_path / "chunk-000000.parquet").read_bytes())
    elif how == "one number":  # among the numbers, where parquet itself sees nothing
        changed = pl.read_parquet(file).with_columns(pl.col("value") + 1e-3 * (pl.col("candidate") == 1))
        changed.write_parquet(file, metadata=pl.read_parquet_metadata(file))
    else:
        file.write_bytes(file.read_bytes()[:200])
    told = Told()
    assert gathered(tmp_path, progress=told).labels["value"].tolist() == rows.labels["value"].tolist()
    assert told.lines == [f"{file} is damaged: its lessons are made again"]
    assert told.done == 40


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ({"pick": ("apples", "value")}, "a weight must not be called 'value'"),
        ({"pick": ("apples",), "sale": ("apples",)}, "the weight 'apples' belongs to more than one kind of decision"),
        ({"pick": ("aples",)}, "did you mean 'apples'"),
    ],
)
def test_weights_that_cannot_be_taught_are_told(
    monkeypatch: pytest.MonkeyPatch, weights: dict[str, tuple[str, ...]], told: str
) -> None:
    learner = GAME.bots[0]
    value = replace(learner.parameters[0], name="value")
    odd = replace(learner, parameters=(*learner.parameters, value), lessons=Lessons(weights, give))
    offer(monkeypatch, odd)
    with pytest.raises(UsageError, match=told):
        lessons_of(NAME, "learner")


def test_lessons_of_another_shape_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_few(batch: LessonBatch) -> LessonRows:
        rows = give(batch)
        return replace(rows, counts=rows.counts[:, :2])

    def no_spread(batch: LessonBatch) -> LessonRows:
        rows = give(batch)
        return replace(rows, labels={name: one for name, one in rows.labels.items() if name != "spread"})

    for wrong, told in ((too_few, r"counts of shape \(240, 2\)"), (no_spread, "a count for each of 4 weights")):
        learner = replace(GAME.bots[0], lessons=replace(LESSONS, give=wrong))
        offer(monkeypatch, learner)
        with pytest.raises(UsageError, match=told):
            gathered(tmp_path, 40)
        assert list(tmp_path.iterdir()) == []
