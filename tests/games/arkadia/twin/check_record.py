"""The independent referee: replays a game record with the twin and checks everything the record states."""

from typing import Any

from tests.games.arkadia.twin.ground import FAMILIES, Square
from tests.games.arkadia.twin.head import HEAD_FIELDS, check_head, read_squares, record_format
from tests.games.arkadia.twin.twin import Twin
from tests.support.refereeing import RuleError, as_json, need, refereeing

RECORD_FIELDS = {"format", *HEAD_FIELDS, "bots", "seed", "turns", "result"}
TURN_FIELDS = {"seat", "must", "draw", "completed", "castle", "banner"}


def check(record: dict[str, Any]) -> None:
    """Raise RuleError, with `turn` set, unless the record is a complete game by the rules.

    The turn is None for the set-up and the number of turns for the result. Rule "record" marks a breach of the format.
    """
    with refereeing() as progress:
        _check_form(record)
        check_head(record)
        twin = Twin(record)
        progress.turn = 0
        for entry in record["turns"]:
            replay_turn(twin, entry)
            progress.turn += 1
        need(twin.phase == "over", "R9", "the record ends before the game does")
        _compare("result", record["result"], twin.result(), "R9.4")


def _check_form(record: dict[str, Any]) -> None:
    need(record.get("format") in ("arkadia-record/1", "arkadia-record/2"), "record", "another format")
    expected = "arkadia-record/2" if "start_gold" in record["rules"] else "arkadia-record/1"
    need(record["format"] == expected == record_format(record["rules"]), "record", "another format")
    need(set(record) == RECORD_FIELDS, "record", f"fields missing or unknown: {sorted(set(record) ^ RECORD_FIELDS)}")
    need(len(record["bots"]) == record["players"], "record", "not one bot for each seat")


def replay_turn(twin: Twin, entry: dict[str, Any]) -> None:
    """Play one turn of the record and compare what it states with the twin."""
    need(twin.phase != "over", "R9", "the record goes on after the end of the game")
    need(set(entry) == TURN_FIELDS, "record", f"fields missing or unknown: {sorted(set(entry) ^ TURN_FIELDS)}")
    need(type(entry["seat"]) is int and entry["seat"] == twin.seat, "R3", f"seat {twin.seat} is on turn")
    before = twin.turn, twin.last_turn

    replay_must(twin, entry["must"])
    if twin.phase == "draw":
        need(entry["draw"] is not None, "R4.5", "a card must be drawn")
        twin.draw(entry["draw"])
    elif entry["draw"] is not None:
        raise RuleError("R4.5", "nothing can be drawn in this turn")
    for number, piece in enumerate(entry["castle"]):
        need(set(piece) == {"piece", "square"}, "record", f"castle entry {piece!r}")
        need(twin.phase == "castle", "R7.1", f"only {number} castle pieces are to be placed")
        twin.place_piece(piece["piece"], piece["square"])
    need(twin.phase != "castle", "R7.1", "more castle pieces are to be placed")
    if twin.phase == "banner":
        twin.banner(None if entry["banner"] is None else entry["banner"]["sold"])
    elif entry["banner"] is not None:
        raise RuleError("R8.1", "the player has no banner left")

    assert (twin.turn, twin.last_turn) != before, "the twin did not finish the turn"
    _compare("completed", _plain_completed(entry), _plain_completed(twin.last_turn), "R6")
    _compare("castle", entry["castle"], twin.last_turn["castle"], "R7.1")
    _compare("banner", _plain_banner(entry), _plain_banner(twin.last_turn), "R8.2")


def replay_must(twin: Twin, must: dict[str, Any] | None) -> None:
    """Play the must of a recorded turn; refuses what the rules or the format forbid."""
    if must is None:
        twin.pass_must()
    elif set(must) == {"build", "squares"}:
        twin.build(must["build"], read_squares(must["squares"]))
    elif set(must) == {"building", "workers"}:
        squares = read_squares([worker["square"] for worker in must["workers"]])
        workers: dict[Square, str] = {}
        for worker in must["workers"]:
            need(set(worker) == {"square", "owner"}, "record", f"worker {worker!r}")
            row, column = worker["square"]
            workers[(row, column)] = worker["owner"]
        assert set(workers) == squares
        twin.introduce(read_squares(must["building"]), workers)
    else:
        raise RuleError("record", f"a must has no fields {sorted(must)}")


def _plain_completed(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The completions of a turn, in the order paid, with their squares as sets."""
    return [{**item, "squares": read_squares(item["squares"])} for item in entry["completed"]]


def _plain_banner(entry: dict[str, Any]) -> dict[str, Any] | None:
    """The banner of a turn with every family named."""
    if entry["banner"] is None:
        return None
    sold = {**dict.fromkeys(FAMILIES, 0), **entry["banner"]["sold"]}
    return {**entry["banner"], "sold": sold}


def _compare(what: str, stated: Any, found: Any, rule: str) -> None:
    need(as_json(stated) == as_json(found), rule, f"{what}: the record says {stated!r}, the twin finds {found!r}")
