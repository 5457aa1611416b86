"""The long proof: engine and twin side by side over thousands of games, then every planted fault.

Run `python -m tests.games.arkadia.proof [--games 2000] [--workers 2] [--first 0] [--skip-faults]`; see
`tests.support.proving`.
"""

import sys
from typing import Any

from tests.games.arkadia.faults import FAULTS
from tests.games.arkadia.twin.compare import compare_game
from tests.games.arkadia.twin.configurations import VALUES, configuration
from tests.support.proving import Comparison, Proof


def compare_quickly(number: int, fixed: dict[str, Any]) -> None:
    """Compare a configuration with some fixed values."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in fixed.items()}
    compare_game(configuration(number, **values), probes=0.5)


COMPARISON = Comparison(configuration, compare_game, compare_quickly)
PROOF = Proof("arkadia", COMPARISON, VALUES, FAULTS)

if __name__ == "__main__":
    sys.exit(PROOF.run())
