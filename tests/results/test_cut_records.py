"""Records that are cut into lines are put together again, and nothing else is touched."""

import json
from collections.abc import Mapping
from typing import Any

from arkadia_sim.results.record_file import whole_records

HEAD = {"format": "mine/1", "bots": ["a"]}
WHOLE = {**HEAD, "turns": [{"seat": 0}, {"seat": 1}], "result": {"end": "done"}}
CUT = [HEAD, {"seat": 0}, {"seat": 1}, {"result": {"end": "done"}}]


def is_record(document: Mapping[str, Any]) -> bool:
    """Whether it names the format."""
    return document.get("format") == "mine/1"


def read(*documents: Any) -> list[tuple[int, Any]]:
    """What is read of a file with these lines; bytes stand for themselves."""
    lines = [document if isinstance(document, bytes) else json.dumps(document).encode() for document in documents]
    return [
        (number, line if line == b"no JSON" else json.loads(line))
        for number, line in whole_records(enumerate(lines, start=1), is_record)
    ]


def test_both_forms_may_be_mixed() -> None:
    assert read(WHOLE, *CUT, WHOLE, *CUT, *CUT) == [(1, WHOLE), (2, WHOLE), (6, WHOLE), (7, WHOLE), (11, WHOLE)]


def test_records_that_have_neither_turns_nor_result_stay_as_they_are() -> None:
    other = {"format": "mine/1", "answers": [1]}
    assert read(other, other, WHOLE) == [(1, other), (2, other), (3, WHOLE)]


def test_a_record_without_its_end_is_left_for_the_reader_to_refuse() -> None:
    begun = [(1, HEAD), (2, {"seat": 0})]
    assert read(*CUT[:2]) == begun
    assert read(*CUT[:2], WHOLE) == [*begun, (3, WHOLE)]


def test_lines_that_fit_nowhere_stay_as_they_are() -> None:
    stray = {"seat": 0}
    assert read(stray, WHOLE, stray, [3], b"no JSON") == [(1, stray), (2, WHOLE), (3, stray), (4, [3]), (5, b"no JSON")]
    assert read(*CUT[:2], b"no JSON") == [(1, HEAD), (2, stray), (3, b"no JSON")]
