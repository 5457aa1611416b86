"""An experiment: the question, the design and the numbers, written before the run. What its file may say.

Whether what it says can be played is asked in :mod:`arkadia_sim.experiments.to_plan`, where the game is known; the
files themselves are read in :mod:`arkadia_sim.experiments.files`.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.experiments.bot_designs import DEALS_MOST, OF_BOTS, faults_of_ladder, faults_of_tables
from arkadia_sim.experiments.doses import DESIGN as DOSE
from arkadia_sim.experiments.doses import dose_bot, doses, faults_of_doses
from arkadia_sim.experiments.messages import Inconsistent, Where
from arkadia_sim.experiments.toml_text import toml_entries
from arkadia_sim.experiments.written import Several, Written
from arkadia_sim.plan import TRACE
from arkadia_sim.plan.plan import SEED_LIMIT

ERROR_RATE, FIRST_LOOK = 0.05, 500
"""What holds where a run stops by itself and its file says nothing else."""

_NAME = r"^[A-Za-z][A-Za-z0-9_-]*$"

_ONLY_WITH_UNTIL = ("error_rate", "first_look")
_TABLES = ("tolerances", "rules", "components", "deals", "groups", "slow")

OWN_BOT = "*"
"""What the company's own bot is called in an arm."""

Bots = str | dict[str, str]
"""One bot, or one for each company by its name; ``*:parameter=value`` is the company's bot so set."""


class Company(Written):
    """The others at the table: the bot in all seats that are not on trial, and what to call such a table."""

    name: str = Field("", pattern=r"^[A-Za-z0-9_-]*$", description="needed where there are several")
    title: str = Field("", description="as it stands in a sentence: 'among beginners'")
    about: str | None = Field(None, min_length=1, description="what is compared there, in a sentence for the report")
    bot: str | None = Field(None, min_length=1)


class Change(Written):
    """One change of play on trial, without -> with: what the experiment calls its ``noun``, or one reading of it."""

    name: str = Field(pattern=_NAME)
    claim: str = Field("", description="the claim that is tested, by its short name")
    title: str = Field(min_length=1)
    phrase: str = Field(min_length=1, description="how the change is called in a sentence: 'keeping cards back'")
    behaviour: str | None = Field(None, min_length=1, description="the column that tells whether anything changed")
    behaviour_label: str | None = Field(None, min_length=1, description="that column in a player's words")
    behaviour_direction: Literal["more", "fewer"] | None = Field(None, description="where the change should move it")
    without: Bots | None = None
    with_: Bots | None = Field(None, alias="with")
    player: Bots | None = Field(None, description="dose: the bot of which a parameter is varied")
    parameter: str | None = Field(None, min_length=1, description="dose: that parameter")
    values: Several[Annotated[float, Field(allow_inf_nan=False)]] = Field((), description="dose: its values, ascending")
    reference: float | None = Field(None, description="dose: the value that all others are held against")

    def __hash__(self) -> int:
        """By the name alone: tables of bots have no hash."""
        return hash(self.name)

    @property
    def direction(self) -> int:
        """Which way the change (a greater value of a dose) should move the behaviour: 1 up, -1 down, 0 either."""
        return {"more": 1, "fewer": -1}.get(self.behaviour_direction or "", 0)

    def player_in(self, company: Company) -> str:
        """The bot of which a parameter is varied, in a company (design dose)."""
        return _in_company(self.player, company)

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        faults: list[tuple[Where, str | None]] = []
        if (self.behaviour is None) != (self.behaviour_label is None):
            faults.append((("behaviour_label",), None))
        if self.behaviour is None and self.behaviour_direction is not None:
            faults.append((("behaviour_direction",), "no such key without `behaviour`"))
        if isinstance(self.without, str) and self.without == self.with_:
            faults.append((("with",), f"a bot other than `without` ({self.without!r})"))
        if faults:
            raise Inconsistent(faults)
        return self


class TableSetting(Written):
    """One of the settings that are held against each other: options of the rules beside those of the experiment."""

    name: str = Field(min_length=1, max_length=200, description="what it is called in tables and figures")
    rules: dict[str, Any] = Field(default_factory=dict)


class Experiment(Written):
    """What an experiment file says: which ``changes`` are tried, in which ``companies``, by which design."""

    name: str = Field(pattern=_NAME)
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    design: Literal["paired", "dose", "ladder", "seats", "settings", "crossed"] = "paired"
    noun: str = Field("change", min_length=1, description="what a reader calls a change: 'hint'")
    game: str = Field(DEFAULT_GAME, min_length=1)
    seed: int = Field(ge=0, lt=SEED_LIMIT)
    players: Several[int] = Field(min_length=1)
    deals: int | dict[str, int] = Field(description="how many; the most there may be where there is `until`")
    until: Literal["decided"] | None = Field(None, description="stop asking a question when it is answered")
    error_rate: float | None = Field(None, gt=0, lt=0.5, description="with `until`: of all answers taken together")
    first_look: int | None = Field(None, ge=50, le=DEALS_MOST, description="with `until`: deals before the first look")
    tolerances: dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]] = Field(
        default_factory=dict, description="by outcome, in its unit: less is no difference that matters"
    )
    trace: float = Field(TRACE, ge=0, le=1, description="the share of games kept turn by turn")
    chunk_games: int | None = Field(None, ge=1, le=1_000_000, description="games per chunk")
    rules: dict[str, Any] = Field(default_factory=dict)
    components: dict[str, Any] = Field(default_factory=dict, description="other pieces than the game's own")
    notes: Several[str] = ()
    bots: Several[Annotated[str, Field(min_length=1)]] = Field(
        (),
        description="ladder, crossed: who plays; seats: who sits everywhere; settings: that, or one per seat",
    )
    groups: dict[str, Several[str]] = Field(
        default_factory=dict, description="ladder: bots that together weigh as one in the field of the others"
    )
    slow: dict[str, int] = Field(default_factory=dict, description="ladder: fewer deals for the pairs of a slow bot")
    measures: Several[Annotated[str, Field(min_length=1)]] = Field(
        (), description="settings: what is held against what; seats: what is told of the tables, too"
    )
    swings: Several[Annotated[str, Field(min_length=1)]] = Field(
        (), description="seats: the game's pictures of numbers that move, of which it is told how far they do"
    )
    settings: Several[TableSetting] = Field((), description="settings: the settings that are held against each other")
    reference: str | None = Field(
        None, description="settings: the one that all others are held against; else the first"
    )
    between: Several[Several[int]] = Field(
        (), description="paired: pairs of table sizes at which effects are held against each other"
    )
    companies: Several[Company] = ()
    changes: Several[Change] = ()

    @model_validator(mode="after")
    def _numbers_hang_together(self) -> Self:
        faults: list[tuple[Where, str | None]] = []
        if len(set(self.players)) != len(self.players) or min(self.players) < 1:
            faults.append((("players",), None))
        counts = list(self.deals.values()) if isinstance(self.deals, dict) else [self.deals]
        named = not isinstance(self.deals, dict) or set(self.deals) == {str(players) for players in self.players}
        if not named or not all(2 <= count <= DEALS_MOST for count in counts):
            faults.append((("deals",), None))
        if self.until is None:
            unused = [key for key in _ONLY_WITH_UNTIL if getattr(self, key) is not None]
            faults += [((key,), "no such key without `until`") for key in unused]
        if self.between and self.design != "paired":
            faults.append((("between",), "no such key in this design"))
        elif any(len(pair) != 2 or len(set(pair) & set(self.players)) != 2 for pair in self.between):
            faults.append((("between",), None))
        if faults:
            raise Inconsistent(faults)
        return self

    @model_validator(mode="after")
    def _design_hangs_together(self) -> Self:
        faults = [*faults_of_ladder(self), *faults_of_tables(self)]
        if self.design not in OF_BOTS:
            faults += [*self._faults_of_lists(), *self._faults_of_design(), *faults_of_doses(self)]
        if not faults and self.design == "paired":
            faults = self._faults_of_arms()
        if faults:
            raise Inconsistent(faults)
        return self

    def _faults_of_lists(self) -> list[tuple[Where, str | None]]:
        """Names that are given twice; companies without a name or a title where there are several."""
        faults: list[tuple[Where, str | None]] = []
        for key, names in (
            ("companies", [one.name for one in self.companies]),
            ("changes", [one.name for one in self.changes]),
        ):
            faults += [((key, place, "name"), None) for place, name in enumerate(names) if name in names[:place]]
        if len(self.companies) > 1:
            faults += [(("companies", place, "name"), None) for place, one in enumerate(self.companies) if not one.name]
            faults += [
                (("companies", place, "title"), None) for place, one in enumerate(self.companies) if not one.title
            ]
        return faults

    def _faults_of_design(self) -> list[tuple[Where, str | None]]:
        """Keys that the design needs and has not, or that only another design has."""
        faults: list[tuple[Where, str | None]] = [] if self.changes else [(("changes",), None)]
        if not self.companies:
            faults.append((("companies",), "one [[companies]] or several"))
        faults += [(("companies", place, "bot"), None) for place, one in enumerate(self.companies) if one.bot is None]
        for place, change in enumerate(self.changes if self.design != DOSE else ()):
            for key, bots in (("without", change.without), ("with", change.with_)):
                if bots is None:
                    faults.append((("changes", place, key), None))
        return faults

    def _faults_of_arms(self) -> list[tuple[Where, str | None]]:
        """Tables of bots that do not name every company, and bots that are the same with the change and without."""
        faults: list[tuple[Where, str | None]] = []
        names = [one.name for one in self.companies]
        for place, change in enumerate(self.changes):
            for key, bots in (("without", change.without), ("with", change.with_)):
                if isinstance(bots, dict) and set(bots) != set(names):
                    known = ", ".join(names) or "there are none"
                    faults.append((("changes", place, key), f"a bot, or one for each of the companies ({known})"))
        if faults:
            return faults
        for company in self.companies:
            for place, change in enumerate(self.changes):
                without, with_ = _in_company(change.without, company), _in_company(change.with_, company)
                if without == with_:
                    other = f"in company {company.name!r}, " if company.name else ""
                    faults.append((("changes", place, "with"), f"{other}a bot other than `without` ({without!r})"))
        return faults

    def deals_for(self, players: int) -> int:
        """How many deals are played at a table of this size, at most."""
        return self.deals[str(players)] if isinstance(self.deals, dict) else self.deals

    def arms(self, company: Company) -> tuple[tuple[str, str], ...]:
        """For each change the bot without it and the bot with it, in a company.

        In the design ``dose`` for each of :func:`doses` the bot at the reference and the bot at that value.
        """
        if self.design == DOSE:
            found = [(one.player_in(company), one, value) for one, value in doses(self)]
            return tuple(
                (
                    dose_bot(player, one.parameter or "", one.reference or 0.0),
                    dose_bot(player, one.parameter or "", value),
                )
                for player, one, value in found
            )
        return tuple((_in_company(one.without, company), _in_company(one.with_, company)) for one in self.changes)

    def table_rules(self) -> list[dict[str, Any]]:
        """The options of the rules of each setting that is played at every table size, in order; mostly one."""
        return [self.rules | one.rules for one in self.settings] if self.settings else [self.rules]

    def deals_of_pair(self, players: int, *bots: str) -> int:
        """How many deals these bots of a ladder play against each other: fewer where one of them is slow."""
        return min([self.deals_for(players), *(self.slow[bot] for bot in bots if bot in self.slow)])

    def with_bots(self, found: Callable[[str], str]) -> "Experiment":
        """The same with every bot's name replaced."""

        def of(bots: Bots | None) -> Bots | None:
            if isinstance(bots, dict):
                return {company: found(bot) for company, bot in bots.items()}
            return bots if bots is None else found(bots)

        changes = (
            one.model_copy(update={"without": of(one.without), "with_": of(one.with_), "player": of(one.player)})
            for one in self.changes
        )
        companies = (one.model_copy(update={"bot": of(one.bot)}) for one in self.companies)
        return self.model_copy(
            update={
                "bots": tuple(map(found, self.bots)),
                "groups": {name: tuple(map(found, members)) for name, members in self.groups.items()},
                "slow": {found(bot): deals for bot, deals in self.slow.items()},
                "companies": tuple(companies),
                "changes": tuple(changes),
            }
        )

    def as_toml(self) -> str:
        """The experiment as a file that says the same, defaults filled in."""
        document = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        if not self.between:
            del document["between"]
        for key, designs in (
            ("bots", OF_BOTS),
            ("measures", ("settings", "seats")),
            ("settings", ("settings",)),
            ("swings", ("seats",)),
        ):
            if self.design not in designs:
                del document[key]
        for change in document["changes"]:
            if self.design != DOSE:
                del change["values"]
        tables = {key: document.pop(key) for key in _TABLES if isinstance(document.get(key), dict)}
        lists = {key: document.pop(key) for key in ("settings", "companies", "changes") if key in document}
        lines = toml_entries(document)
        for key, table in tables.items():
            lines += ["", f"[{key}]", *toml_entries(table)] if toml_entries(table) else []
        for key, several in lists.items():
            for table in several:
                lines += ["", f"[[{key}]]", *toml_entries(table)]
        return "\n".join(lines) + "\n"


def _in_company(bots: Bots | None, company: Company) -> str:
    """The bot of an arm in a company; one that is named ``*`` is the company's own, with the settings beside it."""
    bot = bots[company.name] if isinstance(bots, dict) else bots or ""
    if company.bot is None or bot.partition(":")[0].strip() != OWN_BOT:
        return bot
    own, more = BotSpec.parse(company.bot), BotSpec.parse(bot)
    return str(BotSpec(own.name, tuple((dict(own.settings) | dict(more.settings)).items())))
