"""A run on disk: chunks that are there whole or not at all, and a manifest.

::

    OUT/manifest.json               what is played here, and what came of it
    OUT/experiment.toml             the experiment file as run, if there was one
    OUT/games/chunk-SSS-CCCCCC.parquet    a row per player and game; SSS is the section, CCCCCC the chunk
    OUT/turns/chunk-SSS-CCCCCC.parquet    a row per turn of the traced games
    OUT/records/chunk-SSS-CCCCCC.jsonl    full game records, if asked for
    OUT/failures/chunk-SSS-CCCCCC.json    which games of the chunk failed and why, only where some did
    OUT/.unfinished/                    files that are being written; what a kill left is never read, and removed

Files come to be in ``.unfinished`` and move to their place when they are safe on disk. The one in ``games`` moves
last: where it is, the chunk is complete. Only the chunks of the manifest's plan are read, and each says which run it is
of (:mod:`arkadia_sim.results.chunks`): what else may lie there is not counted.
"""

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import polars as pl

from arkadia_sim.core.game import END
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.plan.plan import Chunk, Section, chunk_named, chunks_of, chunks_of_section
from arkadia_sim.results.chunks import BESIDE, FILES, Stamp, chunk_fault, sizes_beside, write_stamped
from arkadia_sim.results.documents import check_free, document_text, make_folder, read_document, with_checksum
from arkadia_sim.results.manifest import FORMAT, Counts, Failure, Manifest
from arkadia_sim.results.record_file import record_line
from arkadia_sim.results.rows import ChunkRows
from arkadia_sim.results.taking_up import taken_up
from arkadia_sim.results.whole_files import faults_told, sweep, write_whole, writer

UNFINISHED = ".unfinished"
"""The folder of files that are being written."""

FAILURES_SHOWN = 100
"""How many failed games the manifest lists; all are counted, and all are in ``failures/``."""

FAULTS_TOLD = 3
"""How many chunks that cannot be used are named in a message."""


class RunFolder:
    """The folder of one run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manifest_file = root / "manifest.json"
        self._unfinished = root / UNFINISHED
        self._whole: set[Chunk] = set()
        self._read: tuple[object, Manifest] | None = None

    def open(self, manifest: Manifest, experiment_text: str | None = None) -> Manifest:
        """Begin a run here, or take up the same run where it stopped, perhaps with more deals than it had.

        Returns the manifest that now lies here. ``experiment_text`` is that of the experiment's file, if there is one.

        Raises UsageError when the folder holds something else, which is then left untouched.
        """
        found = self.found(manifest)
        if found is None:
            make_folder(self.root)
            written = self.write_manifest(manifest)
            self._keep(experiment_text)
            return written
        sweep(self._unfinished)
        self._keep(experiment_text)  # first: a manifest with more deals than its experiment could not be gone on with
        return found if found == self.read_manifest() else self.write_manifest(found)

    def _keep(self, experiment_text: str | None) -> None:
        if experiment_text is not None:
            self.write_text("experiment.toml", experiment_text)

    def found(self, manifest: Manifest) -> Manifest | None:
        """What this same run goes on with if it lies here (:func:`taken_up`); UsageError if something else does.

        Changes nothing.
        """
        if is_file(self.manifest_file):
            return taken_up(self.root, self.read_manifest(), manifest)
        check_free(self.root, "run", UNFINISHED)
        return None

    def read_manifest(self) -> Manifest:
        """The manifest; UsageError when there is none, or one that this version cannot read."""
        try:
            state = self.manifest_file.stat()
            version = (state.st_mtime_ns, state.st_size, state.st_ino)
            if self._read is None or self._read[0] != version:
                self._read = (version, read_document(self.manifest_file, Manifest, FORMAT))
            return self._read[1]
        except OSError:
            raise UsageError(f"{self.root} holds no run (there is no manifest.json in it)") from None

    def write_manifest(self, manifest: Manifest) -> Manifest:
        """Replace the manifest, at once; returns it as it was written, with its checksum."""
        written = with_checksum(manifest)
        self.write_text("manifest.json", document_text(written))
        return written

    def write_text(self, name: str, text: str) -> None:
        """Put a text file into the folder, whole or not at all."""
        self._write(self.root / name, lambda path: path.write_text(text, encoding="utf-8"))

    def copy_in(self, source: Path) -> None:
        """Put a copy of a file or folder into the folder, unless one of its name is there."""
        target = self.root / source.name
        if target.exists():
            return
        if source.is_dir():
            for file in sorted(source.rglob("*")):
                if file.is_file():
                    self._write(target / file.relative_to(source), partial(shutil.copyfile, file))
        else:
            self._write(target, partial(shutil.copyfile, source))

    def write_chunk(self, chunk: Chunk, rows: ChunkRows, record: bool, run: str) -> None:
        """Keep a chunk of the run with that fingerprint, in place of what may lie there under its name.

        The file in ``games`` comes last: it makes the chunk count.
        """
        name, stamp = chunk.name, Stamp(run=run, chunk=chunk.name, games=chunk.count)
        self._clear_beside(name)
        self._write(self.root / "turns" / f"{name}.parquet", partial(write_stamped, rows.turns, stamp=stamp))
        if record:
            self._write(self.root / "records" / f"{name}.jsonl", lambda path: _write_records(path, rows.records))
        if rows.failures:
            document = [failure.model_dump() for failure in rows.failures]
            text = json.dumps(document, ensure_ascii=False)
            self._write(self.root / "failures" / f"{name}.json", lambda path: path.write_text(text, encoding="utf-8"))
        stamp = stamp.model_copy(update={"beside": sizes_beside(self.root, name)})
        self._write(self.root / "games" / f"{name}.parquet", partial(write_stamped, rows.players, stamp=stamp))

    def take_in(self, chunk: Chunk, files: Mapping[str, bytes]) -> None:
        """Keep a chunk that was written elsewhere, in place of what may lie there: its files, by folder."""
        self._clear_beside(chunk.name)
        for folder in (one for one in FILES if one in files):
            content = files[folder]
            self._write(self.root / folder / f"{chunk.name}.{FILES[folder]}", partial(Path.write_bytes, data=content))

    def _clear_beside(self, name: str) -> None:
        for folder, ending in BESIDE.items():
            beside = self.root / folder / f"{name}.{ending}"
            with faults_told(beside):
                beside.unlink(missing_ok=True)

    @contextmanager
    def token(self) -> Iterator[tuple[Path, str]]:
        """A file among the unfinished ones, and what it says, by which others know that they see this same folder."""
        file, says = self._unfinished / f"token-{writer()}", uuid4().hex
        self._write(file, lambda path: path.write_text(says, encoding="utf-8"))
        try:
            yield file, says
        finally:
            with suppress(OSError):
                file.unlink(missing_ok=True)

    def finished(self, sections: Sequence[Section], run: str) -> tuple[set[Chunk], list[str]]:
        """The chunks of a run that are there whole, and what is wrong with others that are there.

        ``run`` is the run's fingerprint. However many chunks are still to be played, only those there are looked at.
        """
        files = sorted((self.root / "games").glob("chunk-*.parquet"))
        there = [chunk for file in files if (chunk := chunk_named(file.stem, sections))]
        faults = self._unfinished_of(there, run)
        return {chunk for chunk in there if chunk not in faults}, [fault for fault in faults.values() if fault]

    def _unfinished_of(self, chunks: Iterable[Chunk], run: str) -> dict[Chunk, str]:
        """Those of the chunks that are not there whole, with what is wrong: "" where nothing was played yet."""
        found: dict[Chunk, str] = {}
        for chunk in chunks:
            if chunk in self._whole:
                continue
            if not (self.root / "games" / f"{chunk.name}.parquet").exists():
                found[chunk] = ""
            elif fault := chunk_fault(self.root, chunk, run):
                found[chunk] = fault
            else:
                self._whole.add(chunk)
        return found

    def check_whole(self, manifest: Manifest, again: str = "the command that played this run plays it again") -> None:
        """UsageError if a chunk of a complete run is missing, damaged or of another run; ``again`` says what to do."""
        self._usable(manifest, list(chunks_of(manifest.sections)), again)

    def chunk_files(self, table: str = "games") -> list[Path]:
        """The files of a table (``games`` or ``turns``) in the order of play; UsageError as in :meth:`check_whole`.

        Of a run that is not finished, the chunks that are there.
        """
        manifest = self.read_manifest()
        return self._files(table, manifest, list(chunks_of(manifest.sections)))

    def section_files(self, section: int) -> list[Path]:
        """The files of one section's players, in the order of play; else as :meth:`chunk_files`."""
        manifest = self.read_manifest()
        return self._files("games", manifest, list(chunks_of_section(section, manifest.sections[section])))

    def scan(self, table: str = "games") -> pl.LazyFrame:
        """All rows of a table (``games`` or ``turns``), not yet read."""
        files = self.chunk_files(table)
        if not files:
            raise UsageError(f"{self.root} holds no finished games yet")
        return pl.scan_parquet(files)

    def count(self) -> Counts:
        """Count what lies in the chunks, one at a time, so that it takes no memory to speak of."""
        games = player_rows = traced = turn_rows = 0
        ends: Counter[str] = Counter()
        for file in self.chunk_files():
            rows = pl.read_parquet(file, columns=["seat", END])
            player_rows += len(rows)
            first_seats = rows.filter(pl.col("seat") == 0)
            games += len(first_seats)
            ends.update({str(end): number for end, number in first_seats.group_by(END).len().iter_rows()})
        for file in self.chunk_files("turns"):
            turns = pl.read_parquet(file, columns=["game"])["game"]
            turn_rows += len(turns)
            traced += turns.n_unique() if len(turns) else 0
        return Counts(
            games=games,
            player_rows=player_rows,
            traced_games=traced,
            turn_rows=turn_rows,
            failed=sum(1 for _ in self.failures()),
            ends=dict(sorted(ends.items())),
        )

    def failures(self) -> Iterator[Failure]:
        """The failed games, in the order of play."""
        for games in self.chunk_files():
            file = self.root / "failures" / f"{games.stem}.json"
            if file.exists():
                yield from (Failure(**one) for one in json.loads(file.read_text(encoding="utf-8")))

    def join_records(self, target: Path) -> int:
        """Copy all game records, in the order of play, into one JSON Lines file, and count them."""
        records = 0
        unfinished = target.with_name(f".{target.name}.unfinished")
        try:
            with unfinished.open("wb") as out:
                for games in self.chunk_files():
                    with (self.root / "records" / f"{games.stem}.jsonl").open("rb") as lines:
                        for line in lines:
                            out.write(line)
                            records += 1
                out.flush()
                os.fsync(out.fileno())
            unfinished.replace(target)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise RunError(f"the records cannot be written to {target}: {error.strerror}") from None
        return records

    def close(self) -> None:
        """Tidy up at the end of a run; what other processes are writing is left to them."""
        for file in self._unfinished.glob(f"*-{writer()}"):
            file.unlink(missing_ok=True)
        sweep(self._unfinished)

    def _files(self, table: str, manifest: Manifest, chunks: list[Chunk]) -> list[Path]:
        usable = self._usable(manifest, chunks, "the command that played this run plays it again")
        return [self.root / table / f"{chunk.name}.parquet" for chunk in usable]

    def _usable(self, manifest: Manifest, chunks: list[Chunk], again: str) -> list[Chunk]:
        """The chunks that are there; UsageError for faulty ones, and for missing ones of a complete run."""
        missing = self._unfinished_of(chunks, manifest.fingerprint)
        complete = manifest.status == "complete"
        faults = [fault or f"games/{chunk.name}.parquet is missing" for chunk, fault in missing.items()]
        told = faults if complete else [fault for fault in missing.values() if fault]
        if told:
            raise UsageError(f"{self.root} cannot be read: {fault_text(told)}; {again}")
        return [chunk for chunk in chunks if chunk not in missing] if missing else chunks

    def _write(self, target: Path, write: Callable[[Path], Any]) -> None:
        """Let ``write`` make a file, see it safely on disk, then move it to its place."""
        if not self.root.is_dir():
            raise RunError(f"{self.root} is gone: the same command begins anew")
        with faults_told(target):
            self._unfinished.mkdir(exist_ok=True)
            target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, write, self._unfinished / f"{target.parent.name}-{target.name}-{writer()}")


def fault_text(faults: Sequence[str]) -> str:
    """What is wrong with chunks, the first of them named."""
    more = len(faults) - FAULTS_TOLD
    return ", ".join(faults[:FAULTS_TOLD]) + (f", and {more:,} more" if more > 0 else "")


def now() -> str:
    """The time, as manifests tell it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _write_records(path: Path, records: Iterable[Any]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(record_line(record) + "\n")
