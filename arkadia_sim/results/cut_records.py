"""Game records that are cut into lines: the record without its turns and result, a line for each turn, then the result.

A game whose records have the fields ``turns`` and ``result`` may be written so by a program that tells a game while it
is played. Both forms say the same, and a file may mix them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

TURNS, RESULT = "turns", "result"

Line = tuple[int, bytes]
"""A line's number in its file, and what it holds."""


def whole_records(lines: Iterable[Line], is_record: Callable[[Mapping[str, Any]], bool]) -> Iterator[Line]:
    """The lines with each record that is cut put together again, under the number of its first line.

    ``is_record`` is the game's. Lines that no result follows stay as they are: whoever reads them tells what is wrong.
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
    """The object on a line; None where there is none."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None
