"""A bot as a user writes it: the one place that reads and writes ``name:parameter=value,parameter=value``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import BadValue

FILE_ENDINGS = (".py", ".toml")
"""A name with such an ending means a file of the user's own."""


@dataclass(frozen=True)
class BotSpec:
    """Which bot is meant, and which of its parameters are set to what.

    ``name`` is that of a shipped or installed bot, or ``file.py:name`` (``file.py`` where the file holds only one);
    ``settings`` are pairs of texts as they were written, still to be checked by the bot.
    """

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    @lru_cache(maxsize=512)  # a search asks for the same few bots again and again, each with hundreds of settings
    def parse(cls, text: str) -> "BotSpec":
        """Read ``name``, ``name:parameter=value,…`` or ``file.py:name:parameter=value,…``; else BadValue."""
        parts = text.split(":")
        settings: dict[str, str] = {}
        if len(parts) > 1 and "=" in parts[-1]:
            for pair in parts.pop().split(","):
                key, equals, value = (one.strip() for one in pair.partition("="))
                if not equals or not key or not value or key in settings:
                    raise BadValue(f"bot {text}", pair, "name=value pairs, each name once, separated by commas")
                settings[key] = value
        name = ":".join(parts).strip()
        if not name or (len(parts) > 1 and not parts[-2].endswith(FILE_ENDINGS)):
            raise BadValue("bot", text, "NAME, NAME:parameter=value,… or FILE.py:NAME:parameter=value,…")
        return cls(name, tuple(settings.items()))

    def __str__(self) -> str:
        """The text that means this bot."""
        settings = ",".join(f"{key}={value}" for key, value in self.settings)
        return f"{self.name}:{settings}" if settings else self.name

    @property
    def file(self) -> Path | None:
        """The file that holds the bot, as it was written; None for a bot that is called by its name alone."""
        file, _ = self._apart()
        return Path(file) if file.endswith(FILE_ENDINGS) else None

    @property
    def attribute(self) -> str:
        """The bot's name within its file; empty where the only one is meant."""
        return self._apart()[1] if self.file is not None else ""

    def _apart(self) -> tuple[str, str]:
        if self.name.endswith(FILE_ENDINGS):
            return self.name, ""
        file, _, attribute = self.name.rpartition(":")
        return (file, attribute) if file else (self.name, "")

    def with_settings(self, values: Mapping[str, float]) -> "BotSpec":
        """The same bot with these parameters set too; those that were set keep their places."""
        texts = {key: number_text(value) for key, value in values.items()}
        return BotSpec(self.name, tuple((dict(self.settings) | texts).items()))

    def beside(self, folder: Path) -> "BotSpec":
        """The same, its file looked for in a folder where it is not there from the current one but is there."""
        if self.file is None or is_file(self.file) or not is_file(folder / self.file):
            return self
        found = str((folder / self.file).resolve())
        return BotSpec(f"{found}:{self.attribute}" if self.attribute else found, self.settings)


def number_text(value: float) -> str:
    """A number as short as it can be written without becoming another."""
    short = f"{value:.6g}"
    return short if float(short) == value else repr(float(value))


def split_specs(text: str) -> list[str]:
    """The bots of a list: in ``a:x=1,y=2,b`` the piece ``y=2`` is another parameter of ``a``."""
    named: list[str] = []
    for piece in text.split(","):
        if named and "=" in piece and ":" not in piece:
            named[-1] += f",{piece}"
        else:
            named.append(piece.strip())
    return named
