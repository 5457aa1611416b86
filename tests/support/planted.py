"""Plant a fault in a copy of the package and see if the comparison of engine and twin, run on the copy uncompiled,
notices. `tests.support.proving` compares the games."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import arkadia_sim
from tests.support.paths import ROOT

PACKAGE = Path(arkadia_sim.__file__).resolve().parent
DISAGREED = 3
"""The exit code of a comparison that found engine and twin to differ."""


@dataclass(frozen=True)
class Fault:
    """A change of `old` to `new` in a file of the engine: the rule it breaks, and how to notice.

    `old` occurs exactly once in its file. `fixed` says what is set in the configurations of `numbers`, one of which
    must show the fault: knobs that make the rule matter and the games short, for the copies run without the compiler.
    """

    rule: str
    breaks: str
    file: str
    old: str
    new: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    numbers: Sequence[int] = range(1, 5)


@contextmanager
def copied_package() -> Iterator[Path]:
    """A folder with a copy of the package, and the tests beside it by a link."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(PACKAGE, folder / "arkadia_sim")  # with its bytecode, which still fits all files but one
        (folder / "tests").symlink_to(ROOT / "tests", target_is_directory=True)
        yield folder


def plant(folder: Path, game: str, fault: Fault) -> None:
    """Change the one place of the copy that the fault names; AssertionError if it is not there exactly once."""
    file = folder / "arkadia_sim" / "games" / game / fault.file
    text = file.read_text(encoding="utf-8")
    found = text.count(fault.old)
    assert found == 1, f"{fault.file} has {found} times what this fault changes: {fault.old!r} ({fault.breaks})"
    file.write_text(text.replace(fault.old, fault.new), encoding="utf-8")


def try_fault(game: str, fault: Fault) -> str | None:
    """The first line that the comparison says about an engine with this fault, or None if it notices nothing."""
    with copied_package() as folder:
        plant(folder, game, fault)
        told = _look(folder, game, [fault])
    if told is None:
        return None
    return next(line.strip() for line in told.splitlines() if "differ in" in line)


def try_unchanged(game: str, faults: Iterable[Fault]) -> str | None:
    """What the comparison says about the engine as it is, on the games of all the faults; None if it agrees."""
    with copied_package() as folder:
        return _look(folder, game, faults)


def _look(folder: Path, game: str, faults: Iterable[Fault]) -> str | None:
    games = dict.fromkeys(json.dumps([number, dict(fault.fixed)]) for fault in faults for number in fault.numbers)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.support.proving", game, "--look", f"[{','.join(games)}]"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (0, DISAGREED):
        raise RuntimeError(f"the comparison itself failed:\n{run.stderr}")
    return run.stdout if run.returncode == DISAGREED else None
