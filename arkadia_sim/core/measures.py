"""Measures of a whole game: numbers that tell of a table and not of one player, the same for every game there is.

A game counts what it likes in the columns of its players' table; each column of numbers is a measure, its mean over the
seats of a game. Beside them there are some that follow from what every game declares (:data:`DERIVED`): from its
outcomes who sits well, how close it was and whether the win was shared, from its ends whether it got stuck. They are
told in words and units of their own. Each way in which a game can end is a measure by its name, too: the share of games
that ended so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from arkadia_sim.core.game import FAILED, NUMBERS, Column, End
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import BadValue, UnknownName

SEAT_ADVANTAGE, MARGIN, TIES, STUCK, FAILED_GAMES = "seat_advantage", "margin", "ties", "stuck", "failed"

AMONG_SEVERAL = (SEAT_ADVANTAGE, MARGIN, TIES)
"""Those that tell of several players at one table."""

Parts = Literal["seats", "bots", "table"]
"""What a measure has numbers of: each seat, each kind of bot, or the table as a whole."""

_SHARE_TOLERANCE = 1.0


@dataclass(frozen=True)
class Measure:
    """One thing that is measured of a game.

    ``column`` is the column that it is made from (none where the end of the game tells it), ``unit`` what it is told
    in: the number of a game times ``scale``. ``parts`` says what it has numbers of. A difference within ±``tolerance``
    does not matter; None where nobody has said what does. ``share`` says that a game either counts or does not.
    """

    name: str
    label: str
    unit: str
    parts: Parts
    column: str | None = None
    scale: float = 1.0
    tolerance: float | None = None
    share: bool = False

    @property
    def axis(self) -> str:
        """What stands along the axis of a figure: "margin (coins)", or "turns" where the unit is called the same."""
        return self.label if self.label == self.unit else f"{self.label} ({self.unit})"


def ranking_outcome(outcomes: Sequence[Outcome]) -> Outcome | None:
    """The outcome by which the players of a game are ranked: what says so, else the last that is no share.

    What is told of a player alone comes after what is told of it beside others (a lead).
    """
    declared = [one for one in outcomes if one.ranks]
    return next(iter([*declared, *(one for one in reversed(outcomes) if one.total is None)]), None)


def _seat_advantage(outcomes: Sequence[Outcome]) -> Measure:
    main = outcomes[0]
    return Measure(
        SEAT_ADVANTAGE, f"seat advantage in {main.label}", main.unit, "seats", main.column, main.scale, main.tolerance
    )


def _margin(outcomes: Sequence[Outcome]) -> Measure | None:
    one = ranking_outcome(outcomes)
    if one is None:
        return None
    label = f"margin of the best over the second in {one.label}"
    alike = (other.tolerance for other in outcomes if other.unit == one.unit and other.tolerance is not None)
    tolerance = next(alike, None) if one.tolerance is None else one.tolerance
    return Measure(MARGIN, label, one.unit, "table", one.column, one.scale, tolerance)


def _share(name: str, label: str, column: str | None = None) -> Measure:
    return Measure(name, label, "% of games", "table", column, 100.0, _SHARE_TOLERANCE, share=True)


DERIVED: dict[str, Callable[[Sequence[Outcome]], Measure | None]] = {
    SEAT_ADVANTAGE: _seat_advantage,
    MARGIN: _margin,
    TIES: lambda outcomes: _share(TIES, "shared wins", outcomes[0].column),
    STUCK: lambda outcomes: _share(STUCK, "games that got stuck"),
    FAILED_GAMES: lambda outcomes: _share(FAILED_GAMES, "failed games"),
}
"""The measures that every game has, by name; a column or an end of the game of the same name goes before them."""


def measure_names(outcomes: Sequence[Outcome], columns: Iterable[Column], ends: Iterable[End]) -> list[str]:
    """All measures of a game by name, those that every game has first."""
    derived = [name for name, make in DERIVED.items() if make(outcomes) is not None]
    counted = (one.name for one in columns if one.dtype in (*NUMBERS, "bool"))
    return list(dict.fromkeys([*derived, *counted, *(end.name for end in ends)]))


def ends_counted(name: str, ends: Iterable[End]) -> list[str]:
    """The ends of a game that a measure of this name counts: the one called so; else, of stuck games, the irregular
    ones."""
    declared = list(ends)
    named = [end.name for end in declared if end.name == name]
    irregular = [end.name for end in declared if not end.regular and name == STUCK]
    return named or irregular or ([FAILED] if name == FAILED_GAMES else [])


LENGTH = "turns"
"""What a game calls the column in which it counts a player's turns, if it does."""


def usual_measures(
    outcomes: Sequence[Outcome], columns: Iterable[Column], players: int, several_bots: bool = False
) -> list[str]:
    """What is held against each other where nobody says what: all that every game has at tables of so many or more.

    Where several bots play, what each gets of the first outcome stands first; where turns are counted, they are told.
    """
    first = [outcomes[0].column] if several_bots or (players == 1 and outcomes[0].total is None) else []
    among = [name for name in (SEAT_ADVANTAGE, MARGIN, TIES) if players > 1 and DERIVED[name](outcomes) is not None]
    length = [one.name for one in columns if one.name == LENGTH]
    return [*first, *among, *length, STUCK]


def find_measure(
    name: str,
    outcomes: Sequence[Outcome],
    columns: Sequence[Column],
    ends: Sequence[End],
    several_bots: bool = False,
) -> Measure:
    """The measure of this name; UnknownName, with the nearest, for one that the game has not, BadValue for one that
    says nothing where one bot plays.

    Where ``several_bots`` play, what a player gets is told of each of them; with one bot in all seats, of the table.
    """
    known = {one.name: one for one in columns if one.dtype in (*NUMBERS, "bool")}
    if name in known:
        parts: Parts = "bots" if several_bots else "table"
        outcome = next((one for one in outcomes if one.column == name), None)
        if outcome is not None and outcome.total is not None and not several_bots:
            told = f"one that may differ: with one bot in all seats its mean is always the same; try {SEAT_ADVANTAGE}"
            raise BadValue("measure", name, told)
        if outcome is not None:
            return Measure(name, outcome.label, outcome.unit, parts, name, outcome.scale, outcome.tolerance)
        column = known[name]
        return Measure(name, name.replace("_", " "), column.unit or "per player", parts, name)
    if any(end.name == name for end in ends):
        return _share(name, f"games that ended with {name.replace('_', ' ')}")
    derived = DERIVED[name](outcomes) if name in DERIVED else None
    if derived is None:
        raise UnknownName("measure", name, measure_names(outcomes, columns, ends))
    return derived
