"""Where games and bots are found by name.

A bot is written as ``name``, ``name:parameter=value,parameter=value`` or, from a file of one's own,
``my_bot.py:my_bot`` (also with parameters behind another colon). Names are looked up among the shipped bots first and
then among those that installed packages offer under the entry point group ``arkadia_sim.bots``.
"""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from arkadia_sim import shipped
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Bot, BotEntry, Seated, seat
from arkadia_sim.core.game import Game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, UnknownName, UsageError

ENTRY_POINTS = "arkadia_sim.bots"
GAMES = {"arkadia": "arkadia_sim.games.arkadia.game:GAME"}


def find_game(name: str) -> Game:
    """The game of that name: a registered one, or ``package.module:NAME`` for a game of one's own.

    Raises UnknownName, which lists the choices, and UsageError for a module that holds no such game.
    """
    if ":" not in name and name not in GAMES:
        raise UnknownName("game", name, GAMES)
    module, _, attribute = GAMES.get(name, name).partition(":")
    try:
        game: Game = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"game {name!r} cannot be loaded: {error}") from None
    return game


def find_bot(text: str, game: str = DEFAULT_GAME) -> Seated:
    """The bot that a user wrote, with its parameters set.

    Raises UnknownName for a bot, a parameter or a file that is not there, BadValue for a value outside its range, and
    UsageError when a bot's file cannot be imported or holds no such bot.
    """
    spec = BotSpec.parse(text)
    settings = dict(spec.settings)
    if spec.file is not None:
        bot = _bot_in_file(spec.file, spec.attribute, game)
        return seat(bot, text, spec.file.resolve(), settings)
    if spec.name in _shipped_names(game):
        module = importlib.import_module(f"arkadia_sim.shipped.bots.{game}.{spec.name}")
        return seat(_only_bot(module, spec.name), text, Path(str(module.__file__)), settings)
    offered = _offered(game)
    if spec.name not in offered:
        raise UnknownName("bot", spec.name, [*_shipped_names(game), *offered])
    bot, file = _load_offered(offered[spec.name], game)
    return seat(bot, text, file, settings)


def list_bots(game: str = DEFAULT_GAME) -> list[BotEntry]:
    """All bots that can be called by name, in alphabetical order."""
    return [BotEntry.of(find_bot(name, game)) for name in sorted({*_shipped_names(game), *_offered(game)})]


@cache
def _shipped_names(game: str) -> tuple[str, ...]:
    files = (shipped.folder("bots") / game).glob("*.py")
    return tuple(sorted(file.stem for file in files if not file.stem.startswith("_")))


@cache
def _offered(game: str) -> dict[str, EntryPoint]:
    offered: dict[str, EntryPoint] = {}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in offered or point.name in _shipped_names(game):
            raise UsageError(f"the bot name {point.name!r} of the installed {point.value} is taken: remove one of them")
        offered[point.name] = point
    return offered


def _load_offered(point: EntryPoint, game: str) -> tuple[Bot, Path]:
    try:
        bot = point.load()
    except Exception as error:
        raise UsageError(f"the installed bot {point.name!r} ({point.value}) cannot be imported: {error!r}") from error
    _must_be_bot(bot, point.value, game)
    return bot, Path(str(sys.modules[point.module].__file__))


def _bots_of(module: ModuleType) -> dict[str, Bot]:
    bots: dict[str, Bot] = {}
    for bot in vars(module).values():
        if isinstance(bot, Bot) and bots.setdefault(bot.name, bot) is not bot:
            raise UsageError(f"{module.__file__} defines two bots named {bot.name!r}")
    return bots


def _only_bot(module: ModuleType, name: str) -> Bot:
    bots = _bots_of(module)
    if name not in bots:
        raise UsageError(f"the shipped file {module.__file__} defines no bot named {name!r}")
    return bots[name]


def _bot_in_file(file: Path, attribute: str, game: str) -> Bot:
    if not file.is_file():
        raise UsageError(f"bot file {str(file)!r} does not exist (looked in {Path.cwd()})")
    module = _import_file(file.resolve())
    bots = _bots_of(module) | {key: value for key, value in vars(module).items() if isinstance(value, Bot)}
    if not attribute:
        choices: Iterable[str] = _bots_of(module)
        if len(_bots_of(module)) != 1:
            raise BadValue(f"bot file {file}", "no bot named", f"{file}:NAME with NAME one of {', '.join(choices)}")
        attribute = next(iter(choices))
    if attribute not in bots:
        if hasattr(module, attribute):
            raise UsageError(f"{file}:{attribute} is no bot: make it an instance of arkadia_sim.core.bot.Bot")
        raise UnknownName(f"bot in {file}", attribute, bots)
    _must_be_bot(bots[attribute], f"{file}:{attribute}", game)
    return bots[attribute]


def _must_be_bot(bot: Any, where: str, game: str) -> None:
    if not isinstance(bot, Bot):
        raise UsageError(f"{where} is no bot: make it an instance of arkadia_sim.core.bot.Bot")
    if bot.game != game:
        raise UsageError(f"{where} plays {bot.game}, not {game}")


def _import_file(file: Path) -> ModuleType:
    """Import a user's file under a name of its own; a second call returns the module that is there already."""
    name = f"_arkadia_sim_bot_{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UsageError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.parent))  # as when the file is run: it may import what lies beside it
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UsageError(f"bot file {file} cannot be imported: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(file.parent))
    return module
