"""Game records split into lines: the record without its turns and result, one line per turn, then the result.

A program that writes a record while the game is played can use this form, if the game's records have the fields
``turns`` and ``result``. Both forms mean the same, and a file may mix them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

TURNS, RESULT = "turns", "result"

Line = tuple[int, bytes]
"""A line number and the content of the line."""


def whole_records(lines: Iterable[Line], is_record: Callable[[Mapping[str, Any]], bool]) -> Iterator[Line]:
    """Join each split record, under the number of its first line; other lines stay as they are.

    Lines that no result follows also stay, so that whoever reads them reports the error.

    Args:
        lines: The numbered lines of a file.
        is_record: The game's test for a whole record.
    """
    head: Line | None = None
    waiting: list[Line] = []
    parts: dict[str, Any] = {}
    for number, line in lines:
        document = _document(line)
        is_part = document is not None and not is_record(document)
        if head is not None and is_part and document is not None:
            if set(document) == {RESULT}:
                yield head[0], json.dumps(parts | document).encode()
                head, waiting = None, []
            else:
                parts[TURNS].append(document)
                waiting.append((number, line))
            continue
        yield from waiting
        head, waiting = None, []
        if document is not None and not is_part and TURNS not in document and RESULT not in document:
            head, parts = (number, line), {**document, TURNS: []}
            waiting = [head]
        else:
            yield number, line
    yield from waiting


def _document(line: bytes) -> dict[str, Any] | None:
    """The JSON object on a line; None if there is none."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None
