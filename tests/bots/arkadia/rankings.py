"""How a policy ranks draws and castle pieces, as one entry point: compiled once and kept, not in each run."""

from typing import Any

from arkadia_sim.shipped.bots.arkadia import _policy
from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.arkadia.bots_api.ranking import RANKED_DTYPE
from arkadia_sim.games.arkadia.play import RECORDS
from arkadia_sim.games.arkadia.rules.state import DRAW
from arkadia_sim.kernels.play_loop import array_of


@compiled(types.int64(*RECORDS.decide.args, array_of(RANKED_DTYPE)))
def rank_draws_or_pieces(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    if table["phase"] == DRAW:
        return _policy.rank_draws(table, holdings, hand, mind, choice, ranked)
    return _policy.rank_pieces(table, holdings, hand, mind, choice, ranked)
