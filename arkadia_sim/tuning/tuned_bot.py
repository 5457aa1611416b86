"""The bot that a tuning found, as a file that can be played: its parameters, and the search that they come from."""

import os
from pathlib import Path

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_file import BOT_NAME, BotTable
from arkadia_sim.core.provenance import Gain, Search
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.experiments.toml_text import toml_entries
from arkadia_sim.tuning.tune_file import TuneFile, TuneResult

FIRST_LINE = "# Written by arkadia-sim tune. The next tuning that is saved here replaces the file."


def check_target(path: Path, bot: str) -> None:
    """UsageError if the bot that comes out of tuning ``bot`` cannot be saved there; asked before the search begins."""
    if path.suffix != ".toml" or not BOT_NAME.fullmatch(path.stem):
        raise BadValue("file for the tuned bot", str(path), "letters, digits, - and _, then .toml")
    if not path.parent.is_dir():
        raise UsageError(f"the tuned bot cannot be saved as {path}: there is no folder {path.parent}")
    player = BotSpec.parse(bot).file
    if player is not None and player.resolve() == path.resolve():
        raise UsageError(f"the tuned bot cannot be saved as {path}: it is a version of the bot in that file")
    if path.exists() and not (path.is_file() and path.read_bytes().startswith(FIRST_LINE.encode())):
        raise UsageError(f"{path} is there already, and no tuning wrote it: name another file")


def save_bot(tuning: TuneFile, result: TuneResult, player: Bot, path: Path) -> None:
    """Write the tuned bot as a file of its own, under the file's name; ``player`` is the bot that was tuned."""
    check_target(path, tuning.bot)
    table = tuned_table(tuning, result, player, path)
    name = path.stem
    lines = [FIRST_LINE, "", f"[{name}]", *toml_entries({key: getattr(table, key) for key in _TEXTS})]
    lines += ["", f"[{name}.parameters]", *toml_entries(table.parameters)]
    for search in table.provenance:
        lines += ["", f"[[{name}.provenance]]", *toml_entries(search.as_table())]
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the tuned bot cannot be saved as {path}: {error.strerror}") from None


_TEXTS = ("player", "plan", "source")


def tuned_table(tuning: TuneFile, result: TuneResult, player: Bot, path: Path) -> BotTable:
    """The bot that was found, as a table of a bot's file at ``path``."""
    found = BotSpec.parse(result.spec)
    return BotTable(
        player=player_from(found, path),
        plan=player.plan,
        source=f"{player.name}, tuned against {', '.join(tuning.against)}",
        parameters={key: float(text) for key, text in found.settings},
        provenance=[_search(tuning, result)],
    )


def player_from(spec: BotSpec, path: Path) -> str:
    """The bot without its parameters, a file of its own told by the way to it from the saved file."""
    if spec.file is None:
        return spec.name
    way = Path(os.path.relpath(spec.file.resolve(), path.parent.resolve())).as_posix()
    return f"{way}:{spec.attribute}" if spec.attribute else way


def _search(tuning: TuneFile, result: TuneResult) -> Search:
    gain = result.all_tables.gain
    return Search(
        command=tuning.command,
        start=tuning.start,
        against=list(tuning.against),
        players=list(tuning.players),
        seed=tuning.seed,
        games=tuning.games,
        deals=tuning.budget.deals,
        gain=Gain(
            mean=round(gain.mean, 3), low=round(gain.low, 3), high=round(gain.high, 3), amount=tuning.outcome.amount
        ),
        kept=result.spec != tuning.start,
        versions=tuning.versions | {"rules": tuning.rules_version},
    )
