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
from tests.support.configuring import coverage_table
from tests.support.planted import DISAGREED, try_fault, try_unchanged

BLOCK = 25
"""Games that a worker plays before it reports."""


class Proof:
    """What is proved of a game: the comparison, its configurations, and the faults that it must notice."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.comparison = import_module(f"tests.games.{game}.twin.compare")
        self.configurations = import_module(f"tests.games.{game}.twin.configurations")

    def run(self, chosen: argparse.Namespace) -> int:
        """The command; returns the exit code."""
        if chosen.look:
            return self._look(json.loads(chosen.look))
        agreed = self._compare_games(chosen.first, chosen.games, chosen.workers)
        if not agreed or chosen.skip_faults:
            return 0 if agreed else 1
        return 0 if self._try_faults() else 1

    def _look(self, games: list[tuple[int, dict[str, Any]]]) -> int:
        """Compare some games quickly; prints the first disagreement and returns the exit code."""
        for number, fixed in games:
            try:
                plan = self.configurations.configuration(number, **fixed)
                self.comparison.compare_game(plan, self.comparison.MANY_PROBES)
            except Disagreement as error:
                print(error)
                return DISAGREED
        return 0

    def _compare_games(self, first: int, games: int, workers: int) -> bool:
        """Compare many games, telling how far it has come; whether all of them agreed."""
        end = first + games
        blocks = [(start, min(start + BLOCK, end)) for start in range(first, end, BLOCK)]
        total, begun = Tally(), time.monotonic()
        played: list[dict[str, Any]] = []
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            for tally, drawn, disagreement in pool.imap_unordered(partial(play_block, self.game), blocks):
                total.add(tally)
                played += drawn
                if disagreement is not None:
                    pool.terminate()
                    print(f"engine and twin disagree\n{disagreement}")
                    return False
                if len(played) % (4 * BLOCK) < BLOCK or len(played) == games:
                    seconds = time.monotonic() - begun
                    print(f"{len(played):6} games, {total.decisions} decisions agree, {seconds:.0f} s", flush=True)
        print("\nhow often each value was played:")
        print(coverage_table(self.configurations.VALUES, played))
        print(f"\n{total}: engine and twin agree on all of them")
        return True

    def _try_faults(self) -> bool:
        """Plant every fault in a copy of the engine; whether each was caught and the unchanged copy was not blamed."""
        faults = import_module(f"tests.games.{self.game}.faults").FAULTS
        blame = try_unchanged(self.game, faults)
        print("\nunchanged copy: " + ("agrees on all games of the faults" if blame is None else f"DISAGREES\n{blame}"))
        caught_all = blame is None
        for fault in faults:
            caught = try_fault(self.game, fault)
            caught_all = caught_all and caught is not None
            told = "NOT CAUGHT" if caught is None else f"caught: {caught}"
            print(f"{fault.rule:5} {fault.breaks}: {told}", flush=True)
        return caught_all


def play_block(game: str, block: tuple[int, int]) -> tuple[Tally, list[dict[str, Any]], str | None]:
    """Compare the games from the first number up to the second; the text of the first disagreement, or None."""
    proof, tally = Proof(game), Tally()
    drawn: list[dict[str, Any]] = []
    for number in range(*block):
        plan = proof.configurations.configuration(number)
        try:
            tally.add(proof.comparison.compare_game(plan))
        except Disagreement as error:
            return tally, drawn, str(error)
        drawn.append(plan.drawn)
    return tally, drawn, None


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
    return Proof(chosen.game).run(chosen)


if __name__ == "__main__":
    sys.exit(main())
