"""How all figures look, and how they are written: the same input gives the same bytes.

Colours are those of Okabe and Ito ("Color Universal Design", 2008), and no figure relies on colour alone. Figures are
drawn without the global state of pyplot. Matplotlib takes long to import: only what draws imports it, when it draws.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from hashlib import blake2b
from html import escape
from io import StringIO
from math import ceil, isfinite, log10
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any, Literal, ParamSpec

from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
BLUE, VERMILLION, PURPLE = "#0072B2", "#D55E00", "#CC79A7"
GREY, PALE, INK = "#767676", "#EDEDED", "#222222"

VERDICT_COLOURS = {"higher": GREEN, "lower": VERMILLION, "equivalent": BLUE, "inconclusive": GREY, None: GREY}
"""One colour per verdict (None: no verdict was given), always together with a marker."""

VERDICT_MARKERS = {"higher": "^", "lower": "v", "equivalent": "s", "inconclusive": "o", None: "x"}

VERDICT_LABELS = {
    "higher": "helps",
    "lower": "hurts",
    "equivalent": "no difference that matters",
    "inconclusive": "inconclusive",
    None: "no verdict",
}

_SERIES: tuple[tuple[str, str, Any], ...] = (
    (BLUE, "o", "-"), (VERMILLION, "s", (0, (5, 1.5))), (GREEN, "^", (0, (1, 1))), (PURPLE, "D", (0, (5, 1, 1, 1))),
    (BLACK, "v", (0, (3, 1, 1, 1, 1, 1))), (ORANGE, "P", (0, (7, 3))),
)  # fmt: skip

SVG_FONTS = "'DejaVu Sans', 'Bitstream Vera Sans', Verdana, Geneva, sans-serif"
"""The fonts of pictures, which keep text as text: if the first is missing, fonts with letters of the same widths."""

Options = ParamSpec("Options")

_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "arkadia_sim", "svg.fonttype": "none", "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"], "font.size": 10, "axes.labelsize": 10, "axes.titlesize": 11,
    "xtick.labelsize": 10, "ytick.labelsize": 10, "axes.titlelocation": "left", "axes.spines.top": False,
    "axes.spines.right": False, "axes.edgecolor": GREY, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK,
    "ytick.color": INK, "figure.facecolor": "white", "savefig.facecolor": "white", "axes.linewidth": 1.0,
    "axes.axisbelow": True, "lines.linewidth": 1.2, "lines.markersize": 4.8, "lines.solid_capstyle": "butt",
    "path.simplify": False,
    **{f"{axis}tick.major.{part}": size for axis in "xy" for part, size in (("width", 1.0), ("size", 4.8))},
}  # fmt: skip


def number(value: float, digits: int = 1) -> str:
    """A number as the pages and figures write it, with a real minus sign and no minus before zero."""
    text = f"{value:.{digits}f}"
    if text.startswith("-"):
        text = text[1:] if float(text) == 0 else "−" + text[1:]
    return text


def signed(value: float, digits: int = 1) -> str:
    """The same with a plus sign for what is above zero: for differences."""
    text = number(value, digits)
    return text if text.startswith("−") or float(text) == 0 else "+" + text


def percent(share: float) -> str:
    """A level of confidence or of error as pages write it: "95%", "97.5%"."""
    return f"{100 * share:.4g}%"


def digits_for(low: float, high: float) -> int:
    """Decimals for a number with this interval: one, or as many as show how wide the interval is."""
    return max(1, min(6, ceil(-log10((high - low) / 2)))) if high > low else 2


def span(low: float, high: float) -> str:
    """An interval: "5.2 to 7.0"; with signs where it reaches below zero: "−0.3 to +0.7"."""
    write, digits = (signed if low < 0 else number), digits_for(low, high)
    return f"{write(low, digits)} to {write(high, digits)}"


@contextmanager
def house_style() -> Iterator[None]:
    """Our fonts, colours and fixed identifiers, for everything drawn or written inside."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def panel_grid(
    width: float, height: float, rows: int, columns: int, share: str = "none"
) -> "tuple[Figure, list[Axes]]":
    """An empty figure in inches with panels in rows and columns, listed row by row; call it inside :func:`house_style`.
    ``share`` names the directions in which panels have one scale: "none", "x", "y" or "both"."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, sharex=share in ("x", "both"), sharey=share in ("y", "both"))
    return figure, [axis for row in axes for axis in row]


def ends(estimate: Estimate) -> tuple[float, float] | None:
    """Both ends of an interval; None where they are not known."""
    return (estimate.low, estimate.high) if isfinite(estimate.low) and isfinite(estimate.high) else None


def shortened(text: str, width: int = 30) -> str:
    """A long label on two lines, broken between words; what does not fit there ends in an ellipsis."""
    return "\n".join(wrap(text, width, max_lines=2, placeholder=" …"))


def bot_label(spec: str, width: int) -> str:
    """A bot as it was written, beside or below an axis: a long one broken where its name or a parameter ends."""
    return shortened(re.sub(r"([:,])", r"\1 ", spec) if len(spec) > width else spec, width)


def series_style(number: int) -> dict[str, Any]:
    """Colour, marker and line of the curve with this number in a figure: no two of the first six share any."""
    colour, marker, line = _SERIES[number % len(_SERIES)]
    return {"color": colour, "marker": marker, "linestyle": line}


def series_handles(names: Sequence[str], **style: Any) -> "list[Any]":
    """The entries of a key for the curves of a figure; ``style`` replaces parts of :func:`series_style`."""
    from matplotlib.lines import Line2D

    return [
        Line2D([], [], label=name, **{"markersize": 5.5, **series_style(place), **style})
        for place, name in enumerate(names)
    ]


def bare(axis: "Axes") -> None:
    """A panel whose lines are named on the left: no axis line and no ticks there."""
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)


def light_grid(axis: "Axes", direction: Literal["x", "y"]) -> None:
    """Thin grey lines behind a panel, at the ticks of one axis."""
    axis.grid(axis=direction, color="#E4E4E4", linewidth=0.7)


def verdict_handles(
    given: "Iterable[str | None]", width: float, words: "Mapping[str, str] | None" = None
) -> "list[Any]":
    """The entries of a key for verdicts (None: no verdict), and for the band of differences too small to matter.
    ``words`` may say otherwise what a verdict means."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = [
        Line2D(
            [], [], color=VERDICT_COLOURS[verdict], marker=VERDICT_MARKERS[verdict], markersize=6, linewidth=width,
            label=(words or {}).get(verdict or "", VERDICT_LABELS[verdict]),
        )
        for verdict in VERDICT_LABELS
        if verdict in given
    ]  # fmt: skip
    return [*handles, Patch(color=PALE, label="too small to matter")]


def key_below(figure: "Figure", handles: "Sequence[Any]", columns: int = 5, title: str | None = None) -> None:
    """One key for all panels, below them; it has fewer columns if it would be wider than the figure. ``title`` may name
    the axis below that the panels share."""
    for count in range(min(columns, len(handles)), 0, -1):
        key = figure.legend(
            handles=handles, loc="outside lower center", ncols=count, frameon=False, fontsize=9, title=title,
            title_fontsize=10,
        )  # fmt: skip
        if count == 1 or key.get_window_extent().width <= figure.bbox.width:
            return
        key.remove()


def head_line(figure: "Figure", text: str) -> None:
    """A line above all panels that says how to read them, wrapped to the width of the figure."""
    figure.suptitle(fill(text, int(12 * figure.get_figwidth())), fontsize=10, x=0.01, ha="left")


def styled(draw: "Callable[Options, Figure]") -> "Callable[Options, Figure]":
    """The same function, drawing in the house style."""

    @wraps(draw)
    def draw_in_style(*args: Options.args, **options: Options.kwargs) -> "Figure":
        with house_style():
            return draw(*args, **options)

    return draw_in_style


def svg_text(figure: "Figure") -> str:
    """The figure as a complete SVG document."""
    buffer = StringIO()
    with house_style():
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = re.sub(r"font-family: [^;\"]*;? ?", "", buffer.getvalue())
    return text.replace("<svg ", f'<svg font-family="{SVG_FONTS}" ', 1)


def _sizes_for_reading(width: re.Match[str]) -> str:
    most, least = 1.5 * float(width[2]), 0.75 * float(width[2])  # of the size at which its text was drawn
    return f'{width[1]} style="max-width:{most:.0f}pt;--least:{least:.0f}pt"'


def _short_identifiers(text: str, mark: str) -> str:
    """The same with a short name for each identifier that something refers to, and without the others."""
    referred = dict.fromkeys(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    short = {name: f"{mark}{number:x}" for number, name in enumerate(referred)}
    text = re.sub(r' id="([^"]+)"', lambda match: f' id="{short[match[1]]}"' if match[1] in short else "", text)
    return re.sub(r'(href="#|url\(#)([^")]+)', lambda match: match[1] + short[match[2]], text)


def _short_places(attribute: re.Match[str]) -> str:
    """Places to 1/100 point, which is enough."""
    return re.sub(r"(\.[0-9]{2})[0-9]+", r"\1", attribute[0])


def inline_svg(document: str, name: str, description: str) -> str:
    """An SVG document as an element of a page: it scales with the page, up to half as large again as it was drawn and,
    by the page's style, down to three quarters: smaller letters cannot be read. ``name`` keeps its identifiers apart.
    ``description`` is the text for screen readers."""
    text = re.sub(r"<metadata>.*?</metadata>", "", document[document.index("<svg") :], flags=re.DOTALL)
    text = _short_identifiers(text, f"g{blake2b(name.encode(), digest_size=4).hexdigest()}")
    text = re.sub(r' transform="rotate\(-?0 [^)]*\)"', "", text)
    text = re.sub(r' (?:d|x|y|width|height|points|transform|clip-path)="[^"]*"', _short_places, text)
    text = re.sub(r' style="[^"]*"', lambda style: re.sub(r"([:;]) ", r"\1", style[0]), text)
    text = re.sub(r"<!--.*?-->|^\s+", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"\n+", "\n", text)
    text = re.sub(
        r'<defs>\n<style type="text/css">.*?</style>\n</defs>\n', "", text
    )  # it would be the page's style, too
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) width="([0-9.]+)pt"', _sizes_for_reading, text, count=1)
    attributes = (
        f'role="img" aria-label="{escape(description, quote=True)}" stroke-linejoin="round" stroke-linecap="butt"'
    )
    return text.replace("<svg", f"<svg {attributes}", 1).strip()
