"""The contract that every game keeps (:class:`arkadia_sim.core.game.Game`), as checks that its author can run.

Whoever writes a game puts ``check_game(GAME, ["careful", "bold:risk=0.9"])`` into a test and works on until nothing is
raised. Each check is a function that returns the faults found, in plain words.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from arkadia_sim.core.constraint import CHANCES, CHANCES_TAKEN
from arkadia_sim.core.game import END, IDENTITY, NUMBERS, Game
from arkadia_sim.core.scene import Position
from arkadia_sim.errors import UnknownName
from arkadia_sim.plots.scene_drawing import draw_position
from arkadia_sim.runner.audit import unlike_the_rows
from arkadia_sim.testing import game_rows
from arkadia_sim.testing.game_rows import Played, plain, plays, rows_are_declared, turns_are_declared
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
    faults = [fault for check in (declarations, settings, has_bots) for fault in _faults(check, game)]
    if not faults:  # else there may be nothing to play with
        others = [name for name in game.bot_names() if name != game.default_bot]
        named = list(bots) if bots is not None else [game.default_bot, *others[:1]]
        for rules in ({}, *variants):
            for players in game.player_counts:
                faults += _at_table(game, players, rules, named, deals)
        if failing is not None:
            faults += _faults(game_rows.fails_with_a_reason, game, failing, named, deals)
    if faults:
        lines = "".join(f"\n  - {fault}" for fault in dict.fromkeys(faults))
        raise AssertionError(f"game {game.name} does not keep the contract of games:{lines}")


def _faults(check: Callable[..., Iterable[str]], *arguments: Any) -> list[str]:
    """The faults that a check finds; an exception of the game is a fault too."""
    try:
        return list(check(*arguments))
    except Exception as error:  # the game's own, whatever it is
        return [f"{check.__name__.replace('_', ' ')}: {type(error).__name__}: {error}"]


def _at_table(game: Game, players: int, rules: Mapping[str, Any], bots: Sequence[str], deals: int) -> list[str]:
    """The faults in the games of one table size, with these rules."""
    where = f"{players} players" + "".join(f", {name} = {value}" for name, value in rules.items())
    played: list[Played] = []
    faults = _faults(plays, game, game.setting(players, rules, {}), bots, deals, played)
    for batch in played:
        faults += [*_faults(rows_are_declared, batch), *_faults(turns_are_declared, batch)]
        if faults:  # rows that are not what they should be cannot be compared
            break
        for check in (
            game_rows.follows_from_the_deal, plays_records_again, tells_its_games, plays_in_steps_what_it_plays,
            any_steps_make_a_game,
        ):  # fmt: skip
            faults += _faults(check, batch)
    return [f"{where}: {fault}" for fault in faults]


# -- what is declared --------------------------------------------------------------------------------------------------
def declarations(game: Game) -> list[str]:
    """Whether outcomes, ends, columns, trajectories and constraints have different names and fit together."""
    columns = {column.name: column.dtype for column in game.player_columns}
    turns = {column.name for column in game.turn_columns}
    faults = [] if game.outcomes else ["declares no outcome"]
    if game.outcomes and not game.outcomes[0].judged:
        faults.append(f"the first outcome, {game.outcomes[0].column}, has no tolerance: it must get verdicts")
    for outcome in game.outcomes:
        if columns.get(outcome.column) not in NUMBERS:
            faults.append(f"outcome {outcome.column} is no column of numbers of the players")
    if columns.get(END) != "string":
        faults.append(f"the players have no column {END!r} of type string")
    if not any(end.regular for end in game.ends):
        faults.append("declares no regular end")
    for name in (CHANCES, CHANCES_TAKEN) if game.constraints else ():
        if columns.get(name) not in NUMBERS:
            faults.append(f"constraints are declared, but the players have no column {name} of numbers")
    for trajectory in game.trajectories:
        missing = sorted({trajectory.turn, *trajectory.series.values()} - turns)
        faults += [f"trajectory {trajectory.name}: the turns have no column {name!r}" for name in missing]
    taken = {*columns} & {*IDENTITY} | (turns & {*IDENTITY} - {"seat"})
    faults += [f"column {name}: the toolkit puts one of that name there itself" for name in sorted(taken)]
    if list(game.player_counts) != sorted(set(game.player_counts)) or not game.player_counts:
        faults.append(f"numbers of players must be in order, each once, not {game.player_counts}")
    named = {
        "outcome": [outcome.column for outcome in game.outcomes],
        "end": [end.name for end in game.ends],
        "column of the players": [column.name for column in game.player_columns],
        "column of the turns": [column.name for column in game.turn_columns],
        "constraint": [constraint.name for constraint in game.constraints],
        "trajectory": [trajectory.name for trajectory in game.trajectories],
        "bot": list(game.bot_names()),
    }
    for what, names in named.items():
        faults += [f"{what} {name!r} is there twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    return faults


def settings(game: Game) -> list[str]:
    """Whether settings are complete, options accept their own defaults, and a wrong name is refused."""
    faults, options = [], {option.name: option.default for option in game.rule_options()}
    for players in game.player_counts:
        setting = game.setting(players, {}, {})
        if set(setting.rules) != set(options):
            odd = ", ".join(sorted(set(setting.rules) ^ set(options)))
            faults.append(f"the rules of a setting and rule_options differ: {odd}")
        for name, default in options.items():
            if game.setting(players, {name: default}, {}).rules != setting.rules:
                faults.append(f"rule {name}: its default, when given, makes other rules")
    least = game.player_counts[0]
    faults += _refusal(f"rule {NOBODY!r}", game.setting, least, {NOBODY: 1}, {})
    return faults + _refusal(f"component {NOBODY!r}", game.setting, least, {}, {NOBODY: 1})


def has_bots(game: Game) -> list[str]:
    """Whether listed bots are found, heed what is declared and are always described alike; a wrong name is refused."""
    names, known = list(game.bot_names()), {constraint.name for constraint in game.constraints}
    faults = [] if game.default_bot in names else [f"the default bot {game.default_bot!r} is not listed"]
    faults += _refusal(f"bot {NOBODY!r}", game.find_bot, NOBODY)
    for name in names:
        unknown = sorted(game.find_bot(name).bot.heeds.keys() - known)
        faults += [f"bot {name} heeds {constraint!r}, which is not declared" for constraint in unknown]
        faults += _refusal(f"parameter {NOBODY!r} of bot {name}", game.find_bot, f"{name}:{NOBODY}=1")
    for description in game.describe_bots(names):
        if not description.hash:
            faults.append(f"bot {description.spec} has no hash of its sources")
        if game.describe_bots([description.spec]) != [description]:
            faults.append(f"bot {description.spec} is described in other words when asked again, alone")
    return faults


def _refusal(what: str, ask: Callable[..., Any], *arguments: Any) -> list[str]:
    """No fault if the game refuses this name."""
    try:
        ask(*arguments)
    except UnknownName:
        return []
    return [f"{what} is not refused"]


# -- records -----------------------------------------------------------------------------------------------------------
def plays_records_again(played: Played) -> list[str]:
    """Whether every recorded game has a record, of none but those asked for, and its replay agrees with the rows."""
    records = _records(played)
    if records is None:
        expected = played.games - len(played.result.failures)
        return [f"{len(played.result.records)} records are kept of {expected} games that were to be recorded"]
    faults = []
    for game, record in records.items():
        if not played.game.is_record(record):
            faults.append("is_record does not know a record of the game's own")
            continue
        try:
            replayed = played.game.replay(record, {})
        except Exception as error:  # a RecordError too: the game made this record itself
            faults.append(f"a record of the game's own is refused: {type(error).__name__}: {error}")
            continue
        faults += unlike_the_rows(played.game, played.batch, played.result, game, replayed)
    strangers: tuple[dict[str, Any], ...] = ({}, {"format": "of another game/1"}, {"games": []})
    if any(played.game.is_record(document) for document in strangers):
        faults.append("is_record takes any document for a record")
    some = _records(played.again(recorded=np.arange(played.games) % 2 == 0))
    if some is None or any(record != records.get(game) for game, record in some.items()):
        faults.append("other games are recorded than were asked for")
    return list(dict.fromkeys(faults))


def _records(played: Played) -> dict[int, Mapping[str, Any]] | None:
    """The records as read from a file, by their games; None if there are too few or too many."""
    games = np.flatnonzero(played.batch.recorded).tolist()
    if len(played.result.records) != len(games):
        games = [game for game in games if game not in played.result.failures]
    if len(played.result.records) != len(games):
        return None
    return dict(zip(games, (json.loads(json.dumps(plain(record))) for record in played.result.records)))


def tells_its_games(played: Played) -> list[str]:
    """Whether a recorded game can be followed turn by turn, the same each time, in scenes that can be drawn."""
    document = json.loads(json.dumps(plain(played.result.records[0])))
    positions: list[Position] = list(played.game.positions(document, {}))
    for position in positions:
        draw_position(position)
    faults = []
    if positions != list(played.game.positions(document, {})):
        faults.append("the positions of a record are others when they are asked for again")
    if [position.turn for position in positions] != list(range(len(positions))) or not positions:
        faults.append(f"positions are those after turns {[position.turn for position in positions]}, not 0, 1, 2 …")
    elif positions[0].seat is not None or any(position.seat is None for position in positions[1:]):
        faults.append("position 0 is before the first turn and has no seat, all others say who played")
    if any(not position.words or not all(position.words) for position in positions):
        faults.append("a position says nothing of what happened (words)")
    return faults
