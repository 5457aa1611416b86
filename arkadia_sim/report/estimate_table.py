"""Tables of estimates in a page: one line for each, or one column for each outcome."""

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape

from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.plots.style import percent
from arkadia_sim.questions.estimates import KEYS, SCHEMA, Row
from arkadia_sim.report.lookup import described
from arkadia_sim.report.numbers import estimate_text, interval_text, plain

ESTIMATE = "estimate"
"""The column with the number and its interval."""

VERDICT_WORDS = {
    "higher": "higher",
    "lower": "lower",
    "equivalent": "no difference that matters",
    "inconclusive": "inconclusive",
    None: "not tested",
}

_NUMERIC = ("players", "value", "seat", "n", "tolerance", "p_difference", "p_equivalence", "before", "after", "level")


def table_markup(
    rows: Sequence[Row], columns: Mapping[str, str], named: Callable[[Row, str], str], caption: str = ""
) -> str:
    """A table of estimates as HTML; a wide one scrolls inside its box.

    Args:
        rows: The estimates, in order.
        columns: Names of columns, each with what stands over it ("": its name). Without any: those in which rows
            differ.
        named: What a text of a row is called by people.
        caption: What stands over the table.

    Raises:
        UnknownName: A column that the table does not have.
        UsageError: Two estimates belong into one cell.
    """
    columns = columns or _usual(rows)
    outcomes = list(dict.fromkeys(row.outcome for row in rows))
    for name in columns:
        if name not in (*SCHEMA, ESTIMATE, *outcomes):
            raise UnknownName("column of a table", name, {*SCHEMA, ESTIMATE, *outcomes})
    wide = [name for name in columns if name in outcomes]
    lines = _lines(rows, columns, wide)
    interval = f" ({' or '.join(sorted({percent(row.level) for row in rows}))} CI)"
    heads = []
    for name, title in columns.items():
        is_estimate = name == ESTIMATE or name in wide
        own = next((named(row, "outcome") for row in rows if row.outcome == name), name)
        text = title or (own.replace("_", " ") + (_unit(rows, name) + interval if is_estimate else ""))
        number = ' class="n"' if is_estimate or name in _NUMERIC else ""
        heads.append(f"<th{number}>{escape(text)}</th>")
    body = "".join(f"<tr>{''.join(_cell(line, name, named) for name in columns)}</tr>\n" for line in lines)
    over = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="scroll"><table class="estimates">{over}<thead><tr>{"".join(heads)}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>"
    )


def _usual(rows: Sequence[Row]) -> dict[str, str]:
    """The columns in which the rows differ, the estimate and its verdict."""
    keys = [name for name in KEYS if len({getattr(row, name) for row in rows}) > 1]
    return dict.fromkeys([*keys, ESTIMATE, "verdict"], "")


def _unit(rows: Sequence[Row], name: str) -> str:
    """The unit over a column of estimates, where they have one in common and it is not the column's name."""
    units = {row.unit for row in rows if name in (ESTIMATE, row.outcome)}
    return f", {units.pop()}" if len(units) == 1 and units != {name} else ""


def _lines(rows: Sequence[Row], columns: Collection[str], wide: Sequence[str]) -> list[dict[str, Row]]:
    """The estimates of each line by outcome; under "" any of them."""
    keys = [name for name in columns if name in KEYS]
    lines: dict[tuple[object, ...], dict[str, Row]] = {}
    for number, row in enumerate(rows):
        place = tuple(getattr(row, name) for name in keys) if wide else (number,)
        line = lines.setdefault(place, {"": row})
        if row.outcome in line:
            raise UsageError(
                f"the table has one line for {described(line[row.outcome])} and {described(row)}: add a column that "
                "tells them apart, or choose by `where`"
            )
        line[row.outcome] = row
    for name in (name for name in columns if name in SCHEMA):
        for line in lines.values():
            if len({getattr(row, name) for outcome, row in line.items() if outcome in wide}) > 1:
                raise UsageError(
                    f"the outcomes {' and '.join(wide)} of a line differ in {name!r}: give each its own table"
                )
    return list(lines.values())


def _cell(line: Mapping[str, Row], name: str, named: Callable[[Row, str], str]) -> str:
    if name == ESTIMATE or (name and name in line):
        row = line[name if name != ESTIMATE else ""]
        return f'<td class="n">{estimate_text(row)}<br><small>{interval_text(row)}</small></td>'
    row = line[""]
    if name not in SCHEMA:
        return "<td></td>"
    if name == "verdict":
        text = VERDICT_WORDS[row.verdict]
        return f"<td>{escape(f'{text} ({row.note})' if row.note else text)}</td>"
    value = getattr(row, name)
    number = ' class="n"' if name in _NUMERIC else ""
    text = "" if value is None else named(row, name) if isinstance(value, str) else _number(value)
    return f"<td{number}>{escape(text)}</td>"


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else plain(value)
