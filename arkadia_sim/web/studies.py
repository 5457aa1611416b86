"""Reports of a folder, and experiments that are played into it, each in a process of its own that can be stopped."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote

from arkadia_sim import shipped
from arkadia_sim.errors import BadValue, UnknownName, UsageError, printable
from arkadia_sim.experiments.bases import experiment_files
from arkadia_sim.system import interrupt, start_apart

REPORT = "report.html"
ASKED = "asked.json"
"""What was started, beside the folder of the results: ``NAME.asked.json``. What it prints is in ``NAME.log``."""

_WAIT = 20.0
"""Seconds until a process that was asked to stop is ended."""


class NoStudy(UsageError):
    """There is no such study."""


@dataclass(frozen=True)
class Study:
    """A study of the folder: whether it runs, has a report and can go on, and what it printed last."""

    name: str
    running: bool
    reported: bool
    goes_on: bool
    last: str

    @property
    def title(self) -> str:
        """The name as one line for a page."""
        return printable(self.name)

    @property
    def address(self) -> str:
        """The name as a part of an address; it may have any bytes."""
        return quote(os.fsencode(self.name), safe="")


class Studies:
    """The studies of a folder.

    Args:
        folder: Where results and reports are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._stopped: set[str] = set()
        self._lock = Lock()

    def experiments(self) -> list[str]:
        """The shipped experiments by name."""
        return list(experiment_files(shipped.folder("experiments")))

    def all(self) -> list[Study]:
        """The studies of the folder by name."""
        folder = self.folder
        names = {
            path.parent.name
            for pattern in (REPORT, "manifest.json", "study.json")
            for path in folder.glob(f"*/{pattern}")
        }
        asked = {name for name in self.experiments() if (folder / f"{name}.{ASKED}").is_file()}
        return [self._study(name, name in asked) for name in sorted(names | asked)]

    def _study(self, name: str, asked: bool) -> Study:
        running = name in self._running
        try:
            lines = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            lines = []
        last = next((line for line in reversed(lines) if line.strip()), "")
        try:
            reported = self._report_file(name).is_file()
        except NoStudy:
            reported, last = False, "It is a link to another folder, and only what is in this folder is shown."
        return Study(name, running, reported, asked and not running and not reported, printable(last, 300))

    def report(self, name: str) -> str:
        """The page of a report; NoStudy if there is none inside the folder."""
        try:
            return self._report_file(name).read_text(encoding="utf-8")
        except (OSError, ValueError):
            raise NoStudy(f"there is no report {name[:40]!r}") from None

    def _report_file(self, name: str) -> Path:
        """The file of a report; NoStudy if it would not be inside the folder."""
        file = self.folder / name / REPORT
        if file.resolve().parent.parent != self.folder.resolve():
            raise NoStudy(f"there is no report {name[:40]!r}")
        return file

    def start(self, name: str, deals: int | None) -> None:
        """Play a shipped experiment into the folder, and write its report. One that was stopped goes on.

        Raises:
            UsageError: There is no such experiment, or it runs already.
        """
        if name not in self.experiments():
            raise UnknownName("experiment", name, self.experiments())
        if deals is not None and deals < 2:
            raise BadValue("deals", deals, "2 or more, or nothing for the number of the experiment")
        with self._lock:
            if name in self._running:
                raise UsageError(f"{name} runs already")
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{name}.{ASKED}").write_text(json.dumps({"deals": deals}), encoding="utf-8")
            self._stopped.discard(name)
            out = str(self.folder / name)
            more = [] if deals is None else ["--deals", str(deals)]
            self._running[name] = self._process(name, ["run", name, "--out", out, *more])
        Thread(target=self._finish, args=(name,), daemon=True).start()

    def go_on(self, name: str) -> None:
        """Go on with an experiment that was started here and stopped."""
        try:
            if name not in self.experiments():
                raise ValueError
            asked: dict[str, Any] = json.loads((self.folder / f"{name}.{ASKED}").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise NoStudy(f"no experiment {name[:40]!r} was started here") from None
        self.start(name, asked.get("deals"))

    def stop(self, name: str) -> None:
        """Ask an experiment to stop; what it has played is kept."""
        with self._lock:
            process = self._running.get(name)
            if process is None:
                raise NoStudy(f"no experiment {name[:40]!r} is running")
            self._stopped.add(name)
            interrupt(process)

    def close(self) -> None:
        """Stop all experiments, and wait until they have kept what they played."""
        for name in list(self._running):
            self._stopped.add(name)
        for process in list(self._running.values()):
            interrupt(process)
            try:
                process.wait(_WAIT)
            except subprocess.TimeoutExpired:
                process.kill()

    def _process(self, name: str, words: Sequence[str]) -> "subprocess.Popen[bytes]":
        with (self.folder / f"{name}.log").open("ab") as log:
            command = [sys.executable, "-m", "arkadia_sim", *words]
            environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}  # the log is read as such
            return start_apart(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _finish(self, name: str) -> None:
        """Wait for an experiment, and write its report if it came to its end."""
        ended = self._running[name].wait()
        with self._lock:
            if ended == 0 and name not in self._stopped:
                self._running[name] = self._process(name, ["report", "--", str(self.folder / name)])
        self._running[name].wait()
        with self._lock:
            self._running.pop(name)
