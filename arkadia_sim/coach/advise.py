"""What should a player do differently? One change at a time, the one that helps most first.

A step is a race of all changes that a person could make. The best few then play fresh deals; of those that clearly
help, the one that helps most is taken up, and the next step starts from there. If none clearly helps, the advice ends.
Intervals of a step are widened for the number of changes that it judges. So at each step and table size, a change that
does nothing is taken up with a chance of at most 2.5%. The gain shown is the best of a few, so it is a little high; the
wins at the end are from deals of their own. Gains are averages over all companies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.coach.advice_file import AdviceFile, AdviceRequest, AdviceStep, Judged, Reached
from arkadia_sim.coach.changes import Change, Style, changes_of, own_style
from arkadia_sim.coach.race import CANDIDATES, Track, games_of_race, searched
from arkadia_sim.core.bot import Bot, Seated
from arkadia_sim.core.constraint import UNCONSTRAINED
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import UsageError
from arkadia_sim.runner.progress import Progress
from arkadia_sim.runner.workers import Workers
from arkadia_sim.stats.intervals import mean_interval
from arkadia_sim.tuning.arena import Arena, table_sizes
from arkadia_sim.tuning.saved_bot import player_from
from arkadia_sim.tuning.search_file import Interval, SearchFolder

RACES, JUDGED, REACHED = (place << 40 for place in range(8, 11))
"""Branches of the seed tree that nothing else reaches."""
FIRST_DEALS = 8
FINALISTS = 4
"""So many changes of a race are judged on fresh deals."""
LEVEL = 0.95
RARE = 0.05
"""With fewer wins, or fewer losses, than this share the outcome that races go by judges instead."""

EXPECTED_TABLES = 2
"""How many styles are expected to play for what was reached: the own one, and one with advice taken up."""


def advise(
    request: AdviceRequest, out: Path, workers: int | Workers | None = None, progress: Progress | None = None
) -> AdviceFile:
    """Find advice for a bot at each table size, or go on with a search that was stopped.

    The result depends neither on the number of workers nor on interruptions.

    Args:
        request: Whom to coach, and among whom.
        out: The folder for ``coach.json``.
        workers: One process for each usable core if None.
        progress: Where progress is reported; on stderr if None.

    Returns:
        The finished file.
    """
    file = new_advice(request)
    seated = resolve_game(file.game).find_bot(file.bot)

    def search(folder: SearchFolder[AdviceFile], file: AdviceFile, arena: Arena) -> AdviceFile:
        return _Coaching(folder, file, arena, seated).run()

    return searched(
        file,
        out,
        workers,
        progress,
        [file.bot, *file.against],
        sum(_expected_games(file, seated, size) for size in file.players),
        search,
        f"the time left is that of {file.most} steps at each table size; where nothing helps, it is less",
    )


def new_advice(request: AdviceRequest) -> AdviceFile:
    """The file of a search before its first game; UsageError if something that was asked for is not possible."""
    game = resolve_game(request.game)
    sizes = table_sizes(game, request.players, request.seed)
    among = tuple(dict.fromkeys(request.among))
    if not among:
        raise UsageError("name at least one bot for the other seats (--among BOT)")
    seated = game.find_bot(request.bot)
    if seated.constraints != UNCONSTRAINED:
        raise UsageError(f"bot {request.bot}: a bot under constraints cannot be coached")
    for size in sizes:
        if not changes_of(seated.bot, own_style(seated, size), size):
            raise UsageError(
                f"bot {request.bot} has nothing that could be changed: neither parameters that a person could change "
                "nor decisions that can follow rules"
            )
    return AdviceFile.begun(
        game,
        request,
        [request.bot, *among],
        bot=request.bot,
        against=among,
        players=sizes,
        most=request.steps,
        check_deals=request.check_deals,
    )


def _expected_games(file: AdviceFile, seated: Seated, players: int) -> int:
    """About how many games the advice for a table size takes, if all steps are taken."""
    step = _games_of_step(file, seated.bot, own_style(seated, players), players)
    return file.most * step + EXPECTED_TABLES * players * len(file.against) * file.check_deals


def _games_of_step(file: AdviceFile, bot: Bot, style: Style, players: int) -> int:
    """How many games a step takes."""
    seats = players * len(file.against)
    judged = seats * file.check_deals * (FINALISTS + 1)
    return games_of_race(len(changes_of(bot, style, players)), FIRST_DEALS, seats, FINALISTS) + judged


@dataclass(frozen=True)
class _Played:
    """An outcome by deal and table, averaged over companies; whether it is not wins, which say little; and games."""

    values: NDArray[np.float64]
    outcome: Outcome
    floor: bool
    games: int


class _Coaching:
    """The steps for one table size. Those that the file holds already are not played again."""

    def __init__(self, folder: SearchFolder[AdviceFile], file: AdviceFile, arena: Arena, seated: Seated) -> None:
        self.folder, self.file, self.arena = folder, file, arena
        self.bot: Bot = seated.bot
        self.players = arena.tables[0].players
        self.player = player_from(BotSpec.parse(file.bot), folder.root / CANDIDATES)
        self.track = Track(folder.root, RACES, file.seed)
        self.styles = [own_style(seated, self.players)]
        self.usual_step = _games_of_step(file, self.bot, self.styles[0], self.players)

    def run(self) -> AdviceFile:
        """Take steps until nothing clearly helps, and return the file."""
        number = 0
        while number < self.file.most:
            known = self.file.steps_at(self.players)
            if number == len(known):
                step = self._step(number)
                self.file = self.folder.save(self.file.model_copy(update={"steps": (*self.file.steps, step)}))
            else:
                step = known[number]
                self._expect_more(step.games - self.usual_step)
            number += 1
            self.track.deals = step.deals
            if not step.taken:
                self._expect_more((number - self.file.most) * self.usual_step)
                break
            self.styles.append(Style(step.judged[0].parameters, step.judged[0].rules))
        if not any(reached.players == self.players for reached in self.file.reached):
            reached = (*self.file.reached, *self._reached())
            self.file = self.folder.save(self.file.model_copy(update={"reached": reached}))
        return self.file

    def _expect_more(self, games: int) -> None:
        """So many games more, or fewer if negative, than were expected at the start."""
        self.arena.progress.fewer(-games)

    def _games_each(self) -> int:
        """The games of a style on fresh deals."""
        return self.players * len(self.arena.tables) * self.file.check_deals

    def _table(self, style: Style) -> dict[str, object]:
        return style.table(self.bot, self.player, self.players)

    def _step(self, number: int) -> AdviceStep:
        style = self.styles[-1]
        changes = changes_of(self.bot, style, self.players)
        self._expect_more(_games_of_step(self.file, self.bot, style, self.players) - self.usual_step)
        base, candidates = self._table(style), [self._table(change.style) for change in changes]
        raced = self.track.race(self.arena, base, candidates, FIRST_DEALS, number, FINALISTS)
        finalists = [changes[finisher.place] for finisher in raced.finishers]
        played = self._played(
            [base, *(self._table(change.style) for change in finalists)], JUDGED, number * self.file.check_deals
        )
        judged = self._judged(finalists, played.values[:, 1:] - played.values[:, :1])
        step = AdviceStep(
            players=self.players,
            tried=len(changes),
            judged=judged,
            taken=judged[0].gain.low > 0.0,
            outcome=played.outcome,
            floor=played.floor,
            deals=self.track.deals,
            games=raced.games + played.games,
        )
        best = step.judged[0]
        self.arena.progress.say(
            f"{self.players} players, step {number + 1}: {'taken up' if step.taken else 'nothing clearly helps'}; best "
            f"of {step.tried}: {best.gain} {step.outcome.unit}: {best.words}"
        )
        return step

    def _played(self, tables: Sequence[dict[str, object]], branch: int, first: int) -> "_Played":
        """Play fresh deals, by wins or, where these say little for the first table, by the outcome of the races."""
        games, arena, floor = 0, self.arena, False
        while True:
            played = self.track.play(arena, tables, branch, first, self.file.check_deals)
            games += played.games
            share = played.values[:, :, 0].mean()
            low, high = arena.outcome.bounds
            if arena.outcome == self.file.climbed or not isfinite(high - low):
                break
            if RARE <= (share * arena.outcome.scale - low) / (high - low) <= 1.0 - RARE:
                break
            arena, floor = replace(arena, outcome=self.file.climbed), True
            self._expect_more(played.games)
        return _Played(played.values.mean(axis=0) * arena.outcome.scale, arena.outcome, floor, games)

    def _judged(self, finalists: Sequence[Change], gains: NDArray[np.float64]) -> tuple[Judged, ...]:
        """The finalists with their gains by deal, the one to take up first."""
        level = 1.0 - (1.0 - LEVEL) / len(finalists)
        judged = [
            Judged(
                words=change.words,
                gain=Interval.of(mean_interval(gains[:, place], level)),
                parameters=dict(change.style.parameters),
                rules=change.style.rules,
            )
            for place, change in enumerate(finalists)
        ]
        alike: dict[bytes, Judged] = {}
        for place, change in enumerate(judged):  # changes that play the same games are one
            alike.setdefault(gains[:, place].tobytes(), change)
        judged = list(alike.values())
        judged.sort(key=lambda change: (change.gain.low > 0.0, change.gain.mean), reverse=True)
        return tuple(judged)

    def _reached(self) -> list[Reached]:
        """The bot's own style and those after each step, on deals of their own."""
        tables = [self._table(style) for style in self.styles]
        self._expect_more((len(tables) - EXPECTED_TABLES) * self._games_each())
        played = self.track.play(self.arena, tables, REACHED, 0, self.file.check_deals)
        return [
            Reached(
                players=self.players,
                steps=steps,
                among=table.opponent,
                result=Interval.of_outcome(mean_interval(played.values[place, :, steps]), self.file.outcome),
            )
            for steps in range(len(tables))
            for place, table in enumerate(self.arena.tables)
        ]
