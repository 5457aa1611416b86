"""Recorded games drawn and told: what is shown is what the record says, at every turn."""

import json
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.core.scene import Listing, Position, cost
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.games.arkadia.game import GAME
from tests.support.recorded import record_of

DATA = Path(__file__).parent / "data" / "records"
NAMES = ("ordinary", "first_game", "small_castle", "stalemate")


def read(name: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((DATA / f"{name}.jsonl").read_text())
    return record


def table(position: Position, title: str) -> Listing:
    return next(table for table in position.scene.tables if table.title == title)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_told_from_the_set_up_to_its_result(name: str) -> None:
    record = read(name)
    positions = list(GAME.positions(record, {}))
    assert [position.turn for position in positions] == list(range(len(record["turns"]) + 1))
    assert [position.seat for position in positions[1:]] == [turn["seat"] for turn in record["turns"]]
    assert [position.bot for position in positions[1:]] == [record["bots"][turn["seat"]] for turn in record["turns"]]
    assert positions[0].words == (f"seat {record['first_seat'] + 1} begins",)
    gold = [row.cells[2] for row in table(positions[-1], "players").rows]
    assert gold == [str(coins) for coins in record["result"]["gold"]]
    assert f"with {max(record['result']['gold'])} gold" in positions[-1].words[-1]
    assert ("nobody can move" in positions[-1].words[-1]) == (record["result"]["end"] == "stalemate")


@pytest.mark.parametrize("name", NAMES)
def test_what_was_done_is_told(name: str) -> None:
    record = read(name)
    begun = 0
    for position, turn in zip(list(GAME.positions(record, {}))[1:], record["turns"], strict=True):
        text = "; ".join(position.words)
        begun += "the last round begins" in text
        must = turn["must"]
        if must is None:
            assert "passes" in text
        else:
            assert (f"lays out {must['build']} on " if "build" in must else "puts ") in text
        assert text.count("completes ") == len(turn["completed"])
        for building in turn["completed"]:
            paid = [f"seat {seat} {n} seal" for seat, n in enumerate(building["seals"], start=1) if n]
            assert all(part in text for part in paid)
        assert text.count("piece on castle square") == len(turn["castle"])
        assert ("uses a banner" in text) == (turn["banner"] is not None)
        if turn["banner"] and turn["banner"]["gold"]:
            assert f"for {turn['banner']['gold']} gold" in text
    assert begun == (record["result"]["end"] == "castle")


@pytest.mark.parametrize("name", NAMES)
def test_the_board_shows_what_the_record_has_laid_there(name: str) -> None:
    record = read(name)
    laid = {tuple(map(tuple, building["squares"])): building["card"] for building in record["placed"]}
    workers: dict[tuple[int, int], str] = {}
    completed: set[frozenset[tuple[int, int]]] = set()
    positions = list(GAME.positions(record, {}))
    for position, turn in zip(positions, [None, *record["turns"]], strict=True):
        if turn is not None and turn["must"] is not None:
            must = turn["must"]
            if "build" in must:
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
            assert area.told.startswith(card)
            assert area.text[0] == area.sign.upper() == card.partition("/")[2][0].upper()
            assert area.faded == (frozenset(squares) in completed)
        assert {mark.square: mark.text for mark in board.marks if mark.shape == "disc"} == workers
    camps = {(r, c) for r, row in enumerate(record["board"]) for c, sign in enumerate(row) if sign == "T"}
    gone = {square for squares in laid for square in squares} | set(workers)
    assert {mark.square for mark in positions[-1].scene.boards[0].marks if mark.shape == "triangle"} == camps - gone


def test_values_and_standings_are_followed() -> None:
    record = read("ordinary")
    positions = list(GAME.positions(record, {}))
    first = {gauge.series: gauge.value for gauge in positions[0].scene.gauges}
    assert first == {"red": 2, "olive": 2, "black": 2, "silver": 2, "seat 1": 0, "seat 2": 0, "seat 3": 0}
    last = {gauge.series: gauge.value for gauge in positions[-1].scene.gauges}
    assert [last[f"seat {seat}"] for seat in (1, 2, 3)] == record["result"]["gold"]
    for position in positions:
        tiles = [mark.text[0] for mark in position.scene.boards[0].marks if mark.shape == "tile"]
        values = {gauge.series: gauge.value for gauge in position.scene.gauges}
        assert all(values[name] == tiles.count(name[0].upper()) for name in ("red", "olive", "black", "silver"))


def test_a_turn_that_the_rules_do_not_allow_is_named() -> None:
    record = read("ordinary")
    record["turns"][3] = {**record["turns"][3], "seat": 9}
    positions = GAME.positions(record, {})
    with pytest.raises(RecordError, match="seat 0 decides about must, not seat 9") as caught:
        list(positions)
    assert caught.value.turn == 3


# -- what bots thought -------------------------------------------------------------------------------------------------


def recorded(*bots: str, rules: dict[str, Any] | None = None, deal: int = 5) -> Any:
    return record_of(GAME, bots, rules, deal)


@pytest.mark.parametrize("rules", [{}, {"holdings": "hidden"}])
def test_who_plays_its_best_takes_what_it_ranks_first(rules: dict[str, Any]) -> None:
    positions = list(GAME.positions(recorded("casual", "rival", "expert", rules=rules), {}))
    units = set()
    for position in positions[1:]:
        musts = [candidate for candidate in position.candidates if candidate.decision == "must"]
        scores = [must.score for must in musts if must.score is not None]
        assert len(scores) == len(musts) and scores == sorted(scores, reverse=True)
        if musts:
            chosen = next(must for must in musts if must.chosen)
            assert chosen.score == musts[0].score  # another of the same score may stand before it
            assert chosen.words in position.words[0]
            units.add((position.bot, musts[0].unit))
        banners = [candidate for candidate in position.candidates if candidate.decision == "banner"]
        assert not banners or (position.bot == "expert" and sum(banner.chosen for banner in banners) == 1)
    assert units == {("casual", "gold"), ("rival", "gold"), ("expert", "chance to win")}


def test_bots_without_a_ranking_and_bots_that_are_gone_are_told_without_reasons() -> None:
    assert not any(position.candidates for position in GAME.positions(recorded("random", "greedy"), {}))
    record = read("ordinary")
    assert record["bots"][0] not in GAME.bot_names()
    assert not any(position.candidates for position in GAME.positions(record, {}))


@pytest.mark.slow  # what search plays out for those who look on takes a minute to compile
def test_search_judges_every_move_and_what_it_cost() -> None:
    record = read("small_castle")
    positions = list(GAME.positions(record, {}, "planner:playouts=2,width=2"))
    assert all(position.judge == "planner:playouts=2,width=2" for position in positions[1:])
    musts = [
        [candidate for candidate in position.candidates if candidate.decision == "must"] for position in positions[1:]
    ]
    for own, turn in zip(musts, record["turns"], strict=True):
        assert sum(candidate.chosen for candidate in own) == (turn["must"] is not None)
        assert all(candidate.score is not None and 0 <= candidate.score <= 1 for candidate in own)
        assert {candidate.unit for candidate in own} <= {"chance to win, 2 playouts each"}
    costs = [
        cost(position, candidate) for position in positions for candidate in position.candidates if candidate.chosen
    ]
    assert all(gold is not None and gold >= 0 for gold in costs)
    assert any(costs)  # nobody thought before playing this game
    assert list(GAME.positions(record, {}, "planner:playouts=2,width=2")) == positions


@pytest.mark.slow  # what search plays out for those who look on takes a minute to compile
def test_search_expects_of_the_last_decision_what_came_of_it() -> None:
    judged = 0
    for deal in range(12):
        record = recorded("random", "random", deal=deal)
        last = list(GAME.positions(record, {}, "planner:search=flat,playouts=2,width=1,objective=2"))[-1]
        banners = [candidate for candidate in last.candidates if candidate.decision == "banner"]
        gold = record["result"]["gold"]
        if banners and last.seat is not None:
            judged += 1
            assert next(banner.score for banner in banners if banner.chosen) == gold[last.seat] - gold[1 - last.seat]
            assert cost(last, next(banner for banner in banners if banner.words == "uses no banner")) is not None
    assert judged > 1


def test_a_bot_that_does_not_say_what_it_thinks_judges_nobody() -> None:
    with pytest.raises(UsageError, match="bot greedy cannot rank moves"):
        list(GAME.positions(read("ordinary"), {}, "greedy"))
    with pytest.raises(UsageError, match="did you mean 'planner'"):
        list(GAME.positions(read("ordinary"), {}, "planer"))
