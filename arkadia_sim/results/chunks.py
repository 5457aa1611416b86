"""What a chunk says of itself, so that a file that does not belong to a run is never counted as its games.

Each parquet file carries a stamp in its metadata: the fingerprint of the run, the chunk's name and its number of games.
The one in ``games`` also knows how large the files are that lie beside it.
"""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
from pydantic import Field, ValidationError

from arkadia_sim.core.stored import Stored
from arkadia_sim.plan.plan import Chunk

KEY = "arkadia_sim"
"""The entry of a file's metadata that holds the stamp."""

BESIDE: Mapping[str, str] = {"records": "jsonl", "failures": "json"}
"""The folders in which a chunk may have a further file, and the ending of that file."""

FILES: Mapping[str, str] = {"turns": "parquet", **BESIDE, "games": "parquet"}
"""The same of all files that a chunk may have; the last one makes it count."""


class Stamp(Stored):
    """What a file of a chunk says of itself."""

    run: str = Field(description="the fingerprint of the run")
    chunk: str
    games: int
    beside: dict[str, int] = Field(
        default_factory=dict, description="of the file in `games`: bytes of the files in `records` and `failures`"
    )


def write_stamped(rows: pl.DataFrame, path: Path, stamp: Stamp) -> None:
    """Write a table and its stamp as one parquet file."""
    rows.write_parquet(path, metadata={KEY: stamp.model_dump_json()})


def sizes_beside(root: Path, name: str) -> dict[str, int]:
    """The bytes of the further files of a chunk; those that are not there are left out."""
    files = {folder: root / folder / f"{name}.{ending}" for folder, ending in BESIDE.items()}
    return {folder: file.stat().st_size for folder, file in files.items() if file.exists()}


def chunk_fault(root: Path, chunk: Chunk, run: str) -> str | None:
    """What is wrong with the files of a chunk that is there, as a sentence without a full stop; None if nothing is.

    ``run`` is the fingerprint of the run that it should belong to. No rows are read.
    """
    for table in ("games", "turns"):
        file = root / table / f"{chunk.name}.parquet"
        shown = f"{table}/{file.name}"
        if not file.exists():
            return f"{shown} is missing"
        stamp = _stamp_of(file)
        if stamp is None:
            return f"{shown} is damaged, or no file of this toolkit"
        if stamp.run != run:
            return f"{shown} belongs to another run"
        if stamp.chunk != chunk.name:
            return f"{shown} holds the games of {stamp.chunk}"
        if stamp.games != chunk.count:
            return f"{shown} holds {stamp.games:,} games instead of {chunk.count:,}"
        if table == "games" and (odd := _odd_beside(root, chunk.name, stamp)):
            return odd
    return None


def _stamp_of(file: Path) -> Stamp | None:
    """The stamp of a file; None where there is none to be read."""
    try:
        return Stamp.model_validate_json(pl.read_parquet_metadata(file)[KEY])
    except (pl.exceptions.PolarsError, OSError, KeyError, ValidationError):
        return None


def _odd_beside(root: Path, name: str, stamp: Stamp) -> str | None:
    found = sizes_beside(root, name)
    for folder, ending in BESIDE.items():
        if found.get(folder) != stamp.beside.get(folder):
            what = "is missing" if folder not in found else "is not the file that was written"
            return f"{folder}/{name}.{ending} {what}"
    return None
