"""Compares games with what they should be: rows with a replay of their record, and bots with the files of their run.

A record keeps what the bots decided, and a replay counts by the rules what that is worth: so ``check-bot`` finds out a
bot that writes into the table.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from inspect import getfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import shipped
from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.game import END, Batch, BatchResult, Game, Replayed
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import RecordError, RunError, printable
from arkadia_sim.results.record_file import record_line
from arkadia_sim.sources import reads_later


def user_bots(game: Game, bots: Iterable[str]) -> frozenset[str]:
    """The bots that came neither with this package nor in the same file as a user's own game; by house rules, all."""
    if game.house:
        return frozenset(bots)
    files = {spec: game.find_bot(spec).python_file for spec in bots}
    known, game_file = shipped.folder("bots"), Path(getfile(type(game)))
    return frozenset(spec for spec, file in files.items() if not file.is_relative_to(known) and file != game_file)


def recorded_games(recorded: NDArray[np.bool_], result: BatchResult) -> list[tuple[int, Mapping[str, Any]]]:
    """The records of a batch as read from a file, each with the number of its game; failed games have none."""
    games = [game for game in np.flatnonzero(recorded).tolist() if game not in result.failures]
    return list(zip(games, (json.loads(record_line(record)) for record in result.records), strict=True))


def replay_faults(game: Game, batch: Batch, result: BatchResult, index: int, record: Mapping[str, Any]) -> list[str]:
    """Replay the record of a game of a batch; in what it differs from the rows, in words."""
    try:
        replayed = game.replay(record, batch.setting.components)
    except RecordError as error:
        return [f"its record breaks a rule: {error}"]
    return unlike_the_rows(game, batch, result, index, replayed)


def unlike_the_rows(game: Game, batch: Batch, result: BatchResult, index: int, replayed: Replayed) -> list[str]:
    """In what a replayed game differs from its rows, in words."""
    seats = batch.setting.players
    rows = {name: values[index * seats : (index + 1) * seats].tolist() for name, values in result.players.items()}
    end, faults = rows[END][0], []
    if replayed.end != end:
        faults.append(f"it ends as {replayed.end!r} when its record is played again, and as {end!r} in the rows")
    for outcome in game.outcomes:
        row, again = rows[outcome.column], [float(value) for value in replayed.outcomes.get(outcome.column, ())]
        if len(again) != len(row) or not np.allclose(again, row, atol=1e-9):
            faults.append(f"{outcome.column} is {again} by seat when its record is played again, and {row} in the rows")
    return faults


PlaysBy = tuple[str, tuple[tuple[str, frozenset[tuple[str, str]]], ...]]
"""A game and its bots, each with the names and hashes of the files that it plays by."""


def plays_by(game: str, bots: Iterable[BotDescription]) -> PlaysBy:
    """What these bots play by."""
    return game, tuple((bot.spec, frozenset(bot.sources.items())) for bot in bots)


def checked(bots: PlaysBy, task: Any, *arguments: Any) -> Any:
    """Run a task that plays with bots; RunError if they play by other files here than where the task comes from."""
    game, known = resolve_game(bots[0]), {file for _, files in bots[1] for file in files}
    tables = {file for spec, _ in bots[1] for file in game.find_bot(spec).data.items()}
    if reads_later():
        _other_files.cache_clear()
    if changed := _other_files(bots) | {name for name, _ in tables - known}:  # a table is read again when it changes
        raise RunError(
            f"edited while it is in use: {', '.join(map(printable, sorted(changed)))}. What is finished is kept: undo "
            "the edit and give the same command again to go on, or start anew with the edited bot"
        )
    return task(*arguments)


@lru_cache(maxsize=8)
def _other_files(bots: PlaysBy) -> set[str]:
    """The files that differ from those that the bots play by in this process. It loads each of them once."""
    _, here = plays_by(bots[0], resolve_game(bots[0]).describe_bots([spec for spec, _ in bots[1]]))
    return {name for (_, files), (_, known) in zip(here, bots[1], strict=True) for name, _ in files ^ known}
