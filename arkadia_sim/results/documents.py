"""Folders of results and the JSON documents in them: what runs, studies and tunings have in common on disk."""

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
"""Values up to so many characters are shown when two documents are compared."""
_AGAIN = "put the file back as it was, or play it again, into another folder"


def check_free(folder: Path, what: str, unfinished: str | None = None) -> None:
    """UsageError if a folder that should become a run (or whatever ``what`` says) is there and holds something else.

    ``unfinished`` names what may lie there from a start that was killed.
    """
    try:
        free = not folder.exists() or (folder.is_dir() and all(one.name == unfinished for one in folder.iterdir()))
    except OSError as error:
        raise UsageError(f"folder {folder} cannot be used: {error.strerror}") from None
    if not free:
        raise UsageError(f"{folder} is there already and holds no {what}: name another folder, or an empty one")


def make_folder(folder: Path) -> None:
    """Make a folder, unless it is there; UsageError where that cannot be, and then none above it is made either."""
    new: list[Path] = []
    try:
        new += [one for one in folder.parents if not one.exists()]
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        for one in new:
            with suppress(OSError):
                one.rmdir()
        raise UsageError(f"folder {folder} cannot be made: {error.strerror}") from None


def document_text(document: BaseModel) -> str:
    """A document as it is written."""
    return json.dumps(document.model_dump(mode="json", by_alias=True), indent=1, ensure_ascii=False) + "\n"


def checksum_of(document: Mapping[str, Any]) -> str:
    """The checksum of a document, in which only the checksum itself does not count."""
    return digest({key: value for key, value in document.items() if key != "checksum"})


def with_checksum(document: Model) -> Model:
    """A document as it is to be written: its checksum fits."""
    return document.model_copy(update={"checksum": checksum_of(json.loads(document_text(document)))})


def both_values(name: str, there: Any, now: Any) -> str:
    """That two documents differ in something, with both values where they are short."""
    texts = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in (there, now)]
    return f"{name} ({texts[0]} there, {texts[1]} now)" if max(map(len, texts)) <= SHORT else name


def _what_is_wrong(error: ValueError) -> str:
    """The first thing that is wrong with a document, in words."""
    if not isinstance(error, ValidationError):
        return str(error).splitlines()[0]
    first = error.errors()[0]
    place = ".".join(str(one) for one in first["loc"])
    return f"{place}: {first['msg']}" if place else "it is no table of names and values"


def read_document(file: Path, model: type[Model], wanted: str) -> Model:
    """The document in a file, which must be of the ``wanted`` format. Where its model has a checksum, that must fit.

    Raises UsageError for another format and for a damaged or edited file, OSError where there is none to be read.
    """
    written = file.read_bytes()
    try:
        document = json.loads(written)
        if isinstance(document, dict) and document.get("format") != wanted:
            raise UsageError(
                f"{file} has the format {document.get('format')!r}; this version reads {wanted!r}: play it again, into "
                "another folder"
            )
        found = model.model_validate(document)
    except ValueError as error:
        raise UsageError(f"{file} is damaged: {_what_is_wrong(error)}; {_AGAIN}") from None
    except RecursionError:
        raise UsageError(f"{file} is damaged: it is nested too deeply; {_AGAIN}") from None
    if "checksum" in model.model_fields and document.get("checksum") != checksum_of(document):
        raise UsageError(
            f"{file} was changed after it was written, so that what it says of the games cannot be relied on: {_AGAIN}"
        )
    return found
