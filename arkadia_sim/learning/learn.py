"""From a bot that offers lessons to one that plays by what it learned: lessons, fit, evolution, round by round.

Each number of players is learned on its own, in rounds of three steps:

- lessons: games of the bot as it is and of its teachers, in which some decisions are played out, candidate by
  candidate. In the first round the first teacher plays on in the seat that decides, later the bot itself.
- fit: the bot's weights, fitted to what the candidates came to, in the lessons of this round and all before.
- evolution, in the last round alone: from the fit, or from the bot as it was if that plays better, by play against a
  pool, which from the second round on the bot as it was belongs to.

Of the bot before the round, the start of its evolution and what came out of it that is kept which plays best on deals
that played no part before. All that is finished is kept on disk, and the same call goes on there after a kill; the
result is the same with any number of workers.
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import __version__
from arkadia_sim.core.game import Game
from arkadia_sim.core.lessons import LessonPlan
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.learning.dataset import gather, kept_lessons, lessons_of, missing_deals, together
from arkadia_sim.learning.evolution import Evolution, EvolutionPlan, spec_of
from arkadia_sim.learning.fit import Fitted, fit
from arkadia_sim.learning.learn_file import NAME, LearnFile, LearnRequest, Stage, Strength, read_learn_file
from arkadia_sim.plan.plan import digest
from arkadia_sim.results.documents import check_free, document_text, make_folder
from arkadia_sim.runner.parallel import check_workers, resolve_game
from arkadia_sim.runner.progress import SECONDS_BETWEEN_LINES, Progress, Shown
from arkadia_sim.stats.intervals import mean_interval
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.tuning.arena import Arena, Met, Table
from arkadia_sim.tuning.problem import climbed
from arkadia_sim.tuning.tune_file import Interval

_CHOICE, _VALIDATION = (n << 40 for n in (8, 9))
CHOICE_DEALS, VALIDATION_DEALS = 150, 400
UNTAUGHT = 0.05
"""The first step of a parameter that no lesson is about: this share of its range."""

Weights = dict[str, float]


def new_learning(request: LearnRequest) -> LearnFile:
    """The file of a learning before its first lesson: what it will do, and its fingerprint."""
    game = resolve_game(request.game)
    for players in request.players:
        if players not in game.player_counts or players < 2:
            raise BadValue("players", players, ", ".join(str(one) for one in game.player_counts if one > 1))
    for name, value in (("rounds", request.rounds), ("deals", request.deals), ("generations", request.generations)):
        if value < 1:
            raise BadValue(name, value, "a whole number from 1")
    if not request.teachers or not request.against:
        raise UsageError("name at least one teacher (--teacher BOT) and one bot to learn against (--against BOT)")
    if BotSpec.parse(request.bot).settings:
        raise BadValue("bot", request.bot, "the bot alone: its parameters are what is learned")
    lessons_of(request.game, request.bot)
    file = LearnFile(
        fingerprint="",
        game=request.game,
        rules_version=game.rules_version,
        versions={"arkadia_sim": __version__} | {name: version(name) for name in ("numpy", "scipy")},
        command=request.command(),
        bot=request.bot,
        teachers=tuple(dict.fromkeys(request.teachers)),
        against=tuple(dict.fromkeys(request.against)),
        players=tuple(dict.fromkeys(request.players)),
        rounds=request.rounds,
        deals=request.deals,
        seed=request.seed,
        outcome=game.outcomes[0],
        climbed=climbed(game.outcomes),
        lessons=LessonPlan(),
        evolution=EvolutionPlan(generations=request.generations),
    )
    bots = [one.hash for one in game.describe_bots([request.bot, *file.teachers, *file.against])]
    document = file.model_dump(mode="json", exclude={"command", "fingerprint"})
    return file.model_copy(update={"fingerprint": digest([document, bots])})


def planned_games(file: LearnFile) -> int:
    """How many games a learning will play: in lessons, evolutions and comparisons."""
    games = 0
    for players in file.players:
        for number in range(1, file.rounds + 1):
            tables = len(file.against) + (number > 1)
            seats = players * tables
            games += file.deals + 2 * VALIDATION_DEALS * seats
            if number == file.rounds:
                each = 2 * file.evolution.pairs * file.evolution.deals * file.evolution.generations
                games += (each + VALIDATION_DEALS + (2 * CHOICE_DEALS if number > 1 else 0)) * seats
    return games


def learn(request: LearnRequest, out: Path, workers: int | None = None, progress: Progress | None = None) -> LearnFile:
    """Learn a bot's weights into the folder ``out`` and return the finished file."""
    count = check_workers(workers)
    file = _open(new_learning(request), out)
    if file.status == "complete":
        return file
    with Shown(progress) as shown:
        game = resolve_game(file.game)
        game.warm_up([file.bot, *file.teachers, *file.against], shown.say)
        shown.start(planned_games(file), _games_there(file))
        for players in file.players:
            for number in range(1, file.rounds + 1):
                if file.stage(players, number) is None:
                    stage = _Stage(file, game, players, number, out, count, shown).run()
                    file = file.model_copy(update={"stages": (*file.stages, stage)})
                    _save(file, out)
        file = file.model_copy(update={"status": "complete"})
        _save(file, out)
    return file


def _open(new: LearnFile, out: Path) -> LearnFile:
    if (out / NAME).exists():
        found = read_learn_file(out / NAME)
        if found.fingerprint != new.fingerprint:
            raise UsageError(f"{out} holds another learning, or bots have changed since: name another with --out")
        return found
    check_free(out, "learning")
    make_folder(out)
    _save(new, out)
    return new


def _save(file: LearnFile, out: Path) -> None:
    unfinished = out / f"{NAME}.unfinished"
    unfinished.write_text(document_text(file), encoding="utf-8")
    unfinished.replace(out / NAME)


def _games_there(file: LearnFile) -> int:
    return sum(one.games + file.deals for one in file.stages)


class _Stage:
    """One round at one table size."""

    def __init__(
        self, file: LearnFile, game: Game, players: int, number: int, out: Path, workers: int, progress: Progress
    ) -> None:
        self.file, self.game, self.players, self.number = file, game, players, number
        self.folder, self.workers, self.progress = out / f"players-{players}" / f"round-{number}", workers, progress
        self.parameters = game.find_bot(file.bot).bot.parameters
        before = file.stage(players, number - 1)
        self.before = before.weights if before is not None else {one.name: one.default for one in self.parameters}
        own = (self.spec(self.before),) if number > 1 else ()
        self.pool, self.against = (*own, *file.teachers), (*file.against, *own)
        self.setting = game.setting(players, {}, {})
        tables = tuple(Table(self.setting, opponent) for opponent in self.against)
        self.arena = Arena(file.game, tables, file.outcome, file.climbed, file.seed, True, workers, progress)
        self.games = 0

    def run(self) -> Stage:
        """Lessons, fit, evolution, and the choice of what is kept."""
        make_folder(self.folder)
        fitted, candidates = self._fit()
        learned = {**self.before, **fitted.weights}
        players, start = {"before": self.before, "fit": learned}, "fit"
        if self.number == self.file.rounds:
            start = self._better(learned) if self.number > 1 else "fit"
            players["evolved"] = self._evolve(learned if start == "fit" else self.before, fitted)
        met = self._play(list(players.values()), _VALIDATION, VALIDATION_DEALS)
        scores = dict(zip(players, met.mean_scores().tolist(), strict=True))
        kept = max(scores, key=lambda name: scores[name])
        place = list(players).index(kept)
        gain = mean_interval(np.round((met.scores[:, :, place] - met.scores[:, :, 0]).mean(axis=0), DECIMALS))
        stage = Stage.model_validate(
            {
                "players": self.players, "round": self.number, "lessons": candidates, "kinds": fitted.kinds,
                "start": start, "games": self.games, "kept": kept, "fitted": self._strengths(met, 1),
                "result": self._strengths(met, place), "gain": Interval.of(gain), "weights": players[kept],
            }
        )  # fmt: skip
        self.progress.say(self._line(stage))
        return stage

    def spec(self, weights: Mapping[str, float]) -> str:
        """The bot with these weights."""
        return spec_of(self.file.bot, dict(weights))

    def _fit(self) -> tuple[Fitted, int]:
        file, folder = self.file, self.folder / "lessons"
        self.progress.advance(file.deals - missing_deals(file.deals, folder))
        this = gather(
            file.game, file.bot, self.setting, self.pool, file.lessons, file.seed, self.number, file.deals, folder,
            self.workers, self.progress,
        )  # fmt: skip
        before = [self.folder.parent / f"round-{number}" / "lessons" for number in range(1, self.number)]
        rows = together([*(kept_lessons(file.game, file.bot, one) for one in before), this])
        return fit(rows, lessons_of(file.game, file.bot).weights), len(this.counts)

    def _better(self, learned: Weights) -> str:
        """Whether to evolve the fit or the bot as it was."""
        scores = self._play([self.before, learned], _CHOICE, CHOICE_DEALS).mean_scores()
        return "fit" if scores[1] > scores[0] else "before"

    def _evolve(self, start: Weights, fitted: Fitted) -> Weights:
        limits = {one.name: (one.low, one.high) for one in self.parameters}
        evolution = Evolution(
            self.file.bot, start, self._directions(fitted), limits, self.file.evolution, self.file.seed, self.number,
            self.folder / "evolution.npz",
        )  # fmt: skip
        games = evolution.games_per_generation * self.players * len(self.against)
        self.progress.advance(games * evolution.state.generation)
        told = monotonic()
        while evolution.state.generation < self.file.evolution.generations:
            score = evolution.go_on(self.arena)
            if monotonic() - told >= 4 * SECONDS_BETWEEN_LINES:
                told = monotonic()
                done = f"generation {evolution.state.generation} of {self.file.evolution.generations}"
                self.progress.say(f"{self._where()}: {done}, mean score {100 * score:.1f}")
        self.games += games * self.file.evolution.generations
        return evolution.result()

    def _directions(self, fitted: Fitted) -> NDArray[np.float64]:
        """Those of the fit, and for each parameter that no lesson is about one of its own."""
        names = [one.name for one in self.parameters]
        taught = [names.index(name) for name in fitted.weights]
        directions = np.diag([UNTAUGHT * (one.high - one.low) for one in self.parameters])
        directions[np.ix_(taught, taught)] = fitted.directions
        return directions

    def _play(self, players: Sequence[Weights], branch: int, deals: int) -> Met:
        met = self.arena.play([self.spec(one) for one in players], branch + 1000 * self.number, 0, deals)
        self.games += met.games
        return met

    def _strengths(self, met: Met, place: int) -> tuple[Strength, ...]:
        outcome = self.file.outcome
        low, high = outcome.bounds
        names = (*self.file.against, *(("before",) if self.number > 1 else ()))
        return tuple(
            Strength(
                against=name, value=Interval.of(mean_interval(values[:, place]).scaled(outcome.scale).cut(low, high))
            )
            for name, values in zip(names, met.values, strict=True)
        )

    def _where(self) -> str:
        return f"{self.players} players, round {self.number}"

    def _line(self, stage: Stage) -> str:
        unit = self.file.outcome.unit
        did = ", ".join(f"{one.value.mean:.1f} against {one.against}" for one in stage.result)
        fits = ", ".join(f"{one.value.mean:.1f}" for one in stage.fitted)
        return f"{self._where()}: {stage.kept} kept; {unit}: {did} (the fit alone: {fits})"
