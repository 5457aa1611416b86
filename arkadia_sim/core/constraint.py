"""Constraints: bar a bot from something at its own decisions, or force it, whatever it thinks best.

Compare a strong player who is barred from something with the same player, free, in the same seat of the same deal.
The difference is what the option is worth, and no second bot has to be written. A game declares its constraints, a bot
declares which it heeds, and a user writes ``name:barred=one+another,forced=a_third``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arkadia_sim.errors import BadValue

BARRED, FORCED, WATCHED = WAYS = ("barred", "forced", "watched")
"""What a constraint asks of a bot: never do it, do it whenever possible, or only be counted."""

CHANCES, CHANCES_TAKEN = "chances", "chances_taken"
"""The columns of the players' table that count constraints, in a game that declares any."""

RULE = (
    "A barred bot still does the thing if nothing else is possible. A forced bot is free if the thing is not possible. "
    "A watched bot plays as usual and is only counted. With several constraints, barred ones come before forced ones, "
    "each in the order of this list. A constraint that would leave no choice is skipped."
)
"""The rule for all constraints."""


@dataclass(frozen=True)
class Constraint:
    """Something a bot can be barred from or forced to.

    Attributes:
        name: The name that users write.
        title: A name for people.
        barred: In one sentence, what a barred bot does; empty if bots cannot be barred.
        forced: The same for a forced bot.
        claim: The advice that it belongs to.
    """

    name: str
    title: str
    barred: str = ""
    forced: str = ""
    claim: str = ""

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways in which it can be used."""
        return tuple(way for way in WAYS if way == WATCHED or getattr(self, way))


@dataclass(frozen=True)
class Constraints:
    """The constraints of a seated bot: their names, by way."""

    barred: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()

    @classmethod
    def parse(cls, bot: str, texts: Mapping[str, str]) -> "Constraints":
        """Read ``one+another`` for each way; BadValue for a name that occurs twice."""
        by_way = {way: tuple(name.strip() for name in text.split("+")) for way, text in texts.items()}
        names = [name for named in by_way.values() for name in named]
        for name in names:
            if names.count(name) > 1:
                raise BadValue(f"constraints of bot {bot}", name, "each name once, barred, forced or watched")
        return cls(**by_way)

    def by_way(self) -> Iterator[tuple[str, str]]:
        """Each way with each name, in the order written."""
        for way in WAYS:
            yield from ((way, name) for name in getattr(self, way))

    def as_bits(self, bits: Mapping[str, int]) -> dict[str, int]:
        """The bits of the barred, forced and watched names, given the bit of each name.

        Barred and forced ones are watched too.
        """
        barred, forced, watched = (sum(bits[name] for name in getattr(self, way)) for way in WAYS)
        return {"barred": barred, "forced": forced, "watched": barred + forced + watched}

    def as_dict(self) -> dict[str, tuple[str, ...]]:
        """The names by way; unused ways are left out."""
        return {way: getattr(self, way) for way in WAYS if getattr(self, way)}


UNCONSTRAINED = Constraints()
"""No constraints."""
