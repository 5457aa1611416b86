"""What holds in every game: its rows agree with its record."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot import PYTHON, Bot
from arkadia_sim.core.dice import Dice
from arkadia_sim.games.medina.bots_api.view import View
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.play import veil
from arkadia_sim.games.medina.rules.setup import deal, inner_squares, prepare
from arkadia_sim.games.medina.rules.state import TURNS_MAX, new_game
from arkadia_sim.games.medina.values import Place
from arkadia_sim.rng import STREAM_WORDS
from tests.games.medina.twin.configurations import configuration
from tests.support.recorded import play, played

# -- rows and records --------------------------------------------------------------------------------------------------

COUNTED = {
    "stable": "stables_placed",
    "merchant": "merchants_placed",
    "wall": "walls_placed",
    "roof": "palaces_claimed",
    "neutral_roof": "neutral_roofs_placed",
    "building": "buildings_placed",
}


def ledger(record: dict[str, Any]) -> list[Counter[str]]:
    """Some measures of each seat, counted from what a record tells."""
    rows: list[Counter[str]] = [Counter() for _ in range(record["players"])]
    for turn in record["turns"]:
        row = rows[turn["seat"]]
        row["turns"] += 1
        row["tea_breaks"] += turn["tea"]
        for action in turn["actions"]:
            row[COUNTED[action["place"]]] += 1
            for event in action["effects"]:
                to = event.get("to")
                if event["event"] == "tea" and to is not None:
                    rows[to]["tea_won"] += event["count"]
                elif event["event"] == "tower_tile" and to is not None:
                    rows[to]["tower_moves"] += 1
                    rows[to]["tower_merchants_won"] += event["merchants"]
                elif event["event"] == "closed":
                    for number, returned in enumerate(event["returned"]):
                        rows[number]["buildings_returned"] += returned
    for number, score in enumerate(record["result"]["scores"]):
        palaces = [one for one in score["palaces"].values() if one]
        for points, column in (("buildings", "palace_buildings"), ("stables", "palace_stables")):
            rows[number][column] = sum(palace[points] for palace in palaces)
        for points in ("walls", "merchants", "well"):
            rows[number][f"palace_{points}"] = sum(palace[points] for palace in palaces)
        rows[number]["score"] = score["total"]
        rows[number]["tower_tiles_held"] = len(score["tower_tiles"])
        rows[number]["pieces_left"] = record["result"]["left"][number]
        rows[number]["order"] = (number - record["first_seat"]) % record["players"]
        rows[number]["placed_last"] = int(record["turns"][-1]["seat"] == number)
    return rows


@pytest.mark.parametrize("number", range(6))
def test_rows_tell_what_the_records_tell(number: int) -> None:
    """Measures counted again by hand from the game's record, whatever the options."""
    plan = configuration(number)
    result = play(GAME, plan.players, 4, plan.chosen, ("random", "greedy"))
    row = 0
    for record in result.records:
        for counted in ledger(dict(record)):
            told = {column: int(result.players[column][row]) for column in counted}
            assert told == dict(counted)
            row += 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_tell_the_way_to_the_score(players: int) -> None:
    """The last turn's standing is the score; every piece placed is in the turns, on a square of the large grid."""
    result = play(GAME, players, 3, {}, ("random", "greedy"))
    games = np.asarray(result.turns["game"])
    placed = 0
    for game in range(3):
        last = np.flatnonzero(games == game)[-1]
        scores = np.asarray(result.players["score"]).reshape(3, players)[game]
        assert [int(result.turns[f"points_seat_{seat}"][last]) for seat in range(players)] == scores.tolist()
    for kind in ("building", "stable", "merchant", "wall", "roof"):
        squares = np.concatenate(list(result.turns[f"{kind}_squares"]))
        assert ((squares >= 0) & (squares < 13 * 18)).all()
        placed += len(squares)
    assert placed == int(np.sum(result.players["pieces_placed"]))


def test_most_turns_that_a_game_can_have_fit_into_the_log() -> None:
    """With more pieces than the board takes, everybody places until nothing more fits."""
    many = dict.fromkeys(("buildings", "stables", "merchants", "walls", "neutral_roofs"), 1000)
    result = play(GAME, 4, 6, {**many, "street_start": "anywhere", "short_first_turns": 4})
    assert result.turns_played < 6 * TURNS_MAX
    assert set(result.players["end"]) == {"stuck"}


# -- the set-up --------------------------------------------------------------------------------------------------------


def test_m2_the_set_up_is_drawn_evenly() -> None:
    """Well and merchant on any two squares away from the walls, any player first (M2.2 to M2.4)."""
    rules = configuration(0, players=3, board="small").rules
    prepared, games = prepare(rules, 3), new_game()
    wells: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    stream = np.array([1, 2], np.uint64)
    assert len(stream) == STREAM_WORDS
    count = 9600
    with np.errstate(over="ignore"):
        for _ in range(count):
            deal(games, prepared.start, prepared.setup, stream)
            table = games[0]["table"]
            assert table["well"] != table["ends"][0]
            wells[int(table["well"])] += 1
            firsts[int(table["first_seat"])] += 1
    squares = len(inner_squares(10, 14))
    assert len(wells) == squares == 96
    assert max(wells.values()) < 1.5 * count / squares
    assert min(firsts.values()) > 0.95 * count / 3


# -- bots in plain Python ----------------------------------------------------------------------------------------------


def first_of_all(view: View) -> Place:
    """The first placement that there is; others' pieces are hidden."""
    assert view.at_hand((view.seat + 1) % view.players) is None
    assert len(view.tea) == view.players
    return view.placements()[0]


def bold(view: View) -> bool:
    """Any tea break."""
    return bool(view.random.uniform() < 0.5)


def cheat(view: View) -> Place:
    """A wall in the middle of the city."""
    return Place("wall", (5, 5))


def test_bots_in_plain_python_play_and_are_caught_cheating(monkeypatch: pytest.MonkeyPatch) -> None:
    """They see the game in words; a placement that the rules forbid costs them the game, with the rule's number."""
    plain = Bot("plain", "Takes the first.", "a test", {"place": first_of_all, "tea": bold}, tier=PYTHON, game="medina")
    cheater = Bot("cheat", "Cheats.", "a test", {"place": cheat}, tier=PYTHON, game="medina")
    monkeypatch.setattr(GAME, "bots", (plain, cheater))
    for name, players in (("plain", 3), ("cheat", 2)):
        lineups = [[seat % 2 for seat in range(players)]] * 4
        result = played(GAME, (name, "random"), lineups, {"holdings": "hidden"})
        assert bool(result.failures) == (name == "cheat")
        for offender, reason in result.failures.values():
            assert offender == 0
            assert reason.startswith("M8.1: bot cheat at its place: F5 is no wall space")


def test_hidden_holdings_are_not_shown() -> None:
    """A view of another's pieces is None under holdings = hidden, and what there is under open (M12.2)."""
    seen: list[Any] = []
    for holdings in ("hidden", "open"):
        prepared, games = prepare(configuration(0, players=2, holdings=holdings).rules, 2), new_game()
        with np.errstate(over="ignore"):
            deal(games, prepared.start, prepared.setup, np.array([3, 4], np.uint64))
        game = games[0]
        veil(game, int(game["table"]["seat"]))
        shown = game["veiled"] if holdings == "hidden" else game["holdings"]
        view = View(game["table"], shown, Dice((1, 1)), {})
        seen.append(view.at_hand(1 - view.seat))
        assert view.at_hand(view.seat) is not None
    assert seen[0] is None
    assert seen[1]["roof"] >= 0
