"""What a bot is: a name, a one-sentence plan, parameters, and a function for each decision it takes itself.

A bot's decisions are named by its game. One that a bot does not take itself falls to the game's sensible default, so
that a bot about one thing is a few lines.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from typing import Any

from pydantic import Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.constraint import UNCONSTRAINED, WATCHED, WAYS, Constraint, Constraints
from arkadia_sim.core.lessons import Lessons
from arkadia_sim.core.provenance import Search
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import BadValue, UnknownName, UsageError

COMPILED = "compiled"
PYTHON = "python"


@dataclass(frozen=True)
class Parameter:
    """One setting of a bot: its name, default, the range in which it means something, and what it does; ``whole`` if
    only whole numbers mean anything."""

    name: str
    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False

    def __post_init__(self) -> None:
        if self.whole and not all(float(one).is_integer() for one in (self.default, self.low, self.high)):
            raise ValueError(
                f"parameter {self.name} takes whole numbers: so must its default and the ends of its range be"
            )

    def check(self, bot: str, text: str) -> float:
        """The value that a user wrote, as a number within the range; BadValue otherwise."""
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not self.low <= value <= self.high or (self.whole and not value.is_integer()):
            raise BadValue(f"parameter {self.name} of bot {bot}", text, self.allowed)
        return value

    @property
    def allowed(self) -> str:
        """What a user may write."""
        return f"a {'whole ' if self.whole else ''}number from {self.low:g} to {self.high:g}"


TEMPERATURE = Parameter("temperature", 0.0, 0.0, 1000.0, "0 plays its best; the higher, the worse it plays")
"""Every bot has this one: skill as a dial."""

HALF_BY_CHANCE = 10.0
"""The temperature at which half of the decisions that are not ``tempered`` are left to chance."""


@dataclass(frozen=True)
class Bot:
    """A strategy that anyone can sit down at a table.

    ``name`` is how users call it, ``plan`` says in one sentence what it tries, ``source`` where the idea comes from.
    ``decisions`` maps the game's decisions to functions: compiled ones (of the game's declared signature), plain Python
    ones, or some of both; which they are is found out, and ``tier`` need not be said. ``tempered`` names the decisions
    that play worse at a higher temperature by themselves (for instance by softmax over scores); into all others the
    game mixes uniformly random ones.
    ``temperature`` is that at which it plays unless told otherwise, ``provenance`` tells how its parameters were found.
    ``by_players`` holds other defaults of parameters for tables of so many players; what a user sets counts everywhere.
    ``lessons`` are there if its weights can be learned from search, ``candidates`` if it can tell what it thinks of all
    that it could do; what that function is given and gives is its game's to say. ``heeds`` names the game's constraints
    that it can be barred from or forced to; it can be watched at all of them.
    """

    name: str
    plan: str
    source: str
    decisions: Mapping[str, Callable[..., Any]]
    parameters: tuple[Parameter, ...] = ()
    tier: str = COMPILED
    game: str = DEFAULT_GAME
    tempered: frozenset[str] = frozenset()
    temperature: float = TEMPERATURE.default
    provenance: tuple[Search, ...] = ()
    by_players: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    lessons: Lessons | None = None
    candidates: Callable[..., Any] | None = None
    heeds: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.tier not in (COMPILED, PYTHON):
            raise UnknownName(f"tier of bot {self.name}", self.tier, (COMPILED, PYTHON))
        if not self.plan or not self.plan.rstrip().endswith("."):
            raise UsageError(f"bot {self.name}: its plan must be a sentence that ends with a full stop")
        names = [parameter.name for parameter in self.parameters]
        if len(set(names)) != len(names) or TEMPERATURE.name in names:
            raise UsageError(f"bot {self.name}: parameter names must differ, and `temperature` is there already")
        if not set(WAYS).isdisjoint(names):
            raise UsageError(f"bot {self.name}: no parameter may be called {', '.join(WAYS)}: these are constraints")
        for parameter in self.parameters:
            parameter.check(self.name, repr(parameter.default))
        known = {parameter.name: parameter for parameter in self.parameters}
        for players, own in self.by_players.items():
            if not isinstance(players, int) or players < 1:
                raise BadValue(f"by_players of bot {self.name}", players, "a number of players")
            for name, value in own.items():
                if name not in known:
                    raise UnknownName(f"parameter of bot {self.name} for {players} players", name, known)
                known[name].check(f"{self.name} for {players} players", repr(value))

    @property
    def settable(self) -> tuple[Parameter, ...]:
        """All that a user can set: its parameters, and the temperature that every bot has."""
        return (*self.parameters, replace(TEMPERATURE, default=self.temperature))

    @cached_property
    def plain(self) -> frozenset[str]:
        """The decisions that are plain Python."""
        return frozenset(name for name, function in self.decisions.items() if is_plain(function))

    @property
    def in_python(self) -> bool:
        """Whether any of it is plain Python, so that it is asked decision by decision."""
        return self.tier == PYTHON or bool(self.plain)

    def variant(
        self,
        name: str,
        plan: str,
        source: str,
        *,
        decisions: Mapping[str, Callable[..., Any]] | None = None,
        parameters: tuple[Parameter, ...] = (),
        settings: Mapping[str, float] | None = None,
    ) -> "Bot":
        """A bot that plays as this one does, but for some decisions of its own and other values of its parameters.

        ``parameters`` come behind those that there are, ``settings`` are new defaults by name. A bot with decisions of
        its own heeds no constraints and tells of no candidates, for these are no longer those of the bot it is made
        from. UnknownName for a parameter that is not there, BadValue for a value outside its range.
        """
        own, values = dict(decisions or {}), dict(settings or {})
        known = {one.name: one for one in self.parameters}
        for key, value in values.items():
            if key not in known:
                raise UnknownName(f"parameter of bot {self.name}", key, known)
            known[key].check(name, repr(value))
        kept = tuple(replace(one, default=values.get(one.name, one.default)) for one in self.parameters)
        return replace(
            self,
            name=name,
            plan=plan,
            source=source,
            decisions={**self.decisions, **own},
            parameters=(*kept, *parameters),
            tempered=self.tempered - set(own),
            provenance=(),
            by_players={
                players: {key: value for key, value in theirs.items() if key not in values}
                for players, theirs in self.by_players.items()
            },
            lessons=None,
            candidates=None if own else self.candidates,
            heeds=frozenset() if own else self.heeds,
        )


def is_plain(function: Callable[..., Any]) -> bool:
    """Whether a decision is plain Python, which takes what its player sees; a compiled one takes the game's records.

    It is seen from what it is, and where compiling is switched off from how much it takes.
    """
    if hasattr(function, "nopython_signatures"):  # what the compiler made of it
        return False
    try:
        arguments = signature(function).parameters.values()
    except (TypeError, ValueError):  # it does not say
        return True
    places = (Argument.POSITIONAL_ONLY, Argument.POSITIONAL_OR_KEYWORD)
    return sum(one.kind in places and one.default is Argument.empty for one in arguments) <= 1


@dataclass(frozen=True)
class Seated:
    """A bot with its parameters set: what sits at the table.

    ``spec`` is how the user wrote it and ``file`` where it was found; for a bot from a data file, ``code`` is the
    Python file of the bot that plays for it. ``chosen`` names the parameters that the user set, ``constraints`` what it
    is barred from, forced to or watched at.
    """

    spec: str
    bot: Bot
    parameters: tuple[float, ...]
    temperature: float
    file: Path
    code: Path | None = None
    chosen: frozenset[str] = frozenset()
    constraints: Constraints = UNCONSTRAINED

    def at(self, players: int) -> tuple[float, ...]:
        """The parameters at a table of so many players: the bot's own for that, but for what the user has chosen."""
        own = self.bot.by_players.get(players, {})
        return tuple(
            value if one.name in self.chosen else own.get(one.name, value)
            for one, value in zip(self.bot.parameters, self.parameters, strict=True)
        )

    def mixing(self, decision: str) -> float:
        """The probability with which a decision is left to pure chance."""
        if decision in self.bot.tempered:
            return 0.0
        return self.temperature / (HALF_BY_CHANCE + self.temperature)

    def settings(self, players: int | None = None) -> dict[str, float]:
        """All parameters by name, temperature included; at a table of so many players, if a number is given."""
        values = self.parameters if players is None else self.at(players)
        named = {parameter.name: value for parameter, value in zip(self.bot.parameters, values, strict=True)}
        return named | {TEMPERATURE.name: self.temperature}

    @property
    def python_file(self) -> Path:
        """The Python file with its decisions."""
        return self.file if self.code is None else self.code


def seat(bot: Bot, spec: str, file: Path, settings: Mapping[str, str], code: Path | None = None) -> Seated:
    """Set a bot's parameters from the texts that a user wrote; UnknownName or BadValue if that cannot be done."""
    constraints = Constraints.parse(bot.name, {way: text for way, text in settings.items() if way in WAYS})
    settings = {name: text for name, text in settings.items() if name not in WAYS}
    known = {parameter.name: parameter for parameter in bot.settable}
    for name in settings:
        if name not in known:
            raise UnknownName(f"parameter of bot {bot.name}", name, [*known, *(WAYS if bot.heeds else ())])
    values = {name: parameter.default for name, parameter in known.items()}
    values |= {name: known[name].check(bot.name, text) for name, text in settings.items()}
    temperature = values.pop(TEMPERATURE.name)
    return Seated(spec, bot, tuple(values.values()), temperature, file, code, frozenset(settings), constraints)


def check_constraints(one: Seated, declared: Iterable[Constraint]) -> None:
    """Refuse constraints that the game does not declare, cannot ask for in that way, or that the bot does not heed."""
    known = {constraint.name: constraint for constraint in declared}
    for way, name in one.constraints.by_way():
        if name not in known:
            raise UnknownName("constraint", name, [other.name for other in known.values() if way in other.ways])
        if way not in known[name].ways:
            raise BadValue(f"constraint {name} of bot {one.bot.name}", way, ", ".join(known[name].ways))
        if way != WATCHED and name not in one.bot.heeds:
            heeded = ", ".join(sorted(one.bot.heeds)) or f"none: bot {one.bot.name} can be watched alone"
            raise BadValue(f"{way} of bot {one.bot.name}", name, heeded)


def check_table_sizes(one: Seated, player_counts: Sequence[int]) -> None:
    """Refuse parameters for tables of a size that the game does not have."""
    for players in one.bot.by_players:
        if players not in player_counts:
            raise BadValue(f"by_players of bot {one.bot.name}", players, sizes_text(player_counts))


def sizes_text(player_counts: Sequence[int]) -> str:
    """Table sizes in words: "2, 3 or 4"."""
    return ", ".join(map(str, player_counts[:-1])) + " or " * (len(player_counts) > 1) + str(player_counts[-1])


@dataclass(frozen=True)
class BotEntry:
    """A bot as a listing shows it: ``parameters`` with the temperature that every bot has, ``provenance`` the searches
    that found them, ``by_players`` those that are others at tables of so many, ``heeds`` the constraints that it can be
    under."""

    name: str
    plan: str
    source: str
    parameters: tuple[Parameter, ...]
    tier: str
    file: Path
    provenance: tuple[Search, ...] = ()
    by_players: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    heeds: frozenset[str] = frozenset()

    @classmethod
    def of(cls, seated: Seated) -> "BotEntry":
        """The entry of a bot that was found."""
        bot = seated.bot
        told = (bot.name, bot.plan, bot.source, bot.settable, PYTHON if bot.in_python else COMPILED)
        return cls(*told, seated.file, bot.provenance, bot.by_players, bot.heeds)


class BotDescription(Stored):
    """A bot as a manifest tells it: enough to know whether it would play the same again."""

    spec: str = Field(description="as the user wrote it")
    name: str
    plan: str
    source: str
    compiled: bool = Field(description="false where a decision is plain Python, which plays slowly")
    parameters: dict[str, float] = Field(description="all of them, temperature included")
    by_players: dict[int, dict[str, float]] = Field(
        default_factory=dict, description="those that are others at tables of so many players"
    )
    constraints: dict[str, tuple[str, ...]] = Field(
        default_factory=dict, description="what it was barred from, forced to or watched at, by name"
    )
    file: str = Field(description="the name of the file that holds it")
    hash: str = Field(description="of all sources that decide how it plays")

    @classmethod
    def of(cls, seated: Seated, sources: str) -> "BotDescription":
        """The description of a bot that was found; ``sources`` is the hash of all Python that decides how it plays.

        A data file is part of what decides, by the numbers that it gives and by nothing else that it says.
        """
        bot = seated.bot
        if seated.code is not None:
            given: dict[str, Any] = {one.name: one.default for one in bot.settable}
            if bot.by_players:
                given |= {str(players): dict(own) for players, own in bot.by_players.items()}
            numbers = json.dumps(given)
            sources = hashlib.sha256(f"{sources} {numbers}".encode()).hexdigest()[: len(sources)]
        return cls(
            spec=seated.spec,
            name=bot.name,
            plan=bot.plan,
            source=bot.source,
            compiled=not bot.in_python,
            parameters=seated.settings(),
            by_players={
                players: {key: value for key, value in own.items() if key not in seated.chosen}
                for players, own in bot.by_players.items()
                if not seated.chosen.issuperset(own)
            },
            constraints=seated.constraints.as_dict(),
            file=seated.file.name,
            hash=sources,
        )


def is_compiled(bots: Iterable[BotDescription]) -> bool:
    """Whether all of these bots play at full speed (none is plain Python)."""
    return all(bot.compiled for bot in bots)
