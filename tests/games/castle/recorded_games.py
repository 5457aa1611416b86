"""Games of Once Upon a Castle played by the game itself and recorded."""

import json
from typing import Any

import numpy as np

from arkadia_sim.core.game import Batch, BatchResult
from arkadia_sim.games.castle.game import GAME
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.game_rows import plain


def play(players: int, games: int, rules: dict[str, Any], bots: tuple[str, ...] = ("random",)) -> BatchResult:
    """Some games, traced and recorded, with the bots going round the seats."""
    lineups = (np.arange(games)[:, None] + np.arange(players)) % len(bots)
    batch = Batch(
        setting=GAME.setting(players, rules, {}),
        bots=bots,
        lineups=lineups.astype(np.int64),
        deals=deal_seeds(11, players, 0, games),
        traced=np.ones(games, np.bool_),
        recorded=np.ones(games, np.bool_),
    )
    return GAME.play(batch)


def records(players: int, games: int, **rules: Any) -> list[dict[str, Any]]:
    """The records of some random games, as they are read from a file."""
    return [json.loads(json.dumps(plain(one))) for one in play(players, games, rules).records]
