"""Programs that are killed: their workers end too, and the same command goes on to the same rows."""

import signal
import time
from pathlib import Path
from random import Random

import pytest

from arkadia_sim.results.store import RunFolder
from tests.support.command import call
from tests.support.processes import PATIENCE, PROC, alive, descendants, start, wait_until
from tests.support.toy_game import NAME

pytestmark = pytest.mark.skipif(not PROC.exists(), reason="processes are looked up in /proc")

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


def test_workers_and_trackers_end_with_the_program_that_started_them(tmp_path: Path) -> None:
    run = ("play", "plain", "lucky", "--games", "1000000000", "--game", NAME, "--workers", "2", "--trace", "0")
    programs = {
        sign: start(*run, "--out", sign.name, folder=tmp_path, told=tmp_path / f"{sign.name}.txt") for sign in SIGNALS
    }
    try:
        for sign, program in programs.items():
            assert wait_until(lambda at=tmp_path / sign.name: list(at.glob("games/*")))  # type: ignore[misc]
            others = descendants(program.pid)
            assert len(others) >= 3  # two workers, and who watches over what they share
            program.send_signal(sign)
            assert program.wait(PATIENCE) == -sign
            assert wait_until(lambda left=others: not alive(left)), alive(others)  # type: ignore[misc]
            assert "leaked" not in (tmp_path / f"{sign.name}.txt").read_text()
    finally:
        for program in programs.values():
            program.kill()
            program.wait()


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


def test_kills_at_random_moments_leave_the_rows_as_they_are(tmp_path: Path) -> None:
    assert killed_often(tmp_path, kills=3, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 22))
def test_a_hundred_kills_at_random_moments_leave_the_rows_as_they_are(tmp_path: Path, seed: int) -> None:
    assert killed_often(tmp_path, kills=5, seed=seed)
