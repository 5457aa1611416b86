"""Measures how fast games are played: the loop of a run, from plan to rows, without writing them.

Every worker first plays chunks as a warm-up; the clock starts when all workers are ready. So the figures do not
include the time to start processes and load code.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import is_compiled
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import BadValue, RunError
from arkadia_sim.plan import TRACE
from arkadia_sim.plan.designs import named_bots, rotation_section
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.runner.workers import check_workers, in_workers

SECONDS = 5.0
"""How long to play if no number of games is given."""

WARM_UP_SECONDS = 0.5
"""How long the last chunk of the warm-up takes at least, unless a chunk has no more games."""

PATIENCE_SECONDS = 300.0
_GAMES = 10**9  # the plan's size: what is played of it depends on the clock


@dataclass(frozen=True)
class Share:
    """What one worker did: games with their turns in so many seconds."""

    games: int
    turns: int
    seconds: float


@dataclass(frozen=True)
class Speed:
    """The measurements of all workers."""

    shares: tuple[Share, ...]
    players: int
    bots: tuple[str, ...]

    @property
    def games(self) -> int:
        """The games of all workers."""
        return sum(share.games for share in self.shares)

    @property
    def turns(self) -> int:
        """The turns of these games."""
        return sum(share.turns for share in self.shares)

    @property
    def seconds(self) -> float:
        """The longest playing time of a worker."""
        return max(1e-9, *(share.seconds for share in self.shares))

    def as_json(self) -> dict[str, Any]:
        """The figures as ``bench --json`` prints them."""
        return {
            "games_per_second": self.games / self.seconds,
            "turns_per_second": self.turns / self.seconds,
            "workers": len(self.shares),
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "seconds": self.seconds,
        }


def measure(
    bots: Sequence[str],
    workers: int | None = 1,
    games: int | None = None,
    game: str = DEFAULT_GAME,
) -> Speed:
    """Play for some seconds, or about ``games`` games in whole chunks, and measure the speed."""
    if games is not None and games < 1:
        raise BadValue("games", games, "a whole number from 1")
    count = check_workers(workers).count
    resolved = resolve_game(game)
    names, lineup = named_bots(resolved, bots)
    setting = resolved.setting(len(bots), {}, {})
    section = rotation_section(setting, lineup, _GAMES, is_compiled(resolved.describe_bots(names)))
    plan = Plan(game=game, seed=1, bots=names, sections=(section,), trace=TRACE)
    resolved.warm_up(plan.bots)
    with tempfile.TemporaryDirectory(prefix="arkadia-sim-bench-") as meeting:
        tasks = [(plan, number, count, games, meeting) for number in range(count)]
        shares = [_share(*tasks[0])] if count == 1 else list(in_workers(_share, tasks, count))
    return Speed(tuple(shares), len(bots), tuple(bots))


def _share(plan: Plan, number: int, workers: int, games: int | None, meeting: str) -> Share:
    """One worker's part: every ``workers``-th chunk, until time is up or the games are played."""
    game = resolve_game(plan.game)
    wanted = inf if games is None else -(-games // workers)
    chunk_games = plan.sections[0].chunk_games

    def warm_up(size: int) -> int:
        chunk_rows(game, plan, Chunk(0, 0, 0, size))
        return size

    size, _ = _long_enough(warm_up, WARM_UP_SECONDS, min(chunk_games, wanted))
    _meet(Path(meeting), number, workers)
    played, turns, seconds = 0, 0, 0.0
    while played < wanted if games is not None else seconds < SECONDS:
        begin, count = time.monotonic(), int(min(size, wanted - played))
        turns += chunk_rows(game, plan, Chunk(0, number, number * chunk_games, count)).turns_played
        played, seconds, number = played + count, seconds + time.monotonic() - begin, number + workers
    return Share(played, turns, seconds)


def _long_enough(do: Callable[[int], int], seconds: float, most: float = inf) -> tuple[int, float]:
    """Do work more and more often in one call, ``most`` times at most, until a call takes long enough.

    ``do`` returns how often it was done; if that is less often than asked, no further call follows. Returns how often
    it was done in the last call, and the seconds that it took.
    """
    times = 1
    while True:
        begin = time.monotonic()
        done = do(times)
        taken = time.monotonic() - begin
        if taken >= seconds or done < times or times >= most:
            return done, taken
        times = int(min(most, 4 * times))


def _meet(meeting: Path, number: int, workers: int) -> None:
    """Wait until all workers are ready."""
    (meeting / f"ready-{number}").touch()
    patience = time.monotonic() + PATIENCE_SECONDS
    while sum(1 for _ in meeting.glob("ready-*")) < workers:
        if time.monotonic() > patience:
            raise RunError(f"not all {workers} workers started within {PATIENCE_SECONDS:.0f} seconds")
        time.sleep(0.01)
