"""Where bots are found by name: shipped ones, those of a user's file, and ``my_bot.py`` of the current folder."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from arkadia_sim import shipped
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.bot import Bot, Seated, seat
from arkadia_sim.core.bot_file import BotTable, read_bot_file
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.user_code import import_fault
from arkadia_sim.core.user_files import is_file, is_folder
from arkadia_sim.errors import BadValue, UnknownName, UsageError, did_you_mean
from arkadia_sim.sources import digest_of, forget, imported, loading

CHAIN_MOST = 50
"""How many bots of data files may play for each other, one after the other."""

Own = Mapping[str, tuple[Bot, Path]]  # bots that come with a game, by name, each with its file


def find_bot(text: str, game: str = DEFAULT_GAME, own: Own = MappingProxyType({}), run_files: bool = True) -> Seated:
    """Find the bot that a user wrote and set its parameters; the game's ``own`` bots come first.

    A user's Python file is a program, and is run to find its bot. Without ``run_files``, files that have not been run
    yet are not run: for names that somebody else may have written, such as those in a record.
    """
    spec = BotSpec.parse(text)
    bot, file, code = _Finder(game, own, run_files).find(spec)
    return seat(bot, text, file, dict(spec.settings), code)


_Found = tuple[Bot, Path, Path | None]
"""A bot, the file it was found in, and the Python file that plays for it if that is another."""


@dataclass(frozen=True)
class _Finder:
    """Where bots are looked for; ``on_the_way`` are the bots of data files that the one in question plays for."""

    game: str
    own: Own
    run_files: bool
    on_the_way: tuple[str, ...] = ()

    def find(self, spec: BotSpec) -> _Found:
        if spec.file is not None:
            return self._of_user(spec.file, spec.attribute)
        if spec.name in self.own:
            return *self.own[spec.name], None
        shipped_files = _shipped_files(self.game)
        if spec.name in shipped_files:
            file = shipped_files[spec.name]
            if file.suffix == ".toml":
                return self._in_data_file(file, spec.name)
            module = importlib.import_module(f"arkadia_sim.shipped.bots.{self.game}.{spec.name}")
            return _bots_of(module)[spec.name], Path(str(module.__file__)), None
        beside = Path(f"{spec.name}.py")
        if spec.name.isidentifier() and is_file(beside):  # the user's own, in the current folder
            return _bot_in_file(beside, spec.name, self.game, self.run_files), beside.resolve(), None
        for kind, is_there in (("folder", is_folder), ("file of another kind", is_file)):
            if is_there(Path(spec.name)):
                raise UsageError(f"{spec.name} is no bot but a {kind}; the files of bots end in .py or .toml")
        raise UnknownName("bot", spec.name, [*self.own, *shipped_files, *_beside()])

    def _of_user(self, file: Path, name: str) -> _Found:
        if is_folder(file):
            raise UsageError(f"bot file {str(file)!r} is a folder: name a file in it, such as my_bot.py:my_bot")
        if not is_file(file):
            near = did_you_mean(file.name, [other.name for other in file.parent.glob(f"*{file.suffix}")])
            raise UsageError(f"bot file {str(file)!r} does not exist (looked in {Path.cwd()}){near}")
        if file.suffix == ".toml":
            return self._in_data_file(file, name)
        return _bot_in_file(file, name, self.game, self.run_files), file.resolve(), None

    def _in_data_file(self, file: Path, name: str) -> _Found:
        tables = read_bot_file(file)
        name = name or _only_name(file, tables)
        if name not in tables:
            raise UnknownName(f"bot in {file}", name, tables)
        here = f"{file.resolve()}:{name}"
        if here in self.on_the_way:
            raise UsageError(f"{file}: {name}: these bots play for each other, and nobody plays")
        if len(self.on_the_way) >= CHAIN_MOST:
            raise UsageError(f"{file}: {name}: more than {CHAIN_MOST} bots play for each other")
        try:
            player = _player(tables[name].player, file, name, tables)
            bot, of, code = replace(self, on_the_way=(*self.on_the_way, here)).find(player)
        except (UnknownName, BadValue) as error:
            if tables[name].player == name and isinstance(error, UnknownName):
                raise UsageError(
                    f"{file}: {name}: player = {name!r} is this bot itself, and there is no other of that name: name a "
                    "bot that plays"
                ) from None
            raise UsageError(f"{file}: {name}: player: {error}") from None
        _must_be_bot(bot, f"{file}:{name}", self.game)
        return tables[name].bot(name, bot, file), file.resolve(), code or of


def _beside() -> Iterator[str]:
    """The names of files in the current folder that seem to hold a bot."""
    for file in sorted(Path().glob("[!_]*.py")):
        with suppress(OSError):
            text = file.read_text(encoding="utf-8", errors="replace")
            if not file.name.startswith("test_") and "arkadia_sim" in text and re.search(r"\bBot\(|\.variant\(", text):
                yield file.stem


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
    """The shipped bots of a game, in alphabetical order."""
    return sorted(_shipped_files(game))


@cache
def _shipped_files(game: str) -> Mapping[str, Path]:
    """The shipped bots by name, each with its file: Python with one bot, or data with several."""
    folder = shipped.folder("bots") / game
    named = [(file.stem, file) for file in sorted(folder.glob("[!_]*.py"))]
    named += [(name, file) for file in sorted(folder.glob("[!_]*.toml")) for name in read_bot_file(file)]
    return dict(named)


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


def _bot_in_file(file: Path, attribute: str, game: str, run_files: bool) -> Bot:
    module = import_file(file.resolve(), run_files)
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


def import_file(file: Path, run_files: bool = True, kind: str = "bot file") -> ModuleType:
    """Import a user's file under a unique name; a second call returns the same module."""
    if (loaded := sys.modules.get(_names.get(file, ""))) is not None:
        return loaded
    if not run_files:
        raise UsageError(f"{kind} {file} is a program that has not been run")
    from arkadia_sim.accelerate import make

    try:  # machine code knows the name, so it must be the same wherever the file lies
        name = f"_arkadia_sim_bot_{file.stem}_{digest_of(files=[(file.name, file)])}"
    except OSError as error:
        raise UsageError(f"{kind} {file} cannot be read: {error.strerror}") from None
    spec = importlib.util.spec_from_file_location(name, file)
    name += f"_{len(_names)}" if name in sys.modules else ""  # a copy of the file plays, too, by the same machine code
    if spec is None or spec.loader is None:
        raise UsageError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.parent))  # as for a script: it may import files beside it
    try:
        with loading():
            spec.loader.exec_module(module)
        make(function for bot in _own_bots_of(module).values() for function in bot.decisions.values())
    except (Exception, SystemExit) as error:  # a bot must not end the program
        del sys.modules[name]
        forget(file)
        raise UsageError(f"{kind} {file} cannot be imported: {import_fault(error, file)}") from error
    finally:
        sys.path.remove(str(file.parent))
    try:
        imported(file)  # an edit of what it plays by is noticed from now on
    except UsageError:
        del sys.modules[name]
        forget(file)
        raise
    _names[file] = name
    return module


_names: dict[Path, str] = {}  # the names of the users' files that have been imported, as modules
