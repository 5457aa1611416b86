"""Files that are whole or not there, on disks that are full, read-only or gone."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest

from arkadia_sim.errors import RunError
from arkadia_sim.results import files
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


@pytest.mark.parametrize("write", [lambda path: path.write_text("x" * 100), pl.DataFrame({"a": [1]}).write_parquet])
def test_a_full_disk_is_told_of_whoever_writes(write: Callable[[Path], object], tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    with pytest.raises(RunError, match="No space left on device"), write_errors(tmp_path / "x"):
        write(full)


def test_a_library_that_calls_a_full_disk_something_else_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def half(path: Path) -> None:
        path.write_text("half")
        raise pl.exceptions.ComputeError("invalid thrift: transport error")

    def write(free: int) -> None:
        def room(_: Path) -> SimpleNamespace:
            return SimpleNamespace(free=free if list(tmp_path.iterdir()) else 10**9)

        monkeypatch.setattr(files, "disk_usage", room)
        write_whole(tmp_path / "x", half, goes_on=False)

    with pytest.raises(RunError, match="x cannot be written: No space left on device$"):
        write(free=0)
    with pytest.raises(RunError, match="x cannot be written: invalid thrift: transport error$"):
        write(free=10**9)


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
