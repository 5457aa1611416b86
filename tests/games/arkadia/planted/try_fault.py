"""Plant a fault in a copy of the package and see if the comparison, run on the copy uncompiled, notices."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import arkadia_sim
from tests.games.arkadia.planted.faults import Fault
from tests.games.arkadia.planted.look import DISAGREED
from tests.support.paths import ROOT

PACKAGE = Path(arkadia_sim.__file__).resolve().parent
ENGINE = Path("arkadia_sim", "games", "arkadia")


@contextmanager
def copied_package() -> Iterator[Path]:
    """A folder with a copy of the package, and the tests beside it by a link."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(PACKAGE, folder / "arkadia_sim", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "tests").symlink_to(ROOT / "tests", target_is_directory=True)
        yield folder


def plant(folder: Path, fault: Fault) -> None:
    """Change the one place of the copy that the fault names; AssertionError if it is not there exactly once."""
    file = folder / ENGINE / fault.file
    text = file.read_text(encoding="utf-8")
    found = text.count(fault.old)
    assert found == 1, f"{fault.file} has {found} times what this fault changes: {fault.old!r} ({fault.breaks})"
    file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")


def try_fault(fault: Fault) -> str | None:
    """The first line that the comparison says about an engine with this fault, or None if it notices nothing."""
    with copied_package() as folder:
        plant(folder, fault)
        told = _look(folder, [fault])
    if told is None:
        return None
    return next(line.strip() for line in told.splitlines() if "differ in" in line)


def try_unchanged(faults: Iterable[Fault]) -> str | None:
    """What the comparison says about the engine as it is, on the games of all the faults; None if it agrees."""
    with copied_package() as folder:
        return _look(folder, faults)


def _look(folder: Path, faults: Iterable[Fault]) -> str | None:
    games = dict.fromkeys(json.dumps([number, dict(one.fixed)]) for one in faults for number in one.numbers)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.arkadia.planted.look", f"[{','.join(games)}]"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, DISAGREED):
        raise RuntimeError(f"the comparison itself failed:\n{run.stderr}")
    return run.stdout if run.returncode == DISAGREED else None
