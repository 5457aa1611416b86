"""Measures of a whole game: numbers about a table rather than one player, defined alike for all games.

Each numeric column of a game's table of players is a measure: its mean over the seats of a game. Some more are derived
from what every game declares (:data:`DERIVED`). Outcomes tell how good a seat is, how close the game was and whether
the win was shared; ends tell whether it got stuck. Each way a game can end is also a measure: the share of games that
ended so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

from arkadia_sim.core.game import FAILED, NUMBERS, Column, End, end_label
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import BadValue, UnknownName

SEAT_ADVANTAGE, MARGIN, TIES, STUCK, FAILED_GAMES = "seat_advantage", "margin", "ties", "stuck", "failed"

ORDER = "order"
"""The column of a game whose starting player is drawn: each player's place in the order of play, from 0."""

AMONG_SEVERAL = (SEAT_ADVANTAGE, MARGIN, TIES)
"""Measures that need several players at a table."""

Parts = Literal["seats", "bots", "table"]
"""What a measure has numbers for: each seat, each kind of bot, or the whole table."""

_SHARE_TOLERANCE = 1.0


@dataclass(frozen=True)
class Measure:
    """One measure of a game.

    Attributes:
        name: Its name.
        label: Its name for people.
        unit: The unit of its numbers: the game's number times ``scale``.
        parts: What it has numbers for.
        column: The column it is made from; None if the end of the game decides it.
        scale: What the game's number is multiplied by.
        tolerance: Differences within ± this do not matter; None if nobody has set one.
        share: Whether each game counts as 0 or 1.
        bounds: The least and the greatest value, in the unit; infinite if there is none.
    """

    name: str
    label: str
    unit: str
    parts: Parts
    column: str | None = None
    scale: float = 1.0
    tolerance: float | None = None
    share: bool = False
    bounds: tuple[float, float] = (-inf, inf)

    @property
    def difference_bounds(self) -> tuple[float, float]:
        """The least and the greatest difference between two values; infinite if there is none."""
        low, high = self.bounds
        return (low - high, high - low)

    @property
    def axis(self) -> str:
        """The label of an axis: "margin (coins)", or "turns" if label and unit are the same."""
        return self.label if self.label == self.unit else f"{self.label} ({self.unit})"


def ranking_outcome(outcomes: Sequence[Outcome]) -> Outcome | None:
    """The outcome that ranks the players: the one declared so, otherwise the last that is not a share.

    Outcomes of one player alone are declared after those relative to others (a lead).
    """
    declared = [outcome for outcome in outcomes if outcome.ranks]
    return next(iter([*declared, *(outcome for outcome in reversed(outcomes) if outcome.total is None)]), None)


def _seat_advantage(outcomes: Sequence[Outcome]) -> Measure:
    main = outcomes[0]
    return Measure(
        SEAT_ADVANTAGE, f"seat advantage in {main.label}", main.unit, "seats", main.column, main.scale, main.tolerance,
        bounds=main.difference_bounds,
    )  # fmt: skip


def _margin(outcomes: Sequence[Outcome]) -> Measure | None:
    outcome = ranking_outcome(outcomes)
    if outcome is None:
        return None
    label = f"margin of the best over the second in {outcome.label}"
    alike = (other.tolerance for other in outcomes if other.unit == outcome.unit and other.tolerance is not None)
    tolerance = next(alike, None) if outcome.tolerance is None else outcome.tolerance
    return Measure(MARGIN, label, outcome.unit, "table", outcome.column, outcome.scale, tolerance)


def _share(name: str, label: str, column: str | None = None) -> Measure:
    return Measure(name, label, "% of games", "table", column, 100.0, _SHARE_TOLERANCE, share=True, bounds=(0.0, 100.0))


DERIVED: dict[str, Callable[[Sequence[Outcome]], Measure | None]] = {
    SEAT_ADVANTAGE: _seat_advantage,
    MARGIN: _margin,
    TIES: lambda outcomes: _share(TIES, "shared wins", outcomes[0].column),
    STUCK: lambda outcomes: _share(STUCK, "games that got stuck"),
    FAILED_GAMES: lambda outcomes: _share(FAILED_GAMES, "failed games"),
}
"""The measures that every game has, by name. A column or end with the same name takes precedence."""


def measure_names(outcomes: Sequence[Outcome], columns: Iterable[Column], ends: Iterable[End]) -> list[str]:
    """All measures of a game by name, derived ones first."""
    derived = [name for name, make in DERIVED.items() if make(outcomes) is not None]
    counted = (column.name for column in columns if column.dtype in (*NUMBERS, "bool"))
    return list(dict.fromkeys([*derived, *counted, *(end.name for end in ends)]))


def ends_counted(name: str, ends: Iterable[End]) -> list[str]:
    """The ends that this measure counts: the one of this name; for "stuck", all irregular ends."""
    declared = list(ends)
    named = [end.name for end in declared if end.name == name]
    irregular = [end.name for end in declared if not end.regular and name == STUCK]
    return named or irregular or ([FAILED] if name == FAILED_GAMES else [])


LENGTH = "turns"
"""The usual name of the column that counts a player's turns."""


def usual_measures(
    outcomes: Sequence[Outcome], columns: Iterable[Column], players: int, several_bots: bool = False
) -> list[str]:
    """The measures compared by default.

    With several bots the first outcome comes first. Turns are included if the game counts them.
    """
    first = [outcomes[0].column] if several_bots or (players == 1 and outcomes[0].total is None) else []
    among = [name for name in (SEAT_ADVANTAGE, MARGIN, TIES) if players > 1 and DERIVED[name](outcomes) is not None]
    length = [column.name for column in columns if column.name == LENGTH]
    return [*first, *among, *length, STUCK]


def find_measure(
    name: str, outcomes: Sequence[Outcome], columns: Sequence[Column], ends: Sequence[End], several_bots: bool = False
) -> Measure:
    """The measure of this name.

    With ``several_bots``, measures from columns have a number for each bot, otherwise one for the table.

    Raises:
        UnknownName: The game has no such measure; the message has the nearest.
        BadValue: The measure is always the same if one bot plays all seats.
    """
    known = {column.name: column for column in columns if column.dtype in (*NUMBERS, "bool")}
    if name in known:
        parts: Parts = "bots" if several_bots else "table"
        outcome = next((outcome for outcome in outcomes if outcome.column == name), None)
        if outcome is not None and outcome.total is not None and not several_bots:
            allowed = f"one that can vary: with one bot in all seats its mean is constant; try {SEAT_ADVANTAGE}"
            raise BadValue("measure", name, allowed)
        if outcome is not None:
            return Measure(
                name, outcome.label, outcome.unit, parts, name, outcome.scale, outcome.tolerance, bounds=outcome.bounds
            )
        column = known[name]
        return Measure(name, name.replace("_", " "), column.unit or "per player", parts, name)
    if any(end.name == name for end in ends):
        return _share(name, f"games that ended with {end_label(name, ends)}")
    derived = DERIVED[name](outcomes) if name in DERIVED else None
    if derived is None:
        raise UnknownName("measure", name, measure_names(outcomes, columns, ends))
    return derived
