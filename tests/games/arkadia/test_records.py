"""Game records: what the engine writes is right, what it reads is checked, and two referees say the same."""

import copy
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.errors import RecordError, RunError
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.records.form import read_setup
from arkadia_sim.games.arkadia.rules.setup import prepare
from arkadia_sim.games.arkadia.rules.state import OVER
from arkadia_sim.games.arkadia.values import Banner, Build, Introduce, Pass, Piece, explain, take
from tests.games.arkadia.recorded_games import Logged, deal_table, play_recorded
from tests.games.arkadia.tamperings import FIRST_GAME, PLAY, SETUP, SMALL_CASTLE, STALEMATE, Tampering
from tests.games.arkadia.twin.check_record import check as check_by_twin
from tests.games.arkadia.twin.compare import apply_to_twin
from tests.games.arkadia.twin.configurations import VALUES, configuration
from tests.games.arkadia.twin.deciders import decider, probe
from tests.support.recorded import first_fault
from tests.support.refereeing import RuleError

ORDINARY = {name: values[0] for name, values in VALUES.items()} | {"players": 3, "decider": "wild"}


RECORDS = Path(__file__).parent / "data" / "records"


@cache
def stored(kind: str) -> Any:
    """A stored record of the engine: ordinary, first_game, stalemate or small_castle (with no floor 3 pieces)."""
    return json.loads((RECORDS / f"{kind}.jsonl").read_text(encoding="utf-8"))


fault_of = partial(first_fault, lambda record: GAME.replay(record, {}), RecordError)
"""Rule and turn of the first fault that the checker finds."""
twin_fault_of = partial(first_fault, check_by_twin, RuleError)
"""The same from the independent referee."""


# -- records are right -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(16))
def test_engine_and_twin_write_the_same_record(number: int) -> None:
    """Whatever the options: the engine tells the game as the twin saw it, and both referees accept it."""
    camps = "random" if number % 2 else "shipped"
    game = play_recorded(configuration(number, camps=camps))
    assert game.record == game.by_twin
    assert fault_of(game.record) is None
    assert twin_fault_of(game.record) is None


@pytest.mark.parametrize("setup", ["standard", "first_game"])
def test_r1_what_a_deal_has_drawn_is_recorded_as_it_was_played(setup: str) -> None:
    """Each record tells its own camps and outlines, which the twin plays by, and both referees accept it."""
    seen = set()
    for number in range(8):
        game = play_recorded(configuration(number, camps="drawn", outlines="drawn", setup=setup, decider="wild"))
        assert game.record == game.by_twin
        assert fault_of(game.record) is None
        assert twin_fault_of(game.record) is None
        assert sum(row.count("T") for row in game.record["board"]) == 24
        seen.add((tuple(game.record["board"]), str(game.record["shapes"])))
    assert len({board for board, _ in seen}) == 8
    assert len({shapes for _, shapes in seen}) > 2


@pytest.mark.parametrize("camps", ["none", "everywhere"])
def test_r1_1_boards_with_other_camps_are_recorded_too(camps: str) -> None:
    game = play_recorded(configuration(1, camps=camps, setup="standard"))
    assert game.record == game.by_twin
    assert fault_of(game.record) is None


@pytest.mark.parametrize("number", range(9))
def test_games_that_another_seat_begins_are_accepted(number: int) -> None:
    """In every deal seat 0 begins; a record may name another."""
    players = 2 + number % 3
    plan = configuration(number, players=players, first_seat=players - 1, decider="wild")
    record = Logged.dealt(plan).play(plan)
    assert record["first_seat"] == players - 1
    assert fault_of(record) is None


@pytest.mark.parametrize("rules", [{"start_gold": 7}, {"start_workers": (1, 3, 0)}, {"start_gold": (0, 40, 3)}])
def test_r2_3_seats_that_begin_unlike_are_told_by_version_2(rules: dict[str, Any]) -> None:
    """Version 1 knows one number of workers for all and no gold at the start; engine and twin know the other."""
    game = play_recorded(configuration(4, **ORDINARY | rules))
    assert game.record == game.by_twin
    assert game.record["format"] == "arkadia-record/2"
    assert "start_gold" in game.record["rules"]
    assert fault_of(game.record) is None
    assert twin_fault_of(game.record) is None
    claims_the_other = game.record | {"format": "arkadia-record/1"}
    assert fault_of(claims_the_other) == twin_fault_of(claims_the_other) == ("record", None)


def test_r2_3_seats_that_begin_alike_are_told_by_version_1() -> None:
    record = play_recorded(configuration(4, **ORDINARY | {"start_workers": (2, 2, 2), "start_gold": (0, 0, 0)})).record
    assert (record["format"], record["rules"]["start_workers"]) == ("arkadia-record/1", 2)
    assert "start_gold" not in record["rules"]
    told_otherwise = record | {"format": "arkadia-record/2", "rules": record["rules"] | {"start_gold": 0}}
    assert fault_of(told_otherwise) == twin_fault_of(told_otherwise) == ("record", None)


def test_squares_and_sales_may_be_written_in_any_way() -> None:
    """A list of squares is a set, and families of which nothing was sold may be named or left out."""
    record = copy.deepcopy(stored("ordinary"))
    record["lot"].reverse()
    for turn in record["turns"]:
        for place in (turn["must"] or {}, *turn["completed"]):
            for name in ("squares", "building", "workers"):
                if name in place:
                    place[name].reverse()
        if turn["banner"]:
            turn["banner"]["sold"] = {"silver": 0, "red": 0} | turn["banner"]["sold"]
    assert fault_of(record) is None
    assert twin_fault_of(record) is None
    assert fault_of(dict(reversed(record.items())) | {"seed": "a text"}) is None


def test_a_log_that_stops_short_is_no_game() -> None:
    plan = configuration(4, **ORDINARY)
    game = play_recorded(plan)
    log, bots = game.log, game.record["bots"]
    with pytest.raises(RunError, match=rf"turn {len(log) - 1} of the log of deal {plan.seed} does not replay: R9"):
        GAME.record(game.prepared, game.setting, log[:-1], plan.seed, bots)
    with pytest.raises(RunError, match="turn 0 "):
        GAME.record(game.prepared, game.setting, log, plan.seed + 1, bots)


def test_r1_3_another_deck_needs_to_be_named() -> None:
    """A game with other cards is accepted with its deck alone; shapes hold the forms that the cards name."""
    cards = tuple(card for card in Components.shipped().cards if not card.startswith("mill"))
    plan = configuration(3, **ORDINARY)
    plan = replace(plan, components=replace(plan.components, cards=cards))
    record = play_recorded(plan).record
    assert "mill" not in record["shapes"]
    assert fault_of(record) == ("R1.3", None)
    GAME.replayed(record).check(record)
    with pytest.raises(RecordError, match="more cards than in the deck: farm/black") as found:
        read_setup(record, [card for card in cards if card != "farm/black"])
    assert found.value.rule == "R1.3"


@pytest.mark.parametrize("kind", ["ordinary", "first_game", "stalemate", "small_castle"])
def test_records_of_earlier_days_are_still_right(kind: str) -> None:
    """Stored when they were played; a change of rules shows here, and calls for another rules version."""
    assert fault_of(stored(kind)) is None
    assert twin_fault_of(stored(kind)) is None


# -- replaying ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["ordinary", "first_game", "stalemate"])
def test_replay_stops_after_each_turn_and_ends_with_the_result(kind: str) -> None:
    record = stored(kind)
    again = GAME.replayed(record)
    language = again.language
    for turn in again.turns():
        assert int(again.game["table"]["turn"]) == min(turn + 1, len(record["turns"]) - 1)
        assert language.body(again.log[turn:], again.game)["turns"] == [record["turns"][turn]]
    assert int(again.game["table"]["phase"]) == OVER
    assert language.result(again.game) == record["result"]


def test_check_names_the_turn_of_a_fault() -> None:
    record = copy.deepcopy(stored("ordinary"))
    record["turns"][3]["seat"] = 9
    assert fault_of(record) == ("R3", 3)


# -- spoilt records ----------------------------------------------------------------------------------------------------


def tampered() -> Iterator[Any]:
    """Every tampering with the kind of game that it is for."""
    groups = {"ordinary": SETUP | PLAY, "first_game": FIRST_GAME, "stalemate": STALEMATE, "small_castle": SMALL_CASTLE}
    for kind, tamperings in groups.items():
        for name, tampering in tamperings.items():
            yield pytest.param(kind, tampering, id=name.replace(" ", "_"))


@pytest.mark.parametrize(("kind", "tampering"), list(tampered()))
def test_a_spoilt_record_is_refused_by_rule_and_turn(kind: str, tampering: Tampering) -> None:
    """The checker names rule and turn; what breaks a rule of play the independent referee refuses at the same turn."""
    record = copy.deepcopy(stored(kind))
    expected = tampering(record)
    assert fault_of(record) == expected
    refused = twin_fault_of(record)
    assert refused is not None or tampering is SETUP["seed as a fraction"]  # the referee does not look at seeds
    if expected[0] not in ("record", "R1.3"):  # it sees some of these later
        assert refused is not None
        assert refused[1] == expected[1]


@pytest.mark.parametrize("record", [None, 3, "text", [], {}, {"format": "arkadia-record/1"}])
def test_what_is_no_record_is_refused(record: Any) -> None:
    assert fault_of(record) == ("record", None)


JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 7, 16, 10**30, 1.0, 1.5, "", "red", "stack", "mill/red", "own", "castle"),
    *([], {}, [[]], [0, 0], [[5, 5]], {"a": 1}),
]


def paths(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in a record."""
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from paths(value, (*path, key))


def damage(record: Any, path: tuple[Any, ...], rng: random.Random) -> None:
    """Change one value of a record: gone, twice, off by one, swapped with its neighbour, or something else."""
    *way, last = path
    for key in way:
        record = record[key]
    kind, value = rng.randrange(5), record[last]
    if kind == 0:
        del record[last]
    elif kind == 1 and isinstance(record, list):
        record.append(value)
    elif kind == 2 and type(value) is int:
        record[last] += rng.choice([-1, 1])
    elif kind == 3 and isinstance(record, list):
        other = rng.randrange(len(record))
        record[last], record[other] = record[other], value
    else:
        record[last] = copy.deepcopy(rng.choice(JUNK))


@pytest.mark.parametrize("kind", ["ordinary", "first_game", "stalemate"])
def test_random_damage_is_never_missed_and_never_crashes(kind: str) -> None:
    """Whatever the referee refuses is refused, at the same turn; the rest are breaches of form that it lets pass."""
    record = stored(kind)
    everywhere = list(paths(record))
    outside_turns = [path for path in everywhere if path[0] != "turns"]
    rng = random.Random(f"damage {kind}")
    refusals: Counter[str] = Counter()
    for _ in range(80):
        spoilt = copy.deepcopy(record)
        path = rng.choice(everywhere if rng.random() < 0.7 else outside_turns)
        damage(spoilt, path, rng)
        ours, twins = fault_of(spoilt), twin_fault_of(spoilt)
        if path[0] == "shapes":  # the twin looks at outlines only when they are laid out
            assert ours is not None or twins is None
        elif ours is None or ours[0] != "record":
            assert (ours is None, ours and ours[1]) == (twins is None, twins and twins[1]), path
        refusals[ours[0] if ours else "none"] += 1
    assert len(refusals) > 8


# -- explaining --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_explain_names_the_rule_that_the_twin_names(number: int) -> None:
    """Proposals that are mostly forbidden: explain and kernel agree on whether, explain and twin on the rule."""
    plan = configuration(number, decider="wild")
    table = deal_table(plan, prepare(plan.components, plan.rules, plan.players))
    decide, rng = decider(plan.decider, plan.seed, plan.players), random.Random(number)
    refusals: Counter[str] = Counter()
    while table.twin.phase != "over":
        for _ in range(2):
            rule = compare_explanation(table, probe(table, rng))
            refusals[rule] += rule != ""
        table.compare_options()
        table.apply(decide(table))
    assert refusals.total() > 30


def compare_explanation(table: Logged, choice: Any) -> str:
    """The rule that forbids a choice, empty if none does, after asking everybody."""
    reason = explain(table.view.game, choice, table.view.components)
    twin = pickle.loads(pickle.dumps(table.twin))
    refusal = None
    try:
        apply_to_twin(twin, choice)
    except RuleError as error:
        refusal = error.rule
    if reason is None or refusal is None:
        assert (reason, refusal) == (None, None), choice
        return ""
    assert reason[0].removesuffix(".1") == refusal.removesuffix(".1"), choice
    with pytest.raises(RecordError) as found:
        take(table.view.game, choice, table.view.components)
    assert (found.value.rule, str(found.value)) == reason
    return reason[0]


def test_explain_says_what_stands_in_the_way() -> None:
    record = stored("ordinary")
    components, again = Components.shipped(), GAME.replayed(record)
    card = record["turns"][0]["must"]["build"]
    lot = frozenset((row, column) for row, column in record["lot"])
    corner = min(lot)

    def why(choice: Any) -> str:
        reason = explain(again.game, choice, components)
        assert reason is not None
        return ": ".join(reason)

    assert why(Build("house/silver" if "house/silver" not in record["hands"][0] else "house/red", lot)).startswith(
        "R4.1"
    )
    assert f"square {list(corner)} is not vacant: the castle lot is there" in why(Introduce(lot, {corner: "own"}))
    assert "at hand, fewer than 1" in why(Introduce(lot, {(corner[0] - 1, corner[1]): "neutral"}))
    assert why(Introduce(lot, {})) == "R5.1: one or more workers must be introduced"
    assert why(Pass()).startswith("R3.1: nobody may pass by choice: there are")
    assert why(Piece("red", 0)).startswith("R3.1: the turn is at its must")
    assert why(Banner(False)).startswith("R3.1")
    assert card in record["hands"][0]
