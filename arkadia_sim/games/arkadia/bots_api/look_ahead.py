"""What of Arkadia bots need that look ahead or give lessons: see :class:`arkadia_sim.kernels.look_ahead.Parts`."""

from functools import partial

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.compiled_lessons import Classroom
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.play import PLAY, decide_by_chance, handed, moves_on
from arkadia_sim.games.arkadia.rules.state import PHASE_NAMES
from arkadia_sim.games.arkadia.rules.turn import step
from arkadia_sim.games.arkadia.sight.finding import find
from arkadia_sim.kernels import look_ahead
from arkadia_sim.kernels.lessons import Teaching
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, Search
from arkadia_sim.kernels.practice import Practising

__all__ = [
    "PARTS", "RUN_OUT", "TO_THE_END", "Practising", "Search", "Teaching", "classroom", "playing_on_with",
    "searching_with",
]  # fmt: skip

PARTS = Parts(
    play=PLAY,
    handed=handed,
    imagine=imagine,
    moves_on=inlined(moves_on),
    step=step,
    find=find,
    decide_by_chance=decide_by_chance,
)
RUN_OUT = look_ahead.running_out_with(PARTS, home=__file__)

playing_on_with = partial(look_ahead.playing_on_with, PARTS)
searching_with = partial(look_ahead.searching_with, PARTS)
classroom = partial(Classroom, "arkadia", PHASE_NAMES, PARTS)
