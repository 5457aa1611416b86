"""What all compiled games share."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arkadia_sim import accelerate
from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.outcome import standing_of
from arkadia_sim.core.registry import find_game


def test_a_second_process_compiles_shipped_bots_if_something_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, started = find_game("castle"), list[tuple[str, ...]]()
    assert isinstance(game, CompiledGame)

    @contextmanager
    def second_process(*words: str) -> Iterator[None]:
        started.append(words)
        yield

    monkeypatch.setattr(accelerate, "second_process", second_process)
    own = tmp_path / "own.py"
    own.write_text("from arkadia_sim.core.bot import Bot\nown = Bot('own', 'Plays.', 'a test', {}, game='castle')\n")
    bots = ["random", f"{own}:own"]
    game.warm_up(bots, str)
    started.clear()
    game.warm_up(bots, str)
    assert not started, "all is in the cache"
    monkeypatch.setattr(accelerate, "are_kept", lambda functions: False)
    game.warm_up(bots, str)
    program, *words = started[-1]
    assert words == ["castle", "random"]
    done = subprocess.run([sys.executable, "-P", "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_tied_winners_share_the_win_and_leads_are_over_the_best_opponent() -> None:
    assert standing_of([7.0, 9.0, 9.0], [1, 2]) == ([0.0, 0.5, 0.5], [-2.0, 0.0, 0.0], [7.0, 9.0, 9.0])
