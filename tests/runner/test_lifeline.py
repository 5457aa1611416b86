"""Programs that are killed: their workers end too, and the same command goes on to the same rows."""

import signal
import time
from pathlib import Path
from random import Random

import pytest

from arkadia_sim.results.store import RunFolder
from tests.support.command import call
from tests.support.odd_game import NAME as ODD
from tests.support.processes import PATIENCE, PROC, alive, descendants, start, wait_until
from tests.support.toy_game import NAME

pytestmark = pytest.mark.skipif(not PROC.exists(), reason="processes are looked up in /proc")

BOT = """
import time
from arkadia_sim.core.bot import Bot

def pick(asked):
    time.sleep(0.02)
    return 1

slow = Bot("slow", "Takes its time.", "a test", {"pick": pick}, game="odd")
"""


LOKY = f"plain lucky --game {NAME}"
OWN = f"calm slow.py --game {ODD}"


@pytest.mark.parametrize(
    ("sign", "bots", "others_least"), [(signal.SIGTERM, LOKY, 3), (signal.SIGHUP, LOKY, 3), (signal.SIGKILL, OWN, 2)]
)
def test_workers_trackers_and_processes_of_bots_end_with_the_program_that_started_them(
    tmp_path: Path, sign: signal.Signals, bots: str, others_least: int
) -> None:
    (tmp_path / "slow.py").write_text(BOT)
    told, play = tmp_path / "told.txt", "--games 1000000000 --workers 2 --trace 0 --out run"
    program = start("play", *bots.split(), *play.split(), folder=tmp_path, told=told)
    try:
        assert wait_until(lambda: list(tmp_path.glob("run/games/*")))
        others = descendants(program.pid)
        assert len(others) >= others_least  # two workers; with bots of the toolkit also who watches what they share
        program.send_signal(sign)
        assert program.wait(PATIENCE) == -sign
    finally:
        program.kill()
        program.wait()
    assert wait_until(lambda: not alive(others)), alive(others)
    assert "leaked" not in told.read_text()


def words(out: Path, seed: int, workers: int) -> list[str]:
    run = ["play", "plain", "lucky", "--games", "60000", "--seed", str(seed), "--game", NAME, "--trace", "0.2"]
    return [*run, "--out", str(out), "--workers", str(workers)]


def killed_often(folder: Path, kills: int, seed: int) -> bool:
    """Whether a run that was killed at random moments, again and again, has the rows of one that was not."""
    random = Random(seed)
    for _ in range(kills):
        program = start(*words(folder / "run", seed, workers=2), folder=folder)
        time.sleep(random.uniform(0.2, 4.0))
        program.send_signal(signal.SIGSTOP)  # or it might start another process after we have looked
        others = descendants(program.pid)
        program.kill()
        program.wait()
        assert wait_until(lambda left=others: not alive(left))  # type: ignore[misc]
    call(*words(folder / "run", seed, workers=1))
    assert not (folder / "run" / ".unfinished").exists()
    call(*words(folder / "whole", seed, workers=1))
    both = [RunFolder(folder / name) for name in ("run", "whole")]
    return all(both[0].scan(table).collect().equals(both[1].scan(table).collect()) for table in ("games", "turns"))


@pytest.mark.parametrize(
    ("kills", "seed"), [(2, 1), *(pytest.param(5, seed, marks=pytest.mark.slow) for seed in range(2, 22))]
)
def test_kills_at_random_moments_leave_the_rows_as_they_are(tmp_path: Path, kills: int, seed: int) -> None:
    assert killed_often(tmp_path, kills, seed)
