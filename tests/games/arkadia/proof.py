"""The long proof: engine and twin side by side over thousands of games, then every planted fault.

Run `python -m tests.games.arkadia.proof [--games 2000] [--workers 2] [--first 0] [--skip-faults]`; see
`tests.support.proving`.
"""

import sys
from typing import Any

from tests.games.arkadia.faults import FAULTS
from tests.games.arkadia.twin.compare import compare_game
from tests.games.arkadia.twin.configurations import VALUES, configuration
from tests.support.comparing import Tally
from tests.support.proving import Comparison, Proof


def compare_quickly(number: int, fixed: dict[str, Any]) -> None:
    """Compare a configuration with some fixed values."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in fixed.items()}
    compare_game(configuration(number, **values), probes=0.5)


def summary(tally: Tally) -> str:
    """What has been compared, in a sentence."""
    ends = ", ".join(f"{count} by {end}" for end, count in sorted(tally.ends.items()))
    return (
        f"{tally.games} games ({ends}), {tally.turns} turns, {tally.decisions} decisions with state and options, "
        f"{tally.completions} completions, {tally.probes} proposals of which {tally.probes_refused} were refused: "
        "engine and twin agree on all of them"
    )


COMPARISON = Comparison(configuration, compare_game, compare_quickly)
PROOF = Proof("arkadia", COMPARISON, VALUES, summary, FAULTS)

if __name__ == "__main__":
    sys.exit(PROOF.run())
