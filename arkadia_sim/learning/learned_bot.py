"""The bot that a learning found, as a table of a bot file: its weights by number of players, and their provenance."""

from pathlib import Path

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.provenance import Search
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.experiments.toml_text import toml_entries
from arkadia_sim.learning.learn_file import LearnFile
from arkadia_sim.tuning.saved_bot import SavedBot, player_from

LEARNED = SavedBot("learn", "learning", "learned")


def bot_lines(file: LearnFile, bot: Bot, path: Path) -> list[str]:
    """The learned bot as lines of a bot file at ``path``; what is as in the bot that learned is left out."""
    name = path.stem
    kept = {one.kept for one in file.stages} - {"before"}
    ways = ["from search", *(["from play"] if kept - {"fit"} else [])]
    by = f"by weights learned {' and '.join(ways)}" if kept else "for nothing that was learned played better"
    then = ", then bettered by play" if kept - {"fit"} else ""
    told = {
        "player": player_from(BotSpec.parse(file.bot), path),
        "plan": f"Plays as {bot.name} does, {by}.",
        "source": f"{bot.name}, taught by search beside {', '.join(file.teachers)}{then}",
    }
    default = {one.name: one.default for one in bot.parameters}
    lines = [f"[{name}]", *toml_entries(told)]
    for players, weights in sorted(file.weights().items()):
        before = {**default, **bot.by_players.get(players, {})}
        own = {key: value for key, value in weights.items() if value != before[key]}
        lines += ["", f"[{name}.by_players.{players}]", *toml_entries(own)]
    search = Search(
        command=file.command,
        start=file.bot,
        against=list(file.against),
        players=list(file.players),
        seed=file.seed,
        games=max(1, file.games),
        note=f"{sum(one.lessons for one in file.stages):,} candidates played out in lessons beside "
        f"{', '.join(file.teachers)}; {_number(file.rounds, 'round')}{_practice_of(file)}",
        versions=file.versions | {"rules": file.rules_version},
    )
    return [*lines, "", f"[[{name}.provenance]]", *toml_entries(search.as_table())]


def _number(much: int, what: str) -> str:
    return f"{much} {what}" if much == 1 else f"{much} {what}s"


def _practice_of(file: LearnFile) -> str:
    return "" if file.practice is None else f"; {_number(file.practice.generations, 'generation')} of practice"


def save_bot(file: LearnFile, bot: Bot, path: Path) -> None:
    """Write the learned bot as a file of its own, under the file's name; ``bot`` is the one that learned."""
    LEARNED.write(path, file.bot, bot_lines(file, bot, path))
