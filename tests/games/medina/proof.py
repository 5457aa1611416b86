"""The long proof: engine and twin side by side over thousands of games, then every planted fault.

Run `python -m tests.games.medina.proof [--games 2000] [--workers 2] [--first 0] [--skip-faults]`; see
`tests.support.proving`.
"""

import sys
from typing import Any

from tests.games.medina.faults import FAULTS
from tests.games.medina.twin.compare import compare_game
from tests.games.medina.twin.configurations import VALUES, configuration
from tests.support.proving import Comparison, Proof


def compare_quickly(number: int, fixed: dict[str, Any]) -> None:
    """Compare a configuration with some fixed values."""
    compare_game(configuration(number, **fixed), probes=0.3)


COMPARISON = Comparison(configuration, compare_game, compare_quickly)
PROOF = Proof("medina", COMPARISON, VALUES, FAULTS)

if __name__ == "__main__":
    sys.exit(PROOF.run())
