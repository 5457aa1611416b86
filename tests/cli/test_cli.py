"""The command line: what it prints, where, and with which exit code."""

import json
import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim import __version__
from arkadia_sim.cli.app import COMMANDS
from arkadia_sim.cli.bench import line_up
from arkadia_sim.cli.options import settings_of
from arkadia_sim.cli.show import with_interval
from arkadia_sim.errors import BadValue
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.questions.registry import run_command
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate
from tests.experiments.test_experiment import GOOD, _plain_toml
from tests.support.command import TOY, call, call_elsewhere
from tests.support.paths import ARKADIA, ROOT
from tests.support.toy_game import BOARD_NAME, NAME, ToyGame


def test_help_loads_nothing_heavy() -> None:
    heavy = "numba numpy polars pandas pyarrow matplotlib seaborn scipy joblib pydantic dask distributed"
    asked = dict.fromkeys(("--help", "play --help", "learn -h", "--version"), 0)
    told = call_elsewhere(asked, f"{heavy} markdown_it pygments importlib.metadata").stdout
    assert all(command in told for command, _, _ in COMMANDS)


def test_play_loads_nothing_that_only_drawing_needs() -> None:
    played = {"play random random --games 4 --workers 1 --out run": 0}
    call_elsewhere(played, "matplotlib seaborn pandas pyarrow")
    assert Path("run", "manifest.json").exists()


def test_version_and_help_of_every_command() -> None:
    assert call("--version").stdout == f"arkadia-sim {__version__}\n"
    for command, _, _ in COMMANDS:
        assert "--help" in call(command, "--help").stdout


def test_play_prints_json_and_the_same_again_from_the_folder(tmp_path: Path) -> None:
    words = ("play", "plain", "lucky:extra=3", "--games", "301", "--seed", "5", "--workers", "1", "--json", *TOY)
    first = call(*words)
    document = json.loads(first.stdout)
    assert [bot["bot"] for bot in document["bots"]] == ["plain", "lucky:extra=3"]
    assert all(bot["games"] == 301 for bot in document["bots"])
    assert sum(bot["win_share"] for bot in document["bots"]) == pytest.approx(100)
    assert {"win_share", "gold", "gold_sd", "gold_lead", "win_share_low", "win_share_high"} <= set(document["bots"][0])
    assert document["bots"][0]["win_share_low"] < document["bots"][0]["win_share"]
    assert Path(document["folder"]).parent.name == "results"
    assert json.loads(call(*words).stdout) == document


def test_play_prints_a_table_and_counts_a_bot_at_all_its_seats() -> None:
    words = ("play", "plain", "plain", "clumsy", "--games", "90", "--workers", "1", "--out", "here", *TOY)
    out = call(*words, code=1).stdout
    assert "180" in out
    assert "90 games: " in out
    assert " failed\n" in out
    assert "clumsy in seat" in out
    assert "results in here" in out


def test_play_takes_rules_in_every_form(tmp_path: Path) -> None:
    golds = []
    for words in (["--rules", "bonus=4"], ["--rules=bonus=4"]):
        words = ["play", "plain", "plain", *words, "--games", "9", "--workers", "1", "--json", *TOY]
        golds.append(json.loads(call(*words).stdout)["bots"][0]["gold"])
    assert golds[0] == golds[1]
    assert settings_of("--rules", ["a=true", "b=no", "c=7", "d=3,3,1", "e=open"]) == {
        "a": True, "b": False, "c": 7, "d": [3, 3, 1], "e": "open",
    }  # fmt: skip
    for bad in (["a"], ["=1"], ["a="], ["a=1", "a=2"]):
        with pytest.raises(BadValue):
            settings_of("--rules", bad)


@pytest.mark.parametrize("text", ["precious\n", "[1]\n", "3\n"])
def test_a_file_that_holds_no_records_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "notes").write_text(text)
    (tmp_path / "link").symlink_to("notes")
    for name in ("notes", "link"):
        told = call("play", "plain", "lucky", "--record", name, *TOY, code=2).stderr
        assert "holds no game records" in told
    assert (tmp_path / "notes").read_text() == text
    assert not (tmp_path / "results").exists()


def test_records_go_through_a_link_and_never_to_a_device(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("games.jsonl")
    for _ in range(2):
        call("play", "plain", "lucky", "--games", "4", "--record", "link", "--workers", "1", *TOY)
    assert (tmp_path / "link").is_symlink()
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 4
    assert "name a regular file" in call("play", "plain", "lucky", "--record", "/dev/null", *TOY, code=2).stderr
    told = call("play", "random", "random", "--record", "link", code=2).stderr  # another game's records
    assert "holds no game records" in told


def test_records_of_other_games_are_moved_before_new_ones_are_written(tmp_path: Path) -> None:
    words = ("play", "plain", "lucky", "--record", "games.jsonl", "--workers", "1", *TOY)
    assert "other records" not in call(*words, "--games", "4").stdout
    first = (tmp_path / "games.jsonl").read_bytes()
    assert "other records" not in call(*words, "--games", "6").stdout, "games were added"
    both = (tmp_path / "games.jsonl").read_bytes()
    assert both.startswith(first) and not (tmp_path / "games-2.jsonl").exists()
    told = call(*words, "--games", "4", "--seed", "2").stdout
    assert "the other records that were in games.jsonl are in games-2.jsonl now" in told
    assert (tmp_path / "games-2.jsonl").read_bytes() == both
    assert "games-3.jsonl" in call(*words, "--games", "4", "--seed", "3").stdout


def test_failed_games_are_told(tmp_path: Path) -> None:
    words = ("play", "plain", "clumsy", "--games", "90", "--record", "all.jsonl", "--workers", "1", *TOY)
    result = call(*words, "--json", code=1)
    document = json.loads(result.stdout)
    assert len(document["failures"]) == document["failed"] > 0
    assert set(document["failures"][0]) == {"game", "seat", "bot", "reason"}
    assert f"{document['failed']} of 90 games failed (first: clumsy in seat " in result.stderr
    assert ": threw the dice off the table; game " in result.stderr
    assert "90 of 90 games recorded" in result.stderr
    assert "90 of 90 games recorded in all.jsonl" in call(*words, code=1).stdout


def test_compare_takes_more_options_after_one_as_play_does() -> None:
    words = ["compare", "novice", "casual", "--players", "2", "--deals", "2", "--workers", "1", "--json"]
    drawn = (["camps=drawn", "outlines=drawn"], ["camps=drawn", "--components", "outlines=drawn"], ["camps=drawn"])
    short, each, camps_alone = (json.loads(call(*words, "--components", *more).stdout)["estimates"] for more in drawn)
    assert short == each != camps_alone


def test_too_few_deals_and_one_cut_short_are_told() -> None:
    few = "too few deals for reliable intervals"
    short = "the last deal is not complete: not every bot sat in every seat of it"
    for games, told in (("5", (True, True)), ("60", (False, False)), ("61", (False, True)), ("4", (True, False))):
        out = call("play", "plain", "lucky", "--games", games, "--workers", "1", *TOY).stdout
        assert (few in out, short in out) == told
        assert ("±" in out or " to " in out) == (few not in out)
    document = json.loads(call("play", "plain", "lucky", "--games", "4", "--workers", "1", "--json", *TOY).stdout)
    assert all(0 <= bot["win_share_low"] <= bot["win_share_high"] <= 100 for bot in document["bots"])


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        ("plain lucky", False),
        ("plain lucky lucky", False),
        ("plain lucky plain:temperature=1", True),
        ("plain lucky lucky lucky", False),
        ("plain plain lucky lucky", True),
        ("plain plain plain plain", False),
    ],
)
def test_that_who_sits_beside_whom_counts_is_told_where_it_could_be_otherwise(bots: str, told: bool) -> None:
    out = call("play", *bots.split(), "--games", "12", "--workers", "1", *TOY).stdout
    assert ("Bots sit in the order given, and that order can affect results" in out) == told


def test_a_bot_of_ones_own_is_shown() -> None:
    shutil.copy(ARKADIA / "sample_bots" / "example_bots.py", "my_bot.py")
    assert "my_bot.py" in call("bots", "my_bot.py:drawer").stdout
    assert "did you mean 'greedy'" in call("bots", "gredy", code=2).stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"dice": [[1], [7]]}', "games.jsonl:2: turn 1 (counted from 0): T2.1: no die shows 7"),
        ("{}", "games.jsonl:2: set-up: T1: the dice are missing"),
        ("{", "games.jsonl:2: not valid JSON: "),
        ("[]", "games.jsonl:2: not a game record"),
        ("[" * 100_000, "games.jsonl:2: not a game record: its nesting is too deep"),
        ('{"a":' * 100_000, "games.jsonl:2: not a game record: its nesting is too deep"),
        ("\udcff", "games.jsonl:2: not valid JSON: "),
        ("1" * 5_000, "games.jsonl:2: not valid JSON: "),
        ('{"a": 1} {}', "games.jsonl:2: not valid JSON: "),
    ],
)
def test_check_names_file_line_turn_and_rule(tmp_path: Path, line: str, told: str) -> None:
    good = b'{"dice": [[1], [6]]}\n'
    (tmp_path / "games.jsonl").write_bytes(good + line.encode("utf-8", "surrogateescape") + b"\n" + good)
    result = call("check", "games.jsonl", *TOY, code=1)
    assert result.stderr.startswith(told)
    assert result.stdout == ""


def test_check_reads_what_other_programs_write(tmp_path: Path) -> None:
    """A byte order mark, carriage returns, empty lines; a separator in a name is no line's end."""
    record = '{"dice": [[1], [6]], "bots": ["a\u2028b", "ä"]}'
    (tmp_path / "games.jsonl").write_bytes(f"\ufeff{record}\r\n\r\n{record}".encode())
    assert call("check", "games.jsonl", *TOY).stdout == "games.jsonl: 2 games, all by the rules\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "plain", "lukky", *TOY), "unknown bot 'lukky'; did you mean 'lucky'?"),
        (("play", "plain", *TOY), "number of bots (one per seat): 1 is not allowed"),
        (("play", "plain", "plain", "--rules", "bonos=1", *TOY), "unknown rule 'bonos'; did you mean 'bonus'?"),
        (("play", "plain", "plain", "--rules", "bonus", *TOY), "KEY=VALUE"),
        (("play", "plain", "plain", "--record", "no/where.jsonl", *TOY), "record file"),
        (("play", "plain", "plain", "--seed", str(2**64), *TOY), "seed"),
        (("run", "nothing.toml"), "cannot be read"),
        (("run", "tent_camp"), "did you mean 'tent_camps'?"),
        (("report", "nowhere"), "holds no run"),
        (("check", "nothing.jsonl", *TOY), "cannot be read"),
        (("check", str(ROOT / "README.md"), "--game", "chess"), "unknown game 'chess'"),
        (("bench", "--players", "3", "--bots", "plain,lucky", *TOY), "--players: 3 is not allowed"),
        (("bench", "--players", "9", *TOY), "number of bots"),
    ],
)
def test_what_cannot_be_used_is_told_on_stderr_with_exit_code_2(tmp_path: Path, words: Any, told: str) -> None:
    result = call(*words, code=2)
    assert told in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_check_of_a_file_without_games_fails(tmp_path: Path, text: str) -> None:
    (tmp_path / "games.jsonl").write_text(text)
    assert call("check", "games.jsonl", *TOY, code=1).stderr == "games.jsonl: holds no game\n"


def test_play_lists_the_rules() -> None:
    assert call("play", "--list-rules", *TOY).stdout == call("play", *TOY, "--list-rules").stdout
    assert call("play", *TOY, "--list-rules").stdout == "bonus=0\n    gold for everybody\n    allowed: a whole number\n"
    listed = call("play", "--list-rules").stdout
    assert "floor_pieces=3,3,1\n    castle pieces of each family" in listed
    assert "flip_tiles=false\n" in listed
    assert "    allowed: a whole number from 0 to 11\n" in listed
    for option in RuleSet.describe():  # what is shown as the game's own value can be given back
        shown = next(line for line in listed.splitlines() if line.startswith(f"{option.name}="))
        assert RuleSet.from_mapping(settings_of("--rules", [shown])) == RuleSet()
    assert "--list-rules" in call("play", "--help").stdout


@pytest.mark.parametrize(
    "more", [(), ("--trace", "0.5"), ("--trace", "0", "--record", "all.jsonl", "--rules", "bonus=4")]
)
def test_the_command_of_a_run_goes_on_with_it_and_plays_it_again(tmp_path: Path, more: tuple[str, ...]) -> None:
    call(
        "play",
        "plain",
        "lucky:extra=3",
        "--games",
        "31",
        "--seed",
        "5",
        "--out",
        "my run",
        "--workers",
        "1",
        *more,
        *TOY,
    )
    folder = RunFolder(Path("my run"))
    manifest = folder.read_manifest()
    for file in folder.chunk_files():
        file.unlink()
    for command, there in (
        (run_command(manifest, "my run"), "my run"),
        (run_command(manifest, "my run", "again"), "again"),
    ):
        program, *words = shlex.split(command)
        assert program == "arkadia-sim"
        call(*words, "--workers", "1")
        assert RunFolder(Path(there)).read_manifest().fingerprint == manifest.fingerprint
        assert Path(f"{there}.jsonl").exists() == ("--record" in more)


def test_a_stopped_run_on_a_board_goes_on_from_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    study = GOOD | {"game": BOARD_NAME, "components": {"board": "flat.txt"}}
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "study.toml").write_text(_plain_toml(study))
    (tmp_path / "there" / "flat.txt").write_text("....")
    with monkeypatch.context() as patch:
        patch.setattr(ToyGame, "play", killed)
        call("run", "there/study.toml", "--out", "out", "--workers", "1", code=130)
    shutil.rmtree(tmp_path / "there")
    call("run", "out/experiment.toml", "--out", "out", "--workers", "1")
    assert RunFolder(Path("out")).read_manifest().status == "complete"
    assert (tmp_path / "out" / "flat.txt").read_text() == "...."


@pytest.mark.parametrize("words", [("play",), ("play", "a", "b", "--games", "0"), ("dance",), ("run", "x", "--loud")])
def test_wrong_words_have_exit_code_2(words: Any) -> None:
    call(*words, code=2)


def test_run_keeps_the_experiment_and_refuses_another_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(_plain_toml(GOOD))
    call("run", "study.toml", "--workers", "1")
    folder = tmp_path / "results" / "luck"
    assert (folder / "experiment.toml").read_text() == (tmp_path / "study.toml").read_text()
    assert pl.scan_parquet(folder / "games" / "*.parquet").collect()["deal"].n_unique() == 50
    told = call("run", "study.toml", "--workers", "1", "--seed", "8", code=2).stderr
    assert "holds another run, with different seed (7 in the folder, 8 now)" in told
    told = call("run", "study.toml", "--workers", "1", "--deals", "40", code=2).stderr
    assert "holds this run with 50 deals, but you asked for 40" in told
    call("run", "study.toml", "--deals", "5", "--seed", "8", "--out", "small", "--workers", "1")
    assert "deals = 5" in (tmp_path / "small" / "experiment.toml").read_text()
    call("run", "small/experiment.toml", "--out", "small", "--workers", "1")


def test_bench_prints_its_figures() -> None:
    document = json.loads(call("bench", "--bots", "plain", "--players", "3", "--games", "500", "--json", *TOY).stdout)
    assert {"games_per_second", "turns_per_second", "workers", "players", "bots"} <= set(document)
    assert (document["players"], document["bots"], document["workers"]) == (3, ["plain"] * 3, 1)
    assert "games and" in call("bench", "--bots", "plain,lucky", "--games", "500", *TOY).stdout
    assert line_up("a:x=1,y=2,b", None, 4) == ["a:x=1,y=2", "b"]
    assert line_up("random", None, 4) == ["random"] * 4
    assert line_up("random", 3, 4) == ["random"] * 3


def test_bench_measures_several_table_sizes() -> None:
    words = ("bench", "--bots", "plain", "--players", "2,3", "--games", "300", *TOY)
    assert [table["players"] for table in json.loads(call(*words, "--json").stdout)["tables"]] == [2, 3]
    assert call(*words).stdout.count(" turns a second") == 2
    assert "table sizes such as 2,3,4" in call("bench", "--players", "few", *TOY, code=2).stderr


def test_how_each_bot_did_in_each_seat_is_told_when_asked_for() -> None:
    words = ("play", "plain", "lucky:extra=3", "--games", "100", "--workers", "1", *TOY)
    told = json.loads(call(*words, "--seats", "--json").stdout)
    assert [[one["games"] for one in each] for each in told["by_seat"]] == [[50, 50], [50, 50]]
    for place, whole in enumerate(told["bots"]):
        seats = [each[place]["win_share"] for each in told["by_seat"]]
        assert sum(seats) / 2 == pytest.approx(whole["win_share"])
    assert "in seat 1" in call(*words, "--seats").stdout
    assert "in seat" not in call(*words).stdout


def test_the_same_is_three_lines_of_python(tmp_path: Path) -> None:
    from arkadia_sim import play

    result = play(["plain", "lucky"], games=100, seed=1, workers=1, out="there", game=NAME)
    assert result.table()["games"].to_list() == [100, 100]
    assert "win_share_low" in str(result.table())
    assert result.folder == Path("there")
    assert len(result.rows().collect()) == 200
    assert repr(result) == f"Result(folder={Path('there')!r}, recorded=None, aside=None)"


def test_an_average_of_nought_or_all_has_an_exact_interval() -> None:
    share, gold = ToyGame.outcomes[0], ToyGame.outcomes[2]
    never, always = (Estimate(mean, mean, mean, 0.0, 100) for mean in (0.0, 100.0))
    assert with_interval(never, 2, share) == "0.00 (0.00 to 3.62)"
    assert with_interval(always, 2, share) == "100.00 (96.38 to 100.00)"
    assert with_interval(never, 2, gold) == "0.00"  # gold has no highest value
    assert with_interval(replace(never, mean=50.0, low=50.0, high=50.0), 2, share) == "50.00 ± 1.81"  # others may come
