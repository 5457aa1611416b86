"""``arkadia-sim sweep``: how measures answer to one option of the rules, or to two."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.core.registry import find_game
from arkadia_sim.questions.estimates import estimate_of
from arkadia_sim.questions.settings import Swept, swept_settings
from arkadia_sim.runner.progress import Silent
from tests.support import stairs
from tests.support.command import call

GAME = ("--game", stairs.NAME, "--workers", "1")


def test_the_curve_is_the_truth_within_its_band() -> None:
    """A step is worth as many pips to the first of three seats above the mean, and as many below to the last."""
    results = api.sweep({"step": range(4)}, "calm", players=[3], measures=["pips", "throws"], deals=300, out="here",
                        game=stairs.NAME, workers=1, progress=Silent())  # fmt: skip
    pips = [estimate_of(row) for row in results.estimates if (row.kind, row.outcome) == ("mean", "pips")]
    assert [pip.mean for pip in pips] == pytest.approx([pips[0].mean - step for step in range(4)])
    assert all(one.low < 10.5 - step < one.high for step, one in enumerate(pips))
    assert (results.manifest.experiment or {})["reference"] == "step=0"
    deals = pl.read_parquet("here/games/*.parquet").group_by("section").agg(pl.col("deal").unique().sort())
    assert deals["deal"].n_unique() == 1  # the same deals in all settings


def test_it_prints_differences_and_averages() -> None:
    words = ("sweep", "step=0..2", "calm", *GAME, "--players", "2", "--deals", "80", "--measure", "seat_advantage,pips")
    told = call(*words, "--out", "here").stdout
    for step in (1, 2):
        assert re.search(rf"step={step} │ pips +│ .*│ lower", told)
    assert told.index("differences") < told.index("average ┃")
    estimates = json.loads(call(*words, "--json").stdout)["estimates"]
    means = [row["setting"] for row in estimates if (row["kind"], row["outcome"]) == ("mean", "pips")]
    assert means == ["step=0", "step=1", "step=2"]
    call("report", "here")
    assert ">step" in re.sub(r"<svg.*?</svg>", "", Path("here/report.html").read_text(), flags=re.DOTALL)
    # with many settings there are fewer deals of each, unless somebody asks for more


def test_the_same_in_all_deals_is_no_difference_only_if_it_was_tested() -> None:
    words = ("sweep", "stuck=0..1", "calm", *GAME, "--players", "2", "--measure", "stuck,throws")
    few = call(*words, "--deals", "40", "--tolerance", "stuck=2").stdout
    assert "The same in all 40 deals: games that got stuck; throws." in few
    assert "no difference" not in few.lower()
    assert "No equivalence test for throws." in few
    many = call(*words, "--deals", "40", "--tolerance", "stuck=30").stdout
    assert "No difference that matters: games that got stuck.\n" in many


def test_two_options_are_played_in_each_pair() -> None:
    results = api.sweep({"step": [0, 2], "rounds": [1, 3, 6]}, "calm", players=[2], measures=["margin"], deals=40,
                        out="here", game=stairs.NAME, workers=1, progress=Silent())  # fmt: skip
    names = [f"step={step}, rounds={rounds}" for step in (0, 2) for rounds in (1, 3, 6)]
    assert [setting["name"] for setting in (results.manifest.experiment or {})["settings"]] == names
    (axis,) = (axis for axis in results.figures()["response"]().axes if axis.get_visible())
    assert [label.get_text() for label in axis.get_xticklabels()] == names


def test_what_cannot_be_played_is_left_out_and_named() -> None:
    told = call(
        "sweep", "gift=0/1,0/1,0,0", "calm", *GAME, "--players", "2", "--deals", "40", "--measure", "pips"
    ).stdout
    assert "Left out: gift=1,0,0: rule gift: [1, 0, 0] is not allowed" in told
    assert "gift=1,0" in told


def test_the_games_own_value_is_the_reference_also_where_it_is_a_word() -> None:
    """Medina has 15 walls with two players and 9 with four."""

    def reference(players: Sequence[int]) -> Swept:
        return swept_settings(find_game("medina"), {"walls": [9, 12, 15]}, players, {}, {})

    assert reference([2]).reference == "walls=15"
    assert reference([4]).reference == "walls=9"
    both = reference([2, 4])  # another number at each table size: none of the values is the game's own
    assert both.reference == "walls=standard"
    assert list(both.settings) == ["walls=standard", "walls=9", "walls=12", "walls=15"]
    steps = swept_settings(find_game(stairs.NAME), {"step": [2, 3]}, [2], {}, {})
    assert steps.reference == "step=2"  # of numbers without the game's own it is the first
