"""Records of Arkadia and ways to spoil them."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from arkadia_sim.core.game import BatchResult
from arkadia_sim.games.arkadia.game import GAME
from tests.games.arkadia.twin.configurations import configuration
from tests.games.spoiling import Record, Spoilt, end, fields, head, options, turn
from tests.support.recorded import play

DATA = Path(__file__).parent / "data" / "records"
KINDS = ("ordinary", "first_game", "stalemate", "small_castle")
"""Stored when they were played; a change of rules shows in them, and calls for another rules version."""


@cache
def record(kind: str) -> Any:
    """A stored record of the engine; a small castle has no pieces for floor 3."""
    return json.loads((DATA / f"{kind}.jsonl").read_text(encoding="utf-8"))


def played(number: int) -> BatchResult:
    """A random game of a configuration."""
    camps = ("shipped", "random", "drawn")[number % 3]
    plan = configuration(number, camps=camps, outlines="drawn" if camps == "drawn" else "bar")
    return play(GAME, plan.players, 1, dict(plan.rules.as_setting()), pieces=plan.components.as_json())


def _builds(entry: Any) -> Any:
    return entry["must"] and "build" in entry["must"]


def _completes(entry: Any) -> Any:
    return entry["completed"]


def _another_family(building: Any) -> None:
    building["family"] = "olive" if building["family"] != "olive" else "red"


def _fifth_banner(record: Record) -> int:
    used: Counter[int] = Counter()
    for number, entry in enumerate(record["turns"]):
        if used[entry["seat"]] == 4:
            entry["banner"] = {"sold": {}, "gold": 0}
            return number
        used[entry["seat"]] += entry["banner"] is not None
    raise AssertionError("nobody used all banners")


def _lot_of_the_first_building(record: Record) -> None:
    building = record["placed"][0]
    (row, column), (top, left) = min(building["squares"]), min(record["lot"])
    building["squares"] = [[r + top - row, c + left - column] for r, c in building["squares"]]


SPOILT: dict[str, Spoilt] = {
    "ordinary": {
        "another format": (fields(format="arkadia-record/2"), "record"),
        "five players": (fields(players=5, bots=["random"] * 5), "R1.5"),
        "yes or no as a number": (options(flip_tiles=0), "R4.1"),
        "another final round": (options(final_round="everybody"), "R9.2"),
        "too many own workers": (options(start_workers=4), "R2.3"),
        "too few castle pieces": (options(floor_pieces=[2, 3, 1]), "R2.3"),
        "a lot on a camp": (fields(lot=[[r, c] for r in range(3) for c in range(4)]), "R1.2"),
        "a building at the start": (fields(placed=[{"card": "house/red", "squares": [[0, 0], [0, 1]]}]), "R2.2"),
        "a shape in two parts": (head(lambda record: record["shapes"].update(farm=["##.#"])), "R1.3"),
        "a card left out": (head(lambda record: record["stack"].pop()), "R1.3"),
        "another seat on turn": (turn(3, lambda entry: entry.update(seat=9)), "R3"),
        "pass by choice": (turn(4, lambda entry: entry.update(must=None, draw=None)), "R3.1"),
        "no draw": (turn(_builds, lambda entry: entry.update(draw=None)), "R4.5"),
        "a completion left out": (turn(_completes, lambda entry: entry.update(completed=[], castle=[])), "R7.1"),
        "completions out of order": (
            turn(lambda entry: len(entry["completed"]) > 1, lambda entry: entry["completed"].reverse()),
            "R6.3",
        ),
        "seals of another family": (turn(_completes, lambda entry: _another_family(entry["completed"][0])), "R6.2"),
        "a piece left out": (turn(lambda entry: entry["castle"], lambda entry: entry["castle"].pop()), "R7.1"),
        "gold off by one": (
            turn(
                lambda entry: entry["banner"] and entry["banner"]["gold"],
                lambda entry: entry["banner"].update(gold=entry["banner"]["gold"] + 1),
            ),
            "R8.2",
        ),
        "a fifth banner": (_fifth_banner, "R8.1"),
        "too short": (end(lambda record: record["turns"].pop()), "R9"),
        "too long": (end(lambda record: record["turns"].append(record["turns"][-record["players"]]), before=1), "R9"),
        "a shorter final round": (
            end(lambda record: record["rules"].update(final_round="others_only"), before=1),
            "R9",
        ),
        "everybody wins": (end(lambda record: record["result"].update(winners=[0, 1, 2])), "R9.4"),
    },
    "first_game": {
        "six buildings": (head(lambda record: record["stack"].append(record["placed"].pop()["card"])), "R2.2"),
        "a form twice": (head(lambda record: record["placed"][0].update(card=record["placed"][1]["card"])), "R2.2"),
        "a building on the lot": (head(_lot_of_the_first_building), "R2.2"),
    },
    "stalemate": {
        "too short": (end(lambda record: record["turns"].pop()), "R9"),
        "too long": (end(lambda record: record["turns"].append(record["turns"][-record["players"]]), before=1), "R9"),
    },
    "small_castle": {
        "a piece more than there are": (
            turn(
                lambda entry: len(entry["castle"]) < len(entry["completed"]),
                lambda entry: entry["castle"].append({"piece": "red", "square": 0}),
            ),
            "R7.1",
        ),
    },
}
SEEN_LATER = ("record", "R1.3")
"""Rules whose breach the independent referee may notice in another turn."""
UNNOTICED: tuple[str, ...] = ()
"""Rules whose breach the independent referee may not notice at all."""
EVERYWHERE = ((), ("rules",), ("turns", 0), ("turns", 0, "must"), ("result",))
"""Places of a record where a field more is refused."""
