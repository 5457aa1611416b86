"""A study: several experiments that answer one question together, perhaps each under several circumstances."""

from collections.abc import Sequence
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.experiments.guide import Guide
from arkadia_sim.experiments.messages import Inconsistent, Where
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.experiments.written import Several, Written

UNDER_CIRCUMSTANCES = ("paired", "seats")
"""The designs of the parts of a study under several circumstances."""

_NAME = r"^[A-Za-z][A-Za-z0-9_-]*$"


class Circumstance(Written):
    """Under what all parts of a study are played: other rules or other pieces than their own.

    ``rules`` and ``components`` take the place of those of a part, whole; what is left out stays as the part has it.
    """

    name: str = Field(pattern=_NAME, description="what the folders of its runs are called by, after the part")
    title: str = Field(min_length=1, description="as it stands in a sentence: 'with larger hands'")
    rules: dict[str, Any] | None = None
    components: dict[str, Any] | None = None

    def __hash__(self) -> int:
        """By the name alone: tables have no hash."""
        return hash(self.name)

    @property
    def changes(self) -> dict[str, Any]:
        """What of an experiment is otherwise."""
        given = {"rules": self.rules, "components": self.components}
        return {key: value for key, value in given.items() if value is not None}

    def played_name(self, part: str) -> str:
        """What a part is called under this circumstance, and the folder of its run."""
        return f"{part}_{self.name}"


class Study(Written):
    """Several experiments that answer one question together.

    With ``circumstances`` each part is played under each of them, with the same deals; all are held against the first.
    """

    name: str = Field(pattern=_NAME)
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    design: Literal["study"] = "study"
    parts: Several[str] = Field(min_length=1)
    guide: Guide | None = Field(None, description="what the page that one can play by is made from")
    circumstances: Several[Circumstance] = Field((), description="under what each part is played, the usual one first")

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        faults: list[tuple[Where, str | None]] = []
        if len(set(self.parts)) != len(self.parts):
            faults.append((("parts",), None))
        names = [one.name for one in self.circumstances]
        faults += [(("circumstances", place, "name"), None) for place, one in enumerate(names) if one in names[:place]]
        changed = [one.changes for one in self.circumstances]
        faults += [
            (("circumstances", place), "others than of those before: what is the same is not held against itself")
            for place, one in enumerate(changed)
            if one in changed[:place]
        ]
        if len(names) == 1 or (names and self.guide is not None):
            faults.append((("circumstances",), "two or more, in a study without a guide"))
        if faults:
            raise Inconsistent(faults)
        return self


def faults_of_parts(study: Study, parts: Sequence[Experiment]) -> list[str]:
    """What of the parts does not go together with the study's circumstances."""
    wanted = " or ".join(UNDER_CIRCUMSTANCES)
    return [
        f"parts: {one.name!r} has the design {one.design!r}{' and stops by itself' if one.until else ''}: under "
        f"several circumstances a part has the design {wanted} and a fixed number of deals"
        for one in (parts if study.circumstances else ())
        if one.design not in UNDER_CIRCUMSTANCES or one.until is not None
    ]
