"""Workers of this machine: what they answer, raise and keep, and what is told of one that dies."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arkadia_sim import system
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.plan.designs import rotation_section
from arkadia_sim.plan.plan import Plan, RunRequest
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.workers import in_workers
from tests.support.high_card import NAME
from tests.support.tasks import fail, keep_much


def test_a_container_may_use_fewer_cores_than_its_machine_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    monkeypatch.setattr(system, "_CGROUP", tmp_path)
    quota = tmp_path / "cpu.max"
    for written, cores in (("", 8), ("max 100000", 8), ("150000 100000", 2), ("5000 100000", 1), ("1600000 100000", 8)):
        quota.write_text(written)
        assert system.cores() == cores


def test_workers_that_keep_much_memory_are_replaced_and_each_writes_with_one_thread() -> None:
    assert list(in_workers(keep_much, [(number,) for number in range(3)], 2)) == [1, 1, 1]


def test_an_error_in_a_worker_comes_back_in_words_and_its_death_with_what_to_do() -> None:
    with pytest.raises(UsageError, match="unknown bot 'nobody'"):
        list(in_workers(fail, [(0,)], 2))
    with pytest.raises(RunError, match="give the same command again"):
        list(in_workers(fail, [(1,)], 2))


BOT = """
from arkadia_sim.core.bot import Bot
from my_habits import LIMIT

def draw(asked):
    return sum(asked.known["hand"]) < LIMIT

drawer = Bot("drawer", "Draws until it has enough.", "a test", {"draw": draw}, game="high_card")
"""
TABLE = '[drawer]\nplayer = "careful"\nplan = "Draws."\nsource = "a test"\nparameters = { stop = 15 }\n'


class Then(Silent):
    """Does something before the first game, and something when some are played."""

    def __init__(self, before: Callable[[], object] = str, later: Callable[[], object] = str) -> None:
        self._before, self._later = before, later

    def start(self, games: int, done: int, slow: int = 0) -> None:
        self._before()

    def advance(self, games: int, slow: bool = False) -> None:
        self._later()


def drawn(bot: str, games: int, workers: int, progress: Silent) -> None:
    """Play more games of a run with a bot from a file."""
    section = rotation_section(find_game(NAME).setting(2, {}, {}), [0, 1], games, compiled=False)
    run_plan(
        RunRequest(Plan(game=NAME, seed=3, bots=(bot, "bold"), sections=(section,)), "play"),
        Path("run"),
        workers,
        progress,
    )


def rows_there() -> int:
    return len(list(Path("run", "games").glob("*")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drawer.py").write_text(BOT.replace("my_habits", f"{tmp_path.name}_habits"))
    (tmp_path / "drawer.toml").write_text(TABLE)
    (tmp_path / f"{tmp_path.name}_habits.py").write_text("LIMIT = 15\n")
    return tmp_path


def test_a_worker_that_loads_an_edited_bot_plays_nothing_and_names_the_file(folder: Path) -> None:
    habits = folder / f"{folder.name}_habits.py"
    with pytest.raises(RunError, match=f"edited while it is in use: {habits.name}. What is finished is kept"):
        drawn("drawer.py", 400, 2, Then(before=lambda: habits.write_text("LIMIT = 3\n")))
    assert rows_there() == 0
    with pytest.raises(UsageError, match=f"{habits.name} was edited after this program had loaded it"):
        drawn("drawer.py", 400, 1, Silent())
    habits.write_text("LIMIT = 15\n")
    drawn("drawer.py", 400, 1, Silent())


LATER = """
from arkadia_sim.core.bot import Bot
from arkadia_sim.sources import data_file

LIMIT = data_file(__file__, "limit.txt")

def draw(asked):
    return sum(asked.known["hand"]) < 15

drawer = Bot("drawer", "Draws until it has enough.", "a test", {"draw": draw}, game="high_card")
"""


def test_data_that_a_library_reads_later_is_compared_before_each_chunk(folder: Path) -> None:
    (folder / "drawer.py").write_text(LATER)
    (folder / "limit.txt").write_text("15")
    # a worker that begins after the edit says the second
    told = "limit.txt was edited after this program had loaded it|edited while it is in use: limit.txt"
    with pytest.raises((RunError, UsageError), match=told) as caught:
        drawn("drawer.py", 4000, 2, Then(later=lambda: (folder / "limit.txt").write_text("3")))
    assert caught.type is (UsageError if "start the program again" in str(caught.value) else RunError)
    assert 0 < rows_there() < 4000 / 100


def test_a_table_that_is_edited_during_a_run_stops_it(folder: Path) -> None:
    def edit() -> None:
        (folder / "drawer.toml").write_text(TABLE.replace("15", "3"))

    with pytest.raises(RunError, match="edited while it is in use: drawer.toml:drawer. What is finished"):
        drawn("drawer.toml", 4000, 1, Then(later=edit))
    assert 0 < rows_there() < 4000 / 100
