"""Where the parameters of a bot come from: the searches that found them, as far as is known."""

from typing import Any

from pydantic import ConfigDict, Field

from arkadia_sim.core.stored import Stored


class Gain(Stored):
    """What a search won over the bot that it began from: win-share points with their 95% interval."""

    model_config = ConfigDict(strict=True)

    points: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.points:+.1f} win-share points over the start (95%: {self.low:+.1f} to {self.high:+.1f})"


class Search(Stored):
    """One search for the best parameters of a bot. What is not known is None, or empty."""

    model_config = ConfigDict(strict=True)

    command: str | None = Field(None, min_length=1, description="the command that repeats it")
    start: str | None = Field(None, min_length=1, description="the bot that it began from")
    against: list[str] = Field(default_factory=list, description="the bots in all other seats")
    players: list[int] = Field(default_factory=list, description="table sizes")
    seed: int | None = Field(None, ge=0)
    games: int | None = Field(None, ge=1, description="played in all")
    deals: int | None = Field(None, ge=1, description="per candidate and table size in a generation")
    gain: Gain | None = Field(None, description="on deals that played no part in the search")
    kept: bool | None = Field(None, description="whether what it found is what plays; if not, the start was as good")
    note: str | None = Field(None, min_length=1)
    versions: dict[str, str] = Field(
        default_factory=dict, description="of the programs and the rules that it was made with"
    )

    def sentence(self) -> str:
        """The search in a line."""
        said = [
            ("from {}", self.start),
            ("against {}", ", ".join(self.against)),
            ("{} players", ", ".join(map(str, self.players))),
            ("seed {}", self.seed),
            ("{:,} games", self.games),
            ("{} deals per candidate", self.deals),
            ("{}", self.gain),
            ("found nothing better", self.kept is False or None),
        ]
        parts = [text.format(value) for text, value in said if value is not None and value != ""]
        return "; ".join([*parts, *([self.note] if self.note else [])])

    def as_table(self) -> dict[str, Any]:
        """The search as a bot's file tells it: only what is known."""
        return {key: value for key, value in self.model_dump().items() if value not in (None, [], {})}
