"""What any bot must do in any game, tested by playing it; and how fast and how good it is.

Bots of compiled games must keep the whole contract of :mod:`arkadia_sim.testing.bots`, too.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from time import perf_counter, process_time
from typing import Any

import numpy as np

from arkadia_sim.accelerate import check_bounds
from arkadia_sim.compiled.game import CompiledGame
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.game import Batch, BatchResult, Game
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.user_code import decision_seconds
from arkadia_sim.errors import ArkadiaSimError, RunError
from arkadia_sim.questions.estimates import players_text
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.audit import recorded_games, replay_faults
from arkadia_sim.runner.child import Child, ChildLost, OutOfTime
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.testing import bots
from arkadia_sim.testing.bots import Check
from arkadia_sim.testing.game_rows import SEED, Played, follows_from_the_deal, plays

DEALS, DEALS_MOST, SECONDS = 2, 32, 0.5
"""The usual and the most deals at each number of players, and for how many seconds more games are started."""

SLOW = 0.1
"""A bot whose games take longer, in seconds, is tested with few games and positions, so that the answer comes soon."""

RAISED = 3.0
"""The temperature at which a bot is tested besides its own."""


def check_any_bot(spec: str, game: str = DEFAULT_GAME) -> None:
    """Raise AssertionError at the first check that finds faults in a bot, as users write it."""
    raise_faults(spec, checks(find_game(game), spec))


def raise_faults(spec: str, checks: Iterable[Check]) -> None:
    """Make checks of a bot; AssertionError at the first that finds faults."""
    for title, check in checks:
        faults = "".join(f"\n  - {fault}" for fault in check())
        assert not faults, f"{title}: bot {spec} does not:{faults}"


def checks(game: Game, spec: str) -> Iterator[Check]:
    """All checks of a bot, the quickest first; UsageError for a bot that cannot be found. Run each check before you ask
    for the next, and stop at the first fault: later checks rely on earlier ones."""
    game.describe_bots([spec])
    pace = Pace()
    for players in game.player_counts:
        yield f"plays by the rules with {players_text(players)}", partial(by_the_rules, game, spec, players, pace)
    for players in game.player_counts:
        yield (
            f"plays what its records say with {players_text(players)}",
            partial(as_recorded, game, spec, players, pace),
        )
    for players in game.player_counts[:1] if pace.is_slow else game.player_counts:
        title = f"plays the same deal in the same way with {players_text(players)}"
        yield title, partial(same_again, game, spec, players, pace)
    if isinstance(game, CompiledGame):
        yield from bots.checks(game, spec, brief=pace.is_slow)


@dataclass
class Pace:
    """How long a game of the bot takes, in seconds of computing: the shortest so far; NaN before the first."""

    seconds: float = np.nan

    @property
    def is_slow(self) -> bool:
        """Whether few games have to do."""
        return self.seconds > SLOW


def _played(
    game: Game, bots: list[str], players: int, pace: Pace, recorded: bool = False
) -> Iterator[tuple[Batch, BatchResult]]:
    """Batches of the first bot, in each seat against the second and in all seats, until ``SECONDS`` have passed: all
    line-ups of some deals at once, or game by game if the bot is slow or nobody knows yet."""
    begin, deals, parts = perf_counter(), 0, ("lineups", "deals", "traced", "recorded")
    while deals < DEALS_MOST and (deals == 0 or perf_counter() - begin < SECONDS):
        batch = _batch(game, bots, players, DEALS, deals)
        deals += DEALS
        batch = replace(batch, recorded=~batch.recorded) if recorded else batch
        one_by_one = ({part: getattr(batch, part)[n : n + 1] for part in parts} for n in range(len(batch.deals)))
        for games in [{}] if pace.seconds <= SLOW else one_by_one:
            started, part = process_time(), replace(batch, **games)
            result = game.play(part)
            pace.seconds = float(np.fmin(pace.seconds, (process_time() - started) / len(part.deals)))
            yield part, result
            if pace.is_slow and perf_counter() - begin > SECONDS:
                return


def by_the_rules(game: Game, spec: str, players: int, pace: Pace) -> list[str]:
    """Whether no game fails: the bot in each seat against the game's default bot, and in all seats, at its own
    temperature and at a raised one; a slow bot at a raised one at the smallest table alone."""
    faults: list[str] = []
    game.warm_up([spec, game.default_bot])
    for bot in dict.fromkeys((spec, bots.hotter(spec, RAISED))):
        if bot != spec and pace.is_slow and players != game.player_counts[0]:
            continue
        for batch, result in _played(game, [bot, game.default_bot], players, pace):
            for number, (seat, reason) in islice(result.failures.items(), 1):
                who = bot if batch.lineups[number, seat] == 0 else game.default_bot
                share = f"{len(result.failures)} of {len(batch.deals)} games"
                faults.append(f"{who} in {seat_text(seat)}: {reason} ({share} failed with {players_text(players)})")
            if faults:
                break
    return faults


def as_recorded(game: Game, spec: str, players: int, pace: Pace) -> list[str]:
    """Whether games end as their records do when they are replayed: a bot may have written into the table."""
    try:
        for batch, result in islice(_played(game, [spec, game.default_bot], players, pace, True), 4):
            games = recorded_games(batch.recorded, result)
            for index, record in games:
                faults = replay_faults(game, batch, result, index, record)
                if faults:
                    return [f"it is suspected of writing into the table: {faults[0]}"]
    except (ArkadiaSimError, AssertionError) as error:  # what the bots decided does not make a game
        return [f"it is suspected of writing into the table: {error}"]
    return []


def same_again(game: Game, spec: str, players: int, pace: Pace) -> list[str]:
    """Whether a deal gives the same result when it is played again, alone, after others, or without records."""
    if pace.is_slow:
        batch, result = next(_played(game, [spec, game.default_bot], players, pace))
        return follows_from_the_deal(Played(game, batch, result))
    played: list[Played] = []
    faults = plays(game, game.setting(players, {}, {}), [spec, game.default_bot], DEALS, played)
    return faults + [fault for batch in played for fault in follows_from_the_deal(batch)]


@dataclass(frozen=True)
class Worth:
    """How a bot did against another, in ``unit``; ``fair`` is the average of equal players. ``seconds_per_game`` are
    seconds of computing, which do not depend on what else the machine does."""

    against: str
    players: int
    games: int
    estimate: Estimate
    fair: float | None
    unit: str
    seconds_per_game: float
    slowest_turn: float | None = None
    """In seconds; None in a game in plain Python."""


def worth(name: str, spec: str, against: str, seconds: float = 3.0, deals_most: int = 200) -> Worth:
    """How a bot does against another in the first outcome of a game, at its smallest table with room for both. The bot
    plays each deal from every seat, until ``seconds`` have passed or ``deals_most`` deals are played."""
    game = find_game(name)
    players = next((n for n in game.player_counts if n > 1), game.player_counts[0])
    computing = process_time()
    outcome, means, begin, deals = game.outcomes[0], np.zeros(0), perf_counter(), 1
    while len(means) < deals_most and perf_counter() - begin < seconds:
        batch = _batch(game, [spec, against], players, deals, first=len(means), alone=False)
        values = np.asarray(game.play(batch).players[outcome.column], np.float64).reshape(-1, players)
        own = values[np.arange(len(values)), np.arange(len(values)) % players]
        means = np.append(means, own.reshape(deals, players).mean(axis=1) * outcome.scale)
        in_time = int((begin + seconds - perf_counter()) * len(means) / (perf_counter() - begin))
        deals = max(1, min(2 * deals, deals_most - len(means), in_time))
    games = len(means) * players
    fair = None if outcome.total is None else outcome.total / players
    spent = (process_time() - computing) / games
    slowest = bots.slowest_turn(game, spec, against, players) if isinstance(game, CompiledGame) else None
    return Worth(against, players, games, mean_interval(means), fair, outcome.unit, spent, slowest)


def _batch(game: Game, bots: list[str], players: int, deals: int, first: int = 0, alone: bool = True) -> Batch:
    """Each deal with the first bot in every seat in turn against the second; with ``alone``, also in all seats."""
    lineups = np.ones((players, players), np.int64) - np.eye(players, dtype=np.int64)
    if alone:
        lineups = np.vstack([lineups, np.zeros((1, players), np.int64)])
    no = np.zeros(deals * len(lineups), np.bool_)
    seeds = np.repeat(deal_seeds(SEED, players, first, deals), len(lineups))
    return Batch(game.setting(players, {}, {}), bots, np.tile(lineups, (deals, 1)), seeds, no, no)


# -- for check-bot, which asks for check after check, of a user's bot in a child process ------------------------------
def asked(child: Child | None, spec: str, task: Callable[..., Any], *arguments: Any) -> Any:
    """Run a task about a bot in a child, or in this process; RunError if the bot ends the child."""
    try:
        return task(*arguments) if child is None else child.run(task, *arguments, seconds=decision_seconds())
    except OutOfTime as late:
        raise RunError(f"{spec}: {late}") from None
    except ChildLost as lost:
        raise RunError(f"{spec} ends the process that plays it ({lost})") from None


_reports: Iterator[Any] = iter(())
"""The title of each check that is still to come, then its faults, which are found when they are asked for."""


def begin(game: str, spec: str, bounds: bool) -> None:
    """Prepare the checks of a bot; with ``bounds``, compiled functions of its own file check their indices."""
    global _reports
    if bounds:
        check_bounds()
    _reports = (tell() for title, check in checks(find_game(game), spec) for tell in (partial(str, title), check))


def next_report() -> Any:
    """What is checked next, in words, or the faults of the check that was named last; None if nothing is left."""
    return next(_reports, None)
