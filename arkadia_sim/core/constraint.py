"""Constraints: something that a bot is barred from at its own decisions, or forced to, whatever it thinks best.

A strong player who is barred from what some advice says, against itself free, in the same seat of the same deal, tells
what the possibility is worth, without another player having to be made. A game declares what can be taken away like
this; a bot declares what it heeds; a user writes ``name:barred=one+another,forced=a_third``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arkadia_sim.errors import BadValue

BARRED, FORCED, WATCHED = WAYS = ("barred", "forced", "watched")
"""What may be asked of a bot: never to do a thing, to do it whenever it can, or to be counted alone."""

CHANCES, CHANCES_TAKEN = "chances", "chances_taken"
"""The columns of the players' table that count them, in a game that declares constraints."""

RULE = (
    "A bot that is barred from something does it all the same where nothing else can be done; one that is forced to "
    "something is free where it cannot be done; one that is watched plays as ever, and is counted. Of several "
    "constraints, what is barred is heeded before what is forced, each in the order of this list, and one that would "
    "leave nothing to do is passed over."
)
"""What holds for all of them."""


@dataclass(frozen=True)
class Constraint:
    """Something that a game lets a bot be barred from or forced to.

    ``title`` names the thing, ``barred`` and ``forced`` say in a sentence each, in a player's words, what a bot then
    does; an empty one means that it cannot be asked for. ``claim`` names the advice that it belongs to.
    """

    name: str
    title: str
    barred: str = ""
    forced: str = ""
    claim: str = ""

    @property
    def ways(self) -> tuple[str, ...]:
        """What may be asked for."""
        return tuple(way for way in WAYS if way == WATCHED or getattr(self, way))


@dataclass(frozen=True)
class Constraints:
    """The constraints of a seated bot: their names, by what is asked of it."""

    barred: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()

    @classmethod
    def parse(cls, bot: str, texts: Mapping[str, str]) -> "Constraints":
        """Read ``one+another`` for each way that a user wrote; BadValue for a name that comes twice."""
        found = {way: tuple(name.strip() for name in text.split("+")) for way, text in texts.items()}
        names = [name for named in found.values() for name in named]
        for name in names:
            if names.count(name) > 1:
                raise BadValue(f"constraints of bot {bot}", name, "each name once, barred, forced or watched")
        return cls(**found)

    def by_way(self) -> Iterator[tuple[str, str]]:
        """Each way and name, as they were written."""
        for way in WAYS:
            yield from ((way, name) for name in getattr(self, way))

    def as_dict(self) -> dict[str, tuple[str, ...]]:
        """The names by way, without ways that nothing is asked in."""
        return {way: getattr(self, way) for way in WAYS if getattr(self, way)}


UNCONSTRAINED = Constraints()
"""Nothing is asked of a bot."""
