"""Runs: the same rows with any number of workers, in any order, at once or after a kill."""

import tomllib
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.experiments.files import checked
from arkadia_sim.plan.designs import Size, paired_section
from arkadia_sim.plan.plan import NUMBERS_OF_A_SECTION, Plan, RunRequest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.bench import measure
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Lines, Silent, clock
from tests.plan.test_designs import GENERAL, ONE_COMPANY, PLAIN_CHANGES
from tests.support.toy_game import GAME, NAME, ToyGame
from tests.support.watched import Watched


def request(seed: int = 3, deals: int = 60) -> RunRequest:
    sections = tuple(paired_section(GAME.setting(n, {}, {}), 0, [(0, 1)], Size(deals, wanted=40)) for n in (2, 3))
    bots = ("plain", "lucky:extra=2")
    return RunRequest(Plan(game=NAME, seed=seed, bots=bots, sections=sections, trace=0.1, record=True), "play")


def rows(root: Path, table: str = "games") -> pl.DataFrame:
    return RunFolder(root).scan(table).collect()


def same_rows(one: Path, other: Path) -> bool:
    records = [sorted((root / "records").iterdir()) for root in (one, other)]
    return (
        rows(one).equals(rows(other))
        and rows(one, "turns").equals(rows(other, "turns"))
        and [file.read_bytes() for file in records[0]] == [file.read_bytes() for file in records[1]]
    )


def test_after_a_kill_the_same_command_goes_on_to_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run_plan(request(), tmp_path / "whole", 1, Silent())
    with monkeypatch.context() as patch:
        Watched(patch, ToyGame, 3)
        with pytest.raises(KeyboardInterrupt):
            run_plan(request(), tmp_path / "run", 1, Silent())
    folder = RunFolder(tmp_path / "run")
    assert folder.read_manifest().status == "running"
    assert len(folder.chunk_files()) == 3
    unfinished = tmp_path / "run" / ".unfinished"
    unfinished.mkdir(exist_ok=True)
    torn = unfinished / "games-chunk-00-000003.parquet-77"
    torn.write_text("torn")
    manifest = run_plan(request(), tmp_path / "run", 2, Silent())
    assert manifest.status == "complete"
    assert (manifest.counts, manifest.chunks, manifest.fingerprint) == (whole.counts, whole.chunks, whole.fingerprint)
    assert same_rows(tmp_path / "whole", tmp_path / "run")
    assert list(unfinished.iterdir()) == [torn]  # for all that is known, process 77 is still writing it


def test_other_words_of_an_experiment_are_taken_over_and_nothing_is_played_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = checked(tomllib.loads(GENERAL + ONE_COMPANY + PLAIN_CHANGES), "x.toml")
    right = wrong.model_copy(update={"title": "Lucky"})
    first = run_plan(replace(request(), experiment=wrong.document(), experiment_text="a"), tmp_path, 1, Silent())
    monkeypatch.setattr(ToyGame, "play", None)
    again = run_plan(replace(request(), experiment=right.document(), experiment_text="b"), tmp_path, 1, Silent())
    assert again.experiment == right.document()
    assert again.seconds == first.seconds
    assert RunFolder(tmp_path).read_manifest().experiment == right.document()
    assert (tmp_path / "experiment.toml").read_text() == "b"


def test_another_plan_another_bot_version_and_other_rules_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_plan(request(), tmp_path, 1, Silent())
    with pytest.raises(UsageError, match="What differs: seed"):
        run_plan(request(seed=4), tmp_path, 1, Silent())
    monkeypatch.setattr(ToyGame, "rules_version", "2")
    with pytest.raises(UsageError, match=r"What differs: rules_version \(there: 1; now: 2\)"):
        run_plan(request(), tmp_path, 1, Silent())


def test_identity_columns_agree_with_the_plan(tmp_path: Path) -> None:
    plan = request().plan
    run_plan(request(), tmp_path, 1, Silent())
    for row in rows(tmp_path).iter_rows(named=True):
        number, within = divmod(row["game"], NUMBERS_OF_A_SECTION)
        section = plan.sections[number]
        deal, lineup = divmod(within, section.games_per_deal)
        assert (number, section.first_deal + deal, lineup) == (row["section"], row["deal"], row["lineup"])
        assert plan.bots[section.lineups[lineup].bots[row["seat"]]] == row["bot"]
    traced = rows(tmp_path, "turns")
    wanted = [
        plan.first_game(index) + int(within)
        for index, section in enumerate(plan.sections)
        for within in plan.traced(plan.first_game(index), section.games).nonzero()[0]
    ]
    assert traced["game"].unique().sort().to_list() == wanted


def test_bench_plays_what_it_is_asked_for() -> None:
    games, seconds = measure(["plain", "lucky"], 1000, NAME)
    assert games == 1000 and seconds > 0


def test_an_impossible_number_of_workers_is_refused() -> None:
    with pytest.raises(BadValue, match="workers"):
        run_plan(request(), Path("nowhere"), 0, Silent())


def test_progress_in_a_pipe_is_plain_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    lines = Lines(seconds=0.0)
    lines.start(100, 20)
    for games, seconds in ((10, 60.0), (10, 0.1), (20, 1.9), (40, 4.0)):
        now[0] += seconds
        lines.advance(games)
    assert capsys.readouterr().err.splitlines() == [
        "20 of 100 games are there already",
        "30 of 100 games",  # workers started, and perhaps compiled: no speed to tell of
        "40 of 100 games",
        "60 of 100 games, 15 games/s, 3 s left",
        "100 of 100 games, 12 games/s, done in 1:06",
    ]
    lines.start(100, 0)
    lines.fewer(60)
    lines.advance(10)
    assert capsys.readouterr().err.startswith("10 of 40 games")
    assert [clock(8), clock(185), clock(3723)] == ["8 s", "3:05", "1:02:03"]
