"""A scene as a drawing: boards, tables and words as a few plain shapes, which become SVG, PNG or a page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import scene
from arkadia_sim.core.scene import GREY, INK, WHITE, Board, Listing, Scene, Square, heading, ink_on, label_square, paler
from arkadia_sim.errors import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes


CELL = 32.0
"""Points along the side of a square; all lengths below are points, too."""
EDGE, GAP, LINE = 24.0, 14.0, 17.0
"""Room for the numbers of rows and columns, between parts of a picture, and from one line of text to the next."""
SMALL, PLAIN, LARGE = 11.0, 12.5, 16.0
"""Sizes of letters."""
LETTER = 0.62
"""How wide a letter is at most, on average, by its size."""
WIDEST = 640.0
"""Where lines of text are broken, if no board is wider."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Path:
    """One or several closed lines, filled by the even-odd rule; ``told`` is shown to who points at it."""

    loops: tuple[tuple[Point, ...], ...]
    fill: str | None
    line: str | None = None
    width: float = 0.0
    told: str = ""


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: str | None
    line: str | None = None
    width: float = 0.0
    told: str = ""


@dataclass(frozen=True)
class Words:
    """A line of text; ``y`` is its middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False


Shape = Path | Disc | Words


@dataclass(frozen=True)
class Drawing:
    """Shapes on a sheet of this size, in the order in which they lie on each other."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def draw_position(position: scene.Position) -> Drawing:
    """The whole picture of a position: what happened, the boards, what their signs mean, the tables."""
    return draw_scene(position.scene, heading(position), position.words)


def draw_scene(shown: Scene, title: str = "", words: Sequence[str] = ()) -> Drawing:
    """A scene under a title and words of one's own, or none: the boards, what their signs mean, the tables."""
    boards = [draw_board(board) for board in shown.boards]
    width = max([WIDEST, *(board.width for board in boards)])
    sheet = _Sheet(width)
    if title:
        sheet.text(title, LARGE, bold=True)
    for line in words:
        sheet.text(line, PLAIN)
    for board in boards:
        sheet.put(board)
    for sign, meaning in shown.legend:
        sheet.text(f"{sign}  {meaning}", SMALL, GREY)
    for table in shown.tables:
        sheet.table(table)
    return sheet.drawing()


# -- boards ------------------------------------------------------------------------------------------------------------
def draw_board(board: Board) -> Drawing:
    """A board with the numbers of its rows, from 0 as records have them, and the names of its columns."""
    width, height = EDGE + board.columns * CELL + 4, EDGE + board.rows * CELL + 4
    shapes: list[Shape] = [_grid(board)]
    for column in range(board.columns):
        shapes.append(Words(EDGE + (column + 0.5) * CELL, EDGE / 2, board.column_name(column), SMALL, GREY, "middle"))
    for row in range(board.rows):
        shapes.append(Words(EDGE / 2, EDGE + (row + 0.5) * CELL, str(row), SMALL, GREY, "middle"))
    for area in board.areas:
        shapes += _area(area)
    for mark in board.marks:
        shapes += _mark(mark)
    return Drawing(width, height, tuple(shapes))


def draw_piece(board: Board) -> Drawing:
    """What lies on a small board, without the board."""
    shapes = [shape for part in (*map(_area, board.areas), *map(_mark, board.marks)) for shape in part]
    width, height = board.columns * CELL + 4, board.rows * CELL + 4
    return Drawing(width, height, tuple(_moved(shape, 2 - EDGE, 2 - EDGE) for shape in shapes))


def square_box(square: Square) -> tuple[float, float, float]:
    """Left, top and side of a square in the drawing of its board."""
    return *_corner(square), CELL


def _grid(board: Board) -> Path:
    right, below = EDGE + board.columns * CELL, EDGE + board.rows * CELL
    lines = [((EDGE + c * CELL, EDGE), (EDGE + c * CELL, below)) for c in range(board.columns + 1)]
    lines += [((EDGE, EDGE + r * CELL), (right, EDGE + r * CELL)) for r in range(board.rows + 1)]
    return Path(tuple(lines), None, "#D8D8D8", 1.0)


def _area(area: scene.Area) -> Iterator[Shape]:
    fill = paler(area.colour) if area.faded else area.colour
    loops = tuple(tuple(_corner(corner) for corner in loop) for loop in border(area.squares))
    shape = Path(loops, fill, GREY if area.faded else _line_on(fill), 1.4, area.told)
    yield from _ringed(shape) if area.fresh else (shape,)
    if area.text:
        yield _label(label_square(area.squares), area.text, fill)


def _corner(point: tuple[int, int]) -> Point:
    return (EDGE + point[1] * CELL, EDGE + point[0] * CELL)


def _middle(square: Square) -> Point:
    return (EDGE + (square[1] + 0.5) * CELL, EDGE + (square[0] + 0.5) * CELL)


def _label(square: Square, text: str, on: str) -> Words:
    x, y = _middle(square)
    return Words(x, y, text, PLAIN, ink_on(on), "middle", bold=True)


def _mark(mark: scene.Mark) -> Iterator[Shape]:
    x, y = _middle(mark.square)
    line = _line_on(mark.colour)
    shapes: Mapping[str, Path | Disc] = {
        "disc": Disc(x, y, 0.36 * CELL, mark.colour, line, 1.2, mark.told),
        "tile": Path((_square(x, y, 0.42 * CELL),), mark.colour, line, 1.2, mark.told),
        "triangle": Path((_triangle(x, y, 0.28 * CELL),), WHITE, mark.colour, 1.6, mark.told),
        "coin": Disc(x, y, 0.2 * CELL, mark.colour, ink_on(mark.colour), 2.0, mark.told),
        "dot": Disc(x, y, 0.08 * CELL, mark.colour, told=mark.told),
    }
    shape = shapes[mark.shape]
    yield from _ringed(shape) if mark.fresh else (shape,)
    if mark.text and mark.shape in ("disc", "tile"):
        yield _label(mark.square, mark.text, mark.colour)


def _square(x: float, y: float, a: float) -> tuple[Point, ...]:
    return ((x - a, y - a), (x + a, y - a), (x + a, y + a), (x - a, y + a))


def _triangle(x: float, y: float, a: float) -> tuple[Point, ...]:
    return ((x, y - a), (x + 1.15 * a, y + a), (x - 1.15 * a, y + a))


def _line_on(fill: str) -> str:
    """What a piece of this colour is edged with, so that two of them beside each other are two."""
    return INK if ink_on(fill) == INK else scene.SILVER


def _ringed(shape: Path | Disc) -> tuple[Shape, Shape]:
    """What is new: with a dark line round it, and a light one on that, so that it is seen on any colour."""
    return replace(shape, line=INK, width=5.0), replace(shape, fill=None, line=WHITE, width=1.8)


def border(squares: Iterable[Square]) -> list[list[tuple[int, int]]]:
    """The closed lines around squares, each as corners (row, column) in order, those on a straight line left out."""
    inside = set(squares)
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for r, c in sorted(inside):
        for beside, begin, end in (
            ((r - 1, c), (r, c), (r, c + 1)),
            ((r, c + 1), (r, c + 1), (r + 1, c + 1)),
            ((r + 1, c), (r + 1, c + 1), (r + 1, c)),
            ((r, c - 1), (r + 1, c), (r, c)),
        ):
            if beside not in inside:
                after.setdefault(begin, []).append(end)
    loops = []
    while after:
        first = min(after)
        loop, here = [], first
        while here in after:
            loop.append(here)
            following = after[here].pop(0)
            if not after[here]:
                del after[here]
            here = following
        loops.append(_without_straight(loop))
    return loops


def _without_straight(loop: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners at which a closed line turns."""
    around = [loop[-1], *loop, loop[0]]
    return [
        here
        for before, here, then in zip(around, around[1:], around[2:], strict=False)
        if (before[0] == here[0]) != (here[0] == then[0])
    ]


# -- a sheet that is filled from the top -------------------------------------------------------------------------------
class _Sheet:
    """What stands below each other on one picture."""

    def __init__(self, width: float) -> None:
        self._width, self._y, self._shapes = width, GAP, list[Shape]()

    def drawing(self) -> Drawing:
        """All that was put there, on white paper."""
        width, height = self._width + 2 * GAP, self._y + GAP
        paper = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return Drawing(width, height, (Path((paper,), WHITE), *self._shapes))

    def text(self, text: str, size: float, colour: str = INK, bold: bool = False) -> None:
        """A text, broken into lines where it is too long."""
        for line in _broken(text, int(self._width / (LETTER * size))):
            self._shapes.append(Words(GAP, self._y + LINE / 2, line, size, colour, bold=bold))
            self._y += LINE * max(1.0, size / PLAIN)

    def put(self, drawing: Drawing) -> None:
        """Another drawing, below what is there."""
        self._y += GAP / 2
        self._shapes += (_moved(shape, GAP, self._y) for shape in drawing.shapes)
        self._y += drawing.height + GAP / 2

    def table(self, table: Listing) -> None:
        """A table: its columns as wide as they need to be, the last one broken into lines."""
        self._y += GAP
        self.text(table.title, PLAIN, bold=True)
        starts = _column_starts(table)
        self._line(table.head, starts, GREY)
        for row in table.rows:
            self._row(row, starts)

    def _line(self, cells: Sequence[str], starts: Sequence[float], colour: str = INK) -> None:
        for x, cell in zip(starts, cells, strict=True):
            self._shapes.append(Words(GAP + x, self._y + LINE / 2, cell, SMALL, colour))
        self._y += LINE

    def _row(self, row: scene.Row, starts: Sequence[float]) -> None:
        if row.colour is not None:
            x, y = GAP + LINE / 2, self._y + LINE / 2
            self._shapes.append(Path((_square(x, y, LINE / 2 - 1.5),), row.colour, INK, 1.0))
            self._shapes.append(Words(x, y, row.sign, SMALL, ink_on(row.colour), "middle", bold=True))
        broken = [_broken(cell, _letters(starts, i, self._width)) for i, cell in enumerate(row.cells)]
        for number in range(max(map(len, broken))):
            self._line([lines[number] if number < len(lines) else "" for lines in broken], starts)


KEY = 1.5 * LINE
"""Room for the key before the first column of a table."""
CELL_MOST = 28
"""Letters of a cell on one line, but for those of the last column."""


def _column_starts(table: Listing) -> list[float]:
    """Where the columns of a table begin; they are as wide as their widest cell."""
    starts = [KEY]
    for column in range(len(table.head) - 1):
        cells = [table.head[column], *(row.cells[column] for row in table.rows)]
        starts.append(starts[-1] + SMALL * (LETTER * min(max(map(len, cells)), CELL_MOST) + 1.2))
    return starts


def _letters(starts: Sequence[float], column: int, width: float) -> int:
    """How many letters a cell of this column has room for."""
    end = starts[column + 1] - 1.2 * SMALL if column + 1 < len(starts) else width
    return max(4, int((end - starts[column]) / (LETTER * SMALL) + 0.5))


def _broken(text: str, letters: int) -> list[str]:
    return wrap(text, max(letters, 4)) or [""]


def _moved(shape: Shape, x: float, y: float) -> Shape:
    if isinstance(shape, Path):
        return replace(
            shape, loops=tuple(tuple((across + x, down + y) for across, down in loop) for loop in shape.loops)
        )
    return replace(shape, x=shape.x + x, y=shape.y + y)


FONTS = "DejaVu Sans, Verdana, sans-serif"
SCALE = 2.0
"""Dots of a PNG for each point of a drawing."""
TEXT_MOST = 2000


def svg_document(drawing: Drawing, description: str) -> str:
    """A drawing as a complete SVG document; ``description`` is what a screen reader says in its place."""
    size = f'width="{drawing.width:g}" height="{drawing.height:g}" viewBox="0 0 {drawing.width:g} {drawing.height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONTS}">'
    body = "\n".join(_element(shape) for shape in drawing.shapes)
    return f"{head}\n<title>{_text(description)}</title>\n{body}\n</svg>\n"


def path_data(path: Path) -> str:
    """The lines of a path, in the language of SVG's attribute ``d``."""
    return "".join(f"M{' '.join(f'{round(x, 1):g},{round(y, 1):g}' for x, y in loop)}Z" for loop in path.loops)


def _text(text: str) -> str:
    return escape(printable(text, TEXT_MOST))


def _element(shape: Shape) -> str:
    if isinstance(shape, Words):
        bold = ' font-weight="bold"' if shape.bold else ""
        place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:g}" fill="{shape.colour}"'
        return (
            f'<text {place} text-anchor="{shape.anchor}" dominant-baseline="central"{bold}>{_text(shape.text)}</text>'
        )
    line = f' stroke="{shape.line}" stroke-width="{shape.width:g}"' if shape.line else ""
    told = f"<title>{_text(shape.told)}</title>" if shape.told else ""
    fill = f'fill="{shape.fill or "none"}"'
    if isinstance(shape, Disc):
        return f'<circle cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.radius:.1f}" {fill}{line}>{told}</circle>'
    return f'<path d="{path_data(shape)}" fill-rule="evenodd" {fill}{line}>{told}</path>'


def png_bytes(drawing: Drawing) -> bytes:
    """A drawing as a PNG, without a date, so that two can be compared."""
    from matplotlib.image import imsave

    buffer = BytesIO()
    imsave(buffer, pixels(drawing, SCALE), format="png", metadata={"Software": ""})
    return buffer.getvalue()


def pixels(drawing: Drawing, scale: float = 1.0) -> NDArray[np.uint8]:
    """A drawing as pixels, ``scale`` for a point: rows, columns, and red, green, blue from 0 to 255."""
    import warnings

    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(drawing.width / 72, drawing.height / 72), dpi=72 * scale, facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    canvas: Any = FigureCanvasAgg(figure)
    with rc_context({"font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"]}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # a bot may be called anything
        for number, shape in enumerate(drawing.shapes):
            _draw(axes, shape, number)
        canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()


def _draw(axes: "Axes", shape: Shape, order: int) -> None:
    from matplotlib.patches import Circle, PathPatch
    from matplotlib.path import Path as Line

    if isinstance(shape, Words):
        across = {"start": "left", "middle": "center", "end": "right"}[shape.anchor]
        weight = "bold" if shape.bold else "normal"
        axes.text(
            shape.x, shape.y, printable(shape.text, TEXT_MOST), color=shape.colour, fontsize=shape.size, ha=across,
            va="center_baseline", weight=weight, zorder=order, parse_math=False,
        )  # fmt: skip
        return
    look = {
        "facecolor": shape.fill or "none", "edgecolor": shape.line or "none", "linewidth": shape.width,
        "zorder": order,
    }  # fmt: skip
    if isinstance(shape, Disc):
        axes.add_patch(Circle((shape.x, shape.y), shape.radius, **look))
        return
    points = [point for loop in shape.loops for point in (*loop, loop[0])]
    codes = [code for loop in shape.loops for code in (Line.MOVETO, *(Line.LINETO for _ in loop[1:]), Line.CLOSEPOLY)]
    axes.add_patch(PathPatch(Line(points, codes), **look))
