"""Where games stand as they go on: the rows of turns at even shares of each game, for figures over the game."""

from collections.abc import Iterator, Sequence

import polars as pl

STEPS = tuple(step / 20 for step in range(1, 21))
"""The shares of a game at which it is looked at."""


def snapshots(turns: pl.LazyFrame, columns: Sequence[str], turn: str) -> Iterator[tuple[float, pl.LazyFrame]]:
    """For each share of the game, the last turn of each game by then; a game too short to have one is left out there.

    Of the turns only the columns ``company``, ``table``, ``players``, ``deal``, ``game`` and ``columns`` stay.
    """
    keys = ["company", "table", "players", "deal", "game"]
    numbered = turns.select(*keys, turn, *columns).with_columns((pl.col(turn).max().over("game") + 1).alias("_turns"))
    for share in STEPS:
        last = (share * pl.col("_turns") + 1e-9).floor().cast(pl.Int64) - 1
        yield share, numbered.filter(pl.col(turn) == last).select(*keys, *columns)
