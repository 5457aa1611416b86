"""The bot that a tuning found, as a file that can be played: its parameters, and the search that they come from."""

from pathlib import Path

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.provenance import Gain, Search
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.experiments.toml_text import toml_entries
from arkadia_sim.tuning.saved_bot import SavedBot, player_from
from arkadia_sim.tuning.tune_file import TuneFile, TuneResult

TUNED = SavedBot("tune", "tuning", "tuned")


def save_bot(tuning: TuneFile, result: TuneResult, player: Bot, path: Path) -> None:
    """Write the tuned bot as a file of its own, under the file's name; ``player`` is the bot that was tuned."""
    table = tuned_table(tuning, result, player, path)
    name = path.stem
    lines = [f"[{name}]", *toml_entries({key: getattr(table, key) for key in _TEXTS})]
    lines += ["", f"[{name}.parameters]", *toml_entries(table.parameters)]
    for search in table.provenance:
        lines += ["", f"[[{name}.provenance]]", *toml_entries(search.as_table())]
    TUNED.write(path, tuning.bot, lines)


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
