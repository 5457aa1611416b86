"""Signs that a stream cannot write become the nearest plain ones: no effect loses its sign."""

import ast
import json

import pytest

from arkadia_sim.cli.terminal import PLAIN
from tests.support.command import call, call_elsewhere
from tests.support.high_card import NAME
from tests.support.paths import ROOT


def test_the_signs_of_numbers_stay() -> None:
    for encoding in ("ascii", "cp1252", "latin-1"):
        shown = "−8.33 (−9 to −7) ≥ 2…".encode(encoding, PLAIN).decode(encoding)
        assert shown in ("-8.33 (-9 to -7) >= 2...", "-8.33 (-9 to -7) >= 2…")
    assert "± → é Ł 😀 ?".encode("ascii", PLAIN) == rb"+/- -> \xe9 \u0141 \U0001f600 ?"
    assert "\udcff".encode("utf-8", PLAIN) == rb"\udcff"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_command_prints_no_sign_as_a_question_mark(encoding: str) -> None:
    words = ["compare", "careful", "bold", "--players", "2", "--deals", "40", "--game", NAME, "--workers", "1"]
    words += ["--out", "é−"]
    told = call_elsewhere({tuple(words): 0, (*words, "--json"): 0}, encoding=encoding, PYTHONIOENCODING=encoding).stdout
    text, _, document = told.partition("\n{")
    assert "-" in text and "?8" not in text and " ?" not in text and "(?" not in text
    table = [line for line in text.splitlines() if line.startswith(("+", "|"))]
    assert len(table) > 3 and len({len(line) for line in table}) == 1
    assert json.loads("{" + document) == json.loads(call(*words, "--json").stdout)


def test_commands_print_by_say_alone() -> None:
    """The echo of typer and click writes signs that a stream cannot, and sends control characters of names."""
    for file in sorted((ROOT / "arkadia_sim" / "cli").glob("*.py")):
        used = [node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.Attribute | ast.alias)]
        names = {node.attr if isinstance(node, ast.Attribute) else node.name for node in used}
        assert not names & {"echo", "secho", "echo_via_pager"}, file
