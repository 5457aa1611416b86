"""A cluster of workers: the rows of one machine, whatever happens to a worker, and what cannot be in words."""

import os
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import sources
from arkadia_sim.core import registry
from arkadia_sim.core.user_code import VARIABLE
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner import cluster as module
from arkadia_sim.runner import cluster_worker
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.workers import Workers, check_workers
from arkadia_sim.tuning.arena import Match
from tests.learning.test_dataset import gathered
from tests.runner.test_harmful_bots import BOTS, ENOUGH
from tests.runner.test_runner import request, same_rows
from tests.support import odd_game
from tests.support.command import call
from tests.support.toy_game import GAME, ToyGame
from tests.tuning.test_tuning import arena

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")  # of Dask's own


def start(workers: int) -> Any:
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50
    )


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    with start(workers=1) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def one_machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("one") / "run"
    run_plan(request(), folder, 1, Silent())
    return folder


class Doing(Silent):
    """Does something when the first games are there, and remembers what was said."""

    def __init__(self, do: Callable[[], object] = lambda: None) -> None:
        self.said: list[str] = []
        self._do: Callable[[], object] | None = do

    def advance(self, games: int, slow: bool = False) -> None:
        do, self._do = self._do, None
        if do is not None:
            do()

    def say(self, text: str) -> None:
        self.said.append(text)


def played(dask: Any, folder: Path, do: Callable[[], object] = lambda: None) -> Any:
    return run_plan(request(), folder, Workers(cluster=dask.scheduler_address), Doing(do))


def test_a_killed_worker_costs_no_games_and_a_lost_cluster_is_told_with_what_to_do(
    one_machine: Path, tmp_path: Path
) -> None:
    with start(workers=2) as own:
        client = check_workers(Workers(cluster=own.scheduler_address)).cluster._client  # type: ignore[union-attr]
        first = next(iter(client.run(os.getpid).values()))
        manifest = played(own, tmp_path / "run", lambda: os.kill(first, signal.SIGKILL))
        assert same_rows(tmp_path / "run", one_machine)
        assert manifest.fingerprint == RunFolder(one_machine).read_manifest().fingerprint
        assert manifest.workers == 2
        assert not (tmp_path / "run" / ".unfinished").exists()
        with pytest.raises(RunError, match=r"the cluster at tcp://127.0.0.1:\d+ is lost.* the same command again"):
            played(own, tmp_path / "lost", own.close)
    run_plan(request(), tmp_path / "lost", 1, Silent())
    assert same_rows(tmp_path / "lost", one_machine)


def test_ctrl_c_takes_back_what_is_out_and_the_same_call_goes_on(dask: Any, one_machine: Path, tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(dask, tmp_path / "run", interrupt)
    assert 0 < len(RunFolder(tmp_path / "run").chunk_files()) < len(list((one_machine / "games").iterdir()))
    played(dask, tmp_path / "run")
    assert same_rows(tmp_path / "run", one_machine)


def test_workers_with_other_code_are_refused(dask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_worker, "__version__", "9.9")
    monkeypatch.setattr(ToyGame, "rules_version", "2")
    with pytest.raises(UsageError, match=r"tcp://127.0.0.1:\d+: arkadia_sim \(\d.* there, 9.9 here\)") as error:
        played(dask, tmp_path / "run")
    assert "the rules of The dice game (1 there, 2 here)" in str(error.value)
    assert not list(tmp_path.glob("*/games"))


def test_bots_of_ones_own_travel_as_they_are_now_and_are_named(
    dask: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("--cluster", dask.scheduler_address, "--game", odd_game.NAME, "--games", "40", "--seed", "3")
    Path("bots.py").write_text(BOTS.replace("0.02", "2"))
    told = call("play", "calm", "bots.py:leaves", *words, code=1).stderr
    found = r"bots.py:leaves ends the process that plays game \d+ of seed 3\nto see it again: arkadia-sim watch "
    assert re.search(found, told)
    Path("bots.py").write_text(BOTS.replace("0.02", "-1"))
    registry._names.clear()  # as in a program that is started now
    sources._heard.clear()
    monkeypatch.setenv(VARIABLE, ENOUGH)
    told = call("play", "bots.py:leaves", "bots.py:endless", *words, code=1).stderr
    assert re.search(r"of 40 games failed \(first: bots.py:endless in seat \d: pick: TimeIsUp: ", told)


def test_a_search_and_lessons_are_the_same_on_a_cluster(dask: Any, tmp_path: Path) -> None:
    crew = check_workers(Workers(cluster=dask.scheduler_address))
    near = arena(Match(GAME.setting(2, {}, {}), "plain"))
    one, other = (each.play(["plain", "lucky"], 1 << 40, 0, 30) for each in (near, replace(near, crew=crew)))
    assert (one.scores == other.scores).all() and one.games == other.games
    assert (gathered(tmp_path / "near").counts == gathered(tmp_path / "far", crew=crew).counts).all()


# -- what cannot be ----------------------------------------------------------------------------------------------------

PLAY = ("play", "plain", "lucky", "--games", "4", "--game", "tests.support.toy_game:GAME")


def test_a_cluster_that_is_not_there_or_has_no_workers_or_no_dask_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module, "CONNECT_SECONDS", 1.0)
    for odd in ("scheduler", "http://127.0.0.1:8786", "tcp://127.0.0.1", "tcp://a b:1", ""):
        assert "the address of a Dask scheduler, such as" in call(*PLAY, "--cluster", odd, code=2).stderr
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert f"no Dask scheduler answers at {address}" in call(*PLAY, "--cluster", address, code=2).stderr
    assert f"no Dask scheduler answers at {address}" in call(*PLAY, "--cluster", address, code=2).stderr
    assert "leave --workers out" in call(*PLAY, "--cluster", address, "--workers", "2", code=2).stderr
    assert not list(tmp_path.iterdir())

    with start(workers=0) as empty:
        told = call(*PLAY, "--cluster", empty.scheduler_address, code=2).stderr
    assert f"has no workers: start some with dask worker {empty.scheduler_address}" in told
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = call(*PLAY, "--cluster", address, code=2).stderr
    assert "pip install 'arkadia-sim[dask]'" in told
