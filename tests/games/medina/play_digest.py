"""Some games in all their detail, as one line of hash each: equal lines mean equal games.

Run as `python -m tests.games.medina.play_digest NAME` to have another process print them, with other
switches of the compiler.
"""

import hashlib
import sys
from typing import Any

import numpy as np

from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.medina.game import ENGINE
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import prepare
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, TURN_DTYPE, TURNS_MAX, new_game, new_minds
from arkadia_sim.games.medina.tables.metrics import ROW_DTYPE
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE, Desk, Results, Schedule
from arkadia_sim.rng import deal_seeds, seat_seeds

Table = tuple[dict[str, Any], list[str]]

QUICK: list[Table] = [
    ({}, ["random", "random"]),
    ({"holdings": "hidden", "buildings": 3, "grow_from": "palace", "well_squares": "twelve"}, ["random"] * 3),
    (
        {"buildings": 2, "last_player": "roofs_first", "tower_claim": "every_extension", "ties": "largest_palace"},
        ["random", "greedy:temperature=2", "greedy", "random"],
    ),
]
"""Rules and bots of a few games, short enough to be played without the compiler."""

MANY: list[Table] = [
    ({"holdings": holdings, "street_start": start, "walls": walls}, bots)
    for holdings in ("open", "hidden")
    for start, walls in (("one", 9), ("apart", 30), ("anywhere", 0))
    for bots in (["random"] * 4, ["greedy", "random"], ["greedy:spoil=1,cut=1", "random", "greedy:temperature=1"])
]
SETS = {"quick": QUICK, "many": MANY}
GAMES_PER_TABLE = {"quick": 1, "many": 10}


def digests(name: str) -> list[str]:
    """One hash for each table of a set, of all rows and turns of its games."""
    return [_digest(rules, bots, GAMES_PER_TABLE[name]) for rules, bots in SETS[name]]


def _digest(rules: dict[str, Any], bots: list[str], count: int) -> str:
    players = len(bots)
    prepared = prepare(RuleSet.of(players, rules), players)
    seated = [find_bot(spec, "medina") for spec in bots]
    settings, lineups = ENGINE.settings_of(seated, players), np.tile(np.arange(players), (count, 1))
    rows, log = np.zeros(count * players, ROW_DTYPE), np.zeros(count * 500 + TURNS_MAX, TURN_DTYPE)
    progress, faults, seats = np.zeros(1, PROGRESS_DTYPE), *np.zeros((2, count), np.int64)
    deals = deal_seeds(11, players, 0, count)
    firsts = np.arange(0, count * players, players)
    decisions = np.zeros(2, DECISION_DTYPE)
    with np.errstate(over="ignore"):
        ENGINE.play.play_games(
            Desk(new_game(), prepared.start, prepared.setup, new_minds(), settings, decisions),
            ENGINE.deciders_of(seated),
            ENGINE.play.steps.limited.needed_by(settings),
            Schedule(deals, seat_seeds(deals), lineups, firsts, np.ones(count, np.bool_)),
            Results(rows, log, progress, faults, seats),
        )
    assert not faults.any()
    logged, turns = int(progress["logged"][0]), int(rows["turns"].sum())
    assert 0 < logged == turns < len(log)
    return hashlib.sha256(repr((rows.tolist(), log[:logged].tolist())).encode()).hexdigest()


if __name__ == "__main__":
    print("\n".join(digests(sys.argv[1])))
