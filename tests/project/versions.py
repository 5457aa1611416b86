"""Does the wheel work with every Python that it says it works with, and with the oldest and newest libraries?

Run as `python -m tests.project.versions [PYTHON ...]`; without names, all of python3.11, python3.12 and so on
that are found. For each, twice, a fresh environment: with the newest libraries that pip finds, and with the oldest
that `pyproject.toml` allows. In an empty folder games of every shipped game are played, kept and reported on, and their
results must be the same everywhere. Needs what pip needs to install packages, and some minutes for each environment:
every version of a library compiles the games anew. Exits with 1 if anything failed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.paths import ROOT

MINORS = range(11, 20)
LIBRARIES = ("newest", "oldest")
LINE_UPS = {
    "arkadia": ("casual", "greedy", "random"),
    "medina": ("rival", "greedy", "random"),
    "castle": ("casual", "greedy", "random"),
}


ROWS = """
import polars, sys
print(polars.read_parquet(f"{sys.argv[1]}/games/*.parquet").sort("game", "seat").write_json())
"""
"""Prints the rows of a run, those of the first player of the first game first."""


class NotWorkingError(Exception):
    """A step of an environment that failed, with the last of what it printed."""


@dataclass(frozen=True)
class Environment:
    """A fresh environment in a folder of its own."""

    python: str
    libraries: str
    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "env" / "bin"

    def run(self, *words: str | Path) -> str:
        """What a command prints in the environment's empty folder, with machine code of its own."""
        alone = self.folder / "empty"
        alone.mkdir(exist_ok=True)
        own = {"ARKADIA_SIM_CACHE": str(self.folder / "cache"), "PYTHONPATH": "", "CI": "true"}
        done = subprocess.run(words, cwd=alone, env=os.environ | own, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotWorkingError(f"{' '.join(map(str, words))}\n" + (done.stdout + done.stderr)[-2000:])
        return done.stdout

    def install(self, wheel: Path) -> str:
        """Install the wheel; what was installed with it."""
        self.run(self.python, "-m", "venv", self.folder / "env")
        pip = [str(self.bin / "python"), "-m", "pip", "--disable-pip-version-check"]
        bounds = self.folder / "bounds.txt"
        bounds.write_text("\n".join(lower_bounds()) if self.libraries == "oldest" else "", encoding="utf-8")
        self.run(*pip, "install", "--quiet", "--only-binary", ":all:", "--constraint", bounds, wheel)
        self.run(*pip, "check")
        listed = json.loads(self.run(*pip, "list", "--format", "json"))
        named = {one.split(">=")[0] for one in declared()}
        return ", ".join(f"{one['name']} {one['version']}" for one in listed if one["name"].lower() in named)

    def results(self) -> dict[str, str]:
        """What came of games of every game, kept and reported on."""
        app, found = self.bin / "arkadia-sim", dict[str, str]()
        for game, bots in LINE_UPS.items():
            self.run(app, "play", *bots, "--game", game, "--games", "60", "--seed", "7", "--out", game)
            self.run(app, "report", game)
            found[game] = self.run(self.bin / "python", "-c", ROWS, game)
        return found


def declared() -> list[str]:
    """What the product needs, with lower bounds, as `pyproject.toml` has it."""
    needs: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return needs


def lower_bounds() -> list[str]:
    """The oldest of all libraries that are allowed."""
    return [one.replace(">=", "==") for one in declared()]


def environments(pythons: list[str], folder: Path) -> Iterator[Environment]:
    for python in pythons:
        for libraries in LIBRARIES:
            own = folder / f"{Path(python).name}_{libraries}"
            own.mkdir()
            yield Environment(python, libraries, own)


def main() -> int:
    """Try all environments; 1 if anything failed or games differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    named = parser.parse_args().pythons
    wanted = named or [f"python3.{minor}" for minor in MINORS]
    pythons = [path for name in wanted if (path := shutil.which(name))]
    print("not found: " + (", ".join(name for name in wanted if not shutil.which(name)) or "none"))
    failed, first = bool(named) and len(pythons) < len(named), None
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        build = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir"]
        subprocess.run([*build, folder, ROOT], check=True)
        (wheel,) = folder.glob("*.whl")
        for environment in environments(pythons, folder):
            began = time.perf_counter()
            try:
                installed = environment.install(wheel)
                found = environment.results()
            except NotWorkingError as error:
                failed, told = True, f"FAILED: {error}"
            else:
                first = first or found
                alike = found == first
                failed, told = failed or not alike, f"{'the same' if alike else 'OTHER'} games with {installed}"
            version = environment.run(environment.python, "--version").strip()
            print(
                f"{version}, {environment.libraries} libraries, {time.perf_counter() - began:.0f} s: {told}", flush=True
            )
            shutil.rmtree(environment.folder)
    return int(failed or not pythons)


if __name__ == "__main__":
    sys.exit(main())
