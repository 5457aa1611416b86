"""Files that are whole or not there, on disks that are full, read-only or gone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arkadia_sim.errors import RunError
from arkadia_sim.results.files import OLD, sweep, write_errors, write_whole, writer


def test_a_file_that_cannot_be_written_is_told_of_and_leaves_nothing(tmp_path: Path) -> None:
    def half(path: Path) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    target = tmp_path / "x.json"
    target.write_text("as it was")
    with pytest.raises(RunError, match=r"x\.json cannot be written: No space left on device; finished games are kept"):
        write_whole(target, half)
    assert [one.name for one in tmp_path.iterdir()] == ["x.json"]
    assert target.read_text() == "as it was"


def test_a_full_disk_is_told_of(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    with pytest.raises(RunError, match="No space left on device"), write_errors(tmp_path / "x"):
        full.write_text("x" * 100)


def test_only_what_nobody_is_writing_any_more_is_swept_away(tmp_path: Path) -> None:
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    mine = f"games-x.parquet-{writer()}"
    dead = mine.removesuffix(str(os.getpid())) + gone.stdout.decode().strip()
    elsewhere, long_ago = "games-x.parquet-elsewhere-77", "games-y.parquet-elsewhere-78"
    for name in (mine, dead, elsewhere, long_ago):
        (tmp_path / name).touch()
    os.utime(tmp_path / long_ago, (0, os.path.getmtime(tmp_path) - OLD - 60))
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {mine, elsewhere}
    for path in tmp_path.iterdir():
        path.unlink()
    sweep(tmp_path)
    assert not tmp_path.exists()
    sweep(tmp_path)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not say so")
def test_what_a_writer_left_is_swept_away_even_if_nobody_has_asked_how_it_ended(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        (tmp_path / f"games-x.parquet-{writer()}".replace(str(os.getpid()), str(ended.pid))).touch()
        sweep(tmp_path)
    assert not tmp_path.exists()
