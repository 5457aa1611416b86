"""Measures how fast games are played: the loop of a run, from plan to rows, without writing them.

Every worker first plays chunks as a warm-up; the clock starts when all workers are ready. So the figures do not
include the time to start processes and load code. After each chunk a worker measures the machine with a fixed unit of
work (:mod:`arkadia_sim.runner.yardstick`), so that figures of different days can be compared by processor time. If the
game offers playouts (:class:`arkadia_sim.core.game.PlaysOut`), these are timed too.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import is_compiled
from arkadia_sim.core.game import Game, PlaysOut
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import BadValue, RunError
from arkadia_sim.plan import TRACE
from arkadia_sim.plan.designs import named_bots, rotation_section
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.workers import check_workers, in_workers
from arkadia_sim.runner.yardstick import do_steps

SECONDS = 5.0
"""How long to play if no number of games is given."""

WARM_UP_SECONDS = 0.5
"""How long the last chunk of the warm-up takes at least, unless a chunk has no more games."""

UNIT_SECONDS = 0.05
"""How long the machine is measured after each chunk."""

PLAYOUT_SECONDS = 0.1
"""The shortest time for the playouts of each of ``POSITIONS`` positions."""
POSITIONS = 4

PATIENCE_SECONDS = 300.0
_GAMES = 10**9  # the plan's size: what is played of it depends on the clock


@dataclass(frozen=True)
class Work:
    """How often a piece of work was done, in how many seconds, and in how many seconds of processor time."""

    times: int = 0
    seconds: float = 0.0
    processor: float = 0.0

    @classmethod
    def of(cls, do: Callable[[], int]) -> "Work":
        """Do the work; ``do`` returns how often it was done."""
        begin, worked = time.monotonic(), time.process_time()
        times = do()
        return cls(times, time.monotonic() - begin, time.process_time() - worked)

    def __add__(self, other: "Work") -> "Work":
        return Work(self.times + other.times, self.seconds + other.seconds, self.processor + other.processor)

    @property
    def per_processor_second(self) -> float:
        """How often the work is done in a second of processor time."""
        return self.times / max(self.processor, 1e-9)


@dataclass(frozen=True)
class Share:
    """What one worker did: games with their turns, steps of the yardstick, and playouts."""

    games: Work
    turns: int
    steps: Work
    playouts: Work


@dataclass(frozen=True)
class Speed:
    """The measurements of all workers."""

    shares: tuple[Share, ...]
    players: int
    bots: tuple[str, ...]

    @property
    def games(self) -> int:
        """The games of all workers."""
        return sum(share.games.times for share in self.shares)

    @property
    def turns(self) -> int:
        """The turns of these games."""
        return sum(share.turns for share in self.shares)

    @property
    def seconds(self) -> float:
        """The longest playing time of a worker."""
        return max(1e-9, *(share.games.seconds for share in self.shares))

    @property
    def playouts_per_second(self) -> float | None:
        """Playouts of all workers together; None if the game or its bots have none."""
        if not any(share.playouts.times for share in self.shares):
            return None
        return sum(share.playouts.times / max(share.playouts.seconds, 1e-9) for share in self.shares)

    def as_json(self) -> dict[str, Any]:
        """The figures that ``bench`` prints; those about steps use processor time."""
        games = sum((share.games for share in self.shares), start=Work())
        steps = sum((share.steps for share in self.shares), start=Work())
        playouts = sum((share.playouts for share in self.shares), start=Work())
        unit = steps.per_processor_second / 1000.0
        figures: dict[str, Any] = {
            "games_per_second": self.games / self.seconds,
            "turns_per_second": self.turns / self.seconds,
            "steps_per_second": steps.per_processor_second,
            "games_per_thousand_steps": games.per_processor_second / unit,
            "workers": len(self.shares),
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "seconds": self.seconds,
        }
        if self.playouts_per_second is not None:
            figures["playouts_per_second"] = self.playouts_per_second
            figures["playouts_per_thousand_steps"] = playouts.per_processor_second / unit
        return figures


def measure(
    bots: Sequence[str],
    workers: int | None = 1,
    games: int | None = None,
    game: str = DEFAULT_GAME,
    say: Callable[[str], None] = lambda text: None,
) -> Speed:
    """Play for some seconds, or about ``games`` games in whole chunks, and measure the speed."""
    count = check_workers(workers).count
    resolved = resolve_game(game)
    plan = _plan(resolved, game, bots, games)
    resolved.warm_up(plan.bots, say)
    with tempfile.TemporaryDirectory(prefix="arkadia-sim-bench-") as meeting:
        tasks = [(plan, number, count, games, meeting) for number in range(count)]
        shares = [_share(*tasks[0])] if count == 1 else list(in_workers(_share, tasks, count))
    return Speed(tuple(shares), len(bots), tuple(bots))


def _plan(game: Game, name: str, bots: Sequence[str], games: int | None) -> Plan:
    if games is not None and games < 1:
        raise BadValue("games", games, "a whole number from 1")
    names, lineup = named_bots(game, bots)
    compiled = is_compiled(game.describe_bots(names))
    setting = game.setting(len(bots), {}, {})
    section = rotation_section(setting, lineup, _GAMES, compiled)
    return Plan(game=name, seed=1, bots=names, sections=(section,), trace=TRACE)


def _share(plan: Plan, number: int, workers: int, games: int | None, meeting: str) -> Share:
    """One worker's part: every ``workers``-th chunk, until time is up or the games are played."""
    game = resolve_game(plan.game)
    wanted = None if games is None else -(-games // workers)
    most = plan.sections[0].chunk_games if wanted is None else min(plan.sections[0].chunk_games, wanted)
    size = _warmed_up(game, plan, most)
    positions = _positions(game, plan)
    _meet(Path(meeting), number, workers)
    played, turns, steps = Work(), 0, Work()

    def play_chunk() -> int:
        nonlocal turns
        count = size if wanted is None else min(size, wanted - played.times)
        turns += chunk_rows(game, plan, Chunk(0, number, number * plan.sections[0].chunk_games, count)).turns_played
        return count

    while played.times < wanted if wanted is not None else played.seconds < SECONDS:
        played += Work.of(play_chunk)
        number += workers
        steps += Work.of(lambda: do_steps(UNIT_SECONDS))
    playouts = sum(map(_played_out, positions), start=Work())
    return Share(played, turns, steps, playouts)


def _warmed_up(game: Game, plan: Plan, most: int) -> int:
    """Play chunks of more and more games, up to ``most``, until one takes a while; returns how many games it has."""

    def play(size: int) -> int:
        chunk_rows(game, plan, Chunk(0, 0, 0, size))
        return size

    return _long_enough(play, WARM_UP_SECONDS, most).times


def _positions(game: Game, plan: Plan) -> list[Callable[[int], int]]:
    """Positions in the middle of games for playouts; none if the game or its bots have none."""
    if not isinstance(game, PlaysOut):
        return []
    setting = plan.sections[0].setting
    seated = [plan.bots[bot] for bot in plan.batch(Chunk(0, 0, 0, 1)).lineups[0]]
    positions = (
        game.middle(setting, seated, int(deal)) for deal in deal_seeds(plan.seed, setting.players, 0, POSITIONS)
    )
    return [position for position in positions if position is not None and position(1) == 1]


def _played_out(position: Callable[[int], int]) -> Work:
    """Play a position out, often enough in one call that the call itself takes no noticeable time."""
    return _long_enough(position, PLAYOUT_SECONDS)


def _long_enough(do: Callable[[int], int], seconds: float, most: float = inf) -> Work:
    """Do work more and more often in one call, ``most`` times at most, until a call takes long enough.

    ``do`` returns how often it was done; if that is less often than asked, no further call follows.
    """
    times = 1
    while True:
        work = Work.of(partial(do, times))
        if work.seconds >= seconds or work.times < times or times >= most:
            return work
        times = int(min(most, 4 * times))


def _meet(meeting: Path, number: int, workers: int) -> None:
    """Wait until all workers are ready."""
    (meeting / f"ready-{number}").touch()
    patience = time.monotonic() + PATIENCE_SECONDS
    while sum(1 for _ in meeting.glob("ready-*")) < workers:
        if time.monotonic() > patience:
            raise RunError(f"not all {workers} workers started within {PATIENCE_SECONDS:.0f} seconds")
        time.sleep(0.01)
