"""Pictures of the games: hills of one bot in one company, called by the change that it is there for."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from arkadia_sim.analysis.sections import section_games
from arkadia_sim.report import game_pictures, player_groups
from arkadia_sim.report.figures import Drawn
from arkadia_sim.results.store import RunFolder
from tests.support.runs import Runs, effects_of


def hills(folder: Path, first: list[str]) -> Drawn:
    """The picture of how the gold is spread."""
    run = RunFolder(folder)
    manifest = run.read_manifest()
    drawn = game_pictures.game_pictures(run, manifest, section_games(run, manifest), first)
    return next(one for one in drawn if one.name == "gold")


def spread(folder: Path, first: list[str]) -> pl.DataFrame:
    (table,) = hills(folder, first).tables.values()
    return table


def test_a_hill_is_that_of_one_bot_in_one_company(runs: Runs) -> None:
    table = spread(runs.paired, ["luck", "harm", "nothing"])
    groups = {name: list(table.filter(company=name)["group"].unique().sort()) for name in table["company"].unique()}
    arms = ["with: Be lucky", "with: Be harmy"]
    assert groups["among beginners"] == ["who plays like the others", *arms]
    assert groups["among the lucky"] == ["the others at the table", "without: Be lucky and two more", *arms]
    sections = json.loads((runs.paired / "manifest.json").read_text(encoding="utf-8"))["sections"]
    index = next(k for k, one in enumerate(sections) if (one["setting"]["players"], one["company"]) == (3, "strong"))
    rows = pl.read_parquet(runs.paired / "games" / f"chunk-{index:03}-*.parquet")
    for bot, group in (
        ("lucky:extra=2", "with: Be lucky"),
        ("lucky:extra=-3", "with: Be harmy"),
        ("plain", "without: Be lucky and two more"),
        ("lucky", "the others at the table"),
    ):
        found = rows.filter(bot=bot)["gold_lead"].to_numpy()
        here = table.filter(company="among the lucky", table="3 players", group=group)
        assert here["rows"].sum() == len(found) == 600 * (8 if bot == "lucky" else 1)
        assert np.average(here["value"], weights=here["rows"]) == pytest.approx(found.mean())


def test_hills_are_of_what_is_compared_and_those_who_play_alike_have_one(runs: Runs) -> None:
    """Verdicts are about the lead; "slow" throws the same dice as "plain"."""
    drawn = hills(runs.paired, [])
    assert drawn.figure.get_supxlabel() == "lead over the best opponent (gold)"
    for hill in ("“who plays like the others” among beginners", "“without: Be lucky and two more” among the lucky"):
        assert f"The hill {hill} is that of “with: Change nothing” too." in drawn.caption


def test_where_hills_are_too_many_those_of_the_greatest_effects_are_shown(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    effects = [one for name in ("nothing", "luck", "harm") for one in effects_of(runs.paired, name)]
    first = player_groups.foremost(effects)
    assert first == ["harm", "luck", "nothing"]
    monkeypatch.setattr(player_groups, "MOST_GROUPS", 3)
    table = spread(runs.paired, first).filter(company="among beginners")
    assert list(table["group"].unique().sort()) == ["who plays like the others", "with: Be lucky", "with: Be harmy"]
