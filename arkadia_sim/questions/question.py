"""What an experiment file asks: the keys that all kinds of questions share, and the methods that each kind has.

A kind is one module of this package: a subclass of :class:`Question` with its own keys and its results, which are rows
of estimates, an answer and figures. :mod:`arkadia_sim.questions.registry` lists them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

from pydantic import Field, model_validator

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.game import Column, Game, Setting
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import NAME, Fault, Several, Written, check
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.plan import TRACE
from arkadia_sim.plan.designs import Size
from arkadia_sim.plan.plan import DEALS_MOST, SEED_LIMIT, Section
from arkadia_sim.results.course import FOLLOWED, standings
from arkadia_sim.results.measures import AMONG_SEVERAL, Measure, find_measure
from arkadia_sim.search.adapt import Adapted

if TYPE_CHECKING:
    from arkadia_sim.questions.results import Results
    from arkadia_sim.results.manifest import Manifest
    from arkadia_sim.results.store import RunFolder

Tolerance = Annotated[float, Field(gt=0, allow_inf_nan=False)]


@dataclass(frozen=True)
class Seating:
    """The bots of a run, into which line-ups point; for each bot as written the first that plays exactly as it does;
    and whether all bots play at full speed.
    """

    bots: tuple[str, ...]
    alike: Mapping[str, str]
    compiled: bool

    def number(self, bot: str) -> int:
        """The index of a bot."""
        return self.bots.index(self.alike.get(bot, bot))


class Question(Written, ABC):
    """An experiment: the question, the design and the numbers, written before the run."""

    merges_alike: ClassVar[bool] = False
    """Whether bots that differ in spelling only are played once."""

    compares_circumstances: ClassVar[bool] = False
    """Whether a study may play this question under several circumstances."""

    @property
    def shares(self) -> int:
        """How many pieces deals may have in common (:attr:`arkadia_sim.core.options.Setting.shared`)."""
        return 0

    name: str = Field(pattern=NAME)
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    design: str
    noun: str = Field("change", min_length=1, description="what a reader calls a change: 'hint'")
    game: str = Field(DEFAULT_GAME, min_length=1)
    seed: int = Field(ge=0, lt=SEED_LIMIT)
    players: Several[Annotated[int, Field(ge=1)]] = Field(min_length=1, description="table sizes")
    deals: Annotated[int, Field(ge=2, le=DEALS_MOST)] | dict[str, Annotated[int, Field(ge=2, le=DEALS_MOST)]] = Field(
        description="how many, or a table with a number for each table size"
    )
    tolerances: dict[str, Tolerance] = Field(
        default_factory=dict, description="by outcome, in its unit: a smaller difference does not matter"
    )
    trace: float = Field(TRACE, ge=0, le=1, description="the share of games kept turn by turn")
    chunk_games: int | None = Field(None, ge=1, le=1_000_000, description="games per chunk")
    rules: dict[str, Any] = Field(default_factory=dict, description="options of the rules")
    components: dict[str, Any] = Field(default_factory=dict, description="other pieces than the game's own")
    notes: Several[str] = Field((), description="sentences for the report")

    @model_validator(mode="after")
    def _sizes_agree(self) -> Self:
        faults: list[Fault] = []
        if len(set(self.players)) != len(self.players):
            faults.append((("players",), "each table size once, such as [2, 3, 4]"))
        if isinstance(self.deals, dict) and set(self.deals) != {str(players) for players in self.players}:
            faults.append((("deals",), f"one number for each of players = {list(self.players)}"))
        check(faults)
        return self

    # what each kind defines

    @abstractmethod
    def bots_by_key(self) -> Iterator[tuple[str, str]]:
        """All bots in the order of the run, each with the key that names it."""

    @abstractmethod
    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""

    @abstractmethod
    def sections(self, setting: Setting, seating: Seating) -> Iterator[Section]:
        """The sections to play at one table."""

    @abstractmethod
    def results(self, run: "RunFolder", manifest: "Manifest") -> "Results":
        """The results of a finished run."""

    # what most kinds share

    @property
    def traced(self) -> float:
        """The share of games that are kept turn by turn."""
        return self.trace

    def table_rules(self) -> Sequence[Mapping[str, Any]]:
        """The options of the rules for each set of tables; usually one set."""
        return [self.rules]

    def size(self, players: int, compiled: bool) -> Size:
        """How many deals to play at a table of this size."""
        return Size(self.deals_for(players), compiled, self.chunk_games)

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Keys that do not fit the game, each with what is wrong."""
        yield from self.faults_of_tolerances([outcome for outcome in game.outcomes if outcome.judged])

    def filled_in(self, game: Game) -> Self:
        """The same question with the game's tolerances for outcomes without one in the file."""
        usual = {outcome.column: outcome.tolerance for outcome in game.outcomes if outcome.judged}
        tolerances = usual | dict(self.tolerances)
        return self.model_copy(update={"tolerances": tolerances})

    def deals_for(self, players: int) -> int:
        """The number of deals at a table of this size."""
        return self.deals[str(players)] if isinstance(self.deals, dict) else self.deals

    def faults_of_tolerances(
        self, outcomes: Sequence[Outcome], measures: Sequence[str] = ()
    ) -> Iterator[tuple[str, str]]:
        """Tolerances for outcomes that the game does not have, or larger than the outcome can vary."""
        known = {outcome.column: outcome for outcome in outcomes}
        for name, tolerance in self.tolerances.items():
            if name not in known:
                if name not in measures:
                    yield "tolerances", str(UnknownName("outcome", name, known))
                continue
            low, high = known[name].bounds
            if tolerance > high - low:
                allowed = f"a number of {known[name].unit} above 0, at most {high - low:g}"
                yield "tolerances", str(BadValue(name, tolerance, allowed))

    def unknown(self, key: str, what: str, known: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The names of a list that a game does not have, each with its place in the list."""
        for place, name in enumerate(getattr(self, key)):
            if name not in known:
                yield f"{key}.{place}", str(UnknownName(what, name, known))

    def place(self, **more: Any) -> dict[str, Any]:
        """The columns of an estimate that say where it stands: this question, and more of them by name."""
        return {"part": self.name, "design": self.design, **more}

    def document(self) -> dict[str, Any]:
        """The question as plain values, as in its file, without defaults."""
        values = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return {"name": self.name, "design": self.design, **values}


class SizeKeys(Question):
    """The key of questions that may compare table sizes with each other."""

    between: Several[Several[int]] = Field((), description="pairs of table sizes that are compared with each other")

    @model_validator(mode="after")
    def _pairs_of_sizes(self) -> Self:
        if any(len(pair) != 2 or len(set(pair) & set(self.players)) != 2 for pair in self.between):
            check([(("between",), "pairs of different `players`, such as [[2, 4]]")])
        return self


class BotKeys(Question):
    """The keys of questions whose bots are a list."""

    if TYPE_CHECKING:
        bots: Several[str]

    def bots_by_key(self) -> Iterator[tuple[str, str]]:
        """The bots in their order."""
        yield from (("bots", bot) for bot in self.bots)

    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""
        return self.model_copy(update={"bots": tuple(map(replace, self.bots))})


class MeasureKeys(BotKeys, SizeKeys):
    """The keys of questions about measures of a table."""

    if TYPE_CHECKING:
        measures: Several[str]

    adapt: bool = Field(False, description="bots practise under each setting before they play it")
    adapted: Several[Adapted] = Field((), description="the adapted players; filled in when they have practised")

    def measure_of(self, game: Game, name: str) -> Measure:
        """A measure of the game by its name. Raises UsageError for one that the game does not have."""
        return find_measure(name, game.outcomes, game.player_columns, game.ends, len(set(self.bots)) > 1)

    def measures_of(self, manifest: "Manifest") -> list[Measure]:
        """The measures of a run."""
        several, columns = len(set(self.bots)) > 1, manifest.columns["games"]
        names = self.measured_names(columns)
        return [find_measure(name, manifest.outcomes, columns, manifest.ends, several) for name in names]

    def measured_names(self, columns: Sequence[Column]) -> Sequence[str]:
        """The names of the measures in a game with these columns of players."""
        return self.measures

    @property
    def traced(self) -> float:
        """All games where a measure is read from the turns."""
        return 1.0 if {*self.measured_names(())} & {*FOLLOWED} else self.trace

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Measures that the game does not have, or that mean nothing at a table of one; tolerances that do not fit."""
        measures = self.measured_names(game.player_columns)
        for name in measures:
            try:
                measure = self.measure_of(game, name)
                if measure.followed and not standings(column.name for column in game.turn_columns):
                    raise UsageError(f"{game.title} does not tell after each turn how players stand, so no {name}")
                if name in AMONG_SEVERAL and min(self.players) < 2:
                    raise BadValue(f"players with {name}", min(self.players), "2 or more: alone there is none")
            except UsageError as error:
                yield "measures", str(error)
        yield from self.faults_of_tolerances(self.outcomes_with_tolerance(game), measures)

    def outcomes_with_tolerance(self, game: Game) -> Sequence[Outcome]:
        """The outcomes that may have a tolerance."""
        return [outcome for outcome in game.outcomes if outcome.judged]

    def filled_in(self, game: Game) -> Self:
        """The same question with the tolerances of outcomes and measures."""
        question = super().filled_in(game)
        tolerances = dict(question.tolerances)
        for name in self.measured_names(game.player_columns):
            measure = self.measure_of(game, name)
            tolerance = tolerances.get(measure.name, measure.tolerance)
            if tolerance is not None:
                tolerances[measure.name] = tolerance
        return question.model_copy(update={"tolerances": tolerances})
