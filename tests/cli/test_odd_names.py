"""A folder may have any name: each command reads and writes what is in it, and not what lies beside it."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from arkadia_sim.errors import command_line
from arkadia_sim.results.files import read_rows
from tests.support.command import call
from tests.support.high_card import GAME as CARDS
from tests.support.high_card import NAME
from tests.support.paths import ODD_NAMES, ROOT

NASTY = ("run[1]", "a*", "q?", "a#b %41", "-x", "a\nb")
ALL = "/".join(ODD_NAMES)
"""One folder in another, so that a command that takes its time is called once."""

NEIGHBOURS = ("run1", "ab", "qa", "a", "b", "y", "A")
"""What the names would match if they were patterns or addresses."""

GAME = ("--game", NAME, "--workers", "1")
SEATS = f'name = "s"\ntitle = "S"\nquestion = "S?"\ndesign = "seats"\nbots = ["bold"]\ngame = "{NAME}"\n'
SEATS += "players = [2]\ndeals = 30\nseed = 1\n"
OWN_NAME = re.compile(r'"(folder|part)": "(?:[^"\\]|\\.)*"')


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def _answers(folder: str) -> list[Any]:
    """What each command that reads or writes a folder makes of this one."""
    here = Path(folder)
    played = call("play", "bold", "careful", "--games", "12", "--out", folder, "--json", *GAME, "--record", "r.jsonl")
    there = call("play", "bold", "careful", "--games", "12", "--out", folder, "--json", *GAME, "--record", "r.jsonl")
    asked = call(
        "compare", "bold", "careful", "--players", "2", "--deals", "4", "--out", f"{folder}/c", "--json", *GAME
    )
    call("run", "s.toml", "--out", f"{folder}/s", "--workers", "1")
    printed = [OWN_NAME.sub("", answer.stdout) for answer in (played, there, asked)]
    assert len(set(printed[:2])) == 1
    call("check", "r.jsonl", "--game", NAME)
    files = [file for file in sorted(here.rglob("*")) if file.suffix in (".parquet", ".jsonl", ".toml")]
    return [*printed, *((str(file.relative_to(here)), file.read_bytes()) for file in files)]


def test_a_folder_of_any_name_holds_the_same_bytes_as_one_of_a_plain_name() -> None:
    Path("s.toml").write_text(SEATS, encoding="utf-8")
    for number, name in enumerate(NEIGHBOURS):
        call("play", "bold", "bold", "--games", str(14 + number), "--out", name, *GAME)
    plain = _answers("plain")
    for name in (*NASTY, ALL):
        assert _answers(name) == plain, name


def test_the_report_of_a_folder_of_any_name_has_the_same_estimates_and_an_index_links_to_it() -> None:
    names = ["plain", "{a,b}", "a b", *NASTY, "&", '"', "ü", "a\x1b[31mb", os.fsdecode(b"\xff")]
    call("play", "bold", "careful", "--games", "12", "--out", "all/plain", *GAME)
    for name in names[1:]:
        shutil.copytree("all/plain", f"all/{name}")
    call("report", "all")
    tables = [read_rows(Path("all", name, "estimates.parquet")).drop("part") for name in names]
    assert all(table.equals(tables[0]) for table in tables)
    assert all(Path("all", name, "report.html").is_file() for name in names)
    links = re.findall(r'href="([^"#][^"]*report\.html)"', Path("all/index.html").read_text(encoding="utf-8"))
    assert {unquote(link, errors="surrogateescape") for link in links} == {f"{name}/report.html" for name in names}


def test_a_name_is_exact_in_json_and_its_control_characters_are_not_sent_to_the_terminal() -> None:
    out = "a\x1b[31mb\nü😀"
    words = ("play", "bold", "careful", "--games", "2", "--out", out, *GAME)
    assert json.loads(call(*words, "--json").stdout)["folder"] == out
    told = call(*words).output
    assert "results in a\\x1b[31mb\\nü😀" in told and "\x1b" not in told
    assert "\x1b" not in call("report", f"{out}-", code=2).output


def test_a_printed_command_can_be_copied() -> None:
    for name in ODD_NAMES:
        line = command_line("report", Path(name), "--out", Path(name))
        assert line.isprintable()
        done = subprocess.run(["bash", "-c", f"arkadia-sim() {{ printf '%s\\0' \"$@\"; }}; {line}"],
                              capture_output=True, check=True)  # fmt: skip
        path = f"./{name}" if name.startswith("-") else name
        assert [os.fsdecode(word) for word in done.stdout.split(b"\0")[:-1]] == ["report", path, "--out", path]
    assert command_line("report", Path("runs")) == "arkadia-sim report runs"
    assert shlex.split(command_line("play", "a:x=1", "--out", Path("a b")))[-1] == "a b"


def test_only_one_module_opens_tables() -> None:
    readers = re.compile(r"(read|scan|write|sink)_(parquet|csv|ipc|ndjson|json|delta|excel|avro)\w*")
    for file in sorted((ROOT / "arkadia_sim").rglob("*.py")):
        if file.relative_to(ROOT).as_posix() != "arkadia_sim/results/files.py":
            used = [node.attr for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.Attribute)]
            assert not [name for name in used if readers.fullmatch(name)], file


def _bot_file(name: str, stop: float) -> None:
    Path(name).write_text(f'[own]\nplayer = "bold"\nplan = "P."\nsource = "s"\nparameters = {{ stop = {stop} }}\n')


def test_a_bot_in_a_file_of_any_name_is_that_bot() -> None:
    for name in NEIGHBOURS:
        _bot_file(f"{name}.toml", 3.0)
    _bot_file("plain.toml", 14.0)

    def scores(bot: str) -> Any:
        return json.loads(call("play", bot, "careful", "--games", "4", "--json", "--out", f"{bot}.out", *GAME).stdout)

    plain = scores("plain.toml")["bots"][0]
    odd = [name for name in ODD_NAMES if len(name) < 200 and "\udcff" not in name]
    for name in (*odd, *NASTY, " a", "a:b", "a:b=1", "a,b"):
        _bot_file(f"{name}.toml", 14.0)
        for spec in (f"{name}.toml", f"{name}.toml:own", f"{name}.toml:own:wary=0"):
            assert CARDS.find_bot(spec).settings()["stop"] == 14.0, spec
    for name in ("./-x", "a*", "a:b=1", "a,b"):
        assert scores(f"{name}.toml")["bots"][0]["score"] == plain["score"], name


def test_a_bot_file_whose_name_cannot_be_kept_or_listed_is_refused() -> None:
    _bot_file("bold,b.toml", 14.0)
    _bot_file("b.toml", 3.0)
    refused = call("coach", "bold", "--among", "bold,b.toml", "--players", "2", *GAME, code=2).stderr
    assert "'bold,b.toml' is not allowed" in refused and "rename it" in refused
    name = os.fsdecode(b"\xff.toml")
    _bot_file(name, 14.0)
    assert "rename the file" in call("play", name, "bold", *GAME, code=2).stderr
