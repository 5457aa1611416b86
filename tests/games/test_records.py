"""Game records: what the engine writes is right, what it reads is checked, and two referees say the same."""

import copy
import json
from collections.abc import Callable
from functools import partial, reduce
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from arkadia_sim.compiled.language import OF, find
from arkadia_sim.compiled.record_form import FORM, check_same
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.table import Step
from arkadia_sim.errors import RecordError
from arkadia_sim.testing.game_rows import plain
from tests.games.arkadia import spoilt as arkadia
from tests.games.arkadia.twin import check_record as arkadia_twin
from tests.games.castle import spoilt as castle
from tests.games.castle.twin import check_record as castle_twin
from tests.games.medina import spoilt as medina
from tests.games.medina.twin import check_record as medina_twin
from tests.games.spoiling import Spoil
from tests.support.recorded import first_fault, play, refused_by_both
from tests.support.refereeing import RuleError

SPOILT: dict[str, ModuleType] = {"arkadia": arkadia, "medina": medina, "castle": castle}
TWINS: dict[str, ModuleType] = {"arkadia": arkadia_twin, "medina": medina_twin, "castle": castle_twin}
OPTIONAL = {"arkadia": "", "medina": "legal", "castle": "of"}
"""By game a field of turns or steps that a record may leave out."""
Fault = tuple[str, int | None] | None
RECORDS = [(game, kind) for game in GAMES for kind in SPOILT[game].KINDS]


def referees(game: str) -> tuple[Callable[[Any], Fault], Callable[[Any], Fault]]:
    """Rule and turn of the first fault that the checker finds, and those that the independent referee finds."""
    ours = partial(first_fault, lambda record: find_game(game).replay(record, {}), RecordError)
    return ours, partial(first_fault, TWINS[game].check, RuleError)


def without(value: Any, field: str) -> Any:
    """The same record without a field, wherever it is."""
    if isinstance(value, dict):
        return {name: without(item, field) for name, item in value.items() if name != field}
    return [without(item, field) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_records_are_right_whatever_the_options(game: str, number: int) -> None:
    """What is written down of a game, both referees accept, with what may be left out and without."""
    ours, twins = referees(game)
    record = json.loads(json.dumps(plain(SPOILT[game].played(number).records[0])))
    assert (ours(record), twins(record), ours(without(record, OPTIONAL[game]))) == (None, None, None)


@pytest.mark.parametrize(("game", "kind"), RECORDS)
def test_a_record_that_is_changed_anywhere_is_refused_by_both_or_by_none(game: str, kind: str) -> None:
    """Records of earlier days are still right; other values, and fields that are missing or too many, are not."""
    ours, twins = referees(game)
    record = SPOILT[game].record(kind)
    assert (ours(record), twins(record)) == (None, None)
    assert refused_by_both(record, ours, twins, 30) > 18
    for field in record:
        assert ours({name: value for name, value in record.items() if name != field}) == (FORM, None)
    for path in SPOILT[game].EVERYWHERE:
        spoilt = copy.deepcopy(record)
        reduce(lambda place, key: place[key], path, spoilt)["more"] = 1
        assert (ours(spoilt) or "")[0] == FORM, path
    strangers: tuple[Any, ...] = (None, 3, "text", [], {})
    for nothing in strangers:
        assert ours(nothing) == (FORM, None)


@pytest.mark.parametrize(
    ("game", "kind", "spoil", "rule"),
    [
        pytest.param(game, kind, *spoilt, id=f"{game}-{name.replace(' ', '_')}")
        for game, kind in RECORDS
        for name, spoilt in SPOILT[game].SPOILT[kind].items()
    ],
)
def test_a_spoilt_record_is_refused_by_rule_and_turn(game: str, kind: str, spoil: Spoil, rule: str) -> None:
    """What breaks a rule of play the independent referee refuses at the same turn."""
    ours, twins = referees(game)
    record = copy.deepcopy(SPOILT[game].record(kind))
    number = spoil(record)
    assert ours(record) == (rule, number)
    refused = twins(record)
    assert refused is not None or rule in SPOILT[game].UNNOTICED
    assert refused is None or refused[1] == number or rule in SPOILT[game].SEEN_LATER


@pytest.mark.parametrize(("game", "kind"), RECORDS)
def test_a_replay_stops_after_each_turn_and_ends_with_the_result(game: str, kind: str) -> None:
    record = SPOILT[game].record(kind)
    again = find_game(game).replayed(record)  # type: ignore[attr-defined]
    for number in again.turns():
        assert plain(again.language.body(again.log[number:], again.game)["turns"]) == [record["turns"][number]]
    assert plain(again.language.result(again.game)) == record["result"]


# -- Arkadia -----------------------------------------------------------------------------------------------------------


def test_r2_3_seats_that_begin_unlike_are_told_by_version_2() -> None:
    """Version 1 knows one number of workers for all and no gold at the start."""
    ours, twins = referees("arkadia")
    formats = ("arkadia-record/1", "arkadia-record/2")
    for rules, version in (
        ({"start_gold": 7}, 2),
        ({"start_workers": [1, 3, 0]}, 2),
        ({"start_gold": [0, 40, 3]}, 2),
        ({"start_workers": [2, 2, 2], "start_gold": [0, 0, 0]}, 1),
    ):
        record = json.loads(json.dumps(plain(play(find_game("arkadia"), 3, 1, rules).records[0])))
        assert record["format"] == formats[version - 1]
        assert ("start_gold" in record["rules"]) == (version == 2)
        assert (ours(record), twins(record)) == (None, None)
        record["format"] = formats[2 - version]
        assert ours(record) == twins(record) == (FORM, None)


def test_r1_3_the_deck_and_the_outlines_are_those_of_the_box() -> None:
    record = arkadia.record("ordinary")
    cards = {**record, "stack": ["house/red", *record["stack"][1:]]}
    shapes = {**record, "shapes": {**record["shapes"], "mill": ["#####"]}}
    assert referees("arkadia")[0](cards) == referees("arkadia")[0](shapes) == ("R1.3", None)


OPTIONS = [(Step("move", 3), [0, "king"]), (Step("move", 4), 1), (Step("move", 5), "stop")]


@pytest.mark.parametrize(
    ("value", "number"), [((0, "king"), 3), ([np.int8(0), "king"], 3), (np.int64(1), 4), ("stop", 5)]
)
def test_a_value_may_be_a_tuple_and_numpys_number(value: Any, number: int) -> None:
    assert find(OPTIONS, value, "R1") == Step("move", number)


@pytest.mark.parametrize("value", [True, 1.0, 2, "1", None, [], [0], [0, 1], np.array([0, 1]), "king"])
def test_what_is_no_option_is_refused_with_all_options(value: Any) -> None:
    with pytest.raises(RecordError, match="move is one of .0, 'king'., 1, stop, not") as error:
        find(OPTIONS, value, "R1")
    assert error.value.rule == "R1"


TRUE = {"seat": 1, "steps": [{"pick": 4, OF: 2}, {"pick": "stop", OF: 3}]}
RULES = {"turns": "R1", "turns.seat": "R2", "turns.steps.pick": "R3"}


@pytest.mark.parametrize(
    ("stated", "rule", "words"),
    [
        ({**TRUE, "seat": True}, "R2", "turns.seat: 1, not True"),
        ({**TRUE, "steps": [TRUE["steps"][0]]}, "R1", "turns.steps has 2 entries, not 1"),  # type: ignore[index]
        ({**TRUE, "steps": [{"pick": 4}, {"pick": 5}]}, "R3", "turns.steps[1].pick: 'stop', not 5"),
        ({**TRUE, "steps": [{"pick": 4, OF: 3}, {"pick": "stop"}]}, "R1", "turns.steps[0].of: 2, not 3"),
        ({**TRUE, "steps": {}}, FORM, "turns.steps must be a list"),
        ({**TRUE, "more": 0}, FORM, "turns has no field 'more'"),
        ({"seat": 1}, FORM, "turns lacks the field 'steps'"),
    ],
)
def test_the_first_difference_has_the_rule_of_its_field(stated: Any, rule: str, words: str) -> None:
    with pytest.raises(RecordError) as error:
        check_same(stated, TRUE, RULES, "turns", optional=OF)
    assert (error.value.rule, words in str(error.value)) == (rule, True)


def test_a_field_that_may_be_left_out_is_not_missed() -> None:
    check_same({**TRUE, "steps": [{"pick": 4}, {"pick": "stop", OF: 3}]}, TRUE, RULES, "turns", optional=OF)
