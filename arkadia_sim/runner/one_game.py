"""A single game to look at; where a bot of the user's own plays in it, in a process that the bot may end."""

import os

from arkadia_sim.core import memory
from arkadia_sim.core.game import Game
from arkadia_sim.core.patience import game_seconds
from arkadia_sim.errors import RunError
from arkadia_sim.plan.plan import Plan
from arkadia_sim.results.record_file import record_line
from arkadia_sim.runner.casualties import own_bots
from arkadia_sim.runner.child import Child, Lost, TookTooLong, TookTooMuch
from arkadia_sim.runner.keeper import make_ready
from arkadia_sim.runner.workers import check_workers

SLOWER = 2.0
"""A game has so much more time than its bots may think in all: who plays in plain Python is then told of by name."""

Played = tuple[str, dict[int, tuple[int, str]]]
"""The record of a game as a line, empty if it failed, and what failed: the seat and why."""


def record_of(game: Game, plan: Plan) -> Played:
    """The first game of a plan that keeps records. RunError where a bot ends the process that plays it, or takes too
    much time or memory."""
    most, own = memory.usual_limit(check_workers(None).count), own_bots(game, plan.bots)
    seconds = SLOWER * game_seconds()
    if not own:
        with memory.limited(most):
            return _record(game, plan)
    named = f"{'one of ' if len(own) > 1 else ''}{', '.join(spec for spec in plan.bots if spec in own)}"
    child = Child(most)
    try:
        child.do(make_ready, os.getcwd(), plan)
        found: Played = child.do(play_first, plan, seconds=seconds)
    except TookTooLong:
        raise RunError(f"the game failed: {named} takes more than {seconds:g} seconds for it") from None
    except TookTooMuch:
        raise RunError(f"the game failed: {named} takes more memory than a worker may have") from None
    except Lost as lost:
        raise RunError(f"the game failed: {named} ends the process that plays it ({lost})") from None
    finally:
        child.end()
    return found


def play_first(plan: Plan) -> Played:
    """The same, in this process."""
    from arkadia_sim.runner.parallel import resolve_game

    return _record(resolve_game(plan.game), plan)


def _record(game: Game, plan: Plan) -> Played:
    result = game.play(plan.batch(next(plan.chunks())))
    return "" if result.failures else record_line(result.records[0]), dict(result.failures)
