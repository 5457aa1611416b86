"""A run on disk: complete chunks and a manifest.

::

    OUT/manifest.json               what was played, and a summary of the results
    OUT/experiment.toml             the experiment file of the run, if there was one
    OUT/games/chunk-SSS-CCCCCC.parquet    a row per player and game; SSS is the section, CCCCCC the chunk
    OUT/turns/chunk-SSS-CCCCCC.parquet    a row per turn of the traced games
    OUT/records/chunk-SSS-CCCCCC.jsonl    full game records, if asked for
    OUT/failures/chunk-SSS-CCCCCC.json    which games of the chunk failed and why, if any did
    OUT/.unfinished/                    files being written; leftovers of a kill are never read, and removed

Files are written in ``.unfinished`` and moved to their place once they are safe on disk. The one in ``games`` moves
last: if it exists, the chunk is complete. Only chunks of the manifest's plan are read, and each names its run in a
stamp. Other files are ignored.
"""

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import ConfigDict, Field

from arkadia_sim.core.game import END
from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_code import is_unplayed
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import RunError, UsageError, counted
from arkadia_sim.plan.plan import Chunk, Section, chunk_named, chunks_of, chunks_of_section
from arkadia_sim.results import files
from arkadia_sim.results.files import read_document, read_rows, scan_rows, sweep, write_errors, write_whole, writer
from arkadia_sim.results.manifest import FORMAT, Counts, Failure, Manifest, taken_up
from arkadia_sim.results.record_file import free_name, record_line
from arkadia_sim.results.rows import ChunkRows

KEY = "arkadia_sim"
"""The metadata entry that holds the stamp."""

BESIDE: Mapping[str, str] = {"records": "jsonl", "failures": "json"}
"""The folders in which a chunk may have further files, and their file endings."""


class Stamp(Stored):
    """What a file of a chunk says about itself. Earlier versions wrote checksums, too."""

    model_config = ConfigDict(extra="ignore")

    run: str = Field(description="the fingerprint of the run")
    chunk: str
    games: int


def write_stamped(rows: pl.DataFrame, path: Path, stamp: Stamp) -> None:
    """Write a table and its stamp as one parquet file."""
    path.write_bytes(files.parquet_bytes(rows, {KEY: stamp.model_dump_json()}))


def chunk_fault(root: Path, chunk: Chunk, run: str) -> str | None:
    """What is wrong with the files of a chunk of this run, without a full stop; None if nothing is."""
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
            return f"{name} holds {counted(stamp.games, 'game')} instead of {chunk.count:,}"
    return None


def _stamp_of(file: Path) -> Stamp | None:
    """The stamp of a file; None if it cannot be read."""
    try:
        return Stamp.model_validate_json(files.notes_of(file)[KEY])
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, KeyError, ValueError):
        return None


UNFINISHED = ".unfinished"
"""The folder for files that are being written."""

FAILURES_SHOWN = 100
"""How many failed games the manifest lists. All are counted, and all are in ``failures/``."""

FAULTS_TOLD = 3
"""How many unusable chunks a message names."""


class RunFolder:
    """The folder of one run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manifest_file = root / "manifest.json"
        self._unfinished = root / UNFINISHED
        self._whole: set[Chunk] = set()
        self._read: tuple[object, Manifest] | None = None

    def open(self, manifest: Manifest, experiment_text: str | None = None) -> Manifest:
        """Start a run here, or resume the same run, perhaps with more deals than before; the manifest as now stored.
        ``experiment_text`` is the text of the experiment's file, if there is one. UsageError if the folder holds
        something else; it stays untouched."""
        resumed = self.found(manifest)
        if resumed is None:
            files.make_folder(self.root)
            written = self.write_manifest(manifest)
            self._keep(experiment_text)
            return written
        sweep(self._unfinished)
        self._keep(experiment_text)  # first: a manifest with more deals than its experiment could not be resumed
        return resumed if resumed == self.read_manifest() else self.write_manifest(resumed)

    def _keep(self, experiment_text: str | None) -> None:
        if experiment_text is not None:
            self.write_text("experiment.toml", experiment_text)

    def found(self, manifest: Manifest) -> Manifest | None:
        """The manifest with which this run would resume here (:func:`taken_up`); None if the folder is free. Changes
        nothing; UsageError if the folder holds something else."""
        if is_file(self.manifest_file):
            return taken_up(self.root, self.read_manifest(), manifest)
        files.check_free(self.root, "run", UNFINISHED)
        return None

    def read_manifest(self) -> Manifest:
        """The manifest; UsageError if there is none or this version cannot read it."""
        try:
            state = self.manifest_file.stat()
            version = (state.st_mtime_ns, state.st_size, state.st_ino)
            if self._read is None or self._read[0] != version:
                self._read = (version, read_document(self.manifest_file, Manifest, FORMAT))
            return self._read[1]
        except OSError:
            raise UsageError(f"{self.root} holds no run: it has no manifest.json") from None

    def write_manifest(self, manifest: Manifest) -> Manifest:
        """Replace the manifest atomically; returns it."""
        self.write_text("manifest.json", files.document_text(manifest))
        return manifest

    def write_text(self, name: str, text: str) -> None:
        """Write a text file into the folder, whole or not at all."""
        self._write(self.root / name, lambda path: path.write_text(text, encoding="utf-8"))

    def copy_in(self, source: Path) -> None:
        """Copy a file into the run, unless something of its name exists."""
        if not (target := self.root / source.name).exists():
            self._write(target, partial(shutil.copyfile, source))

    def write_chunk(self, chunk: Chunk, rows: ChunkRows, record: bool, run: str) -> None:
        """Store a chunk, replacing files of the same name. The file in ``games`` comes last: it makes the chunk count.
        ``record``: whether to store full game records; ``run``: the fingerprint of the run."""
        name, stamp = chunk.name, Stamp(run=run, chunk=chunk.name, games=chunk.count)
        self._clear_beside(name)
        self._write(self.root / "turns" / f"{name}.parquet", partial(write_stamped, rows.turns, stamp=stamp))
        if record:
            self._write(self.root / "records" / f"{name}.jsonl", lambda path: _write_records(path, rows.records))
        if rows.failures:
            document = [failure.model_dump() for failure in rows.failures]
            text = json.dumps(document, ensure_ascii=False)
            self._write(self.root / "failures" / f"{name}.json", lambda path: path.write_text(text, encoding="utf-8"))
        self._write(self.root / "games" / f"{name}.parquet", partial(write_stamped, rows.players, stamp=stamp))

    def _clear_beside(self, name: str) -> None:
        for folder, ending in BESIDE.items():
            beside = self.root / folder / f"{name}.{ending}"
            with write_errors(beside):
                beside.unlink(missing_ok=True)

    def finished(self, sections: Sequence[Section], run: str) -> tuple[set[Chunk], list[str]]:
        """The complete chunks of a run, and what is wrong with other files of chunks. Only existing files are read,
        however many chunks are still missing. ``run`` is the run's fingerprint."""
        found = sorted((self.root / "games").glob("chunk-*.parquet"))
        existing = [chunk for file in found if (chunk := chunk_named(file.stem, sections))]
        faults = self._unfinished_of(existing, run)
        return {chunk for chunk in existing if chunk not in faults}, [fault for fault in faults.values() if fault]

    def _unfinished_of(self, chunks: Iterable[Chunk], run: str) -> dict[Chunk, str]:
        """The chunks that are not complete, with what is wrong: "" if they were not played yet."""
        faults: dict[Chunk, str] = {}
        for chunk in chunks:
            if chunk in self._whole:
                continue
            if not (self.root / "games" / f"{chunk.name}.parquet").exists():
                faults[chunk] = ""
            elif fault := chunk_fault(self.root, chunk, run):
                faults[chunk] = fault
            else:
                self._whole.add(chunk)
        return faults

    def check_whole(self, manifest: Manifest, again: str = "the command that played this run plays it again") -> None:
        """UsageError if a chunk of a complete run is missing, damaged or of another run; ``again`` says what to do."""
        self._usable(manifest, list(chunks_of(manifest.sections)), again)

    def chunk_files(self, table: str = "games") -> list[Path]:
        """The files of a table (``games`` or ``turns``) in the order of play; UsageError as in :meth:`check_whole`. For
        an unfinished run, the files of the complete chunks."""
        manifest = self.read_manifest()
        return self._files(table, manifest, list(chunks_of(manifest.sections)))

    def section_files(self, section: int, table: str = "games") -> list[Path]:
        """The files of one section, in the order of play; otherwise as :meth:`chunk_files`."""
        manifest = self.read_manifest()
        return self._files(table, manifest, list(chunks_of_section(section, manifest.sections[section])))

    def scan(self, table: str = "games") -> pl.LazyFrame:
        """All rows of a table (``games`` or ``turns``), as a lazy frame."""
        found = self.chunk_files(table)
        if not found:
            raise UsageError(f"{self.root} holds no finished games yet")
        return scan_rows(found)

    def count(self) -> Counts:
        """Count what the chunks hold, one chunk at a time to save memory."""
        player_rows = traced = turn_rows = 0
        ends: Counter[str] = Counter()
        for file in self.chunk_files():
            rows = read_rows(file, ["seat", END])
            player_rows += len(rows)
            ends.update(rows.filter(seat=0)[END].to_list())
        for file in self.chunk_files("turns"):
            turns = read_rows(file, ["game"])["game"]
            turn_rows += len(turns)
            traced += turns.n_unique() if len(turns) else 0
        return Counts(
            games=ends.total(),
            player_rows=player_rows,
            traced_games=traced,
            turn_rows=turn_rows,
            failed=sum(not is_unplayed(failure.reason) for failure in self.failures()),
            ends=dict(sorted(ends.items())),
        )

    def failures(self) -> Iterator[Failure]:
        """The games that failed or were not played, in the order of play."""
        for games in self.chunk_files():
            yield from self.failures_of(games.stem)

    def failures_of(self, chunk: str) -> list[Failure]:
        """The games of a complete chunk that failed or were not played, by its name."""
        file = self.root / "failures" / f"{chunk}.json"
        return [Failure(**failure) for failure in json.loads(file.read_text(encoding="utf-8"))] if file.exists() else []

    def join_records(self, target: Path) -> tuple[int, Path | None]:
        """Copy all game records, in the order of play, into one JSON Lines file. Returns their number, and where other
        records that were in the file before are kept now, if there were any."""
        records = 0
        unfinished = target.with_name(f".{target.name[: files.SHORT]}.unfinished")
        try:
            with unfinished.open("wb") as out:
                for games in self.chunk_files():
                    with (self.root / "records" / f"{games.stem}.jsonl").open("rb") as lines:
                        for line in lines:
                            out.write(line)
                            records += 1
                out.flush()
                os.fsync(out.fileno())
            aside = None if _begins_with(unfinished, target) else free_name(target)
            if aside is not None:
                target.rename(aside)
            unfinished.replace(target)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise RunError(f"the records cannot be written to {target}: {error.strerror}") from None
        return records, aside

    def close(self) -> None:
        """Remove leftovers at the end of a run, except what other processes are writing."""
        for file in self._unfinished.glob(f"*-{writer()}"):
            file.unlink(missing_ok=True)
        sweep(self._unfinished)

    def _files(self, table: str, manifest: Manifest, chunks: list[Chunk]) -> list[Path]:
        usable = self._usable(manifest, chunks, "the command that played this run plays it again")
        return [self.root / table / f"{chunk.name}.parquet" for chunk in usable]

    def _usable(self, manifest: Manifest, chunks: list[Chunk], again: str) -> list[Chunk]:
        """The complete chunks; UsageError for faulty ones, and for missing ones of a complete run."""
        missing = self._unfinished_of(chunks, manifest.fingerprint)
        complete = manifest.status == "complete"
        faults = [fault or f"games/{chunk.name}.parquet is missing" for chunk, fault in missing.items()]
        reported = faults if complete else [fault for fault in missing.values() if fault]
        if reported:
            raise UsageError(f"{self.root} cannot be read: {fault_text(reported)}; {again}")
        return [chunk for chunk in chunks if chunk not in missing] if missing else chunks

    def _write(self, target: Path, write: Callable[[Path], Any]) -> None:
        """Let ``write`` make a file, wait until it is safe on disk, then move it to its place."""
        if not self.root.is_dir():
            raise RunError(f"{self.root} was removed during the run: run the same command again to start over")
        with write_errors(target):
            self._unfinished.mkdir(exist_ok=True)
            target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, write, self._unfinished / "-".join([*target.relative_to(self.root).parts, writer()]))


def fault_text(faults: Sequence[str]) -> str:
    """What is wrong with chunks, with the first few named."""
    more = len(faults) - FAULTS_TOLD
    return ", ".join(faults[:FAULTS_TOLD]) + (f", and {more:,} more" if more > 0 else "")


def now() -> str:
    """The current time as stored in manifests."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _begins_with(file: Path, other: Path) -> bool:
    """Whether a file begins with all that is in another one, which need not be there."""
    if not other.exists():
        return True
    with file.open("rb") as new, other.open("rb") as old:
        return all(new.read(len(block)) == block for block in iter(partial(old.read, _BLOCK), b""))


_BLOCK = 1 << 20


def _write_records(path: Path, records: Iterable[Any]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(record_line(record) + "\n")
