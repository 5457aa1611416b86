"""What the Tab key offers, and the package as a module."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from arkadia_sim import __version__
from arkadia_sim.cli.completion import complete_bots, complete_experiments
from tests.support.processes import PATIENCE


def test_tab_offers_bots_experiments_and_files() -> None:
    Path("careless.py").write_text("")
    context: Any = SimpleNamespace(params={"game": "arkadia"})
    assert complete_bots(context, "ca") == ["careful", "castle_manipulation", "casual", "careless.py"]
    assert complete_bots(SimpleNamespace(params={"game": "nowhere"}), "ca") == ["careless.py"]  # type: ignore[arg-type]
    assert complete_experiments("tent") == ["tent_camps"]


def test_the_package_runs_as_a_module() -> None:
    words = [sys.executable, "-m", "arkadia_sim", "--version"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    assert shown == f"arkadia-sim {__version__}\n"
