"""The independent referee: replays a game record with the twin and checks everything the record states."""

from typing import Any

from tests.games.medina.twin.ground import BOARDS, COLOURS
from tests.games.medina.twin.twin import Twin
from tests.support.refereeing import RuleError, as_json, need, refereeing

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
    with refereeing() as progress:
        _check_head(record)
        twin = Twin(record)
        progress.turn = 0
        for entry in record["turns"]:
            _replay_turn(twin, entry)
            progress.turn += 1
        need(twin.phase == "over", "M11.1", "the record ends before the game does")
        _compare("result", record["result"], twin.result(), "M11")


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _check_head(record: Any) -> None:
    need(isinstance(record, dict) and set(record) == FIELDS, "record", "fields missing or unknown")
    need(record["format"] == "medina-record/1", "record", "another format")
    players, rules = record["players"], record["rules"]
    need(type(players) is int and type(record["first_seat"]) is int, "record", "no whole number")
    need(players in (2, 3, 4), "M1.5", f"{players} players")
    need(set(rules) == {*CHOICES, *COUNTS, *LISTS}, "record", "rules missing or unknown")
    for name, choices in CHOICES.items():
        need(
            any(rules[name] is choice or (rules[name] == choice and choice not in (0, 1)) for choice in choices),
            "M",
            name,
        )
    for name, least in COUNTS.items():
        need(type(rules[name]) is int and rules[name] >= least, "M1.6", name)
    for name, length in LISTS.items():
        numbers = rules[name]
        need(isinstance(numbers, list) and all(map(_is_number, numbers)), "M1.6", name)
        need(length is None or len(numbers) == length, "M1.6", name)
    need(rules["roofs"] <= 4 and rules["short_first_turns"] <= players, "M1.6", "too many")
    rows, columns = BOARDS[rules["board"]]
    for name in ("well", "merchant"):
        need(all(type(number) is int for number in record[name]), "record", name)
        row, column = record[name]
        need(2 <= row < rows and 2 <= column < columns, "M2", name)
    need(record["well"] != record["merchant"], "M2.3", "merchant on the well")
    need(0 <= record["first_seat"] < players, "M2.4", "first_seat")
    bots = record["bots"]
    need(isinstance(bots, list) and len(bots) == players and all(isinstance(b, str) for b in bots), "record", "bots")


def _replay_turn(twin: Twin, entry: Any) -> None:
    """Play one turn of the record and compare what it states with the twin."""
    need(twin.phase != "over", "M11.1", "the record goes on after the end")
    need({"seat", "actions", "tea"} <= set(entry) <= {"seat", "actions", "tea", "legal"}, "record", "fields of a turn")
    need(type(entry["seat"]) is int and type(entry["tea"]) is bool, "record", "seat or tea")
    need(entry["seat"] == twin.seat, "M3.5", f"seat {twin.seat} is on turn")
    need(1 <= len(entry["actions"]) <= 2, "M3.1", "one or two placements")
    before = len(twin.turns)
    for action in entry["actions"]:
        building = action["place"] == "building"
        need(set(action) == {"place", "square", "effects", *(["colour"] if building else [])}, "record", "placement")
        kind = action["colour"] if building else action["place"]
        need(not building or kind in COLOURS, "record", "colour")
        need(building or kind not in COLOURS, "record", "piece")
        need(all(type(number) is int for number in action["square"]), "record", "square")
        need(len(twin.turns) == before, "M3.3", "no second placement here")
        if twin.phase == "tea":
            twin.take_tea(False)
        row, column = action["square"]
        twin.place(kind, (row, column))
    if entry["tea"]:
        twin.take_tea(True)
    need(len(twin.turns) == before + 1, "M3.2", "a second placement is due")
    turn = twin.turns[-1]
    for stated, found in zip(entry["actions"], turn["actions"], strict=True):
        _compare("effects", stated["effects"], found["effects"], "M9")
    if "legal" in entry:
        _compare("legal", entry["legal"], turn["legal"], "M3.1")


def _compare(what: str, stated: Any, true: Any, rule: str) -> None:
    if as_json(stated) != as_json(true):
        raise RuleError(rule, f"{what}: the record says {stated!r}, the twin {true!r}")
