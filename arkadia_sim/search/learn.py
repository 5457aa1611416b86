"""Learning: turns a bot that offers lessons into one with learned weights, by lessons, a fit and practice.

Each table size is learned separately: the first starts from the bot as it is, each further one from what the size
before it learned. A round has three steps:

- Lessons: the bot and its teachers play games in which some decisions are played out, candidate by candidate. In the
  seat that decides, the bot itself plays on, or the first teacher as long as nothing has been learned.
- Fit: the bot's weights are fitted to the results of the candidates, in the lessons of this round and all before.
- Practice, in the last round only, of a bot that can practise: it plays among its teachers and in its own company,
  starting from the fit, or from the bot before the round if that plays better.

Weights ``without`` which the bot is to learn are left out of all three: they are zero and stay so, and before the first
round the others take over, as well as they can, what these said of the candidates in the lessons. Where no weight
shows a thing by itself, a switch does: it is off in play, and whoever lists and describes candidates in the lessons
has it off, too, while the teachers play on with it on.

Then the bot before the round, the fit and the practised bot play fresh deals against the bots named. If
the bot had learned before, it is one of the opponents. The best is kept. Because the best of several was also lucky,
its reported strength comes from further deals. If it loses to the bot before the round there, that bot is kept after
all.
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Bot, expand_names
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.lessons import LessonPlan, PracticePlan
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import BadValue, UnknownName, UsageError, counted
from arkadia_sim.runner.progress import SECONDS_BETWEEN_LINES, Progress
from arkadia_sim.search import LESSON_DEALS, MOST, PRACTICE, ROUNDS
from arkadia_sim.search.bench import Bench, CandidateResults, opponents, searched, table_sizes
from arkadia_sim.search.files import SavedBot, SearchFile, in_unit, player_from, search_command
from arkadia_sim.search.lessons import Fitted, KindFitted, apart, blinded, fit, gather, lessons_of, together
from arkadia_sim.search.practice import Company, Practice, spec_of
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.paired import DECIMALS

CHOICE, VALIDATION, REPORT = (n << 40 for n in (8, 9, 10))
"""Branches of the seed tree for the deals of comparisons."""
CHOICE_DEALS, VALIDATION_DEALS, REPORT_DEALS = 150, 400, 400
"""Deals of comparisons: to choose where to continue, to choose what is kept, and to report its strength."""
KEPT = {"before": "the bot as it was", "fit": "the fit", "practised": "the bot after practice"}
"""The versions that a round may keep, in words."""

Weights = dict[str, float]


class Strength(Stored):
    """The result of a player against one opponent in all other seats, in the unit of the first outcome."""

    against: str
    value: Estimate


class Stage(Stored):
    """One round at one table size: lessons, fit and practice, and the result of each."""

    players: int
    round: int
    lessons: int = Field(description="candidates in the lessons")
    kinds: tuple[KindFitted, ...]
    start: Literal["fit", "before"] = Field(description="whose weights practice starts from")
    kept: Literal["practised", "fit", "before"] = Field(
        description="the version that is kept; before: the bot before this round"
    )
    fitted: tuple[Strength, ...] = Field(description="of the fit, on further deals that decided nothing")
    result: tuple[Strength, ...] = Field(description="of the weights that are kept, on the same further deals")
    gain: Estimate = Field(description="in score over the bot before this round, on the same further deals")
    weights: dict[str, float]


class LearnFile(SearchFile):
    """The content of ``learn.json``."""

    KIND = "learning"
    SAVED = SavedBot("learn")

    format: str = "arkadia-sim-learn/4"
    teachers: tuple[str, ...]
    rounds: int
    deals: int
    rules: dict[str, Any] = Field({}, description="options of the rules that differ from the game's own")
    components: dict[str, Any] = Field({}, description="pieces that replace the game's own")
    without: tuple[str, ...] = Field((), description="parameters that are zero and stay so; * stands for any letters")
    lessons: LessonPlan
    practice: PracticePlan | None = Field(None, description="of the last round; null for a bot that cannot practise")
    stages: tuple[Stage, ...] = ()

    def weights(self) -> dict[int, dict[str, float]]:
        """The learned weights by number of players."""
        return {stage.players: stage.weights for stage in self.stages}

    def table(self, path: Path) -> BotTable:
        """The learned bot as a table of a bot file at ``path``, without the weights that did not change."""
        bot = resolve_game(self.game).find_bot(self.bot).bot
        kept = {stage.kept for stage in self.stages} - {"before"}
        played = "practised" in kept
        how = f"with weights learned from search{' and from play' if played else ''}"
        if not kept:
            how = "because nothing that it learned plays better"
        default = {parameter.name: parameter.default for parameter in bot.parameters}
        changed = {}
        for players, weights in sorted(self.weights().items()):
            before = {**default, **bot.by_players.get(players, {})}
            changed[str(players)] = {name: value for name, value in weights.items() if value != before[name]}
        teachers, lessons = ", ".join(self.teachers), sum(stage.lessons for stage in self.stages)
        note = f"{lessons:,} candidates played out in lessons beside {teachers}; {counted(self.rounds, 'round')}"
        if self.practice is not None:
            note += f"; {counted(self.practice.generations, 'generation')} of practice"
        how += f", without {', '.join(self.without)}" if self.without else ""
        return BotTable(
            player=player_from(BotSpec.parse(self.bot), path),
            plan=f"Plays as {bot.name} does, {how}.",
            source=f"{bot.name}, taught by search beside {teachers}{', then improved by play' if played else ''}",
            by_players=changed,
            provenance=[self.provenance(start=self.bot, note=note)],
        )


def new_learning(
    bot: str, teacher: Sequence[str], among: Sequence[str], players: Sequence[int], rounds: int = ROUNDS,
    deals: int = LESSON_DEALS, practice: int = PRACTICE, seed: int = 1, game: str = DEFAULT_GAME,
    rules: Mapping[str, Any] = {}, components: Mapping[str, Any] = {}, without: Sequence[str] = (),
    generation: int | None = None,
) -> LearnFile:  # fmt: skip
    """The file of a learning before its first lesson; UsageError if something that was asked for is not possible."""
    played = resolve_game(game)
    if BotSpec.parse(bot).settings:
        raise BadValue("bot", bot, "a bot without parameters: they are what is learned")
    for size in players or (0,):
        if size not in played.player_counts or size < 2:
            raise BadValue("players", size, ", ".join(str(size) for size in played.player_counts if size > 1))
        played.setting(size, rules, components)
    for name, value in (
        ("rounds", rounds),
        ("deals", deals),
        ("practice", practice),
        ("generation", 1 if generation is None else generation),
    ):
        if not 1 <= value <= MOST:
            raise BadValue(name, value, f"a whole number from 1 to {MOST:,}")
    table_sizes(played, None, seed)
    if not teacher:
        raise UsageError("name at least one teacher (--teacher BOT)")
    lessons, plan = lessons_of(game, bot), PracticePlan(generations=practice)
    if generation is not None:
        plan = plan.model_copy(update={"games_per_seat": generation})
    hidden_by(without, played.find_bot(bot).bot)
    teachers, against = tuple(dict.fromkeys(teacher)), opponents(among)
    return LearnFile.begin(
        played,
        [bot, *teachers, *against],
        versions={name: version(name) for name in ("numpy", "scipy", "threadpoolctl")},
        command=search_command(
            "learn", bot, teacher=teacher, among=among, players=players, rounds=rounds, deals=deals, practice=practice,
            seed=seed, game=game, rules=rules, components=components, without=without or None,
            generation=generation,
        ),
        game=game,
        bot=bot,
        teachers=teachers,
        against=against,
        players=tuple(dict.fromkeys(players)),
        seed=seed,
        rounds=rounds,
        deals=deals,
        rules=dict(rules),
        components=dict(components),
        without=tuple(without),
        lessons=LessonPlan(),
        practice=None if lessons.practise is None else plan,
    )  # fmt: skip


def hidden_by(without: Sequence[str], bot: Bot) -> set[str]:
    """The parameters that these patterns name; UnknownName for one that names none, BadValue if zero is not allowed."""
    known = {parameter.name: parameter for parameter in bot.parameters}
    hidden = expand_names(dict.fromkeys(without, 0), known)
    for name in hidden:
        if name not in known:
            raise UnknownName(f"parameter of bot {bot.name}", name, known)
        known[name].check(bot.name, "0")
    return set(hidden)


def learn(file: LearnFile, out: Path, workers: int | None = None, progress: Progress | None = None) -> LearnFile:
    """Learn a bot's weights in the folder ``out``, or go on with it; returns the finished file."""
    bots, planned = [file.bot, *file.teachers, *file.against], planned_games(file)
    note = cost_line(file, planned)
    return searched(file, out, workers, progress, bots, sum(planned), _learned, note)


def _learned(file: LearnFile, bench: Bench) -> dict[str, Any]:
    """Learn stage by stage."""
    stages = list[Stage]()
    for players in file.players:
        for number in range(1, file.rounds + 1):
            stages.append(_Stage(file, bench, players, number, stages).run())
    return {"stages": tuple(stages)}


class _Stage:
    """One round at one table size, after the stages that were before it."""

    def __init__(self, file: LearnFile, bench: Bench, players: int, number: int, before: Sequence[Stage]) -> None:
        self.file, self.bench, self.players, self.number = file, bench, players, number
        bot = bench.game.find_bot(self.file.bot)
        self.limits = {parameter.name: (parameter.low, parameter.high) for parameter in bot.bot.parameters}
        self.hidden = hidden_by(file.without, bot.bot)
        defaults = bot.settings(players)
        # the weights before each round of this size: those of the last stage at the size before begin it
        first = before[-number].weights if len(before) >= number else {name: defaults[name] for name in self.limits}
        self.starts = [first, *(stage.weights for stage in before[len(before) - number + 1 :])]
        self.before, self.had_learned = self.starts[-1], bool(before)
        against = (*self.file.against, *self._own(number))
        self.setting = bench.game.setting(players, self.file.rules, self.file.components)
        self.arena = bench.arena([self.setting], against)

    def _own(self, number: int) -> tuple[str, ...]:
        """The bot before a round of this size, if it had learned anything."""
        learned = number > 1 or self.players != self.file.players[0]
        return (self.spec(self.starts[number - 1]),) if learned else ()

    def run(self) -> Stage:
        """Lessons, fit, practice, and the choice of what to keep."""
        file = self.file
        fitted, candidates = self._fit()
        players, start = {"before": self.before, "fit": {**self.before, **self._within_limits(fitted.weights)}}, "fit"
        if self.number == file.rounds and file.practice is not None:
            before, after = self._play([self.before, players["fit"]], CHOICE, CHOICE_DEALS).mean_scores()
            start = "fit" if after > before else "before"
            players["practised"] = self._practise(players[start], file.practice)
        met = self._play(list(players.values()), VALIDATION, VALIDATION_DEALS)
        scores = dict(zip(players, met.mean_scores().tolist(), strict=True))
        kept = max(scores, key=lambda name: scores[name])
        # the best of several was also lucky, so its reported strength comes from further deals
        met = self._play(list(players.values()), REPORT, REPORT_DEALS)
        strengths = {name: self._strengths(met, number) for number, name in enumerate(players)}
        gain = self._gain(met, list(players).index(kept))
        if gain.high < 0:
            self._say(f"{KEPT[kept]} is worse than the bot before the round on further deals")
            kept, gain = "before", self._gain(met, 0)
        stage = Stage.model_validate(
            {
                "players": self.players, "round": self.number, "lessons": candidates, "kinds": fitted.kinds,
                "start": start, "kept": kept, "fitted": strengths["fit"], "result": strengths[kept],
                "gain": gain, "weights": players[kept],
            }
        )  # fmt: skip
        results = ", ".join(f"{strength.value.mean:.1f} against {strength.against}" for strength in stage.result)
        fits = ", ".join(f"{strength.value.mean:.1f}" for strength in stage.fitted)
        self._say(f"kept {KEPT[kept]}; {file.outcome.unit}: {results} (the fit alone: {fits})")
        return stage

    def _gain(self, met: CandidateResults, index: int) -> Estimate:
        """How much more a player scores than the bot before the round."""
        return mean_interval(np.round((met.scores[:, :, index] - met.scores[:, :, 0]).mean(axis=0), DECIMALS))

    def spec(self, weights: Weights) -> str:
        """The bot with these weights."""
        return spec_of(self.file.bot, weights)

    def _fit(self) -> tuple[Fitted, int]:
        """The fit, and how many candidates were in the lessons of this round."""
        file, bench, kinds = self.file, self.bench, lessons_of(self.file.game, self.file.bot).weights
        switches = self.hidden.difference(*kinds.values())
        rounds = [
            gather(
                bench, file.bot, self.setting, (*self._own(number), *file.teachers), file.lessons, number, file.deals,
                switches,
            )
            for number in range(1, self.number + 1)
        ]  # fmt: skip
        rows, taken_over = blinded(together(rounds), kinds, {name: self.before[name] for name in self.hidden})
        before = {name: weight + taken_over.get(name, 0.0) for name, weight in self.before.items()}
        self.before = self._within_limits(before) | dict.fromkeys(self.hidden, 0.0)
        fitted, self.apart = fit(rows, kinds), apart(rows, kinds)
        fitted_kinds = {summary.kind for summary in fitted.kinds}
        for kind in (kind for kind in kinds if kind not in fitted_kinds):
            self._say(f"too few lessons of kind {kind} to fit; its weights stay")
        return fitted, len(rounds[-1].counts)

    def _within_limits(self, weights: Weights) -> Weights:
        """A fit's weights, clipped to the ranges of the bot's parameters."""
        return {name: min(max(value, self.limits[name][0]), self.limits[name][1]) for name, value in weights.items()}

    def _practise(self, start: Weights, plan: PracticePlan) -> Weights:
        """Practise to the end, with reports now and then."""
        file, bench, kinds = self.file, self.bench, lessons_of(self.file.game, self.file.bot).weights
        player = Practice(file.bot, start, kinds, self.limits, self.apart, plan, self.number)
        company = Company(bench, self.setting, file.teachers)
        reported = monotonic()
        while player.generation < plan.generations:
            score = player.go_on(company)
            if monotonic() - reported >= 4 * SECONDS_BETWEEN_LINES:
                reported = monotonic()
                done = f"generation {player.generation} of {plan.generations}"
                self._say(f"practice, {done}, mean score {100 * score:.1f} of 100")
        return player.result()

    def _play(self, players: Sequence[Weights], branch: int, deals: int) -> CandidateResults:
        return self.arena.play([self.spec(weights) for weights in players], branch + 1000 * self.number, 0, deals)

    def _strengths(self, met: CandidateResults, index: int) -> tuple[Strength, ...]:
        names = (*self.file.against, *(("before",) if self.had_learned else ()))
        return tuple(
            Strength(against=name, value=in_unit(mean_interval(values[:, index]), self.file.outcome))
            for name, values in zip(names, met.values, strict=True)
        )

    def _say(self, text: str) -> None:
        self.bench.say(f"{self.players} players, round {self.number}: {text}")


class Planned(NamedTuple):
    """How many games a learning plays: with lessons (without playouts), in practice and in comparisons."""

    lessons: int
    practice: int
    comparisons: int


def planned_games(file: LearnFile) -> Planned:
    """Count the games of a learning before its first lesson."""
    lessons = practice = comparisons = 0
    for players in file.players:
        for number in range(1, file.rounds + 1):
            learned = number > 1 or players != file.players[0]
            seats = players * (len(file.against) + learned)
            lessons += file.deals
            comparisons += 2 * (VALIDATION_DEALS + REPORT_DEALS) * seats
            if number == file.rounds and file.practice is not None:
                practice += file.practice.generations * file.practice.games(players)
                comparisons += (2 * CHOICE_DEALS + VALIDATION_DEALS + REPORT_DEALS) * seats
    return Planned(lessons, practice, comparisons)


def cost_line(file: LearnFile, planned: Planned) -> str:
    """The games of a learning in words."""
    parts = [
        f"{counted(planned.lessons, 'game')} with lessons ({100 * file.lessons.share:g}% of their decisions played "
        f"out, {counted(file.lessons.playouts, 'time')} per candidate)"
    ]
    if file.practice is not None:
        generations, sizes = counted(file.practice.generations, "generation"), len(file.players)
        each = "" if sizes == 1 else f" at each of {sizes} table sizes"
        parts.append(f"{planned.practice:,} in practice ({generations}{each})")
    return f"will play: {', '.join(parts)}, {planned.comparisons:,} in comparisons"
