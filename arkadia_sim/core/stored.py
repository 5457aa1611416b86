"""The base of everything that is stored beside results and read back."""

from typing import Any, TypeVar, cast, dataclass_transform

from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass

Row = TypeVar("Row")


class Stored(BaseModel):
    """A stored fact: immutable, and without fields that its class does not name."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


@dataclass_transform(frozen_default=True)
def stored_row(kind: type[Row]) -> type[Row]:
    """The same for rows of tables in the source: values may be positional."""
    row: Any = dataclass(frozen=True, config=ConfigDict(extra="forbid"))(kind)
    return cast(type[Row], row)
