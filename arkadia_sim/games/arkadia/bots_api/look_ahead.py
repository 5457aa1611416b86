"""What bots need to look ahead or give lessons: records for ranked candidates, and the functions of the game."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.compiled_lessons import *  # noqa: F403 -- what is the same in all games
from arkadia_sim.core.compiled_lessons import Parts, looking_ahead, running_out_with
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.rules import turn
from arkadia_sim.games.arkadia.rules.bitboard import load
from arkadia_sim.games.arkadia.rules.state import PHASE_NAMES, WORKERS
from arkadia_sim.games.arkadia.sight import limits
from arkadia_sim.kernels import candidates

PARTS = Parts.of(play, turn, limits, imagine)
RUN_OUT = running_out_with(PARTS, home=__file__)
RANKED_DTYPE, ranker, describer, searching_with, rescoring, classroom = looking_ahead("arkadia", PHASE_NAMES, PARTS)


@inlined
def keep_best(ranked: Any, n: Any, score: Any, decision: Any) -> Any:
    """``kernels.candidates.keep_best``, but workers on the same squares next to another building are kept once."""
    for i in range(n):
        if _is_same_placement(ranked[i]["decision"], decision):
            return n
    return candidates.keep_best(ranked, n, score, decision)


@inlined
def choose(ranked: Any, number: Any, choice: Any) -> None:
    """Fill in the decision with a candidate."""
    limits.copy_choice(ranked[number]["decision"], choice)


@inlined
def _is_same_placement(decision: Any, other: Any) -> Any:
    if decision["kind"] != WORKERS or other["kind"] != WORKERS:
        return False
    return load(decision["own"]) == load(other["own"]) and load(decision["neutral"]) == load(other["neutral"])
