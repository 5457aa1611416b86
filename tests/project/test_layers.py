"""The import contracts leave nothing out: every package has its layer, and every list of packages is whole."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import arkadia_sim

PACKAGE = Path(arkadia_sim.__file__).parent
ROOT = PACKAGE.parent
CONTRACTS: list[Mapping[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]

OF_A_GAME = ("games",)
"""The packages that know a game."""


def contract(start: str) -> Mapping[str, Any]:
    """The contract whose name begins so."""
    (found,) = (one for one in CONTRACTS if one["name"].startswith(start))
    return found


def children(folder: Path) -> set[str]:
    """Modules and packages of a package, by name."""
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    return modules | {file.parent.name for file in folder.glob("*/__init__.py")}


def test_every_package_that_knows_no_game_is_kept_from_games() -> None:
    held = {name.removeprefix("arkadia_sim.") for name in contract("Who runs, measures")["source_modules"]}
    assert held == children(PACKAGE) - set(OF_A_GAME)


def test_bots_are_kept_from_everything_but_what_they_are_offered() -> None:
    games, held = children(ROOT / "bots"), contract("A bot sees")
    assert (set(held["source_modules"]), held["forbidden_modules"]) == (
        {f"bots.{game}" for game in games},
        ["arkadia_sim"],
    )
    offered = {f"bots.{game}.* -> arkadia_sim.games.{game}.bots_api.*" for game in games}
    assert set(held["ignore_imports"]) == offered
