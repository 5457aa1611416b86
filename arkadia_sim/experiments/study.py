"""A study: several experiments that answer one question together, perhaps each under several circumstances."""

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from arkadia_sim.core.written import NAME, Fault, Several, Written, check, repeated
from arkadia_sim.questions.question import Question
from arkadia_sim.results.study_folder import Circumstance, StudyManifest


class Study(Written):
    """Several experiments that answer one question together.

    With ``circumstances`` each part is played under each of them, on the same deals; all are compared with the first.
    """

    name: str = Field(pattern=NAME)
    title: str = Field(min_length=1)
    question: str = Field(min_length=1)
    design: Literal["study"] = "study"
    parts: Several[str] = Field(min_length=1)
    circumstances: Several[Circumstance] = Field(
        (), description="the rules and pieces to play under, the usual ones first"
    )

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        faults: list[Fault] = [(("parts",), "each part once")] if repeated(self.parts) else []
        names = [circumstance.name for circumstance in self.circumstances]
        faults += [(("circumstances", place, "name"), "each name once") for place in repeated(names)]
        changes = [circumstance.changes for circumstance in self.circumstances]
        faults += [
            (("circumstances", place), "other rules or components than those of an earlier one")
            for place, change in enumerate(changes)
            if change in changes[:place]
        ]
        if len(names) == 1:
            faults.append((("circumstances",), "two or more"))
        check(faults)
        return self

    def manifest(self, parts: Sequence[str]) -> StudyManifest:
        """The study as its folder keeps it.

        Args:
            parts: the names of the runs, in the order of play.
        """
        return StudyManifest(
            name=self.name,
            title=self.title,
            question=self.question,
            parts=tuple(parts),
            circumstances=self.circumstances,
        )


def faults_of_parts(study: Study, parts: Sequence[Question]) -> list[str]:
    """Parts that cannot be played under several circumstances."""
    if not study.circumstances:
        return []
    return [
        f"parts: {part.name!r} (design {part.design!r}) cannot be played under several circumstances: that takes "
        "the design paired or seats, and a fixed number of deals"
        for part in parts
        if not part.compares_circumstances
    ]
