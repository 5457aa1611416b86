"""Decisions of games under way: what bots are handed there, and the game to try things out in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.game import ENGINE, GAME
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, OVER, TURN_DTYPE, new_game
from arkadia_sim.games.medina.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE


def moments(bots: Sequence[str], deal: int, rules: Mapping[str, Any] | None = None) -> Iterator[tuple[Any, Any]]:
    """Each decision of a game of these bots: copies of the game, as an array of one, and of the minds of all seats."""
    setting = GAME.setting(len(bots), rules or {}, {})
    seated, games, decisions = [GAME.find_bot(bot) for bot in bots], new_game(), np.zeros(2, DECISION_DTYPE)
    minds, prepared, rows = ENGINE.minds_of(seated), GAME.prepared(setting), np.zeros(len(bots), ROW_DTYPE)
    ENGINE.deal_by_hand(games, prepared, minds, deal, rows)
    asks, table = GAME.asks(seated, minds, prepared, games[0]), games[0]["table"]
    while table["phase"] != OVER:
        decisions[0] = decisions[1]
        if not ENGINE.moves_on(table, decisions[0]):
            yield games.copy(), minds.copy()
            with np.errstate(over="ignore"):
                asks[int(table["seat"])](games[0], decisions[0])
        with np.errstate(over="ignore"):
            assert play.advance(games, decisions[0], rows, 0, np.zeros(0, TURN_DTYPE), np.zeros(1, PROGRESS_DTYPE)) == 0


def handed(games: Any) -> tuple[Any, Any]:
    """The table and the holdings that the bot on turn is handed."""
    game = games[0]
    hidden = bool(game["table"]["rules"]["hidden"])
    if hidden:
        play.veil(game, int(game["table"]["seat"]))
    return game["table"], game["veiled" if hidden else "holdings"]
