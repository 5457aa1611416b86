"""Figure: where on a board of squares things are put: one small map per kind of thing and table size."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from arkadia_sim.plots.style import GREY, key_below, names_in, panel_grid, shortened, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def board_table(turns: pl.LazyFrame, series: Sequence[tuple[str, str]], stride: int) -> pl.DataFrame:
    """For each table size, kind of thing and square: how many of them a game puts there, on average.

    ``series`` holds a label and a list column of ``turns`` each, whose entries are stride * row + column.
    """
    games = turns.group_by("table").agg(pl.col("game").n_unique().alias("games"))
    counts: list[pl.LazyFrame] = []
    for label, column in series:
        squares = turns.select("table", pl.col(column).alias("square")).explode("square").drop_nulls("square")
        counted = squares.group_by("table", "square").agg(pl.len().alias("count"))
        counts.append(counted.with_columns(pl.lit(label).alias("series"), pl.lit(len(counts)).alias("_order")))
    square = pl.col("square").cast(pl.Int64)
    return (
        pl.concat(counts)
        .join(games, on="table")
        .with_columns((square // stride).alias("row"), (square % stride).alias("column"))
        .with_columns((pl.col("count") / pl.col("games")).alias("per_game"))
        .sort("table", "_order", "row", "column")
        .select("table", "series", "row", "column", "per_game", "games")
        .collect(engine="streaming")
    )


@styled
def draw_board(table: pl.DataFrame, rows: int, columns: int) -> "Figure":
    """A row of maps per kind of thing, a map per table size; lighter squares get more.

    Each kind has a scale of its own beside its row. Squares that never get any are hatched.
    """
    import seaborn
    from matplotlib.patches import Patch

    sizes, labels = names_in(table, "table"), names_in(table, "series")
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
            axis.set_title(size, fontsize=10)
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
