"""Some games in full detail, as one line of hash per table: equal lines mean equal games.

Run `python -m tests.games.play_digest GAME NAME` to have another process print them, with other compiler switches.
"""

import hashlib
import sys
from typing import Any

import numpy as np

from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.registry import find_bot, find_game
from arkadia_sim.kernels.play_loop import PROGRESS_DTYPE, Desk, Results, Schedule
from arkadia_sim.rng import deal_seeds, seat_seeds

Table = tuple[dict[str, Any], list[str]]
"""Rules and bots."""

TABLES: dict[tuple[str, str], list[Table]] = {
    ("arkadia", "quick"): [
        ({}, ["random", "random"]),
        ({"setup": "first_game", "flip_tiles": True, "holdings": "hidden", "seals_per_family": 8}, ["random"] * 3),
        (
            {"hand_size": 2, "banners": 2, "final_round": "others_only"},
            ["random", "greedy:temperature=2", "tent_camp", "random"],
        ),
    ],
    ("arkadia", "many"): [
        ({"holdings": holdings, "flip_tiles": flip, "neutral_workers": neutral}, bots)
        for holdings in ("open", "hidden")
        for flip, neutral in ((False, 24), (True, 200))
        for bots in (["random"] * 4, ["greedy", "tent_camp"], ["tent_camp", "random", "greedy:temperature=1"])
    ],
    ("medina", "quick"): [
        ({}, ["random", "random"]),
        ({"holdings": "hidden", "buildings": 3, "grow_from": "palace", "well_squares": "twelve"}, ["random"] * 3),
        (
            {"buildings": 2, "last_player": "roofs_first", "tower_claim": "every_extension", "ties": "largest_palace"},
            ["random", "greedy:temperature=2", "greedy", "random"],
        ),
        ({"buildings": 3, "tower_claim": "every_extension"}, ["playbook", "random"]),
    ],
    ("castle", "quick"): [
        ({}, ["random", "random"]),
        ({"version": "architect", "boards": "drawn", "build": "every_turn", "waste": "useful"}, ["random"] * 3),
        ({"version": "architect", "tokens": 12, "others_pass": True}, ["random", "greedy:temperature=2", "greedy"]),
    ],
    ("castle", "many"): [
        ({"version": version, "boards": boards, "die": die}, bots)
        for version in ("apprentice", "architect")
        for boards, die in (("shipped", ["?"] * 6), ("drawn", ["wood", "stone", "gold", "food", "residents", "?"]))
        for bots in (["random"] * 4, ["greedy", "random"], ["greedy:temperature=1", "random", "random"])
    ],
    ("medina", "many"): [
        ({"holdings": holdings, "street_start": start, "walls": walls}, bots)
        for holdings in ("open", "hidden")
        for start, walls in (("one", 9), ("apart", 30), ("anywhere", 0))
        for bots in (["random"] * 4, ["greedy", "random"], ["greedy:spoil=1,cut=1", "random", "greedy:temperature=1"])
    ],
}
"""Quick tables are short enough to play without the compiler."""
GAMES_PER_TABLE = {"quick": 1, "many": 10}


def digests(game: str, name: str) -> list[str]:
    """One hash for each table of a set, of all rows and turns of its games."""
    return [digest(game, rules, bots, GAMES_PER_TABLE[name]) for rules, bots in TABLES[game, name]]


def digest(name: str, rules: dict[str, Any], bots: list[str], count: int) -> str:
    """The hash of some games."""
    game, players = find_game(name), len(bots)
    assert isinstance(game, CompiledGame)
    engine, records, prepared = game.engine, game.engine.records, game.prepared(game.setting(players, rules, {}))
    seated = [find_bot(spec, name) for spec in bots]
    settings, lineups = engine.settings_of(seated, players), np.tile(np.arange(players), (count, 1))
    rows = np.zeros(count * players, records.row)
    log = np.zeros(count * 500 + engine.play.turns_max, records.turn)
    progress, faults, seats = np.zeros(1, PROGRESS_DTYPE), *np.zeros((2, count), np.int64)
    deals = deal_seeds(11, players, 0, count)
    firsts = np.arange(0, count * players, players)
    decisions = np.zeros(2, records.decision)
    with np.errstate(over="ignore"):
        engine.play.play_games(
            Desk(records.new_game(), prepared.start, prepared.setup, records.new_minds(), settings, decisions),
            engine.deciders_of(seated),
            engine.play.asking(settings),
            Schedule(deals, seat_seeds(deals), lineups, firsts, np.ones(count, np.bool_)),
            Results(rows, log, progress, faults, seats),
        )
    assert not faults.any()
    logged, turns = int(progress["logged"][0]), int(rows["turns"].sum())
    assert 0 < logged == turns < len(log)
    return hashlib.sha256(repr((rows.tolist(), log[:logged].tolist())).encode()).hexdigest()


if __name__ == "__main__":
    print("\n".join(digests(*sys.argv[1:])))
