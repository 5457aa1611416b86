"""Every line-up with each deal: what is found is what the rows say, and what was put in comes out."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.questions.registry import analyse
from arkadia_sim.questions.results import Results
from arkadia_sim.report.document import check
from tests.questions.test_registry import asked
from tests.support.findings import draw


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return analyse(asked(tmp_path_factory.mktemp("crossed"), "crossed", deals=200, rules={"step": 1}))


def test_every_line_up_is_played_with_each_deal(found: Results) -> None:
    assert [len(section.lineups) for section in found.manifest.sections] == [4, 8]
    assert len({lineup.bots for lineup in found.manifest.sections[1].lineups}) == 8
    assert [section.games for section in found.manifest.sections] == [800, 1600]


def test_a_game_of_dice_is_all_deal_seat_and_bot(found: Results) -> None:
    """Pips are thrown, less a step a seat, one more for loud: who else plays changes nothing, and nothing is left."""
    shares = found.table().filter(kind="share")
    for players, spread in ((2, 0.25), (3, 2 / 3)):
        part = dict(shares.filter(players=players, outcome="pips").select("contrast", "mean").iter_rows())
        rows = pl.read_parquet(found.folder / "games" / "*.parquet").filter(players=players)
        total = float(rows["pips"].to_numpy().var()) / 100
        assert part["own"] * total == pytest.approx(0.25, abs=0.02)
        assert part["seat"] * total == pytest.approx(spread, abs=0.25)
        assert part["deal"] > 85 and max(part["others"], part["rest"]) < 1e-7
    of_win = shares.filter(outcome="share")
    assert (of_win.filter(contrast="rest")["mean"] > 3).all()  # who wins is not a sum of anything
    assert of_win.group_by("players").agg(pl.col("mean").sum())["mean"].to_list() == pytest.approx([100.0] * 2, abs=1)


def test_what_one_is_worth_to_the_next_is_what_the_rows_say(found: Results) -> None:
    """One calm among loud ones, with three players: who plays after and before it, against the table of loud ones."""
    rows = pl.read_parquet(found.folder / "games" / "*.parquet").filter(pl.col("players") == 3)
    section = found.manifest.sections[1]
    numbers = {lineup.bots: number for number, lineup in enumerate(section.lineups)}
    calm, loud = (next(k for k, bot in enumerate(found.manifest.bots) if bot.spec == name) for name in ("calm", "loud"))
    usual = rows.filter(lineup=numbers[loud, loud, loud])
    worth = {}
    for after in (1, 2):
        total = 0.0
        for place in range(3):
            bots = tuple(calm if seat == place else loud for seat in range(3))
            seat = (place + after) % 3
            seen: Any = rows.filter(lineup=numbers[bots], seat=seat)["share"].mean()
            alike: Any = usual.filter(seat=seat)["share"].mean()
            total += 100 * (seen - alike)
        worth[after] = total / 3
    neighbours = found.table().filter(kind="neighbour")
    told = dict(neighbours.filter(players=3, bot="calm").select("contrast", "mean").iter_rows())
    assert told["1 seat after"] == pytest.approx(worth[1])
    assert told["2 seats after"] == pytest.approx(worth[2])
    assert told["1 seat after minus 2 seats after"] == pytest.approx(worth[1] - worth[2])
    assert (neighbours.filter(pl.col("bot") == "calm", ~pl.col("contrast").str.contains("minus"))["low"] > 0).all()
    assert neighbours.height == 2 * (1 + 3)


def test_the_page_needs_no_neighbours(found: Results) -> None:
    """A run whose deals share two kinds of pieces tells nothing of neighbours."""
    findings = found.findings()
    assert "neighbours" in check(findings).html
    few = findings.estimates.filter(pl.col("kind") != "neighbour")
    assert "neighbours" not in check(replace(findings, estimates=few, figures={"variance": draw})).html


def test_too_many_line_ups_are_refused(tmp_path: Path) -> None:
    many = [f"calm:boost={k / 10}" for k in range(1, 6)]
    with pytest.raises(UsageError, match="line-ups of 5 bots with 4 players: 625 is not allowed"):
        asked(tmp_path, "crossed", bots=many, players=[4])
