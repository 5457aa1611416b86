"""Runs where what only Linux has is missing, as on Windows: they play, go on after a kill, and are reported."""

from pathlib import Path

import pytest

from arkadia_sim.results.store import RunFolder
from tests.support.command import call
from tests.support.high_card import NAME
from tests.support.processes import PATIENCE, PROC, alive, descendants, start, wait_until

pytestmark = pytest.mark.skipif(not PROC.exists(), reason="processes are looked up in /proc")

HIDDEN = """
import os, signal, sys
import platformdirs, psutil, psutil._psposix  # they have versions for other systems

sys.modules["fcntl"] = sys.modules["resource"] = None
for module, names in {{os: "fork getuid sched_getaffinity sysconf", signal: "setitimer SIGALRM"}}.items():
    for name in names.split():
        delattr(module, name)
with open({log!r}, "a") as log:
    print(os.getpid(), file=log)
"""

BOT = """
import time
from pathlib import Path
from arkadia_sim.core.bot import Bot

asked = 0

def draw(question):
    global asked
    asked += 1
    while asked > 60 and Path({held!r}).exists():
        time.sleep(0.05)
    return sum(question.known["hand"]) < 15

holds = Bot("holds", "Waits for a file to vanish, after some games.", "a test", {{"draw": draw}}, game="high_card")
"""


def test_a_run_without_what_only_linux_has_goes_on_after_a_kill_and_has_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden, held, log = tmp_path / "hidden", tmp_path / "held", tmp_path / "log"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(HIDDEN.format(log=str(log)))
    (tmp_path / "holds.py").write_text(BOT.format(held=str(held)))
    monkeypatch.chdir(tmp_path)
    words = ("play", "careful", "holds.py", "--games", "400", "--seed", "5", "--game", NAME, "--workers")
    call(*words, "1", "--out", "whole")

    held.touch()
    program = start(*words, "2", "--out", "run", folder=tmp_path, first=hidden, told=tmp_path / "told")
    try:
        assert wait_until(lambda: program.poll() is not None or list(Path().glob("run/games/*.parquet")))
        assert program.poll() is None, Path("told").read_text()
        others = descendants(program.pid)
        assert {number for number, _ in others} < set(map(int, log.read_text().split())) and len(others) == 2
    finally:
        program.kill()
        program.wait()
    assert wait_until(lambda: not alive(others)), "workers end with the program"
    held.unlink()
    for command in ((*words, "1", "--out", "run"), ("report", "run")):
        program = start(*command, folder=tmp_path, first=hidden, told=tmp_path / "told")
        assert program.wait(PATIENCE) == 0, Path("told").read_text()
    rows, whole = (RunFolder(tmp_path / name).scan().collect() for name in ("run", "whole"))
    assert rows.equals(whole)
    assert list(Path("run").glob("*.html"))
