"""The base of everything that is stored beside results and read back."""

from collections.abc import Sequence
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field


class Stored(BaseModel):
    """A stored fact: immutable, and without fields that its class does not name."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


STORED_ROW = ConfigDict(extra="forbid")  # of dataclasses that are rows of tables in the source


Item = TypeVar("Item")
Several = Annotated[tuple[Item, ...], Field(strict=False)]  # a list of a file, kept as a tuple

Key = tuple[str | int, ...]
"""The path to a key of a file: names of tables and places in lists, such as ``("changes", 0, "with")``."""

Fault = tuple[Key, str]  # a key of a file and what is allowed there

NAME = r"^[A-Za-z][A-Za-z0-9_-]*$"


class Written(Stored):
    """A table of a file that a person wrote: a text is not read as a number, nor the other way round."""

    model_config = ConfigDict(strict=True)


class Inconsistent(ValueError):
    """Keys that do not go together."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults


def check(faults: Sequence[Fault]) -> None:
    """Raise Inconsistent if there are faults."""
    if faults:
        raise Inconsistent(faults)


def repeated(names: Sequence[str]) -> list[int]:
    """The places of names that occur earlier in the list."""
    return [place for place, name in enumerate(names) if name in names[:place]]
