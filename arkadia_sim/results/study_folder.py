"""A study on disk: a folder with one run for each part, and ``study.json``, which lists the parts."""

from pathlib import Path
from typing import Any

from pydantic import Field

from arkadia_sim.core.stored import NAME, Stored, Written
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import UsageError
from arkadia_sim.results.files import check_free, document_text, make_folder, read_document, write_whole

STUDY_FORMAT = "arkadia-sim-study/2"
STUDY_FILE = "study.json"


class Circumstance(Written):
    """Other rules or other pieces, under which all parts of a study are played once more. ``rules`` and ``components``
    replace those of a part, whole; what is left out stays as the part has it."""

    name: str = Field(pattern=NAME, description="suffix of the folders of its runs")
    title: str = Field(min_length=1, description="as the text of a sentence: 'with larger hands'")
    rules: dict[str, Any] | None = None
    components: dict[str, Any] | None = None

    def __hash__(self) -> int:
        """By the name alone: tables have no hash."""
        return hash(self.name)

    @property
    def changes(self) -> dict[str, Any]:
        """The keys of an experiment that it replaces."""
        keys = {"rules": self.rules, "components": self.components}
        return {key: value for key, value in keys.items() if value is not None}

    def played_name(self, part: str) -> str:
        """The name of a part under this circumstance, which is also the folder of its run."""
        return played_name(part, self.name)


class StudyManifest(Stored):
    """A study as stored in ``study.json``; each part is a run in a folder of its name."""

    format: str = STUDY_FORMAT
    name: str
    title: str
    question: str
    parts: tuple[str, ...] = Field(description="the names of the parts, in the order of the study")
    circumstances: tuple[Circumstance, ...] = Field(
        (), description="under what each part was played, all parts in turn"
    )


def played_name(part: str, circumstance: str) -> str:
    """The name of a part under a circumstance, by the names of both."""
    return f"{part}_{circumstance}"


def is_study(folder: Path) -> bool:
    """Whether a folder holds a study rather than a single run."""
    return is_file(folder / STUDY_FILE)


def read_study_manifest(folder: Path) -> StudyManifest:
    """Read a folder's ``study.json``; UsageError if there is none or this version cannot read it."""
    try:
        return read_document(folder / STUDY_FILE, StudyManifest, STUDY_FORMAT)
    except OSError:
        raise UsageError(f"{folder} holds no study: it has no {STUDY_FILE}") from None


def open_study(folder: Path, study: StudyManifest) -> None:
    """Begin a study in a folder or take it up again; UsageError when the folder holds something else."""
    if is_study(folder):
        there = read_study_manifest(folder)
        if _identity(there) != _identity(study):
            raise UsageError(f"{folder} holds another study, {there.name!r}: name another folder with --out")
    else:
        check_free(folder, "study")
    make_folder(folder)
    write_whole(folder / STUDY_FILE, lambda path: path.write_text(document_text(study), encoding="utf-8"))


def _identity(study: StudyManifest) -> tuple[object, ...]:
    """What makes a study this one and no other; titles are words."""
    return (
        study.name,
        study.parts,
        tuple((circumstance.name, circumstance.changes) for circumstance in study.circumstances),
    )
