"""Result folders and their JSON documents: what runs, studies and tunings share on disk."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import digest

Model = TypeVar("Model", bound=BaseModel)
SHORT = 40
"""Longer values (in characters) are not shown when two documents are compared."""
_AGAIN = "restore the file, or play again into another folder"


def check_free(folder: Path, what: str, unfinished: str | None = None) -> None:
    """Check that a folder can hold new results: it does not exist or is empty.

    Args:
        folder: The folder.
        what: What it should become, for the message: "run", "study".
        unfinished: A name that may be there from a start that was killed.

    Raises:
        UsageError: The folder holds something else or cannot be used.
    """
    try:
        free = not folder.exists() or (folder.is_dir() and all(entry.name == unfinished for entry in folder.iterdir()))
    except OSError as error:
        raise UsageError(f"folder {folder} cannot be used: {error.strerror}") from None
    if not free:
        raise UsageError(f"{folder} already exists and holds no {what}: use another folder, or an empty one")


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, if it is missing. If that fails, remove the parents made so far.

    Raises:
        UsageError: The folder cannot be made.
    """
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


def checksum_of(document: Mapping[str, Any]) -> str:
    """The checksum of a document, over everything but the checksum itself."""
    return digest({key: value for key, value in document.items() if key != "checksum"})


def with_checksum(document: Model) -> Model:
    """The document with its checksum filled in."""
    return document.model_copy(update={"checksum": checksum_of(json.loads(document_text(document)))})


def both_values(name: str, stored: Any, wanted: Any) -> str:
    """A difference between two documents: its name, and both values if they are short."""
    texts = [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in (stored, wanted)]
    return f"{name} ({texts[0]} in the folder, {texts[1]} now)" if max(map(len, texts)) <= SHORT else name


def _first_fault(error: ValueError) -> str:
    """The first fault of a document, in words."""
    if not isinstance(error, ValidationError):
        return str(error).splitlines()[0]
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"])
    return f"{place}: {first['msg']}" if place else "it is not a table of names and values"


def read_document(file: Path, model: type[Model], wanted: str) -> Model:
    """Read a document and check its format and, if its model has one, its checksum.

    Args:
        file: The file.
        model: The model of the document.
        wanted: The format that it must have.

    Raises:
        UsageError: It has another format, is damaged or was edited.
        OSError: It cannot be read.
    """
    content = file.read_bytes()
    try:
        document = json.loads(content)
        if isinstance(document, dict) and document.get("format") != wanted:
            raise UsageError(
                f"{file} has the format {document.get('format')!r}, and this version reads {wanted!r}: play again into "
                "another folder"
            )
        model_instance = model.model_validate(document)
    except ValueError as error:
        raise UsageError(f"{file} is damaged: {_first_fault(error)}; {_AGAIN}") from None
    except RecursionError:
        raise UsageError(f"{file} is damaged: its nesting is too deep; {_AGAIN}") from None
    if "checksum" in model.model_fields and document.get("checksum") != checksum_of(document):
        raise UsageError(f"{file} was edited after the run and can no longer be trusted: {_AGAIN}")
    return model_instance
