"""What the bot that looks ahead takes from its policy, as entry points: compiled once and kept, not in each run."""

from typing import Any

from arkadia_sim.shipped.bots.arkadia import _policy
from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.arkadia.bots_api.ranking import RANKED
from arkadia_sim.games.arkadia.play import DECIDE


@compiled(types.int64(*DECIDE.args, types.int64, RANKED))
def rank_musts(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    return _policy.rank_musts(table, holdings, hand, mind, choice, width, ranked)


@compiled(types.int64(*DECIDE.args, RANKED))
def rank_draws(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    return _policy.rank_draws(table, holdings, hand, mind, choice, ranked)


@compiled(types.int64(*DECIDE.args, RANKED))
def rank_pieces(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    return _policy.rank_pieces(table, holdings, hand, mind, choice, ranked)


@compiled(types.int64(*DECIDE.args, RANKED))
def rank_sales(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    return _policy.rank_sales(table, holdings, hand, mind, choice, ranked)
