"""The same sources play the same games with and without the compiler, and with bounds checks.

Run `python -m tests.games.test_same_games GAME NAME` to have another process print digests, with other switches.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.core.registry import GAMES, find_game
from tests.support.paths import ROOT
from tests.support.recorded import played

Table = tuple[dict[str, Any], list[str]]
"""Rules and bots."""

TABLES: dict[tuple[str, str], list[Table]] = {
    ("arkadia", "quick"): [
        ({}, ["random", "random"]),
        ({"setup": "first_game", "flip_tiles": True, "holdings": "hidden", "seals_per_family": 8}, ["random"] * 3),
        (
            {"hand_size": 2, "banners": 2, "final_round": "others_only"},
            ["random", "greedy:temperature=2", "tent_camp", "random"],
        ),
    ],
    ("arkadia", "many"): [
        ({"holdings": holdings, "flip_tiles": flip, "neutral_workers": neutral}, bots)
        for holdings in ("open", "hidden")
        for flip, neutral in ((False, 24), (True, 200))
        for bots in (["random"] * 4, ["greedy", "tent_camp"], ["tent_camp", "random", "greedy:temperature=1"])
    ],
    ("medina", "quick"): [
        ({}, ["random", "random"]),
        ({"holdings": "hidden", "buildings": 3, "grow_from": "palace", "well_squares": "twelve"}, ["random"] * 3),
        (
            {"buildings": 2, "last_player": "roofs_first", "tower_claim": "every_extension", "ties": "largest_palace"},
            ["random", "greedy:temperature=2", "greedy", "random"],
        ),
        ({"buildings": 3, "tower_claim": "every_extension"}, ["playbook", "random"]),
    ],
    ("castle", "quick"): [
        ({}, ["random", "random"]),
        ({"version": "architect", "boards": "drawn", "build": "every_turn", "waste": "useful"}, ["random"] * 3),
        ({"version": "architect", "tokens": 12, "others_pass": True}, ["random", "greedy:temperature=2", "greedy"]),
    ],
    ("castle", "many"): [
        ({"version": version, "boards": boards, "die": die}, bots)
        for version in ("apprentice", "architect")
        for boards, die in (("shipped", ["?"] * 6), ("drawn", ["wood", "stone", "gold", "food", "residents", "?"]))
        for bots in (["random"] * 4, ["greedy", "random"], ["greedy:temperature=1", "random", "random"])
    ],
    ("medina", "many"): [
        ({"holdings": holdings, "street_start": start, "walls": walls}, bots)
        for holdings in ("open", "hidden")
        for start, walls in (("one", 9), ("apart", 30), ("anywhere", 0))
        for bots in (["random"] * 4, ["greedy", "random"], ["greedy:spoil=1,cut=1", "random", "greedy:temperature=1"])
    ],
}
"""Quick tables are short enough to play without the compiler."""
GAMES_PER_TABLE = {"quick": 1, "many": 10}


def digests(game: str, name: str) -> list[str]:
    """One hash for each table of a set, of all rows and turns of its games."""
    return [digest(game, rules, bots, GAMES_PER_TABLE[name]) for rules, bots in TABLES[game, name]]


def digest(game: str, rules: dict[str, Any], bots: list[str], count: int) -> str:
    """The hash of some games."""
    result = played(find_game(game), bots, [list(range(len(bots)))] * count, rules, traced=True)
    assert not result.failures and result.turns_played == len(result.turns["game"]) > 0
    columns = [*result.players.values(), *result.turns.values()]
    told = [[str(value) for value in column] for column in columns]
    return hashlib.sha256(str(told).encode()).hexdigest()


def elsewhere(game: str, name: str, **switches: str) -> list[str]:
    """The digests of another process whose compiler has other switches."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.test_same_games", game, name],
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


if __name__ == "__main__":
    print("\n".join(digests(*sys.argv[1:])))
