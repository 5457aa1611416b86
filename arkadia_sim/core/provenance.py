"""Where a bot's parameters come from: the searches that found them, as far as known."""

from pydantic import ConfigDict, Field

from arkadia_sim.core.stored import Stored


class Gain(Stored):
    """How much a search gained over the bot it started from, with a 95% interval."""

    model_config = ConfigDict(strict=True)

    mean: float
    low: float
    high: float
    amount: str = Field(min_length=1, description="the words after the number: 'points on the score'")

    def __str__(self) -> str:
        return f"{self.mean:+.1f} {self.amount} over the start (95% CI {self.low:+.1f} to {self.high:+.1f})"


class Search(Stored):
    """A search for the best parameters of a bot. Unknown fields are None or empty."""

    model_config = ConfigDict(strict=True)

    command: str | None = Field(None, min_length=1, description="the command that repeats it")
    start: str | None = Field(None, min_length=1, description="the bot it started from")
    against: list[str] = Field(default_factory=list, description="the bots in all other seats")
    players: list[int] = Field(default_factory=list, description="table sizes")
    seed: int | None = Field(None, ge=0)
    games: int | None = Field(None, ge=1, description="games played in total")
    deals: int | None = Field(None, ge=1, description="deals per candidate and table size in a generation")
    gain: Gain | None = Field(None, description="gain on deals not used in the search")
    kept: bool | None = Field(None, description="whether its result is in use; false: the start was as good")
    note: str | None = Field(None, min_length=1)
    versions: dict[str, str] = Field(default_factory=dict, description="versions of the programs and rules used")

    def sentence(self) -> str:
        """The search in one line."""
        facts = [
            ("from {}", self.start),
            ("against {}", ", ".join(self.against)),
            ("{} players", ", ".join(map(str, self.players))),
            ("seed {}", self.seed),
            ("{:,} games", self.games),
            ("{} deals per candidate", self.deals),
            ("{}", self.gain),
            ("found nothing better", self.kept is False or None),
        ]
        parts = [text.format(value) for text, value in facts if value is not None and value != ""]
        return "; ".join([*parts, *([self.note] if self.note else [])])
