"""What bots need to look ahead or give lessons: records for ranked candidates, and the functions of the game."""

from arkadia_sim.core.compiled_lessons import *  # noqa: F403 -- what is the same in all games
from arkadia_sim.core.compiled_lessons import LookAhead, Parts, running_out_with
from arkadia_sim.games.castle import play
from arkadia_sim.games.castle.bots_api.imagine import imagine
from arkadia_sim.games.castle.rules import turn
from arkadia_sim.games.castle.rules.state import DECISIONS
from arkadia_sim.games.castle.sight import limits
from arkadia_sim.kernels.candidates import keep_best as keep_best

PARTS = Parts.of(play, turn, limits, imagine)
RUN_OUT = running_out_with(PARTS, home=__file__)
RANKED_DTYPE, ranker, describer, playing_on_with, searching_with, rescoring, classroom = LookAhead.of(
    "castle", DECISIONS, PARTS
)
