"""Saving the bot that a search found as a bot file of its own: where it may go, and how it is written."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arkadia_sim.core.bot_file import BOT_NAME
from arkadia_sim.core.constraint import WAYS
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UsageError, printable


@dataclass(frozen=True)
class SavedBot:
    """Bots of one kind of search, as files: ``SavedBot("tune", "tuning", "tuned")``."""

    command: str
    search: str
    found: str

    @property
    def first_line(self) -> str:
        """How a file begins that may be replaced, for it was written by the same command."""
        return f"# Written by arkadia-sim {self.command}. The next {self.search} that is saved here replaces the file."

    def check_target(self, path: Path, bot: str, out: Path | None = None) -> None:
        """UsageError if what is found for ``bot`` cannot be saved there; asked before the search begins, which is kept
        in ``out``."""
        if out is not None and path.resolve() == out.resolve():
            raise self._refused(path, f"the {self.search} itself is kept there")
        if path.suffix != ".toml" or not BOT_NAME.fullmatch(path.stem):
            raise BadValue(
                f"file for the {self.found} bot", str(path), "a letter, then letters, digits, - and _, then .toml"
            )
        if not path.parent.is_dir():
            raise self._refused(path, f"there is no folder {path.parent}")
        spec = BotSpec.parse(bot)
        held = [f"{way}={names}" for way, names in spec.settings if way in WAYS]
        if held:
            place = f"a bot's file has no place for {', '.join(held)}"
            raise self._refused(path, f"{place}: leave --save away, and play the bot that is printed")
        if spec.file is not None and spec.file.resolve() == path.resolve():
            raise self._refused(path, "it is a version of the bot in that file")
        try:
            there = path.exists()
        except OSError as error:  # a name that is too long
            raise self._refused(path, f"{error.strerror}") from None
        if there and not (path.is_file() and path.read_bytes().startswith(self.first_line.encode())):
            raise UsageError(f"{path} is there already, and no {self.search} wrote it: name another file")

    def write(self, path: Path, bot: str, lines: Iterable[str]) -> None:
        """Write the bot that was found for ``bot``, of these lines."""
        self.check_target(path, bot)
        try:
            path.write_text("\n".join([self.first_line, "", *lines]) + "\n", encoding="utf-8")
        except OSError as error:
            raise self._refused(path, f"{error.strerror}") from None

    def _refused(self, path: Path, why: str) -> UsageError:
        return UsageError(f"the {self.found} bot cannot be saved as {printable(str(path))}: {why}")


def player_from(spec: BotSpec, path: Path) -> str:
    """The bot without its parameters, a file of its own told by the way to it from the saved file."""
    if spec.file is None:
        return spec.name
    way = Path(os.path.relpath(spec.file.resolve(), path.parent.resolve())).as_posix()
    return f"{way}:{spec.attribute}" if spec.attribute else way
