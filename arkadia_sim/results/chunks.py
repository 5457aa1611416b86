"""The stamp of a chunk's files, so that a file from another run is never counted as this run's games.

Each parquet file carries a stamp in its metadata: the fingerprint of the run, the chunk's name and its number of games.
The stamp in ``games`` also holds the sizes of the other files of the chunk.
"""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
from pydantic import Field, ValidationError

from arkadia_sim.core.stored import Stored
from arkadia_sim.plan.plan import Chunk

KEY = "arkadia_sim"
"""The metadata entry that holds the stamp."""

BESIDE: Mapping[str, str] = {"records": "jsonl", "failures": "json"}
"""The folders in which a chunk may have further files, and their file endings."""

FILES: Mapping[str, str] = {"turns": "parquet", **BESIDE, "games": "parquet"}
"""The folders and endings of all files of a chunk. The last one makes the chunk count."""


class Stamp(Stored):
    """What a file of a chunk says about itself."""

    run: str = Field(description="the fingerprint of the run")
    chunk: str
    games: int
    beside: dict[str, int] = Field(
        default_factory=dict, description="only in `games`: sizes in bytes of the files in `records` and `failures`"
    )


def write_stamped(rows: pl.DataFrame, path: Path, stamp: Stamp) -> None:
    """Write a table and its stamp as one parquet file."""
    rows.write_parquet(path, metadata={KEY: stamp.model_dump_json()})


def sizes_beside(root: Path, name: str) -> dict[str, int]:
    """The sizes in bytes of the further files of a chunk, by folder; missing files are left out."""
    files = {folder: root / folder / f"{name}.{ending}" for folder, ending in BESIDE.items()}
    return {folder: file.stat().st_size for folder, file in files.items() if file.exists()}


def chunk_fault(root: Path, chunk: Chunk, run: str) -> str | None:
    """What is wrong with the files of a chunk, without a full stop; None if nothing is. Reads no rows.

    Args:
        root: The folder of the run.
        chunk: The chunk.
        run: The fingerprint of the run that the chunk should belong to.
    """
    for table in ("games", "turns"):
        file = root / table / f"{chunk.name}.parquet"
        name = f"{table}/{file.name}"
        if not file.exists():
            return f"{name} is missing"
        stamp = _stamp_of(file)
        if stamp is None:
            return f"{name} is damaged, or not a file of this toolkit"
        if stamp.run != run:
            return f"{name} belongs to another run"
        if stamp.chunk != chunk.name:
            return f"{name} holds the games of {stamp.chunk}"
        if stamp.games != chunk.count:
            return f"{name} holds {stamp.games:,} games instead of {chunk.count:,}"
        if table == "games" and (fault := _fault_beside(root, chunk.name, stamp)):
            return fault
    return None


def _stamp_of(file: Path) -> Stamp | None:
    """The stamp of a file; None if it cannot be read."""
    try:
        return Stamp.model_validate_json(pl.read_parquet_metadata(file)[KEY])
    except (pl.exceptions.PolarsError, OSError, KeyError, ValidationError):
        return None


def _fault_beside(root: Path, name: str, stamp: Stamp) -> str | None:
    sizes = sizes_beside(root, name)
    for folder, ending in BESIDE.items():
        if sizes.get(folder) != stamp.beside.get(folder):
            fault = "is missing" if folder not in sizes else "is not the file that the run wrote"
            return f"{folder}/{name}.{ending} {fault}"
    return None
