"""Runs with bots from files: the same rows with any number of workers, and after Ctrl-C or a kill of any process."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import chdir
from pathlib import Path
from threading import Timer

import polars as pl
import pytest

from arkadia_sim.errors import RunError
from arkadia_sim.plan.designs import rotation_section
from arkadia_sim.plan.plan import Plan, RunRequest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner import supervisor
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Silent
from tests.support.odd_game import GAME, NAME
from tests.support.processes import PROC, alive, descendants

pytestmark = pytest.mark.skipif(not PROC.exists(), reason="processes are looked up in /proc")

BOT = """
import time
from arkadia_sim.core.bot import Bot

def pick(asked):
    time.sleep(0.02)
    return int(asked.luck.random() * 2)

slow = Bot("slow", "Takes its time.", "a test", {"pick": pick}, game="odd")
"""
GAMES = 120


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """The rows of a run that one worker plays without a break."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "slow.py").write_text(BOT)
    with chdir(folder):
        run_plan(request(), Path("run"), 1, Silent())
    return RunFolder(folder / "run").scan().collect()


@pytest.fixture(autouse=True)
def _slow_bot_here(whole: pl.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("slow.py").write_text(BOT)


def request() -> RunRequest:
    section = rotation_section(GAME.setting(2, {}, {}), [0, 1], GAMES, compiled=False)
    return RunRequest(Plan(game=NAME, seed=3, bots=("calm", "slow.py:slow"), sections=(section,)), "play")


def rows(workers: int) -> pl.DataFrame:
    """The rows of the run, after the same call has played what was missing."""
    run_plan(request(), Path("run"), workers, Silent())
    assert not Path("run/.unfinished").exists()
    return RunFolder(Path("run")).scan().collect()


class Once(Silent):
    """Does something when the first games are there."""

    def __init__(self, do: Callable[[], object]) -> None:
        self._do: list[Callable[[], object]] = [do]

    def advance(self, games: int, slow: bool = False) -> None:
        if self._do:
            self._do.pop()()


def partly_played() -> bool:
    """Whether some chunks are there, and some are not."""
    return 0 < len(list(Path("run/games").iterdir())) < len(list(request().plan.chunks()))


def test_a_killed_worker_costs_one_chunk(whole: pl.DataFrame) -> None:
    def kill_a_worker() -> None:
        os.kill(min(descendants(os.getpid()) - before)[0], signal.SIGKILL)

    before = descendants(os.getpid())
    with pytest.raises(RunError, match="a worker process died .* the same command again"):
        run_plan(request(), Path("run"), 2, Once(kill_a_worker))
    assert not alive(descendants(os.getpid()) - before)
    assert partly_played()
    assert rows(workers=2).equals(whole)


def end_at_once(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_is_killed_while_it_loads_bots_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "load_bots", end_at_once)
    with pytest.raises(RunError, match="a worker process died .* the same command again"):
        run_plan(request(), Path("run"), 2, Silent())


@pytest.fixture
def ctrl_c() -> Iterator[Callable[[], None]]:
    """Sends what Ctrl-C sends, soon. A test that runs in the background ignores it otherwise."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_leaves_no_process_and_the_run_goes_on(
    workers: int, ctrl_c: Callable[[], None], whole: pl.DataFrame
) -> None:
    before = descendants(os.getpid())
    with pytest.raises(KeyboardInterrupt):
        run_plan(request(), Path("run"), workers, Once(ctrl_c))
    assert not alive(descendants(os.getpid()) - before)
    assert partly_played()
    assert rows(workers=1).equals(whole)
