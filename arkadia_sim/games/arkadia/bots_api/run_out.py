"""Play on from a position: a game in any phase, with the decisions of given bots, to its end or for so many turns.

Nothing is counted and nothing logged; the rules are the play loop's own. From the same position, minds and random
numbers the same game follows as in a run.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.play import DECIDERS, DECISIONS, MINDS, ask_and_step
from arkadia_sim.games.arkadia.rules.setup import ALL_GAMES
from arkadia_sim.games.arkadia.rules.state import END, OVER
from arkadia_sim.games.arkadia.rules.turn import OK, end_turn

TO_THE_END = -1
"""As many turns as the game has left."""


@inlined
def play_on(games: Any, minds: Any, deciders: Any, decisions: Any, turns: Any) -> Any:
    """Play on ``games[0]``, for compiled code; see :func:`run_out`, which is this as an entry point of its own.

    ``deciders`` may be anything that can be indexed by decision and then by seat. A tuple that names one compiled
    function four times is compiled into the caller; functions that differ from seat to seat must be handed in.
    """
    game = games[0]
    must, draw, castle, banner = deciders
    status = OK
    while status == OK and turns != 0:
        phase = game["table"]["phase"]
        if phase == OVER:
            break
        if phase == END:
            end_turn(game)
            turns -= 1
        else:
            decisions[0] = decisions[1]
            status = ask_and_step(game, minds[game["table"]["seat"]], must, draw, castle, banner, decisions[0])
    return status


@compiled(types.int64(ALL_GAMES, MINDS, DECIDERS, DECISIONS, types.int64))
def run_out(games: Any, minds: Any, deciders: Any, decisions: Any, turns: Any) -> Any:
    """Play on ``games[0]``, in any phase, for so many turns (that under way is the first), or to its end.

    ``minds`` holds one ``MIND`` record per seat, parameters, temperature and random stream filled in; ``deciders``, for
    each of the four decisions from the must to the banner, the seats' compiled functions; ``decisions`` has room for
    two, the second of them empty. ``turns`` may be ``TO_THE_END``. Returns OK, or the fault that a bot has made; the
    game then stands where it happened.
    """
    return play_on(games, minds, deciders, decisions, turns)
