"""Does the wheel work with every Python that it says it works with, and with the oldest and newest libraries?

Run as `python -m tests.project.versions [PYTHON ...]`; without names, all of python3.11, python3.12 and so on that are
found. For each, twice, a fresh environment: with the newest libraries that pip finds, and with the oldest that
`pyproject.toml` allows. In an empty folder games of every shipped game are played, kept and reported on, and their
results must be the same everywhere. Needs what pip needs to install packages, and some minutes for each environment:
every version of a library compiles the games anew. Exits with 1 if anything failed.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.paths import ROOT

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


def run(folder: Path, *words: str | Path) -> str:
    """What a command prints in an empty folder beside an environment, with machine code of its own."""
    (folder / "empty").mkdir(exist_ok=True)
    environment = {**os.environ, "ARKADIA_SIM_CACHE": str(folder / "cache"), "PYTHONPATH": "", "CI": "true"}
    done = subprocess.run(words, cwd=folder / "empty", env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}\n" + (done.stdout + done.stderr)[-2000:])
    return done.stdout


def results(python: str, oldest: bool, wheel: Path, folder: Path) -> dict[str, str]:
    """What comes of games of every game, kept and reported on, in a fresh environment with the wheel."""
    run(folder, python, "-m", "venv", folder / "env")
    programs = folder / "env" / "bin"
    pip = (programs / "python", "-m", "pip", "--disable-pip-version-check")
    needs: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    bounds = folder / "bounds.txt"
    bounds.write_text("\n".join(need.replace(">=", "==") for need in needs) if oldest else "", encoding="utf-8")
    run(folder, *pip, "install", "--quiet", "--only-binary", ":all:", "--constraint", bounds, wheel)
    run(folder, *pip, "check")
    print(run(folder, *pip, "freeze"))
    found = {}
    for game, bots in LINE_UPS.items():
        words = ("play", *bots, "--game", game, "--games", "60", "--seed", "7", "--out", game)
        run(folder, programs / "arkadia-sim", *words)
        run(folder, programs / "arkadia-sim", "report", game)
        found[game] = run(folder, programs / "python", "-c", ROWS, game)
    return found


def main(named: list[str]) -> int:
    """Try all environments; 1 if anything failed or games differ."""
    wanted = named or [f"python3.{minor}" for minor in range(11, 20)]
    pythons = [path for name in wanted if (path := shutil.which(name))]
    failed, first = not pythons or len(pythons) < len(named), None
    with TemporaryDirectory() as temporary:
        build = [sys.executable, "-m", "pip", "--quiet", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir"]
        subprocess.run([*build, temporary, ROOT], check=True)
        (wheel,) = Path(temporary).glob("*.whl")
        for python in pythons:
            for oldest in (False, True):
                folder = Path(temporary) / f"{Path(python).name}_{oldest}"
                folder.mkdir()
                try:
                    found = results(python, oldest, wheel, folder)
                    first = first or found
                    told = "the same games" if found == first else "OTHER games"
                except RuntimeError as error:
                    told = f"FAILED: {error}"
                failed = failed or told != "the same games"
                print(f"{python}, {'oldest' if oldest else 'newest'} libraries: {told}", flush=True)
                shutil.rmtree(folder)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
