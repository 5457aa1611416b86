"""What a bot is: a name, a one-sentence plan, parameters, and functions for the decisions it makes itself."""

import fnmatch
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field

from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.constraint import UNCONSTRAINED, WATCHED, WAYS, Constraint, Constraints
from arkadia_sim.core.cues import Cue
from arkadia_sim.core.lessons import Lessons
from arkadia_sim.core.options import sizes_text
from arkadia_sim.core.playbook import Rule, rule_numbers, sentences
from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import BadValue, UnknownName, UsageError, counted
from arkadia_sim.sources import digest_of


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
            ("{}", self.games and counted(self.games, "game")),
            ("{} per candidate", self.deals and counted(self.deals, "deal")),
            ("{}", self.gain),
            ("found nothing better", self.kept is False or None),
        ]
        parts = [text.format(value) for text, value in facts if value is not None and value != ""]
        return "; ".join([*parts, *([self.note] if self.note else [])])


COMPILED = "compiled"
PYTHON = "python"


@dataclass(frozen=True)
class Parameter:
    """One setting of a bot: its name, default, range and meaning. ``whole`` allows whole numbers only.

    ``more`` and ``less`` say what a player does differently with a higher or lower value, as advice. ``names`` are
    those of its values, from 0 on, if users may write them instead.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False
    more: str = ""
    less: str = ""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.whole and not all(float(value).is_integer() for value in (self.default, self.low, self.high)):
            raise ValueError(f"parameter {self.name} is whole, so its default, low and high must be whole numbers too")

    def check(self, bot: str, text: str) -> float:
        """Convert a user's text to a number within the range; BadValue otherwise."""
        try:
            value = float(self.names.index(text) if text in self.names else text)
        except ValueError:
            value = float("nan")
        if not self.low <= value <= self.high or (self.whole and not value.is_integer()):
            raise BadValue(f"parameter {self.name} of bot {bot}", text, self.allowed)
        return value

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        if self.names:
            return " or ".join(self.names)
        return f"a {'whole ' if self.whole else ''}number from {self.low:g} to {self.high:g}"


TEMPERATURE = Parameter("temperature", 0.0, 0.0, 1000.0, "0 is its best play; higher values play worse")
"""A parameter of every bot: a dial for skill."""

HALF_BY_CHANCE = 10.0  # the temperature at which half of the decisions that are not ``tempered`` are random


@dataclass(frozen=True)
class Bot:
    """A strategy that can take any seat at a table.

    Attributes:
        name: The name that users write.
        plan: One sentence on what it tries to do.
        source: Where the idea comes from.
        decisions: Functions for the game's decisions: compiled (with the game's declared signature) or plain Python.
        parameters: Its settings, besides the temperature.
        tier: COMPILED or PYTHON. It need not be set: compiled and plain functions are told apart automatically.
        game: The game it plays.
        tempered: Decisions that handle the temperature themselves (for example softmax over scores). In all others
            the game mixes in random choices.
        temperature: Its default temperature.
        provenance: The searches that found its parameters.
        by_players: Other defaults for tables with this many players; a user's settings override them.
        lessons: Set if its weights can be learned from search.
        candidates: Set if it can rank its possible actions; the game defines arguments and result.
        heeds: The game's constraints it can be barred from or forced to, each with the decision at which it heeds it.
            Any bot can be watched.
        cues: Set if it can follow rules: what they may count.
        only_rules: Set if rules are all that it plays by.
        rules: The rules that it follows.
        rules_by_players: Other rules for tables with this many players.
        act: Set if it decides step by step, in place of ``decisions``: it gets a `StepView` of ``compiled.asking`` and
            returns one of its legal actions.
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
    heeds: Mapping[str, str] = field(default_factory=dict)
    cues: tuple[Cue, ...] = ()
    only_rules: bool = False
    rules: tuple[Rule, ...] = ()
    rules_by_players: Mapping[int, tuple[Rule, ...]] = field(default_factory=dict)
    act: Callable[[Any], int] | None = None

    def __post_init__(self) -> None:
        if self.tier not in (COMPILED, PYTHON):
            raise UnknownName(f"tier of bot {self.name}", self.tier, (COMPILED, PYTHON))
        if not self.plan or not self.plan.rstrip().endswith("."):
            raise UsageError(f"bot {self.name}: the plan must be a sentence that ends with a full stop")
        if self.act is not None and self.decisions:
            raise UsageError(f"bot {self.name}: it decides either by `decisions` or step by step by `act`")
        names = [parameter.name for parameter in self.parameters]
        if len(set(names)) != len(names) or TEMPERATURE.name in names:
            raise UsageError(f"bot {self.name}: parameter names must be unique, and `temperature` is taken")
        if not set(WAYS).isdisjoint(names):
            raise UsageError(
                f"bot {self.name}: parameters must not be called {', '.join(WAYS)}, which mean constraints"
            )
        for parameter in self.parameters:
            parameter.check(self.name, repr(parameter.default))
        known = {parameter.name: parameter for parameter in self.parameters}
        for players, overrides in self.by_players.items():
            if not isinstance(players, int) or players < 1:
                raise BadValue(f"by_players of bot {self.name}", players, "a number of players")
            for name, value in overrides.items():
                if name not in known:
                    raise UnknownName(f"parameter of bot {self.name} for {players} players", name, known)
                known[name].check(f"{self.name} for {players} players", repr(value))

    @property
    def settable(self) -> tuple[Parameter, ...]:
        """Everything a user can set: its parameters and the temperature."""
        return (*self.parameters, replace(TEMPERATURE, default=self.temperature))

    @cached_property
    def plain(self) -> frozenset[str]:
        """The decisions that are plain Python."""
        return frozenset(name for name, function in self.decisions.items() if is_plain(function))

    @property
    def in_python(self) -> bool:
        """Whether any part of it is plain Python, so that it is called decision by decision."""
        return self.tier == PYTHON or bool(self.plain) or self.act is not None

    def rules_at(self, players: int) -> tuple[Rule, ...]:
        """The rules that it follows at a table with this many players."""
        return self.rules_by_players.get(players, self.rules)

    @property
    def rules_in_words(self) -> dict[str, tuple[str, ...]]:
        """Its rules as sentences, by the tables for which they hold: "4 players", or "all" for all others."""
        lists = {f"{size} players": rules for size, rules in sorted(self.rules_by_players.items())} | {
            "all": self.rules
        }
        return {where: tuple(sentences(rules, self.cues)) for where, rules in lists.items() if rules}

    def variant(
        self,
        name: str,
        plan: str,
        source: str,
        *,
        decisions: Mapping[str, Callable[..., Any]] | None = None,
        parameters: tuple[Parameter, ...] = (),
        settings: Mapping[str, float] | None = None,
        heeds: Mapping[str, str] | None = None,
    ) -> "Bot":
        """Make a bot like this one, with some decisions of its own or other parameter values.

        A variant with its own decisions follows no rules and ranks no candidates, because those of the original no
        longer fit. It heeds the constraints of the decisions that it leaves as they are.

        Args:
            name: The name of the variant; ``plan`` and ``source`` as of a bot.
            decisions: Its own decisions by name.
            parameters: Further parameters, added after the existing ones.
            settings: New defaults for existing parameters.
            heeds: The constraints that it heeds, if its own decisions heed some too.
        """
        own_decisions, values = dict(decisions or {}), dict(settings or {})
        known = {parameter.name: parameter for parameter in self.parameters}
        for key, value in values.items():
            if key not in known:
                raise UnknownName(f"parameter of bot {self.name}", key, known)
            known[key].check(name, repr(value))
        kept = tuple(
            replace(parameter, default=values.get(parameter.name, parameter.default)) for parameter in self.parameters
        )
        return replace(
            self,
            name=name,
            plan=plan,
            source=source,
            decisions={**self.decisions, **own_decisions},
            parameters=(*kept, *parameters),
            tempered=self.tempered - set(own_decisions),
            provenance=(),
            by_players={
                players: {key: value for key, value in defaults.items() if key not in values}
                for players, defaults in self.by_players.items()
            },
            lessons=None,
            candidates=None if own_decisions else self.candidates,
            heeds={name: at for name, at in self.heeds.items() if at not in own_decisions} if heeds is None else heeds,
            cues=() if own_decisions else self.cues,
        )


def is_plain(function: Callable[..., Any]) -> bool:
    """Whether a decision is plain Python, which gets what its player sees; a compiled one gets the game's records.

    Compiled functions show it themselves. With compiling switched off, the number of arguments tells.
    """
    if hasattr(function, "nopython_signatures"):  # a compiled function
        return False
    try:
        arguments = signature(function).parameters.values()
    except (TypeError, ValueError):  # no signature available
        return True
    positional = (Argument.POSITIONAL_ONLY, Argument.POSITIONAL_OR_KEYWORD)
    return sum(argument.kind in positional and argument.default is Argument.empty for argument in arguments) <= 1


@dataclass(frozen=True)
class Seated:
    """A bot with its parameters set, ready to take a seat."""

    spec: str  # the bot as the user wrote it
    bot: Bot  # the bot
    parameters: tuple[float, ...]  # the values of its parameters, in order
    temperature: float  # its temperature
    file: Path  # the file it comes from
    code: Path | None = None  # for a bot from a data file, the Python file of the bot that plays for it
    chosen: frozenset[str] = frozenset()  # the parameters that the user set
    constraints: Constraints = UNCONSTRAINED  # what it is barred from, forced to or watched at
    head_start: Mapping[str, int] = field(default_factory=dict)  # options of the rules for the seat that it has

    def at(self, players: int) -> tuple[float, ...]:
        """The parameters at a table with this many players: the bot's own for that size, unless the user set them."""
        defaults = self.bot.by_players.get(players, {})
        return tuple(
            value if parameter.name in self.chosen else defaults.get(parameter.name, value)
            for parameter, value in zip(self.bot.parameters, self.parameters, strict=True)
        )

    def numbers_at(self, players: int) -> tuple[float, ...]:
        """What its compiled decisions read at a table with this many players: its parameters, or its rules."""
        return rule_numbers(self.bot.rules_at(players), self.bot.cues) if self.bot.only_rules else self.at(players)

    def followed_at(self, players: int) -> tuple[Rule, ...]:
        """The rules that narrow its own judgement at a table with this many players."""
        return () if self.bot.only_rules else self.bot.rules_at(players)

    def refuse_head_start(self, what: str) -> None:
        """UsageError for a bot with a head start, where ``what`` is done without."""
        if self.head_start:
            raise UsageError(f"bot {self.spec}: {what} without a head start: leave {', '.join(self.head_start)} out")

    @property
    def is_free(self) -> bool:
        """Whether it has no constraints and no rules that narrow its own judgement."""
        narrowed = not self.bot.only_rules and (self.bot.rules or self.bot.rules_by_players)
        return self.constraints == UNCONSTRAINED and not narrowed

    def mixing(self, decision: str) -> float:
        """The probability that a decision is random."""
        if decision in self.bot.tempered:
            return 0.0
        return self.temperature / (HALF_BY_CHANCE + self.temperature)

    def settings(self, players: int | None = None) -> dict[str, float]:
        """All parameters by name, with the temperature; with ``players``, those for a table of that size."""
        values = self.parameters if players is None else self.at(players)
        named = {parameter.name: value for parameter, value in zip(self.bot.parameters, values, strict=True)}
        return named | {TEMPERATURE.name: self.temperature}

    @property
    def data(self) -> dict[str, str]:
        """The hash of what a data file says of it, by the file and its name; nothing for a bot of a Python file."""
        bot = self.bot
        if self.code is None:
            return {}
        defaults: dict[str, Any] = {parameter.name: parameter.default for parameter in bot.settable}
        if bot.by_players:
            defaults |= {str(players): dict(own) for players, own in bot.by_players.items()}
        if bot.rules or bot.rules_by_players:
            defaults["rules"] = [*map(str, bot.rules)]
            defaults["rules_by_players"] = {size: [*map(str, own)] for size, own in bot.rules_by_players.items()}
        return {f"{self.file.name}:{bot.name}": digest_of(json.dumps(defaults))}

    @property
    def python_file(self) -> Path:
        """The Python file with its decisions."""
        return self.file if self.code is None else self.code


def seat(bot: Bot, spec: str, file: Path, settings: Mapping[str, str], code: Path | None = None) -> Seated:
    """Set a bot's parameters from a user's texts; UnknownName or BadValue if a text is wrong."""
    constraints = Constraints.parse(bot.name, {way: text for way, text in settings.items() if way in WAYS})
    known = {parameter.name: parameter for parameter in bot.settable}
    settings = expand_names({name: text for name, text in settings.items() if name not in WAYS}, known)
    for name in settings:
        if name not in known:
            raise UnknownName(f"parameter of bot {bot.name}", name, [*known, *(WAYS if bot.heeds else ())])
    values = {name: parameter.default for name, parameter in known.items()}
    values |= {name: known[name].check(bot.name, text) for name, text in settings.items()}
    temperature = values.pop(TEMPERATURE.name)
    return Seated(spec, bot, tuple(values.values()), temperature, file, code, frozenset(settings), constraints)


def expand_names(settings: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Settings by full names of parameters: ``own_*`` stands for all that begin so, unless they are set by name."""
    expanded: dict[str, Any] = {}
    for name, value in settings.items():
        if "*" in name:
            expanded |= dict.fromkeys(fnmatch.filter(known, name), value) or {name: value}
    return expanded | {name: value for name, value in settings.items() if "*" not in name}


def check_constraints(seated: Seated, declared: Iterable[Constraint]) -> None:
    """Refuse constraints that the game does not declare, that cannot be used this way or that the bot does not heed."""
    known = {constraint.name: constraint for constraint in declared}
    for way, name in seated.constraints.by_way():
        if name not in known:
            raise UnknownName(
                "constraint", name, [constraint.name for constraint in known.values() if way in constraint.ways]
            )
        if way not in known[name].ways:
            raise BadValue(f"constraint {name} of bot {seated.bot.name}", way, ", ".join(known[name].ways))
        if way != WATCHED and name not in seated.bot.heeds:
            heeded = ", ".join(sorted(seated.bot.heeds)) or f"none: bot {seated.bot.name} can only be watched"
            raise BadValue(f"{way} of bot {seated.bot.name}", name, f"{heeded}{_how_to_heed(seated)}")


def _how_to_heed(seated: Seated) -> str:
    """What the author of a bot in plain Python can do so that it heeds a constraint."""
    if not seated.bot.plain:
        return ""
    return (
        "; a decision in plain Python heeds constraints if it takes its moves from the view, which then lists what is "
        "left of them: say so with heeds=HEEDABLE in the bot"
    )


def check_table_sizes(seated: Seated, player_counts: Sequence[int]) -> None:
    """Refuse parameters for table sizes that the game does not have."""
    for players in seated.bot.by_players:
        if players not in player_counts:
            raise BadValue(f"by_players of bot {seated.bot.name}", players, sizes_text(player_counts))


class BotDescription(Stored):
    """A bot as stored in a manifest: enough to know whether it would play the same again."""

    spec: str = Field(description="as the user wrote it")
    name: str
    plan: str
    source: str
    compiled: bool = Field(description="false if any decision is plain Python, which is slow")
    parameters: dict[str, float] = Field(description="all parameters, including the temperature")
    by_players: dict[int, dict[str, float]] = Field(
        default_factory=dict, description="parameters that differ at tables with this many players"
    )
    constraints: dict[str, tuple[str, ...]] = Field(
        default_factory=dict, description="constraints it was barred from, forced to or watched at"
    )
    head_start: dict[str, int] = Field(
        default_factory=dict, description="options of the rules for the seat that it has"
    )
    rules: dict[str, tuple[str, ...]] = Field(
        default_factory=dict, description='its rules as sentences, by "4 players" or "all" (all other tables)'
    )
    file: str = Field(description="name of its file")
    hash: str = Field(description="hash of all sources that decide how it plays")
    sources: dict[str, str] = Field(
        default_factory=dict, description="a hash for the toolkit and each of its own files"
    )

    @classmethod
    def of(cls, seated: Seated, sources: Mapping[str, str]) -> "BotDescription":
        """The description of a bot; ``sources`` are hashes of all that decides how it plays, by name.

        For a bot from a data file, the numbers in that file are one of them.
        """
        bot, sources = seated.bot, {**sources, **seated.data}
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
            head_start=dict(seated.head_start),
            rules=bot.rules_in_words,
            file=seated.file.name,
            hash=digest_of(json.dumps(sources, sort_keys=True)),
            sources=sources,
        )


def is_compiled(bots: Iterable[BotDescription]) -> bool:
    """Whether all of these bots run at full speed (none is plain Python)."""
    return all(bot.compiled for bot in bots)
