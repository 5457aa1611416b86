"""Figure: what pairs of changes do together, beyond what each does alone: a table of numbers on colours."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from math import isfinite
from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arkadia_sim.plots.style import INK, head_line, number, panel_grid, shortened, signed, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE, HIGH = 0.36, 0.36
"""Inches that a cell takes."""

LOSS, GAIN = "#E38E4D", "#4D9DC9"
"""Vermillion and blue, paler, so that black numbers on them can be read."""

MOST_ACROSS = 3
"""So many matrices stand side by side."""


@dataclass(frozen=True)
class PairPoint:
    """What two changes do together beyond their sum; the effect of one by itself where both are the same."""

    panel: str
    first: str
    second: str
    effect: Estimate
    sure: bool


def pair_table(points: Sequence[PairPoint]) -> pl.DataFrame:
    """One row per pair, in the order given."""
    rows = [
        (one.panel, one.first, one.second, one.effect.mean, one.effect.low, one.effect.high, one.effect.n, one.sure)
        for one in points
    ]
    texts = dict.fromkeys(("panel", "first", "second"), pl.String)
    numbers = dict.fromkeys(("effect", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, schema={**texts, **numbers, "deals": pl.Int64, "sure": pl.Boolean}, orient="row")


def claim_codes(claims: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What to call each change in short, by its name, from names and claims: by its claim, with a letter where shared.

    Changes without a claim have no code.
    """
    by_claim: dict[str, list[str]] = {}
    for name, claim in dict(claims).items():
        if claim:
            by_claim.setdefault(claim, []).append(name)
    codes = {}
    for claim, names in by_claim.items():
        for letter, name in zip(_letters(), names, strict=False):
            codes[name] = claim + letter if len(names) > 1 else claim
    return codes


def _letters() -> Iterator[str]:
    for length in count(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))


def draw_pairs(table: pl.DataFrame, what: str, codes: Mapping[str, str] | None = None) -> "Figure":
    """One matrix per panel (a table size), side by side: framed each change by itself, below it the pairs.

    A star marks what is surely other than zero; ``what`` names the numbers with their unit, ``codes`` the changes in
    short (see :func:`claim_codes`; numbers if there is not one for each). Colours end where 95% of the pairs lie, so
    that a single giant does not bleach all others; the numbers are exact everywhere.
    """
    return styled(lambda: _draw(table, what, codes or {}))


def _draw(table: pl.DataFrame, what: str, codes: Mapping[str, str]) -> "Figure":
    panels = table.get_column("panel").unique(maintain_order=True).to_list()
    names = list(dict.fromkeys([*table.get_column("first"), *table.get_column("second")]))
    numbered = {name: str(place) for place, name in enumerate(names, start=1)}
    short = {name: codes[name] for name in names} if set(names) <= set(codes) else numbered
    across = min(MOST_ACROSS, len(panels))
    down = -(-len(panels) // across)
    width, height = across * (WIDE * len(names) + 0.2), HIGH * len(names) + 0.5
    figure, axes = panel_grid(max(2.0 + width, 6.6), 1.0 + down * height, down, across)
    end = _end_of_scale(table)
    for index, (axis, panel) in enumerate(zip(axes, panels, strict=False)):
        _matrix(axis, table.filter(pl.col("panel") == panel), names, end)
        axis.set_title(panel)
        labels = [shortened(f"{short[name]}  {name}", 22) for name in names]
        middles = [place + 0.5 for place in range(len(names))]
        axis.set_yticks(middles, labels if index % across == 0 else [], rotation=0)
        axis.set_xticks(middles, short.values())
    for axis in axes[len(panels) :]:
        axis.set_visible(False)
    head_line(
        figure,
        f"In {what}. Framed: what each is worth by itself. Coloured: how much more (blue) or less (orange) two "
        f"together are worth than both by themselves added up; full colour beyond ±{number(end)}. ★: surely not zero.",
    )
    return figure


def _end_of_scale(table: pl.DataFrame) -> float:
    """Where 95% of the pairs lie, without their signs."""
    off = table.filter(pl.col("first") != pl.col("second")).get_column("effect")
    known = off.filter(off.is_finite()).abs()
    return float(known.quantile(0.95, "nearest") or 0.0) or 1.0


def _matrix(axis: "Axes", table: pl.DataFrame, names: list[str], end: float) -> None:
    import seaborn
    from matplotlib.patches import Rectangle

    coloured = np.full((len(names), len(names)), np.nan)  # NaN: nothing is drawn
    texts = np.full(coloured.shape, "", dtype=object)
    for row in table.iter_rows(named=True):
        x, y = sorted((names.index(row["first"]), names.index(row["second"])))
        coloured[y, x] = 0.0 if x == y or not isfinite(row["effect"]) else row["effect"]
        texts[y, x] = signed(row["effect"]) + ("\n★" if row["sure"] else "")
        if x == y:
            axis.add_patch(
                Rectangle((x + 0.04, y + 0.04), 0.92, 0.92, fill=False, edgecolor=INK, linewidth=1.2, zorder=2)
            )
    seaborn.heatmap(
        coloured, vmin=-end, vmax=end, cmap=seaborn.blend_palette([LOSS, "#FFFFFF", GAIN], as_cmap=True), linewidths=1,
        annot=texts, fmt="", annot_kws={"fontsize": 8, "linespacing": 0.9, "color": INK}, cbar=False, square=True,
        ax=axis,
    )  # fmt: skip
    axis.tick_params(length=0, labelsize=8.5)
