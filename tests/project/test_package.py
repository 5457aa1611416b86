"""What people install: a wheel, built from this tree, that needs nothing else of it."""

import os
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

import arkadia_sim
from tests.support.paths import ROOT

PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
OFFLINE = ["--no-deps", "--no-index"]


def run(*words: str | Path, cwd: Path, **more: str) -> str:
    """What a command prints, run in a folder with more variables around it."""
    done = subprocess.run(words, cwd=cwd, env=os.environ | more, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    (file,) = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which nothing but the wheel is installed."""
    folder = tmp_path_factory.mktemp("installed")
    run(*PIP, "install", *OFFLINE, "--no-compile", "--target", folder, wheel, cwd=folder)
    return folder


def test_the_wheel_holds_all_that_is_shipped_and_claims_one_name(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    metadata = f"arkadia_sim-{arkadia_sim.__version__}.dist-info"
    assert {name.split("/")[0] for name in names} == {"arkadia_sim", metadata}
    assert {"arkadia_sim/py.typed", f"{metadata}/licenses/LICENSE"} <= names
    for folder, pattern in (("bots", "*.py"), ("bots", "*.toml"), ("experiments", "*.toml")):
        shipped = {file.relative_to(ROOT).as_posix() for file in (ROOT / folder).rglob(pattern)}
        assert {name.removeprefix("arkadia_sim/shipped/") for name in names} >= shipped
    package = {file.relative_to(ROOT).as_posix() for file in (ROOT / "arkadia_sim").rglob("*") if file.is_file()}
    assert names >= {name for name in package if "__pycache__" not in name}
    told = message_from_bytes(zipfile.ZipFile(wheel).read(f"{metadata}/METADATA"))
    assert (told["License-Expression"], told["License-File"]) == ("MIT", "LICENSE")
    assert "Typing :: Typed" in told.get_all("Classifier", [])
    needed = {one.split(">")[0] for one in told.get_all("Requires-Dist", []) if "extra ==" not in one}
    assert {"numba", "polars", "pandas", "seaborn"} <= needed
    assert "pyarrow" not in needed, "it is large, and needed by the extras alone"


ALONE = """
import sys
import arkadia_sim
from arkadia_sim import shipped
from arkadia_sim.cli.app import main
print(arkadia_sim.__file__)
print(shipped.folder("experiments") / "hints.toml")
for words in ("bots", "play casual random --game castle --games 3 --trace 1 --workers 1 --out run", "report run"):
    sys.argv = ["arkadia-sim", *words.split()]
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
"""


def test_bots_play_and_are_reported_on_from_the_wheel_alone(installed: Path, tmp_path: Path) -> None:
    """In an empty folder; uncompiled, because machine code for another place would have to be made anew."""
    (tmp_path / "left_out").mkdir()
    (tmp_path / "left_out" / "pyarrow.py").write_text("raise ImportError('not installed')", encoding="utf-8")
    path = os.pathsep.join((str(tmp_path / "left_out"), str(installed)))
    alone = {"PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    told = run(sys.executable, "-c", ALONE, cwd=tmp_path, **alone)
    package, experiments, *_ = told.splitlines()
    assert Path(package) == installed / "arkadia_sim" / "__init__.py"
    assert Path(experiments).is_relative_to(installed)
    assert "tent_camp" in told and "3 games" in told and "none failed" in told
    assert "casual" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    script = installed / "bin" / "arkadia-sim"
    assert run(sys.executable, script, "--version", cwd=tmp_path, **alone).split()[-1] == arkadia_sim.__version__
