"""The command line, called by a test."""

import os
import subprocess
import sys
from collections.abc import Mapping
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


def call_elsewhere(codes: Mapping[Any, int], without: str = "", encoding: str | None = None, **environment: str) -> Any:
    """One process that calls commands in turn; each must end with its code, and load none of these libraries.

    A command is a text or, where a word has a space, several words.
    """
    program = (
        "import sys\nfrom arkadia_sim.cli.app import main\n"
        f"for words, code in {dict(codes)}.items():\n"
        "    sys.argv = ['arkadia-sim', *(words.split() if isinstance(words, str) else words)]\n"
        "    try:\n        main()\n    except SystemExit as end:\n        assert (end.code or 0) == code, words\n"
        f"    loaded = {set(without.split())!r} & set(sys.modules)\n    assert not loaded, (words, loaded)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding=encoding, env=environment)
    assert done.returncode == 0, done.stderr
    return done
