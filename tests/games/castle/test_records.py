"""Game records: what the engine writes is right, what it reads is checked, and two referees say the same."""

import copy
import json
from functools import partial, reduce
from typing import Any

import pytest

from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle.game import GAME
from tests.games.castle.twin.check_record import check as check_by_twin
from tests.games.castle.twin.configurations import configuration
from tests.support.recorded import first_fault, records, refused_by_both
from tests.support.refereeing import RuleError

Record = dict[str, Any]


fault_of = partial(first_fault, lambda record: GAME.replay(record, {}), RecordError)
"""Rule and turn of the first fault that the checker finds."""
twin_fault_of = partial(first_fault, check_by_twin, RuleError)
"""The same from the independent referee."""


@pytest.mark.parametrize("number", range(12))
def test_records_are_right_whatever_the_options(number: int) -> None:
    """What is written down of a game, both referees accept, with the numbers of candidates and without."""
    plan = configuration(number)
    (record,) = records(GAME, plan.players, 1, **plan.chosen)
    assert fault_of(record) is None
    assert twin_fault_of(record) is None
    for entry in (*record["turns"], *record["last"]):
        for step in entry["steps"]:
            step.pop("of", None)
    assert fault_of(record) is None


@pytest.fixture(scope="module")
def game() -> Record:
    """An architect game of three with a theft, a move and a roll of Dagobert's die, that ends with a castle."""
    kinds = ("steal", "move", "roll")
    for record in records(GAME, 3, 60, version="architect", boards="drawn", tokens=12):
        if all(f'"kind": "{kind}"' in json.dumps(record["turns"]) for kind in kinds) and record["last"]:
            return record
    raise AssertionError("no game has everything in it")


def test_a_changed_record_is_refused_by_both(game: Record) -> None:
    """Whatever single value is changed: both referees refuse the record, or both accept it."""
    assert refused_by_both(game, fault_of, twin_fault_of, 60) > 40


def test_fields_that_are_missing_or_too_many_are_refused(game: Record) -> None:
    for field in game:
        assert fault_of({name: value for name, value in game.items() if name != field}) == ("record", None)
    for path in ((), ("board",), ("board", "lines", 3), ("turns", 0), ("turns", 0, "steps", 0), ("last", 0)):
        copied = copy.deepcopy(game)
        reduce(lambda place, key: place[key], path, copied)["more"] = 1
        assert (fault_of(copied) or "")[0] == "record", path


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda game: game["last"].append({"seat": 0, "steps": []}), "C9.2"),
        (lambda game: game["turns"][-1].__setitem__("seat", 3 - game["turns"][-1]["seat"]), "C4.5"),
        (lambda game: game["deck"].__setitem__(0, game["deck"][1]), "C3.2"),
        (lambda game: game.__setitem__("first_seat", 3), "C3.1"),
        (lambda game: game["turns"][4].__setitem__("dice", ["?", "coal"]), "C1.2"),
        (lambda game: game["board"]["squares"].reverse(), "C13"),
        (lambda game: game["board"].__setitem__("flag_room", [0, 1, 2, 3, 4]), "C13.8"),
        (lambda game: game["board"].__setitem__("group_points", [1, 9, 10, 11]), "C13.7"),
        (lambda game: game["rules"].__setitem__("tokens", 13), "C12"),
        (lambda game: game["rules"].__setitem__("boards", "shipped"), "C2.5"),
        (lambda game: game["result"].__setitem__("winners", []), "C10.3"),
    ],
)
def test_a_fault_is_called_by_its_rule(game: Record, change: Any, rule: str) -> None:
    record = copy.deepcopy(game)
    change(record)
    assert (fault_of(record) or [""])[0].startswith(rule)


def test_a_guess_of_many_faces_is_read_back() -> None:
    """Records name the faces of a die one by one."""
    (record,) = records(GAME, 2, 1, die=["?"] * 6, turn_limit=4)
    assert record["rules"]["die"] == ["?"] * 6
    assert record["result"]["end"] == "limit"
    assert record["last"] == []
    assert fault_of(record) is None
