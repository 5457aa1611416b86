"""What README and notebooks tell people to do works."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import arkadia_sim
from arkadia_sim.cli.app import app
from arkadia_sim.core.registry import find_bot, find_game
from arkadia_sim.experiments.files import ExperimentFile, checked, load_experiment
from tests.support.paths import ROOT
from tests.support.plans import experiment_plan, paired

README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_readme_plays_from_python(capsys: pytest.CaptureFixture[str]) -> None:
    block = next(block for block in PYTHON_BLOCKS if "import play" in block)
    exec(block, {})
    assert "tent_camp" in capsys.readouterr().out


def test_readme_bot_plays_from_its_file(tmp_path: Path) -> None:
    block = next(block for block in PYTHON_BLOCKS if block.startswith("# my_bot.py"))
    (tmp_path / "my_bot.py").write_text(block, encoding="utf-8")
    result = CliRunner().invoke(app, ["play", "my_bot.py:my_bot", "greedy", "--games", "6", "--workers", "1"])
    assert result.exit_code == 0, result.output
    assert "none failed" in result.output


def test_readme_commands_exist() -> None:
    names = set(re.findall(r"^arkadia-sim ([\w-]+)", README, flags=re.MULTILINE))
    assert names == set(get_command(app).commands)  # type: ignore[attr-defined]
    for name in names:
        assert CliRunner().invoke(app, [name, "--help"]).exit_code == 0


def _shown_to_contributors(words: str) -> str:
    """The first TOML file in CONTRIBUTING with these words."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return next(block for block in re.findall(r"```toml\n(.*?)```", text, flags=re.DOTALL) if words in block)


def test_the_bot_shown_to_contributors_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(_shown_to_contributors("player = "))
    assert find_bot("mine.toml:careful").settings() == find_bot("greedy:deny=0.7").settings()


def test_the_experiment_shown_to_contributors_can_be_planned() -> None:
    shown = tomllib.loads(_shown_to_contributors("[[companies]]"))
    numbers = {"name": "x", "title": "t", "question": "q", "seed": 1, "players": [2, 3], "deals": 100}
    experiment = checked(numbers | shown, "CONTRIBUTING.md")
    plan = experiment_plan(ExperimentFile(experiment, ROOT / "x.toml", ""), find_game("arkadia"))
    assert [section.company for section in plan.sections] == ["weak", "weak"]


def test_the_extension_shown_to_contributors_can_be_planned(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(_shown_to_contributors("extends = "))
    file = load_experiment(tmp_path / "mine.toml")
    assert [change.name for change in paired(file).changes] == ["camps", "trigger", "camps_greedy"]
    assert experiment_plan(file, find_game("arkadia")).sections[0].setting.components["board"]


def test_readme_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target


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
