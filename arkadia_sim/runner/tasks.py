"""What a worker process of a run does: it loads the bots, plays chunks, or plays one game alone."""

import os
from dataclasses import replace
from pathlib import Path

from arkadia_sim.core import memory
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.plan.plan import Chunk, Plan
from arkadia_sim.results.rows import chunk_rows
from arkadia_sim.results.store import RunFolder


def load_bots(folder: str, plan: Plan) -> None:
    """Load and compile the bots of a plan in this process. Relative paths of bot files start at ``folder``."""
    os.chdir(folder)
    resolve_game(plan.game).warm_up(plan.bots, str)


def play_chunk(plan: Plan, chunk: Chunk, root: str, run: str) -> int:
    """Play a chunk of the run with that fingerprint into its folder; the number of its games."""
    rows = chunk_rows(resolve_game(plan.game), plan, chunk)
    with memory.lifted():
        RunFolder(Path(root)).write_chunk(chunk, rows, plan.record, run)
    return chunk.count


def runs_out_of_memory(plan: Plan, chunk: Chunk, number: int) -> bool:
    """Play one game of a chunk, counted from 0, and write nothing; whether it failed with a MemoryError."""
    batch, game = plan.batch(chunk), slice(number, number + 1)
    alone = {name: getattr(batch, name)[game] for name in ("lineups", "deals", "traced", "recorded")}
    failures = resolve_game(plan.game).play(replace(batch, **alone)).failures
    return any("MemoryError" in reason for _, reason in failures.values())
