"""Game records: what the engine writes is right, what it reads is checked, and two referees say the same."""

import copy
import json
from collections.abc import Callable
from functools import partial, reduce
from types import ModuleType
from typing import Any

import pytest

from arkadia_sim.core.record_form import FORM
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.errors import RecordError, RunError
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


@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_stops_short_is_no_game(game: str) -> None:
    found: Any = find_game(game)
    setting, deal = found.setting(2, {}, {}), 5
    table = found.table(setting, deal, ["random", "random"])
    while table.bot_to_act is not None:
        table.ask_bot()
    log = table._log[: int(table._progress[0]["logged"])]
    rule = found.language.field_rules["turns"]
    with pytest.raises(RunError, match=rf"turn {len(log) - 1} of the log of deal {deal} does not replay: {rule}"):
        found.record(found.prepared(setting), setting, log[:-1], deal, ["random"] * 2)


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


def test_squares_and_sales_may_be_written_in_any_way() -> None:
    """A list of squares is a set, and families of which nothing was sold may be named or left out."""
    ours, twins = referees("arkadia")
    record = copy.deepcopy(arkadia.record("ordinary"))
    record["lot"].reverse()
    for turn in record["turns"]:
        for place in (turn["must"] or {}, *turn["completed"]):
            for name in ("squares", "building", "workers"):
                if name in place:
                    place[name].reverse()
        if turn["banner"]:
            turn["banner"]["sold"] = {"silver": 0, "red": 0} | turn["banner"]["sold"]
    assert (ours(record), twins(record)) == (None, None)
    assert ours(dict(reversed(record.items())) | {"seed": "a text"}) is None


def test_r1_3_the_deck_and_the_outlines_are_those_of_the_box() -> None:
    record = arkadia.record("ordinary")
    cards = {**record, "stack": ["house/red", *record["stack"][1:]]}
    shapes = {**record, "shapes": {**record["shapes"], "mill": ["#####"]}}
    assert referees("arkadia")[0](cards) == referees("arkadia")[0](shapes) == ("R1.3", None)


# -- Once Upon a Castle ------------------------------------------------------------------------------------------------


def test_a_guess_of_many_faces_is_read_back() -> None:
    """Records name the faces of a die one by one."""
    record = plain(play(find_game("castle"), 2, 1, {"die": ["?"] * 6, "turn_limit": 4}).records[0])
    assert record["rules"]["die"] == ["?"] * 6
    assert (record["result"]["end"], record["last"]) == ("limit", [])
    assert referees("castle")[0](record) is None
