"""Reads and writes bots as users write them: ``name:parameter=value,parameter=value``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import BadValue

FILE_ENDINGS = (".py", ".toml")  # a name with one of these endings is a file of the user's own


@dataclass(frozen=True)
class BotSpec:
    """A bot and the parameters the user set.

    ``name`` is a shipped bot, or ``file.py:name`` (``file.py`` if the file has only one bot). ``settings``
    are pairs of texts that the bot still has to check.
    """

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    @classmethod
    @lru_cache(maxsize=512)  # a search needs the same few bots very often, each with hundreds of settings
    def parse(cls, text: str) -> "BotSpec":
        """Read ``name``, ``name:parameter=value,…`` or ``file.py:name:parameter=value,…``; otherwise BadValue."""
        parts = text.split(":")
        settings: dict[str, str] = {}
        if len(parts) > 1 and "=" in parts[-1] and not parts[-1].endswith(FILE_ENDINGS):
            for pair in parts.pop().split(","):
                key, equals, value = (part.strip() for part in pair.partition("="))
                if not equals or not key or not value or key in settings:
                    raise BadValue(f"bot {text}", pair, "name=value pairs, each name once, separated by commas")
                settings[key] = value
        name = ":".join(parts).rstrip()
        in_file = name.endswith(FILE_ENDINGS) or (len(parts) > 1 and parts[-2].endswith(FILE_ENDINGS))
        name = name if in_file else name.strip()  # a file's name may begin with a space
        if any("\udc80" <= sign <= "\udcff" for sign in name):
            raise BadValue("bot", text, "a name in UTF-8: rename the file")
        if not name or (len(parts) > 1 and not in_file):
            raise BadValue("bot", text, "NAME, NAME:parameter=value,… or FILE.py:NAME:parameter=value,…")
        return cls(name, tuple(settings.items()))

    def __str__(self) -> str:
        """The text for this bot."""
        settings = ",".join(f"{key}={value}" for key, value in self.settings)
        return f"{self.name}:{settings}" if settings else self.name

    @property
    def file(self) -> Path | None:
        """The bot's file as written; None if the bot is given by name only."""
        file, _ = self._file_and_attribute()
        return Path(file) if file.endswith(FILE_ENDINGS) else None

    @property
    def attribute(self) -> str:
        """The bot's name within its file; empty if the file has only one bot."""
        return self._file_and_attribute()[1] if self.file is not None else ""

    def _file_and_attribute(self) -> tuple[str, str]:
        if self.name.endswith(FILE_ENDINGS):
            return self.name, ""
        file, _, attribute = self.name.rpartition(":")
        return (file, attribute) if file else (self.name, "")

    def with_settings(self, values: Mapping[str, float]) -> "BotSpec":
        """The same bot with these parameters also set; existing ones keep their place."""
        texts = {key: number_text(value) for key, value in values.items()}
        return BotSpec(self.name, tuple((dict(self.settings) | texts).items()))

    def without_settings(self, *names: str) -> "BotSpec":
        """The same bot with these parameters at their defaults."""
        return BotSpec(self.name, tuple((key, value) for key, value in self.settings if key not in names))

    def beside(self, folder: Path) -> "BotSpec":
        """The same bot with its file taken from this folder, if it is there and not in the current folder."""
        if self.file is None or is_file(self.file) or not is_file(folder / self.file):
            return self
        file = str((folder / self.file).resolve())
        return BotSpec(f"{file}:{self.attribute}" if self.attribute else file, self.settings)


def number_text(value: float) -> str:
    """The shortest text that reads back as the same number."""
    short = f"{value:.6g}"
    return short if float(short) == value else repr(float(value))


def split_specs(text: str) -> list[str]:
    """Split a list of bots: in ``a:x=1,y=2,b`` the piece ``y=2`` is another parameter of ``a``."""
    specs: list[str] = []
    for piece in text.split(","):
        if specs and "=" in piece and ":" not in piece:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece.strip())
    for pair in pairwise(text.split(",")):
        match = re.match(r".*,.*\.(?:py|toml)(?=:|$)", ",".join(pair), re.DOTALL)
        if match and is_file(Path(match[0])):
            raise BadValue("bot", match[0], "a file without a comma in its name, as commas separate bots: rename it")
    return specs
