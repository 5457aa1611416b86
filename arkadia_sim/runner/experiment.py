"""An experiment: the question, the design and the numbers, written before the run. What its file may say.

Whether what it says can be played is asked in :mod:`arkadia_sim.runner.experiment_plan`, where the game is known; the
files themselves are read in :mod:`arkadia_sim.runner.experiment_file`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import TEMPERATURE
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.runner.faults import Inconsistent, Where
from arkadia_sim.runner.plan import SEED_LIMIT
from arkadia_sim.runner.toml_text import toml_entries

DEALS_MOST = 1_000_000_000
FIRST_LOOK = 500
FACTORS_MOST = 10
"""A factorial experiment has 2 to the power of this many different bots at most."""

_NAME = r"^[A-Za-z][A-Za-z0-9_-]*$"

_ONLY_WITH_UNTIL = ("error_rate", "first_look")

Bots = str | dict[str, str]
"""One bot, or one for each field by its name."""


class ComponentChoice(BaseModel):
    """Other components than the shipped ones: a board file (relative to the experiment file) or camps placed at random
    by a seed, a choice of outlines."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    board: str | None = Field(None, min_length=1)
    camps_seed: int | None = Field(None, ge=0, lt=SEED_LIMIT)
    outlines: str | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _one_board(self) -> Self:
        if self.board is not None and self.camps_seed is not None:
            raise Inconsistent([((), None)])
        return self

    def given(self) -> dict[str, Any]:
        """Only what differs from the shipped components."""
        return self.model_dump(exclude_none=True)


class Company(BaseModel):
    """The others at the table: the bot in all seats that are not on trial, and what to call such a table.

    In the design "adoption" there are no others than those with and without the change: there it needs no bot.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str = Field(pattern=r"^[A-Za-z0-9_-]*$")
    title: str = Field("", description="as it stands in a sentence: 'among beginners'")
    about: str | None = Field(None, min_length=1, description="what is compared there, in a sentence for the report")
    bot: str | None = Field(None, min_length=1)


class Change(BaseModel):
    """One change of play on trial: a hint, or one reading of it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    name: str = Field(pattern=_NAME)
    claim: str = Field("", description="the claim that is tested, by its short name")
    title: str = Field(min_length=1)
    phrase: str = Field(min_length=1, description="how the change is called in a sentence: 'covering tent camps'")
    behaviour: str | None = Field(None, min_length=1, description="the column that tells whether anything changed")
    behaviour_label: str | None = Field(None, min_length=1, description="that column in a player's words")
    behaviour_direction: Literal["more", "fewer"] | None = Field(None, description="where the change should move it")
    without: Bots | None = None
    with_: Bots | None = Field(None, alias="with")
    switch: str | None = Field(None, min_length=1, description="the parameter of `base` that makes the change")
    off: float = 0.0
    on: float = 1.0

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        faults: list[tuple[Where, str | None]] = []
        if (self.behaviour is None) != (self.behaviour_label is None):
            faults.append((("behaviour_label",), None))
        if self.behaviour is None and self.behaviour_direction is not None:
            faults.append((("behaviour_direction",), "no such key without `behaviour`"))
        if isinstance(self.without, str) and self.without == self.with_:
            faults.append((("with",), f"a bot other than `without` ({self.without!r})"))
        if self.on == self.off:
            faults.append((("on",), None))
        if faults:
            raise Inconsistent(faults)
        return self


class _Numbers(BaseModel):
    """The keys that all experiments have."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    name: str = Field(pattern=_NAME)
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    game: str = Field(DEFAULT_GAME, min_length=1)
    seed: int = Field(ge=0, lt=SEED_LIMIT)
    players: list[int] = Field(min_length=1)
    deals: int | dict[str, int] = Field(description="how many; the most there may be where there is `until`")
    until: Literal["decided"] | None = Field(None, description="stop asking a question when it is answered")
    error_rate: float = Field(0.05, gt=0, lt=0.5, description="with `until`: of all answers taken together")
    first_look: int = Field(FIRST_LOOK, ge=50, le=DEALS_MOST, description="with `until`: deals before the first look")
    margin_win_share: float = Field(1.0, gt=0, le=100, description="in points; less is no difference that matters")
    margin_gold: float = Field(1.0, gt=0, description="in gold; less is no difference that matters")
    trace: float = Field(0.01, ge=0, le=1, description="the share of games kept turn by turn")
    chunk_games: int | None = Field(None, ge=1, le=1_000_000, description="games per part")
    rules: dict[str, Any] = Field(default_factory=dict)
    components: ComponentChoice = Field(default_factory=lambda: ComponentChoice())
    notes: list[str] = Field(default_factory=list)

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
            unused = [key for key in _ONLY_WITH_UNTIL if key in self.model_fields_set]
            faults += [((key,), "no such key without `until`") for key in unused]
        if faults:
            raise Inconsistent(faults)
        return self

    def deals_for(self, players: int) -> int:
        """How many deals are played at a table of this size, at most."""
        return self.deals[str(players)] if isinstance(self.deals, dict) else self.deals


class OneChange(_Numbers):
    """The short form of a file: one change in one company, without tables."""

    design: Literal["paired"] = "paired"
    claim: str = Field(min_length=1, description="the claim that is tested, by its short name")
    hint_phrase: str = Field(min_length=1, description="how the hint is called in a sentence: 'covering tent camps'")
    field: str = Field(min_length=1)
    without: str = Field(min_length=1)
    with_: str = Field(alias="with", min_length=1)
    behaviour: str | None = Field(None, min_length=1, description="the column that tells whether anything changed")
    behaviour_label: str | None = Field(None, min_length=1, description="that column in a player's words")
    behaviour_direction: Literal["more", "fewer"] | None = Field(None, description="where the change should move it")

    @model_validator(mode="after")
    def _change_hangs_together(self) -> Self:
        self._change()
        return self

    def _change(self) -> Change:
        try:
            return Change(
                name=self.name,
                claim=self.claim,
                title=self.title,
                phrase=self.hint_phrase,
                behaviour=self.behaviour,
                behaviour_label=self.behaviour_label,
                behaviour_direction=self.behaviour_direction,
                without=self.without,
                with_=self.with_,
            )
        except ValidationError as error:  # what each key may be is known: only their agreement is left to judge
            raise error.errors()[0]["ctx"]["error"] from None

    def in_general(self) -> "Experiment":
        """The same as a list of one company and a list of one change."""
        numbers = {name: getattr(self, name) for name in _Numbers.model_fields if name in self.model_fields_set}
        company = Company(name="", bot=self.field)
        return Experiment(**numbers, design="paired", fields=[company], changes=[self._change()])


@dataclass(frozen=True)
class Situation:
    """A company, and for each change the bot without it and the bot with it there."""

    name: str
    title: str
    bot: str | None
    arms: tuple[tuple[str, str], ...]


class Experiment(_Numbers):
    """What an experiment file says: which ``changes`` are tried, in which companies (``fields``), by which design."""

    design: Literal["paired", "adoption", "skill", "factorial"] = "paired"
    base: str | None = Field(None, min_length=1, description="factorial: the bot whose parameters are switched")
    temperatures: list[float] | None = Field(None, min_length=1, description="skill: how badly all play")
    fields: list[Company] = Field(default_factory=list)
    changes: list[Change] = Field(min_length=1)

    @model_validator(mode="after")
    def _design_hangs_together(self) -> Self:
        faults = [*self._faults_of_lists(), *self._faults_of_design()]
        if not faults and self.design != "factorial":
            faults = self._faults_of_arms()
        if faults:
            raise Inconsistent(faults)
        return self

    def _faults_of_lists(self) -> list[tuple[Where, str | None]]:
        """Names that are given twice; companies without a name or a title where there are several."""
        faults: list[tuple[Where, str | None]] = []
        for key, names in (
            ("fields", [one.name for one in self.fields]),
            ("changes", [one.name for one in self.changes]),
        ):
            faults += [((key, place, "name"), None) for place, name in enumerate(names) if name in names[:place]]
        switches = [one.switch for one in self.changes]
        for place, switch in enumerate(switches):
            if switch is not None and switch in switches[:place]:
                faults.append((("changes", place, "switch"), "a parameter of `base`, another one for each change"))
        if len(self.fields) > 1:
            faults += [(("fields", place, "name"), None) for place, one in enumerate(self.fields) if not one.name]
            faults += [(("fields", place, "title"), None) for place, one in enumerate(self.fields) if not one.title]
        return faults

    def _faults_of_design(self) -> list[tuple[Where, str | None]]:
        """Keys that the design needs and has not, or that only another design has."""
        faults: list[tuple[Where, str | None]] = []
        factorial, skill, adoption = (self.design == name for name in ("factorial", "skill", "adoption"))
        for key, needed in (("base", factorial), ("temperatures", skill)):
            if (getattr(self, key) is None) == needed:
                faults.append(((key,), None if needed else _only_with("factorial" if key == "base" else "skill")))
        if self.temperatures is not None:
            levels = self.temperatures
            if len(set(levels)) != len(levels) or not all(TEMPERATURE.low <= one <= TEMPERATURE.high for one in levels):
                faults.append((("temperatures",), None))
        if factorial:
            faults += [(("fields",), "no [[fields]]: in this design all players are `base`")] if self.fields else []
            faults += [(("until",), "no such key: this design has a fixed number of deals")] if self.until else []
            if len(self.changes) > FACTORS_MOST:
                faults.append((("changes",), f"at most {FACTORS_MOST} changes in this design"))
        elif not adoption:
            if not self.fields or (skill and len(self.fields) > 1):
                faults.append((("fields",), "one [[fields]]" + ("" if skill else " or several")))
            faults += [(("fields", place, "bot"), None) for place, one in enumerate(self.fields) if one.bot is None]
        for place, change in enumerate(self.changes):
            for key in ("without", "with", "switch"):
                given = getattr(change, "with_" if key == "with" else key) is not None
                if given == ((key == "switch") != factorial):
                    wrong = "no such key in this design: it has `switch`" if factorial else _only_with("factorial")
                    faults.append((("changes", place, key), wrong if given else None))
        return faults

    def _faults_of_arms(self) -> list[tuple[Where, str | None]]:
        """Tables of bots that do not name every company, and bots that are the same with the change and without."""
        faults: list[tuple[Where, str | None]] = []
        names = [one.name for one in self.fields]
        for place, change in enumerate(self.changes):
            for key, bots in (("without", change.without), ("with", change.with_)):
                if isinstance(bots, dict) and set(bots) != set(names):
                    known = ", ".join(names) or "there are none"
                    faults.append((("changes", place, key), f"a bot, or one for each of the fields ({known})"))
        if faults:
            return faults
        for company in self.fields:
            for place, change in enumerate(self.changes):
                without, with_ = _in_company(change.without, company.name), _in_company(change.with_, company.name)
                if without == with_:
                    other = f"in field {company.name!r}, " if company.name else ""
                    faults.append((("changes", place, "with"), f"{other}a bot other than `without` ({without!r})"))
        return faults

    def situations(self) -> list[Situation]:
        """Where the changes are tried; in the design ``skill`` a situation for each temperature of all players."""
        companies = self.fields or [Company(name="")]
        found = [Situation(one.name, one.title, one.bot, self._arms(one.name)) for one in companies]
        if self.temperatures is None:
            return found
        return [_at_temperature(situation, level) for level in self.temperatures for situation in found]

    def _arms(self, company: str) -> tuple[tuple[str, str], ...]:
        return tuple((_in_company(one.without, company), _in_company(one.with_, company)) for one in self.changes)

    def factorial_bots(self) -> tuple[str, ...]:
        """All combinations of switches: bit ``j`` of a bot's place in the list says whether change ``j`` is on."""
        return tuple(
            str(
                BotSpec.parse(self.base or "").with_settings(
                    {one.switch or "": one.on if bits >> j & 1 else one.off for j, one in enumerate(self.changes)}
                )
            )
            for bits in range(1 << len(self.changes))
        )

    def with_bots(self, found: Callable[[str], str]) -> "Experiment":
        """The same with every bot's name replaced."""

        def of(bots: Bots | None) -> Bots | None:
            if isinstance(bots, dict):
                return {company: found(bot) for company, bot in bots.items()}
            return bots if bots is None else found(bots)

        changes = [one.model_copy(update={"without": of(one.without), "with_": of(one.with_)}) for one in self.changes]
        fields = [one.model_copy(update={"bot": of(one.bot)}) for one in self.fields]
        return self.model_copy(update={"base": of(self.base), "fields": fields, "changes": changes})

    def as_json(self) -> dict[str, Any]:
        """The experiment as a file in the general form names it, defaults filled in."""
        return self.model_dump(mode="json", by_alias=True)

    def as_toml(self) -> str:
        """The experiment as a file that says the same, defaults filled in."""
        plain = {key: value for key, value in self.as_json().items() if value is not None}
        if self.until is None:
            for key in _ONLY_WITH_UNTIL:
                del plain[key]
        if self.design != "factorial":
            for change in plain["changes"]:
                del change["off"], change["on"]
        tables = {key: plain.pop(key) for key in ("rules", "components", "deals") if isinstance(plain.get(key), dict)}
        lists = {key: plain.pop(key) for key in ("fields", "changes")}
        lines = toml_entries(plain)
        for key, table in tables.items():
            lines += ["", f"[{key}]", *toml_entries(table)] if toml_entries(table) else []
        for key, several in lists.items():
            for table in several:
                lines += ["", f"[[{key}]]", *toml_entries(table)]
        return "\n".join(lines) + "\n"


def _only_with(design: str) -> str:
    return f'no such key: it belongs to design = "{design}"'


def _in_company(bots: Bots | None, company: str) -> str:
    return bots[company] if isinstance(bots, dict) else bots or ""


def _at_temperature(situation: Situation, level: float) -> Situation:
    def at(bot: str) -> str:
        return str(BotSpec.parse(bot).with_settings({TEMPERATURE.name: level}))

    arms = tuple((at(without), at(with_)) for without, with_ in situation.arms)
    return Situation(f"T={level:g}", f"at temperature {level:g}", at(situation.bot or ""), arms)


class Study(BaseModel):
    """Several experiments that answer one question together."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str = Field(pattern=_NAME)
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    design: Literal["study"] = "study"
    parts: list[str] = Field(min_length=1)

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        if len(set(self.parts)) != len(self.parts):
            raise Inconsistent([(("parts",), None)])
        return self
