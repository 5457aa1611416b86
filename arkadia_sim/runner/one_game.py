"""Plays a single game and returns its record. A game with a user's own bots is played in a child process."""

import os

from arkadia_sim.core import memory
from arkadia_sim.core.game import Game
from arkadia_sim.core.patience import game_seconds
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import RunError
from arkadia_sim.plan.plan import Plan
from arkadia_sim.results.record_file import record_line
from arkadia_sim.runner.child import Child, ChildLost, OutOfMemory, OutOfTime
from arkadia_sim.runner.game_faults import user_bots
from arkadia_sim.runner.tasks import load_bots
from arkadia_sim.runner.workers import check_workers

SLOWER = 2.0
"""The game may take this many times as long as its bots may think. So a bot in plain Python is stopped, and named,
before the child is killed."""

Played = tuple[str, dict[int, tuple[int, str]]]
"""The record of a game as a line ("" if the game failed), and its failures: game to seat and reason."""


def record_of(game: Game, plan: Plan) -> Played:
    """Play the first game of a plan that keeps records.

    Raises:
        RunError: a bot ends the process that plays, or takes too much time or memory.
    """
    most, own = memory.usual_limit(check_workers(None).count), user_bots(game, plan.bots)
    seconds = SLOWER * game_seconds()
    if not own:
        with memory.limited(most):
            return _record(game, plan)
    named = f"{'one of ' if len(own) > 1 else ''}{', '.join(spec for spec in plan.bots if spec in own)}"
    child = Child(most)
    try:
        child.run(load_bots, os.getcwd(), plan)
        played: Played = child.run(play_first, plan, seconds=seconds)
    except OutOfTime:
        raise RunError(f"the game failed: {named} takes more than {seconds:g} seconds for it") from None
    except OutOfMemory:
        raise RunError(f"the game failed: {named} takes more memory than a worker may have") from None
    except ChildLost as lost:
        raise RunError(f"the game failed: {named} ends the process that plays it ({lost})") from None
    finally:
        child.close()
    return played


def play_first(plan: Plan) -> Played:
    """Play the first game of a plan in this process."""
    return _record(resolve_game(plan.game), plan)


def _record(game: Game, plan: Plan) -> Played:
    result = game.play(plan.batch(next(plan.chunks())))
    return "" if result.failures else record_line(result.records[0]), dict(result.failures)
