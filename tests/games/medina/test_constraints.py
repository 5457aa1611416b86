"""Constraints: what is barred is not done where anything else can be, what is forced is done whenever it can."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.game import BatchResult
from arkadia_sim.games.medina.bots_api.kit import decision
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.rules.uniform import random_place
from arkadia_sim.games.medina.sight.constraints import CONSTRAINTS, HEEDABLE
from tests.support.recorded import played

NAMES = [constraint.name for constraint in CONSTRAINTS]


def games_of(bots: list[str], players: int, games: int, rules: Any = None, recorded: bool = False) -> BatchResult:
    """Games in which the first bot sits in every seat by turns, the second in all others."""
    lineups = np.where(np.arange(games)[:, None] % players == np.arange(players), 0, 1)
    return played(GAME, bots, lineups, rules, seed=13, recorded=recorded)


def own(result: BatchResult, players: int, column: str) -> Any:
    """A column of the bot that goes round the seats."""
    rows = np.asarray(result.players[column]).reshape(-1, players)
    return rows[np.arange(len(rows)), np.arange(len(rows)) % players]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_what_is_barred_is_left_and_what_is_forced_is_done_at_every_chance(bot: str, name: str) -> None:
    for way in ("barred", "forced"):
        result = games_of([f"{bot}:{way}={name}", "greedy"], 3, 30)
        assert not result.failures
        chances, taken = own(result, 3, "chances"), own(result, 3, "chances_taken")
        assert chances.sum() > 0
        assert taken.tolist() == (chances.tolist() if way == "forced" else [0] * 30)


def done(record: Any, number: int) -> Iterator[str]:
    """What a record tells that a seat has done, by the name of the constraint."""
    for turn in record["turns"]:
        if turn["seat"] == number:
            for action in turn["actions"]:
                if action["place"] == "building":
                    yield "building"
                if any(one["event"] == "tea" and one["to"] == number for one in action["effects"]):
                    yield "tea_tiles"
            if turn["tea"]:
                yield "tea_break"


@pytest.mark.parametrize("name", ["building", "tea_tiles", "tea_break"])
def test_records_tell_more_seldom_what_was_barred(name: str) -> None:
    """By what the records say, and not by what the engine counts."""
    counts = []
    for bot in ("greedy", f"greedy:barred={name}"):
        records = games_of([bot, "greedy"], 2, 6, recorded=True).records
        counts.append(sum(what == name for game, record in enumerate(records) for what in done(record, game % 2)))
    assert counts[1] < counts[0]
    assert name == "building" or counts[1] < 0.5 * counts[0]  # where nothing else can be placed it is done


COLUMNS = [
    ("towers", "tower_moves", 0.7),
    ("guests", "tower_merchants_won", 0.7),
    ("new_street", "streets_begun", 0.9),
    ("growing_roof", "claim_size", None),
    ("early_stable", "stable_turn", None),
]


@pytest.mark.parametrize(("name", "column", "share"), COLUMNS)
def test_what_is_counted_of_games_moves_with_it(name: str, column: str, share: float | None) -> None:
    """The columns know nothing of constraints. A share is what at most is left of a column to who is barred from it."""
    free, barred = (own(games_of([bot, "greedy"], 2, 40), 2, column) for bot in ("greedy", f"greedy:barred={name}"))
    if share is None:
        assert np.nanmean(barred) > np.nanmean(free)
    else:
        assert np.nanmean(barred) < share * np.nanmean(free)


def test_who_must_put_stables_to_palaces_of_others_does() -> None:
    bots = ("greedy", "greedy:forced=foreign_stable")
    free, forced = (own(games_of([bot, "greedy"], 2, 10), 2, "stables_on_others") for bot in bots)
    assert forced.mean() > free.mean()


@pytest.mark.parametrize("rules", [{}, {"holdings": "hidden", "tower_claim": "every_extension"}])
def test_who_is_watched_plays_as_ever(rules: dict[str, Any]) -> None:
    bots = ["rival", "random"]
    asked = f":watched={'+'.join(NAMES)}"
    free, watched = (games_of([bot + ask for bot in bots], 3, 3, rules, recorded=True) for ask in ("", asked))
    assert [one["turns"] for one in free.records] == [one["turns"] for one in watched.records]
    assert (np.asarray(watched.players["chances"]) > 0).all()
    assert not np.asarray(free.players["chances"]).any()


def test_games_do_not_depend_on_those_played_before() -> None:
    """What is left of an earlier placement means nothing at a tea break."""
    bots, column = ["greedy:barred=towers+tea_break", "casual"], "score"
    lineups = np.zeros((12, 2), np.int64)
    lineups[:, 1] = 1
    together = np.asarray(played(GAME, bots, lineups, seed=3).players[column]).reshape(-1, 2)
    alone = [np.asarray(played(GAME, bots, lineups[:1], seed=3, first=deal).players[column]) for deal in range(12)]
    assert together.tolist() == np.array(alone).tolist()


def test_a_careless_player_heeds_them_too() -> None:
    result = games_of(["greedy:temperature=30,barred=towers+tea_break,forced=early_stable", "random"], 2, 4)
    assert not result.failures


@decision
def deaf(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    random_place(table, holdings, mind, choice)


def test_who_says_to_heed_them_and_does_not_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot("deaf", "Heeds nothing.", "a test", {"place": deaf}, game="medina", heeds=HEEDABLE)
    monkeypatch.setattr(GAME, "bots", (bot,))
    result = games_of(["deaf:barred=building", "random"], 2, 2)
    assert {game: seat_ for game, (seat_, _) in result.failures.items()} == {0: 0, 1: 1}
    assert all("has not heeded" in why for _, why in result.failures.values())
