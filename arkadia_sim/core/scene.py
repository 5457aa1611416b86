"""A position of a game as a picture, in neutral shapes: the code that draws it knows no game.

Colours are those of Okabe and Ito ("Color Universal Design", 2008), which people with any form of colour blindness can
tell apart. A text of a few letters always goes with a colour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILLION, PURPLE, YELLOW = "#0072B2", "#D55E00", "#CC79A7", "#F0E442"
GREY, SILVER, PALE, INK, WHITE = "#767676", "#C4C4C4", "#EDEDED", "#222222", "#FFFFFF"
COLOURS = (BLACK, ORANGE, SKY, GREEN, BLUE, VERMILLION, PURPLE, YELLOW, GREY, SILVER, PALE, INK, WHITE)

_SEATS = (BLUE, ORANGE, PURPLE, SKY, YELLOW, GREEN)


def seat_colour(seat: int) -> str:
    """The colour of a seat; the first six differ."""
    return _SEATS[seat % len(_SEATS)]


def ink_on(colour: str) -> str:
    """The colour for letters on this background, dark or light, whichever has more contrast."""
    return INK if _light(colour) > _EVEN else WHITE


def paler(colour: str) -> str:
    """A colour mixed with much white, for pieces that are out of the game."""
    parts = (round(int(colour[i : i + 2], 16) * (1 - _WHITE_IN) + 255 * _WHITE_IN) for i in (1, 3, 5))
    return "#" + "".join(f"{part:02X}" for part in parts)


_WHITE_IN = 0.72


def _light(colour: str) -> float:
    """The relative luminance of a colour, 0 to 1, as defined by WCAG 2."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_EVEN = ((_light(INK) + 0.05) * 1.05) ** 0.5 - 0.05  # the luminance on which ink and white have equal contrast


Square = tuple[int, int]  # Row and column on a board, counted from 0 at the top left

TEXT_MOST = 3  # how many characters are readable on one square


@dataclass(frozen=True)
class Area:
    """Squares of a board drawn as one piece."""

    squares: tuple[Square, ...]  # its squares
    colour: str  # its colour
    text: str = ""  # at most ``TEXT_MOST`` characters, shown on one of its squares
    sign: str = " "  # one character, shown on its other squares where there are no colours
    told: str = ""  # a description, shown as a tooltip
    faded: bool = False  # whether it is out of the game
    fresh: bool = False  # whether it was placed or changed in the last turn


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
class Count:
    """How much a player has of something: ``?`` if that is hidden. ``sign`` stands for it in short."""

    label: str
    value: str
    colour: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Piece:
    """Something beside the boards, with its picture, and the kind and number of the step that picks it, if any does."""

    words: str
    picture: Board
    step: tuple[str, int] | None = None
    count: int = 1


@dataclass(frozen=True)
class Tray:
    """Pieces that lie beside each other, such as a hand of cards."""

    title: str
    pieces: tuple[Piece, ...]


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
    """A position as a picture; ``legend`` explains texts and signs on the boards, ``counts`` are by seat.

    ``trays`` are for who plays: the tables say the same in words.
    """

    boards: tuple[Board, ...] = ()
    tables: tuple[Listing, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[Count, ...], ...] = ()
    trays: tuple[Tray, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """Something that a bot could have done."""

    decision: str  # the decision
    words: str  # the action in words
    score: float | None  # the bot's score for it; None if the bot did not rank the action it took
    chosen: bool  # whether it is the action taken
    unit: str = ""  # the unit of the score
    # the standard error of what the action taken costs against the best, if a search found that
    error: float | None = None
    # if it is the best, and not the action taken: how it differs from that, in what a person can count
    differs: tuple[str, ...] = ()
    seat: int | None = None  # who decided, if the game says so


SHOWN = 5  # how many candidates of a decision are shown. The action taken is always shown too.


def best_few(
    decision: str, unit: str, options: Sequence[tuple[str, float, bool]], chosen: str, error: float | None = None
) -> Iterator[Candidate]:
    """The best few options, each with words, score and whether it was the action taken, and that action by the words
    ``chosen`` if it is not among them. The ``error`` is the standard error of what it costs."""
    for number, (words, score, done) in enumerate(sorted(options, key=lambda option: -option[1])):
        if number < SHOWN or done:
            yield Candidate(decision, words, round(score, 3), done, unit, error if done else None)
    if not any(done for _, _, done in options):
        yield Candidate(decision, chosen, None, True, unit)


@dataclass(frozen=True)
class Position:
    """A recorded game after some turns."""

    turn: int  # how many turns were played
    seat: int | None  # the seat that played the last turn; None before the first
    words: tuple[str, ...]  # what happened in that turn and what it brought, one sentence each
    scene: Scene  # the picture
    # what the bot considered, by decision, best first; empty if it ranks nothing
    candidates: tuple[Candidate, ...] = ()
    bot: str = ""  # the bot in that seat
    judge: str = ""  # the bot that ranked the candidates in its place, if any


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


def counts_table(title: str, bots: Sequence[str], counts: Sequence[Sequence[Count]]) -> Listing:
    """What players have, as a table."""
    values = [[count.value for count in own] for own in counts]
    rows = [seat_row(seat, f"{seat + 1}", bots[seat], *own) for seat, own in enumerate(values)]
    return Listing(title, ("seat", "bot", *(count.sign or count.label for count in counts[0])), tuple(rows))


def square_name(square: Square) -> str:
    """The name of a square, such as ``C7``: a letter for the column, and the number of the row."""
    row, column = square
    return f"{chr(ord('A') + column)}{row}" if 0 <= column < 26 else f"[{row}, {column}]"


def from_corner(squares: Sequence[Square]) -> tuple[Square, tuple[Square, ...]]:
    """The top left corner of some squares, and the squares counted from there, in order."""
    top, left = (min(part) for part in zip(*squares))
    return (top, left), tuple((row - top, column - left) for row, column in sorted(squares))


def outlined(squares: Sequence[Square], colour: str, text: str = "") -> Board:
    """A small board with one piece on it, from its top left corner."""
    _, moved = from_corner(squares)
    rows, columns = (1 + max(part) for part in zip(*moved))
    return Board(rows, columns, (Area(moved, colour, text),))


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


def candidates_heading(position: Position, decision: str) -> str:
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
