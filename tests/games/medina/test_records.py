"""Game records: what the engine writes is right, what it reads is checked, and two referees say the same."""

import copy
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.rng import deal_seeds
from tests.games.medina.twin.check_record import check as check_by_twin
from tests.games.medina.twin.configurations import configuration
from tests.support.command import call
from tests.support.recorded import first_fault, records, refused_by_both
from tests.support.refereeing import RuleError

Record = dict[str, Any]


fault_of = partial(first_fault, lambda record: GAME.replay(record, {}), RecordError)
"""Rule and turn of the first fault that the checker finds."""
twin_fault_of = partial(first_fault, check_by_twin, RuleError)
"""The same from the independent referee."""


@pytest.mark.parametrize("number", range(24))
def test_records_are_right_whatever_the_options(number: int) -> None:
    """What is written down of a game, both referees accept, with the numbers of legal placements and without."""
    plan = configuration(number)
    (record,) = records(GAME, plan.players, 1, **plan.chosen)
    assert fault_of(record) is None
    assert twin_fault_of(record) is None
    for turn in record["turns"]:
        del turn["legal"]
    assert fault_of(record) is None


@pytest.fixture(scope="module")
def game() -> Record:
    """A random game of three that ends stuck, with every event and a tea break in it."""
    for record in records(GAME, 3, 40):
        text = json.dumps(record["turns"])
        events = ("claim", "tea", "tower_tile", "palace_tile", "closed")
        signs = [f'"event": "{event}"' for event in events] + ['"tea": true', '"neutral_roof"']
        if record["result"]["end"] == "stuck" and all(sign in text for sign in signs):
            return record
    raise AssertionError("no such game among these")


def test_the_fields_are_those_of_the_format(game: Record) -> None:
    """Nothing is missing, nothing is added, and squares, seats and colours are as the format has them."""
    assert list(game) == [
        "format", "players", "rules", "well", "merchant", "first_seat", "bots", "seed", "turns", "result",
    ]  # fmt: skip
    assert game["seed"] in deal_seeds(11, 3, 0, 40).tolist()
    assert len(game["rules"]) == 22
    assert list(game["turns"][0]) == ["seat", "actions", "tea", "legal"]
    first = game["turns"][0]["actions"][0]
    assert list(first) == ["place", *(["colour"] if first["place"] == "building" else []), "square", "effects"]
    assert list(game["result"]) == ["end", "scores", "left", "winners"]
    assert list(game["result"]["scores"][0]) == ["palaces", "palace_tiles", "tower_tiles", "total"]


# -- tampered records --------------------------------------------------------------------------------------------------


def actions(record: Record) -> Iterator[tuple[int, dict[str, Any]]]:
    """All placements with the number of their turn."""
    return ((number, action) for number, turn in enumerate(record["turns"]) for action in turn["actions"])


def with_event(record: Record, event: str) -> tuple[int, dict[str, Any]]:
    """The first event of a kind, with its turn."""
    return next(
        (n, effect) for n, action in actions(record) for effect in action["effects"] if effect["event"] == event
    )


def of_kind(record: Record, kind: str) -> tuple[int, dict[str, Any]]:
    """The first placement of a kind of piece, with its turn."""
    return next((number, action) for number, action in actions(record) if action["place"] == kind)


def head(**changes: Any) -> Callable[[Record], int | None]:
    """Change fields of the record, or of its rules if they are named rules_…"""

    def change(record: Record) -> None:
        for field, value in changes.items():
            rule = field.startswith("rules_")
            (record["rules"] if rule else record)[field.removeprefix("rules_")] = value

    return change


def moved(kind: str, square: list[int]) -> Callable[[Record], int | None]:
    """Put the first piece of a kind elsewhere."""

    def change(record: Record) -> int:
        number, action = of_kind(record, kind)
        action["square"] = square
        return number

    return change


def event(kind: str, **changes: Any) -> Callable[[Record], int | None]:
    """Change fields of the first event of a kind."""

    def change(record: Record) -> int:
        number, effect = with_event(record, kind)
        effect |= changes
        return number

    return change


def without_event(kind: str) -> Callable[[Record], int | None]:
    """Leave the first event of a kind out."""

    def change(record: Record) -> int:
        number, removed = with_event(record, kind)
        for action in record["turns"][number]["actions"]:
            action["effects"] = [effect for effect in action["effects"] if effect is not removed]
        return number

    return change


def result(change: Callable[[dict[str, Any]], None]) -> Callable[[Record], int | None]:
    """Change the result."""

    def tamper(record: Record) -> int:
        change(record["result"])
        return len(record["turns"])

    return tamper


def in_turn(number: int, change: Callable[[dict[str, Any]], Any]) -> Callable[[Record], int | None]:
    """Change a turn."""

    def tamper(record: Record) -> int:
        change(record["turns"][number])
        return number

    return tamper


def no_second_piece(record: Record) -> int:
    """Leave the second piece of a turn out."""
    number = next(n for n, turn in enumerate(record["turns"]) if len(turn["actions"]) == 2)
    record["turns"][number]["actions"].pop()
    record["turns"][number]["legal"].pop()
    return number


def second_in_a_short_turn(record: Record) -> int:
    """A second piece in the first turn of the game."""
    record["turns"][0]["actions"].append({"place": "wall", "square": [0, 1], "effects": []})
    return 0


def tea_without_a_tile(record: Record) -> int:
    """A tea break of a player who has no tea tile."""
    number = next(n for n, turn in enumerate(record["turns"]) if len(turn["actions"]) == 2)
    record["turns"][number]["actions"].pop()
    record["turns"][number]["legal"].pop()
    record["turns"][number]["tea"] = True
    return number


def too_short(record: Record) -> int:
    """The last turn is missing."""
    record["turns"].pop()
    return len(record["turns"])


def too_long(record: Record) -> int:
    """The last turn stands there twice."""
    record["turns"].append(copy.deepcopy(record["turns"][-1]))
    return len(record["turns"]) - 1


def other_seat(record: Record) -> int:
    """Another player is said to be on turn."""
    record["turns"][3]["seat"] = (record["turns"][3]["seat"] + 1) % 3
    return 3


TAMPERINGS: dict[str, tuple[Callable[[Record], int | None], str]] = {
    "another format": (head(format="medina-record/2"), "record"),
    "five players": (head(players=5), "M1.5"),
    "players as a text": (head(players="3"), "record"),
    "a bot too few": (head(bots=["random"]), "record"),
    "a field more": (head(comment="what a game"), "record"),
    "an option more": (head(rules_weather="fine"), "record"),
    "an unknown choice": (head(rules_ties="dice"), "M11.6"),
    "yes or no as a number": (head(rules_tea_same_turn=1), "M10.3"),
    "a count as a fraction": (head(rules_walls=12.0), "M1.6"),
    "a count as true": (head(rules_walls=True), "M1.6"),
    "a count as a word": (head(rules_walls="standard"), "M1.6"),
    "a list as a number": (head(rules_tea_tiles=3), "M1.6"),
    "five roofs": (head(rules_roofs=5), "M1.6"),
    "three towers": (head(rules_tower_values=[1, 2, 3]), "M1.6"),
    "four short turns": (head(rules_short_first_turns=4), "M1.6"),
    "a well at the edge": (head(well=[1, 5]), "M2.2"),
    "a well as a name": (head(well="C7"), "record"),
    "a merchant on the well": (head(well=[5, 5], merchant=[5, 5]), "M2.3"),
    "no such seat begins": (head(first_seat=3), "M2.4"),
    "another seat on turn": (other_seat, "M3.5"),
    "a piece in the ring": (moved("merchant", [0, 4]), "M7.1"),
    "a wall in the city": (moved("wall", [4, 4]), "M8.1"),
    "a square off the board": (moved("stable", [40, 2]), "M1.2"),
    "no second piece": (no_second_piece, "M3.2"),
    "a second piece in a short turn": (second_in_a_short_turn, "M3.3"),
    "a tea break without a tile": (tea_without_a_tile, "M3.2"),
    "no piece at all": (in_turn(5, lambda turn: turn.update(actions=[])), "M3.1"),
    "a count that is wrong": (in_turn(4, lambda turn: turn["legal"].reverse()), "M3.1"),
    "counts that are null": (in_turn(4, lambda turn: turn.update(legal=None)), "record"),
    "tea as a number": (in_turn(4, lambda turn: turn.update(tea=0)), "record"),
    "a wrong size": (event("claim", size=40), "M6.1"),
    "a palace claimed for another": (event("claim", to=7), "M6.1"),
    "too much tea": (event("tea", count=4), "M10.1"),
    "merchants as a fraction": (event("tower_tile", merchants=1.5), "M9.1"),
    "a tile for another tower": (event("tower_tile", tower=9), "M9.1"),
    "a palace tile kept quiet": (without_event("palace_tile"), "M9.3"),
    "buildings not given back": (event("closed", returned=[0, 0, 99]), "M6.4"),
    "too short": (too_short, "M11.1"),
    "too long": (too_long, "M11.1"),
    "a point more": (result(lambda scores: scores["scores"][0].update(total=99)), "M11.2"),
    "nobody has won": (result(lambda scores: scores.update(winners=[])), "M11.6"),
    "another end": (result(lambda scores: scores.update(end="all_placed")), "M11.1"),
    "something left": (result(lambda scores: scores.update(left=[9, 9, 9])), "M11.1"),
    "a result as a text": (head(result="won"), "record"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampered_records_are_refused(name: str, game: Record) -> None:
    """Each is refused with the rule that it breaks and its turn; the independent referee refuses it too."""
    tamper, rule = TAMPERINGS[name]
    record = copy.deepcopy(game)
    turn = tamper(record)
    if name == "a result as a text":
        turn = len(record["turns"])
    assert fault_of(record) == (rule, turn)
    assert twin_fault_of(record) is not None


def test_another_value_is_refused_by_both_or_by_none(game: Record) -> None:
    assert refused_by_both(game, fault_of, twin_fault_of, 30) > 20


def test_check_reads_games_that_are_cut_into_lines(game: Record, tmp_path: Path) -> None:
    """One line with the head, one for each turn, one with the result; whole games may stand between."""
    head = {field: value for field, value in game.items() if field not in ("turns", "result")}
    cut = [head, *game["turns"], {"result": game["result"]}]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(json.dumps(part) for part in [*cut, game, *cut]), encoding="utf-8")
    checked = call("check", str(file), "--game", "medina")
    assert "3 games, all by the rules" in checked.output
    file.write_text("\n".join(json.dumps(part) for part in cut[:-1]), encoding="utf-8")
    checked = call("check", str(file), "--game", "medina", code=1)
    assert "lacks the field 'turns'" in checked.output
