# %% [markdown]
# # A first look at a run
# Four bots, a few hundred games, and the tables that come out. Run it cell by cell, or as a whole:
# `python notebooks/first_look.py`.

# %%
from pathlib import Path
from tempfile import mkdtemp

import pandas as pd
import polars as pl

from arkadia_sim import play

result = play(
    ["greedy", "tent_camp", "greedy:temperature=3", "random"], games=400, seed=7, trace=0.1, out=Path(mkdtemp()) / "run"
)
print(result.table())

# %% [markdown]
# One row per player and game. How do the bots come by their seals, and what do they leave unused?

# %%
rows = result.rows()
print(
    rows.group_by("bot", maintain_order=True)
    .agg(pl.col("seals_from_workers", "seals_from_triggers", "camps_covered", "own_workers_left").mean())
    .collect()
)

# %% [markdown]
# The same in pandas, from the files of the run: `result.rows().collect().to_pandas()` gives the same frame.

# %%
games = pd.read_parquet(result.folder / "games")
print(games.groupby("bot", sort=False)[["win_share", "gold"]].agg(["mean", "std"]).round(2))

# %% [markdown]
# One row per turn, for a tenth of the games: what a seal of each family is worth as the game goes on.

# %%
turns = result.rows("turns").with_columns(tenth=pl.col("turn") // 10 * 10)
print(turns.group_by("tenth").agg(pl.col("^value_.*$").mean()).sort("tenth").collect())
