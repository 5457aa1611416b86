"""Figure: where on a board of squares things are put: one small map per kind of thing, company and table size."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arkadia_sim.plots.style import GREY, key_below, panel_grid, shortened, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def board_table(turns: pl.LazyFrame, series: Sequence[tuple[str, str]], stride: int) -> pl.DataFrame:
    """For each company, table size, kind of thing and square: how many of them a game puts there, on average.

    ``series`` holds a label and a list column of ``turns`` each, whose entries are stride * row + column.
    """
    keys = ["company", "table"]
    games = turns.group_by(keys).agg(pl.col("game").n_unique().alias("games"))
    found: list[pl.LazyFrame] = []
    for label, column in series:
        squares = turns.select(*keys, pl.col(column).alias("square")).explode("square").drop_nulls("square")
        counted = squares.group_by(*keys, "square").agg(pl.len().alias("count"))
        found.append(counted.with_columns(pl.lit(label).alias("series"), pl.lit(len(found)).alias("_order")))
    square = pl.col("square").cast(pl.Int64)
    return (
        pl.concat(found)
        .join(games, on=keys)
        .with_columns((square // stride).alias("row"), (square % stride).alias("column"))
        .with_columns((pl.col("count") / pl.col("games")).alias("per_game"))
        .sort(*keys, "_order", "row", "column")
        .select(*keys, "series", "row", "column", "per_game", "games")
        .collect(engine="streaming")
    )


def draw_board(table: pl.DataFrame, rows: int, columns: int) -> "Figure":
    """A row of maps per kind of thing, a map per table size of the first company; lighter squares get more.

    Each kind has a scale of its own beside its row. Squares that never get any are hatched.
    """
    return styled(lambda: _draw(table, rows, columns))


def _draw(table: pl.DataFrame, rows: int, columns: int) -> "Figure":
    import seaborn
    from matplotlib.patches import Patch

    company = table.get_column("company").to_list()[0]
    table = table.filter(pl.col("company") == company)
    sizes = table.get_column("table").unique(maintain_order=True).to_list()
    labels = table.get_column("series").unique(maintain_order=True).to_list()
    width = 3.0 if len(sizes) > 1 else 3.8
    height = width * rows / columns
    figure, axes = panel_grid(1.1 + width * len(sizes), 0.4 + (height + 0.15) * len(labels), len(labels), len(sizes))
    unused = False
    for index, axis in enumerate(axes):
        label, size = labels[index // len(sizes)], sizes[index % len(sizes)]
        of_kind = table.filter(pl.col("series") == label)
        here = of_kind.filter(pl.col("table") == size)
        board = np.zeros((rows, columns))
        board[here["row"].to_numpy(), here["column"].to_numpy()] = here["per_game"].to_numpy()
        most = max(of_kind.get_column("per_game").to_list())
        seaborn.heatmap(
            board, cmap="cividis", vmin=0, vmax=most, mask=board == 0, linewidths=0.5, square=True, cbar=False,
            xticklabels=False, yticklabels=False, ax=axis,
        )  # fmt: skip
        unused = _mark_unused(axis, board) or unused
        if index < len(sizes):
            axis.set_title(", ".join(text for text in (size, company) if text), fontsize=10)
        if index % len(sizes) == 0:
            axis.set_ylabel(shortened(label, 20), fontsize=10)
        if (index + 1) % len(sizes) == 0:
            row = axes[index + 1 - len(sizes) : index + 1]
            bar = figure.colorbar(axis.collections[0], ax=row, location="right", fraction=0.03, pad=0.01, aspect=18)
            bar.ax.tick_params(labelsize=8.5)
            for spine in bar.ax.spines.values():
                spine.set_visible(False)
            bar.set_label("in a game, on average", fontsize=9)
    if unused:
        key_below(figure, [Patch(facecolor="white", edgecolor=GREY, hatch="////", label="never in these games")])
    return figure


def _mark_unused(axis: "Axes", board: Any) -> bool:
    """Hatch the squares that get nothing; returns whether there are any."""
    from matplotlib.patches import Rectangle

    squares = np.argwhere(board == 0)
    for row, column in squares:
        axis.add_patch(Rectangle((column, row), 1, 1, facecolor="white", edgecolor=GREY, hatch="////", linewidth=0))
    return len(squares) > 0
