"""The command line, called by a test."""

import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from typer.testing import CliRunner

from arkadia_sim.cli.app import app
from tests.support.paths import ROOT
from tests.support.toy_game import NAME

TOY = ("--game", NAME)


def call(*words: str, code: int = 0) -> Any:
    """The result of a command that is to end with this exit code, and without a traceback."""
    result = CliRunner().invoke(app, words)
    assert result.exit_code == code, (result.output[:2000], result.exception)
    assert "Traceback" not in result.output
    return result


def call_elsewhere(words: Sequence[str], without: str, code: int = 0) -> str:
    """What a command prints in a process of its own; it must end with this code and load none of these libraries."""
    program = (
        f"import sys\nfrom arkadia_sim.cli.app import main\nsys.argv = ['arkadia-sim', *{list(words)!r}]\n"
        f"try:\n    main()\nexcept SystemExit as end:\n    assert (end.code or 0) == {code}, end.code\n"
        f"loaded = {set(without.split())!r} & set(sys.modules)\nassert not loaded, loaded\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout
