"""The base of everything that is written beside results and read back."""

from typing import Any, TypeVar, cast, dataclass_transform

from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass

Row = TypeVar("Row")


class Stored(BaseModel):
    """A fact as it is kept in a file: it never changes once made, and holds nothing that its class does not name."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


@dataclass_transform(frozen_default=True)
def stored_row(kind: type[Row]) -> type[Row]:
    """The same for what is written out in tables of the source: its values may be given in order, without names."""
    made: Any = dataclass(frozen=True, config=ConfigDict(extra="forbid"))(kind)
    return cast(type[Row], made)
