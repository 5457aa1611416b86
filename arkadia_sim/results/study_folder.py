"""A study on disk: a folder with one run in it for each part, and ``study.json``, which says what they are parts of."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.guide import Guide
from arkadia_sim.experiments.study import Circumstance, Study
from arkadia_sim.results.documents import check_free, document_text, make_folder, read_document
from arkadia_sim.results.whole_files import write_whole

STUDY_FORMAT = "arkadia-sim-study/1"
STUDY_FILE = "study.json"


class StudyManifest(Stored):
    """A study as ``study.json`` tells it; each part is a run in a folder of its name beside it."""

    format: str = STUDY_FORMAT
    name: str
    title: str
    question: str
    parts: tuple[str, ...] = Field(description="the names of the parts, in the order of the study")
    guide: Guide | None = Field(None, description="what the page that one can play by is made from")
    circumstances: tuple[Circumstance, ...] = Field(
        (), description="under what each part was played, all parts in turn"
    )


def is_study(folder: Path) -> bool:
    """Whether a folder holds a study and not a single run."""
    return is_file(folder / STUDY_FILE)


def read_study_manifest(folder: Path) -> StudyManifest:
    """What a folder's ``study.json`` says; UsageError when there is none, or one that this version cannot read."""
    try:
        return read_document(folder / STUDY_FILE, StudyManifest, STUDY_FORMAT)
    except OSError:
        raise UsageError(f"{folder} holds no study (there is no {STUDY_FILE} in it)") from None


def open_study(folder: Path, study: Study, parts: Sequence[str]) -> None:
    """Begin a study in a folder or take it up again; UsageError when the folder holds something else."""
    wanted = StudyManifest(
        name=study.name,
        title=study.title,
        question=study.question,
        parts=tuple(parts),
        guide=study.guide,
        circumstances=study.circumstances,
    )
    if is_study(folder):
        found = read_study_manifest(folder)
        if _identity(found) != _identity(wanted):
            raise UsageError(f"{folder} holds another study, {found.name!r}: name another folder with --out")
    else:
        check_free(folder, "study")
    make_folder(folder)
    write_whole(folder / STUDY_FILE, lambda path: path.write_text(document_text(wanted), encoding="utf-8"))


def _identity(study: StudyManifest) -> tuple[object, ...]:
    """What makes a study this one and no other; titles and the guide are words."""
    return study.name, study.parts, tuple((one.name, one.changes) for one in study.circumstances)
