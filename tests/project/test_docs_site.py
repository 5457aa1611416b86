"""The documentation builds as a site, without a warning, and needs no network to be read."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

import arkadia_sim
from arkadia_sim.cli.app import app
from arkadia_sim.questions.registry import QUESTIONS
from tests.support.paths import ROOT

LOADED = re.compile(r"""<(?:script|img|iframe|source)[^>]+src=["']?(?:https?:)?//|url\(["']?(?:https?:)?//|@import""")
LINKED = re.compile(r"""<link[^>]+href=["']?(?:https?:)?//""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    variables = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_pages_and_styles_load_nothing_from_the_network(site: Path) -> None:
    files = [file for ending in ("*.html", "*.css") for file in site.rglob(ending)]
    assert len(files) > 30
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not LOADED.search(text) and not LINKED.search(text), file


def test_every_command_has_its_place_in_the_reference(site: Path) -> None:
    page = (site / "reference" / "cli.html").read_text(encoding="utf-8")
    missing = {name for name in get_command(app).commands if f'id="{name}"' not in page}  # type: ignore[attr-defined]
    assert not missing


def test_everything_that_the_package_offers_is_in_the_reference(site: Path) -> None:
    page = (site / "reference" / "python.html").read_text(encoding="utf-8")
    offered = set(arkadia_sim.__all__) - {"__version__", "Workers"}
    assert not {name for name in offered if f'id="arkadia_sim.api.{name}"' not in page}


def test_every_key_of_an_experiment_is_in_the_reference(site: Path) -> None:
    page = (site / "reference" / "experiment-files.html").read_text(encoding="utf-8")
    keys = {name for kind in QUESTIONS for name in kind.model_fields}
    assert not {name for name in keys if f"<code>{name}</code>" not in page}
