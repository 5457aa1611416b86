"""What lies in the folder of a run and does not belong there: never counted, told by name, and played again."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.api.finished import Result
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.designs import rotation_section
from arkadia_sim.plan.plan import Plan, RunRequest
from arkadia_sim.questions.registry import analyse
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Silent
from tests.support.toy_game import GAME, NAME

CHUNK = "chunk-000-000001"


def request(seed: int = 3, games: int = 1200) -> RunRequest:
    section = rotation_section(GAME.setting(2, {}, {}), (0, 1), games, True)
    bots = ("plain", "clumsy")
    return RunRequest(Plan(game=NAME, seed=seed, bots=bots, sections=(section,), trace=0.5, record=True), "play")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of several chunks, and beside it the same with another seed; nobody changes them."""
    folder = tmp_path_factory.mktemp("whole")
    for seed in (3, 4):
        run_plan(request(seed), folder / str(seed), 1, Silent())
    assert len(RunFolder(folder / "3").chunk_files()) > 2
    return folder


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy of the first of them."""
    return Path(shutil.copytree(whole / "3", tmp_path / "run"))


class Told(Silent):
    """Keeps what a run says."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        self.lines.append(text)


def same_files(one: Path, other: Path) -> bool:
    """Whether two runs hold the same chunks, byte for byte."""
    kept = [
        {file.relative_to(root): file.read_bytes() for file in sorted(root.rglob("*/chunk-*"))} for root in (one, other)
    ]
    return kept[0] == kept[1]


def foreign(path: Path, whole: Path) -> None:
    shutil.copyfile(whole / "4" / path.relative_to(path.parents[1]), path)


def of_another_place(path: Path, whole: Path) -> None:
    shutil.copyfile(path.with_name("chunk-000-000000.parquet"), path)


def cut(path: Path, whole: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def unstamped(path: Path, whole: Path) -> None:
    pl.read_parquet(path).write_parquet(path)


FAULTS: dict[str, tuple[str, Callable[[Path, Path], object], str]] = {
    "foreign": ("games", foreign, f"games/{CHUNK}.parquet belongs to another run"),
    "misplaced": ("games", of_another_place, f"games/{CHUNK}.parquet holds the games of chunk-000-000000"),
    "cut turns": ("turns", cut, f"turns/{CHUNK}.parquet is damaged, or not a file of this toolkit"),
    "text": ("games", lambda path, _: path.write_text("games"), "is damaged, or not a file of this toolkit"),
    "unstamped": ("games", unstamped, "is damaged, or not a file of this toolkit"),
    "no turns": ("turns", lambda path, _: path.unlink(), f"turns/{CHUNK}.parquet is missing"),
}
ENDINGS = {"games": "parquet", "turns": "parquet", "records": "jsonl", "failures": "json"}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_chunk_is_refused_by_name_and_played_again(whole: Path, run: Path, fault: str) -> None:
    table, spoil, text = FAULTS[fault]
    spoil(run / table / f"{CHUNK}.{ENDINGS[table]}", whole)
    manifest = RunFolder(run).read_manifest()
    with pytest.raises(UsageError, match=f"{text}; play it again with: arkadia-sim play "):
        analyse(run)
    with pytest.raises(UsageError, match=f"{text}; the command that played this run plays it again"):
        Result(run, manifest).rows("turns")
    with pytest.raises(UsageError, match=text):
        Result(run, manifest).bots()
    told = Told()
    again = run_plan(request(), run, 1, told)
    assert [line for line in told.lines if text in line and "these games are played again" in line]
    assert again.counts == manifest.counts
    assert same_files(run, whole / "3")


def test_only_chunks_of_the_plan_are_read(whole: Path, run: Path, tmp_path: Path) -> None:
    for table, ending in ENDINGS.items():
        shutil.copyfile(run / table / f"{CHUNK}.{ending}", run / table / f"chunk-000-000099.{ending}")
        (run / table / f"chunk-foreign.{ending}").write_text("[]")
    folder, unspoiled = RunFolder(run), RunFolder(whole / "3")
    assert folder.count() == unspoiled.count()
    assert folder.scan().collect().equals(unspoiled.scan().collect())
    assert list(folder.failures()) == list(unspoiled.failures())
    assert folder.join_records(tmp_path / "all.jsonl") == (1200, None)
    assert run_plan(request(), run, 1, Silent()).model_dump() == unspoiled.read_manifest().model_dump()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "damaged"),
        ("[" * 100_000, "damaged"),
        ('{"format": "arkadia-sim-run/5", "seed": ' + "9" * 5000 + "}", "damaged"),
        ('{"format": "arkadia-sim-run/4"}', "has the format 'arkadia-sim-run/4', and this version reads"),
    ],
)
def test_a_cut_or_older_manifest_is_refused(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    for read in (analyse, lambda folder: run_plan(request(), folder, 1, Silent())):
        with pytest.raises(UsageError, match=told):
            read(tmp_path)


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        (("sections", 0, "chunk_games"), 0, "is damaged: sections.0.chunk_games"),
        (("sections", 0, "games"), 0, "is damaged: sections.0.games"),
        (("sections", 0, "lineups"), [], "is damaged: sections.0.lineups"),
        (("sections", 0, "lineups", 0, "bots"), [0], "a line-up does not have 2 bots"),
        (("sections", 0, "comparisons"), [{"change": 0, "with": [[9, 0]], "control": []}], "seat 0 of line-up 9"),
        (("experiment",), {"design": "guess"}, "unknown design in manifest.json 'guess'"),
        (("experiment",), {"design": "paired"}, "its experiment has a fault at "),
    ],
)
def test_an_edited_manifest_is_refused_if_its_parts_do_not_fit(
    whole: Path, run: Path, place: tuple[str | int, ...], value: object, told: str
) -> None:
    document = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    at = document
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    (run / "manifest.json").write_text(json.dumps(document))
    with pytest.raises(UsageError, match=told):
        analyse(run)
