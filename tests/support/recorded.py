"""Games that a game has played and recorded, and what is found wrong with a record."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.core.game import Batch, BatchResult, Game
from arkadia_sim.errors import RecordError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.game_rows import plain
from tests.support.refereeing import RuleError


def play(
    game: Game,
    players: int,
    games: int,
    rules: dict[str, Any],
    bots: tuple[str, ...] = ("random",),
    pieces: dict[str, Any] | None = None,
    seed: int = 11,
) -> BatchResult:
    """Some games, traced and recorded, with the bots going round the seats."""
    lineups = (np.arange(games)[:, None] + np.arange(players)) % len(bots)
    batch = Batch(
        setting=game.setting(players, rules, pieces or {}),
        bots=bots,
        lineups=lineups.astype(np.int64),
        deals=deal_seeds(seed, players, 0, games),
        traced=np.ones(games, np.bool_),
        recorded=np.ones(games, np.bool_),
    )
    return game.play(batch)


def records(game: Game, players: int, games: int, **rules: Any) -> list[dict[str, Any]]:
    """The records of some random games, as they are read from a file."""
    return [json.loads(json.dumps(plain(record))) for record in play(game, players, games, rules).records]


def first_fault(
    check: Callable[[Any], object], error: type[RecordError] | type[RuleError], record: Any
) -> tuple[str, int | None] | None:
    """Rule and turn of the first fault that a referee finds in a record, by the error that it raises."""
    try:
        check(record)
    except error as fault:
        return fault.rule, fault.turn
    return None
