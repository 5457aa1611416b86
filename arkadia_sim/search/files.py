"""What all searches keep: one file, a journal of all that was played, and the bot that was found."""

import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, TypeVar

import numpy as np
import tomli_w
from numpy.typing import NDArray
from pydantic import Field

from arkadia_sim import __version__
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Search
from arkadia_sim.core.bot_file import BOT_NAME, BotTable
from arkadia_sim.core.constraint import WAYS
from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_files import is_file, is_folder
from arkadia_sim.errors import BadValue, UsageError, command_line, printable
from arkadia_sim.plan.plan import digest
from arkadia_sim.plots.style import digits_for, signed, span
from arkadia_sim.results.files import both_values, check_free, document_text, make_folder, read_document, write_whole
from arkadia_sim.results.store import UNFINISHED, RunFolder
from arkadia_sim.runner.progress import Progress
from arkadia_sim.stats.intervals import Estimate

SAVED_WORDS = {"tune": ("tuning", "tuned"), "learn": ("learning", "learned"), "coach": ("advice", "coached"),
               "playbook": ("playbook", "found"), "exploit": ("search", "answering"),
               "adapt": ("adaptation", "adapted")}  # fmt: skip
"""What the search of a command is called, and the bot that it finds."""


def search_command(search: str, bot: str | None, **options: Any) -> str:
    """The command that repeats a search: the bot, then each option that is set."""
    words = [search] if bot is None else [search, bot]
    for name, value in options.items():
        option = name.replace("_", "-")
        if value is None or (option, value) == ("game", DEFAULT_GAME):
            continue
        if isinstance(value, Mapping):
            for name, chosen in value.items():
                words += [f"--{option}", f"{name}={option_text(chosen)}"]
        elif option in ("among", "teacher", "without"):  # one by one, for a bot may have commas in its name
            for bot in value:
                words += [f"--{option}", bot]
        else:
            words += [f"--{option}", str(value) if isinstance(value, (str, int)) else ",".join(map(str, value))]
    return command_line(*words)


def climbed_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome that a search climbs: the first with smoothing, else the game's first."""
    return next((outcome for outcome in outcomes if outcome.smoothing is not None), outcomes[0])


def in_unit(estimate: Estimate, outcome: Outcome) -> Estimate:
    """An estimate of an outcome as the rows count it, in the outcome's unit and within its bounds."""
    return estimate.scaled(outcome.scale).cut(*outcome.bounds).with_unseen(*outcome.bounds)


def gain_text(gain: Estimate) -> str:
    """A gain with its interval, in words."""
    interval = span(gain.low, gain.high) if gain.low < gain.high else "the same in every deal"
    return f"{signed(gain.mean, digits_for(gain.low, gain.high))} ({interval})"


@dataclass(frozen=True)
class SavedBot:
    """How a command saves the bot that it finds."""

    command: str

    @property
    def first_line(self) -> str:
        """The first line of a saved file. A file that starts with it may be replaced."""
        search, _ = SAVED_WORDS[self.command]
        return f"# Written by arkadia-sim {self.command}. The next {search} that is saved here replaces the file."

    def check_target(self, path: Path, bot: str, out: Path | None = None) -> None:
        """UsageError if the bot found for ``bot`` cannot be saved, or something else would be lost.

        ``out`` is the folder of the search.
        """
        search, adjective = SAVED_WORDS[self.command]
        if out is not None and path.resolve() == out.resolve():
            raise self._refused(path, f"the {search} itself is kept there")
        if path.suffix != ".toml" or not BOT_NAME.fullmatch(path.stem):
            raise BadValue(
                f"file for the {adjective} bot", str(path), "a letter, then letters, digits, - and _, then .toml"
            )
        if not is_folder(path.parent):
            raise self._refused(path, f"there is no folder {path.parent}")
        spec = BotSpec.parse(bot)
        constraints = ", ".join(f"{way}={names}" for way, names in spec.settings if way in WAYS)
        if constraints:
            advice = "leave --save away, and play the bot that is printed"
            raise self._refused(path, f"a bot's file has no place for {constraints}: {advice}")
        if spec.file is not None and spec.file.resolve() == path.resolve():
            raise self._refused(path, "it is a version of the bot in that file")
        try:
            exists = path.exists()
        except OSError as error:  # a name that is too long
            raise self._refused(path, f"{error.strerror}") from None
        if exists and not (path.is_file() and path.read_bytes().startswith(self.first_line.encode())):
            raise UsageError(f"{path} is there already, and no {search} wrote it: name another file")

    def write(self, path: Path, bot: str, table: BotTable) -> None:
        """Write the bot that was found for ``bot``; it gets the name of the file."""
        self.check_target(path, bot)
        document = {path.stem: table.model_dump(exclude_defaults=True)}
        try:
            path.write_text(f"{self.first_line}\n\n{tomli_w.dumps(document)}", encoding="utf-8")
        except OSError as error:
            raise self._refused(path, f"{error.strerror}") from None

    def _refused(self, path: Path, reason: str) -> UsageError:
        return UsageError(f"the {SAVED_WORDS[self.command][1]} bot cannot be saved as {printable(str(path))}: {reason}")


def player_from(spec: BotSpec, path: Path) -> str:
    """The bot without its parameters; if it lies in a file, as a path relative to the saved file at ``path``."""
    if spec.file is None:
        return spec.name
    relative = Path(os.path.relpath(spec.file.resolve(), path.parent.resolve())).as_posix()
    return f"{relative}:{spec.attribute}" if spec.attribute else relative


class SearchFile(Stored):
    """The file of a search: what was asked, and, once it is complete, what was found.

    ``format`` changes whenever a reader of older files would go wrong.
    """

    SAVED: ClassVar[SavedBot]
    """How the bot that it finds is saved."""
    KIND: ClassVar[str]
    """What this search is called, as in "tuning"."""
    UNASKED: ClassVar[frozenset[str]] = frozenset({"command", "fingerprint"})
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
    games: int = Field(0, description="games played, without lessons")
    failed: int = Field(0, description="of these games, those that a bot's fault ended")

    @classmethod
    def begin(cls, played: Game, bots: Sequence[str], versions: Mapping[str, str] = {}, **asked: Any) -> Self:
        """The file of a search before its first game; another version of one of the ``bots`` makes another search.

        ``versions`` are those of the libraries that the result depends on, ``asked`` are the other fields.
        """
        file = cls(
            rules_version=played.rules_version,
            versions={"arkadia_sim": __version__, **versions},
            outcome=played.outcomes[0],
            climbed=climbed_outcome(played.outcomes),
            **asked,
        )
        document = file.model_dump(mode="json", exclude=set(cls.UNASKED))
        hashes = [bot.hash for bot in played.describe_bots(bots)]
        return file.model_copy(update={"fingerprint": digest([document, hashes])})

    def table(self, path: Path) -> BotTable:
        """The bot that was found, as a table of a bot file at ``path``."""
        raise NotImplementedError

    def save_bot(self, path: Path) -> None:
        """Write the bot that was found to a file of its own, whose name it gets."""
        self.SAVED.write(path, self.bot, self.table(path))

    def provenance(self, **more: Any) -> Search:
        """The search as the file of the bot that it found tells of it; ``more`` are further fields."""
        return Search(
            command=self.command, against=list(self.against), players=list(self.players), seed=self.seed,
            games=max(1, self.games), versions=self.versions | {"rules": self.rules_version}, **more,
        )  # fmt: skip

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


def search_in(root: Path, new: File) -> File | None:
    """The file of the same search if it is in this folder, None if the folder is free; UsageError for anything else."""
    path = root / f"{new.SAVED.command}.json"
    if not is_file(path):
        check_free(root, new.KIND, UNFINISHED)
        return None
    try:
        file = read_document(path, type(new), new.format)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    if file.fingerprint != new.fingerprint:
        differences = file.differences(new)
        raise UsageError(f"{root} holds another {new.KIND}; they differ in {differences}: name another with --out")
    return file


def write_search(root: Path, file: File) -> File:
    """Write the file of a search in one step; returns it."""
    make_folder(root)
    folder = RunFolder(root)
    folder.write_text(f"{file.SAVED.command}.json", document_text(file))
    folder.close()
    return file


class Journal:
    """All that a search has played, so that it can go on after a kill.

    A search that goes on asks for everything once more, and gets what the journal holds. An entry is a file with
    arrays, named by its kind, its games and a digest of what was asked.
    """

    def __init__(self, root: Path, progress: Progress) -> None:
        self.root, self.folder, self.progress = root, root / "played", progress
        self.games = self.failed = 0
        """Games that were asked for so far, without lessons, and those of them that failed."""

    def games_there(self) -> int:
        """The games of all entries."""
        return sum(int(file.stem.split("-")[1]) for file in self.folder.glob("*-*.npz"))

    def entry(self, kind: str, games: int, asked: Any) -> Path:
        """The file of an entry; ``asked`` is a JSON document."""
        return self.folder / f"{kind}-{games}-{digest(asked)}.npz"

    def read(self, entry: Path) -> dict[str, NDArray[Any]] | None:
        """The arrays of an entry; None if there are none, or, with a message, if they are damaged."""
        if not entry.exists():
            return None
        with suppress(Exception), np.load(BytesIO(entry.read_bytes())) as archive:  # numpy may raise anything
            return {name: archive[name] for name in archive if name != "checksum"}  # which earlier versions kept
        self.progress.say(f"{entry} is damaged: its games are played again")
        self.progress.fewer(-int(entry.stem.split("-")[1]))
        return None

    def keep(self, entry: Path, arrays: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
        """Write an entry, whole or not at all; returns its arrays."""
        kept = {name: np.asarray(value) for name, value in arrays.items()}
        make_folder(self.folder)

        def write(path: Path) -> None:
            with path.open("wb") as file:
                np.savez(file, allow_pickle=False, **kept)

        write_whole(entry, write)
        return kept

    def remove(self) -> None:
        """Remove it, when the search is complete."""
        shutil.rmtree(self.folder, ignore_errors=True)
