"""Save the bot that a learning found: its weights for each number of players, and where they come from."""

from pathlib import Path

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.provenance import Search
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.learning.learn_file import LearnFile
from arkadia_sim.tuning.saved_bot import SavedBot, player_from

LEARNED = SavedBot("learn", "learning", "learned")


def save_bot(file: LearnFile, bot: Bot, path: Path) -> None:
    """Write the learned bot to a file of its own; ``bot`` is the one that learned."""
    LEARNED.write(path, file.bot, _learned_table(file, bot, path))


def _learned_table(file: LearnFile, bot: Bot, path: Path) -> BotTable:
    """The learned bot as a table of a bot file at ``path``, without the weights that did not change."""
    kept = {stage.kept for stage in file.stages} - {"before"}
    played = bool(kept - {"fit"})
    ways = "from search and from play" if played else "from search"
    by = f"by weights learned {ways}" if kept else "for nothing that was learned played better"
    then = ", then bettered by play" if played else ""
    teachers = ", ".join(file.teachers)
    return BotTable(
        player=player_from(BotSpec.parse(file.bot), path),
        plan=f"Plays as {bot.name} does, {by}.",
        source=f"{bot.name}, taught by search beside {teachers}{then}",
        by_players=_changed_weights(file, bot),
        provenance=[
            Search(
                command=file.command,
                start=file.bot,
                against=list(file.against),
                players=list(file.players),
                seed=file.seed,
                games=max(1, file.games),
                note=_note(file, teachers),
                versions=file.versions | {"rules": file.rules_version},
            )
        ],
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
