"""Save the playbook that a search found as a bot file."""

from collections.abc import Sequence
from pathlib import Path

from arkadia_sim.coach.playbook_file import PlaybookFile
from arkadia_sim.core.bot_file import PLAYER_OF_RULES, BotTable
from arkadia_sim.core.playbook import parse_rule, sentence
from arkadia_sim.core.provenance import Search
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.tuning.saved_bot import SavedBot

PLAYBOOK = SavedBot("playbook", "playbook", "found")


def sentences(file: PlaybookFile, rules: Sequence[str]) -> tuple[str, ...]:
    """Rules as English sentences."""
    player = resolve_game(file.game).find_bot(PLAYER_OF_RULES).bot
    return tuple(sentence(parse_rule(rule, player.cues), player.cues) for rule in rules)


def save_playbook(file: PlaybookFile, path: Path) -> None:
    """Write the playbook to a file of its own, with rules for each table size that was searched."""
    by_size = {size: list(file.rules(size)) for size in file.players}
    most = by_size[max(by_size)]
    table = BotTable(
        plan=f"Follows {_count(by_size)} that were found by search.",
        source=f"a search against {', '.join(file.against)}",
        rules=most,
        rules_by_players={str(size): rules for size, rules in by_size.items() if rules != most},
        provenance=[
            Search(
                command=file.command,
                against=list(file.against),
                players=list(file.players),
                seed=file.seed,
                games=max(1, file.games),
                versions=file.versions | {"rules": file.rules_version},
            )
        ],
    )
    PLAYBOOK.write(path, file.bot, table)


def _count(by_size: dict[int, list[str]]) -> str:
    fewest, most = min(map(len, by_size.values())), max(map(len, by_size.values()))
    return f"{most} rules" if fewest == most else f"{fewest} to {most} rules"
