"""What README, documentation and notebooks tell people to do works."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.main import get_command

import arkadia_sim
from arkadia_sim.cli.app import app
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.table import Table, flattened
from arkadia_sim.experiments.files import ExperimentFile, StudyFile, checked, find_experiment, load_experiment
from arkadia_sim.runner import forecast
from arkadia_sim.search import bench
from tests.support.paths import ROOT
from tests.support.plans import experiment_plan, paired

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def _blocks(page: Path, language: str) -> list[str]:
    """What stands in the fenced blocks of a language, in order."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def _pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if _blocks(page, language)]


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(bench, "LAST_DEALS", 1)  # what is shown must run, not find the best: races end after one heat
    monkeypatch.setattr(forecast, "LONG_SECONDS", 0.05)


LONG = ("be-coached.md", "find-rules-of-thumb.md", "train-an-agent.md")
"""Pages whose searches take a while: `make proof` runs them."""


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.slow] * (page.name in LONG)) for page in _pages_with("python")],
    ids=_name,
)
def test_python_in_the_documentation_runs(page: Path, tmp_path: Path) -> None:
    names: dict[str, object] = {}
    for block in _blocks(page, "python"):
        if "import torch" in block:  # a library too large for tests
            compile(block, _name(page), "exec")
            continue
        file = re.match(r"# (\w+\.py)\n", block)
        if file:
            (tmp_path / file[1]).write_text(block, encoding="utf-8")
            _save_weights(tmp_path)
            names["__file__"] = str(tmp_path / file[1])
        exec(block, names)


def _save_weights(folder: Path) -> None:
    """What the example of a learning agent saves, with random numbers."""
    table, chance = Table.start("medina", 2, seed=1), np.random.default_rng(1)
    sizes = [len(flattened(table.observation(0))), 128, 128, table.space.size]
    layers = {f"weight{n}": chance.normal(size=(sizes[n + 1], sizes[n])) for n in range(3)}
    layers |= {f"bias{n}": chance.normal(size=sizes[n + 1]) for n in range(3)}
    for name in ("untrained", "trained"):
        np.savez(folder / f"{name}.npz", **layers)  # type: ignore[arg-type]


def test_the_agent_of_the_example_plays_as_a_bot(tmp_path: Path) -> None:
    (block,) = (block for block in _blocks(ROOT / "docs/how-to/train-an-agent.md", "python") if "my_ppo.py" in block)
    (tmp_path / "my_ppo.py").write_text(block, encoding="utf-8")
    _save_weights(tmp_path)
    spec = f"{tmp_path / 'my_ppo.py'}:my_ppo"
    table = Table.start("medina", 2, seed=1, bots=[spec, "random"])
    while table.bot_to_act is not None:
        table.ask_bot()
    assert sum(table.outcomes()["win_share"]) == 1.0


@pytest.mark.parametrize("page", _pages_with("console"), ids=_name)
def test_commands_in_the_documentation_exist_with_their_options(page: Path) -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    targets = re.findall(r"^([a-z-]+|\.venv/installed):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in "".join(_blocks(page, "console")).splitlines():
        words = shlex.split(line, comments=True)
        if "arkadia-sim" in {word.rpartition("/")[2] for word in words}:
            place = next(place for place, word in enumerate(words) if word.endswith("arkadia-sim"))
            name, *arguments = words[place + 1 :]
            with suppress(typer.Exit):  # an option that lists something ends the command
                commands[name].make_context(name, [word for word in arguments if word not in (">", "/dev/null")])
        elif words[:1] == ["make"]:
            assert words[1] in targets, line


@pytest.mark.parametrize("page", _pages_with("toml"), ids=_name)
def test_files_in_the_documentation_can_be_played(page: Path, tmp_path: Path) -> None:
    (tmp_path / "careful.toml").write_text(
        '[careful]\nplayer = "greedy"\nplan = "Plays."\nsource = "s"\n', encoding="utf-8"
    )
    for number, block in enumerate(_blocks(page, "toml")):
        file = tmp_path / f"file_{number}.toml"
        file.write_text(block, encoding="utf-8")
        document = tomllib.loads(block)
        if "design" not in document:
            assert find_bot(f"file_{number}.toml:{next(iter(document))}").settings()
            continue
        experiment = find_experiment(str(file), ROOT / "experiments")
        parts = experiment.parts if isinstance(experiment, StudyFile) else (experiment,)
        assert all(experiment_plan(part, find_game("arkadia")).sections for part in parts)


GUIDES = tuple(ROOT / f"{name}.md" for name in ("CONTRIBUTING", "ARCHITECTURE", "CHANGELOG"))


def test_links_lead_to_files_that_are_in_a_fresh_copy() -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", "."]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    there = {ROOT / line for line in listed.stdout.splitlines()} if listed.returncode == 0 else None
    for page in (*PAGES, *GUIDES):
        text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
        for target in filter(None, targets):
            file = Path(os.path.normpath(page.parent / target))
            assert file.is_file() and (there is None or file in there), (page, target)


def test_make_studies_plays_every_study_with_a_page() -> None:
    command = ["make", "--no-print-directory", "--dry-run", "--old-file=.venv/installed", "studies"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    forecast, several = re.findall(r"for study in (.*?);", told)
    assert forecast == several and told.index("arkadia-sim plan") < told.index("arkadia-sim run")
    played = {*several.split()}
    assert played == {file.stem for file in (ROOT / "experiments").glob("*.md")}
    assert played == {page.parent.name for page in (ROOT / "reports").glob("*/report.html")}


def test_the_files_shown_to_contributors_are_a_bot_and_experiments(tmp_path: Path) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", text, flags=re.DOTALL)

    def shown(words: str) -> str:
        return next(block for block in blocks if words in block)

    (tmp_path / "mine.toml").write_text(shown("player = "))
    assert find_bot("mine.toml:careful").settings() == find_bot("greedy:deny=0.7").settings()
    numbers = {"name": "x", "title": "t", "question": "q", "seed": 1, "players": [2, 3], "deals": 100}
    experiment = checked(numbers | tomllib.loads(shown("[[companies]]")), "CONTRIBUTING.md")
    plan = experiment_plan(ExperimentFile(experiment, ROOT / "x.toml", ""), find_game("arkadia"))
    assert [section.company for section in plan.sections] == ["weak", "weak"]
    (tmp_path / "mine.toml").write_text(shown("extends = "))
    file = load_experiment(tmp_path / "mine.toml")
    assert [change.name for change in paired(file).changes] == ["at_once", "waiting"]
    assert experiment_plan(file, find_game("arkadia")).sections[0].setting.components["board"]


def _codes(notebook: Path) -> list[str]:
    """The cells of a notebook that hold code."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("notebook", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, object] = {}
    for code in _codes(notebook):
        exec(code, names)
    kept = names["folder"]
    assert isinstance(kept, Path)
    assert list(kept.rglob("*.parquet"))
    shutil.rmtree(kept)


def test_what_the_package_offers_is_no_name_of_a_part_of_it() -> None:
    parts = {path.stem for path in Path(arkadia_sim.__file__).parent.iterdir()}
    assert not parts & set(arkadia_sim.__all__)
