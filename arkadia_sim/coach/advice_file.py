"""``coach.json``: the advice that was found for a bot, one step after the other. It is replaced after every step."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from arkadia_sim.coach import CHECK_DEALS, STEPS
from arkadia_sim.coach.changes import Style, own_style
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.tuning.saved_bot import SavedBot, player_from
from arkadia_sim.tuning.search_file import Interval, SearchFile, search_command

FORMAT = "arkadia-sim-coach/2"


@dataclass(frozen=True)
class AdviceRequest:
    """Whom to coach, and among whom. ``players`` None: all table sizes from two on."""

    bot: str
    among: tuple[str, ...]
    players: tuple[int, ...] | None = None
    steps: int = STEPS
    check_deals: int = CHECK_DEALS
    seed: int = 1
    game: str = DEFAULT_GAME

    def command(self) -> str:
        """The command that repeats this search."""
        return search_command("coach", self)


class Judged(Stored):
    """A change that did well in a race, on fresh deals: how much it adds to all that was taken up before."""

    words: str
    gain: Interval
    parameters: dict[str, float]
    rules: tuple[str, ...]


class AdviceStep(Stored):
    """One step: the changes that did best in a race, best first, and whether the first was taken up."""

    players: int
    tried: int = Field(description="changes in the race")
    judged: tuple[Judged, ...]
    taken: bool = Field(description="whether the first clearly helps")
    outcome: Outcome = Field(description="what gains are counted in")
    floor: bool = Field(description="whether wins are too rare or too common to judge by")
    deals: int = Field(description="deals of this table size played in races by now")
    games: int


class Reached(Stored):
    """How often a style wins on fresh deals: the bot's own (``steps`` 0), or with the first steps of advice."""

    players: int
    steps: int
    among: str
    result: Interval


class AdviceFile(SearchFile):
    """The content of ``coach.json``."""

    KIND = "search for advice"
    NAME = "coach.json"
    SAVED = SavedBot("coach", "advice", "coached")

    format: str = FORMAT
    most: int = Field(description="steps at most")
    check_deals: int
    steps: tuple[AdviceStep, ...] = ()
    reached: tuple[Reached, ...] = ()

    @property
    def games(self) -> int:
        """The games of all steps so far."""
        return sum(step.games for step in self.steps)

    def table(self, path: Path) -> BotTable:
        """The bot that has taken up all advice, as a table of a bot file at ``path``."""
        spec, seated = BotSpec.parse(self.bot), resolve_game(self.game).find_bot(self.bot)
        styles = {size: own_style(seated, size) for size in self.players}
        for step in self.steps:
            if step.taken:
                styles[step.players] = Style(step.judged[0].parameters, step.judged[0].rules)
        return BotTable(
            player=player_from(spec, path),
            plan=f"Plays like {spec.name}, with the advice taken up that helps it most.",
            source=self.command,
            parameters={name: value for name, value in seated.settings().items() if name in seated.chosen},
            by_players={str(size): dict(style.parameters) for size, style in styles.items() if style.parameters},
            rules_by_players={str(size): [*style.rules] for size, style in styles.items() if seated.bot.cues},
        )

    def steps_at(self, players: int) -> list[AdviceStep]:
        """The steps for a table size."""
        return [step for step in self.steps if step.players == players]
