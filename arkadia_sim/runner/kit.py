"""What workers of other machines are handed before they play, and what they must have in common with this one: a kit.

Rows are a function of plan, bots and code, so a worker with other code would mix other games among ours. The toolkit is
installed there; bots and games of the user's own that lie in the current folder or below it travel as they are here.
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
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import ArkadiaSimError
from arkadia_sim.runner.parallel import resolve_game


@dataclass(frozen=True)
class Kit:
    """The game and bots that are to be played, what their code is, the files that travel, and the limits of a game.

    ``code`` says of each thing that must be equal which one it is here. ``memory`` None stands for a share of the
    worker's own.
    """

    game: str
    bots: tuple[str, ...]
    code: Mapping[str, str]
    files: Mapping[str, bytes]
    seconds: float
    memory: int | None

    @classmethod
    def of(cls, game: str, bots: Sequence[str], memory: int | None) -> "Kit":
        """The kit for a game and bots, as they are found from the current folder; their parameters do not matter."""
        named = tuple(dict.fromkeys(BotSpec.parse(one).name for one in bots))
        resolved = resolve_game(game)
        files = dict(sorted(_travelling(resolved, named)))
        return cls(game, named, _code_of(game, named), files, game_seconds(), memory)


def settle(kit: Kit, folder: str) -> list[str]:
    """Make this process ready to play with a kit, in an empty folder; in words, what is other code here than there."""
    os.chdir(folder)
    os.environ[VARIABLE] = str(kit.seconds)
    for name, content in kit.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)
    try:
        here = _code_of(kit.game, kit.bots)
    except ArkadiaSimError as error:
        return [str(error)]
    return [f"{what} ({here[what]} there, {one} here)" for what, one in kit.code.items() if here[what] != one]


def _code_of(name: str, bots: Sequence[str]) -> dict[str, str]:
    game = resolve_game(name)
    return {
        "arkadia_sim": __version__,
        "the sources of arkadia_sim": _sources(),
        f"the rules of {game.title}": game.rules_version,
        **{f"bot {bot.spec}": bot.hash for bot in game.describe_bots(bots)},
    }


@cache
def _sources() -> str:
    """A hash of all of this package's code, for checkouts of one version that differ."""
    found = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        found.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _travelling(game: Game, bots: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The files of the user's own from which game and bots are made, by their paths from the current folder."""
    here, installed = Path.cwd().resolve(), (PACKAGE, shipped.folder("bots").resolve())
    for file in _files(game, bots):
        own = not any(file.is_relative_to(one) for one in installed) and "site-packages" not in file.parts
        if own and file.is_relative_to(here):
            yield file.relative_to(here).as_posix(), file.read_bytes()


def _files(game: Game, bots: Sequence[str]) -> Iterator[Path]:
    yield from imported_sources(Path(inspect.getfile(type(game))))
    for found in map(game.find_bot, bots):
        yield found.file.resolve()
        yield from imported_sources(found.python_file)
