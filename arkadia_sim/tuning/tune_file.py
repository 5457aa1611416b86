"""What a tuning keeps: ``tune.json``, replaced whole after every generation.

The models below are the schema.
"""

import shlex
from dataclasses import dataclass

from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.stored import Stored
from arkadia_sim.tuning import TUNE_GAMES
from arkadia_sim.tuning.search_file import Interval, SearchFile

FORMAT = "arkadia-sim-tune/4"


@dataclass(frozen=True)
class TuneRequest:
    """What to tune: parameters None stands for all that ``bot`` does not fix, players None for all table sizes."""

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
        """The command that makes this search."""
        words = ["arkadia-sim", "tune", self.bot]
        for opponent in self.against:
            words += ["--against", opponent]
        if self.parameters is not None:
            words += ["--parameters", ",".join(self.parameters)]
        for players in self.players or ():
            words += ["--players", str(players)]
        for option in ("population", "deals"):
            if getattr(self, option) is not None:
                words += [f"--{option}", str(getattr(self, option))]
        words += ["--games", str(self.games), "--seed", str(self.seed)]
        if self.game != DEFAULT_GAME:
            words += ["--game", self.game]
        return shlex.join(words)


class TunedParameter(Stored):
    """A parameter that is tuned: where it starts, its range, and the first step's standard deviation."""

    name: str
    start: float
    low: float
    high: float
    scale: float


class Budget(Stored):
    """How the games are spent. Deals count for each table size."""

    population: int
    deals: int = Field(description="that every candidate of a generation plays")
    generations: int = Field(description="at most; fewer when the search comes to rest before")
    validation_deals: int
    report_deals: int
    games: int = Field(description="all that this comes to")


class Generation(Stored):
    """One generation. Scores are those of the outcome that is climbed, on the deals of this generation."""

    generation: int
    mean: dict[str, float] = Field(description="of the search distribution, after this generation")
    sigma: float = Field(description="step size, in units of the parameters' scales")
    scores: tuple[float, ...] = Field(description="of the candidates, in the order in which they were drawn")
    start_score: float = Field(description="of the start, on the same deals")
    best_score: float
    games: int
    failed: int
    seconds: float


class Validated(Stored):
    """A candidate for the result, on deals that played no part in finding it."""

    spec: str
    origin: str
    score: float
    gain: Interval = Field(description="in score, over the start on the same deals")


class Figures(Stored):
    """The result and the start in the outcome's unit, at one table (all: ``players`` and ``against`` are null)."""

    players: int | None
    against: str | None
    result: Interval
    start: Interval
    gain: Interval


class TuneResult(Stored):
    """The bot that won the validation, measured once more on deals that nobody had played before."""

    spec: str
    origin: str
    tables: tuple[Figures, ...]
    all_tables: Figures
    games: int
    failed: int


class TuneFile(SearchFile):
    """A tuning as ``tune.json`` tells it."""

    KIND = "tuning"
    NAME = "tune.json"
    IDENTITY = (
        "game", "rules_version", "versions", "start", "parameters", "against", "players", "seed", "outcome", "climbed",
        "budget",
    )  # fmt: skip

    format: str = FORMAT
    start: str = Field(description="the same with the values that the tuned parameters start from")
    parameters: tuple[TunedParameter, ...]
    budget: Budget
    generations: tuple[Generation, ...] = ()
    validation: tuple[Validated, ...] = ()
    validation_games: int = 0
    validation_failed: int = 0
    result: TuneResult | None = None

    @property
    def games(self) -> int:
        """Games played so far."""
        found = self.result.games if self.result is not None else 0
        return sum(one.games for one in self.generations) + self.validation_games + found

    @property
    def failed(self) -> int:
        """Games so far that a bot's fault ended."""
        found = self.result.failed if self.result is not None else 0
        return sum(one.failed for one in self.generations) + self.validation_failed + found
