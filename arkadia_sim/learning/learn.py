"""Learning: turns a bot that offers lessons into one with learned weights, by lessons, a fit and practice.

Each table size is learned separately: the first starts from the bot as it is, each further one from what the size
before it learned. A round has three steps:

- Lessons: the bot and its teachers play games in which some decisions are played out, candidate by candidate. In the
  seat that decides, the bot itself plays on, or the first teacher as long as nothing has been learned.
- Fit: the bot's weights are fitted to the results of the candidates, in the lessons of this round and all before.
- Practice, in the last round only, of a bot that can practise: it plays among its teachers and in its own company,
  starting from the fit, or from the bot before the round if that plays better.

Then the bot before the round, the fit and the practised bot play fresh deals against the bots named. If
the bot had learned before, it is one of the opponents. The best is kept. Because the best of several was also lucky,
its reported strength comes from further deals. If it loses to the bot before the round there, that bot is kept after
all. Finished steps are stored, so the same call continues after a kill; the
result is the same with any number of workers.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import numpy as np

from arkadia_sim.core.bot import is_compiled
from arkadia_sim.core.game import Game
from arkadia_sim.core.lessons import LessonPlan, LessonRows, PracticePlan
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.learning import MOST, practice
from arkadia_sim.learning.dataset import deals_there, gather, lessons_of, together
from arkadia_sim.learning.fit import Fitted, apart, fit
from arkadia_sim.learning.learn_file import KEPT, LearnFile, LearnRequest, Stage, Strength, counted
from arkadia_sim.learning.practice import Company, Practice, spec_of
from arkadia_sim.plan.plan import SEED_LIMIT
from arkadia_sim.results.files import make_folder
from arkadia_sim.runner.progress import SECONDS_BETWEEN_LINES, Progress, Shown
from arkadia_sim.runner.workers import Crew, Workers, check_workers
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.tuning.arena import Arena, CandidateResults, Match
from arkadia_sim.tuning.search_file import Interval, SearchFolder

_CHOICE, _VALIDATION, _REPORT = (n << 40 for n in (8, 9, 10))
"""Branches of the seed tree for the deals of comparisons."""
CHOICE_DEALS, VALIDATION_DEALS, REPORT_DEALS = 150, 400, 400
"""Deals of comparisons: to choose where to continue, to choose what is kept, and to report its strength."""

Weights = dict[str, float]


def new_learning(request: LearnRequest) -> LearnFile:
    """The file of a learning before its first lesson: its plan and fingerprint."""
    game = resolve_game(request.game)
    if BotSpec.parse(request.bot).settings:
        raise BadValue("bot", request.bot, "a bot without parameters: they are what is learned")
    for players in request.players or (0,):
        if players not in game.player_counts or players < 2:
            raise BadValue("players", players, ", ".join(str(size) for size in game.player_counts if size > 1))
        game.setting(players, request.rules, request.components)
    counts = ("rounds", "deals", "practice")
    for name, value in ((name, getattr(request, name)) for name in counts):
        if not 1 <= value <= MOST:
            raise BadValue(name, value, f"a whole number from 1 to {MOST:,}")
    if not 0 <= request.seed < SEED_LIMIT:
        raise BadValue("seed", request.seed, "a whole number from 0 to 2**64 - 1")
    if not request.teachers or not request.against:
        raise UsageError("name at least one teacher (--teacher BOT) and one bot to compare against (--among BOT)")
    lessons = lessons_of(request.game, request.bot)
    teachers, against = tuple(dict.fromkeys(request.teachers)), tuple(dict.fromkeys(request.against))
    return LearnFile.begin(
        game,
        request,
        [request.bot, *teachers, *against],
        versions={name: version(name) for name in ("numpy", "scipy", "threadpoolctl")},
        bot=request.bot,
        teachers=teachers,
        against=against,
        players=tuple(dict.fromkeys(request.players)),
        rounds=request.rounds,
        deals=request.deals,
        rules=dict(request.rules),
        components=dict(request.components),
        lessons=LessonPlan(),
        practice=None if lessons.practise is None else PracticePlan(generations=request.practice),
    )


def learn(
    request: LearnRequest, out: Path, workers: int | Workers | None = None, progress: Progress | None = None
) -> LearnFile:
    """Learn a bot's weights into the folder ``out`` and return the finished file.

    After a kill the same call continues and gives the same file, with any number of workers.
    """
    crew = check_workers(workers)
    new = new_learning(request)
    folder = SearchFolder(out, LearnFile)
    is_new = not folder.has_begun
    file = folder.open(new)
    if file.status == "complete":
        return file
    with Shown(progress) as reporter:
        reporter.say(cost_line(file))
        try:
            return _learn(file, folder, crew, reporter)
        except UsageError:
            if is_new:
                _undo_start(out)
            raise


def _learn(file: LearnFile, folder: SearchFolder[LearnFile], crew: Crew, progress: Progress) -> LearnFile:
    """Learn stage by stage; each is stored as soon as it is finished."""
    game = resolve_game(file.game)
    bots = [file.bot, *file.teachers, *file.against]
    game.warm_up(bots, progress.say)
    compiled = is_compiled(game.describe_bots(bots))
    started = False
    for players in file.players:
        for number in range(1, file.rounds + 1):
            if file.stage(players, number) is not None:
                continue
            stage = _Stage(file, game, players, number, folder.root, crew, compiled, progress)
            if not started:
                planned, lessons = planned_games(file), file.deals * len(file.stages) + stage.lessons_there()
                games = sum(finished.games for finished in file.stages) + stage.played_there()
                progress.start(planned.games, lessons + games)
                started = True
            file = folder.save(file.model_copy(update={"stages": (*file.stages, stage.run())}))
    file = folder.save(file.model_copy(update={"status": "complete"}))
    folder.close()
    return file


def _undo_start(out: Path) -> None:
    """Remove a start whose first lesson failed, so that the folder is free again."""
    if any(out.rglob("*.parquet")):
        return
    (out / LearnFile.NAME).unlink()
    with suppress(OSError):  # anything else in there stays
        for folder in sorted((path for path in out.rglob("*") if path.is_dir()), reverse=True):
            folder.rmdir()
        out.rmdir()


class _Stage:
    """One round at one table size."""

    def __init__(
        self, file: LearnFile, game: Game, players: int, number: int, out: Path, crew: Crew, compiled: bool,
        progress: Progress,
    ) -> None:  # fmt: skip
        self.file, self.game, self.players, self.number = file, game, players, number
        self.folder, self.crew, self.progress = out / f"players-{players}" / f"round-{number}", crew, progress
        bot = game.find_bot(file.bot)
        self.parameters = bot.bot.parameters
        self.limits = {parameter.name: (parameter.low, parameter.high) for parameter in self.parameters}
        defaults = bot.settings(players)
        self.first = {name: defaults[name] for name in self.limits}
        self.before = self._weights_before(number)
        self.against = (*file.against, *self._own(number))
        self.setting = game.setting(players, file.rules, file.components)
        tables = tuple(Match(self.setting, opponent) for opponent in self.against)
        self.arena = Arena(file.game, tables, file.outcome, file.climbed, file.seed, compiled, crew, progress)
        self.games = self.failed = 0

    def _weights_before(self, number: int) -> Weights:
        stage = self.file.stage_before(self.players, number)
        return self.first if stage is None else stage.weights

    def _own(self, number: int) -> tuple[str, ...]:
        """The bot before a round, if it had learned anything."""
        learned = self.file.has_learned_before(self.players, number)
        return (self.spec(self._weights_before(number)),) if learned else ()

    def lessons_there(self) -> int:
        """How many games with lessons of this stage are stored from before."""
        return deals_there(self.file.deals, self._lessons_folder(self.number))

    def played_there(self) -> int:
        """How many games of this stage's practice were played before."""
        plan = self.file.practice
        state = None if plan is None else practice.read_state(self._practice_file)
        return 0 if plan is None or state is None else state.generation * plan.games(self.players)

    def run(self) -> Stage:
        """Lessons, fit, practice, and the choice of what to keep."""
        file = self.file
        make_folder(self.folder)
        fitted, candidates = self._fit()
        learned = {**self.before, **self._within_limits(fitted.weights)}
        players, start = {"before": self.before, "fit": learned}, "fit"
        if self.number == file.rounds and file.practice is not None:
            if self._own(self.number) and not self._is_better(learned):
                start = "before"
            players["practised"] = self._practise(players[start], file.practice)
        met = self._play(list(players.values()), _VALIDATION, VALIDATION_DEALS)
        scores = dict(zip(players, met.mean_scores().tolist(), strict=True))
        kept = max(scores, key=lambda name: scores[name])
        index = list(players).index(kept)
        # the best of several was also lucky, so its reported strength comes from further deals
        met = self._play(list(players.values()), _REPORT, REPORT_DEALS)
        strengths = {name: self._strengths(met, number) for number, name in enumerate(players)}
        gain = self._gain(met, index)
        if gain.high < 0:
            self.progress.say(f"{self._where()}: {KEPT[kept]} is worse than the bot before the round on further deals")
            kept, gain = "before", self._gain(met, 0)
        stage = Stage.model_validate(
            {
                "players": self.players, "round": self.number, "lessons": candidates, "kinds": fitted.kinds,
                "start": start, "games": self.games, "failed": self.failed, "kept": kept,
                "fitted": strengths["fit"], "practised": strengths.get("practised", ()), "result": strengths[kept],
                "gain": Interval.of(gain), "weights": players[kept],
            }
        )  # fmt: skip
        self.progress.say(self._line(stage))
        return stage

    def _gain(self, met: CandidateResults, index: int) -> Estimate:
        """How much more a player scores than the bot before the round."""
        return mean_interval(np.round((met.scores[:, :, index] - met.scores[:, :, 0]).mean(axis=0), DECIMALS))

    def spec(self, weights: Mapping[str, float]) -> str:
        """The bot with these weights."""
        return spec_of(self.file.bot, dict(weights))

    def _fit(self) -> tuple[Fitted, int]:
        kinds = lessons_of(self.file.game, self.file.bot).weights
        rounds = [self._lessons(number) for number in range(1, self.number + 1)]
        rows = together(rounds)
        fitted, self.apart = fit(rows, kinds), apart(rows, kinds)
        fitted_kinds = {summary.kind for summary in fitted.kinds}
        for kind in (kind for kind in kinds if kind not in fitted_kinds):
            self.progress.say(f"{self._where()}: too few lessons of kind {kind} to fit; its weights stay")
        return fitted, len(rounds[-1].counts)

    def _lessons(self, number: int) -> LessonRows:
        """The lessons of this or an earlier round, made if they are missing."""
        file, folder, pool = self.file, self._lessons_folder(number), (*self._own(number), *self.file.teachers)
        return gather(
            file.game, file.bot, self.setting, pool, file.lessons, file.seed, number, file.deals, folder,
            self.crew, self.progress,
        )  # fmt: skip

    def _within_limits(self, weights: Mapping[str, float]) -> Weights:
        """A fit's weights, clipped to the ranges of the bot's parameters."""
        return {name: min(max(value, self.limits[name][0]), self.limits[name][1]) for name, value in weights.items()}

    def _is_better(self, weights: Weights) -> bool:
        """Whether these weights play better than those before the round."""
        before, after = self._play([self.before, weights], _CHOICE, CHOICE_DEALS).mean_scores()
        return bool(after > before)

    def _practise(self, start: Weights, plan: PracticePlan) -> Weights:
        """Practise to the end, with reports now and then."""
        file, kinds = self.file, lessons_of(self.file.game, self.file.bot).weights
        player = Practice(file.bot, start, kinds, self.limits, self.apart, plan, self.number, self._practice_file)
        company = Company(file.game, self.setting, file.teachers, file.seed, self.crew, self.progress)
        reported = monotonic()
        while player.state.generation < plan.generations:
            score = player.go_on(company)
            if monotonic() - reported >= 4 * SECONDS_BETWEEN_LINES:
                reported = monotonic()
                done = f"generation {player.state.generation} of {plan.generations}"
                self.progress.say(f"{self._where()}: practice, {done}, mean score {100 * score:.1f} of 100")
        self.games += plan.games(self.players) * plan.generations
        self.failed += player.state.failed
        return player.result()

    def _play(self, players: Sequence[Weights], branch: int, deals: int) -> CandidateResults:
        met = self.arena.play([self.spec(weights) for weights in players], branch + 1000 * self.number, 0, deals)
        self.games, self.failed = self.games + met.games, self.failed + met.failed
        return met

    def _strengths(self, met: CandidateResults, index: int) -> tuple[Strength, ...]:
        names = (*self.file.against, *(("before",) if self._own(self.number) else ()))
        return tuple(
            Strength(against=name, value=Interval.of_outcome(mean_interval(values[:, index]), self.file.outcome))
            for name, values in zip(names, met.values, strict=True)
        )

    def _lessons_folder(self, number: int) -> Path:
        return self.folder.parent / f"round-{number}" / "lessons"

    @property
    def _practice_file(self) -> Path:
        return self.folder / "practice.npz"

    def _where(self) -> str:
        return f"{self.players} players, round {self.number}"

    def _line(self, stage: Stage) -> str:
        unit = self.file.outcome.unit
        results = ", ".join(f"{strength.value.mean:.1f} against {strength.against}" for strength in stage.result)
        fits = ", ".join(f"{strength.value.mean:.1f}" for strength in stage.fitted)
        faults = f"; {stage.failed:,} of {stage.games:,} games failed" if stage.failed else ""
        return f"{self._where()}: kept {KEPT[stage.kept]}; {unit}: {results} (the fit alone: {fits}){faults}"


@dataclass(frozen=True)
class Planned:
    """How many games a learning plays: with lessons (without playouts), in practice and in comparisons."""

    lessons: int
    practice: int
    comparisons: int

    @property
    def games(self) -> int:
        """All games."""
        return self.lessons + self.practice + self.comparisons


def planned_games(file: LearnFile) -> Planned:
    """Count the games of a learning before its first lesson."""
    lessons = practice = comparisons = 0
    for players in file.players:
        for number in range(1, file.rounds + 1):
            learned = file.has_learned_before(players, number)
            seats = players * (len(file.against) + learned)
            lessons += file.deals
            comparisons += 2 * (VALIDATION_DEALS + REPORT_DEALS) * seats
            if number == file.rounds and file.practice is not None:
                practice += file.practice.generations * file.practice.games(players)
                comparisons += (2 * CHOICE_DEALS * learned + VALIDATION_DEALS + REPORT_DEALS) * seats
    return Planned(lessons, practice, comparisons)


def cost_line(file: LearnFile) -> str:
    """The games of a learning in words."""
    planned, sizes = planned_games(file), len(file.players)
    parts = [
        f"{planned.lessons:,} games with lessons ({100 * file.lessons.share:g}% of their decisions played out, "
        f"{file.lessons.playouts} times per candidate)"
    ]
    if file.practice is not None:
        generations = counted(file.practice.generations, "generation")
        each = "" if sizes == 1 else f" at each of {sizes} table sizes"
        parts.append(f"{planned.practice:,} in practice ({generations}{each})")
    return f"will play: {', '.join(parts)}, {planned.comparisons:,} in comparisons"
