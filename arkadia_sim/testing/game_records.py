"""Records of games: played again they tell the same, and one that was changed is refused.

The checks of :func:`arkadia_sim.testing.games.check_game` that look at records; each returns the faults found.
"""

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from arkadia_sim.core.colours import COLOURS
from arkadia_sim.core.game import END, Game, Replayed
from arkadia_sim.core.scene import TEXT_MOST, Board, Position, Scene, Table
from arkadia_sim.errors import RecordError
from arkadia_sim.testing.game_rows import Played, plain

CHANGES = 20
"""Changes of single values that are tried on a record."""

CHANGED = 1
"""Records that are changed, at every number of players."""

_Step = str | int


def plays_records_again(one: Played) -> list[str]:
    """Whether every recorded game that did not fail has a record, which played again tells the turns, end and outcomes
    of the rows."""
    told = _records(one)
    if told is None:
        expected = one.games - len(one.result.failures)
        return [f"{len(one.result.records)} records are kept of {expected} games that were to be recorded"]
    faults, turns = [], 0
    for game, record in told:
        if not one.game.is_record(record):
            faults.append("is_record does not know a record of the game's own")
            continue
        try:
            replayed = one.game.replay(record, {})
        except Exception as error:  # a RecordError too: the game made this record itself
            faults.append(f"a record of the game's own is refused: {type(error).__name__}: {error}")
            continue
        turns += replayed.turns
        faults += _unlike_the_rows(one, game, replayed)
    if not faults and len(told) == one.games and turns != one.result.turns_played:
        faults.append(f"records have {turns} turns when played again, and the batch {one.result.turns_played}")
    faults += ["is_record takes any document for a record"] if _takes_anything(one.game) else []
    return list(dict.fromkeys(faults)) + _keeps_what_was_asked(one)


def _records(one: Played) -> list[tuple[int, Mapping[str, Any]]] | None:
    """The records as they are read from a file, each with its game; None if there are too few or too many."""
    games = np.flatnonzero(one.batch.recorded).tolist()
    if len(one.result.records) != len(games):
        games = [game for game in games if game not in one.result.failures]
    if len(one.result.records) != len(games):
        return None
    return list(zip(games, (json.loads(json.dumps(plain(record))) for record in one.result.records)))


def _unlike_the_rows(one: Played, game: int, replayed: Replayed) -> list[str]:
    story, faults = one.stories[game], []
    end = story[f"column {END}"][0]
    if replayed.end != end:
        faults.append(f"a record ends as {replayed.end!r} when played again, and as {end!r} in the rows")
    for outcome in one.game.outcomes:
        rows = story[f"column {outcome.column}"]
        again = plain(replayed.outcomes.get(outcome.column, ()))
        if len(again) != len(rows) or not np.allclose(again, rows, atol=1e-9):
            faults.append(f"outcome {outcome.column} is {again} when a record is played again, and {rows} in the rows")
    return faults


def _takes_anything(game: Game) -> bool:
    strangers: tuple[dict[str, Any], ...] = ({}, {"format": "of another game/1"}, {"games": []})
    return any(game.is_record(document) for document in strangers)


def _keeps_what_was_asked(one: Played) -> list[str]:
    """Whether only games are recorded that are to be."""
    asked = np.arange(one.games) % 2 == 0
    some = one.again(recorded=asked)
    told, all_told = _records(some), dict(_records(one) or ())
    if told is None or any(record != all_told.get(game) for game, record in told):
        return ["other games are recorded than were asked for"]
    return []


def refuses_changed_records(one: Played) -> list[str]:
    """Whether a record in which something was changed is refused with RecordError, or at least tells the same."""
    faults = []
    if not isinstance(_answer(one.game, {}), RecordError):
        faults.append("an empty record is not refused with RecordError")
    for _, record in (_records(one) or [])[:CHANGED]:
        before, refused = _answer(one.game, record), 0
        for what, changed in _changes(record):
            answer = _answer(one.game, changed)
            refused += isinstance(answer, RecordError)
            if isinstance(answer, Exception) and not isinstance(answer, RecordError):
                faults.append(f"a record {what} makes replay raise {type(answer).__name__}, not RecordError: {answer}")
            elif not isinstance(answer, Exception) and answer != before:
                faults.append(f"a record {what} is not refused, and tells another game")
        if not refused:
            faults.append("no change at all makes replay refuse a record")
    return list(dict.fromkeys(faults))


def _answer(game: Game, record: Mapping[str, Any]) -> Any:
    """What replay tells of a record, or the exception that it raised."""
    try:
        replayed = game.replay(record, {})
    except Exception as error:  # the answer: which it is, is what is looked at
        return error
    return replayed.turns, replayed.end, plain(replayed.outcomes)


def _changes(record: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The record with something missing, empty or another number, and in words what that is."""
    for key in record:
        yield f"without {key!r}", {name: value for name, value in record.items() if name != key}
        yield f"with null for {key!r}", {**record, key: None}
    numbers = [path for path in _paths(record) if isinstance(_at(record, path), int | float)]
    step = max(1, len(numbers) // CHANGES)
    for path in numbers[::step]:
        value = _at(record, path)
        other = not value if isinstance(value, bool) else value + 1
        yield f"with another number at {'.'.join(map(str, path))}", _with(record, path, other)


def _paths(value: Any, path: tuple[_Step, ...] = ()) -> Iterator[tuple[_Step, ...]]:
    """The places of all single values in a document."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _paths(one, (*path, key))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _paths(one, (*path, number))
    else:
        yield path


def _with(value: Any, path: tuple[_Step, ...], leaf: Any) -> Any:
    """A document with another value at a place; it shares the rest with the first."""
    if not path:
        return leaf
    changed = copy.copy(value)
    changed[path[0]] = _with(value[path[0]], path[1:], leaf)
    return changed


def _at(value: Any, path: tuple[_Step, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


SHOWN = 1
"""Records that are looked at, at every number of players."""


def shows_its_games(played: Played) -> list[str]:
    """Whether recorded games are told turn by turn, the same each time, in scenes that can be drawn."""
    faults: list[str] = []
    for number, record in enumerate(played.result.records[:SHOWN]):
        document = json.loads(json.dumps(plain(record)))
        told = list(played.game.positions(document, {}))
        if told != list(played.game.positions(document, {})):
            faults.append(f"record {number}: its positions are others when they are asked for again")
        found = [*_told_in_order(told), *(fault for one in told for fault in _drawable(one))]
        faults += [f"record {number}: {fault}" for fault in dict.fromkeys(found)]
    return faults


def _told_in_order(told: list[Position]) -> Iterator[str]:
    if [one.turn for one in told] != list(range(len(told))) or not told:
        yield f"its positions are those after turns {[one.turn for one in told]}, not 0, 1, 2 …"
        return
    if told[0].seat is not None or any(one.seat is None for one in told[1:]):
        yield "position 0 is before the first turn and has no seat, all others say who played"
    if any(not one.words or not all(one.words) for one in told):
        yield "a position says nothing of what happened (words)"
    gauges = [[(gauge.chart, gauge.series) for gauge in one.scene.gauges] for one in told if one.scene.gauges]
    if any(one != gauges[0] for one in gauges):
        yield "gauges must be the same ones in all positions that have any"


def _drawable(position: Position) -> Iterator[str]:
    where, scene = f"position {position.turn}", position.scene
    for board in scene.boards:
        yield from (f"{where}: {fault}" for fault in _board_faults(board))
    for table in scene.tables:
        yield from (f"{where}: {fault}" for fault in _table_faults(table))
    odd = sorted({one for one in _colours(scene) if one not in COLOURS})
    yield from (f"{where}: {one!r} is none of arkadia_sim.core.colours" for one in odd)
    chosen = [one.decision for one in position.candidates if one.chosen]
    if any(chosen.count(one) > 1 for one in chosen):
        yield f"{where}: more than one candidate of a decision was chosen"


def _board_faults(board: Board) -> Iterator[str]:
    squares = [one for area in board.areas for one in area.squares] + [one.square for one in board.marks]
    beyond = [one for one in squares if not (0 <= one[0] < board.rows and 0 <= one[1] < board.columns)]
    yield from (f"square {one} lies outside its board" for one in beyond)
    if any(not area.squares for area in board.areas):
        yield "an area has no squares"
    texts = [*(one.text for one in board.areas), *(one.text for one in board.marks)]
    yield from (f"{text!r} is too long for a square ({TEXT_MOST} at most)" for text in texts if len(text) > TEXT_MOST)
    yield from (f"sign {one.sign!r} must be one character" for one in board.areas if len(one.sign) != 1)


def _table_faults(table: Table) -> Iterator[str]:
    if not table.head:
        yield f"table {table.title!r} has no columns"
    if any(len(row.cells) != len(table.head) for row in table.rows):
        yield f"table {table.title!r} has a row that is not as long as its head"


def _colours(scene: Scene) -> Iterator[str]:
    for board in scene.boards:
        yield from (one.colour for one in board.areas)
        yield from (one.colour for one in board.marks)
    yield from (row.colour for table in scene.tables for row in table.rows if row.colour is not None)
    yield from (one.colour for one in scene.gauges)
