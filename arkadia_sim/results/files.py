"""Files of results: written whole or not at all, and JSON documents that are checked when they are read."""

import json
import os
import platform
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import polars as pl
from pydantic import BaseModel, ValidationError

from arkadia_sim.errors import RunError, UsageError
from arkadia_sim.system import is_alive

OLD = 86_400.0
"""Age in seconds after which an unfinished file counts as abandoned."""


def write_whole(
    target: Path, write: Callable[[Path], Any], unfinished: Path | None = None, goes_on: bool = True
) -> None:
    """Let ``write`` make a file, wait until it is safe on disk, then move it to its place. ``write`` is called with the
    path to write to (``unfinished``); ``goes_on`` says whether the message may say that the same command resumes the
    run. RunError: The disk is full, read-only or gone; no part of the file is left."""
    unfinished = unfinished or target.with_name(f".{target.name[:SHORT]}-{os.getpid()}")
    with write_errors(target, goes_on):
        try:
            write(unfinished)
            with unfinished.open("r+b") as file:
                os.fsync(file.fileno())
            unfinished.replace(target)
        except BaseException:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise


@contextmanager
def write_errors(target: Path, goes_on: bool = True) -> Iterator[None]:
    """Turn errors while writing a file into a RunError with a message."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        again = "; finished games are kept: run the same command again to continue" if goes_on else ""
        raise RunError(f"{target} cannot be written: {reason}{again}") from None


def scan_rows(files: Sequence[Path]) -> pl.LazyFrame:
    """The rows of parquet files, one file after the other. Their names are names, whatever characters they hold. Polars
    takes a name for a pattern, ``~`` for a home and ``s3:`` for a server; all of the package reads through here."""
    sources: Any = [file.absolute() for file in files]
    if any("\udc80" <= sign <= "\udcff" for file in sources for sign in str(file)):
        sources = [file.read_bytes() for file in files]  # polars takes no names with bytes that are no text
    return pl.scan_parquet(sources, glob=False, hive_partitioning=False)


def read_rows(file: Path, columns: Sequence[str] | None = None) -> pl.DataFrame:
    """The rows of one parquet file, of these columns or all; as :func:`scan_rows`."""
    with file.open("rb") as stream:
        return pl.read_parquet(stream, columns=None if columns is None else list(columns))


def columns_of(file: Path) -> Mapping[str, Any]:
    """The names and types of the columns of a parquet file."""
    with file.open("rb") as stream:
        return pl.read_parquet_schema(stream)


def notes_of(file: Path) -> Mapping[str, str]:
    """What was written into a parquet file beside its rows."""
    with file.open("rb") as stream:
        return pl.read_parquet_metadata(stream)


def parquet_bytes(rows: pl.DataFrame, notes: Mapping[str, str] | None = None) -> bytes:
    """A table as the content of a parquet file, with ``notes`` beside its rows."""
    content = BytesIO()
    rows.write_parquet(content, metadata=None if notes is None else dict(notes))
    return content.getvalue()


def read_csv(file: Path, schema: Mapping[str, Any]) -> pl.DataFrame:
    """A CSV file with these columns."""
    return pl.read_csv(file.read_bytes(), schema=dict(schema))


def write_table(table: pl.DataFrame, target: Path) -> None:
    """Write a table as parquet or CSV, by the ending of the file; whole or not at all (:func:`write_whole`)."""
    content = table.write_csv().encode() if target.suffix != ".parquet" else parquet_bytes(table)
    write_whole(target, lambda path: path.write_bytes(content))


def _machine() -> str:
    """This machine's name, as used in the names of unfinished files."""
    return re.sub(r"[^A-Za-z0-9.]+", "_", platform.node()) or "here"


def writer() -> str:
    """This process among all that may write into a folder: machine and process number."""
    return f"{_machine()}-{os.getpid()}"


def sweep(folder: Path) -> None:
    """Remove abandoned files from a folder of unfinished ones, and the folder if it is then empty. A file is abandoned
    if its writer (:func:`writer`) has ended; files of other machines if they are old."""
    with suppress(OSError):  # missing, not empty, or not ours to remove: harmless
        for file in folder.iterdir():
            match = re.fullmatch(rf".+-{re.escape(_machine())}-([0-9]+)", file.name)
            if (match and not is_alive(int(match[1]))) or time.time() - file.stat().st_mtime > OLD:
                file.unlink(missing_ok=True)
        folder.rmdir()


Model = TypeVar("Model", bound=BaseModel)
SHORT = 40
"""Longer values (in characters) are not shown when two documents are compared, nor names kept in those of unfinished
files, which would be too long for a disk."""
_AGAIN = "restore the file, or play again into another folder"


def check_free(folder: Path, what: str, unfinished: str | None = None) -> None:
    """UsageError unless a folder can hold new results: it does not exist or is empty. ``what`` it should become, for
    the message: "run", "study"; ``unfinished`` is a name that may be there from a start that was killed."""
    try:
        free = not folder.exists() or (folder.is_dir() and all(entry.name == unfinished for entry in folder.iterdir()))
    except OSError as error:
        raise UsageError(f"folder {folder} cannot be used: {error.strerror}") from None
    if not free:
        raise UsageError(f"{folder} already exists and holds no {what}: use another folder, or an empty one")


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, if it is missing; if that fails, UsageError, without the parents made so far."""
    new: list[Path] = []
    try:
        new += [parent for parent in folder.parents if not parent.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for parent in new:
            with suppress(OSError):
                parent.rmdir()
        raise UsageError(f"folder {folder} cannot be made: {error.strerror}") from None


def document_text(document: BaseModel) -> str:
    """A document as JSON text."""
    return json.dumps(document.model_dump(mode="json", by_alias=True), indent=1, ensure_ascii=False) + "\n"


def both_values(name: str, stored: Any, wanted: Any) -> str:
    """A difference between two documents: its name, and both values if they are short."""
    texts = [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in (stored, wanted)]
    return f"{name} (there: {texts[0]}; now: {texts[1]})" if max(map(len, texts)) <= SHORT else name


def first_fault(error: ValueError) -> str:
    """The first fault of a document, in words."""
    if not isinstance(error, ValidationError):
        return str(error).splitlines()[0]
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    if not place and first["type"] != "value_error":
        return "it is not a table of names and values"
    return f"{place}: {message}" if place else message


def read_document(file: Path, model: type[Model], wanted: str) -> Model:
    """Read a document; UsageError if it is damaged or has another format than ``wanted``."""
    content = file.read_bytes()
    try:
        document = json.loads(content)
        if isinstance(document, dict) and document.get("format") != wanted:
            raise UsageError(
                f"{file} has the format {document.get('format')!r}, and this version reads {wanted!r}: play again into "
                "another folder"
            )
        if isinstance(document, dict):
            document.pop("checksum", None)  # of earlier versions
        return model.model_validate(document)
    except ValueError as error:
        raise UsageError(f"{file} is damaged: {first_fault(error)}; {_AGAIN}") from None
    except RecursionError:
        raise UsageError(f"{file} is damaged: its nesting is too deep; {_AGAIN}") from None
