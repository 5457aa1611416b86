"""What bots need to look ahead or give lessons: records for ranked candidates, and the functions of the game."""

from functools import partial
from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.compiled_lessons import Classroom
from arkadia_sim.games.arkadia import play
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.play import RECORDS
from arkadia_sim.games.arkadia.rules import turn
from arkadia_sim.games.arkadia.rules.bitboard import load
from arkadia_sim.games.arkadia.rules.state import PHASE_NAMES, WORKERS
from arkadia_sim.games.arkadia.sight import limits
from arkadia_sim.kernels import candidates, look_ahead
from arkadia_sim.kernels.lessons import Teaching
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, Search
from arkadia_sim.kernels.planning import rescoring_with
from arkadia_sim.kernels.positions import Describing, judging_with, read_network
from arkadia_sim.kernels.practice import Practising

__all__ = [
    "PARTS", "RANKED_DTYPE", "RUN_OUT", "TO_THE_END", "Describing", "Practising", "Search", "Teaching", "choose",
    "classroom", "describer", "judging_with", "keep_best", "playing_on_with", "ranker", "read_network",
    "rescoring", "searching_with",
]  # fmt: skip

RANKED_DTYPE = candidates.ranked_of(RECORDS.decision)
ranker = candidates.ranker_of(RECORDS)
describer = candidates.describer_of(RECORDS)


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


PARTS = Parts.of(play, turn, limits, imagine)
RUN_OUT = look_ahead.running_out_with(PARTS, home=__file__)

playing_on_with = partial(look_ahead.playing_on_with, PARTS)
searching_with = partial(look_ahead.searching_with, PARTS)
rescoring = partial(rescoring_with, RECORDS)
classroom = partial(Classroom, "arkadia", PHASE_NAMES, PARTS)
