"""Tables of estimates in a page: one line for each, or one column for each outcome."""

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape

from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.plots.style import percent
from arkadia_sim.questions.estimates import KEYS, SCHEMA, VERDICT_WORDS, Row
from arkadia_sim.questions.labels import players_text
from arkadia_sim.report.lookup import described
from arkadia_sim.report.numbers import MARKS, NO_VERDICT, estimate_text, interval_text, mark_of, plain

ESTIMATE = "estimate"
"""The column with the number and its interval."""

_NUMERIC = ("players", "value", "seat", "n", "tolerance", "p_difference", "p_equivalence", "before", "after", "level")


def table_markup(
    rows: Sequence[Row], columns: Mapping[str, str], named: Callable[[Row, str], str], caption: str = ""
) -> str:
    """A table of estimates as HTML; a wide one scrolls inside its box.

    Args:
        rows: The estimates, in order.
        columns: The columns, each with its heading ("": its name). Without any: those in which rows differ.
        named: What people call the text of a column of an estimate.
        caption: The caption.

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


def cross_table(
    rows: Sequence[Row], columns: Mapping[str, str], across: str, named: Callable[[Row, str], str], caption: str = ""
) -> str:
    """A table with a column of estimates for each value of another column, marked by their verdicts.

    Args:
        rows: The estimates, in order.
        columns: The columns that name a line, each with its heading ("": its name).
        across: The column whose values become columns.
        named: What people call the text of a column of an estimate.
        caption: The caption.

    Raises:
        UnknownName: A column that the table does not have.
        UsageError: Two estimates belong into one cell.
    """
    for name in (*columns, across):
        if name not in SCHEMA:
            raise UnknownName("column of a table", name, SCHEMA)
    lines: dict[tuple[object, ...], dict[object, Row]] = {}
    for row in rows:
        cells = lines.setdefault(tuple(getattr(row, name) for name in columns), {})
        value = getattr(row, across)
        if value in cells:
            raise UsageError(
                f"the table has one cell for {described(cells[value])} and {described(row)}: add a column that tells "
                "them apart, or choose by `where`"
            )
        cells[value] = row
    first = {getattr(row, across): row for row in reversed(rows)}
    values = list(dict.fromkeys(getattr(row, across) for row in rows))
    titles = [_across_title(first[value], across, named) for value in values]
    heads = "".join(f"<th>{escape(title or name.replace('_', ' '))}</th>" for name, title in columns.items())
    heads += "".join(f'<th class="n">{escape(title)}</th>' for title in titles)
    body = ""
    for cells in lines.values():
        any_row = next(iter(cells.values()))
        names = "".join(_cell({"": any_row}, name, named) for name in columns)
        body += f"<tr>{names}{''.join(_marked(cells.get(value)) for value in values)}</tr>\n"
    used = {row.verdict for row in rows}
    words = [f"{mark.strip()} {VERDICT_WORDS[word]}" for word, mark in MARKS.items() if word in used]
    if any(mark_of(row) == NO_VERDICT for row in rows):
        words.append(f"{NO_VERDICT.strip()} no verdict, as the play did not change as intended")
    key = ", ".join(words)
    level = " or ".join(sorted({percent(row.level) for row in rows}))
    over = " ".join(filter(None, [caption, f"Below each number its {level} interval{f'; {key}' if key else ''}."]))
    return (
        f'<div class="scroll"><table class="estimates"><caption>{escape(over)}</caption>'
        f"<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{body}</tbody></table></div>"
    )


def _across_title(row: Row, across: str, named: Callable[[Row, str], str]) -> str:
    value = getattr(row, across)
    if across == "players":
        return players_text(value) if value else "all table sizes"
    return named(row, across) if isinstance(value, str) else f"{across} {value:g}"


def _marked(row: Row | None) -> str:
    """A cell of estimates: the number with its mark, and its interval below."""
    if row is None or row.mean is None:
        return "<td></td>"
    interval = "" if row.low is None else f"<br><small>{interval_text(row)}</small>"
    title = f' title="{escape(row.note)}"' if row.note else ""
    return f'<td class="n"{title}>{estimate_text(row)}{mark_of(row)}{interval}</td>'


def _usual(rows: Sequence[Row]) -> dict[str, str]:
    """The columns in which the rows differ, the estimate and its verdict."""
    keys = [name for name in KEYS if len({getattr(row, name) for row in rows}) > 1]
    return dict.fromkeys([*keys, ESTIMATE, "verdict"], "")


def _unit(rows: Sequence[Row], name: str) -> str:
    """The unit in the heading of estimates, if they share one and it is not the column's name."""
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
        interval = "" if row.low is None else f"<br><small>{interval_text(row)}</small>"
        return f'<td class="n">{estimate_text(row)}{interval}</td>'
    row = line[""]
    if name not in SCHEMA:
        return "<td></td>"
    if name == "verdict":
        text = VERDICT_WORDS[row.verdict]
        text = row.note if row.note and row.verdict is None else f"{text} ({row.note})" if row.note else text
        return f"<td>{escape(text)}</td>"
    value = getattr(row, name)
    number = ' class="n"' if name in _NUMERIC else ""
    text = "" if value is None else named(row, name) if isinstance(value, str) else _number(value)
    return f"<td{number}>{escape(text)}</td>"


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else plain(value)
