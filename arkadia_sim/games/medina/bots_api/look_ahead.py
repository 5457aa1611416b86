"""What bots need to look ahead or give lessons: records for ranked candidates, and the functions of the game."""

from arkadia_sim.core.compiled_lessons import *  # noqa: F403 -- what is the same in all games
from arkadia_sim.core.compiled_lessons import LookAhead, Parts, running_out_with
from arkadia_sim.games.medina import play
from arkadia_sim.games.medina.bots_api.imagine import imagine
from arkadia_sim.games.medina.rules import turn
from arkadia_sim.games.medina.rules.state import PHASE_NAMES
from arkadia_sim.games.medina.sight import limits
from arkadia_sim.kernels.candidates import keep_best as keep_best

PARTS = Parts.of(play, turn, limits, imagine)
RUN_OUT = running_out_with(PARTS, home=__file__)
RANKED_DTYPE, ranker, describer, playing_on_with, searching_with, rescoring, classroom = LookAhead.of(
    "medina", PHASE_NAMES, PARTS
)
