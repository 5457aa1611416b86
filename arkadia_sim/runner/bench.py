"""Measures how fast games are played: the loop of a run in one process, from plan to rows, without writing them.

It plays a little before the clock starts, so the figures do not include the time to start and load code. The clock is
that of the processor: other work on the machine hardly counts.
"""

import time
from collections.abc import Sequence

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.batch import batch
from arkadia_sim.core.bot import is_compiled
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.plan import TRACE
from arkadia_sim.plan.designs import named_bots, rotation_section
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows

SECONDS = 5.0
"""How long to play if no number of games is given."""

ENOUGH_SECONDS = 0.5
"""How long a chunk takes at least, unless a chunk has no more games."""

_GAMES = 10**9  # the plan's size: what is played of it depends on the clock


def measure(bots: Sequence[str], games: int | None = None, game: str = DEFAULT_GAME) -> tuple[int, float]:
    """Play for some seconds, or ``games`` games, and return how many games were played in how many seconds."""
    resolved = resolve_game(game)
    names, lineup = named_bots(resolved, bots)
    setting = resolved.setting(len(bots), {}, {})
    section = rotation_section(setting, lineup, _GAMES, is_compiled(resolved.describe_bots(names)))
    plan = Plan(game=game, seed=1, bots=names, sections=(section,), trace=TRACE)
    resolved.warm_up(plan.bots)

    def seconds_for(number: int, size: int) -> float:
        begin = time.process_time()
        chunk_rows(resolved, plan, Chunk(0, number, number * section.chunk_games, size))
        return time.process_time() - begin

    most = min(section.chunk_games, games or section.chunk_games)
    size = 1
    while seconds_for(0, size) < ENOUGH_SECONDS and size < most:
        size = min(most, 4 * size)
    played, number, seconds = 0, 0, 0.0
    while played < games if games is not None else seconds < SECONDS:
        count = size if games is None else min(size, games - played)
        played, seconds, number = played + count, seconds + seconds_for(number, count), number + 1
    return played, seconds


def actions_a_second(game: str, players: int, side_by_side: int) -> float:
    """Random legal actions a second from Python in games side by side, with what is seen and is legal filled in."""
    games = batch(game, players, side_by_side, seed=1)
    games.step(games.sample())
    begin, steps = time.process_time(), 0
    while time.process_time() - begin < SECONDS / 2:
        games.step(games.sample())
        steps += 1
    return steps * side_by_side / (time.process_time() - begin)
