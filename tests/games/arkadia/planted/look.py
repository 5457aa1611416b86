"""Compare some games in the process at hand and tell the outcome.

Run as `python -m tests.games.arkadia.planted.look JSON`.

The text is a list of `[number, fixed]`. Exit code 3 and the disagreement on stdout when there is one.
"""

import json
import sys

from tests.games.arkadia.twin.compare import Disagreement, Effort, compare_game
from tests.games.arkadia.twin.configurations import configuration
from tests.support.planted import DISAGREED


def main(text: str) -> int:
    """Look at each game of the list."""
    for number, fixed in json.loads(text):
        listed = {name: tuple(value) if isinstance(value, list) else value for name, value in fixed.items()}
        effort = Effort(worker_options=0.0, probes=0.5)
        try:
            compare_game(configuration(number, **listed), effort)
        except Disagreement as error:
            print(error)
            return DISAGREED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
