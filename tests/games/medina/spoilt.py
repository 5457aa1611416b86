"""Records of Medina and ways to spoil them."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

from arkadia_sim.core.game import BatchResult
from arkadia_sim.games.medina.game import GAME
from tests.games.medina.twin.configurations import configuration
from tests.games.spoiling import Record, Spoil, Spoilt, end, fields, options, turn
from tests.support.recorded import play, records

KINDS = ("random",)


@cache
def record(kind: str) -> Any:
    """A random game of three that ends stuck, with every event and a tea break in it."""
    for one in records(GAME, 3, 40):
        text = json.dumps(one["turns"])
        events = ("claim", "tea", "tower_tile", "palace_tile", "closed")
        signs = [f'"event": "{event}"' for event in events] + ['"tea": true', '"neutral_roof"']
        if one["result"]["end"] == "stuck" and all(sign in text for sign in signs):
            return one
    raise AssertionError("no such game among these")


def played(number: int) -> BatchResult:
    """A random game of a configuration."""
    plan = configuration(number)
    return play(GAME, plan.players, 1, plan.chosen)


def _moved(kind: str, square: list[int]) -> Spoil:
    """The first piece of a kind elsewhere."""
    return _of(lambda action: action["place"] == kind, lambda action: action.update(square=square))


def _of(which: Callable[[Any], object], change: Callable[[Any], object]) -> Spoil:
    """Change the first placement for which something holds."""

    def found(entry: Any) -> Any:
        return next((action for action in entry["actions"] if which(action)), None)

    return turn(found, lambda entry: change(found(entry)))


def _event(kind: str, **changes: Any) -> Spoil:
    """Change fields of the first event of a kind."""

    def found(action: Any) -> Any:
        return next((effect for effect in action["effects"] if effect["event"] == kind), None)

    return _of(found, lambda action: found(action).update(changes))


def _without_second(entry: Any) -> None:
    entry["actions"].pop()
    entry["legal"].pop()


def _has_two(entry: Any) -> bool:
    return len(entry["actions"]) == 2


def _with_tea(entry: Any) -> None:
    _without_second(entry)
    entry["tea"] = True


def _too_long(record: Record) -> None:
    record["turns"].append(copy.deepcopy(record["turns"][-1]))


SPOILT: dict[str, Spoilt] = {
    "random": {
        "another format": (fields(format="medina-record/2"), "record"),
        "five players": (fields(players=5), "M1.5"),
        "yes or no as a number": (options(tea_same_turn=1), "M10.3"),
        "a well at the edge": (fields(well=[1, 5]), "M2.2"),
        "a merchant on the well": (fields(well=[5, 5], merchant=[5, 5]), "M2.3"),
        "another seat on turn": (turn(3, lambda entry: entry.update(seat=(entry["seat"] + 1) % 3)), "M3.5"),
        "a piece in the ring": (_moved("merchant", [0, 4]), "M7.1"),
        "a square off the board": (_moved("stable", [40, 2]), "M1.2"),
        "no second piece": (turn(_has_two, _without_second), "M3.2"),
        "a tea break without a tile": (turn(_has_two, _with_tea), "M3.2"),
        "no piece at all": (turn(5, lambda entry: entry.update(actions=[])), "M3.1"),
        "a count that is wrong": (turn(4, lambda entry: entry["legal"].reverse()), "M3.1"),
        "a wrong size": (_event("claim", size=40), "M6.1"),
        "too much tea": (_event("tea", count=4), "M10.1"),
        "a palace tile for nobody": (_event("palace_tile", to=None), "M9.3"),
        "buildings not given back": (_event("closed", returned=[0, 0, 99]), "M6.4"),
        "too short": (end(lambda record: record["turns"].pop()), "M11.1"),
        "too long": (end(_too_long, before=1), "M11.1"),
        "a point more": (end(lambda record: record["result"]["scores"][0].update(total=99)), "M11.2"),
        "nobody has won": (end(lambda record: record["result"].update(winners=[])), "M11.6"),
        "another end": (end(lambda record: record["result"].update(end="all_placed")), "M11.1"),
    }
}
SEEN_LATER = ("record",)
"""Rules whose breach the independent referee may notice in another turn."""
UNNOTICED: tuple[str, ...] = ()
"""Rules whose breach the independent referee may not notice at all."""
EVERYWHERE = ((), ("rules",), ("turns", 0), ("turns", 0, "actions", 0), ("result",), ("result", "scores", 0))
"""Places of a record where a field more is refused."""
