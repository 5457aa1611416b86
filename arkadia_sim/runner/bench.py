"""How fast games are played: the loop of a run, from plan to finished rows, only without writing them.

Every worker first plays a chunk for practice and says that it is ready; the clock starts when all are. So the time
that processes need to start, and code to load, is not in the figures.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import is_compiled
from arkadia_sim.core.game import Game
from arkadia_sim.errors import BadValue, RunError
from arkadia_sim.plan import TRACE
from arkadia_sim.plan.designs import named_bots, rotation_section
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.runner.parallel import check_workers, in_workers, resolve_game

SECONDS = 5.0
"""How long to play when no number of games is named."""

PATIENCE_SECONDS = 300.0
_GAMES = 10**9  # the plan's size: what is played of it depends on the clock


@dataclass(frozen=True)
class Speed:
    """What was measured: games and turns played by all workers together, and the seconds from first to last."""

    games: int
    turns: int
    seconds: float
    workers: int
    players: int
    bots: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The figures by name, as ``bench --json`` prints them."""
        return {
            "games_per_second": self.games / self.seconds,
            "turns_per_second": self.turns / self.seconds,
            "workers": self.workers,
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "seconds": self.seconds,
        }


@dataclass(frozen=True)
class _Share:
    """What one worker played, and when, on the clock that all processes of a machine share."""

    games: int
    turns: int
    begin: float
    end: float


def measure(
    bots: Sequence[str],
    workers: int | None = 1,
    games: int | None = None,
    game: str = DEFAULT_GAME,
    say: Callable[[str], None] = lambda text: None,
) -> Speed:
    """Play for some seconds, or about ``games`` games in whole chunks, and say how fast that was."""
    count = check_workers(workers)
    resolved = resolve_game(game)
    plan = _plan(resolved, game, bots, games)
    resolved.warm_up(plan.bots, say)
    with tempfile.TemporaryDirectory(prefix="arkadia-sim-bench-") as meeting:
        tasks = [(plan, number, count, games, meeting) for number in range(count)]
        shares = [_share(*tasks[0])] if count == 1 else list(in_workers(_share, tasks, count))
    seconds = max(share.end for share in shares) - min(share.begin for share in shares)
    return Speed(
        games=sum(share.games for share in shares),
        turns=sum(share.turns for share in shares),
        seconds=max(seconds, 1e-9),
        workers=count,
        players=len(bots),
        bots=tuple(bots),
    )


def _plan(game: Game, name: str, bots: Sequence[str], games: int | None) -> Plan:
    if games is not None and games < 1:
        raise BadValue("games", games, "a whole number from 1")
    names, lineup = named_bots(game, bots)
    compiled = is_compiled(game.describe_bots(names))
    setting = game.setting(len(bots), {}, {})
    section = rotation_section(setting, lineup, _GAMES, compiled)
    return Plan(name, 1, names, (section,), trace=TRACE)


def _share(plan: Plan, number: int, workers: int, games: int | None, meeting: str) -> _Share:
    """One worker's part: every ``workers``-th chunk, until time is up or the games are played."""
    game = resolve_game(plan.game)
    size = plan.sections[0].chunk_games
    wanted = None if games is None else -(-games // workers)
    if wanted is not None:
        size = min(size, wanted)
    chunk_rows(game, plan, Chunk(0, 0, 0, size))
    _meet(Path(meeting), number, workers)
    begin = time.monotonic()
    played = turns = 0
    while played < wanted if wanted is not None else time.monotonic() - begin < SECONDS:
        count = size if wanted is None else min(size, wanted - played)
        chunk = Chunk(0, number, number * plan.sections[0].chunk_games, count)
        turns += chunk_rows(game, plan, chunk).turns_played
        played += count
        number += workers
    return _Share(played, turns, begin, time.monotonic())


def _meet(meeting: Path, number: int, workers: int) -> None:
    """Wait until all workers are ready."""
    (meeting / f"ready-{number}").touch()
    patience = time.monotonic() + PATIENCE_SECONDS
    while sum(1 for _ in meeting.glob("ready-*")) < workers:
        if time.monotonic() > patience:
            raise RunError(f"not all {workers} workers started within {PATIENCE_SECONDS:.0f} seconds")
        time.sleep(0.01)
