"""Bots as data: a TOML file in which each table is a bot, made from another bot with its own parameters or rules.

CONTRIBUTING.md ("Add a bot") has an example.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pydantic import ConfigDict, Field, PrivateAttr, ValidationError

from arkadia_sim.core.bot import TEMPERATURE, Bot, Parameter, Search, expand_names
from arkadia_sim.core.playbook import FOLLOWED_MAX, Rule, read_rules
from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_files import read_toml
from arkadia_sim.errors import UnknownName, UsageError, did_you_mean

BOT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
"""Allowed names of bots in data files: without characters that have a meaning in ``name:parameter=value``."""

PLAYER_OF_RULES = "rules"  # the bot that plays where a table names none: it follows the table's rules


class BotTable(Stored):
    """A bot as stored in its file; the table's name is the bot's name."""

    model_config = ConfigDict(strict=True)

    player: str = Field(PLAYER_OF_RULES, min_length=1)
    plan: str = Field(min_length=1)
    source: str = Field(min_length=1)
    parameters: dict[str, float] = Field(default_factory=dict)
    by_players: dict[str, dict[str, float]] = Field(default_factory=dict)
    rules: list[str] = Field(default_factory=list)
    rules_by_players: dict[str, list[str]] = Field(default_factory=dict)
    provenance: list[Search] = Field(default_factory=list)
    _made: dict[tuple[str, Path], tuple[Bot, Bot]] = PrivateAttr(default_factory=dict)

    def bot(self, name: str, player: Bot, file: Path) -> Bot:
        """The bot, made from its player; UnknownName or BadValue for a parameter the player does not have or allow."""
        of, bot = self._made.get((name, file), (None, None))
        if bot is None or of is not player:
            bot = self._make(name, player, file)
            self._made[name, file] = player, bot
        return bot

    def _make(self, name: str, player: Bot, file: Path) -> Bot:
        known = {parameter.name: parameter for parameter in player.settable}
        values = _checked(name, file, self.parameters, known)
        of_player = {parameter.name: parameter for parameter in player.parameters}
        if not player.cues and (self.rules or self.rules_by_players):
            raise UsageError(f"{file}: {name}: its player, {player.name}, cannot follow rules")
        by_size = {int(size): _checked(name, file, table, of_player) for size, table in self.by_players.items()}
        everywhere = {key: value for key, value in values.items() if key in of_player}
        return replace(
            player,
            name=name,
            plan=self.plan,
            source=self.source,
            parameters=tuple(
                replace(parameter, default=values.get(parameter.name, parameter.default))
                for parameter in player.parameters
            ),
            temperature=values.get(TEMPERATURE.name, player.temperature),
            provenance=tuple(self.provenance),
            by_players={
                size: {**player.by_players.get(size, {}), **everywhere, **by_size.get(size, {})}
                for size in sorted({*player.by_players, *by_size})
            },
            rules=_rules(name, file, self.rules, player) or player.rules,
            rules_by_players={
                **player.rules_by_players,
                **{int(size): _rules(name, file, texts, player) for size, texts in self.rules_by_players.items()},
            },
        )


def _checked(name: str, file: Path, wanted: Mapping[str, float], known: Mapping[str, Parameter]) -> dict[str, float]:
    wanted = expand_names(wanted, known)
    for key in wanted:
        if key not in known:
            raise UnknownName(f"parameter of bot {name} in {file}:", key, known)
    return {key: known[key].check(f"{name} in {file}", repr(value)) for key, value in wanted.items()}


def _rules(name: str, file: Path, texts: list[str], player: Bot) -> tuple[Rule, ...]:
    if not player.only_rules and len(texts) > FOLLOWED_MAX:
        raise UsageError(f"{file}: {name}: {player.name} can follow at most {FOLLOWED_MAX} rules, not {len(texts)}")
    try:
        return read_rules(tuple(texts), player.cues)
    except UsageError as error:
        raise UsageError(f"{file}: {name}: {error}") from None


def read_bot_file(file: Path) -> Mapping[str, BotTable]:
    """The bots of a data file by name, in order; UsageError lists everything that is wrong with it."""
    try:
        stat = file.stat()
        return _read(file, (stat.st_mtime_ns, stat.st_size))
    except OSError as error:
        raise UsageError(f"bot file {file} cannot be read: {error.strerror}") from None
    except ValueError:
        raise UsageError(f"bot file {str(file)!r} cannot be read: not a valid file name") from None


@lru_cache(maxsize=64)
def _read(file: Path, _stamp: tuple[int, int]) -> Mapping[str, BotTable]:
    """Cached until the file changes."""
    document, _ = read_toml(file, "bot file")
    tables, faults = {}, []
    for name, table in document.items():
        if not isinstance(table, dict):
            faults.append(f"{name} = {table!r} is not allowed (allowed: a table [{name}] for each bot)")
        elif not BOT_NAME.fullmatch(name):
            faults.append(f"bot {name!r}: a name must start with a letter and have only letters, digits, - and _")
        else:
            try:
                tables[name] = BotTable.model_validate(table)
                faults += [*_faults_of_plan(name, tables[name]), *_faults_of_sizes(name, tables[name])]
            except ValidationError as error:
                faults += [f"{name}: {fault}" for fault in _faults(error)]
    if not document:
        faults.append("it defines no bot")
    if faults:
        raise UsageError("\n".join(f"bot file {file}: {fault}" for fault in faults))
    return tables


def _faults_of_sizes(name: str, table: BotTable) -> Iterator[str]:
    sizes = [("by_players", size) for size in table.by_players]
    for key, size in [*sizes, *(("rules_by_players", size) for size in table.rules_by_players)]:
        if not re.fullmatch("[1-9][0-9]?", size):
            yield f"{name}: {key}.{size} is not allowed (allowed: a number of players)"


def _faults_of_plan(name: str, table: BotTable) -> Iterator[str]:
    if not table.plan.rstrip().endswith("."):
        yield f"{name}: plan = {table.plan!r} is not allowed (allowed: a sentence that ends with a full stop)"


def _faults(error: ValidationError) -> Iterator[str]:
    """What is wrong with a bot's table: the key, the value and what is allowed."""
    for fault in error.errors():
        keys = [step for step in fault["loc"] if isinstance(step, str)]
        key = ".".join(keys)
        if fault["type"] == "extra_forbidden":
            known = sorted((Search if keys[0] == "provenance" else BotTable).model_fields)
            yield f"unknown key {key!r}{did_you_mean(keys[-1], known)} (allowed: {', '.join(known)})"
        elif fault["type"] == "missing":
            yield f"key {key!r} is missing"
        else:
            yield f"{key} = {fault['input']!r} is not allowed ({fault['msg'].removeprefix('Input ')})"
