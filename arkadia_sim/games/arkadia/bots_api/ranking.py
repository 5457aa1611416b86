"""Candidates of a decision with their scores, best first: what a bot that looks ahead chooses from, and what explains a
move to a person."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.play import RECORDS
from arkadia_sim.games.arkadia.rules.bitboard import load, store
from arkadia_sim.games.arkadia.rules.state import FAMILIES, WORKERS
from arkadia_sim.kernels import candidates

RANKED_DTYPE = candidates.ranked_of(RECORDS.decision)
ranker = candidates.ranker_of(RECORDS)
describer = candidates.describer_of(RECORDS)


@inlined
def keep_best(ranked: Any, n: Any, score: Any, decision: Any) -> Any:
    """``kernels.candidates.keep_best``, but that workers on the same squares, reached through another building, are the
    same placement and kept once."""
    for i in range(n):
        if _is_same_placement(ranked[i]["decision"], decision):
            return n
    return candidates.keep_best(ranked, n, score, decision)


@inlined
def choose(ranked: Any, number: Any, choice: Any) -> None:
    """Fill in the decision with a candidate."""
    one = ranked[number]["decision"]
    choice["kind"] = one["kind"]
    choice["card"] = one["card"]
    choice["orientation"] = one["orientation"]
    choice["anchor"] = one["anchor"]
    choice["building"] = one["building"]
    store(choice["own"], load(one["own"]))
    store(choice["neutral"], load(one["neutral"]))
    choice["draw"] = one["draw"]
    choice["family"] = one["family"]
    choice["castle_square"] = one["castle_square"]
    choice["use_banner"] = one["use_banner"]
    for family in range(FAMILIES):
        choice["sold"][family] = one["sold"][family]


@inlined
def _is_same_placement(one: Any, other: Any) -> Any:
    if one["kind"] != WORKERS or other["kind"] != WORKERS:
        return False
    return load(one["own"]) == load(other["own"]) and load(one["neutral"]) == load(other["neutral"])
