"""A head start belongs to a bot: it is an option of the rules for whichever seat the bot has."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim.api import balance, play, seats, sweep, tune
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.runner.progress import Silent

QUIET: dict[str, Any] = {"workers": 1, "progress": Silent()}


def records(folder: Path, *bots: str, **options: Any) -> list[dict[str, Any]]:
    file = folder.with_suffix(".jsonl")
    play(bots, 8, out=folder, record=file, **QUIET, **options)
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_bot_has_its_head_start_in_every_seat(tmp_path: Path) -> None:
    headed = records(tmp_path / "headed", "casual:start_gold=7,start_workers=1", "casual")
    by_seat = records(tmp_path / "by_seat", "casual", "casual", rules={"start_gold": [7, 0], "start_workers": [1, 3]})
    for game, record in enumerate(headed):
        gold, workers = ([7, 0], [1, 3]) if game % 2 == 0 else ([0, 7], [3, 1])
        assert (record["rules"]["start_gold"], record["rules"]["start_workers"]) == (gold, workers)
        find_game("arkadia").replay(record, {})
    for same, other in zip(headed[::2], by_seat[:4], strict=True):
        assert same["turns"] == other["turns"] and same["result"] == other["result"]


def test_a_table_deals_a_head_start(tmp_path: Path) -> None:
    game = find_game("arkadia")
    table = game.table(game.setting(2, {}, {}), 1, ["casual", "casual:start_gold=9"])
    assert [int(gold) for gold in table.games[0]["holdings"]["gold"][:2]] == [0, 9]


@pytest.mark.parametrize("bot", ["casual:start_gold=much", "casual:start_gold=2000", "casual:start_gold=-1"])
def test_a_head_start_outside_the_rules_is_refused(bot: str) -> None:
    with pytest.raises(UsageError, match="rule start_gold"):
        find_game("arkadia").find_bot(bot)


def test_a_head_start_that_the_rules_do_not_allow_is_refused_before_the_first_game(tmp_path: Path) -> None:
    bots = ["casual:start_workers=5", "casual"]
    with pytest.raises(UsageError, match="own workers"):
        play(bots, 2, out=tmp_path / "a", **QUIET)
    assert not (tmp_path / "a").exists() or not list((tmp_path / "a").glob("**/*.parquet"))
    play(bots, 2, out=tmp_path / "b", rules={"banners": 3}, **QUIET)


def test_a_head_start_in_what_is_varied_is_refused() -> None:
    with pytest.raises(UsageError, match="which is what changes here"):
        balance("start_gold", "casual:start_gold=5", players=2, **QUIET)
    with pytest.raises(UsageError, match="which is what changes here"):
        sweep({"start_gold": [0, 20]}, "casual:start_gold=5", players=2, **QUIET)
    with pytest.raises(UsageError, match="a bot is tuned without a head start"):
        tune("casual:start_gold=5", ["casual"], players=[2], **QUIET)


def test_bots_that_change_seats_are_told_apart_whoever_begins(tmp_path: Path) -> None:
    """In Medina, a lot decides who begins."""
    found = seats(["greedy", "random"], game="medina", deals=40, out=tmp_path / "m", **QUIET)
    rows = found.rows().group_by("bot").agg(pl.col("win_share").mean()).collect()
    shares = dict(rows.iter_rows())
    means = {row.bot: row.mean for row in found.estimates if row.kind == "mean" and row.outcome == "win_share"}
    assert means == pytest.approx({bot: 100 * share for bot, share in shares.items()})
    assert "greedy is" in found.answer[0]


def test_balance_finds_the_head_start_of_the_weaker_player(tmp_path: Path) -> None:
    found = balance("start_gold", ["casual", "random", "random"], deals=40, confirm=40, out=tmp_path / "b", **QUIET)
    assert found.found is not None
    own, *others = found.values
    assert own == 0 and len(set(others)) == 1 and others[0] > 10  # both weak players get the same
    assert f"start_gold = 0 for casual and {others[0]} for random" in next(iter(found.answer()))
    assert found.table()["bot"].to_list() == ["casual", "random", "random"]
    with pytest.raises(UsageError, match="option that a bot can keep in every seat"):
        balance("hand_size", ["casual", "random"], **QUIET)
