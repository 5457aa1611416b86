"""The long proof: engine and twin side by side over thousands of games, then every planted fault.

Run as `python -m tests.games.medina.proof [--games 2000] [--workers 2] [--first 0] [--skip-faults]`. Exit code 1 at
the first disagreement, which is told in full, or when a planted fault goes unnoticed.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from typing import Any

from tests.games.medina.planted.faults import FAULTS
from tests.games.medina.twin.compare import Disagreement, Tally, compare_game
from tests.games.medina.twin.configurations import configuration, coverage_table
from tests.support.planted import try_fault, try_unchanged

BLOCK = 25
"""Games that a worker plays before it reports."""


def play_block(block: tuple[int, int]) -> tuple[Tally, list[dict[str, Any]], str | None]:
    """Compare the games from the first number up to the second; the text of the first disagreement, or None."""
    tally = Tally()
    drawn: list[dict[str, Any]] = []
    for number in range(*block):
        plan = configuration(number)
        try:
            tally.add(compare_game(plan))
        except Disagreement as error:
            return tally, drawn, str(error)
        drawn.append(plan.drawn)
    return tally, drawn, None


def compare_games(first: int, games: int, workers: int) -> bool:
    """Compare many games, telling how far it has come; whether all of them agreed."""
    end = first + games
    blocks = [(start, min(start + BLOCK, end)) for start in range(first, end, BLOCK)]
    total, begun = Tally(), time.monotonic()
    played: list[dict[str, Any]] = []
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for tally, drawn, disagreement in pool.imap_unordered(play_block, blocks):
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
    print(coverage_table(played))
    print(f"\n{summary(total)}")
    return True


def summary(tally: Tally) -> str:
    """What has been compared, in a sentence."""
    ends = ", ".join(f"{count} {end}" for end, count in sorted(tally.ends.items()))
    events = ", ".join(f"{count} {event}" for event, count in sorted(tally.events.items()))
    return (
        f"{tally.games} games ({ends}), {tally.turns} turns, {tally.decisions} decisions with state and places, "
        f"events ({events}), {tally.probes} proposals of which {tally.probes_refused} were refused: engine and twin "
        "agree on all of them"
    )


def try_faults() -> bool:
    """Plant every fault in a copy of the engine; whether each was caught and the unchanged copy was not blamed."""
    blame = try_unchanged("medina", FAULTS)
    print("\nunchanged copy: " + ("agrees on all games of the faults" if blame is None else f"DISAGREES\n{blame}"))
    caught_all = blame is None
    for fault in FAULTS:
        caught = try_fault("medina", fault)
        caught_all = caught_all and caught is not None
        told = "NOT CAUGHT" if caught is None else f"caught: {caught}"
        print(f"{fault.rule:5} {fault.breaks}: {told}", flush=True)
    return caught_all


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.games.medina.proof", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--games", type=int, default=2000, help="number of games (default 2000)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--first", type=int, default=0, help="number of the first configuration (default 0)")
    parser.add_argument("--skip-faults", action="store_true", help="leave the planted faults out")
    chosen = parser.parse_args(arguments)
    agreed = compare_games(chosen.first, chosen.games, chosen.workers)
    if not agreed or chosen.skip_faults:
        return 0 if agreed else 1
    return 0 if try_faults() else 1


if __name__ == "__main__":
    sys.exit(main())
