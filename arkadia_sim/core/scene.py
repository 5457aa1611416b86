"""A position of a game as a picture, in neutral shapes.

A :class:`Scene` has boards of squares with areas and marks, tables of words and numbers, and gauges: numbers followed
over the game. The code that draws it (SVG, PNG, terminal, page) knows no game, and games know nothing about drawing.
Colours come from :mod:`arkadia_sim.core.colours`, and a text of a few letters always goes with a colour. A
:class:`Position` is a scene with what led to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arkadia_sim.core.colours import seat_colour

Square = tuple[int, int]
"""Row and column on a board, counted from 0 at the top left."""

TEXT_MOST = 3
"""How many characters are readable on one square."""


@dataclass(frozen=True)
class Area:
    """Squares of a board drawn as one piece.

    Attributes:
        squares: Its squares.
        colour: Its colour.
        text: At most ``TEXT_MOST`` characters, shown on one of its squares.
        sign: One character, shown on its other squares where there are no colours.
        told: A description, shown as a tooltip.
        faded: Whether it is out of the game.
        fresh: Whether it was placed or changed in the last turn.
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
    """Something on one square: a ``disc`` (a player's piece), ``tile``, ``triangle``, small ``coin`` or tiny ``dot``.

    A dot has no text. Text, ``told`` and ``fresh`` are as for an :class:`Area`.
    """

    square: Square
    shape: Literal["disc", "tile", "triangle", "coin", "dot"]
    colour: str
    text: str = ""
    told: str = ""
    fresh: bool = False


@dataclass(frozen=True)
class Board:
    """A board of ``rows`` times ``columns`` squares: areas from bottom to top, then marks.

    Without ``column_names``, columns are numbered from 0.
    """

    rows: int
    columns: int
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    column_names: tuple[str, ...] = ()

    def column_name(self, column: int) -> str:
        """The name of a column."""
        return self.column_names[column] if self.column_names else str(column)


@dataclass(frozen=True)
class Row:
    """A row of a table; ``colour`` and ``sign`` link it to a piece on a board."""

    cells: tuple[str, ...]
    colour: str | None = None
    sign: str = ""


@dataclass(frozen=True)
class Listing:
    """Words and numbers; each row has as many cells as ``head``."""

    title: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Gauge:
    """A number that belongs to the position.

    Gauges with the same ``chart`` are curves in one figure; ``chart`` labels its axis, with the unit. ``series`` names
    the curve and stays the same in all positions of a game.
    """

    chart: str
    series: str
    value: float
    colour: str


@dataclass(frozen=True)
class Scene:
    """A position as a picture; ``legend`` explains texts and signs on the boards."""

    boards: tuple[Board, ...] = ()
    tables: tuple[Listing, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Candidate:
    """Something that a bot could have done.

    Attributes:
        decision: The decision.
        words: The action in words.
        score: The bot's score for it; None if the bot did not rank the action it took.
        chosen: Whether it is the action taken.
        unit: The unit of the score.
        error: The standard error of what the action taken costs against the best, if a search found that.
        differs: If it is the best, and not the action taken: how it differs from that, in what a person can count.
    """

    decision: str
    words: str
    score: float | None
    chosen: bool
    unit: str = ""
    error: float | None = None
    differs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Position:
    """A recorded game after some turns.

    Attributes:
        turn: How many turns were played.
        seat: The seat that played the last turn; None before the first.
        words: What happened in that turn and what it brought, one sentence each.
        scene: The picture.
        candidates: What the bot considered, by decision, best first; empty if it ranks nothing.
        bot: The bot in that seat.
        judge: The bot that ranked the candidates in its place, if any.
    """

    turn: int
    seat: int | None
    words: tuple[str, ...]
    scene: Scene
    candidates: tuple[Candidate, ...] = ()
    bot: str = ""
    judge: str = ""


def label_square(squares: Sequence[Square]) -> Square:
    """The square of an area for its text: the one nearest to the middle, the first of equals."""
    row = sum(square[0] for square in squares) / len(squares)
    column = sum(square[1] for square in squares) / len(squares)
    return min(sorted(squares), key=lambda square: (square[0] - row) ** 2 + (square[1] - column) ** 2)


def seat_text(seat: int) -> str:
    """What a player calls a seat: seats are counted from 1, in records and tables from 0."""
    return f"seat {seat + 1}"


def seat_row(seat: int, *cells: str) -> Row:
    """A row of a table about a seat."""
    return Row(cells, seat_colour(seat), str(seat + 1))


def seat_gauges(chart: str, numbers: Sequence[float | None]) -> tuple[Gauge, ...]:
    """A curve for each seat with its number; none where that is not known."""
    known = [(seat, number) for seat, number in enumerate(numbers) if number is not None]
    return tuple(Gauge(chart, seat_text(seat), number, seat_colour(seat)) for seat, number in known)


def heading(position: Position) -> str:
    """The heading of a picture of the position."""
    if position.seat is None:
        return "before the first turn"
    bot = f" ({position.bot})" if position.bot else ""
    return f"after turn {position.turn}, played by {seat_text(position.seat)}{bot}"


def thoughts(position: Position, decision: str) -> str:
    """The heading of a decision's candidates: whose they are, and the unit of the scores."""
    unit = next(
        (candidate.unit for candidate in position.candidates if candidate.decision == decision and candidate.unit), ""
    )
    whose = f"what {position.judge} thinks" if position.judge else "what it thought"
    return f"{whose} of ({decision}{', in ' if unit else ''}{unit})"


def cost(position: Position, candidate: Candidate) -> float | None:
    """How much lower a candidate was scored than the best of its decision; None if not known."""
    rivals = (rival for rival in position.candidates if rival.decision == candidate.decision)
    scores = [rival.score for rival in rivals if rival.score is not None]
    return None if candidate.score is None else max(scores) - candidate.score
