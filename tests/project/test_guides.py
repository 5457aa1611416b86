"""CONTRIBUTING and ARCHITECTURE name what is there: files, names in the code, and the layers in their order."""

import re

import pytest

from tests.project.test_layers import CONTRACTS, PACKAGE, ROOT, children, contract

GUIDES = ("CONTRIBUTING.md", "ARCHITECTURE.md")
ARKADIA = PACKAGE / "games" / "arkadia"
TERRACES = ROOT / "tests" / "support" / "terraces"
FROM = (ROOT, ROOT / "bots" / "arkadia", PACKAGE, ARKADIA, TERRACES, PACKAGE / "report" / "wording", PACKAGE / "plots")
"""Where the guides' paths begin; what they say of a game's files is said from its folder."""

MADE_UP = re.compile(r"my_|GAME|NAME|_mine|^careful|^results/|chunk-|^games/|^turns/|^records/|^experiments/x")
"""Names that stand for what a reader calls so."""


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
