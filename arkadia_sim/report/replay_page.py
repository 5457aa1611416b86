"""The page on which a recorded game is stepped through: all positions as data, drawn by a small script."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from arkadia_sim.core import scene
from arkadia_sim.core.scene import Position, Row, candidates_heading, cost, heading, ink_on
from arkadia_sim.errors import printable
from arkadia_sim.plots.scene_drawing import TEXT_MOST, Disc, Drawing, Shape, Words, draw_board, path_data
from arkadia_sim.report.numbers import markup_of, template_environment

if TYPE_CHECKING:
    from arkadia_sim.search.review import Review


class _Pool:
    """Things that recur from turn to turn, kept once and called by their number."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, thing: Any) -> int:
        """The number of a thing that JSON can hold."""
        text = json.dumps(thing, ensure_ascii=False)
        if text not in self._numbers:
            self._numbers[text] = len(self.all)
            self.all.append(thing)
        return self._numbers[text]


def replay_page(
    title: str, where: str, positions: Sequence[Position], address: str = "", review: "Review | None" = None
) -> str:
    """One HTML page about a game, whose record is at ``where``, with a ``review`` if there is one. ``address`` is where
    a form plays on from a turn, on the page of a server."""
    from markupsafe import Markup

    return (
        template_environment()
        .get_template("replay.html.j2")
        .render(
            title=f"{title}: {printable(where)}",
            css=markup_of("style.css") + markup_of("replay.css"),
            script=markup_of("replay.js"),
            address=address,
            data=Markup(_for_script(replay_data(positions, review))),
        )
    )


def replay_data(positions: Sequence[Position], review: "Review | None" = None) -> dict[str, Any]:
    """All that the page shows, as plain data: shapes and tables once each, by number in the turns that show them."""
    shapes, tables = _Pool(), _Pool()
    turns, size = [], [0.0, 0.0]
    for position in positions:
        drawings = [draw_board(board) for board in position.scene.boards]
        size = [max([size[0], *(each.width for each in drawings)]), max(size[1], sum(each.height for each in drawings))]
        turns.append(
            {
                "turn": position.turn,
                "heading": _clean(heading(position)),
                "words": [_clean(sentence) for sentence in position.words],
                "shapes": [shapes.number(_as_data(each, below)) for each, below in _stacked(drawings)],
                "tables": [tables.number(_table(table)) for table in position.scene.tables],
                "thoughts": _thoughts(position),
            }
        )
    return {
        "size": size,
        "shapes": shapes.all,
        "tables": tables.all,
        "turns": turns,
        "legend": [[sign, _clean(meaning)] for sign, meaning in positions[-1].scene.legend],
        "charts": [*_charts(positions)],
        "answer": [] if review is None else [_clean(sentence) for sentence in review.sentences()],
        "review": [] if review is None else [_table(table) for table in review.tables()],
    }


def _thoughts(position: Position) -> list[dict[str, Any]]:
    """What could have been done, decision by decision: the score, the words, whether it was done, what it cost and
    how the best differs."""
    decisions = []
    for decision in dict.fromkeys(candidate.decision for candidate in position.candidates):
        own = [candidate for candidate in position.candidates if candidate.decision == decision]
        costs = [cost(position, candidate) if candidate.chosen else None for candidate in own]
        rows = [
            [entry.score, _clean(entry.words), entry.chosen, less, [_clean(words) for words in entry.differs]]
            for entry, less in zip(own, costs, strict=True)
        ]
        decisions.append({"title": _clean(candidates_heading(position, decision)), "rows": rows})
    return decisions


def _stacked(drawings: Sequence[Drawing]) -> Iterator[tuple[Shape, float]]:
    """The shapes of several boards, each with how far below its own place it is drawn."""
    below = 0.0
    for drawing in drawings:
        for shape in drawing.shapes:
            yield shape, below
        below += drawing.height


def _as_data(shape: Shape, below: float) -> list[Any]:
    """A shape as the page's script reads it: its kind, how far down it goes, and all that there is to draw."""
    if isinstance(shape, Words):
        place = [round(shape.x, 1), round(shape.y, 1)]
        return ["t", below, *place, _clean(shape.text), shape.size, shape.colour, shape.anchor, int(shape.bold)]
    look = [shape.fill or "none", shape.line or "none", shape.width, _clean(shape.told)]
    if isinstance(shape, Disc):
        return ["c", below, round(shape.x, 1), round(shape.y, 1), round(shape.radius, 1), *look]
    return ["p", below, path_data(shape), *look]


def _table(table: scene.Listing) -> dict[str, Any]:
    return {
        "title": _clean(table.title),
        "head": [_clean(heading) for heading in table.head],
        "rows": [[_key(row), [_clean(cell) for cell in row.cells]] for row in table.rows],
    }


def _key(row: Row) -> list[str] | None:
    """What stands for a row on the boards: the colour, what is written on it in, and what."""
    return None if row.colour is None else [row.colour, ink_on(row.colour), _clean(row.sign)]


def _charts(positions: Sequence[Position]) -> Iterator[dict[str, Any]]:
    """What is followed over the game: each chart with its curves, a value for each position, or None."""
    named = {(gauge.chart, gauge.series): gauge.colour for position in positions for gauge in position.scene.gauges}
    for chart in dict.fromkeys(chart for chart, _ in named):
        series = []
        for name, colour in ((series, colour) for (each, series), colour in named.items() if each == chart):
            series.append({"name": _clean(name), "colour": colour, "values": _values(positions, chart, name)})
        yield {"what": _clean(chart), "series": series}


def _values(positions: Sequence[Position], chart: str, series: str) -> list[float | None]:
    values = ({(gauge.chart, gauge.series): gauge.value for gauge in position.scene.gauges} for position in positions)
    return [None if (chart, series) not in gauges else round(float(gauges[chart, series]), 3) for gauges in values]


def _clean(text: str) -> str:
    return printable(text, TEXT_MOST)


def _for_script(data: Any) -> str:
    """JSON that can stand in a script element: nothing in it ends the element or begins another."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
