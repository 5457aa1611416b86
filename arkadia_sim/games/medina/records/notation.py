"""Game records written: the games that were played, told so that a replay needs no more than the record.

Beside this module ``form`` knows the fields of a record, ``setup`` and ``checks`` the rules behind them, ``account``
tells a game in its words, ``bots_api.explain`` says which rule forbids a placement.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.records.account import result_of, tell_setup, tell_turn
from arkadia_sim.games.medina.records.form import FORMAT
from arkadia_sim.games.medina.rules.setup import Prepared
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, END, TEA, new_game, new_minds
from arkadia_sim.games.medina.rules.turn import step
from arkadia_sim.games.medina.tables.metrics import ROW_DTYPE


def record_game(
    prepared: Prepared, rules: Mapping[str, Any], log: NDArray[Any], deal: int, bots: Sequence[str]
) -> dict[str, Any]:
    """The record of a finished game, from the seed of its deal and the log of its turns (``TURN`` records).

    What a turn brought stands in the log; the game is dealt and played once more for its set-up and its result.
    """
    players = len(bots)
    games = new_game()
    play.deal_by_hand(games, prepared, new_minds(), deal, np.zeros(players, ROW_DTYPE))
    told = tell_setup(games[0])
    play_log(games[0], log)
    return {
        "format": FORMAT,
        "players": players,
        "rules": dict(rules),
        **told,
        "bots": list(bots),
        "seed": int(deal),
        "turns": [tell_turn(turn, players) for turn in log],
        "result": result_of(games[0]),
    }


def play_log(game: Any, log: NDArray[Any]) -> None:
    """Play the decisions of a log in a ``GAME`` record, from its first turn to its end."""
    table, decision = game["table"], np.zeros(1, DECISION_DTYPE)[0]
    with np.errstate(over="ignore"):
        for turn in log:
            for number in range(int(turn["n_placed"])):
                if table["phase"] == TEA:
                    decision["take_tea"] = 0
                    step(game, decision)
                placement = turn["placements"][number]
                decision["kind"], decision["square"] = placement["kind"], placement["square"]
                step(game, decision)
            if table["phase"] == TEA:
                decision["take_tea"] = 1
                step(game, decision)
            assert table["phase"] == END, "the log does not lead to the end of a turn"
            step(game, decision)
