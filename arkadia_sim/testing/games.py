"""The contract that every game keeps (:class:`arkadia_sim.core.game.Game`), as checks that its author can run.

>>> from arkadia_sim.testing.games import check_game          # doctest: +SKIP
>>> from my_package.my_game import GAME                       # doctest: +SKIP
>>> check_game(GAME, ["careful", "bold:risk=0.9"])            # doctest: +SKIP

Whoever writes a game puts these lines into a test and works on until nothing is raised. A game

* declares outcomes, ends, columns and trajectories that fit together;
* checks settings: options have names, defaults that may be given, and wrong ones are refused by name;
* finds bots by name and says of each, always in the same words, what decides how it plays;
* plays at every number of players, and its rows are what it has declared;
* plays every game from its setting, line-up and deal alone (what makes runs repeatable on any number of workers);
* keeps games that fail, and says who failed and why;
* records games so that they can be played again, and refuses records that were changed;
* tells recorded games turn by turn, in scenes that can be drawn;
* plays the same games step by step, if it can be played so, and shows each seat what that seat may know.

Each check is a function that returns the faults found, in plain words; ``check_game`` runs them all. What is played is
checked in :mod:`arkadia_sim.testing.game_rows`, records and pictures in :mod:`arkadia_sim.testing.game_records`, and
steps in :mod:`arkadia_sim.testing.game_steps`.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from arkadia_sim.core.constraint import CHANCES, CHANCES_TAKEN
from arkadia_sim.core.game import END, IDENTITY, NUMBERS, Game, Setting
from arkadia_sim.core.options import option_text, option_value
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.testing.game_records import plays_records_again, refuses_changed_records, shows_its_games
from arkadia_sim.testing.game_rows import (
    Played,
    fails_with_a_reason,
    follows_from_the_deal,
    goes_through_json,
    plays,
    rows_are_declared,
    turns_are_declared,
)
from arkadia_sim.testing.game_steps import any_steps_make_a_game, plays_in_steps_what_it_plays

NOBODY = "no_one_is_called_so"
"""A name that no option, piece or bot has."""

DEALS = 12
"""Deals that are played in each way that is looked at."""


def check_game(
    game: Game,
    bots: Sequence[str] | None = None,
    failing: str | None = None,
    variants: Iterable[Mapping[str, Any]] = (),
    deals: int = DEALS,
) -> None:
    """Raise AssertionError with all faults found, if the game does not keep the contract.

    ``bots`` sit at the tables, mixed: two or more that play differently tell most; the default bot and another if None.
    ``failing`` is a bot that breaks a rule or raises an exception now and then, to see what the game makes of that.
    ``variants`` are rules to play by too, beside the game's own. At every number of players ``deals`` deals are played
    several times over.
    """
    declarations = (outcomes_and_columns, trajectories_fit, constraints_fit, checks_settings, has_options, has_bots)
    faults = [fault for check in declarations for fault in _faults(check, game)]
    if not faults:  # else there may be nothing to play with
        named = list(bots) if bots is not None else _two_bots(game)
        faults += _faults(describes_bots, game, named)
        for rules in ({}, *variants):
            for players in game.player_counts:
                faults += _at_table(game, players, rules, named, deals)
        if failing is not None:
            faults += _faults(fails_with_a_reason, game, failing, named, deals)
    if faults:
        lines = "".join(f"\n  - {fault}" for fault in dict.fromkeys(faults))
        raise AssertionError(f"game {game.name} does not keep the contract of games:{lines}")


def _faults(check: Callable[..., list[str]], *arguments: Any) -> list[str]:
    """The faults that a check finds; an exception of the game is a fault too."""
    try:
        return check(*arguments)
    except Exception as error:  # the game's own, whatever it is
        return [f"{check.__name__.replace('_', ' ')}: {type(error).__name__}: {error}"]


def _two_bots(game: Game) -> list[str]:
    others = [name for name in game.bot_names() if name != game.default_bot]
    return [game.default_bot, *others[:1]]


def _at_table(game: Game, players: int, rules: Mapping[str, Any], bots: Sequence[str], deals: int) -> list[str]:
    """The faults in the games of one table size, with these rules."""
    where = f"{players} players" + "".join(f", {name} = {value}" for name, value in rules.items())
    played: list[Played] = []
    faults = _faults(plays, game, game.setting(players, rules, {}), bots, deals, played)
    for check in (rows_are_declared, turns_are_declared):
        faults += [fault for batch in played for fault in _faults(check, batch)]
    if not faults:  # rows that are not what they should be cannot be compared
        for check in (follows_from_the_deal, goes_through_json, plays_records_again, refuses_changed_records):
            faults += [fault for batch in played for fault in _faults(check, batch)]
        for check in (shows_its_games, plays_in_steps_what_it_plays, any_steps_make_a_game):
            faults += [fault for batch in played[:1] for fault in _faults(check, batch)]
    return [f"{where}: {fault}" for fault in faults]


# -- what is declared --------------------------------------------------------------------------------------------------


def outcomes_and_columns(game: Game) -> list[str]:
    """Whether outcomes, ends and columns exist, have different names and fit together."""
    columns = {column.name: column for column in game.player_columns}
    faults = [] if game.outcomes else ["declares no outcome"]
    if game.outcomes and not game.outcomes[0].judged:
        faults.append(f"the first outcome, {game.outcomes[0].column}, has no tolerance: it must get verdicts")
    for outcome in game.outcomes:
        column = columns.get(outcome.column)
        if column is None:
            faults.append(f"outcome {outcome.column} is no column of the players")
        elif column.dtype not in NUMBERS:
            faults.append(f"outcome {outcome.column} is a column of type {column.dtype}: a number is needed")
    if END not in columns or columns[END].dtype != "string":
        faults.append(f"the players have no column {END!r} of type string")
    if not any(end.regular for end in game.ends):
        faults.append("declares no regular end")
    faults += _twice("outcome", [outcome.column for outcome in game.outcomes])
    faults += _twice("end", [end.name for end in game.ends])
    for table, listed, free in (("players", game.player_columns, ()), ("turns", game.turn_columns, ("seat",))):
        names = [column.name for column in listed]
        faults += _twice(f"column of the {table}", names)
        taken = sorted(set(names) & set(IDENTITY) - set(free))
        faults += [f"column {name} of the {table}: the toolkit puts one of that name there itself" for name in taken]
        faults += [f"column {column.name} of the {table} has no meaning" for column in listed if not column.meaning]
    if list(game.player_counts) != sorted(set(game.player_counts)) or not game.player_counts:
        faults.append(f"numbers of players must be in order, each once, not {game.player_counts}")
    texts = (("name", game.name), ("title", game.title), ("rules_version", game.rules_version))
    return faults + [f"has no {what}" for what, text in texts if not text]


def constraints_fit(game: Game) -> list[str]:
    """Whether constraints have different names, are described and are counted."""
    faults = _twice("constraint", [constraint.name for constraint in game.constraints])
    columns = {column.name: column.dtype for column in game.player_columns}
    for constraint in game.constraints:
        if not re.fullmatch("[a-z][a-z0-9_]*", constraint.name):
            faults.append(f"constraint {constraint.name!r} must be named in small letters, digits and _")
        if not constraint.title or not constraint.asked:
            faults.append(f"constraint {constraint.name} has no title, or bots can be neither barred nor forced")
    for name in (CHANCES, CHANCES_TAKEN) if game.constraints else ():
        if columns.get(name) not in NUMBERS:
            faults.append(f"constraints are declared, but the players have no column {name} of numbers")
    return faults


def trajectories_fit(game: Game) -> list[str]:
    """Whether trajectories have different names and use existing columns."""
    turns = {column.name for column in game.turn_columns}
    faults = _twice("trajectory", [trajectory.name for trajectory in game.trajectories])
    for trajectory in game.trajectories:
        missing = sorted({trajectory.turn, *trajectory.series.values()} - turns)
        faults += [f"trajectory {trajectory.name}: the turns have no column {name!r}" for name in missing]
    return faults


def _twice(what: str, names: Sequence[str]) -> list[str]:
    return [f"{what} {name!r} is there twice" for name in dict.fromkeys(names) if names.count(name) > 1]


# -- settings and options ----------------------------------------------------------------------------------------------


def checks_settings(game: Game) -> list[str]:
    """Whether settings are complete and survive JSON, wrong names are refused, and caveats are sentences."""
    faults = []
    options = {option.name: option.default for option in game.rule_options()}
    for players in game.player_counts:
        setting = game.setting(players, {}, {})
        if setting.players != players:
            faults.append(f"the setting for {players} players says that there are {setting.players}")
        if set(setting.rules) != set(options):
            odd = ", ".join(sorted(set(setting.rules) ^ set(options)))
            faults.append(f"the rules of a setting and rule_options differ: {odd}")
        again = Setting.model_validate(json.loads(json.dumps(setting.model_dump(mode="json"))))
        if again.model_dump(mode="json") != setting.model_dump(mode="json"):
            faults.append(f"the setting for {players} players is another when written to JSON and read back")
        for text in game.caveats(setting):
            if not text[:1].isupper() or not text.endswith("."):
                faults.append(f"caveat {text!r} is no sentence: it needs a capital letter and a full stop")
    least = game.player_counts[0]
    for players in (least - 1, game.player_counts[-1] + 1):
        faults += _refusal(f"{players} players", UsageError, game.setting, players, {}, {})
    faults += _refusal(f"rule {NOBODY!r}", UnknownName, game.setting, least, {NOBODY: 1}, {})
    return faults + _refusal(f"component {NOBODY!r}", UnknownName, game.setting, least, {}, {NOBODY: 1})


def has_options(game: Game) -> list[str]:
    """Whether each option accepts its own default, as value and as text, and refuses wrong values."""
    least, faults = game.player_counts[0], []
    plain = game.setting(least, {}, {})
    for rule in game.rule_options():
        for value in (rule.default, option_value(option_text(rule.default))):
            if game.setting(least, {rule.name: value}, {}).rules != plain.rules:
                faults.append(f"rule {rule.name}: its default, given as {value!r}, makes other rules")
        faults += _refusal(f"rule {rule.name} = {{}}", BadValue, game.setting, least, {rule.name: {}}, {})
        faults += [] if rule.meaning and rule.allowed else [f"rule {rule.name}: does not say what it means and takes"]
    for piece in game.component_options():
        wrong, refusal = ({}, BadValue) if piece.kind in ("text", "numbers") else (f"/{NOBODY}/{NOBODY}", UsageError)
        faults += _refusal(f"component {piece.name} = {wrong!r}", refusal, game.setting, least, {}, {piece.name: wrong})
        if not piece.meaning or not piece.allowed:
            faults.append(f"component {piece.name}: does not say what it means and takes")
    faults += _twice("rule", [rule.name for rule in game.rule_options()])
    return faults + _twice("component", [piece.name for piece in game.component_options()])


def _refusal(what: str, kind: type[UsageError], ask: Callable[..., Any], *arguments: Any) -> list[str]:
    """No fault if the game refuses this with the right exception."""
    try:
        ask(*arguments)
    except kind:
        return []
    except Exception as error:  # whatever the game raises in its place
        return [f"{what} is refused with {type(error).__name__}, not with {kind.__name__}: {error}"]
    return [f"{what} is not refused"]


# -- bots --------------------------------------------------------------------------------------------------------------


def has_bots(game: Game) -> list[str]:
    """Whether listed bots are found, with their own parameters, heed what is declared; wrong names are refused."""
    names, known = list(game.bot_names()), {constraint.name for constraint in game.constraints}
    faults = _twice("bot", names)
    if game.default_bot not in names:
        faults.append(f"the default bot {game.default_bot!r} is not listed")
    faults += _refusal(f"bot {NOBODY!r}", UnknownName, game.find_bot, NOBODY)
    for name in names:
        bot = game.find_bot(name)
        if bot.spec != name:
            faults.append(f"bot {name}, when found, says that {bot.spec!r} was asked for")
        unknown = sorted(bot.bot.heeds.keys() - known)
        faults += [f"bot {name} heeds {constraint!r}, which is not declared" for constraint in unknown]
        what = f"parameter {NOBODY!r} of bot {name}"
        faults += _refusal(what, UnknownName, game.find_bot, f"{name}:{NOBODY}=1")
        for parameter in bot.bot.settable:
            set_so = f"{name}:{parameter.name}={parameter.default!r}"
            if game.find_bot(set_so).settings() != bot.settings():
                faults.append(f"bot {set_so} is another than {name}, though that is the parameter's default")
            above = f"{name}:{parameter.name}={parameter.high + 1.0!r}"
            faults += _refusal(f"bot {above}", BadValue, game.find_bot, above)
    return faults


def describes_bots(game: Game, bots: Sequence[str]) -> list[str]:
    """Whether a bot always has the same description, alone and with others."""
    described = game.describe_bots(bots)
    if [description.spec for description in described] != list(bots):
        return [f"describe_bots tells of {[description.spec for description in described]} when asked for {list(bots)}"]
    faults = [f"bot {description.spec} has no hash of its sources" for description in described if not description.hash]
    for description in described:
        if game.describe_bots([description.spec]) != [description]:
            faults.append(f"bot {description.spec} is described in other words when asked again, alone")
        if description.parameters != game.find_bot(description.spec).settings():
            faults.append(f"bot {description.spec} is described with other parameters than it has")
    return faults + _refusal(f"bot {NOBODY!r} in describe_bots", UnknownName, game.describe_bots, [NOBODY])
