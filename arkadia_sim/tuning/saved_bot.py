"""Saves the bot that a search found as a bot file."""

import os
from dataclasses import dataclass
from pathlib import Path

import tomli_w

from arkadia_sim.core.bot_file import BOT_NAME, BotTable
from arkadia_sim.core.constraint import WAYS
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.user_files import is_folder
from arkadia_sim.errors import BadValue, UsageError, printable


@dataclass(frozen=True)
class SavedBot:
    """How one command saves its bots, for example ``SavedBot("tune", "tuning", "tuned")``."""

    command: str
    search: str
    adjective: str

    @property
    def first_line(self) -> str:
        """The first line of a saved file. A file that starts with it may be replaced."""
        return f"# Written by arkadia-sim {self.command}. The next {self.search} that is saved here replaces the file."

    def check_target(self, path: Path, bot: str, out: Path | None = None) -> None:
        """Check that the bot that is found for ``bot`` can be saved; ``out`` is the folder of the search.

        Raises:
            UsageError: The file cannot be written, or something else would be lost.
        """
        if out is not None and path.resolve() == out.resolve():
            raise self._refused(path, f"the {self.search} itself is kept there")
        if path.suffix != ".toml" or not BOT_NAME.fullmatch(path.stem):
            raise BadValue(
                f"file for the {self.adjective} bot", str(path), "a letter, then letters, digits, - and _, then .toml"
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
            raise UsageError(f"{path} is there already, and no {self.search} wrote it: name another file")

    def write(self, path: Path, bot: str, table: BotTable) -> None:
        """Write the bot that was found for ``bot``; it gets the name of the file."""
        self.check_target(path, bot)
        document = {path.stem: table.model_dump(exclude_defaults=True)}
        try:
            path.write_text(f"{self.first_line}\n\n{tomli_w.dumps(document)}", encoding="utf-8")
        except OSError as error:
            raise self._refused(path, f"{error.strerror}") from None

    def _refused(self, path: Path, reason: str) -> UsageError:
        return UsageError(f"the {self.adjective} bot cannot be saved as {printable(str(path))}: {reason}")


def player_from(spec: BotSpec, path: Path) -> str:
    """The bot without its parameters; if it lies in a file, as a path relative to the saved file at ``path``."""
    if spec.file is None:
        return spec.name
    relative = Path(os.path.relpath(spec.file.resolve(), path.parent.resolve())).as_posix()
    return f"{relative}:{spec.attribute}" if spec.attribute else relative
