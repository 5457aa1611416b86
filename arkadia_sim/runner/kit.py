"""The kit for workers of a cluster: what they need before they play, and what must be the same on every machine.

Rows depend on plan, bots and code, so a worker with other code would play other games. The package must be installed on
every machine. Bots and games of the user that lie in the current folder, or below it, are sent along.
"""

import hashlib
import inspect
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arkadia_sim import __version__, shipped
from arkadia_sim.accelerate import PACKAGE, imported_sources
from arkadia_sim.core.game import Game
from arkadia_sim.core.patience import VARIABLE, game_seconds
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import ArkadiaSimError


@dataclass(frozen=True)
class Kit:
    """What a worker needs to play.

    Attributes:
        game: name of the game.
        bots: names of the bots.
        code: version or hash of each thing that must be the same on every machine, by its name.
        files: the user's own files, by their paths from the current folder.
        seconds: the time limit of a game.
        memory: the memory that a process may take, in bytes; None for a share of the worker's.
    """

    game: str
    bots: tuple[str, ...]
    code: Mapping[str, str]
    files: Mapping[str, bytes]
    seconds: float
    memory: int | None

    @classmethod
    def of(cls, game: str, bots: Sequence[str], memory: int | None) -> "Kit":
        """The kit for a game and bots, found from the current folder. The bots' parameters do not matter."""
        names = tuple(dict.fromkeys(BotSpec.parse(bot).name for bot in bots))
        files = dict(sorted(_own_files(resolve_game(game), names)))
        return cls(game, names, _code(game, names), files, game_seconds(), memory)


def unpack_kit(kit: Kit, folder: str) -> list[str]:
    """Make this process ready to play with a kit, in an empty folder.

    Returns:
        What is other code here than in the kit, as texts; empty if all is the same.
    """
    os.chdir(folder)
    os.environ[VARIABLE] = str(kit.seconds)
    for name, content in kit.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)
    try:
        here = _code(kit.game, kit.bots)
    except ArkadiaSimError as error:
        return [str(error)]
    return [f"{name} ({here[name]} there, {code} here)" for name, code in kit.code.items() if here[name] != code]


def _code(name: str, bots: Sequence[str]) -> dict[str, str]:
    game = resolve_game(name)
    return {
        "arkadia_sim": __version__,
        "the sources of arkadia_sim": _sources_hash(),
        f"the rules of {game.title}": game.rules_version,
        **{f"bot {bot.spec}": bot.hash for bot in game.describe_bots(bots)},
    }


@cache
def _sources_hash() -> str:
    """A hash of this package's sources: checkouts of one version can differ."""
    digest = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _own_files(game: Game, bots: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The user's own files that game and bots are made of, with their paths from the current folder."""
    here, installed = Path.cwd().resolve(), (PACKAGE, shipped.folder("bots").resolve())
    for file in _files(game, bots):
        own = not any(file.is_relative_to(folder) for folder in installed) and "site-packages" not in file.parts
        if own and file.is_relative_to(here):
            yield file.relative_to(here).as_posix(), file.read_bytes()


def _files(game: Game, bots: Sequence[str]) -> Iterator[Path]:
    yield from imported_sources(Path(inspect.getfile(type(game))))
    for seated in map(game.find_bot, bots):
        yield seated.file.resolve()
        yield from imported_sources(seated.python_file)
