"""Batches of games as the runner plays them: what the play loop does is what the rules say, and what the rows say."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from arkadia_sim.core.game import Batch, BatchResult
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.rng import deal_seeds
from tests.twin import check_record as referee

PYTHON_BOT = "tests/sample_bots/example_bots.py"
VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "first game": {"setup": "first_game", "flip_tiles": True},
    "other readings": {"final_round": "others_only", "holdings": "hidden", "workers_at_castle": False},
    "short of everything": {"seals_per_family": 6, "neutral_workers": 4, "floor_pieces": [4, 3, 0]},
}


def play(
    bots: Sequence[str], lineups: Sequence[Sequence[int]], rules: Mapping[str, Any], seed: int = 5, keep: bool = True
) -> BatchResult:
    """The games of some line-ups, one deal each, with every game traced and recorded if ``keep``."""
    setting = GAME.setting(len(lineups[0]), rules, {})
    kept = np.full(len(lineups), keep)
    deals = deal_seeds(seed, setting.players, 0, len(lineups))
    return GAME.play(Batch(setting, bots, np.array(lineups, dtype=np.int64), deals, kept, kept))


@cache
def variant_games(players: int, variant: str) -> BatchResult:
    bots = ["random", "greedy", "tent_camp", "greedy:temperature=2", "random:temperature=1"]
    lineups = [[(game + seat) % len(bots) for seat in range(players)] for game in range(12)]
    return play(bots, lineups, VARIANTS[variant])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_independent_referee_accepts_what_the_play_loop_played(players: int, variant: str) -> None:
    result = variant_games(players, variant)
    assert not result.failures
    for game, record in enumerate(result.records):
        referee.check(dict(record))
        GAME.check_record(record)
        assert result.players["gold"][game * players :][:players].tolist() == record["result"]["gold"]
        assert result.players["end"][game * players] == record["result"]["end"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_add_up_to_what_the_turns_tell(players: int, variant: str) -> None:
    result = variant_games(players, variant)
    turns = pl.DataFrame({name: list(values) for name, values in result.turns.items()}, strict=False)
    told = (
        turns.group_by("game", "seat")
        .agg(
            turns=pl.len(),
            builds=(pl.col("must") == "build").sum(),
            camps_covered=pl.col("camps").cast(pl.Int64).sum(),
            payouts_triggered=pl.col("completed").cast(pl.Int64).sum(),
            own_workers_used=pl.col("own_squares").list.len().cast(pl.Int64).sum(),
            neutral_workers_used=pl.col("neutral_squares").list.len().cast(pl.Int64).sum(),
            banners_used=pl.col("banner").sum(),
            sale_gold=pl.col("sale_gold").cast(pl.Int64).sum(),
        )
        .sort("game", "seat")
    )
    for name in told.columns[2:]:
        assert told[name].to_list() == result.players[name].tolist(), name
    last = turns.group_by("game", maintain_order=True).last()
    for seat in range(players):
        assert last[f"standing_seat_{seat}"].to_list() == result.players["gold"][seat::players].tolist()


def test_rows_of_a_game_are_consistent() -> None:
    """Win shares sum to 1, gold is sales plus the final evaluation, margins are against the best opponent."""
    for players in (2, 3, 4):
        rows = variant_games(players, "standard").players
        gold = rows["gold"].reshape(-1, players)
        assert np.allclose(rows["win_share"].reshape(-1, players).sum(axis=1), 1.0)
        assert (rows["gold"] == rows["sale_gold"] + rows["final_gold"]).all()
        for game in gold:
            order = np.sort(game)[::-1]
            expected = [value - (order[1] if value == order[0] else order[0]) for value in game]
            assert expected == rows["margin"].reshape(-1, players)[(gold == game).all(axis=1)][0].tolist()
        workers = rows["own_workers_used"] + rows["own_workers_left"]
        assert (workers == 3 + 2 * rows["banners_used"]).all()


def test_a_game_does_not_depend_on_its_batch() -> None:
    """The same deal and line-up give the same rows alone, among others, traced or not."""
    lineups = [[0, 1, 2], [2, 1, 0], [0, 0, 0], [1, 2, 1]]
    bots = ["greedy", "random", "tent_camp:temperature=1"]
    together = play(bots, lineups, {}, keep=False)
    setting = GAME.setting(3, {}, {})
    for game, lineup in enumerate(lineups):
        yes = np.array([True])
        alone = GAME.play(Batch(setting, bots, np.array([lineup]), deal_seeds(5, 3, game, 1), yes, yes))
        for name, values in together.players.items():
            here = values[game * 3 : game * 3 + 3]
            assert np.array_equal(here, alone.players[name], equal_nan=values.dtype.kind == "f"), name


def test_many_logged_games_fill_the_log_more_than_once() -> None:
    """130 recorded games do not fit into the log at once; none is lost or mixed up."""
    result = play(["random"], [[0, 0, 0, 0]] * 130, {})
    assert len(result.records) == 130
    assert np.unique(result.turns["game"]).tolist() == list(range(130))
    counted = np.bincount(result.turns["game"])
    assert counted.tolist() == result.players["turns"].reshape(-1, 4).sum(axis=1).tolist()


def test_columns_are_those_of_the_data_dictionary() -> None:
    result = variant_games(3, "standard")
    assert list(result.players) == [column.name for column in GAME.player_columns]
    assert list(result.turns)[1:] == [column.name for column in GAME.turn_columns]
    for column in GAME.player_columns:
        kind = result.players[column.name].dtype
        assert kind.kind == "U" if column.dtype == "string" else kind == np.dtype(column.dtype), column.name
        assert column.meaning
