"""``tune.json``: everything a tuning keeps. It is replaced as a whole after every generation.

The models below are the schema.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Parameter
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.provenance import Gain
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.tuning import TUNE_GAMES
from arkadia_sim.tuning.saved_bot import SavedBot, player_from
from arkadia_sim.tuning.search_file import Interval, SearchFile, search_command

FORMAT = "arkadia-sim-tune/5"


@dataclass(frozen=True)
class TuneRequest:
    """What to tune. ``parameters`` None: all that ``bot`` does not set; ``players`` None: all table sizes."""

    bot: str
    against: tuple[str, ...]
    parameters: tuple[str, ...] | None = None
    players: tuple[int, ...] | None = None
    games: int = TUNE_GAMES
    population: int | None = None
    deals: int | None = None
    seed: int = 1
    game: str = DEFAULT_GAME

    def command(self) -> str:
        """The command that repeats this search."""
        return search_command("tune", self, against="among")


class TunedParameter(Stored):
    """A parameter that is tuned."""

    name: str
    start: float
    low: float
    high: float
    whole: bool = Field(description="whether it takes whole numbers only")
    scale: float = Field(description="the standard deviation of the first step, and the unit of the search")

    @classmethod
    def of(cls, parameter: Parameter, start: float) -> "TunedParameter":
        """A bot's parameter, tuned from a start value.

        The scale is a quarter of the start value or of a tenth of the range, whichever is larger; at most a quarter of
        the range.
        """
        reach = parameter.high - parameter.low
        return cls(
            name=parameter.name,
            start=start,
            low=parameter.low,
            high=parameter.high,
            whole=parameter.whole,
            scale=0.25 * min(reach, max(abs(start), reach / 10)),
        )

    def value(self, position: float) -> float:
        """The value at a position of the search: rounded to six digits and within the range."""
        value = min(max(float(f"{position * self.scale:.6g}"), self.low), self.high)
        return float(round(value)) if self.whole else value


class Budget(Stored):
    """How the games are spent. Deals count for each table size."""

    population: int
    deals: int = Field(description="that every candidate of a generation plays")
    generations: int = Field(description="at most; fewer if the search converges earlier")
    validation_deals: int
    report_deals: int
    games: int = Field(description="in total")


class Generation(Stored):
    """One generation. Its candidates and the start play the same deals."""

    candidates: tuple[str, ...]
    scores: tuple[float, ...] = Field(description="of the candidates")
    start_score: float
    mean: str = Field(description="the bot at the mean of the distribution after this generation")


class Validated(Stored):
    """A candidate for the result, on deals that played no part in the search."""

    spec: str
    origin: str
    score: float
    gain: Interval = Field(description="in score, over the start on the same deals")


class Figures(Stored):
    """The result and the start at one table, in the outcome's unit; ``players`` and ``against`` are null for all."""

    players: int | None
    against: str | None
    result: Interval
    start: Interval
    gain: Interval


class TuneResult(Stored):
    """The bot with the best validation score, measured on deals that nobody has played before."""

    spec: str
    origin: str
    tables: tuple[Figures, ...]
    all_tables: Figures


class TuneFile(SearchFile):
    """The content of ``tune.json``."""

    KIND = "tuning"
    NAME = "tune.json"
    SAVED = SavedBot("tune", "tuning", "tuned")
    UNASKED = SearchFile.UNASKED | {"bot"}  # the start says it

    format: str = FORMAT
    start: str = Field(description="the bot with the start values of the tuned parameters")
    parameters: tuple[TunedParameter, ...]
    budget: Budget
    generations: tuple[Generation, ...] = ()
    validation: tuple[Validated, ...] = ()
    result: TuneResult | None = None
    games: int = Field(0, description="played so far")
    failed: int = Field(0, description="of these games, those that a bot's fault ended")

    @property
    def is_worse(self) -> bool:
        """Whether the deals of the report show that the result is worse than the start."""
        return self.result is not None and self.result.all_tables.gain.high < 0

    @property
    def spec(self) -> str:
        """The tuned bot: the start if there is no result yet, or a worse one."""
        return self.start if self.result is None or self.is_worse else self.result.spec

    def table(self, path: Path) -> BotTable:
        """The tuned bot as a table of a bot file at ``path``."""
        spec, player = BotSpec.parse(self.spec), resolve_game(self.game).find_bot(self.bot).bot
        gain = None if self.result is None else self.result.all_tables.gain
        ends = {} if gain is None else {name: round(getattr(gain, name), 3) for name in ("mean", "low", "high")}
        search = self.provenance(
            self.games,
            start=self.start,
            deals=self.budget.deals,
            gain=Gain(**ends, amount=self.outcome.amount) if ends else None,
            kept=self.spec != self.start,
        )
        return BotTable(
            player=player_from(spec, path),
            plan=player.plan,
            source=f"{player.name}, tuned against {', '.join(self.against)}",
            parameters={name: float(text) for name, text in spec.settings},
            provenance=[search],
        )

    def bot_at(self, position: Sequence[float] | NDArray[np.float64]) -> str:
        """The bot at a position of the search, which has one number for each tuned parameter."""
        values = {
            parameter.name: parameter.value(float(coordinate))
            for parameter, coordinate in zip(self.parameters, position, strict=True)
        }
        return str(BotSpec.parse(self.start).with_settings(values))
