"""What all searches have in common: a command that repeats them, and one file in a folder of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from pydantic import Field

from arkadia_sim import __version__
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot_file import BotTable
from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.provenance import Search
from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import UsageError, command_line
from arkadia_sim.plan.plan import digest
from arkadia_sim.results.files import both_values, check_free, document_text, make_folder, read_document, with_checksum
from arkadia_sim.results.store import UNFINISHED, RunFolder
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.tuning.arena import climbed_outcome
from arkadia_sim.tuning.saved_bot import SavedBot


def search_command(search: str, request: Any, **options: str) -> str:
    """The command that repeats a search: the bot, then an option for each other field of the request that is set.

    ``options`` names the options that are not called like their fields.
    """
    words = [search]
    for field in fields(request):
        value, option = getattr(request, field.name), options.get(field.name, field.name).replace("_", "-")
        if option == "bot":
            words.append(value)
        elif isinstance(value, Mapping):
            for name, chosen in value.items():
                words += [f"--{option}", f"{name}={option_text(chosen)}"]
        elif option in ("among", "teacher"):  # one by one, for a bot may have commas in its name
            for bot in value:
                words += [f"--{option}", bot]
        elif isinstance(value, tuple):
            words += [f"--{option}", ",".join(map(str, value))]
        elif value is not None and (option, value) != ("game", DEFAULT_GAME):
            words += [f"--{option}", str(value)]
    return command_line(*words)


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

    @classmethod
    def of_outcome(cls, estimate: Estimate, outcome: Outcome) -> "Interval":
        """An estimate of an outcome as the rows count it, in the outcome's unit and within its bounds."""
        return cls.of(estimate.scaled(outcome.scale).cut(*outcome.bounds).with_unseen(*outcome.bounds))

    def __str__(self) -> str:
        interval = f"({self.low:.1f} to {self.high:.1f})" if self.low < self.high else "(the same in every deal)"
        return f"{self.mean:+.1f} {interval}"

    def estimate(self) -> Estimate:
        """The same for the statistics."""
        return Estimate(self.mean, self.low, self.high, self.standard_error, self.deals)


class SearchFile(Stored):
    """The file of a search. ``format`` changes whenever a reader of older files would go wrong."""

    KIND: ClassVar[str]
    """What this search is called, as in "tuning"."""
    NAME: ClassVar[str]
    """The name of the file."""
    SAVED: ClassVar[SavedBot]
    """How the bot that it finds is saved."""
    UNASKED: ClassVar[frozenset[str]] = frozenset({"command", "fingerprint", "checksum"})
    """Fields that the fingerprint leaves out."""

    format: str
    status: Literal["running", "complete"] = "running"
    fingerprint: str = ""
    game: str
    rules_version: str
    versions: dict[str, str]
    command: str = Field(description="that repeats this search")
    bot: str = Field(description="as the user wrote it")
    against: tuple[str, ...]
    players: tuple[int, ...]
    seed: int
    outcome: Outcome = Field(description="what one plays for; figures are in its unit")
    climbed: Outcome = Field(description="the outcome whose score the search climbs")
    checksum: str = Field("", description="of everything else in the file; shows whether it was edited")

    @classmethod
    def begun(
        cls, game: Game, request: Any, bots: Sequence[str], *parts: Any, versions: Mapping[str, str] = {}, **asked: Any
    ) -> Self:
        """The file of a search before its first game.

        Args:
            game: The game.
            request: What was asked for.
            bots: All bots that play; another version of one of them makes another search.
            parts: What else makes it another search.
            versions: Of the libraries that the result depends on.
            asked: The other fields.
        """
        file = cls(
            game=request.game,
            rules_version=game.rules_version,
            versions={"arkadia_sim": __version__, **versions},
            command=request.command(),
            seed=request.seed,
            outcome=game.outcomes[0],
            climbed=climbed_outcome(game.outcomes),
            **asked,
        )
        document = file.model_dump(mode="json", exclude=set(cls.UNASKED))
        hashes = [bot.hash for bot in game.describe_bots(bots)]
        return file.model_copy(update={"fingerprint": digest([document, hashes, *parts])})

    def table(self, path: Path) -> BotTable:
        """The bot that was found, as a table of a bot file at ``path``."""
        raise NotImplementedError

    def save_bot(self, path: Path) -> None:
        """Write the bot that was found to a file of its own, whose name it gets."""
        self.SAVED.write(path, self.bot, self.table(path))

    def provenance(self, games: int, **more: Any) -> Search:
        """The search as the file of the bot that it found tells of it; ``more`` are further fields."""
        return Search(
            command=self.command,
            against=list(self.against),
            players=list(self.players),
            seed=self.seed,
            games=games,
            versions=self.versions | {"rules": self.rules_version},
            **more,
        )

    def differences(self, new: "SearchFile") -> str:
        """In which of the fields that were set for a new search this one differs from it."""
        there, now = self.model_dump(mode="json"), new.model_dump(mode="json")
        asked = new.model_fields_set - {"fingerprint", "command"}
        names = [name for name in now if name in asked and there[name] != now[name]]
        if "game" in names:  # everything else follows
            names = ["game"]
        return ", ".join(_difference(name, there[name], now[name]) for name in names) or "the bots' code or the rules"


def _difference(name: str, there: Any, now: Any) -> str:
    if isinstance(there, dict) and isinstance(now, dict):
        changed = [key for key in {**there, **now} if there.get(key) != now.get(key)]
        return ", ".join(_difference(f"{name}.{key}", there.get(key), now.get(key)) for key in changed)
    return both_values(name, there, now)


File = TypeVar("File", bound=SearchFile)


class SearchFolder(Generic[File]):
    """The folder of one search."""

    def __init__(self, root: Path, kind: type[File]) -> None:
        self.root, self.kind = root, kind
        self._folder = RunFolder(root)

    @property
    def has_begun(self) -> bool:
        """Whether the folder holds a search of this kind."""
        return is_file(self.root / self.kind.NAME)

    def open(self, new: File) -> File:
        """Start a search here, or return the file of the same search if it is here; UsageError for anything else."""
        if self.has_begun:
            file = self._read()
            if file.fingerprint != new.fingerprint:
                differences = file.differences(new)
                raise UsageError(
                    f"{self.root} holds another {self.kind.KIND}; they differ in {differences}: name another with --out"
                )
            return file
        check_free(self.root, self.kind.KIND, UNFINISHED)
        make_folder(self.root)
        return self.save(new)

    def save(self, file: File) -> File:
        """Replace the file in one step; returns it with its checksum."""
        written = with_checksum(file)
        self._folder.write_text(self.kind.NAME, document_text(written))
        return written

    def close(self) -> None:
        """Remove temporary files."""
        self._folder.close()

    def _read(self) -> File:
        file = self.root / self.kind.NAME
        try:
            return read_document(file, self.kind, self.kind.model_fields["format"].default)
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}") from None
