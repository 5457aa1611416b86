"""Figure: where on a board of squares things are put: one small map per kind of thing, field and table size."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from arkadia_sim.plots.style import panel_grid, styled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def board_table(turns: pl.LazyFrame, series: Sequence[tuple[str, str]], stride: int) -> pl.DataFrame:
    """For each field, table size, kind of thing and square: how many of them a game puts there, on average.

    ``series`` holds a label and a list column of ``turns`` each, whose entries are stride * row + column.
    """
    keys = ["field", "table"]
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
    """A row of maps per field and table size; lighter squares get more, each kind of thing on a scale of its own."""
    return styled(lambda: _draw(table, rows, columns))


def _draw(table: pl.DataFrame, rows: int, columns: int) -> "Figure":
    lines = table.select("field", "table").unique(maintain_order=True).rows()
    labels = table.get_column("series").unique(maintain_order=True).to_list()
    side = 2.55
    height = side * rows / columns
    figure, axes = panel_grid(
        0.7 + side * len(labels), 1.1 + (height + 0.12) * len(lines), len(lines), len(labels), "both"
    )
    images = []
    for index, axis in enumerate(axes):
        (field, size), label = lines[index // len(labels)], labels[index % len(labels)]
        of_kind = table.filter(pl.col("series") == label)
        here = of_kind.filter((pl.col("field") == field) & (pl.col("table") == size))
        board = np.zeros((rows, columns))
        board[here["row"].to_numpy(), here["column"].to_numpy()] = here["per_game"].to_numpy()
        most = max(of_kind.get_column("per_game").to_list())
        images.append(axis.imshow(board, cmap="cividis", vmin=0, vmax=most, interpolation="nearest", aspect="equal"))
        axis.set_xticks([])
        axis.set_yticks([])
        for spine in axis.spines.values():
            spine.set_visible(False)
        if index < len(labels):
            axis.set_title(label, fontsize=10)
        if index % len(labels) == 0:
            axis.set_ylabel(f"{size}\n{field}" if field else size, fontsize=9)
    for number in range(len(labels)):
        column = [axes[line * len(labels) + number] for line in range(len(lines))]
        bar = figure.colorbar(images[number], ax=column, location="bottom", fraction=0.05, pad=0.02, aspect=28)
        bar.ax.tick_params(labelsize=8)
        bar.outline.set_visible(False)
        bar.set_label("in a game, on average", fontsize=8.5)
    return figure
