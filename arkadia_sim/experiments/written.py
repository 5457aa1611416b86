"""What all models of experiment files have in common."""

from typing import Annotated, TypeVar

from pydantic import ConfigDict, Field

from arkadia_sim.core.stored import Stored

Item = TypeVar("Item")
Several = Annotated[tuple[Item, ...], Field(strict=False)]
"""A list of a file; it is kept as what cannot change."""


class Written(Stored):
    """What somebody wrote in a file: a text is no number there, nor the other way round."""

    model_config = ConfigDict(strict=True)
