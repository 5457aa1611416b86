"""The bot that looks ahead: its policy's own player without playouts, a better one with them, and honest."""

from typing import Any

import numpy as np
import pytest
from arkadia_sim.shipped.bots.medina.planner import POLICIES

from arkadia_sim.core.game import Batch
from arkadia_sim.games.medina.game import GAME
from arkadia_sim.rng import deal_seeds


def rows(bots: list[str], lineups: list[list[int]], deals: int, rules: dict[str, Any] | None = None) -> Any:
    players = len(lineups[0])
    seeds = np.repeat(deal_seeds(8_117, players, 0, deals), len(lineups))
    no = np.zeros(len(seeds), np.bool_)
    result = GAME.play(Batch(GAME.setting(players, rules or {}, {}), bots, np.array(lineups * deals), seeds, no, no))
    assert result.failures == {}
    return result.players


@pytest.mark.parametrize("number", range(len(POLICIES)))
def test_without_playouts_it_plays_as_its_policy_does(number: int) -> None:
    planned = rows([f"planner:playouts=0,policy={number}", "greedy"], [[0, 1, 0]], 3)
    plain = rows([POLICIES[number], "greedy"], [[0, 1, 0]], 3)
    assert all(planned[column].tolist() == plain[column].tolist() for column in ("score", "turns", "walls_placed"))


@pytest.mark.parametrize("rules", [{}, {"holdings": "hidden"}])
def test_it_beats_the_player_that_it_thinks_with(rules: dict[str, Any]) -> None:
    """Its share of the wins against one ``rival`` is far above a half, in both seats of the same deals."""
    seats = [[0, 1], [1, 0]]
    won = rows(["planner:playouts=24,width=2,policy=0", "rival"], seats, 6, rules)["win_share"]
    assert won[np.array(seats * 6).ravel() == 0].mean() > 0.6


@pytest.mark.parametrize(
    "settings",
    ["others=0", "policy=0", "objective=1", "prior=0", "objective=2", "horizon=4", "width=0", "playouts=1"],
)
def test_every_setting_plays_a_game_of_its_own(settings: str) -> None:
    base = "planner:width=2" if "width" not in settings else "planner:"
    start = base + ("" if "playouts" in settings else ",playouts=14").removeprefix("," if base.endswith(":") else "")
    plain = rows(["planner:width=2,playouts=14", "rival"], [[0, 1]], 1)
    other = rows([f"{start}{'' if start.endswith(':') else ','}{settings}", "rival"], [[0, 1]], 1)
    assert plain["score"].tolist() != other["score"].tolist()
