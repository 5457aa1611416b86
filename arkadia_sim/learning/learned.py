"""What comes out of a learning: the bot saved as a file, and the picture of how its strength grew."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.user_files import is_folder
from arkadia_sim.errors import UsageError
from arkadia_sim.learning.learn_file import LearnFile
from arkadia_sim.results.files import write_whole
from arkadia_sim.tuning.saved_bot import SavedBot, player_from

if TYPE_CHECKING:
    from arkadia_sim.plots.curves import LearningPoint

LEARNED = SavedBot("learn", "learning", "learned")
PICTURE = "curve.png"


def save_bot(file: LearnFile, bot: Bot, path: Path) -> None:
    """Write the learned bot to a file of its own; ``bot`` is the one that learned."""
    LEARNED.write(path, file.bot, _learned_table(file, bot, path))


def _learned_table(file: LearnFile, bot: Bot, path: Path) -> BotTable:
    """The learned bot as a table of a bot file at ``path``, without the weights that did not change."""
    kept = {stage.kept for stage in file.stages} - {"before"}
    played = bool(kept - {"fit"})
    ways = "from search and from play" if played else "from search"
    how = f"with weights learned {ways}" if kept else "because nothing that it learned plays better"
    then = ", then improved by play" if played else ""
    teachers = ", ".join(file.teachers)
    return BotTable(
        player=player_from(BotSpec.parse(file.bot), path),
        plan=f"Plays as {bot.name} does, {how}.",
        source=f"{bot.name}, taught by search beside {teachers}{then}",
        by_players=_changed_weights(file, bot),
        provenance=[file.provenance(max(1, file.games), start=file.bot, note=_note(file, teachers))],
    )


def _changed_weights(file: LearnFile, bot: Bot) -> dict[str, dict[str, float]]:
    """The weights that learning changed, by number of players."""
    default = {parameter.name: parameter.default for parameter in bot.parameters}
    changed = {}
    for players, weights in sorted(file.weights().items()):
        before = {**default, **bot.by_players.get(players, {})}
        changed[str(players)] = {name: value for name, value in weights.items() if value != before[name]}
    return changed


def _note(file: LearnFile, teachers: str) -> str:
    lessons = sum(stage.lessons for stage in file.stages)
    note = f"{lessons:,} candidates played out in lessons beside {teachers}; {_count(file.rounds, 'round')}"
    return note if file.practice is None else f"{note}; {_count(file.practice.generations, 'generation')} of practice"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def check_curve(folder: Path) -> Path:
    """The path of the picture in this folder; UsageError if a folder has its name."""
    picture = folder / PICTURE
    if is_folder(picture):
        raise UsageError(f"{picture} is a folder, but the learning curve is drawn there: remove it")
    return picture


def draw_curve(file: LearnFile, folder: Path) -> Path:
    """Draw the strength after each step into a folder; returns the picture's path."""
    from arkadia_sim.plots.curves import draw_learning

    picture, figure = check_curve(folder), draw_learning(list(_points(file)), file.outcome.axis)
    write_whole(picture, lambda path: figure.savefig(path, format="png", dpi=150, metadata={"Software": None}))
    return picture


def _points(file: LearnFile) -> "Iterator[LearningPoint]":
    from arkadia_sim.plots.curves import LearningPoint

    for stage in file.stages:
        chance, panel = file.outcome.chance(stage.players), f"{stage.players} players"
        steps = {"fit": stage.fitted, "practice": stage.practised, "evolution": stage.evolved, "kept": stage.result}
        for step, strengths in steps.items():
            for strength in strengths:
                if strength.against in file.against:  # the bot before the round differs from round to round
                    yield LearningPoint(
                        panel, f"{step}, round {stage.round}", strength.against, strength.value.estimate(), chance
                    )
