"""The same sources play the same games with and without the compiler, and with bounds checks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.play_digest import digests
from tests.support.paths import ROOT

GAMES = ("arkadia", "medina", "castle")


def elsewhere(game: str, name: str, **switches: str) -> list[str]:
    """The digests of another process whose compiler has other switches."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.play_digest", game, name],
        env={**os.environ, **switches},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same_without_the_compiler(game: str) -> None:
    """Compiled and interpreted, the same sources play the same games: rows and turns are identical."""
    assert elsewhere(game, "quick", NUMBA_DISABLE_JIT="1") == digests(game, "quick")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same_with_bounds_checks(game: str, tmp_path: Path) -> None:
    """No index leaves its array in some hundred games; with every access checked they are the same games."""
    switches = {"NUMBA_BOUNDSCHECK": "1", "ARKADIA_SIM_CACHE": str(tmp_path)}
    assert elsewhere(game, "many", **switches) == digests(game, "many")
