"""``playbook.json``: everything a search for a playbook keeps. It is replaced as a whole after every step."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from arkadia_sim.coach import CHECK_DEALS, RULES
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot_file import PLAYER_OF_RULES, BotTable
from arkadia_sim.core.playbook import POINTS, parse_rule, sentence
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.stored import Stored
from arkadia_sim.tuning.saved_bot import SavedBot
from arkadia_sim.tuning.search_file import Interval, SearchFile, search_command

FORMAT = "arkadia-sim-playbook/1"
Kind = Literal["addition", "change", "drop", "swap"]


@dataclass(frozen=True)
class PlaybookRequest:
    """What to look for. ``players`` None: all table sizes from two on; ``base`` None: begin without rules."""

    against: tuple[str, ...]
    players: tuple[int, ...] | None = None
    rules: int = RULES
    base: str | None = None
    check_deals: int = CHECK_DEALS
    seed: int = 1
    game: str = DEFAULT_GAME

    def command(self) -> str:
        """The command that repeats this search."""
        return search_command("playbook", self, against="among", rules="length")


class Step(Stored):
    """One race: the best of many playbooks that differ by one step from the one before."""

    players: int
    kind: Kind
    candidates: int
    rules: tuple[str, ...] = Field(description="of the playbook that came out best")
    gain: float = Field(description="in score over the one before, on the same deals")
    error: float = Field(description="standard error of the gain")
    score: float
    deals: int = Field(description="how many deals of this table size have been played by now")
    games: int


class Checked(Stored):
    """A playbook on fresh deals: its wins against one opponent, in the outcome's unit."""

    players: int
    rules: tuple[str, ...]
    against: str
    result: Interval


class PlaybookFile(SearchFile):
    """The content of ``playbook.json``."""

    KIND = "search for a playbook"
    NAME = "playbook.json"
    SAVED = SavedBot("playbook", "playbook", "found")

    format: str = FORMAT
    base: dict[int, tuple[str, ...]] = Field(description="the rules to begin with, by number of players")
    most: int = Field(description="rules at most")
    check_deals: int
    steps: tuple[Step, ...] = ()
    checked: tuple[Checked, ...] = ()

    @property
    def games(self) -> int:
        """The games played in races so far."""
        return sum(step.games for step in self.steps)

    def rules(self, players: int) -> tuple[str, ...]:
        """The result, the longest playbook that was checked; points come behind what is asked first."""
        playbooks = (checked.rules for checked in self.checked if checked.players == players)
        longest = max(playbooks, key=len, default=self.base[players])
        return tuple(sorted(longest, key=lambda rule: f" {POINTS} " in rule))

    def sentences(self, players: int) -> tuple[str, ...]:
        """The same as sentences."""
        cues = resolve_game(self.game).find_bot(PLAYER_OF_RULES).bot.cues
        return tuple(sentence(parse_rule(rule, cues), cues) for rule in self.rules(players))

    def table(self, path: Path) -> BotTable:
        """The playbook as a table of a bot file, with rules for each table size that was searched."""
        by_size = {size: list(self.rules(size)) for size in self.players}
        most, fewest = by_size[max(by_size)], min(map(len, by_size.values()))
        longest = max(map(len, by_size.values()))
        count = f"{longest} rules" if fewest == longest else f"{fewest} to {longest} rules"
        return BotTable(
            plan=f"Follows {count} that were found by search.",
            source=f"a search against {', '.join(self.against)}",
            rules=most,
            rules_by_players={str(size): rules for size, rules in by_size.items() if rules != most},
            provenance=[self.provenance(max(1, self.games))],
        )
