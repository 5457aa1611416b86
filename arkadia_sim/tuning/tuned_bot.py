"""Save the bot that a tuning found: its parameters, and the search that they come from."""

from pathlib import Path

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.provenance import Gain, Search
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.tuning.saved_bot import SavedBot, player_from
from arkadia_sim.tuning.tune_file import TuneFile, TuneResult

TUNED = SavedBot("tune", "tuning", "tuned")


def save_bot(tuning: TuneFile, result: TuneResult, player: Bot, path: Path) -> None:
    """Write the tuned bot to a file of its own; ``player`` is the bot that was tuned."""
    spec = BotSpec.parse(result.spec)
    gain = result.all_tables.gain
    search = Search(
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
    table = BotTable(
        player=player_from(spec, path),
        plan=player.plan,
        source=f"{player.name}, tuned against {', '.join(tuning.against)}",
        parameters={name: float(text) for name, text in spec.settings},
        provenance=[search],
    )
    TUNED.write(path, tuning.bot, table)
