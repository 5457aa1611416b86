"""``arkadia-sim seats``, and ``play`` of one bot against itself: what each seat gets, and whether it matters."""

import json
import re

import polars as pl
import pytest

from tests.support import stairs, toy_game
from tests.support.command import call

GAME = ("--game", stairs.NAME, "--workers", "1")


def test_seats_that_differ_are_named_and_the_rows_say_the_same() -> None:
    words = ("seats", "calm", *GAME, "--players", "3", "--deals", "400", "--rules", "step=1", "--out", "here")
    told = call(*words).stdout
    assert "3 players, 400 deals: each seat against the average of its table, calm" in told
    assert re.search(r"1 │ share of the win \(points\) │ +[\d.]+ │ +\+[\d.]+ \(.* │ better", told)
    assert re.search(r"3 │ share of the win \(points\) │ +[\d.]+ │ +−[\d.]+ \(.* │ worse", told)
    estimates = json.loads(call(*words, "--json").stdout)["estimates"]
    rows = pl.read_parquet("here/games/*.parquet")
    assert rows.height == 400 * 3  # one game a deal
    assert len(estimates) == 2 * 2 * 3
    pips = [row for row in estimates if (row["kind"], row["outcome"]) == ("advantage", "pips")]
    for truth, row in zip((1.0, 0.0, -1.0), pips, strict=True):  # each seat has a pip less than the one before it
        assert row["low"] < truth < row["high"]
    for row in estimates:
        scale = 100 if row["outcome"] == "share" else 1
        mean = scale * rows[row["outcome"]].mean()
        of_seat = scale * rows.filter(pl.col("seat") == row["seat"] - 1)[row["outcome"]].mean()
        assert row["mean"] == pytest.approx(of_seat if row["kind"] == "mean" else of_seat - mean)


def test_that_no_seat_differs_takes_a_test_of_its_own() -> None:
    """Alike seats: few deals settle nothing, many say that no seat differs by what matters."""
    few = call("seats", "calm", *GAME, "--players", "2", "--deals", "60").stdout
    assert "inconclusive" in few and "no difference that matters" not in few
    told = call("seats", "calm", *GAME, "--players", "2", "--deals", "400", "--tolerance", "share=12").stdout
    assert told.count("no difference that matters") == 2 * 2  # of two outcomes, each seat


def test_an_outcome_that_is_only_told_gets_a_verdict_where_a_tolerance_asks_for_one() -> None:
    words = ("seats", "plain", "--game", toy_game.NAME, "--workers", "1", "--players", "2", "--deals", "100")
    told = call(*words).stdout
    assert "No equivalence test for gold. Add `--tolerance gold=1` to test whether any difference is below 1" in told
    told = call(*words, "--tolerance", "gold=9").stdout
    assert "No equivalence test" not in told
    assert re.search(r"│ gold +│ .*│ no difference that matters", told)


def test_one_bot_against_itself_is_told_by_its_seats() -> None:
    words = ("play", "calm", "calm", *GAME, "--games", "200", "--rules", "step=2", "--out", "here")
    told = call(*words).stdout
    assert "2 players, 200 deals: each seat against the average of its table, calm" in told
    rows = json.loads(call(*words, "--json").stdout)["estimates"]
    pips = [row for row in rows if (row["kind"], row["outcome"]) == ("advantage", "pips")]
    assert [(row["seat"], row["verdict"]) for row in pips] == [(1, "higher"), (2, "lower")]
