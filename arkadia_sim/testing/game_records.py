"""The checks of :func:`arkadia_sim.testing.games.check_game` for records and their pictures.

A replay must agree with the rows, a changed record must be refused, and every position can be drawn. Each check returns
its faults.
"""

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from arkadia_sim.core.colours import COLOURS
from arkadia_sim.core.game import Game
from arkadia_sim.core.scene import TEXT_MOST, Board, Listing, Position, Scene
from arkadia_sim.errors import RecordError
from arkadia_sim.runner.audit import unlike_the_rows
from arkadia_sim.testing.game_rows import Played, plain

CHANGES = 20
"""Changes of single values that are tried on a record."""

CHANGED = 1
"""Records that are changed, at every number of players."""

_Step = str | int


def plays_records_again(played: Played) -> list[str]:
    """Whether every recorded game that did not fail has a record, and its replay agrees with the rows."""
    records = _records(played)
    if records is None:
        expected = played.games - len(played.result.failures)
        return [f"{len(played.result.records)} records are kept of {expected} games that were to be recorded"]
    faults, turns = [], 0
    for game, record in records:
        if not played.game.is_record(record):
            faults.append("is_record does not know a record of the game's own")
            continue
        try:
            replayed = played.game.replay(record, {})
        except Exception as error:  # a RecordError too: the game made this record itself
            faults.append(f"a record of the game's own is refused: {type(error).__name__}: {error}")
            continue
        turns += replayed.turns
        faults += unlike_the_rows(played.game, played.batch, played.result, game, replayed)
    if not faults and len(records) == played.games and turns != played.result.turns_played:
        faults.append(f"records have {turns} turns when played again, and the batch {played.result.turns_played}")
    faults += ["is_record takes any document for a record"] if _takes_anything(played.game) else []
    return list(dict.fromkeys(faults)) + _keeps_what_was_asked(played)


def _records(played: Played) -> list[tuple[int, Mapping[str, Any]]] | None:
    """The records as read from a file, with their games; None if there are too few or too many."""
    games = np.flatnonzero(played.batch.recorded).tolist()
    if len(played.result.records) != len(games):
        games = [game for game in games if game not in played.result.failures]
    if len(played.result.records) != len(games):
        return None
    return list(zip(games, (json.loads(json.dumps(plain(record))) for record in played.result.records)))


def _takes_anything(game: Game) -> bool:
    strangers: tuple[dict[str, Any], ...] = ({}, {"format": "of another game/1"}, {"games": []})
    return any(game.is_record(document) for document in strangers)


def _keeps_what_was_asked(played: Played) -> list[str]:
    """Whether exactly the games that were asked for are recorded."""
    asked = np.arange(played.games) % 2 == 0
    some = played.again(recorded=asked)
    records, all_records = _records(some), dict(_records(played) or ())
    if records is None or any(record != all_records.get(game) for game, record in records):
        return ["other games are recorded than were asked for"]
    return []


def refuses_changed_records(played: Played) -> list[str]:
    """Whether a changed record is refused with RecordError, or at least gives the same game."""
    faults = []
    if not isinstance(_answer(played.game, {}), RecordError):
        faults.append("an empty record is not refused with RecordError")
    for _, record in (_records(played) or [])[:CHANGED]:
        before, refused = _answer(played.game, record), 0
        for what, changed in _changes(record):
            answer = _answer(played.game, changed)
            refused += isinstance(answer, RecordError)
            if isinstance(answer, Exception) and not isinstance(answer, RecordError):
                faults.append(f"a record {what} makes replay raise {type(answer).__name__}, not RecordError: {answer}")
            elif not isinstance(answer, Exception) and answer != before:
                faults.append(f"a record {what} is not refused, and tells another game")
        if not refused:
            faults.append("no change at all makes replay refuse a record")
    return list(dict.fromkeys(faults))


def _answer(game: Game, record: Mapping[str, Any]) -> Any:
    """The result of a replay, or the exception that it raised."""
    try:
        replayed = game.replay(record, {})
    except Exception as error:  # the answer: which it is, is what is looked at
        return error
    return replayed.turns, replayed.end, plain(replayed.outcomes)


def _changes(record: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Changed copies of the record, each with the change in words."""
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
    """The paths to all single values in a document."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _paths(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _paths(item, (*path, number))
    else:
        yield path


def _with(value: Any, path: tuple[_Step, ...], leaf: Any) -> Any:
    """A copy of a document with another value at one place."""
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
        positions = list(played.game.positions(document, {}))
        if positions != list(played.game.positions(document, {})):
            faults.append(f"record {number}: its positions are others when they are asked for again")
        position_faults = [*_in_order(positions), *(fault for position in positions for fault in _drawable(position))]
        faults += [f"record {number}: {fault}" for fault in dict.fromkeys(position_faults)]
    return faults


def _in_order(positions: list[Position]) -> Iterator[str]:
    if [position.turn for position in positions] != list(range(len(positions))) or not positions:
        yield f"its positions are those after turns {[position.turn for position in positions]}, not 0, 1, 2 …"
        return
    if positions[0].seat is not None or any(position.seat is None for position in positions[1:]):
        yield "position 0 is before the first turn and has no seat, all others say who played"
    if any(not position.words or not all(position.words) for position in positions):
        yield "a position says nothing of what happened (words)"
    gauges = [
        [(gauge.chart, gauge.series) for gauge in position.scene.gauges]
        for position in positions
        if position.scene.gauges
    ]
    if any(names != gauges[0] for names in gauges):
        yield "gauges must be the same ones in all positions that have any"


def _drawable(position: Position) -> Iterator[str]:
    where, scene = f"position {position.turn}", position.scene
    for board in scene.boards:
        yield from (f"{where}: {fault}" for fault in _board_faults(board))
    for table in scene.tables:
        yield from (f"{where}: {fault}" for fault in _table_faults(table))
    odd = sorted({colour for colour in _colours(scene) if colour not in COLOURS})
    yield from (f"{where}: {colour!r} is none of arkadia_sim.core.colours" for colour in odd)
    chosen = [candidate.decision for candidate in position.candidates if candidate.chosen]
    if any(chosen.count(decision) > 1 for decision in chosen):
        yield f"{where}: more than one candidate of a decision was chosen"


def _board_faults(board: Board) -> Iterator[str]:
    squares = [*(square for area in board.areas for square in area.squares), *(mark.square for mark in board.marks)]
    beyond = [square for square in squares if not (0 <= square[0] < board.rows and 0 <= square[1] < board.columns)]
    yield from (f"square {square} lies outside its board" for square in beyond)
    if any(not area.squares for area in board.areas):
        yield "an area has no squares"
    texts = [*(area.text for area in board.areas), *(mark.text for mark in board.marks)]
    yield from (f"{text!r} is too long for a square ({TEXT_MOST} at most)" for text in texts if len(text) > TEXT_MOST)
    yield from (f"sign {area.sign!r} must be one character" for area in board.areas if len(area.sign) != 1)


def _table_faults(table: Listing) -> Iterator[str]:
    if not table.head:
        yield f"table {table.title!r} has no columns"
    if any(len(row.cells) != len(table.head) for row in table.rows):
        yield f"table {table.title!r} has a row that is not as long as its head"


def _colours(scene: Scene) -> Iterator[str]:
    for board in scene.boards:
        yield from (area.colour for area in board.areas)
        yield from (mark.colour for mark in board.marks)
    yield from (row.colour for table in scene.tables for row in table.rows if row.colour is not None)
    yield from (gauge.colour for gauge in scene.gauges)
