"""A position of a game as a picture, told in neutral shapes: what a game says of itself so that people can look at it.

A :class:`Scene` has boards of squares, on which areas lie and marks stand, tables of words and numbers, and gauges,
numbers that are followed over the game. Who draws it (SVG, PNG, a terminal, a page) knows no game, and a game knows
nothing of drawing: colours come from :mod:`arkadia_sim.core.colours`, and a text of a few letters always stands beside
a colour. A :class:`Position` is a scene with what led to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Square = tuple[int, int]
"""Row and column of a board, from 0 at the top left."""

TEXT_MOST = 3
"""Characters that are readable on one square."""


@dataclass(frozen=True)
class Area:
    """Squares of a board that belong together, drawn as one piece.

    ``text`` (at most ``TEXT_MOST`` characters) stands on one of its squares. ``sign`` is one character, shown on all
    the others where there are no colours. ``told`` says in words what it is, for who points at it. ``faded`` areas are
    out of the game; ``fresh`` ones were laid or changed in the last turn.
    """

    squares: tuple[Square, ...]
    colour: str
    text: str = ""
    sign: str = " "
    told: str = ""
    faded: bool = False
    fresh: bool = False


@dataclass(frozen=True)
class Mark:
    """Something on one square: a ``disc`` (a player's piece), a ``tile``, a ``triangle``, a ``coin`` (smaller
    than a disc) or a ``dot`` (smaller still, without a text). Text, ``told`` and ``fresh`` are as those of an area."""

    square: Square
    shape: Literal["disc", "tile", "triangle", "coin", "dot"]
    colour: str
    text: str = ""
    told: str = ""
    fresh: bool = False


@dataclass(frozen=True)
class Board:
    """A board of ``rows`` times ``columns`` squares: areas in the order in which they lie on each other, then marks.

    ``column_names`` are there if columns are called otherwise than by their numbers from 0.
    """

    rows: int
    columns: int
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    column_names: tuple[str, ...] = ()

    def column_name(self, column: int) -> str:
        """What a column is called."""
        return self.column_names[column] if self.column_names else str(column)


@dataclass(frozen=True)
class Row:
    """A line of a table; ``colour`` and ``sign`` show what stands for it on a board."""

    cells: tuple[str, ...]
    colour: str | None = None
    sign: str = ""


@dataclass(frozen=True)
class Table:
    """Words and numbers: as many cells in each row as in the head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Gauge:
    """A number of the position. Gauges of one ``chart`` are curves in one figure, whose axis it names with its unit;
    ``series`` names the curve, and is in all positions of a game the same."""

    chart: str
    series: str
    value: float
    colour: str


@dataclass(frozen=True)
class Scene:
    """A position as a picture; ``legend`` says of texts and signs on the boards what they stand for."""

    boards: tuple[Board, ...] = ()
    tables: tuple[Table, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Candidate:
    """Something that a bot could have done at a ``decision``: in ``words``, with the ``score`` that it gave it, in a
    ``unit`` of its own. ``chosen`` is what was done; its score is None where the bot did not name it itself."""

    decision: str
    words: str
    score: float | None
    chosen: bool
    unit: str = ""


@dataclass(frozen=True)
class Position:
    """A recorded game after ``turn`` turns: the ``scene``, ``seat`` and ``bot`` of who played the last of them, and in
    ``words``, a sentence each, what was done in it and what it brought.

    ``candidates`` are what that player's bot thought of before, by decision and the best first; none of a bot that does
    not rank what it could do. Where another bot was asked in its place, ``judge`` names that.
    """

    turn: int
    seat: int | None
    words: tuple[str, ...]
    scene: Scene
    candidates: tuple[Candidate, ...] = ()
    bot: str = ""
    judge: str = ""


def label_square(squares: Sequence[Square]) -> Square:
    """The square of an area that its text stands on: the one nearest to the middle, the first among equals."""
    row = sum(one[0] for one in squares) / len(squares)
    column = sum(one[1] for one in squares) / len(squares)
    return min(sorted(squares), key=lambda one: (one[0] - row) ** 2 + (one[1] - column) ** 2)


def heading(position: Position) -> str:
    """What stands over a picture of the position."""
    if position.seat is None:
        return "before the first turn"
    bot = f" ({position.bot})" if position.bot else ""
    return f"after turn {position.turn}, played by seat {position.seat}{bot}"


def thoughts(position: Position, decision: str) -> str:
    """What stands over the candidates of a decision: whose they are, and the unit of their scores."""
    unit = next((one.unit for one in position.candidates if one.decision == decision and one.unit), "")
    whose = f"what {position.judge} thinks" if position.judge else "what it thought"
    return f"{whose} of ({decision}{', in ' if unit else ''}{unit})"


def cost(position: Position, candidate: Candidate) -> float | None:
    """How much less a candidate was thought of than the best one of its decision; None where that is not known."""
    scores = [one.score for one in position.candidates if one.decision == candidate.decision and one.score is not None]
    return None if candidate.score is None else max(scores) - candidate.score
