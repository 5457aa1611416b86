"""The command line, called by a test."""

from typing import Any

from typer.testing import CliRunner

from arkadia_sim.cli.app import app
from tests.support.toy_game import NAME

TOY = ("--game", NAME)


def call(*words: str, code: int = 0) -> Any:
    """The result of a command that is to end with this exit code, and without a traceback."""
    result = CliRunner().invoke(app, words)
    assert result.exit_code == code, (result.output[:2000], result.exception)
    assert "Traceback" not in result.output
    return result
