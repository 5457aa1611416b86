"""What the Tab key offers."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from arkadia_sim.cli.options import complete_bots, complete_experiments


def test_tab_offers_bots_experiments_and_files() -> None:
    Path("careless.py").write_text("")
    context: Any = SimpleNamespace(params={"game": "arkadia"})
    assert complete_bots(context, "ca") == ["careful", "castle_manipulation", "casual", "careless.py"]
    assert complete_bots(SimpleNamespace(params={"game": "nowhere"}), "ca") == ["careless.py"]  # type: ignore[arg-type]
    assert complete_experiments("tent") == ["tent_camps"]
