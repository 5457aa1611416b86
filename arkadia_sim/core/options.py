"""Settings of a game: options of the rules and pieces, and how users write them: ``true``, ``5``, ``3,3,1``, a word."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arkadia_sim.core.stored import Stored
from arkadia_sim.errors import BadValue, UnknownName, UsageError, did_you_mean

_YES_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class RuleOption(Stored):
    """An option of the rules: its name, default, allowed values and meaning."""

    name: str
    default: Any
    allowed: str
    meaning: str


class RuleOptions(BaseModel):
    """One way to play a game: every option of its rules with its value.

    A game declares each option as a field with its default, bounds and description. A rule set is complete, checked
    field by field, and never changes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    title: ClassVar[str]  # the game, in messages
    player_counts: ClassVar[tuple[int, ...]]
    by_seat: ClassVar[tuple[str, ...]] = ()  # the options that may have a whole number for each seat

    @classmethod
    def of(cls, players: int, chosen: Mapping[str, Any]) -> Self:
        """The rule set for a number of players with the chosen options, the game's own values elsewhere.

        Values are typed as in JSON. Raises UsageError for a number of players that the game is not for, UnknownName for
        an option that does not exist and BadValue for a value outside what is allowed.
        """
        cls.check_players(players)
        return cls.from_mapping(chosen, cls.own_values(players))

    @classmethod
    def from_mapping(cls, chosen: Mapping[str, Any], own: Mapping[str, Any] | None = None) -> Self:
        """The rule set with the chosen options, ``own`` values or defaults elsewhere; raises as :meth:`of`."""
        for name in chosen:
            if name not in cls.model_fields:
                raise UnknownName("rule", str(name), cls.model_fields)
        try:
            return cls.model_validate({**(own or {}), **{name: cls.read(name, chosen[name]) for name in chosen}})
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
        words = [word for word in get_args(cls.model_fields[name].annotation) if isinstance(word, str)]
        raise BadValue(f"rule {name}", chosen[name], cls.allowed(name) + did_you_mean(str(chosen[name]), words))

    @classmethod
    def rule_of(cls, name: str) -> str | None:
        """The rule that an option's description cites, such as (R2.2), if it is a reading of the rules, no number."""
        field = cls.model_fields[name]
        is_reading = get_origin(field.annotation) is Literal or field.annotation is bool or field.default is None
        cited = re.search(r"\(([A-Z]\d+(\.\d+)*)", field.description or "") if is_reading else None
        return cited[1] if cited else None

    @classmethod
    def check_players(cls, players: int) -> None:
        """UsageError for a number of players that the game is not for."""
        if players not in cls.player_counts or isinstance(players, bool):
            raise UsageError(f"{cls.title} is played by {sizes_text(cls.player_counts)}, not {players}")

    @classmethod
    def own_values(cls, players: int) -> Mapping[str, Any]:
        """The game's own values of the options that have no default."""
        return {}

    @classmethod
    def read(cls, name: str, value: Any) -> Any:
        """A value of an option as its field takes it, from what a user may write."""
        return tuple(value) if isinstance(value, list) else value

    @classmethod
    def allowed(cls, name: str) -> str:
        """What may be written for an option, in words."""
        field = cls.model_fields[name]
        if field.annotation is bool:
            return "true or false"
        if field.annotation is int:
            bounds = {side: getattr(x, side) for x in field.metadata for side in ("ge", "le") if hasattr(x, side)}
            return f"a whole number from {bounds['ge']} to {bounds['le']}"
        return " or ".join(get_args(field.annotation))

    @classmethod
    def default_of(cls, name: str) -> Any:
        """The game's own value of an option, as help texts have it."""
        return cls.model_fields[name].default

    @classmethod
    def describe(cls) -> list[RuleOption]:
        """All options in the order of their definition, for help texts and documentation."""
        return [
            RuleOption(
                name=name, default=cls.default_of(name), allowed=cls.allowed(name), meaning=field.description or ""
            )
            for name, field in cls.model_fields.items()
        ]

    def as_setting(self) -> dict[str, Any]:
        """Every option in force by name, in JSON's own types."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self.model_dump().items()}

    def as_record(self) -> dict[str, Any]:
        """The field ``rules`` of a game record."""
        return self.as_setting()


def sizes_text(player_counts: Sequence[int]) -> str:
    """Table sizes in words: "2, 3 or 4"."""
    return ", ".join(map(str, player_counts[:-1])) + " or " * (len(player_counts) > 1) + str(player_counts[-1])


class ComponentOption(Stored):
    """A piece of the game that users can replace.

    ``kind`` is the type of its value: a ``text`` or number that the game understands, or the path of a ``file``,
    relative to the experiment file. A piece that is drawn takes ``numbers``: its number (17), or numbers from which
    each deal draws one (1-200). The column of players with the same name tells each game's number.
    """

    name: str
    kind: Literal["text", "file", "numbers"]
    allowed: str
    meaning: str


NUMBER_MOST = 1_000_000  # the largest number of a piece that is drawn
NUMBERS_ALLOWED = f"a whole number from 0 to {NUMBER_MOST:,}, or two of them with a hyphen between, such as 1-200"


def numbers_of(component: str, value: Any) -> range:
    """The numbers that a component of the kind ``numbers`` names: ``17`` or ``"1-200"``; BadValue for others."""
    first, hyphen, last = str(value).partition("-")
    written = not isinstance(value, bool) and all(part.isascii() and part.isdigit() for part in (first, last or "0"))
    if written and bool(hyphen) == bool(last) and len(first) < 9 > len(last):
        numbers = range(int(first), int(last or first) + 1)
        if len(numbers) and numbers[-1] <= NUMBER_MOST:
            return numbers
    raise BadValue(f"component {component}", value, NUMBERS_ALLOWED)


def option_value(text: str) -> Any:
    """Convert a text to yes/no, a whole number or a list of whole numbers, if it is one."""
    if text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    try:
        return [int(part) for part in text.split(",")] if "," in text else int(text)
    except ValueError:
        return text


def option_text(value: Any) -> str:
    """Write a value as :func:`option_value` reads it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(option_text(item) for item in value)
    return str(value)


class Setting(Stored):
    """The variant played: everything that is the same for all games of a section.

    ``rules`` holds all options of the game (:meth:`Game.rule_options`), with defaults filled in. ``components`` holds
    its replaceable pieces (a board, cards …). Both are plain data, so a manifest alone reproduces the games.
    """

    players: int = Field(ge=1)
    rules: dict[str, Any] = Field(description="all options of the rules")
    components: dict[str, Any] = Field(description="all pieces, as plain data")

    def numbers(self, component: str) -> range:
        """The numbers of a piece that is drawn, from which each deal takes one; none if all are possible."""
        return range(*self.components[component]["numbers"]) if component in self.components else range(0)

    @property
    def shared(self) -> list[str]:
        """The pieces that several deals have in common and others not: drawn from several numbers.

        Such deals are no independent sample: what is alike in them must be told by the column of that name.
        """
        pieces = [name for name, piece in self.components.items() if isinstance(piece, dict) and "numbers" in piece]
        return [name for name in pieces if len(self.numbers(name)) > 1]

    def overlaps(self, other: "Setting") -> bool:
        """Whether deals of this setting may share a piece with deals of another one, or with others of its own."""
        alike = set(self.shared) & set(other.shared)
        return any(set(self.numbers(name)) & set(other.numbers(name)) for name in alike)

    def refuse_shared(self, what: str, most: int = 0) -> None:
        """UsageError if deals share more pieces than ``most``: ``what`` takes deals to be independent otherwise."""
        if len(self.shared) > most:
            allowed = f"at most {most} with several numbers" if most else "one number"
            raise UsageError(
                f"components {', '.join(self.shared)}: deals with the same number are alike, which {what} cannot allow "
                f"for (allowed: {allowed})"
            )


def setting_words(rules: Mapping[str, Any], components: Mapping[str, Any]) -> list[str]:
    """Rules and pieces as words of a command."""
    words = [word for name, value in rules.items() for word in ("--rules", f"{name}={option_text(value)}")]
    return words + [word for name, value in components.items() for word in ("--components", f"{name}={value}")]
