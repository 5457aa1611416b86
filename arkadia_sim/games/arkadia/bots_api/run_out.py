"""Play on from a position: a game in any phase, with the decisions of given bots, to its end or for so many turns.

Nothing is counted and nothing logged. From the same position, minds and random numbers the same game follows as in a
run. The loop goes by way of the compiled kernel, so that a bot that plays games out compiles no rule again.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.bots_api.look_ahead import PARTS, TO_THE_END, asked_with
from arkadia_sim.games.arkadia.play import DECIDERS, DECISIONS, MINDS
from arkadia_sim.games.arkadia.rules.setup import ALL_GAMES
from arkadia_sim.games.arkadia.rules.state import CASTLE, DRAW, MUST
from arkadia_sim.games.arkadia.rules.turn import OK
from arkadia_sim.kernels.look_ahead import asking_with

__all__ = ["TO_THE_END", "run_out", "run_out_often"]


@inlined
def _ask_seat(deciders: Any, table: Any, holdings: Any, hand: Any, mind: Any, decision: Any) -> None:
    must, draw, castle, banner = deciders
    phase, seat = table["phase"], table["seat"]
    if phase == MUST:
        must[seat](table, holdings, hand, mind, decision)
    elif phase == DRAW:
        draw[seat](table, holdings, hand, mind, decision)
    elif phase == CASTLE:
        castle[seat](table, holdings, hand, mind, decision)
    else:
        banner[seat](table, holdings, hand, mind, decision)


_play_on = asking_with(PARTS, asked_with(_ask_seat))


@compiled(types.int64(ALL_GAMES, MINDS, DECIDERS, DECISIONS, types.int64))
def run_out(games: Any, minds: Any, deciders: Any, decisions: Any, turns: Any) -> Any:
    """Play on ``games[0]``, in any phase, for so many turns (that under way is the first), or to its end.

    ``minds`` holds one ``MIND`` record per seat, parameters, temperature and random stream filled in; ``deciders``, for
    each of the four decisions from the must to the banner, the seats' compiled functions; ``decisions`` has room for
    two, the second of them empty. ``turns`` may be ``TO_THE_END``. Returns OK, or the fault that a bot has made; the
    game then stands where it happened.
    """
    return _play_on(games, minds, deciders, decisions, turns)


@compiled(types.int64(ALL_GAMES, ALL_GAMES, MINDS, DECIDERS, DECISIONS, types.int64))
def run_out_often(games: Any, starts: Any, minds: Any, deciders: Any, decisions: Any, times: Any) -> Any:
    """Play ``starts[0]`` out to its end so many times, in ``games[0]``; all else as for :func:`run_out`.

    The streams of random numbers go on from one time to the next. Returns how often the game came to its end: the fault
    of a bot ends it all.
    """
    for done in range(times):
        games[0] = starts[0]
        if _play_on(games, minds, deciders, decisions, TO_THE_END) != OK:
            return done
    return times
