"""Adapted players: what a bot becomes by a short practice under other rules than those that it knows.

Lessons show by how much candidates differ. Then the bot practises (:mod:`arkadia_sim.search.practice`) with the
strongest fast player under these rules, which may be the bot as it was. The adapted player is kept only if it is
significantly better under these rules than the bot as it was; its gain is then measured on further deals. All of it
lies in the user's cache, in a folder named by a hash of all that it depends on, so that it is learned once.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field

from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.game import Game, Setting
from arkadia_sim.core.lessons import LessonPlan, PracticeBatch, PracticePlan
from arkadia_sim.core.options import option_text
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Written
from arkadia_sim.errors import BadValue, UsageError, counted
from arkadia_sim.rng import deal_seeds
from arkadia_sim.runner.progress import Progress, for_stderr
from arkadia_sim.search.bench import Bench, searched
from arkadia_sim.search.files import SavedBot, SearchFile, gain_text, player_from
from arkadia_sim.search.lessons import apart, gather, lessons_of
from arkadia_sim.search.practice import Company, Practice, spec_of
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.paired import DECIMALS
from arkadia_sim.system import cache_root

LESSON_DEALS, TEACHER_GAMES, GUARD_DEALS = 200, 250, 500
"""Deals of the lessons; games for each player that may be the teacher; deals that decide whether the adapted player is
kept, and as many further ones that measure its gain."""
PLAN = PracticePlan(generations=80, games_per_seat=1000, share=0.3, step=0.06, penalty=0.5, momentum=0.9, doubt=1.0)
"""The practice: larger steps than those of ``learn``, as far as they are not chance; fewer decisions of each game."""
_GUARD, _MEASURE, _TEACHERS = (n << 40 for n in (13, 14, 15))
"""Branches of the seed tree for the deals of both comparisons, and of the choice of a teacher."""


class Adapted(Written):
    """The player that sits at the tables of one setting in place of a bot."""

    bot: str
    players: int
    rules: dict[str, Any] = Field(description="options of the rules that differ from the game's own")
    plays: str = Field(description="the adapted player, or the bot itself where practice was no clear gain")
    gain: tuple[float, float, float] | None = Field(
        None, strict=False, description="over the bot under these rules, with its interval, among such bots"
    )
    unit: str


class AdaptFile(SearchFile):
    """The content of ``adapt.json``."""

    KIND = "adaptation"
    SAVED = SavedBot("adapt")

    format: str = "arkadia-sim-adapt/1"
    setting: Setting
    practice: PracticePlan
    lessons: int
    guard: int
    teacher: str = Field("", description="the strongest player under these rules that practice can be with")
    weights: dict[str, float] = Field({})
    better: bool = Field(False, description="whether it is significantly better than the bot")
    gain: Estimate | None = Field(None, description="over the bot in the unit of the outcome, on further deals")

    def table(self, path: Path) -> BotTable:
        """The adapted player as a table of a bot file."""
        players, game = self.setting.players, resolve_game(self.game)
        before = game.find_bot(self.bot).settings(players)
        changed = {name: value for name, value in self.weights.items() if value != before[name]}
        where = f"{rules_text(changed_rules(game, self.setting))} with {counted(players, 'player')}"
        gain = "" if self.gain is None else f": {gain_text(self.gain)} {self.outcome.unit} among such bots"
        return BotTable(
            player=player_from(BotSpec.parse(self.bot), path),
            plan=f"Plays as {self.bot} does after practice under {where}{gain}.",
            source=f"{self.bot}, adapted by play",
            by_players={str(players): changed},
        )


def changed_rules(game: Game, setting: Setting) -> dict[str, Any]:
    """The options of a setting that differ from the game's own."""
    own = {option.name: option_text(option.default) for option in game.rule_options()}
    return {name: value for name, value in setting.rules.items() if option_text(value) != own[name]}


def rules_text(rules: Mapping[str, Any]) -> str:
    """Options of the rules in words."""
    return ", ".join(f"{name}={option_text(value)}" for name, value in rules.items()) or "the game's own rules"


def check_adaptable(game: Game, name: str, bots: Iterable[str]) -> None:
    """BadValue for a bot that cannot practise, which names those that can."""
    for bot in bots:
        if not _practises(game, bot) or BotSpec.parse(bot).settings:
            can = [own for own in game.bot_names() if _practises(game, own)]
            allowed = f"one that can practise, as it is: {', '.join(can)}" if can else "none of this game can practise"
            raise BadValue("bot that adapts", bot, allowed)
        lessons_of(name, bot)


def _practises(game: Game, bot: str) -> bool:
    lessons = game.find_bot(bot).bot.lessons
    return lessons is not None and lessons.practise is not None


def adapted(
    game: str, bots: Sequence[str], settings: Sequence[Setting], seed: int, workers: int | None = None,
    progress: Progress | None = None,
) -> tuple[Adapted, ...]:  # fmt: skip
    """Adapt each bot to each setting, or read what was learned before."""
    played, shown = resolve_game(game), progress or for_stderr()
    check_adaptable(played, game, bots)
    found = []
    wanted = [(setting, bot) for setting in settings for bot in dict.fromkeys(bots)]
    for number, (setting, bot) in enumerate(wanted, start=1):
        file = AdaptFile.begin(
            played, [bot], versions={name: version(name) for name in ("numpy", "scipy", "threadpoolctl")},
            command="", game=game, bot=bot, against=(bot,), players=(setting.players,), seed=seed, setting=setting,
            practice=PLAN, lessons=LESSON_DEALS, guard=GUARD_DEALS,
        )  # fmt: skip
        folder = cache_root() / "adapted" / file.fingerprint
        rules = changed_rules(played, setting)
        shown.say(
            f"adapting {number} of {len(wanted)}: {bot}, {counted(setting.players, 'player')}, {rules_text(rules)}"
        )
        games = file.practice.generations * file.practice.games(setting.players)
        games += LESSON_DEALS + 4 * GUARD_DEALS * setting.players
        file = searched(file, folder, workers, progress, [bot], games, _learned)
        plays, gain = bot, file.gain
        if file.better:
            path = folder / f"{Path(bot).stem.partition(':')[0]}-{file.fingerprint[:6]}.toml"
            if not path.exists():
                file.save_bot(path)
            plays = str(path)
        ends = None if gain is None else (gain.mean, gain.low, gain.high)
        found.append(
            Adapted(bot=bot, players=setting.players, rules=rules, plays=plays, gain=ends, unit=file.outcome.unit)
        )
    return tuple(found)


def _learned(file: AdaptFile, bench: Bench) -> dict[str, Any]:
    """Lessons, practice, and the comparison with the bot as it was."""
    bot, kinds = bench.game.find_bot(file.bot), lessons_of(file.game, file.bot).weights
    limits = {parameter.name: (parameter.low, parameter.high) for parameter in bot.bot.parameters}
    start = {name: value for name, value in bot.settings(file.setting.players).items() if name in limits}
    lessons = gather(bench, file.bot, file.setting, (file.bot,), LessonPlan(playouts=1), 1, file.lessons)
    player = Practice(file.bot, start, kinds, limits, apart(lessons, kinds), file.practice, 1)
    teacher = _teacher(file, bench)
    bench.say(f"{file.bot} practises with {teacher}, the strongest fast player under these rules")
    company = Company(bench, file.setting, (teacher,))
    while player.generation < file.practice.generations:
        player.go_on(company)
    weights = player.result()
    decided, measured = (_gain(file, bench, weights, branch) for branch in (_GUARD, _MEASURE))
    return {"teacher": teacher, "weights": weights, "better": decided.low > 0, "gain": measured}


def _teacher(file: AdaptFile, bench: Bench) -> str:
    """The strongest under these rules of the bot and the game's players that practice can be with, each against all."""
    practise = lessons_of(file.game, file.bot).practise
    assert practise is not None
    plan = file.practice.model_copy(update={"share": 1e-9})
    seats = file.setting.players

    def strongest(pool: Sequence[str], games: int) -> str:
        deals = deal_seeds(bench.seed, _TEACHERS + seats, 0, games)
        lot = np.random.Generator(np.random.PCG64(int(deals[0])))
        batch = PracticeBatch(file.setting, deals, lot.integers(0, len(pool), (games, seats)), pool, plan)
        rows = practise(batch)
        totals = [np.nanmean(rows.values[batch.lineups == place]) for place in range(len(pool))]
        return pool[int(np.argmax(totals))]

    able, lineups = [file.bot], np.zeros((1, seats), np.int64)
    for bot in bench.game.bot_names():
        with suppress(UsageError):  # of those that practice cannot be with
            practise(PracticeBatch(file.setting, deal_seeds(1, 0, 0, 1), lineups, (file.bot, bot), plan))
            able.append(bot)
    able = list(dict.fromkeys(able))
    return strongest(able, TEACHER_GAMES * len(able))


def _gain(file: AdaptFile, bench: Bench, weights: dict[str, float], branch: int) -> Estimate:
    """By how much a player with these weights does better than the bot, both in each seat among such bots."""
    arena = bench.arena([file.setting], [file.bot])
    values = arena.play([spec_of(file.bot, weights), file.bot], branch, 0, file.guard).values[0]
    gain = mean_interval(np.round(values[:, 0] - values[:, 1], DECIMALS))
    return gain.scaled(file.outcome.scale).cut(*file.outcome.difference_bounds)
