"""What things are worth: the same game with a gift and without it."""

from functools import cache
from pathlib import Path

import polars as pl
from polars.testing import assert_frame_equal
from typer.testing import CliRunner

from arkadia_sim import worth
from arkadia_sim.cli.app import app
from arkadia_sim.questions.estimates import read_estimates_csv
from arkadia_sim.runner.progress import Silent


@cache
def priced(**arguments: object) -> pl.DataFrame:
    return worth("greedy", **{"players": [2], "deals": 30, "workers": 1, "progress": Silent(), **arguments})  # type: ignore[arg-type]


def test_gold_is_worth_what_it_is_and_a_free_seal_something() -> None:
    table = priced()
    gold = table.filter(kind="worth", contrast="gold", outcome="gold_lead")
    assert gold["setting"].to_list() == ["early", "middle", "late"]
    assert (gold["low"] == 5.0).all() and (gold["high"] == 5.0).all()
    late = table.filter(kind="worth", contrast="seal_4", setting="late", outcome="gold").row(0, named=True)
    assert late["low"] > 0.0 and late["high"] < 8.0
    assert {f"seal_{family}" for family in ("red", "olive", "black", "silver")} <= {*table["contrast"]}


def test_fewer_gaps_are_closed_sooner() -> None:
    soon, ever = (
        dict(priced().filter(kind="chance", contrast=event, setting="middle").select("variant", "mean").iter_rows())
        for event in ("finished", "finished_at_all")
    )
    assert soon["3 gaps"] > soon["4 or more gaps"]
    assert all(0.0 <= chance <= ever[gaps] <= 100.0 for gaps, chance in soon.items())


def test_the_number_of_workers_changes_nothing_and_another_seed_plays_other_deals() -> None:
    few = priced(deals=4)
    assert_frame_equal(few, priced(deals=4, workers=2))
    assert not few.equals(priced(deals=4, seed=2))


def test_it_is_printed_and_saved(tmp_path: Path) -> None:
    saved = tmp_path / "worth.csv"
    command = ["worth", "greedy", "--players", "2", "--deals", "30", "--workers", "1", "--save", str(saved)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "an own worker at hand" in result.output and "4 or more gaps" in result.output
    assert_frame_equal(read_estimates_csv(saved), priced())
