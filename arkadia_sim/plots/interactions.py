"""Figure: what pairs of changes do together, beyond what each does alone: a table of numbers on colours."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from math import isfinite
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import polars as pl

from arkadia_sim.plots.style import BLUE, VERMILLION, head_line, number, panel_grid, shortened, signed, styled
from arkadia_sim.stats.intervals import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDE, HIGH = 0.36, 0.36
"""Inches that a cell takes."""

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
    """What to call each change in short, by its name, from names and claims: "H1", or "H4a", "H4b" where it is shared.

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
    from matplotlib.colors import LinearSegmentedColormap

    panels = table.get_column("panel").unique(maintain_order=True).to_list()
    names = list(dict.fromkeys([*table.get_column("first"), *table.get_column("second")]))
    numbered = {name: str(place) for place, name in enumerate(names, start=1)}
    short = {name: codes[name] for name in names} if set(names) <= set(codes) else numbered
    across = min(MOST_ACROSS, len(panels))
    down = -(-len(panels) // across)
    width, height = across * (WIDE * len(names) + 0.2), HIGH * len(names) + 0.5
    figure, axes = panel_grid(max(2.0 + width, 6.6), 1.0 + down * height, down, across)
    colours = LinearSegmentedColormap.from_list("loss and gain", [VERMILLION, "#FFFFFF", BLUE])
    end = _end_of_scale(table)
    for index, (axis, panel) in enumerate(zip(axes, panels, strict=False)):
        _matrix(axis, table.filter(pl.col("panel") == panel), names, colours, end)
        axis.set_title(panel)
        labels = [shortened(f"{short[name]}  {name}", 22) for name in names]
        axis.set_yticks(range(len(names)), labels if index % across == 0 else [])
        axis.set_xticks(range(len(names)), short.values())
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


def _matrix(axis: "Axes", table: pl.DataFrame, names: list[str], colours: Any, end: float) -> None:
    from matplotlib.patches import Rectangle

    for row in table.iter_rows(named=True):
        x, y = sorted((names.index(row["first"]), names.index(row["second"])))
        own = x == y
        share = row["effect"] / end if isfinite(row["effect"]) else 0.0
        face = "#FFFFFF" if own else colours(0.5 + 0.35 * min(1.0, max(-1.0, share)))
        edge, width = ("#222222", 1.2) if own else ("#FFFFFF", 1.0)
        axis.add_patch(Rectangle((x - 0.47, y - 0.47), 0.94, 0.94, facecolor=face, edgecolor=edge, linewidth=width))
        axis.text(
            x, y, signed(row["effect"]) + ("\n★" if row["sure"] else ""), ha="center", va="center", fontsize=8,
            linespacing=0.9,
        )  # fmt: skip
    axis.set_xlim(-0.55, len(names) - 0.45)
    axis.set_ylim(len(names) - 0.45, -0.55)
    axis.set_aspect("equal")
    axis.tick_params(length=0, labelsize=8.5)
    for spine in axis.spines.values():
        spine.set_visible(False)
