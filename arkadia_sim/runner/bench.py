"""How fast games are played: the loop of a run, from plan to finished rows, only without writing them.

Every worker first plays a chunk for practice and says that it is ready; the clock starts when all are. So the time
that processes need to start, and code to load, is not in the figures. After each chunk a worker measures the machine
by a fixed unit (:mod:`arkadia_sim.runner.yardstick`), so that figures of different days can be compared. Where
a game offers that (:class:`arkadia_sim.core.game.PlaysOut`), playouts are timed too, as bots that search make them.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import is_compiled
from arkadia_sim.core.game import Game, PlaysOut
from arkadia_sim.errors import BadValue, RunError
from arkadia_sim.plan import TRACE
from arkadia_sim.plan.designs import named_bots, rotation_section
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.parallel import check_workers, in_workers, resolve_game
from arkadia_sim.runner.yardstick import steps_a_second

SECONDS = 5.0
"""How long to play when no number of games is named."""

UNIT_SECONDS = 0.05
"""How long the machine is measured after each chunk."""

PLAYOUT_SECONDS = 0.1
"""How long a position is played out, at least; each of ``POSITIONS`` in turn."""
POSITIONS = 8

PATIENCE_SECONDS = 300.0
_GAMES = 10**9  # the plan's size: what is played of it depends on the clock


@dataclass(frozen=True)
class Speed:
    """What was measured: games and turns played by all workers together, and the seconds that they took.

    ``steps`` are the steps of the yardstick that all workers together do in a second, ``playouts`` the playouts that
    they do in a second from the middle of a game; None where the game or its bots have none.
    """

    games: int
    turns: int
    seconds: float
    workers: int
    players: int
    bots: tuple[str, ...]
    steps: float
    playouts: float | None

    def as_json(self) -> dict[str, Any]:
        """The figures by name, as ``bench --json`` prints them."""
        figures: dict[str, Any] = {
            "games_per_second": self.games / self.seconds,
            "turns_per_second": self.turns / self.seconds,
            "steps_per_second": self.steps,
            "games_per_thousand_steps": 1000.0 * self.games / self.seconds / self.steps,
            "workers": self.workers,
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "seconds": self.seconds,
        }
        if self.playouts is not None:
            figures["playouts_per_second"] = self.playouts
            figures["playouts_per_thousand_steps"] = 1000.0 * self.playouts / self.steps
        return figures


@dataclass(frozen=True)
class _Share:
    """What one worker played and the seconds that it took, its steps and its playouts a second."""

    games: int
    turns: int
    seconds: float
    steps: float
    playouts: float | None


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
    seconds = max(share.seconds for share in shares)
    playouts = [share.playouts for share in shares if share.playouts is not None]
    return Speed(
        games=sum(share.games for share in shares),
        turns=sum(share.turns for share in shares),
        seconds=max(seconds, 1e-9),
        workers=count,
        players=len(bots),
        bots=tuple(bots),
        steps=sum(share.steps for share in shares),
        playouts=sum(playouts) if playouts else None,
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
    positions = _positions(game, plan)
    _meet(Path(meeting), number, workers)
    played = turns = 0
    spent, steps = 0.0, []
    while played < wanted if wanted is not None else spent < SECONDS:
        begin = time.monotonic()
        count = size if wanted is None else min(size, wanted - played)
        chunk = Chunk(0, number, number * plan.sections[0].chunk_games, count)
        turns += chunk_rows(game, plan, chunk).turns_played
        spent += time.monotonic() - begin
        played += count
        number += workers
        steps.append(steps_a_second(UNIT_SECONDS))
    return _Share(played, turns, spent, sum(steps) / len(steps), _playouts(positions))


def _positions(game: Game, plan: Plan) -> list[Callable[[int], int]]:
    """Positions in the middle of games that can be played out; none where the game or its bots have none."""
    if not isinstance(game, PlaysOut):
        return []
    setting = plan.sections[0].setting
    seated = [plan.bots[bot] for bot in plan.batch(Chunk(0, 0, 0, 1)).lineups[0]]
    found = (game.middle(setting, seated, int(deal)) for deal in deal_seeds(plan.seed, setting.players, 0, POSITIONS))
    return [position for position in found if position is not None and position(1) == 1]


def _playouts(positions: Sequence[Callable[[int], int]]) -> float | None:
    """Playouts a second, over all positions; None without one."""
    if not positions:
        return None
    done, begin = 0, time.monotonic()
    for position in positions:
        times, until = 1, time.monotonic() + PLAYOUT_SECONDS
        while time.monotonic() < until:
            done += position(times)
            times *= 2
    return done / (time.monotonic() - begin)


def _meet(meeting: Path, number: int, workers: int) -> None:
    """Wait until all workers are ready."""
    (meeting / f"ready-{number}").touch()
    patience = time.monotonic() + PATIENCE_SECONDS
    while sum(1 for _ in meeting.glob("ready-*")) < workers:
        if time.monotonic() > patience:
            raise RunError(f"not all {workers} workers started within {PATIENCE_SECONDS:.0f} seconds")
        time.sleep(0.01)
