"""What any bot must do in any game, found out by playing it; and how quick and how good it is.

>>> from arkadia_sim.testing.any_bot import check_any_bot     # doctest: +SKIP
>>> check_any_bot("my_bot.py")                                # doctest: +SKIP

A bot plays by the rules at every number of players and at a raised temperature, and plays the same deal in the same way
whatever else it has played. Bots of compiled games keep the whole contract of :mod:`arkadia_sim.testing.bots`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np

from arkadia_sim.core import DEFAULT_GAME, memory
from arkadia_sim.core.bot import TEMPERATURE
from arkadia_sim.core.compiled_game import CompiledGame
from arkadia_sim.core.game import Batch, Game
from arkadia_sim.core.registry import find_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import RunError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.child import Child, ChildLost, OutOfMemory
from arkadia_sim.runner.workers import check_workers
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.testing import bots
from arkadia_sim.testing.game_rows import SEED, Played, follows_from_the_deal, plays

DEALS, DEALS_MOST, SECONDS = 2, 32, 1.0
"""Deals that are played at each number of players at the least, at the most, and how long more are begun."""

TRIED_AT = 3.0
"""The temperature at which a bot is tried beside that of its own."""

Check = tuple[str, Callable[[], list[str]]]
"""What is checked, in words, and a function that returns the faults found, in words too."""


def check_any_bot(spec: str, game: str = DEFAULT_GAME) -> None:
    """Raise AssertionError at the first check that finds faults in a bot, as one writes it, of a game, by name."""
    for title, check in checks(find_game(game), spec):
        told = "".join(f"\n  - {fault}" for fault in check())
        assert not told, f"{title}: bot {spec} does not:{told}"


def checks(game: Game, spec: str) -> Iterator[Check]:
    """All checks of a bot, the quickest first; UsageError for a bot that cannot be found.

    Each is made before the next is asked for, and after one that finds a fault no other: they trust each other.
    """
    game.describe_bots([spec])
    for players in game.player_counts:
        yield f"plays by the rules with {_players(players)}", partial(by_the_rules, game, spec, players)
    for players in game.player_counts:
        title = f"plays the same deal in the same way with {_players(players)}"
        yield title, partial(same_again, game, spec, players)
    if isinstance(game, CompiledGame):
        yield from bots.checks(game, spec)


def by_the_rules(game: Game, spec: str, players: int) -> list[str]:
    """Whether no game fails: the bot in each seat among the game's default bot, and alone at the table, at its own
    temperature and at a raised one."""
    faults: list[str] = []
    for bot in dict.fromkeys((spec, _hotter(spec))):
        deals, begin = 0, perf_counter()
        while deals < DEALS or (deals < DEALS_MOST and perf_counter() - begin < SECONDS and not faults):
            batch = _batch(game, [bot, game.default_bot], players, DEALS, deals)
            deals += DEALS
            failures = game.play(batch).failures
            for number, (seat, reason) in islice(failures.items(), 1):
                who = bot if batch.lineups[number, seat] == 0 else game.default_bot
                share = f"{len(failures)} of {len(batch.deals)} games"
                faults.append(f"{who} in seat {seat + 1}: {reason} ({share} failed with {_players(players)})")
    return faults


def same_again(game: Game, spec: str, players: int, deals: int = DEALS) -> list[str]:
    """Whether a deal comes out the same when played again, alone, after others, and not looked at."""
    played: list[Played] = []
    faults = plays(game, game.setting(players, {}, {}), [spec, game.default_bot], deals, played)
    return faults + [fault for one in played for fault in follows_from_the_deal(one)]


@dataclass(frozen=True)
class Worth:
    """How a bot did against another: in ``unit``, what one would get on average, and how long a game takes it."""

    against: str
    players: int
    games: int
    estimate: Estimate
    fair: float | None
    unit: str
    seconds_per_game: float


def worth(game: Game, spec: str, against: str, seconds: float = 5.0, deals_most: int = 200) -> Worth:
    """How a bot does against another in what one plays for, at the smallest table that has room for both.

    Deals are played, the bot in each seat, until ``seconds`` have gone by or there are enough of them.
    """
    players = next((n for n in game.player_counts if n > 1), game.player_counts[0])
    outcome, means, begin, deals = game.outcomes[0], np.zeros(0), perf_counter(), 2
    while len(means) < deals_most and perf_counter() - begin < seconds:
        batch = _batch(game, [spec, against], players, deals, first=len(means), alone=False)
        values = np.asarray(game.play(batch).players[outcome.column], np.float64).reshape(-1, players)
        own = values[np.arange(len(values)), np.arange(len(values)) % players]
        means = np.append(means, own.reshape(deals, players).mean(axis=1) * outcome.scale)
        deals = min(2 * deals, deals_most - len(means))
    games = len(means) * players
    fair = None if outcome.total is None else outcome.total / players
    spent = (perf_counter() - begin) / games
    return Worth(against, players, games, mean_interval(means), fair, outcome.unit, spent)


def _batch(game: Game, bots: list[str], players: int, deals: int, first: int = 0, alone: bool = True) -> Batch:
    """Each deal with the first bot in each seat among the second, and after these with the first in all seats."""
    lineups = np.ones((players, players), np.int64) - np.eye(players, dtype=np.int64)
    if alone:
        lineups = np.vstack([lineups, np.zeros((1, players), np.int64)])
    no = np.zeros(deals * len(lineups), np.bool_)
    seeds = np.repeat(deal_seeds(SEED, players, first, deals), len(lineups))
    return Batch(game.setting(players, {}, {}), bots, np.tile(lineups, (deals, 1)), seeds, no, no)


def _hotter(spec: str) -> str:
    """The same bot at a raised temperature."""
    read = BotSpec.parse(spec)
    return spec if TEMPERATURE.name in dict(read.settings) else str(read.with_settings({TEMPERATURE.name: TRIED_AT}))


def _players(number: int) -> str:
    return f"{number} player{'' if number == 1 else 's'}"


MOST_MEMORY = 2_000_000_000
"""What a bot may take while it is tried out, in bytes: to fill a large machine over and over would take minutes."""

_begun: list[tuple[Iterator[Check], list[Check]]] = []
"""In the process beside: the checks that are still to come, and the one that was told of last."""


class Apart:
    """The checks of a bot, as :func:`arkadia_sim.testing.any_bot.checks` has them, made in another process."""

    def __init__(self, child: Child, game: str, spec: str) -> None:
        self._child, self._game, self._spec = child, game, spec
        self._asked(begin, game, spec)

    def checks(self) -> Iterator[Check]:
        """What is checked, in words, and a function that makes the check and returns the faults found."""
        while (title := self._asked(next_title)) is not None:
            yield title, self._faults

    def worth(self, against: str) -> Worth:
        """How it does against another bot."""
        found: Worth = self._asked(worth_of, self._game, self._spec, against)
        return found

    def _asked(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """What the process answers; RunError where it is lost."""
        try:
            return self._child.run(task, *arguments)
        except ChildLost as lost:
            raise RunError(self._told(lost)) from None

    def _told(self, lost: ChildLost) -> str:
        if isinstance(lost, OutOfMemory):
            return f"{self._spec} takes more memory than a worker may have"
        return f"{self._spec} ends the process that plays it ({lost})"

    def _faults(self) -> list[str]:
        try:
            found: list[str] = self._child.run(faults)
        except ChildLost as lost:
            return [self._told(lost)]
        return found


@contextmanager
def tried_apart(game: str, spec: str) -> Iterator[Apart]:
    """Have a process beside this one for a while."""
    child = Child(min(memory.usual_limit(check_workers(None).count), MOST_MEMORY))
    try:
        yield Apart(child, game, spec)
    finally:
        child.close()


def begin(game: str, spec: str) -> None:
    """In the process beside: find the bot."""
    _begun[:] = [(checks(find_game(game), spec), [])]


def next_title() -> str | None:
    """What is checked next; None if that was all."""
    coming, last = _begun[0]
    last[:] = [check] if (check := next(coming, None)) else []
    return last[0][0] if last else None


def faults() -> list[str]:
    """Make that check."""
    return _begun[0][1][0][1]()


def worth_of(game: str, spec: str, against: str) -> Worth:
    """How a bot does against another."""
    return worth(find_game(game), spec, against)
