"""The long proof of a game: engine and twin side by side over thousands of games, then every planted fault.

Run `python -m tests.support.proving GAME [--games 2000] [--workers 2] [--first 0] [--skip-faults]`. The exit code is 1
after the first disagreement, which is printed in full, or if a planted fault goes unnoticed. `--look JSON` compares
only a list of `[number, fixed values]`. A game brings `tests/games/GAME/faults.py` and, in `twin`, `compare.py` and
`configurations.py`.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

from tests.support.comparing import Disagreement, Tally
from tests.support.planted import DISAGREED, try_fault, try_unchanged

BLOCK = 25
"""Games that a worker plays before it reports."""


def of(game: str, what: str) -> Any:
    """A module of a game's proof."""
    return import_module(f"tests.games.{game}.{what}")


def look(game: str, games: list[tuple[int, dict[str, Any]]]) -> int:
    """Compare some games quickly; prints the first disagreement and returns the exit code."""
    comparison = of(game, "twin.compare")
    for number, fixed in games:
        try:
            plan = of(game, "twin.configurations").configuration(number, **fixed)
            comparison.compare_game(plan, comparison.MANY_PROBES)
        except Disagreement as error:
            print(error)
            return DISAGREED
    return 0


def play_block(game: str, block: tuple[int, int]) -> tuple[Tally, str | None]:
    """Compare the games from the first number up to the second; the text of the first disagreement, or None."""
    tally = Tally()
    for number in range(*block):
        try:
            plan = of(game, "twin.configurations").configuration(number)
            tally.add(of(game, "twin.compare").compare_game(plan))
        except Disagreement as error:
            return tally, str(error)
    return tally, None


def compare_games(game: str, first: int, games: int, workers: int) -> bool:
    """Compare many games, telling how far it has come; whether all of them agreed."""
    end = first + games
    blocks = [(start, min(start + BLOCK, end)) for start in range(first, end, BLOCK)]
    total, begun = Tally(), time.monotonic()
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for tally, disagreement in pool.imap_unordered(partial(play_block, game), blocks):
            total.add(tally)
            if disagreement is not None:
                pool.terminate()
                print(f"engine and twin disagree\n{disagreement}")
                return False
            seconds = time.monotonic() - begun
            print(f"{total.games:6} games, {total.decisions} decisions agree, {seconds:.0f} s", flush=True)
    print(f"\n{total}: engine and twin agree on all of them")
    return True


def try_faults(game: str) -> bool:
    """Plant every fault in a copy of the engine; whether each was caught and the unchanged copy was not blamed."""
    faults = of(game, "faults").FAULTS
    blame = try_unchanged(game, faults)
    print("\nunchanged copy: " + ("agrees on all games of the faults" if blame is None else f"DISAGREES\n{blame}"))
    caught_all = blame is None
    for fault in faults:
        caught = try_fault(game, fault)
        caught_all = caught_all and caught is not None
        told = "NOT CAUGHT" if caught is None else f"caught: {caught}"
        print(f"{fault.rule:5} {fault.breaks}: {told}", flush=True)
    return caught_all


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.support.proving", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("game", help="the game, such as medina")
    parser.add_argument("--games", type=int, default=2000, help="number of games (default 2000)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--first", type=int, default=0, help="number of the first configuration (default 0)")
    parser.add_argument("--skip-faults", action="store_true", help="leave the planted faults out")
    parser.add_argument("--look", metavar="JSON", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.look:
        return look(chosen.game, json.loads(chosen.look))
    agreed = compare_games(chosen.game, chosen.first, chosen.games, chosen.workers)
    return 0 if agreed and (chosen.skip_faults or try_faults(chosen.game)) else 1


if __name__ == "__main__":
    sys.exit(main())
