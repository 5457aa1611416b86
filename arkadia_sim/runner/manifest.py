"""The manifest of a run: everything needed to play it again, and what came of it (``manifest.json``).

The fields below are the schema. ``format`` changes whenever a reader of older manifests would go wrong.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = "arkadia-sim-run/2"


class ManifestLineup(BaseModel):
    """Who sits where: ``bots[seat]`` is an index into ``bots``; ``focus`` the seat looked at, null for all."""

    model_config = ConfigDict(extra="forbid")

    bots: list[int]
    role: str
    focus: int | None


class ManifestComparison(BaseModel):
    """What is compared in every deal: pairs of [line-up, seat], the same seat with the change and without it."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    change: int = Field(description="index into the experiment's changes")
    label: str = Field("", description="sets the comparisons of one change apart")
    with_: list[tuple[int, int]] = Field(alias="with")
    control: list[tuple[int, int]]


class ManifestDraw(BaseModel):
    """Line-ups drawn by lot for every deal: bit ``j`` of a bot's index says whether switch ``j`` is on."""

    model_config = ConfigDict(extra="forbid")

    factors: list[str] = Field(description="the changes that are switched, by name")
    games_per_deal: int = Field(description="2: the second game has every switch of every seat turned over")


class ManifestSection(BaseModel):
    """The games of one table size and one company.

    Game ``i`` of a section is deal ``first_deal + i // games_per_deal``, line-up ``i % games_per_deal``.
    """

    model_config = ConfigDict(extra="forbid")

    players: int
    field: str = Field("", description="the company in which the changes are tried, by its short name")
    field_title: str = Field("", description="the same as it stands in a sentence")
    rules: dict[str, Any] = Field(description="every option in force")
    components: dict[str, Any] = Field(description="board, outlines and the like, as plain data")
    lineups: list[ManifestLineup] = Field(description="of every deal; empty where they are drawn")
    comparisons: list[ManifestComparison] = Field(default_factory=list)
    drawn: ManifestDraw | None = None
    first_deal: int = 0
    deals: int = Field(description="deals played, one that was cut short included")
    games: int
    chunk_games: int = Field(description="games per part")

    @property
    def games_per_deal(self) -> int:
        """How many games are played of a deal."""
        return len(self.lineups) if self.drawn is None else self.drawn.games_per_deal


class ManifestColumn(BaseModel):
    """One column of a table: the data dictionary."""

    model_config = ConfigDict(extra="forbid")

    name: str
    dtype: str
    unit: str
    meaning: str


class ManifestSeries(BaseModel):
    """One thing that a picture shows, and the columns that hold it."""

    model_config = ConfigDict(extra="forbid")

    label: str
    columns: list[str]


class ManifestPicture(BaseModel):
    """A picture of the games that a report may draw; :class:`arkadia_sim.core.game.Picture` explains the entries."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    kind: Literal["trajectory", "leader", "events", "grid", "distribution"]
    title: str
    what: str
    caption: str
    series: list[ManifestSeries] = Field(min_length=1)
    turn: str = "turn"
    shape: tuple[int, int, int] | None = None
    compared: str | None = None
    compared_what: str = ""


class ManifestFailure(BaseModel):
    """A failed game: its number, the seat and bot at fault, and what happened."""

    model_config = ConfigDict(extra="forbid")

    game: int
    seat: int
    bot: str
    reason: str


class ManifestLook(BaseModel):
    """What one look in a run with `until` saw of one outcome of a comparison; its interval holds at all looks at once.

    In the units of the rows: win share as a share from -1 to 1, the margin in gold.
    """

    model_config = ConfigDict(extra="forbid")

    deals: int
    players: int
    field: str
    change: int = Field(description="index into the experiment's changes")
    label: str
    outcome: str = Field(description="the column: win_share or margin")
    mean: float
    low: float
    high: float
    decided: bool = Field(description="both outcomes of the comparison are settled: it is not played on")


class ManifestStopping(BaseModel):
    """When a question is asked no further; :class:`arkadia_sim.runner.sequential.Stopping` explains the entries."""

    model_config = ConfigDict(extra="forbid")

    error_rate: float
    margin_win_share: float
    margin_gold: float
    first_look: int
    most: dict[int, int] = Field(description="deals, by the number of players")
    compiled: bool
    wanted: int | None = Field(description="games per part, where the experiment says so")


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
    stopping: ManifestStopping | None = Field(None, description="when a question is asked no further")
    looks: list[ManifestLook] = Field(default_factory=list, description="what was seen where there is `stopping`")
    versions: dict[str, str] = Field(description="of this toolkit, Python and the libraries that matter")
    caveats: list[str] = Field(default_factory=list, description="what the game says a reader should know")
    bots: list[dict[str, Any]] = Field(description="each as the game describes it; `spec` is how the user wrote it")
    sections: list[ManifestSection]
    columns: dict[str, list[ManifestColumn]] = Field(description="the data dictionary: of `games/` and of `turns/`")
    pictures: list[ManifestPicture] = Field(default_factory=list, description="what the game says may be drawn of it")
    parts: list[str] = Field(default_factory=list, description="the parts, without folder and ending, in order")
    counts: Counts = Field(default_factory=Counts)
    failures: list[ManifestFailure] = Field(default_factory=list, description="the first failed games, see counts")
    started: str
    finished: str | None = None
    seconds: float | None = Field(None, description="from start to end of the sitting that finished the run")
    workers: int | None = Field(None, description="of that sitting; it does not matter for the rows")
