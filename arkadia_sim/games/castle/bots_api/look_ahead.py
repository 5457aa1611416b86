"""What bots need to look ahead or give lessons: records for ranked candidates, and the functions of the game."""

from functools import partial

from arkadia_sim.core.compiled_lessons import Classroom
from arkadia_sim.games.castle import play
from arkadia_sim.games.castle.bots_api.imagine import imagine
from arkadia_sim.games.castle.play import RECORDS
from arkadia_sim.games.castle.rules import turn
from arkadia_sim.games.castle.rules.state import DECISIONS
from arkadia_sim.games.castle.sight import limits
from arkadia_sim.kernels import look_ahead
from arkadia_sim.kernels.candidates import describer_of, keep_best, ranked_of, ranker_of
from arkadia_sim.kernels.lessons import Teaching
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, Search
from arkadia_sim.kernels.planning import rescoring_with
from arkadia_sim.kernels.practice import SITUATION, Practising, situate_by_lead

__all__ = [
    "PARTS", "RANKED_DTYPE", "RUN_OUT", "SITUATION", "TO_THE_END", "Practising", "Search", "Teaching", "classroom",
    "describer", "keep_best", "playing_on_with", "ranker", "rescoring", "searching_with", "situate_by_lead",
]  # fmt: skip

RANKED_DTYPE = ranked_of(RECORDS.decision)
ranker = ranker_of(RECORDS)
describer = describer_of(RECORDS)

PARTS = Parts.of(play, turn, limits, imagine)
RUN_OUT = look_ahead.running_out_with(PARTS, home=__file__)

playing_on_with = partial(look_ahead.playing_on_with, PARTS)
searching_with = partial(look_ahead.searching_with, PARTS)
rescoring = partial(rescoring_with, RECORDS)
classroom = partial(Classroom, "castle", DECISIONS, PARTS)
