"""Pictures of games: every recorded one can be looked at, turn by turn.

The check of :func:`arkadia_sim.testing.games.check_game` that looks at positions; it returns the faults found.
"""

import json
from collections.abc import Iterator

from arkadia_sim.core.colours import COLOURS
from arkadia_sim.core.scene import TEXT_MOST, Board, Position, Scene, Table
from arkadia_sim.testing.game_rows import Played, plain

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
