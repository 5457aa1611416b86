"""What every search for better values keeps, whatever it searches by: one file in a folder of its own."""

from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import Field

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import UsageError
from arkadia_sim.results.documents import (
    both_values,
    check_free,
    document_text,
    make_folder,
    read_document,
    with_checksum,
)
from arkadia_sim.results.store import UNFINISHED, RunFolder
from arkadia_sim.stats.intervals import Estimate


class Interval(Stored):
    """A mean over deals with its 95% interval."""

    mean: float
    low: float
    high: float
    standard_error: float
    deals: int

    @classmethod
    def of(cls, estimate: Estimate) -> "Interval":
        """An estimate as the file keeps it."""
        return cls(
            mean=estimate.mean,
            low=estimate.low,
            high=estimate.high,
            standard_error=estimate.standard_error,
            deals=estimate.n,
        )

    def estimate(self) -> Estimate:
        """The same for the statistics."""
        return Estimate(self.mean, self.low, self.high, self.standard_error, self.deals)


class SearchFile(Stored):
    """A search as its file tells it: what all kinds of search have in common.

    ``format`` changes whenever a reader of older files would go wrong.
    """

    KIND: ClassVar[str]
    """What this search is called: a tuning."""
    NAME: ClassVar[str]
    """What its file is called."""
    IDENTITY: ClassVar[tuple[str, ...]]
    """The fields that make it this search and no other."""

    format: str
    status: Literal["running", "complete"] = "running"
    fingerprint: str
    game: str
    rules_version: str
    versions: dict[str, str]
    command: str = Field(description="that makes the same search")
    bot: str = Field(description="as the user wrote it")
    against: tuple[str, ...]
    players: tuple[int, ...]
    seed: int
    outcome: Outcome = Field(description="what one plays for: figures are in its unit")
    climbed: Outcome = Field(description="the outcome whose score the search goes by")
    checksum: str = Field("", description="of all the rest as it was written: tells whether it was edited since")

    def differing(self, other: "SearchFile") -> str:
        """In what a search that is there differs from another of its kind, in words."""
        there, now = self.model_dump(mode="json"), other.model_dump(mode="json")
        names = [name for name in self.IDENTITY if there[name] != now[name]]
        if "game" in names:  # all else follows
            names = ["game"]
        told = [_difference(name, there[name], now[name]) for name in names]
        return ", ".join(told) or "the bots' code or the rules"


def _difference(name: str, there: Any, now: Any) -> str:
    if isinstance(there, dict) and isinstance(now, dict):
        changed = [one for one in {**there, **now} if there.get(one) != now.get(one)]
        return ", ".join(_difference(f"{name}.{one}", there.get(one), now.get(one)) for one in changed)
    return both_values(name, there, now)


File = TypeVar("File", bound=SearchFile)


class SearchFolder(Generic[File]):
    """The folder of a search: its file is there whole, and only for the search that it belongs to."""

    def __init__(self, root: Path, kind: type[File]) -> None:
        self.root, self.kind = root, kind
        self._folder = RunFolder(root)

    @property
    def has_begun(self) -> bool:
        """Whether a search of this kind lies here."""
        return is_file(self.root / self.kind.NAME)

    def open(self, new: File) -> File:
        """Begin a search here, or take up the same one where it stopped; UsageError if something else lies here."""
        if self.has_begun:
            found = self._read()
            if found.fingerprint != new.fingerprint:
                what = found.differing(new)
                raise UsageError(
                    f"{self.root} holds another {self.kind.KIND}; they differ in {what}: name another with --out"
                )
            return found
        check_free(self.root, self.kind.KIND, UNFINISHED)
        make_folder(self.root)
        return self.save(new)

    def save(self, file: File) -> File:
        """Replace the file, at once; returns it as it was written, with its checksum."""
        written = with_checksum(file)
        self._folder.write_text(self.kind.NAME, document_text(written))
        return written

    def close(self) -> None:
        """Tidy up."""
        self._folder.close()

    def _read(self) -> File:
        file = self.root / self.kind.NAME
        try:
            return read_document(file, self.kind, self.kind.model_fields["format"].default)
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}") from None
