"""Where games and bots are found by name.

A bot is written as ``name``, ``name:parameter=value,parameter=value`` or, from a file of one's own,
``my_bot.py:my_bot`` (also with parameters behind another colon). Names are looked up among the shipped bots first,
then among those that installed packages offer under the entry point group ``arkadia_sim.bots``, and in the end
``my_bot`` is ``my_bot.py:my_bot`` of the current folder. A file is Python, or TOML that sets the parameters of other
bots (:mod:`arkadia_sim.core.bot_file`).
"""

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from threading import Timer
from types import MappingProxyType, ModuleType
from typing import Any

from arkadia_sim import shipped
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Bot, Seated, seat
from arkadia_sim.core.bot_file import BotTable, read_bot_file
from arkadia_sim.core.game import Game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.user_code import Patience, TimeIsUp, import_fault, kept_running
from arkadia_sim.core.user_files import is_file, is_folder
from arkadia_sim.errors import ArkadiaSimError, BadValue, UnknownName, UsageError, did_you_mean, printable
from arkadia_sim.sources import digest_of, forget, imported, is_engine, loading

ENTRY_POINTS = "arkadia_sim.bots"
_OF_A_GAME = sorted(name for name in {*vars(Game), *Game.__annotations__} if not name.startswith("_"))
GAMES = {name: f"arkadia_sim.games.{name}.game:GAME" for name in ("arkadia", "medina", "castle")}

CHAIN_MOST = 50
"""How many bots of data files may play for each other, one after the other."""

QUICK = 1.0
"""In seconds: what is compiled in less is not announced, unless it is one of several parts."""


def resolve_game(name: str) -> Game:
    """Find a game like :func:`find_game`. If its code must be compiled first, say so on stderr."""
    game = find_game(name)
    if "arkadia_sim.accelerate" in sys.modules:  # a game in plain Python does without
        _announce_compilation()
    return game


@cache
def _announce_compilation() -> None:
    """From now on, show what is compiled for this machine: part by part on a terminal, in a line anywhere else."""
    from arkadia_sim.accelerate import tell_of_compiling

    tell_of_compiling(_Announced(sys.stderr.isatty()))


class _Announced:
    """Says on stderr what is compiled; of a part of its own only if it takes long."""

    def __init__(self, in_place: bool) -> None:
        self._in_place, self._said, self._soon = in_place, set[str](), Timer(0, str)

    def __call__(self, what: str, number: int, total: int) -> None:
        """One more part, ``number`` of ``total``, begins to be compiled; without ``what``, all are."""
        self._soon.cancel()
        what = printable(what)
        parts = f"{total} parts of the game and its bots" if total > 1 else what
        if total == 0 and what:
            self._soon = Timer(QUICK, self._say, [f"compiling {parts} for this machine, once …"])
            self._soon.daemon = True
            self._soon.start()
        elif self._in_place:
            line = f"compiling for this machine, once: {number} of {total} ({what}) …" if what else ""
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
        elif what:
            self._say(f"compiling {parts} for this machine, once …")

    def _say(self, line: str) -> None:
        if line not in self._said:
            self._said.add(line)
            print(line, file=sys.stderr)


def find_game(name: str) -> Game:
    """Find a game by name: a registered one, or ``package.module:NAME`` for a user's own.

    The current folder is searched first for such a module, as with ``python -m``.

    Raises:
        UnknownName: There is no such game; the message lists the choices.
        UsageError: The module cannot be imported or holds no such game.
    """
    if ":" not in name and name not in GAMES:
        raise UnknownName("game", name, GAMES)
    module, _, attribute = GAMES.get(name, name).partition(":")
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", f"{module}:{attribute}"):
        raise BadValue("game", name, f"package.module:NAME, or one of {', '.join(GAMES)}")
    try:
        with nullcontext() if name in GAMES else _users_module(), kept_running():
            game: Game = getattr(importlib.import_module(module), attribute)
    except ArkadiaSimError:  # it says itself what is wrong, and with what
        raise
    except (Exception, SystemExit) as error:  # a module of the user's may raise anything
        raise UsageError(f"game {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    missing = [name for name in _OF_A_GAME if not hasattr(game, name)]
    if missing or isinstance(game, type):
        lacks = f" (it has no {missing[0]!r})" if missing else " (it is a class)"
        raise UsageError(f"{name} is no game{lacks}: make it an instance with all of arkadia_sim.core.game.Game")
    _homes[id(game)] = game, str(sys.modules[module].__file__)
    return game


_homes: dict[int, tuple[Game, str]] = {}
"""The games that were asked for, by their ids, each with the file in which it was found: it may configure the game."""


def files_of(game: Any) -> list[Path]:
    """The files of a user's game: that of its class, and the one in which it was found; none of a shipped game."""
    homes = [_homes[id(game)][1]] if id(game) in _homes else []
    files = dict.fromkeys(map(Path, [inspect.getfile(type(game)), *homes]))
    return [file for file in files if not is_engine(file)]


@contextmanager
def _users_module() -> Iterator[None]:
    """Search the current folder first for a user's modules; an installed command does not search it at all.

    Shipped games are imported without it: a file there might have the name of a module that they import.
    """
    here = Path.cwd()
    sys.path.insert(0, str(here))
    try:
        with loading():
            yield
    finally:
        sys.path.remove(str(here))


Own = Mapping[str, tuple[Bot, Path]]
"""Bots that come with a game, by name, each with its file."""


def find_bot(text: str, game: str = DEFAULT_GAME, own: Own = MappingProxyType({}), run_files: bool = True) -> Seated:
    """Find the bot that a user wrote and set its parameters; the game's ``own`` bots come first.

    A user's Python file is a program, and is run to find its bot. Without ``run_files``, files that have not been run
    yet are not run: for names that somebody else may have written, such as those in a record.

    Raises:
        UnknownName: There is no such bot or parameter.
        BadValue: A value is outside its range.
        UsageError: The file does not exist, cannot be imported or holds no such bot.
    """
    spec = BotSpec.parse(text)
    bot = _find(spec, game, own, run_files)
    return seat(bot.bot, text, bot.file, dict(spec.settings), bot.code)


@dataclass(frozen=True)
class _Found:
    """A bot, the file it was found in, and the Python file that plays for it if that is another."""

    bot: Bot
    file: Path
    code: Path | None = None


def _find(spec: BotSpec, game: str, own: Own, run_files: bool, on_the_way: tuple[str, ...] = ()) -> _Found:
    """Find the bot; ``on_the_way`` are the bots of data files that it plays for."""
    if spec.file is not None:
        if is_folder(spec.file):
            raise UsageError(f"bot file {str(spec.file)!r} is a folder: name a file in it, such as my_bot.py:my_bot")
        if not is_file(spec.file):
            near = did_you_mean(spec.file.name, [file.name for file in spec.file.parent.glob(f"*{spec.file.suffix}")])
            raise UsageError(f"bot file {str(spec.file)!r} does not exist (looked in {Path.cwd()}){near}")
        if spec.file.suffix == ".toml":
            return _in_data_file(spec.file, spec.attribute, game, own, run_files, on_the_way)
        return _Found(_bot_in_file(spec.file, spec.attribute, game, run_files), spec.file.resolve())
    if spec.name in own:
        return _Found(*own[spec.name])
    shipped_files = _shipped_files(game)
    if spec.name in shipped_files:
        file = shipped_files[spec.name]
        if file.suffix == ".toml":
            return _in_data_file(file, spec.name, game, own, run_files, on_the_way)
        module = importlib.import_module(f"arkadia_sim.shipped.bots.{game}.{spec.name}")
        bot = _only_bot(module, spec.name)
        _must_be_bot(bot, str(module.__file__), game)
        return _Found(bot, Path(str(module.__file__)))
    offered = _offered(game)
    if spec.name not in offered:
        beside = Path(f"{spec.name}.py")
        if spec.name.isidentifier() and is_file(beside):  # the user's own, in the current folder
            return _Found(_bot_in_file(beside, spec.name, game, run_files), beside.resolve())
        raise UnknownName("bot", spec.name, [*own, *shipped_files, *offered, *_beside()])
    point = offered[spec.name]
    bot = _loaded(point)
    _must_be_bot(bot, point.value, game)
    return _Found(bot, Path(str(sys.modules[point.module].__file__)))


def _beside() -> Iterator[str]:
    """The names of files in the current folder that seem to hold a bot."""
    for file in sorted(Path().glob("[!_]*.py")):
        with suppress(OSError):
            text = file.read_text(encoding="utf-8", errors="replace")
            if not file.name.startswith("test_") and "arkadia_sim" in text and re.search(r"\bBot\(|\.variant\(", text):
                yield file.stem


def _in_data_file(file: Path, name: str, game: str, own: Own, run_files: bool, on_the_way: tuple[str, ...]) -> _Found:
    tables = read_bot_file(file)
    name = name or _only_name(file, tables)
    if name not in tables:
        raise UnknownName(f"bot in {file}", name, tables)
    here = f"{file.resolve()}:{name}"
    if here in on_the_way:
        raise UsageError(f"{file}: {name}: these bots play for each other, and nobody plays")
    if len(on_the_way) >= CHAIN_MOST:
        raise UsageError(f"{file}: {name}: more than {CHAIN_MOST} bots play for each other")
    try:
        spec = _player(tables[name].player, file, name, tables)
        player = _find(spec, game, own, run_files, (*on_the_way, here))
    except (UnknownName, BadValue) as error:
        if tables[name].player == name and isinstance(error, UnknownName):
            raise UsageError(
                f"{file}: {name}: player = {name!r} is this bot itself, and there is no other of that name: name a bot "
                "that plays"
            ) from None
        raise UsageError(f"{file}: {name}: player: {error}") from None
    _must_be_bot(player.bot, f"{file}:{name}", game)
    return _Found(tables[name].bot(name, player.bot, file), file.resolve(), player.code or player.file)


def _player(text: str, file: Path, name: str, tables: Mapping[str, BotTable]) -> BotSpec:
    """The player of a bot in a data file: a file beside it, another bot of the file, or a bot by name."""
    spec = BotSpec.parse(text)
    if spec.settings:
        raise BadValue("the player's parameters", text, f"the player alone, parameters under [{name}.parameters]")
    if spec.file is None:
        return BotSpec(f"{file}:{text}") if text in tables and text != name else spec
    if not is_file(file.parent / spec.file):
        raise BadValue("the file", str(spec.file), "one that lies beside this file")
    beside = str(file.parent / spec.file)
    return BotSpec(f"{beside}:{spec.attribute}" if spec.attribute else beside)


def bot_names(game: str = DEFAULT_GAME) -> list[str]:
    """The bots of a game that have a name, in alphabetical order."""
    others = {name for name, point in _offered(game).items() if _plays_another_game(point, game)}
    return sorted({*_shipped_files(game), *_offered(game)} - others)


def _plays_another_game(point: EntryPoint, game: str) -> bool:
    bot = _loaded(point)
    return isinstance(bot, Bot) and bot.game != game


@cache
def _shipped_files(game: str) -> Mapping[str, Path]:
    """The shipped bots by name, each with its file: Python with one bot, or data with several."""
    folder = shipped.folder("bots") / game
    named = [(file.stem, file) for file in sorted(folder.glob("[!_]*.py"))]
    named += [(name, file) for file in sorted(folder.glob("[!_]*.toml")) for name in read_bot_file(file)]
    files = dict(named)
    for name, file in named:
        if files[name] != file:
            raise UsageError(f"{file} and {files[name]} both hold a bot {name!r}: rename one of them")
    return files


@cache
def _offered(game: str) -> dict[str, EntryPoint]:
    offered: dict[str, EntryPoint] = {}
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in offered or point.name in _shipped_files(game):
            raise UsageError(f"the bot name {point.name!r} of the installed {point.value} is taken: remove one of them")
        offered[point.name] = point
    return offered


def _loaded(point: EntryPoint) -> Any:
    try:
        with loading():
            return point.load()
    except Exception as error:
        raise UsageError(f"the installed bot {point.name!r} ({point.value}) cannot be imported: {error!r}") from error


def _bots_of(module: ModuleType) -> dict[str, Bot]:
    bots: dict[str, Bot] = {}
    for bot in vars(module).values():
        if isinstance(bot, Bot) and bots.setdefault(bot.name, bot) is not bot:
            raise UsageError(f"{module.__file__} defines two bots named {bot.name!r}")
    return bots


@cache
def _own_bots_of(module: ModuleType) -> dict[str, Bot]:
    """The bots that a file defines, or those that it imports if it defines none."""
    bots = _bots_of(module)
    if len(bots) < 2:
        return bots
    others = [
        other.__dict__ for other in list(sys.modules.values()) if other is not module and hasattr(other, "__dict__")
    ]
    elsewhere = {id(value) for names in others for value in list(names.values()) if isinstance(value, Bot)}
    return {name: bot for name, bot in bots.items() if id(bot) not in elsewhere} or bots


def _only_bot(module: ModuleType, name: str) -> Bot:
    bots = _bots_of(module)
    if name not in bots:
        raise UsageError(f"the shipped file {module.__file__} defines no bot named {name!r}")
    return bots[name]


def _bot_in_file(file: Path, attribute: str, game: str, run_files: bool) -> Bot:
    module = _import_file(file.resolve(), run_files)
    bots = _bots_of(module) | {key: value for key, value in vars(module).items() if isinstance(value, Bot)}
    attribute = attribute or _only_name(file, _own_bots_of(module))
    if attribute not in bots:
        if hasattr(module, attribute):
            raise UsageError(f"{file}:{attribute} is no bot: make it an instance of arkadia_sim.core.bot.Bot")
        raise UnknownName(f"bot in {file}", attribute, bots)
    _must_be_bot(bots[attribute], f"{file}:{attribute}", game)
    return bots[attribute]


def _only_name(file: Path, choices: Collection[str]) -> str:
    """The name of the only bot in a file."""
    if not choices:
        raise UsageError(f"bot file {file} holds no bot")
    if len(choices) > 1:
        raise BadValue(f"bot file {file}", "no bot named", f"{file}:NAME with NAME one of {', '.join(choices)}")
    return next(iter(choices))


def _must_be_bot(bot: Any, where: str, game: str) -> None:
    if not isinstance(bot, Bot):
        raise UsageError(f"{where} is no bot: make it an instance of arkadia_sim.core.bot.Bot")
    if bot.game != game:
        raise UsageError(f"{where} plays {bot.game}, not {game}")


def _import_file(file: Path, run_files: bool) -> ModuleType:
    """Import a user's file under a unique name; a second call returns the same module."""
    if (loaded := sys.modules.get(_names.get(file, ""))) is not None:
        return loaded
    if not run_files:
        raise UsageError(f"bot file {file} is a program that has not been run")
    from arkadia_sim.accelerate import make

    try:  # machine code knows the name, so it must be the same wherever the file lies
        name = f"_arkadia_sim_bot_{file.stem}_{digest_of(files=[(file.name, file)])}"
    except OSError as error:
        raise UsageError(f"bot file {file} cannot be read: {error.strerror}") from None
    spec = importlib.util.spec_from_file_location(name, file)
    name += f"_{len(_names)}" if name in sys.modules else ""  # a copy of the file plays, too, by the same machine code
    if spec is None or spec.loader is None:
        raise UsageError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.parent))  # as for a script: it may import files beside it
    try:
        patience = Patience(of_import=True)
        with kept_running():
            with patience.heeded(f"the import of {printable(str(file))} has not ended"), patience, loading():
                spec.loader.exec_module(module)
            make(function for bot in _own_bots_of(module).values() for function in bot.decisions.values())
    except (Exception, SystemExit, TimeIsUp) as error:  # a bot must not end the program
        del sys.modules[name]
        forget(file)
        raise UsageError(f"bot file {file} cannot be imported: {import_fault(error, file)}") from error
    finally:
        sys.path.remove(str(file.parent))
    imported(file)  # an edit of what it plays by is noticed from now on
    _names[file] = name
    return module


_names: dict[Path, str] = {}
"""The names of the users' files that have been imported, as modules."""
