"""CONTRIBUTING and ARCHITECTURE name what is there: files, names, layers in their order; import contracts are whole."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import arkadia_sim

PACKAGE = Path(arkadia_sim.__file__).parent
ROOT = PACKAGE.parent
CONTRACTS: list[Mapping[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]

OF_A_GAME = ("games",)
"""The packages that know a game."""
GUIDES = ("CONTRIBUTING.md", "ARCHITECTURE.md")
ARKADIA = PACKAGE / "games" / "arkadia"
TERRACES = ROOT / "tests" / "support" / "terraces"
FROM = (ROOT, ROOT / "bots" / "arkadia", PACKAGE, ARKADIA, TERRACES, PACKAGE / "report" / "wording", PACKAGE / "plots")
"""Where the guides' paths begin; what they say of a game's files is said from its folder."""

MADE_UP = re.compile(r"my_|GAME|NAME|_mine|^careful|^results/|chunk-|^games/|^turns/|^records/|^experiments/x")
"""Names that stand for what a reader calls so."""


def contract(start: str) -> Mapping[str, Any]:
    """The contract whose name begins so."""
    (found,) = (one for one in CONTRACTS if one["name"].startswith(start))
    return found


def children(folder: Path) -> set[str]:
    """Modules and packages of a package, by name."""
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    return modules | {file.parent.name for file in folder.glob("*/__init__.py")}


def named(guide: str) -> list[str]:
    """What stands between backticks in the text of a guide, examples left out."""
    text = re.sub(r"```.*?```", "", (ROOT / guide).read_text(encoding="utf-8"), flags=re.DOTALL)
    return [one for one in re.findall(r"`([^`\n]+)`", text) if not MADE_UP.search(one)]


@pytest.mark.parametrize("guide", GUIDES)
def test_files_that_a_guide_names_are_there(guide: str) -> None:
    paths = {one for one in named(guide) if re.fullmatch(r"[\w./-]+/[\w./-]*|[\w-]+\.(py|md|toml)", one)}
    assert len(paths) > 5
    assert [path for path in sorted(paths) if not any((place / path).exists() for place in FROM)] == []


@pytest.mark.parametrize("guide", GUIDES)
def test_names_that_a_guide_names_are_in_the_code(guide: str) -> None:
    files = [file for folder in ("arkadia_sim", "bots") for file in (ROOT / folder).rglob("*.py")]
    code = set[str]()
    for file in [*files, ROOT / "pyproject.toml"]:
        code |= set(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    names = {name for one in named(guide) if re.fullmatch(r"[A-Za-z_][\w.]+", one) for name in one.split(".")}
    names -= {word for one in named(guide) if re.search(r"\.(py|md|toml)$", one) for word in one.split(".")}
    assert sorted(names - code) == []


@pytest.mark.parametrize("guide", GUIDES)
def test_links_of_a_guide_lead_somewhere(guide: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", (ROOT / guide).read_text(encoding="utf-8")):
        file, _, heading = target.partition("#")
        text = (ROOT / (file or guide)).read_text(encoding="utf-8")
        headings = [line.lstrip("# ").lower().replace(" ", "-") for line in text.splitlines() if line.startswith("#")]
        assert not heading or heading in headings, target


def test_the_layers_told_are_those_that_are_held() -> None:
    layers = contract("Every package has its layer")["layers"]
    there = [[name.strip(" ()") for name in re.split(r"[|:]", line)] for line in layers]
    there = [[name for name in line if name in children(PACKAGE)] for line in there]
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    told = [re.findall(r"`(\w+)`", row) for row in re.findall(r"^\| (`.*?) \|", text, flags=re.MULTILINE)]
    assert [sorted(line) for line in told] == [sorted(line) for line in there if line]
    assert CONTRACTS[0]["exhaustive"]  # so that a package without a layer is refused


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
