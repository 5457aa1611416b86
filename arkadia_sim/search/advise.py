"""What should a player do differently? One change at a time, the one that helps most first.

A step is a race of all changes that a person could make. The best few then play fresh deals; of those that clearly
help, the one that helps most is taken up, and the next step starts from there. If none clearly helps, the advice ends.
Intervals of a step are widened for the number of changes that it judges. So at each step and table size, a change that
does nothing is taken up with a chance of at most 2.5%. The gain shown is the best of a few, so it is a little high; the
wins at the end are from deals of their own. Gains are averages over all companies.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.constraint import UNCONSTRAINED
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import UsageError, counted
from arkadia_sim.runner.progress import Progress
from arkadia_sim.search import CHECK_DEALS, STEPS
from arkadia_sim.search.bench import CANDIDATES, Bench, games_of_race, opponents, searched, table_sizes
from arkadia_sim.search.changes import Change, Style, changes_of, own_style
from arkadia_sim.search.files import SavedBot, SearchFile, gain_text, in_unit, player_from, search_command
from arkadia_sim.stats.intervals import Estimate, mean_interval

RACES, JUDGED, REACHED = (place << 40 for place in range(8, 11))
"""Branches of the seed tree that nothing else reaches."""
FIRST_DEALS = 8
FINALISTS = 4
"""So many changes of a race are judged on fresh deals."""
LEVEL = 0.95
RARE = 0.05
"""With fewer wins, or fewer losses, than this share the outcome that races go by judges instead."""


class Judged(Stored):
    """A change that did well in a race, on fresh deals: how much it adds to all that was taken up before."""

    words: str
    gain: Estimate
    parameters: dict[str, float]
    rules: tuple[str, ...]


class AdviceStep(Stored):
    """One step: the changes that did best in a race, best first, and whether the first was taken up."""

    players: int
    tried: int = Field(description="changes in the race")
    judged: tuple[Judged, ...]
    taken: bool = Field(description="whether the first clearly helps")
    outcome: Outcome = Field(description="what gains are counted in")
    floor: bool = Field(description="whether wins are too rare or too common to judge by")


class Reached(Stored):
    """How often a style wins on fresh deals: the bot's own (``steps`` 0), or with the first steps of advice."""

    players: int
    steps: int
    among: str
    result: Estimate


class AdviceFile(SearchFile):
    """The content of ``coach.json``."""

    KIND = "search for advice"
    SAVED = SavedBot("coach")

    format: str = "arkadia-sim-coach/3"
    most: int = Field(description="steps at most")
    check_deals: int
    steps: tuple[AdviceStep, ...] = ()
    reached: tuple[Reached, ...] = ()

    def table(self, path: Path) -> BotTable:
        """The bot that has taken up all advice, as a table of a bot file at ``path``."""
        spec, seated = BotSpec.parse(self.bot), resolve_game(self.game).find_bot(self.bot)
        styles = {size: own_style(seated, size) for size in self.players}
        for step in self.steps:
            if step.taken:
                styles[step.players] = Style(step.judged[0].parameters, step.judged[0].rules)
        return BotTable(
            player=player_from(spec, path),
            plan=f"Plays like {spec.name}, with the advice taken up that helps it most.",
            source=self.command,
            parameters={name: value for name, value in seated.settings().items() if name in seated.chosen},
            by_players={str(size): dict(style.parameters) for size, style in styles.items() if style.parameters},
            rules_by_players={str(size): [*style.rules] for size, style in styles.items() if seated.bot.cues},
        )

    def steps_at(self, players: int) -> list[AdviceStep]:
        """The steps for a table size."""
        return [step for step in self.steps if step.players == players]


def new_advice(
    bot: str, among: Sequence[str], players: Sequence[int] | None = None, steps: int = STEPS,
    check_deals: int = CHECK_DEALS, seed: int = 1, game: str = DEFAULT_GAME,
) -> AdviceFile:  # fmt: skip
    """The file of a search before its first game; UsageError if something that was asked for is not possible.

    ``players`` None: all table sizes from two on.
    """
    played, against = resolve_game(game), opponents(among)
    sizes = table_sizes(played, players, seed)
    seated = played.find_bot(bot)
    seated.refuse_head_start("a bot is coached")
    if seated.constraints != UNCONSTRAINED:
        raise UsageError(f"bot {bot}: a bot under constraints cannot be coached")
    for size in sizes:
        if not changes_of(seated.bot, own_style(seated, size), size):
            raise UsageError(
                f"bot {bot} has nothing that could be changed: neither parameters that a person could change "
                "nor decisions that can follow rules"
            )
    return AdviceFile.begin(
        played,
        [bot, *against],
        command=search_command(
            "coach", bot, among=among, players=players, steps=steps, check_deals=check_deals, seed=seed, game=game
        ),
        game=game,
        bot=bot,
        against=against,
        players=sizes,
        seed=seed,
        most=steps,
        check_deals=check_deals,
    )


def advise(file: AdviceFile, out: Path, workers: int | None = None, progress: Progress | None = None) -> AdviceFile:
    """Find advice for a bot at each table size in the folder ``out``, or go on with a search; the finished file."""
    seated, expected = resolve_game(file.game).find_bot(file.bot), 0
    for size in file.players:
        seats, changes = size * len(file.against), len(changes_of(seated.bot, own_style(seated, size), size))
        step = games_of_race(changes, FIRST_DEALS, seats, FINALISTS) + seats * file.check_deals * (FINALISTS + 1)
        expected += file.most * step + 2 * seats * file.check_deals
    note = f"the time left is that of {counted(file.most, 'step')} at each table size; where nothing helps, it is less"
    return searched(file, out, workers, progress, [file.bot, *file.against], expected, _advised, note)


def _advised(file: AdviceFile, bench: Bench) -> dict[str, Any]:
    steps, reached = list[AdviceStep](), list[Reached]()
    for players in file.players:
        coaching = _Coaching(file, bench, players)
        while len(coaching.styles) <= file.most:
            steps.append(coaching.step(len(coaching.styles) - 1))
            if not steps[-1].taken:
                break
        reached += coaching.reached()
    return {"steps": tuple(steps), "reached": tuple(reached)}


class _Coaching:
    """The steps for one table size, and the style after each."""

    def __init__(self, file: AdviceFile, bench: Bench, players: int) -> None:
        self.file, self.players, self.arena = file, players, bench.usual_arena((players,), file.against)
        seated = bench.game.find_bot(self.file.bot)
        self.bot = seated.bot
        self.player = player_from(BotSpec.parse(self.file.bot), bench.journal.root / CANDIDATES)
        self.styles, self.deals = [own_style(seated, players)], 0

    def _table(self, style: Style) -> dict[str, object]:
        return style.table(self.bot, self.player, self.players)

    def step(self, number: int) -> AdviceStep:
        """Race all changes, judge the best, and take up the first of them if it clearly helps."""
        changes = changes_of(self.bot, self.styles[-1], self.players)
        base, candidates = self._table(self.styles[-1]), [self._table(change.style) for change in changes]
        raced = self.arena.race(base, candidates, RACES, self.deals, FIRST_DEALS, number, FINALISTS)
        self.deals += raced.deals
        finalists = [changes[finisher.place] for finisher in raced.finishers]
        tables = [base, *(self._table(change.style) for change in finalists)]
        values, outcome = self._values(tables, number * self.file.check_deals)
        judged = _judged(finalists, values[:, 1:] - values[:, :1])
        step = AdviceStep(
            players=self.players, tried=len(changes), judged=judged, taken=judged[0].gain.low > 0.0, outcome=outcome,
            floor=outcome != self.arena.outcome,
        )  # fmt: skip
        if step.taken:
            self.styles.append(Style(judged[0].parameters, judged[0].rules))
        self.arena.bench.say(
            f"{self.players} players, step {number + 1}: {'taken up' if step.taken else 'nothing clearly helps'}; best "
            f"of {step.tried}: {gain_text(judged[0].gain)} {outcome.unit}: {judged[0].words}"
        )
        return step

    def _values(self, tables: Sequence[dict[str, object]], first: int) -> tuple[NDArray[np.float64], Outcome]:
        """An outcome by deal and table on fresh deals, averaged over companies: wins or, where these say little for
        the first table, the outcome of the races."""
        arena, climbed = self.arena, self.file.climbed
        values = arena.play(tables, JUDGED, first, self.file.check_deals).values
        low, high = arena.outcome.bounds
        if arena.outcome != climbed and isfinite(high - low):
            share = (values[:, :, 0].mean() * arena.outcome.scale - low) / (high - low)
            if not RARE <= share <= 1.0 - RARE:
                arena = replace(arena, outcome=climbed)
                values = arena.play(tables, JUDGED, first, self.file.check_deals).values
        return values.mean(axis=0) * arena.outcome.scale, arena.outcome

    def reached(self) -> list[Reached]:
        """The bot's own style and those after each step, on deals of their own."""
        tables = [self._table(style) for style in self.styles]
        played = self.arena.play(tables, REACHED, 0, self.file.check_deals)
        return [
            Reached(
                players=self.players,
                steps=steps,
                among=match.opponent,
                result=in_unit(mean_interval(played.values[place, :, steps]), self.file.outcome),
            )
            for steps in range(len(tables))
            for place, match in enumerate(self.arena.matches)
        ]


def _judged(finalists: Sequence[Change], gains: NDArray[np.float64]) -> tuple[Judged, ...]:
    """The finalists with their gains by deal, the one to take up first; changes that play the same games are one."""
    level = 1.0 - (1.0 - LEVEL) / len(finalists)
    alike: dict[bytes, Judged] = {}
    for place, change in enumerate(finalists):
        judged = Judged(
            words=change.words,
            gain=mean_interval(gains[:, place], level),
            parameters=dict(change.style.parameters),
            rules=change.style.rules,
        )
        alike.setdefault(gains[:, place].tobytes(), judged)
    return tuple(sorted(alike.values(), key=lambda one: (one.gain.low > 0.0, one.gain.mean), reverse=True))
