"""Compare some games in the process at hand and tell the outcome.

Run as `python -m tests.games.medina.planted.look JSON`.

The text is a list of `[number, fixed]`. Exit code 3 and the disagreement on stdout when there is one.
"""

import json
import sys

from tests.games.medina.twin.compare import Disagreement, compare_game
from tests.games.medina.twin.configurations import configuration
from tests.support.planted import DISAGREED


def main(text: str) -> int:
    """Look at each game of the list."""
    for number, fixed in json.loads(text):
        try:
            compare_game(configuration(number, **fixed), probes=0.3)
        except Disagreement as error:
            print(error)
            return DISAGREED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
