"""Recorded games drawn and told: what is shown is what the record says, at every turn."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest

from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.scene import Position, cost
from arkadia_sim.core.table import Table
from arkadia_sim.errors import RecordError, UsageError
from tests.games.arkadia import spoilt as arkadia
from tests.games.castle import spoilt as castle
from tests.games.medina import spoilt as medina
from tests.support.recorded import record_of

RECORDS: dict[str, ModuleType] = {"arkadia": arkadia, "medina": medina, "castle": castle}
KINDS = [(game, kind) for game in GAMES for kind in RECORDS[game].KINDS]
Square = tuple[int, int]


def positions(game: str, record: Any, judge: str | None = None) -> list[Position]:
    return list(find_game(game).positions(record, {}, judge))


def points_of(game: str, result: Mapping[str, Any]) -> list[float]:
    """The points, or the gold, of each seat by a record's result."""
    return result["gold"] if game == "arkadia" else [score["total"] for score in result["scores"]]


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_game_is_told_from_the_set_up_to_its_result(game: str, kind: str) -> None:
    record = RECORDS[game].record(kind)
    shown, turns = positions(game, record), record["turns"]
    assert [position.turn for position in shown] == list(range(len(turns) + 1))
    assert [position.seat for position in shown[1:]] == [turn["seat"] for turn in turns]
    assert [position.bot for position in shown[1:]] == [record["bots"][turn["seat"]] for turn in turns]
    assert f"seat {record['first_seat'] + 1} begins" in shown[0].words[0]
    points = points_of(game, record["result"])
    assert [gauge.value for gauge in shown[-1].scene.gauges if gauge.series.startswith("seat")] == points
    assert all(f"seat {seat + 1}" in shown[-1].words[-1] for seat in record["result"]["winners"])
    assert ("nobody can move" in shown[-1].words[-1]) == (record["result"]["end"] == "stalemate")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_that_the_rules_do_not_allow_is_named(game: str) -> None:
    kind = RECORDS[game].KINDS[0]
    record = {**RECORDS[game].record(kind)}
    wrong: dict[str, Any] = {"steps": []} if game == "castle" else {"seat": 9}
    record["turns"] = [turn | wrong if number == 3 else turn for number, turn in enumerate(record["turns"])]
    with pytest.raises(RecordError) as caught:
        positions(game, record)
    assert caught.value.turn == 3
    with pytest.raises(UsageError, match="bot random cannot rank moves"):
        positions(game, RECORDS[game].record(kind), "random")


def test_r10_3_a_card_from_the_stack_is_told_to_nobody() -> None:
    table = Table.start("arkadia", 2, seed=1, bots=["random", "random"])
    table.let_bots_play()
    words = [words for told in table.told() for words in told.words if "from the stack" in words]
    assert words and all("draws a card from the stack" in told for told in words)


# -- what was done -----------------------------------------------------------------------------------------------------


def called(card: str) -> str:
    """What players call a card."""
    form, family = card.split("/")
    return f"{family} {form.replace('_', ' ')}"


@pytest.mark.parametrize("kind", arkadia.KINDS)
def test_arkadia_is_told_and_drawn_as_its_record_says(kind: str) -> None:
    record, begun = arkadia.record(kind), 0
    laid = {tuple(map(tuple, building["squares"])): building["card"] for building in record["placed"]}
    workers: dict[Square, str] = {}
    completed: set[frozenset[Square]] = set()
    shown = positions("arkadia", record)
    for position, turn in zip(shown[1:], record["turns"], strict=True):
        text, must = "; ".join(position.words), turn["must"] or {}
        begun += "the last round begins" in text
        assert ("passes" in text) == (not must) and ("uses a banner" in text) == (turn["banner"] is not None)
        assert text.count("completes ") == len(turn["completed"])
        for building in turn["completed"]:
            paid = [f"seat {seat} {n} seal" for seat, n in enumerate(building["seals"], start=1) if n]
            assert all(part in text for part in paid)
        assert text.count("piece on castle square") == len(turn["castle"])
        assert not turn["banner"] or f"for {turn['banner']['gold']} gold" in text or not turn["banner"]["gold"]
        if "build" in must:
            assert f"lays out the {called(must['build'])} on " in text
            laid[tuple(map(tuple, must["squares"]))] = must["build"]
        for worker in must.get("workers", ()):
            row, column = worker["square"]
            workers[row, column] = str(turn["seat"] + 1) if worker["owner"] == "own" else "n"
        completed |= {frozenset(map(tuple, building["squares"])) for building in turn["completed"]}
        board = position.scene.boards[0]
        areas = {frozenset(area.squares): area for area in board.areas if area.told != "the castle lot"}
        assert set(areas) == {frozenset(squares) for squares in laid}
        for squares, card in laid.items():
            area = areas[frozenset(squares)]
            assert area.told.startswith(called(card)) and area.faded == (frozenset(squares) in completed)
            assert area.text[0] == area.sign.upper() == card.partition("/")[2][0].upper()
        assert {mark.square: mark.text for mark in board.marks if mark.shape == "disc"} == workers
        tiles = [mark.text[0] for mark in board.marks if mark.shape == "tile"]
        values = {gauge.series: gauge.value for gauge in position.scene.gauges}
        assert all(values[name] == tiles.count(name[0].upper()) for name in ("red", "olive", "black", "silver"))
    assert begun == (record["result"]["end"] == "castle")
    camps = {(r, c) for r, row in enumerate(record["board"]) for c, sign in enumerate(row) if sign == "T"}
    gone = {square for squares in laid for square in squares} | set(workers)
    assert {mark.square for mark in shown[-1].scene.boards[0].marks if mark.shape == "triangle"} == camps - gone


# -- what bots thought -------------------------------------------------------------------------------------------------

UNITS = {
    "arkadia": (("casual", "rival", "expert"), {"gold", "chance to win"}),
    "medina": (("greedy", "expert", "random"), {"points", "chance to win"}),
    "castle": (("casual", "expert", "random"), {"points"}),
}
"""By game bots, and the units of what those say who say what they think."""


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_its_best_takes_what_it_ranks_first(game: str) -> None:
    """Of each decision the best few are told, best first; who says nothing is told without reasons."""
    bots, units = UNITS[game]
    record, found, listed = record_of(find_game(game), bots), set[str](), 0
    for position in positions(game, record)[1:]:
        deciders = {candidate.seat for candidate in position.candidates if candidate.seat is not None}
        assert "random" not in {bots[seat] for seat in deciders}
        for name in dict.fromkeys(candidate.decision for candidate in position.candidates):
            options = [candidate for candidate in position.candidates if candidate.decision == name]
            scores = [option.score for option in options if option.score is not None]
            assert scores == sorted(scores, reverse=True)
            (chosen,) = [option for option in options if option.chosen]
            assert chosen.score in (scores[0], None)  # another of the same score may stand before it
            found |= {option.unit for option in options}
            listed += chosen.score is not None
    assert found == units and listed > len(record["turns"]) / 3


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_in_plain_python_judges_each_decision_of_others(game: str) -> None:
    """The bot that new-bot writes scores its moves; the move that was made is among them."""
    judge = str(find_game(game).new_bot / "plain.py")  # type: ignore[operator]
    shown = positions(game, record_of(find_game(game), ("random", "random")), judge)[1:]
    candidates = [(position.turn, one) for position in shown for one in position.candidates]
    assert candidates and {position.judge for position in shown} == {judge}
    assert {(turn, one.decision) for turn, one in candidates} == {
        (turn, one.decision) for turn, one in candidates if one.chosen
    }


@pytest.mark.slow  # what search plays out for those who look on takes a minute to compile
@pytest.mark.parametrize("game", GAMES)
def test_search_judges_every_move_and_what_it_cost(game: str) -> None:
    judge = "planner:playouts=2,width=2"
    record = record_of(find_game(game), ("random", "random"))
    shown = positions(game, record, judge)
    candidates = [one for position in shown for one in position.candidates]
    assert all(one.score is not None and 0 <= one.score <= 1 for one in candidates)
    assert {one.unit for one in candidates} <= {"chance to win, 2 playouts each"}
    costs = [cost(position, one) for position in shown for one in position.candidates if one.chosen]
    assert all(lost is not None and lost >= 0 for lost in costs) and any(costs)
    assert positions(game, record, judge) == shown
