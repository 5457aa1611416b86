"""Where machine code is kept: never stale, never somebody else's, told of when it has to be made."""

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from numba import types

from arkadia_sim import accelerate, compiler, system
from arkadia_sim.errors import UsageError
from tests.support import paths
from tests.support.processes import wait_until

accelerate_only = pytest.mark.skipif(not accelerate.JIT_ENABLED, reason="nothing is compiled")


def compiled(signature: Any, part: str = "") -> Any:
    """An entry point for which not all that these tests import has to be read."""
    return accelerate.compiled(signature, home=paths.__file__, part=part)


def test_prune_removes_old_folders_of_ours_and_nothing_else(tmp_path: Path) -> None:
    def folder(name: str, days: float, used: bool = True) -> Path:
        made = tmp_path / name
        made.mkdir()
        if used:
            (made / "used").touch()
            os.utime(made / "used", (time.time() - 86400 * days,) * 2)
        return made

    old, kept = folder("engine-go-0123456789abcdef", 40), folder("engine-go-fedcba9876543210", 40)
    older = folder("engine-0123456789abcdef", 40)
    young, foreign = folder("bots-greedy-0123456789abcdef", 3), folder("my-precious-data", 400)
    unmarked = folder("bots-mine-0123456789abcdef", 0, used=False)
    assert accelerate.prune(tmp_path, keep=kept) == [older, old]
    assert not old.exists() and not older.exists()
    assert all(path.exists() for path in (kept, young, foreign, unmarked))


def test_a_cache_that_cannot_be_written_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path / "file"))
    with pytest.raises(UsageError, match="set ARKADIA_SIM_CACHE"):
        accelerate._open_folder(system.cache_root() / "engine-0123456789abcdef")


@accelerate_only
def test_who_asks_is_told_what_is_compiled_and_not_what_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old folders are deleted on the first occasion that a game is compiled."""
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path))
    told: list[tuple[str, int, int]] = []
    pruned: list[Path] = []
    monkeypatch.setattr(accelerate, "_compiling", None)
    monkeypatch.setattr(accelerate, "prune", lambda root, keep: pruned.append(root))
    accelerate.tell_of_compiling(lambda *what: told.append(what))

    def parts() -> list[Any]:
        signature = types.int64(types.int64)
        one = compiled(signature)(lambda number: number + 1)
        other = compiled(signature)(lambda number: number + 2)
        return [one, other]

    accelerate.make(parts()[:1])
    name = Path(__file__).stem
    assert told == [(name, 1, 1), ("", 1, 1)] and not pruned
    told.clear()
    monkeypatch.setattr(accelerate, "is_engine", lambda file: True)
    compiled(types.int64())(lambda: 4)()
    assert pruned == [tmp_path]
    told.clear()
    accelerate.make(parts())
    assert told == [("the game", 1, 1), ("", 1, 1)], "one of the two is kept"
    told.clear()
    accelerate.make(parts())
    assert not told
    assert compiled(types.int64())(lambda: 3)() == 3
    assert told == [("the game", 0, 0), ("", 0, 0)], "nobody knows how many"


HOLD = """
import fcntl, sys
file = open(sys.argv[1], "wb")
fcntl.lockf(file, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_process_compiles(part: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of an entry point, as if it compiled it."""
    words = [sys.executable, "-c", HOLD, f"{part._cache._cache_file._index_path}.lock"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        yield process
        process.kill()


def entry_points(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two small ones with an empty cache."""
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(folder))
    signature = types.int64(types.int64)
    parts = [
        compiled(signature)(lambda number: number),
        compiled(signature)(lambda number: -number),
    ]
    for part in parts:
        part.settle()
    return parts


@accelerate_only
def test_who_finds_another_process_compiling_does_the_rest_and_waits_until_that_one_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process leaves no lock behind."""
    first, second = entry_points(tmp_path, monkeypatch)
    with another_process_compiles(first) as other:

        def look(seconds: float) -> None:
            assert second.overloads and not first.overloads
            other.kill()

            monkeypatch.setattr(time, "sleep", look)

        accelerate.make([first, second])
    assert first(3) == 3


@accelerate_only
def test_nobody_waits_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process may be stopped, and a file system may know no locks."""
    first, second = entry_points(tmp_path, monkeypatch)
    monkeypatch.setattr(compiler, "WAITS_SECONDS", 0.1)
    with another_process_compiles(first):
        assert first(3) == 3
    monkeypatch.setattr(compiler, "WAITS_SECONDS", 1e9)
    monkeypatch.setattr(fcntl, "lockf", lambda *_: os.open(tmp_path / "nothing" / "there", os.O_RDONLY))
    assert second(3) == -3


@accelerate_only
def test_what_a_factory_makes_for_two_files_lies_in_files_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that add to one file at once would lose what one of them adds, or mix it up."""
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path))

    def part_of(part: str) -> Any:
        @compiled(types.int64(), part)
        def made() -> int:
            return 3

        return made

    parts = [part_of(part) for part in ("one", "two")]
    accelerate.make(parts)
    assert len(list(tmp_path.rglob("*.nbi"))) == 2


def test_a_second_process_ends_with_what_it_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    note = tmp_path / "note"
    program = "import sys, time; open(sys.argv[1], 'w').close(); time.sleep(3600)"
    with accelerate.second_process(program, str(note)):
        assert wait_until(note.exists)
