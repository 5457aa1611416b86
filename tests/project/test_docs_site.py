"""The documentation builds as a site, without a warning, and needs no network to be read."""

import os
import re
import subprocess
import sys
from pathlib import Path

from typer.main import get_command

import arkadia_sim
from arkadia_sim.cli.app import app
from arkadia_sim.questions.registry import QUESTIONS
from tests.support.paths import ROOT

LOADED = re.compile(r"""<(?:script|img|iframe|source)[^>]+src=["']?(?:https?:)?//|url\(["']?(?:https?:)?//|@import""")
LINKED = re.compile(r"""<link[^>]+href=["']?(?:https?:)?//""")


def test_the_site_loads_nothing_from_the_network_and_its_reference_is_whole(tmp_path: Path) -> None:
    """Every command, everything that the package offers, every key of an experiment."""
    folder = tmp_path / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    variables = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    files = [file for ending in ("*.html", "*.css") for file in folder.rglob(ending)]
    assert len(files) > 30
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not LOADED.search(text) and not LINKED.search(text), file
    named = {
        "cli.html": {f'id="{name}"' for name in get_command(app).commands},  # type: ignore[attr-defined]
        "python.html": {f'id="arkadia_sim.api.{name}"' for name in {*arkadia_sim.__all__} - {"__version__"}},
        "experiment-files.html": {f"<code>{name}</code>" for kind in QUESTIONS for name in kind.model_fields},
    }
    for page, names in named.items():
        text = (folder / "reference" / page).read_text(encoding="utf-8")
        assert not {name for name in names if name not in text}, page
