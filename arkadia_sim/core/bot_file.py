"""Bots that are data: a TOML file in which each table is a bot, another one with parameters of its own.

::

    [careful]
    player = "greedy"            # who plays: a bot by name, one of this file, or my_bot.py:my_bot beside this file
    plan = "Takes what pays most, and gives nothing away."
    source = "greedy, tuned"
    parameters = { deny = 0.7 }  # those that are not set are as the player has them

    [careful.by_players.2]       # optional: parameters that are others at tables of two
    deny = 0.9

    [[careful.provenance]]       # optional: the searches that found the parameters, see Search
    against = ["greedy"]
    seed = 1
    games = 100000

How such a bot is found is told in :mod:`arkadia_sim.core.registry`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field, ValidationError

from arkadia_sim.core.bot import TEMPERATURE, Bot, Parameter
from arkadia_sim.core.provenance import Search
from arkadia_sim.core.stored import Stored
from arkadia_sim.core.user_files import read_toml
from arkadia_sim.errors import UnknownName, UsageError, did_you_mean

BOT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
"""What a bot in a data file may be called: nothing that means something in ``name:parameter=value``."""

_TEXT = "a text that is not empty"
_ALLOWED = {
    "player": "a bot by name, another of this file, or a file beside this one, such as my_bot.py:my_bot",
    "parameters": "a table of the player's parameters with numbers, such as { deny = 0.7 }",
    "by_players": "tables of parameters by number of players, such as [careful.by_players.2]",
    "provenance": "a list of tables, one for each search that found the parameters",
    "against": "a list of bots",
    "players": "a list of table sizes",
    "seed": "a whole number from 0",
    "games": "a whole number from 1",
    "deals": "a whole number from 1",
    "gain": "a table with the numbers mean, low and high, and in amount what they count",
    "kept": "true or false",
    "versions": "a table of texts",
}


class BotTable(Stored):
    """A bot as its file tells it; its name is that of the table."""

    model_config = ConfigDict(strict=True)

    player: str = Field(min_length=1)
    plan: str = Field(min_length=1)
    source: str = Field(min_length=1)
    parameters: dict[str, float] = Field(default_factory=dict)
    by_players: dict[str, dict[str, float]] = Field(default_factory=dict)
    provenance: list[Search] = Field(default_factory=list)

    def bot(self, name: str, player: Bot, file: Path) -> Bot:
        """The player under this name and with these parameters; UnknownName or BadValue where it has no such."""
        known = {one.name: one for one in player.settable}
        values = _checked(name, file, self.parameters, known)
        of_player = {one.name: one for one in player.parameters}
        own = {int(size): _checked(name, file, table, of_player) for size, table in self.by_players.items()}
        everywhere = {key: value for key, value in values.items() if key in of_player}
        return replace(
            player,
            name=name,
            plan=self.plan,
            source=self.source,
            parameters=tuple(replace(one, default=values.get(one.name, one.default)) for one in player.parameters),
            temperature=values.get(TEMPERATURE.name, player.temperature),
            provenance=tuple(self.provenance),
            by_players={
                size: {**player.by_players.get(size, {}), **everywhere, **own.get(size, {})}
                for size in sorted({*player.by_players, *own})
            },
        )


def _checked(name: str, file: Path, wanted: Mapping[str, float], known: Mapping[str, Parameter]) -> dict[str, float]:
    for key in wanted:
        if key not in known:
            raise UnknownName(f"parameter of bot {name} in {file}:", key, known)
    return {key: known[key].check(f"{name} in {file}", repr(value)) for key, value in wanted.items()}


def read_bot_file(file: Path) -> Mapping[str, BotTable]:
    """The bots of a data file by name, in its order; UsageError tells all that is wrong with it."""
    try:
        stat = file.stat()
        return _read(file, (stat.st_mtime_ns, stat.st_size))
    except OSError as error:
        raise UsageError(f"bot file {file} cannot be read: {error.strerror}") from None
    except ValueError:
        raise UsageError(f"bot file {str(file)!r} cannot be read: no file can be called so") from None


@lru_cache(maxsize=64)
def _read(file: Path, _stamp: tuple[int, int]) -> Mapping[str, BotTable]:
    """Read again only when the file was written again."""
    document, _ = read_toml(file, "bot file")
    tables, faults = {}, []
    for name, table in document.items():
        if not isinstance(table, dict):
            faults.append(f"{name} = {table!r} is not allowed (allowed: a table [{name}] for each bot)")
        elif not BOT_NAME.fullmatch(name):
            faults.append(f"bot {name!r}: a name has letters, digits, - and _, starting with a letter")
        else:
            try:
                tables[name] = BotTable.model_validate(table)
                faults += [*_faults_of_plan(name, tables[name]), *_faults_of_sizes(name, tables[name])]
            except ValidationError as error:
                faults += [f"{name}: {fault}" for fault in _faults(error, table)]
    if not document:
        faults.append("it holds no bot")
    if faults:
        raise UsageError("\n".join(f"bot file {file}: {fault}" for fault in faults))
    return tables


def _faults_of_sizes(name: str, table: BotTable) -> Iterator[str]:
    for size in table.by_players:
        if not re.fullmatch("[1-9][0-9]?", size):
            yield f"{name}: by_players.{size} is not allowed (allowed: a number of players)"


def _faults_of_plan(name: str, table: BotTable) -> Iterator[str]:
    if not table.plan.rstrip().endswith("."):
        yield f"{name}: plan = {table.plan!r} is not allowed (allowed: a sentence that ends with a full stop)"


def _faults(error: ValidationError, table: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a bot's table: the key, what was written and what is allowed."""
    for fault in error.errors():
        where = [str(step) for step in fault["loc"]]
        keys = [step for step in where if not step.isdigit()] or where
        if fault["type"] == "extra_forbidden":
            known = sorted((Search if keys[0] == "provenance" else BotTable).model_fields)
            yield f"unknown key {'.'.join(keys)!r}{did_you_mean(keys[-1], known)} (allowed: {', '.join(known)})"
            continue
        ways = {"provenance": keys[:2], "parameters": keys[:2], "by_players": where}
        told = ways.get(keys[0], keys[:1])
        allowed = _ALLOWED.get(told[-1] if told[0] == "provenance" else told[0], _TEXT)
        if fault["type"] == "missing":
            yield f"key {'.'.join(keys)!r} is missing (allowed: {allowed})"
        else:
            yield f"{'.'.join(told)} = {fault['input']!r} is not allowed (allowed: {allowed})"
