"""House rules: a user's file that replaces rules of a game by functions of the same names.

The game's modules are imported once more, with these functions in the places of the game's own. So whatever is compiled
from them plays by the house rules: the engine, what bots see, how they look ahead. The game itself stays as it is,
beside the other one in the same process. What the file imports from the game is the game's own.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from numba import from_dtype, types

from arkadia_sim import accelerate
from arkadia_sim.accelerate import House, inlined
from arkadia_sim.compiled.game import HOUSE_RULES, CompiledGame
from arkadia_sim.compiled.replaying import Replay
from arkadia_sim.core.bot import BotDescription, Seated
from arkadia_sim.core.bot_registry import import_file
from arkadia_sim.core.game import Batch, BatchResult, Setting
from arkadia_sim.core.options import RuleOption
from arkadia_sim.core.registry import GAMES
from arkadia_sim.core.user_code import import_fault
from arkadia_sim.core.user_files import is_file
from arkadia_sim.errors import ArkadiaSimError, BadValue, UsageError, did_you_mean, printable, raised_text
from arkadia_sim.sources import digest_of, imported


class _Modules:
    """The modules of a game by house rules and of its bots, which are in ``sys.modules`` only for a while."""

    def __init__(self, game: str, house: House) -> None:
        self._roots = (f"arkadia_sim.games.{game}", f"arkadia_sim.shipped.bots.{game}")
        self._house, self._kept = house, dict[str, ModuleType]()

    def _take(self) -> dict[str, ModuleType]:
        """Take all modules of the game and of bots out of ``sys.modules``."""
        begins = (*(f"{root}." for root in self._roots), "_arkadia_sim_bot_")
        return {
            name: sys.modules.pop(name) for name in [*sys.modules] if name in self._roots or name.startswith(begins)
        }

    def _put(self, modules: Mapping[str, ModuleType]) -> None:
        sys.modules.update(modules)
        for root in self._roots:
            parent, _, name = root.rpartition(".")
            if root in modules and parent in sys.modules:
                setattr(sys.modules[parent], name, modules[root])

    @contextmanager
    def entered(self) -> Iterator[None]:
        """While these modules take the places of the game's own."""
        if accelerate.house is self._house:  # entered already
            yield
            return
        others, before = self._take(), accelerate.house
        accelerate.house = self._house
        self._put(self._kept)
        try:
            yield
        finally:
            self._kept, accelerate.house = self._take(), before
            self._put(others)


_made: dict[tuple[str, str], "ByHouseRules"] = {}


def with_house_rules(game: CompiledGame, file: Path) -> "ByHouseRules":
    """The game by the house rules of a file; UsageError if the file does not hold any that can be used."""
    rules = accelerate.RULES.get(game.name, {})
    if game.name not in GAMES or not rules:
        raise UsageError(f"{game.title} has no rules that a file of house rules can replace")
    if not is_file(file) or file.suffix != ".py":
        near = did_you_mean(file.name, [other.name for other in file.parent.glob("*.py")])
        raise UsageError(f"there is no file {str(file)!r} of house rules{near}")
    path = file.resolve()
    module = import_file(path, kind="file of house rules")
    house = f"{file.name}@{digest_of(files=imported(path)[0].items())}"
    if (game.name, house) in _made:
        return _made[game.name, house]
    own = [made for made in vars(module).values() if getattr(made, "__module__", "") == module.__name__]
    functions = {made.__name__: made for made in own if isinstance(made, FunctionType)}
    replaced = [name for name in functions if not name.startswith("_")]
    for name in replaced:
        _check_name(functions[name], rules, file, game.title)
    if not replaced:
        raise UsageError(f"{file.name} replaces no rule of {game.title}: it may define {', '.join(rules)}")
    compiled = {name: inlined(made, boundscheck=True) for name, made in functions.items()}
    vars(module).update(compiled)
    modules = _Modules(game.name, House(house.rpartition("@")[2], {name: compiled[name] for name in replaced}))
    for name in replaced if accelerate.JIT_ENABLED else ():
        _check_types(game, compiled[name], rules[name], path)
    with modules.entered():
        where, _, attribute = GAMES[game.name].partition(":")
        made: Any = getattr(importlib.import_module(where), attribute)
    kind = type(made)
    made.__class__ = type(kind.__name__, (ByHouseRules, kind), {"__module__": kind.__module__})
    made.box, made.modules, made.home, made.house = game, modules, path, house
    made.title, made.replaced = f"{game.title} by the house rules {file.stem}", tuple(replaced)
    _made[game.name, house] = made
    return made


def _line(file: Path, function: Callable[..., Any]) -> str:
    return f"{file.name}, line {function.__code__.co_firstlineno}"


def _check_name(function: Any, rules: Mapping[str, Any], file: Path, title: str) -> None:
    """UsageError unless a function has the name and the arguments of a rule that can be replaced."""
    name = function.__name__
    if name not in rules:
        raise UsageError(
            f"{_line(file, function)}: {title} has no rule {name!r} that can be replaced{did_you_mean(name, rules)} "
            f"(allowed: {', '.join(rules)}; a function of your own for one of these begins with _)"
        )
    own, given = ([*inspect.signature(getattr(made, "py_func", made)).parameters] for made in (rules[name], function))
    if own != given:
        raise UsageError(f"{_line(file, function)}: {name} takes ({', '.join(own)}), not ({', '.join(given)})")


def _check_types(game: CompiledGame, made: Any, own: Any, file: Path) -> None:
    """UsageError if a rule cannot be compiled, or returns something else than the game's own."""
    record = game.engine.records.game  # names of arguments tell their types (accelerate.replaceable)
    named = {"game": record, **{name: kind.base for name, (kind, *_) in (record.fields or {}).items()}}
    names = inspect.signature(own.py_func).parameters
    try:
        for function in (own, made):
            function.compile(tuple(from_dtype(named[name]) if name in named else types.int64 for name in names))
    except Exception as error:  # numba raises its own errors, and others
        fault = re.sub(r"(\x1b|\\x1b)\[\d*m", "", import_fault(error, file))
        raise UsageError(f"{made.py_func.__name__} cannot be compiled: {fault}") from None
    wanted, given = (_returned(next(iter(function.overloads.values()))) for function in (own, made))
    if wanted != given:
        raise UsageError(f"{_line(file, made.py_func)}: {made.py_func.__name__} must return {wanted}, not {given}")


def _returned(compiled: Any) -> str:
    kind = getattr(compiled.signature.return_type, "literal_type", compiled.signature.return_type)
    if isinstance(kind, types.Boolean):
        return "yes or no"
    return "a whole number" if isinstance(kind, types.Integer) else "nothing" if kind == types.none else str(kind)


def _plain(setting: Setting) -> Setting:
    """A setting without the option of the rules that leaves house rules."""
    rules = {name: value for name, value in setting.rules.items() if name != HOUSE_RULES}
    return setting.model_copy(update={"rules": rules})


class ByHouseRules(CompiledGame):
    """A game by house rules. With the option ``house_rules = false``, games are played by the game's own rules, which
    are kept beside: so the two can be compared."""

    box: CompiledGame
    modules: _Modules
    replaced: tuple[str, ...]

    def rule_options(self) -> list[RuleOption]:
        meaning = f"whether the house rules of {self.house.partition('@')[0]} are in force"
        option = RuleOption(name=HOUSE_RULES, default=True, allowed="true or false", meaning=meaning)
        return [option, *super().rule_options()]

    def setting(self, players: int, rules: Mapping[str, Any], components: Mapping[str, Any]) -> Setting:
        chosen = rules.get(HOUSE_RULES, True)
        if not isinstance(chosen, bool):
            raise BadValue(f"rule {HOUSE_RULES}", chosen, "true or false")
        made = super().setting(players, {name: rules[name] for name in rules if name != HOUSE_RULES}, components)
        return made.model_copy(update={"rules": {HOUSE_RULES: chosen, **made.rules}})

    def caveats(self, setting: Setting) -> Sequence[str]:
        own = list(super().caveats(_plain(setting)))
        if setting.rules.get(HOUSE_RULES) is False:
            return own
        file = self.house.partition("@")[0]
        return [
            f"House rules: {file} replaces {', '.join(self.replaced)}. No twin of this toolkit proves these rules. "
            f"Bots play by these rules, but what they know was learned by the rules of the box.",
            *own,
        ]

    def prepare(self, setting: Setting) -> Any:
        if setting.rules.get(HOUSE_RULES) is False:
            raise UsageError(f"only whole games can be played with {HOUSE_RULES} = false: leave it out, or --variant")
        return super().prepare(_plain(setting))

    def with_head_starts(self, setting: Setting, seated: Sequence[Seated]) -> Setting:
        made = super().with_head_starts(_plain(setting), seated)
        return made.model_copy(update={"rules": {**setting.rules, **made.rules}})

    def find_bot(self, spec: str, run_files: bool = True) -> Seated:
        with self.modules.entered():
            return super().find_bot(spec, run_files)

    def describe_bots(self, specs: Sequence[str]) -> list[BotDescription]:
        with self.modules.entered():  # bots have the sources that they import
            return super().describe_bots(specs)

    def play(self, batch: Batch) -> BatchResult:
        if batch.setting.rules.get(HOUSE_RULES) is False:
            return self.box.play(replace(batch, setting=_plain(batch.setting)))
        try:
            return super().play(batch)
        except ArkadiaSimError:
            raise
        except Exception as error:  # compiled code says no line
            raise UsageError(f"a rule of {self.home} failed in a game: {raised_text(error)}") from None

    def head(self, setting: Setting) -> dict[str, Any]:
        return {**super().head(_plain(setting)), HOUSE_RULES: self.house}

    def replayed(self, record: Mapping[str, Any]) -> Replay:
        if HOUSE_RULES not in record:
            return self.box.replayed(record)
        if record[HOUSE_RULES] != self.house:
            other = printable(str(record[HOUSE_RULES]))
            raise UsageError(f"this game was played by the house rules {other}, not by {self.house}")
        return super().replayed({name: value for name, value in record.items() if name != HOUSE_RULES})
