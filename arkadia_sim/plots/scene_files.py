"""Drawings of scenes as files: SVG by our own hand, PNG by matplotlib from the same shapes."""

from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

from arkadia_sim.errors import printable
from arkadia_sim.plots.scene_layout import Disc, Drawing, Path, Point, Shape, Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FONTS = "DejaVu Sans, Verdana, sans-serif"
SCALE = 2.0
"""Dots of a PNG for each point of a drawing."""
TEXT_MOST = 2000


def svg_document(drawing: Drawing, description: str) -> str:
    """A drawing as a complete SVG document; ``description`` is what a screen reader says in its place."""
    size = f'width="{drawing.width:g}" height="{drawing.height:g}" viewBox="0 0 {drawing.width:g} {drawing.height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONTS}">'
    body = "\n".join(_element(one) for one in drawing.shapes)
    return f"{head}\n<title>{_text(description)}</title>\n{body}\n</svg>\n"


def path_data(path: Path) -> str:
    """The lines of a path, in the language of SVG's attribute ``d``."""
    return "".join(f"M{' '.join(f'{x:g},{y:g}' for x, y in _rounded(loop))}Z" for loop in path.loops)


def _rounded(loop: tuple[Point, ...]) -> list[Point]:
    return [(round(x, 1), round(y, 1)) for x, y in loop]


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
    import warnings

    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(drawing.width / 72, drawing.height / 72), dpi=72 * SCALE, facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    buffer = BytesIO()
    with rc_context({"font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"]}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # a bot may be called anything
        for number, shape in enumerate(drawing.shapes):
            _draw(axes, shape, number)
        figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


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
