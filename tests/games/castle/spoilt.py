"""Records of Once Upon a Castle and ways to spoil them."""

import json
from functools import cache
from typing import Any

from arkadia_sim.core.game import BatchResult
from arkadia_sim.games.castle.game import GAME
from tests.games.castle.twin.configurations import configuration
from tests.games.spoiling import Spoilt, end, fields, head, options, turn
from tests.support.recorded import play, records

KINDS = ("random",)


@cache
def record(kind: str) -> Any:
    """An architect game of three with a theft, a move and a roll of Dagobert's die, that ends with a castle."""
    kinds = ("steal", "move", "roll")
    for one in records(GAME, 3, 60, version="architect", boards="drawn", tokens=12):
        if all(f'"kind": "{kind}"' in json.dumps(one["turns"]) for kind in kinds) and one["last"]:
            return one
    raise AssertionError("no game has everything in it")


def played(number: int) -> BatchResult:
    """A random game of a configuration."""
    plan = configuration(number)
    return play(GAME, plan.players, 1, plan.chosen)


SPOILT: dict[str, Spoilt] = {
    "random": {
        "another format": (fields(format="castle-record/2"), "record"),
        "a count as a fraction": (options(tokens=10.0), "C12"),
        "too many tokens": (options(tokens=13), "C12"),
        "no such seat begins": (fields(first_seat=3), "C3.1"),
        "another board": (options(boards="shipped"), "C2.5"),
        "squares in another order": (head(lambda record: record["board"]["squares"].reverse()), "C13.4"),
        "no room for a flag": (head(lambda record: record["board"].update(flag_room=[0, 1, 2, 3, 4])), "C13.8"),
        "other points": (head(lambda record: record["board"].update(group_points=[1, 9, 10, 11])), "C13.7"),
        "a card twice": (head(lambda record: record["deck"].__setitem__(0, record["deck"][1])), "C3.2"),
        "another seat on turn": (turn(3, lambda entry: entry.update(seat=(entry["seat"] + 1) % 3)), "C4.5"),
        "a face that there is not": (turn(4, lambda entry: entry.update(dice=["?", "coal"])), "C1.2"),
        "a building more": (end(lambda record: record["last"].append({"seat": 0, "steps": []})), "C9.2"),
        "nobody has won": (end(lambda record: record["result"].update(winners=[])), "C10.3"),
    }
}
SEEN_LATER = ("record", "C13.4", "C4.5", "C1.2")
"""Rules whose breach the independent referee may notice in another turn."""
UNNOTICED = ("C2.5",)
"""Rules whose breach the independent referee may not notice at all."""
EVERYWHERE = ((), ("board",), ("board", "lines", 3), ("turns", 0), ("turns", 0, "steps", 0), ("last", 0), ("result",))
"""Places of a record where a field more is refused."""
