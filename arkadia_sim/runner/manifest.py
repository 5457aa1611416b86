"""The manifest of a run: everything needed to play it again, and what came of it (``manifest.json``).

The fields below are the schema. ``format`` changes whenever a reader of older manifests would go wrong.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = "arkadia-sim-run/1"


class ManifestLineup(BaseModel):
    """Who sits where: ``bots[seat]`` is an index into ``bots``; ``focus`` the seat looked at, null for all."""

    model_config = ConfigDict(extra="forbid")

    bots: list[int]
    role: str
    focus: int | None


class ManifestSection(BaseModel):
    """The games of one setting. Game ``i`` of a section is deal ``i // len(lineups)``, line-up ``i % len(lineups)``."""

    model_config = ConfigDict(extra="forbid")

    players: int
    rules: dict[str, Any] = Field(description="every option in force")
    components: dict[str, Any] = Field(description="board, outlines and the like, as plain data")
    lineups: list[ManifestLineup]
    deals: int = Field(description="deals played, one that was cut short included")
    games: int
    chunk_games: int = Field(description="games per part")


class ManifestColumn(BaseModel):
    """One column of a table: the data dictionary."""

    model_config = ConfigDict(extra="forbid")

    name: str
    dtype: str
    unit: str
    meaning: str


class ManifestFailure(BaseModel):
    """A failed game: its number, the seat and bot at fault, and what happened."""

    model_config = ConfigDict(extra="forbid")

    game: int
    seat: int
    bot: str
    reason: str


class Counts(BaseModel):
    """What lies in the parts. Failed games are among ``games`` and have rows like any other."""

    model_config = ConfigDict(extra="forbid")

    games: int = 0
    player_rows: int = 0
    traced_games: int = 0
    turn_rows: int = 0
    failed: int = 0
    ends: dict[str, int] = Field(default_factory=dict, description="games by reason of their end")


class Manifest(BaseModel):
    """A run as ``manifest.json`` tells it."""

    model_config = ConfigDict(extra="forbid")

    format: str = FORMAT
    status: Literal["running", "complete"] = "running"
    kind: Literal["play", "experiment"]
    fingerprint: str = Field(description="equal for two runs exactly when their rows are")
    game: str
    rules_version: str
    seed: int
    chosen: dict[str, str] = Field(default_factory=dict, description="components other than the shipped: files, names")
    trace: float = Field(description="the share of games kept turn by turn")
    record: bool = Field(description="whether full game records are kept")
    experiment: dict[str, Any] | None = Field(None, description="the experiment file as it was understood")
    versions: dict[str, str] = Field(description="of this toolkit, Python and the libraries that matter")
    caveats: list[str] = Field(default_factory=list, description="what the game says a reader should know")
    bots: list[dict[str, Any]] = Field(description="each as the game describes it; `spec` is how the user wrote it")
    sections: list[ManifestSection]
    columns: dict[str, list[ManifestColumn]] = Field(description="the data dictionary: of `games/` and of `turns/`")
    parts: list[str] = Field(default_factory=list, description="the parts, without folder and ending, in order")
    counts: Counts = Field(default_factory=Counts)
    failures: list[ManifestFailure] = Field(default_factory=list, description="the first failed games, see counts")
    started: str
    finished: str | None = None
    seconds: float | None = Field(None, description="from start to end of the sitting that finished the run")
    workers: int | None = Field(None, description="of that sitting; it does not matter for the rows")
