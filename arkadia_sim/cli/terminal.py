"""Printing on a terminal or into a pipe. Nothing here takes time to load."""

import codecs
import json
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arkadia_sim.errors import LINE_MOST, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PIPE_WIDTH = 120

PLAIN_SIGNS = {"−": "-", "–": "-", "±": "+/-", "≥": ">=", "≤": "<=", "→": "->", "…": "...", "▲": "^", "▼": "v"}
"""What is printed for signs of ours where a stream cannot write them, so that no number is taken for another."""

PLAIN = "arkadia_sim.plain"
"""The name under which streams find :func:`plain_signs`."""


def plain_signs(error: UnicodeError) -> tuple[str, int]:
    """What a stream prints in place of signs that it cannot write: the nearest plain ones, or their escapes."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    return "".join(PLAIN_SIGNS.get(sign) or sign.encode("unicode_escape").decode() for sign in signs), error.end


codecs.register_error(PLAIN, plain_signs)


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document, and nothing else, on stdout."""
    unicode = (sys.stdout.encoding or "utf-8").lower().startswith("utf")  # other streams get escapes, not other signs
    text = json.dumps(document, indent=2, ensure_ascii=not unicode, allow_nan=False).replace("\x7f", "\\u007f")
    print(text.encode("utf-8", "backslashreplace").decode())  # a name may have bytes that are no text


def say(text: object = "", err: bool = False, nl: bool = True) -> None:
    """Print lines. Control characters, as a name may have them, are shown and not sent to the terminal."""
    lines = (printable(line, max(1, 10 * len(line))) for line in str(text).split("\n"))
    # not by click's echo, which writes UTF-8 into a stream that asks for ASCII
    print("\n".join(lines), file=sys.stderr if err else sys.stdout, end="\n" if nl else "", flush=True)


def shown(path: object) -> str:
    """The name of a file or folder as one line."""
    return printable(str(path), LINE_MOST)


def console() -> "Console":
    """Stdout, wide enough for a table when no terminal says how wide it is."""
    from rich.console import Console

    class Plain(Console):
        """A console that knows how wide signs are in place of those that its stream cannot write."""

        def render_str(self, text: str, **how: Any) -> Any:
            return super().render_str(text.encode(self.encoding, PLAIN).decode(self.encoding), **how)

    return Plain(width=None if sys.stdout.isatty() else PIPE_WIDTH, highlight=False)


def literal(value: object) -> str:
    """A text from a user's file, for a table or a line: no markup, no control characters, not too long."""
    from rich.markup import escape

    return escape(printable(str(value), LINE_MOST))


def number_table(title: str, headings: Iterable[str], texts: Collection[str] = (), caption: str = "") -> "Table":
    """An empty table: numbers on the right, the columns of ``texts`` on the left and folded where they are long."""
    from rich.table import Table

    table = Table(title=literal(title), title_justify="left", caption=caption or None, caption_justify="left")
    for heading in headings:
        if heading in texts:
            table.add_column(literal(heading), overflow="fold")
        else:
            table.add_column(literal(heading), justify="right")
    return table


def print_list(headings: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None) -> None:
    """Print a table without lines; its cells may hold any text."""
    from rich.table import Table

    table = Table(*headings, box=None, pad_edge=False, title=title, title_justify="left")
    for row in rows:
        table.add_row(*map(literal, row))
    console().print(table)
