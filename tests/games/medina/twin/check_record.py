"""The independent referee: replays a game record with the twin and checks everything the record states."""

import json
from typing import Any

from tests.games.medina.twin.ground import BOARDS, COLOURS, RuleError
from tests.games.medina.twin.twin import Twin

CHOICES = {
    "board": ("small", "large"),
    "grow_from": ("building", "palace"),
    "street_start": ("one", "apart", "anywhere"),
    "last_player": ("free", "roofs_first"),
    "tower_claim": ("first_contact", "every_extension"),
    "tea_same_turn": (True, False),
    "well_squares": ("four", "twelve"),
    "well_scoring": ("piece", "palace"),
    "ties": ("shared", "largest_palace"),
    "holdings": ("open", "hidden"),
}
COUNTS = {
    "buildings": 1, "roofs": 0, "neutral_roofs": 0, "stables": 0, "merchants": 0, "walls": 0, "well_points": 0,
    "short_first_turns": 0,
}  # fmt: skip
LISTS = {"tea_tiles": None, "tower_merchants": 4, "palace_values": 4, "tower_values": 4}
FIELDS = {"format", "players", "rules", "well", "merchant", "first_seat", "bots", "seed", "turns", "result"}


def check(record: Any) -> None:
    """Raise RuleError, with `turn` set, unless the record is a complete game by the rules.

    The turn is None for the set-up and the number of turns for the result. Rule "record" marks a breach of the format.
    """
    turn: int | None = None
    try:
        _check_head(record)
        twin = Twin(record)
        turn = 0
        for entry in record["turns"]:
            _replay_turn(twin, entry)
            turn += 1
        if twin.phase != "over":
            raise RuleError("M11.1", "the record ends before the game does")
        _compare("result", record["result"], twin.result(), "M11")
    except RuleError as error:
        error.turn = turn
        raise
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise RuleError("record", f"malformed: {error!r}", turn) from error


def _need(is_so: bool, rule: str, what: str) -> None:
    if not is_so:
        raise RuleError(rule, what)


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _check_head(record: Any) -> None:
    _need(isinstance(record, dict) and set(record) == FIELDS, "record", "fields missing or unknown")
    _need(record["format"] == "medina-record/1", "record", "another format")
    players, rules = record["players"], record["rules"]
    _need(type(players) is int and type(record["first_seat"]) is int, "record", "no whole number")
    _need(players in (2, 3, 4), "M1.5", f"{players} players")
    _need(set(rules) == {*CHOICES, *COUNTS, *LISTS}, "record", "rules missing or unknown")
    for name, choices in CHOICES.items():
        _need(
            any(rules[name] is choice or (rules[name] == choice and choice not in (0, 1)) for choice in choices),
            "M",
            name,
        )
    for name, least in COUNTS.items():
        _need(type(rules[name]) is int and rules[name] >= least, "M1.6", name)
    for name, length in LISTS.items():
        numbers = rules[name]
        _need(isinstance(numbers, list) and all(map(_is_number, numbers)), "M1.6", name)
        _need(length is None or len(numbers) == length, "M1.6", name)
    _need(rules["roofs"] <= 4 and rules["short_first_turns"] <= players, "M1.6", "too many")
    rows, columns = BOARDS[rules["board"]]
    for name in ("well", "merchant"):
        _need(all(type(number) is int for number in record[name]), "record", name)
        row, column = record[name]
        _need(2 <= row < rows and 2 <= column < columns, "M2", name)
    _need(record["well"] != record["merchant"], "M2.3", "merchant on the well")
    _need(0 <= record["first_seat"] < players, "M2.4", "first_seat")
    bots = record["bots"]
    _need(isinstance(bots, list) and len(bots) == players and all(isinstance(b, str) for b in bots), "record", "bots")


def _replay_turn(twin: Twin, entry: Any) -> None:
    """Play one turn of the record and compare what it states with the twin."""
    _need(twin.phase != "over", "M11.1", "the record goes on after the end")
    _need({"seat", "actions", "tea"} <= set(entry) <= {"seat", "actions", "tea", "legal"}, "record", "fields of a turn")
    _need(type(entry["seat"]) is int and type(entry["tea"]) is bool, "record", "seat or tea")
    _need(entry["seat"] == twin.seat, "M3.5", f"seat {twin.seat} is on turn")
    _need(1 <= len(entry["actions"]) <= 2, "M3.1", "one or two placements")
    before = len(twin.turns)
    for action in entry["actions"]:
        building = action["place"] == "building"
        _need(set(action) == {"place", "square", "effects", *(["colour"] if building else [])}, "record", "placement")
        kind = action["colour"] if building else action["place"]
        _need(not building or kind in COLOURS, "record", "colour")
        _need(building or kind not in COLOURS, "record", "piece")
        _need(all(type(number) is int for number in action["square"]), "record", "square")
        _need(len(twin.turns) == before, "M3.3", "no second placement here")
        if twin.phase == "tea":
            twin.take_tea(False)
        row, column = action["square"]
        twin.place(kind, (row, column))
    if entry["tea"]:
        twin.take_tea(True)
    _need(len(twin.turns) == before + 1, "M3.2", "a second placement is due")
    turn = twin.turns[-1]
    for stated, found in zip(entry["actions"], turn["actions"], strict=True):
        _compare("effects", stated["effects"], found["effects"], "M9")
    if "legal" in entry:
        _compare("legal", entry["legal"], turn["legal"], "M3.1")


def _compare(what: str, stated: Any, found: Any, rule: str) -> None:
    """Equal as JSON is: 1, 1.0 and true are not; the order of an object's fields does not matter."""
    if json.dumps(stated, sort_keys=True) != json.dumps(found, sort_keys=True):
        raise RuleError(rule, f"{what}: the record says {stated!r}, the twin finds {found!r}")
