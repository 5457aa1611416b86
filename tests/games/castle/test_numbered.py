"""Boards and decks that are named by their numbers: the same in all deals, whatever the seed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.experiments.files import as_toml, checked
from arkadia_sim.games.castle.game import GAME
from arkadia_sim.questions.registry import analyse
from arkadia_sim.runner.progress import Silent
from tests.games.castle.twin.check_board import check_board
from tests.support.command import call
from tests.support.recorded import play

LOW: dict[str, Any] = {
    "name": "low", "title": "Build low", "phrase": "building low", "behaviour": "high_towers",
    "behaviour_label": "high towers", "behaviour_direction": "fewer", "without": "*", "with": "*:barred=high_tower",
}  # fmt: skip
ASKED: dict[str, dict[str, Any]] = {
    "paired": {
        "companies": [{"name": "weak", "title": "among casual players", "bot": "casual"}],
        "changes": [LOW], "by": ["board_residents"], "habits": ["win_share@finisher"],
    },
    "crossed": {"bots": ["casual", "greedy"], "apart": ["residents"]},
}  # fmt: skip


def asked(design: str, folder: Path, **keys: Any) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The estimates and the rows of 160 deals on 32 boards."""
    shared = {"name": "boards", "title": "On boards", "question": "On how many?", "design": design, "game": "castle"}
    sizes = {"seed": 5, "players": [2], "deals": 160, "trace": 0, "components": {"board": "1-32"}}
    (folder / "boards.toml").write_text(as_toml(checked(shared | sizes | ASKED[design] | keys, "boards.toml")))
    api.run(folder / "boards.toml", folder / "run", 1, progress=Silent())
    rows = pl.read_parquet(folder / "run" / "games" / "*.parquet")
    return analyse(folder / "run").table(), rows


def boards(pieces: dict[str, object], seed: int, games: int = 6) -> tuple[list[str], list[int]]:
    """The boards of some games of two, and the numbers that their rows tell."""
    result = play(GAME, 2, games, {"version": "architect"}, pieces=pieces, seed=seed)
    for record in result.records:
        check_board(dict(record["board"]), True)
    return [json.dumps(record["board"]) for record in result.records], [int(n) for n in result.players["board"][::2]]


def test_boards_and_decks_by_their_numbers_are_the_same_for_all_deals_and_seeds() -> None:
    here, numbers = boards({"board": 17}, seed=1)
    assert len({*here, *boards({"board": 17}, seed=2)[0]}) == 1 and numbers == [17] * 6
    assert boards({"board": 18}, seed=1)[0][0] != here[0]
    drawn, numbers = boards({"board": "3-5"}, seed=1, games=12)
    assert set(numbers) == {3, 4, 5}
    for number in (3, 4, 5):
        (alone,) = set(boards({"board": number}, seed=9, games=1)[0])
        assert {board for board, told in zip(drawn, numbers, strict=True) if told == number} == {alone}
    result = play(GAME, 2, 5, {"version": "architect"}, pieces={"deck": 4})
    assert len({json.dumps(record["deck"]) for record in result.records}) == 1
    assert {int(number) for number in result.players["deck"]} == {4}


def test_the_number_of_the_board_changes_no_dice() -> None:
    one, other = (play(GAME, 2, 4, {}, pieces={"board": board}) for board in (1, 2))
    dice = [[record["turns"][0]["dice"] for record in result.records] for result in (one, other)]
    assert dice[0] == dice[1]


def test_a_setting_survives_being_read_again() -> None:
    setting = GAME.setting(2, {}, {"board": "1-200", "deck": 3})
    assert setting.rules["boards"] == "drawn"
    assert (setting.numbers("board"), setting.numbers("deck")) == (range(1, 201), range(3, 4))
    assert setting.shared == ["board"]
    assert GAME.setting(2, setting.rules, setting.components) == setting


def test_other_numbers_are_refused_and_several_where_they_cannot_be_allowed_for(tmp_path: Path) -> None:
    values: tuple[object, ...] = ("", "x", "5-", "-5", "9-3", "1-2-3", 1_000_001, -1, True, 1.5, {}, "1 - 3")
    for value in values:
        with pytest.raises(BadValue, match="component board: .* a whole number from 0 to 1,000,000, or two of them"):
            GAME.setting(2, {}, {"board": value})
    with pytest.raises(BadValue, match="no board by its number where the rule boards is shipped"):
        GAME.setting(2, {"boards": "shipped"}, {"board": 17})
    words = ("play", "random", "random", "--game", "castle", "--games", "2", "--workers", "1", "--components")
    assert "cannot allow for (allowed: one number)" in call(*words, "board=1-200", code=2).stderr
    with pytest.raises(UsageError, match="which the design paired cannot allow for .allowed: one number"):
        asked("paired", tmp_path, players=[2, 3], between=[[2, 3]], by=[])
    with pytest.raises(UsageError, match="allowed: at most 1 with several numbers"):
        asked("paired", tmp_path, components={"board": "1-9", "deck": "1-9"})


def test_effects_are_averages_over_boards_with_intervals_over_boards(tmp_path: Path) -> None:
    """The same by another way: from the rows."""
    table, rows = asked("paired", tmp_path)
    by_deal = (
        rows.filter(pl.col("bot") != "casual").group_by("board", "deal").agg(pl.col("win_share").mean() - 0.5)
    )  # without the change all players are alike, and win half
    boards = by_deal.group_by("board").agg(pl.col("win_share").mean() * 100).get_column("win_share").to_numpy()
    (effect,) = table.filter(kind="effect", outcome="win_share").iter_rows(named=True)
    assert len(boards) == 32 and effect["n"] == 160
    assert effect["mean"] == pytest.approx(boards.mean())
    assert effect["se"] == pytest.approx(boards.std(ddof=1) / np.sqrt(32))
    (gains,), (spread,) = (list(table.filter(kind=kind).iter_rows(named=True)) for kind in ("gains", "spread"))
    assert (gains["setting"], gains["unit"], gains["verdict"]) == ("board", "%", "lower")
    assert gains["low"] <= gains["mean"] < 10 and 0 <= spread["mean"] < boards.std(ddof=1)
    low, high = table.filter(kind="half").get_column("n")
    assert low + high == 160
    (habit,) = table.filter(kind="habit").iter_rows(named=True)
    alike = rows.filter((pl.col("finisher") > 0) & (pl.col("bot") == "casual") & pl.col("lineup").eq(0))
    assert habit["unit"] == "%" and habit["mean"] == pytest.approx(100 * float(np.mean(alike["win_share"].to_numpy())))


def test_the_luck_of_the_board_is_told_apart_from_that_of_dice_and_cards(tmp_path: Path) -> None:
    table, _ = asked("crossed", tmp_path)
    scores = table.filter(kind="share", outcome="score")
    shares = dict(zip(scores["contrast"], scores["mean"], strict=True))
    assert {"board", "board_play", "deal", "rest", "own"} < set(shares)
    assert shares["board"] > 5  # the points of boards differ much, whoever plays
    assert set(table.filter(kind="apart").get_column("setting")) == {"same game", "other game"}
    assert table.filter(kind="difference", outcome="residents").height == 2
