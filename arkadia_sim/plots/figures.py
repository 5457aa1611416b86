"""Figures of estimates: lines, effects, curves, shares and meetings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from arkadia_sim.plots import style
from arkadia_sim.plots.style import bare, bot_label, ends, head_line, key_below, number, panel_grid, shortened, styled
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS_MOST = 3
"""How many panels stand side by side at most."""

DOTS, WANTED = "#BDBDBD", "#009E7333"
"""The colours of rough estimates, and of what is wanted, which two directions shade twice."""

Name = TypeVar("Name")


@dataclass(frozen=True)
class Point:
    """An estimate in a figure: in which panel, on which line or at which place, and of which series it is.
    ``significant`` says that it differs significantly, ``tolerance`` below which size a difference does not matter;
    ``verdict`` is None where none was given."""

    panel: str
    line: str
    series: str
    estimate: Estimate
    significant: bool = True
    tolerance: float = 0.0
    verdict: Verdict | None = None


def names(texts: Iterable[Name]) -> list[Name]:
    """The different ones, in the order in which they first occur."""
    return list(dict.fromkeys(texts))


@styled
def draw_lines(points: Sequence[Point], references: Mapping[str, tuple[float, str]], head: str = "") -> "Figure":
    """Estimates on lines that are named on the left, in a panel for each quantity with a scale of its own.
    ``references`` says where a line stands in a panel, and what that means; it is dashed where it means something.
    Markers are filled where an estimate is significant. A single series has its numbers above its markers."""
    panels, series, lines = (names(getattr(point, part) for point in points) for part in ("panel", "series", "line"))
    across, down = min(PANELS_MOST, len(panels)), -(-len(panels) // PANELS_MOST)
    height = 0.46 if len(series) == 1 else max(0.32, 0.085 * (len(series) + 1))
    width = 4.9 if len(panels) == 1 else max(7.6, 2.1 + 2.3 * across)  # one panel fits a phone
    figure, axes = panel_grid(width, 0.4 + down * (0.9 + height * len(lines)), down, across, "y")
    for axis, panel in zip(axes, panels, strict=False):
        _lines(axis, [point for point in points if point.panel == panel], series, lines)
        axis.set_title(shortened(panel, 48 - 8 * across), fontsize=9.5)
        if panel in references:
            value, meaning = references[panel]
            axis.axvline(value, color=style.GREY, linestyle="--" if meaning else "-", linewidth=1, zorder=1)
            axis.set_xlabel(f"dashed: {meaning}" if meaning else "", fontsize=9)
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    for axis in axes[::across]:
        axis.set_yticks(range(len(lines)), [bot_label(line, 36) for line in lines], fontsize=9)
    axes[0].set_ylim(len(lines) - 0.45, -0.65)
    if head:
        head_line(figure, head)
    if len(series) > 1:
        key_below(figure, style.series_handles(series, linestyle="-", markersize=5), 3)
    return figure


def _lines(axis: "Axes", points: Sequence[Point], series: list[str], lines: list[str]) -> None:
    here = [name for name in series if any(point.series == name for point in points)]
    for point in points:
        look, place = style.series_style(series.index(point.series)), here.index(point.series)
        height = lines.index(point.line) + (0.72 * ((place + 0.5) / len(here) - 0.5) if len(here) > 1 else 0.0)
        mean, colour = point.estimate.mean, look["color"]
        if known := ends(point.estimate):
            axis.plot(known, [height, height], color=colour, linewidth=1.6)
        axis.plot(
            [mean], [height], marker=look["marker"], markersize=5, linestyle="none", markeredgecolor=colour,
            markerfacecolor=colour if point.significant else "white",
        )  # fmt: skip
        if len(series) == 1:
            axis.annotate(
                number(mean), (mean, height), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip
    axis.tick_params(axis="x", labelsize=8.5)
    axis.margins(x=0.12)
    style.light_grid(axis, "x")
    bare(axis)


# -- effects -----------------------------------------------------------------------------------------------------------
ROW = 0.235
"""Inches that a line of the figure takes."""

NAME_WIDTH, WRAPPED = 60, 0.8
"""Characters of a change's name on one line, and lines of the figure that a second line of it takes."""


@styled
def draw_forest(points: Sequence[Point], what: str, words: Mapping[str, str] | None = None) -> "Figure":
    """The effect of each change (its series): a panel for each company side by side, the lines grouped by change.
    ``what`` names the axis with its unit, ``words`` say what verdicts mean. A panel may end before an interval
    does that is far wider than the others."""
    panels, heights = names(point.panel for point in points), _heights(points)
    lowest = max(heights.values(), default=0.0)
    figure, axes = panel_grid(max(6.6, 3.8 * len(panels)), 1.25 + ROW * (lowest + 1.5), 1, len(panels), "both")
    left, right = _limits(points)
    tolerance = points[0].tolerance
    for axis, panel in zip(axes, panels, strict=True):
        axis.axvspan(max(left, -tolerance), min(right, tolerance), color=style.PALE, zorder=0)
        axis.axvline(0, color="black", linewidth=0.9, zorder=1)
        axis.set_xlim(left, right)
        axis.set_ylim(lowest + 0.8, -1.6)
        for point in points:
            if point.panel == panel:
                _effect(axis, point, heights[point.series, point.line])
        if panel:
            axis.set_title(panel)
        axis.set_xlabel(what)
        bare(axis)
    axes[0].set_yticks(list(heights.values()), [line for _, line in heights], fontsize=9)
    for change in names(change for change, _ in heights):
        first = min(height for (name, _), height in heights.items() if name == change)
        above = first - 0.82 - WRAPPED / 2 * _wraps(change)
        axes[0].annotate(
            shortened(change, NAME_WIDTH), (0, above), xycoords=("axes fraction", "data"), xytext=(-62, 0),
            textcoords="offset points", fontsize=9.5, fontweight="bold", va="center", annotation_clip=False,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        )  # fmt: skip
    given = {point.verdict for point in points}
    key_below(figure, style.verdict_handles(given, 1.8, words), 3)
    return figure


def _heights(points: Sequence[Point]) -> dict[tuple[str, str], float]:
    """How far down each line stands: the lines of a change below its name."""
    heights: dict[tuple[str, str], float] = {}
    down = 0.0
    for change in names(point.series for point in points):
        down += WRAPPED * _wraps(change)
        for line in names(point.line for point in points if point.series == change):
            heights[change, line] = down
            down += 1
        down += 1.35  # the name of the next change, and space
    return heights


def _wraps(change: str) -> int:
    """How many lines more than one a change's name takes."""
    return shortened(change, NAME_WIDTH).count("\n")


def _limits(points: Sequence[Point]) -> tuple[float, float]:
    """Ends of the axis: all means, the tolerance, and all intervals but those far wider than the usual one."""
    known = [pair for point in points if (pair := ends(point.estimate))]
    usual = sorted(high - low for low, high in known)[len(known) // 2] if known else 0.0
    reach = [0.0, *(end for low, high in known if high - low <= 4 * usual for end in (low, high))]
    for point in points:
        reach += [point.estimate.mean, point.tolerance * 1.15, -point.tolerance * 1.15]
    reach = [value for value in reach if isfinite(value)]
    space = 0.04 * (max(reach) - min(reach)) or 1.0
    return min(reach) - space, max(reach) + space


def _effect(axis: "Axes", point: Point, height: float) -> None:
    colour, mean = style.VERDICT_COLOURS[point.verdict], point.estimate.mean
    text = style.signed(mean)
    if known := ends(point.estimate):
        axis.plot(known, [height, height], color=colour, linewidth=1.8)
        text = f"{style.signed(mean, style.digits_for(*known))} ({style.span(*known)})"
    axis.plot(
        [mean], [height], marker=style.VERDICT_MARKERS[point.verdict], markersize=5.5, color=colour, linestyle="none"
    )
    axis.annotate(
        text, (1.03, height), xycoords=("axes fraction", "data"), va="center", fontsize=8, annotation_clip=False
    )


# -- curves ------------------------------------------------------------------------------------------------------------
BANDS_MOST = 2
"""Up to this many curves have a band each; more bands would lie over each other."""
PARALLEL = 0.12
"""How far curves of one panel are moved apart, in steps from one place to the next."""


@styled
def draw_response(
    points: Sequence[Point], below: str, head: str, zero: Sequence[str] = (), across: int = PANELS_MOST
) -> "Figure":
    """Curves (series) with bands over the values of one option (lines), each panel with a scale of its own. ``below``
    names the axis below, ``head`` stands over all; panels named in ``zero`` have a line at 0."""
    panels, curves, places = (names(getattr(point, part) for point in points) for part in ("panel", "series", "line"))
    across, down = min(across, len(panels)), -(-len(panels) // across)
    figure, axes = panel_grid(max(5.2, 2.9 * across), 1.4 + 2.3 * down, down, across)
    for axis, panel in zip(axes, panels, strict=False):
        own = [point for point in points if point.panel == panel]
        _curves(axis, own, curves, places)
        if tolerance := own[0].tolerance:
            axis.axhspan(-tolerance, tolerance, color=style.PALE, linewidth=0, zorder=0)
        axis.set_title(shortened(panel, 36 if across > 1 else 60), fontsize=9 if across > 2 else 10)
        if panel in zero:
            axis.axhline(0, color=style.GREY, linewidth=0.9, linestyle="--", zorder=1)
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    head_line(figure, head)
    given = {point.verdict for point in points}
    if given != {None}:
        key_below(figure, style.verdict_handles(given - {None}, 0), 3, title=below)
    elif len(curves) == 1:
        figure.supxlabel(below, fontsize=10)
    else:
        key_below(figure, style.series_handles(curves), title=below)
    return figure


def _curves(axis: "Axes", points: Sequence[Point], curves: list[str], places: list[str]) -> None:
    here = [curve for curve in curves if any(point.series == curve for point in points)]
    for order, curve in enumerate(here):
        line = style.series_style(curves.index(curve))
        own = [point for point in points if point.series == curve]
        shift = PARALLEL * (order - (len(here) - 1) / 2)
        xs = [places.index(point.line) + shift for point in own]
        known = [pair for point in own if (pair := ends(point.estimate))]
        if len(known) == len(own):
            lows, highs = zip(*known, strict=True)
            if len(here) <= BANDS_MOST:
                axis.fill_between(xs, lows, highs, color=line["color"], alpha=0.13, linewidth=0)
            axis.vlines(xs, lows, highs, color=line["color"], linewidth=1.1)
        plain = [place for place, point in enumerate(own) if point.verdict is None]
        axis.plot(xs, [point.estimate.mean for point in own], markersize=5, linewidth=1.4, markevery=plain, **line)
        for x, point in zip(xs, own, strict=True):
            if point.verdict is not None:
                look: Any = {
                    "color": style.VERDICT_COLOURS[point.verdict],
                    "marker": style.VERDICT_MARKERS[point.verdict],
                }
                axis.plot([x], [point.estimate.mean], markersize=6.5, **look)
    axis.set_xticks(range(len(places)), places)
    axis.set_xlim(-0.4, len(places) - 0.6)
    style.light_grid(axis, "y")


@styled
def draw_trade_offs(
    named: Mapping[str, Sequence[Estimate]],
    dots: Sequence[Sequence[float]],
    axes: Sequence[str],
    wanted: Sequence[tuple[float, float]],
) -> "Figure":
    """Quantities against each other, a panel for each pair, with intervals in both directions. ``dots`` were estimated
    roughly. What is ``wanted`` of a quantity is shaded."""
    pairs = list(combinations(range(len(axes)), 2))
    figure, panels = panel_grid(max(5.6, 4.2 * len(pairs)), 5.4, 1, len(pairs))
    for panel, (across, up) in zip(panels, pairs, strict=True):
        panel.plot([dot[across] for dot in dots], [dot[up] for dot in dots], "o", color=DOTS, markersize=4, zorder=1)
        for place, values in enumerate(named.values()):
            x, y, look = values[across], values[up], style.series_style(place)
            panel.plot([x.mean], [y.mean], markersize=7, zorder=3, **look | {"linestyle": ""})
            panel.hlines(y.mean, *(ends(x) or (x.mean, x.mean)), color=look["color"], zorder=2)
            panel.vlines(x.mean, *(ends(y) or (y.mean, y.mean)), color=look["color"], zorder=2)
        panel.set_xlabel(shortened(axes[across], 60))
        panel.set_ylabel(shortened(axes[up], 60))
        limits = panel.get_xlim(), panel.get_ylim()
        for span, quantity, ends_of in ((panel.axvspan, across, limits[0]), (panel.axhspan, up, limits[1])):
            span(*np.clip(wanted[quantity], *ends_of), color=WANTED, linewidth=0, zorder=0)
        panel.set(xlim=limits[0], ylim=limits[1])
    head_line(figure, "Shaded: what is wanted. Intervals hold together. Grey: raced, estimated roughly.")
    key_below(figure, style.series_handles(list(named), linestyle="", markersize=6), 1)
    return figure


# -- shares ------------------------------------------------------------------------------------------------------------
_FILLS = ("#8DC0DF", "#F2B58A", "#9CD3BF", "#E3BFD3", "#D9D9D9", "#F3DB9A")
"""Light shades that dark numbers can be read on; parts also differ by their order and numbers."""

_HATCHES = ("", "//", "..", "\\\\", "", "xx")

LEAST = 0.045
"""A part below this share has no room for its number in the bar."""


@styled
def draw_shares(points: Sequence[Point]) -> "Figure":
    """Bars (lines) from 0 to 100%, their parts (series) in order, with the number in each that has room for it."""
    from matplotlib.patches import Patch

    panels, bars, parts = (names(getattr(point, part) for point in points) for part in ("panel", "line", "series"))
    figure, axes = panel_grid(7.4, 0.9 + (0.5 + 0.42 * len(bars)) * len(panels), len(panels), 1, "both")
    looks: list[dict[str, Any]] = [
        {"facecolor": _FILLS[k % 6], "hatch": _HATCHES[(k + k // 6) % 6], "edgecolor": "white"}
        for k in range(len(parts))
    ]
    right = 1.0  # further where parts below zero, which have no place in a bar, were taken as zero
    for axis, panel in zip(axes, panels, strict=True):
        for place, bar in enumerate(bars):
            left = 0.0
            for point in points:
                if (point.panel, point.line) != (panel, bar):
                    continue
                part = point.estimate.mean
                axis.barh(place, 100 * part, 0.72, 100 * left, linewidth=0.8, **looks[parts.index(point.series)])
                if part >= LEAST:
                    axis.text(
                        100 * (left + part / 2), place, number(100 * part, 0), ha="center", va="center", fontsize=9,
                        color=style.INK, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8, "alpha": 0.75},
                    )  # fmt: skip
                left += part
            right = max(right, left)
        axis.set_ylim(len(bars) - 0.5, -0.5)
        axis.set_yticks(range(len(bars)), bars)
        axis.set_title(shortened(panel, 70), fontsize=10)
        bare(axis)
    axes[-1].set_xlim(0, 100 * right)
    axes[-1].set_xlabel("% of the variance")
    key_below(figure, [Patch(label=part, **look) for part, look in zip(parts, looks, strict=True)], 3)
    return figure


# -- meetings ----------------------------------------------------------------------------------------------------------
CELL_WIDTH, CELL_HEIGHT = 0.62, 0.46
"""The size of a cell in inches."""

SHADES = ("#E38E4D", "#FFFFFF", "#4D9DC9")
"""Vermillion and blue, paler, so that black numbers on them can be read."""


@dataclass(frozen=True)
class MeetingPoint:
    """What one ``bot`` gets among ``others`` only, and how much more than one of the others among bots like it.
    ``mark`` stands beside the number: ▲ for significantly more than in the reverse pairing, ▼ for less."""

    bot: str
    others: str
    mean: float
    advantage: float
    mark: str


@styled
def draw_meetings(points: Sequence[MeetingPoint], bots: Sequence[str], head: str) -> "Figure":
    """A row for each bot and a column for each that the others are, in the order of ``bots``, with ``head`` above. Blue
    where the one of the row gets more than one of the column does among bots of the row, orange where less; the colour
    is fullest at the greatest difference of the table."""
    import seaborn
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    count = len(bots)
    figure, (axis,) = panel_grid(max(6.6, 2.4 + CELL_WIDTH * count), 2.1 + CELL_HEIGHT * count, 1, 1)
    FigureCanvasAgg(figure)  # seaborn has its figure drawn at once, by pyplot if it has no canvas to draw on
    shades: Any = np.full((count, count), np.nan)  # NaN: nothing is drawn
    texts = np.full((count, count), "", dtype=object)
    for point in points:
        place = bots.index(point.bot), bots.index(point.others)
        shades[place], texts[place] = point.advantage, f"{number(point.mean)} {point.mark}".strip()
    end = float(np.nanmax(np.abs(shades))) or 1.0
    axis.set_facecolor(style.PALE)
    colours = seaborn.blend_palette(SHADES, as_cmap=True)
    seaborn.heatmap(
        shades, vmin=-end, vmax=end, cmap=colours, linewidths=1, annot=texts, fmt="",
        annot_kws={"fontsize": 9, "color": style.INK}, cbar=False, ax=axis,
    )  # fmt: skip
    middles = np.arange(count) + 0.5
    axis.set_yticks(middles, [bot_label(bot, 26) for bot in bots], rotation=0)
    axis.set_xticks(middles, [bot_label(bot, 20) for bot in bots], rotation=40, ha="right", rotation_mode="anchor")
    axis.tick_params(length=0, labelsize=9)
    axis.set_xlabel("all the others at the table")
    axis.set_ylabel("one of these")
    head_line(figure, head)
    return figure
