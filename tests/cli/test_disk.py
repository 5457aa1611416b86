"""A disk that is full, a folder that is gone: a message, exit code 1, nothing half-read; the same command goes on."""

import re
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arkadia_sim.core.game import Batch, BatchResult
from arkadia_sim.results.store import UNFINISHED, RunFolder
from tests.support.command import TOY, call
from tests.support.toy_game import ToyGame

PLAY = ("play", "plain", "lucky", "--games", "600", *TOY, "--workers", "1")


@contextmanager
def no_room(above: int) -> Iterator[None]:
    """No file may become larger than so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (above, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_run_without_room_is_told_of_and_goes_on_when_there_is_some() -> None:
    call(*PLAY, "--out", "whole")
    rows = RunFolder(Path("whole")).scan().collect()
    largest = max(file.stat().st_size for file in Path("whole/games").iterdir())
    with no_room(above=largest - 1):
        told = call(*PLAY, "--out", "run", code=1).stderr
    assert re.search("cannot be written: .*File too large.*; finished games are kept", told)
    assert not [path for path in Path("run").rglob("*") if path.parent.name == UNFINISHED]
    call(*PLAY, "--out", "run")
    assert RunFolder(Path("run")).scan().collect().equals(rows)


def test_a_folder_that_vanishes_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    play = ToyGame.play

    def played(self: ToyGame, batch: Batch) -> BatchResult:
        shutil.rmtree("run")
        return play(self, batch)

    monkeypatch.setattr(ToyGame, "play", played)
    assert "run was removed during the run" in call(*PLAY, "--out", "run", code=1).stderr
    assert not Path("run").exists()
