"""The sentence before the table: it says no more than corrected verdicts and intervals carry."""

import json
from typing import Any

import pytest

from arkadia_sim import api
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.questions.answers import answer, clearly, possible, seat_options
from arkadia_sim.questions.estimates import Row, estimate_of
from arkadia_sim.runner.progress import Silent
from arkadia_sim.stats.intervals import Estimate
from tests.support import stairs
from tests.support.command import call


def part(players: int, verdict: Any, mean: float, low: float, high: float, company: str = "") -> Row:
    numbers = {"mean": mean, "low": low, "high": high, "se": 1.0, "n": 100, "tolerance": 1.0, "verdict": verdict}
    place: dict[str, Any] = {"part": "p", "design": "paired", "kind": "effect", "outcome": "score", "unit": "points"}
    place["company"] = company
    return Row(players=players, note="no verdict: never done", **place | numbers)


def test_each_verdict_has_its_sentence_and_none_says_more() -> None:
    parts = [
        part(2, "higher", 48.2, 40.9, 50.0),
        part(3, "inconclusive", 1.2, -2.2, 4.1),
        part(4, "higher", 3.21, 1.29, 5.0),
        part(5, "equivalent", 0.1, -0.3, 0.4),
        part(6, "equivalent", 0.1, -0.3, 0.4),
        part(7, "lower", -5.0, -7.0, -0.04),
        part(8, None, 0.0, -1.0, 1.0),
    ]
    assert list(answer(parts, "a's score", "b's", "points")) == [
        "Yes: with 2 players a's score is 48 points (at least 40) higher than b's, with 4 players 3.2 (at least 1.2).",
        "Cannot tell: with 3 players between −2.2 and +4.1 points.",
        "No difference that matters: with 5 and 6 players it is below 1 point.",
        "No: with 7 players a's score is 5.0 points (at least 0.04) lower than b's.",
        "No verdict with 8 players: never done.",
    ]
    both = [part(2, "higher", 48.2, 40.9, 50.0, "weak"), part(2, "higher", 9.5, 9.0, 10.0, "strong")]
    titles = {"weak": "among beginners", "strong": "among experts"}
    assert list(answer(both, "a's score", "b's", "points", titles)) == [
        "Yes: with 2 players among beginners, a's score is 48 points (at least 40) higher than b's, "
        "with 2 players among experts 9.5 (at least 9.0).",
    ]


def test_bounds_are_rounded_away_from_what_is_claimed() -> None:
    assert clearly(Estimate(10.0, 9.99, 11.0, 1.0, 100), "points") == "10 points (at least 9)"
    assert clearly(Estimate(10.0, -1.0, 21.0, 1.0, 100), "points") == "10 points (how much is uncertain)"
    assert possible(Estimate(0.0, -12.1, 12.1, 1.0, 100), "points") == "between −13 and +13 points"
    assert possible(Estimate(0.0, -1.0, 1.0, 1.0, 10), "points") == "10 deals are too few (at least 30)"


def test_the_claim_of_a_comparison_has_the_interval_of_its_table() -> None:
    results = api.compare("calm", "loud", players=[2, 3], deals=60, game=stairs.NAME, workers=1, progress=Silent())
    words = ("compare", "calm", "loud", "--players", "2,3", "--deals", "60", "--game", stairs.NAME)
    assert json.loads(call(*words, "--json").stdout)["answer"] == list(results.answer)
    told = call(*words).stdout
    assert all(sentence in told.replace("\n", " ") for sentence in results.answer)
    assert told.count("┏") == 1  # one table
    for row in results.estimates:
        if row.outcome == "share":
            assert clearly(estimate_of(row), "").partition(" ")[2] in told
    assert "minus 3 players" not in told


def test_values_of_seats_are_no_handicaps_of_players() -> None:
    words = ("--rules", "start_gold=0,30,30", "--deals", "30", "--players", "3")
    refused = call("compare", "greedy", "casual", "casual", *words, "--against", "start_gold=3", code=2).output
    assert "arkadia-sim play greedy casual casual --rules start_gold=0,30,30 --seats" in " ".join(refused.split())
    with pytest.raises(UsageError, match="belongs to the seat"):
        api.sweep({"start_gold": [[0, 30], [3, 3]]}, ["greedy", "casual"], deals=30)
    told = call("compare", "greedy", "casual", *words).stdout
    assert told.index("start_gold=0,30,30 belongs to the seats") < told.index("┏")
    play = ("play", "greedy", "casual", "--rules", "start_gold=0,30", "--games", "20", "--seats")
    assert call(*play).stdout.startswith("Here start_gold=0,30 belongs to the seats")
    assert json.loads(call(*play, "--json").stdout)["answer"][0].startswith("Here start_gold=0,30 belongs to the seats")
    medina = find_game("medina")
    rules = medina.setting(4, {}, {}).rules
    assert rules["palace_values"] and not seat_options(medina, rules, 4)  # four palaces, not four seats
