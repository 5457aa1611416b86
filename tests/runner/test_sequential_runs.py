"""Runs that stop when their questions are answered: the same looks, decisions and rows however they are played."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.to_plan import experiment_request
from arkadia_sim.plan.request import RunRequest
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.parallel import run_plan
from arkadia_sim.runner.progress import Lines, Silent
from arkadia_sim.runner.stopping import last_looks
from arkadia_sim.stats.verdicts import Verdict
from tests.plan.test_designs import GENERAL, ONE_COMPANY
from tests.runner.test_runner import rows
from tests.support.plans import file_of
from tests.support.toy_game import GAME, ToyGame
from tests.support.watched import Watched

CHANGES = """
[[changes]]
name = "big"
title = "Be very lucky"
phrase = "being very lucky"
without = "plain"
with = "plain:extra=6"
[[changes]]
name = "none"
title = "Be hot"
phrase = "being hot"
without = "plain"
with = "plain:extra=0.2"
[[changes]]
name = "small"
title = "Throw even"
phrase = "throwing even numbers"
without = "plain"
with = "plain:extra=0.4"
"""


def request(text: str = 'until = "decided"\nfirst_look = 100\n', deals: int = 900) -> RunRequest:
    file = file_of(GENERAL.replace("deals = 50", f"deals = {deals}") + text + ONE_COMPANY + CHANGES)
    return experiment_request(file, GAME)


SMALL = 'until = "decided"\nfirst_look = 100\nchunk_games = 200\n'


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that stopped by itself; nobody changes it."""
    folder = tmp_path_factory.mktemp("decided") / "run"
    run_plan(request(), folder, 1, Silent())
    return folder


@pytest.fixture
def copied(decided: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return Path(shutil.copytree(decided, tmp_path / "copied"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of such a run in small chunks; nobody changes it."""
    folder = tmp_path_factory.mktemp("small") / "run"
    run_plan(request(SMALL), folder, 1, Silent())
    return folder


def played(manifest: Manifest, players: int, change: int) -> int:
    return sum(
        section.deals
        for section in manifest.sections
        if section.players == players and change in [comparison.change for comparison in section.comparisons]
    )


def test_a_big_effect_stops_early_and_an_open_question_goes_to_the_cap(decided: Path) -> None:
    manifest = RunFolder(decided).read_manifest()
    for players in (2, 3):
        big, open_ = (played(manifest, players, change) for change in (0, 2))
        assert big < 900
        assert open_ == 900
        at = [look.deals for look in manifest.looks if (look.players, look.change) == (players, 2)]
        assert at == [100, 100, 200, 200, 400, 400, 800, 800, 900, 900]
        last = [look for look in manifest.looks if (look.players, look.change) == (players, 0)][-2:]
        assert [(look.deals, look.decided, look.low > 0) for look in last] == [(big, True, True)] * 2
        assert not any(look.decided for look in manifest.looks if (look.players, look.change) == (players, 2))
    assert [section.first_deal for section in manifest.sections if section.players == 2] == [0, 100, 200, 400, 800]
    assert rows(decided)["game"].n_unique() == manifest.counts.games
    for index, section in enumerate(manifest.sections):
        deals = rows(decided).filter(pl.col("section") == index)["deal"].unique().sort().to_list()
        assert deals == list(range(section.first_deal, section.first_deal + section.deals))


def test_arms_that_play_alike_are_soon_found_to_make_no_difference(tmp_path: Path) -> None:
    text = CHANGES.replace("plain:extra=0.4", "plain:temperature=1")
    file = file_of(GENERAL.replace("deals = 50", "deals = 50_000") + 'until = "decided"\n' + ONE_COMPANY + text)
    manifest = run_plan(experiment_request(file, GAME), tmp_path, 1, Silent())
    last = {key: look for key, look in last_looks(manifest).items() if key[0].change == 2}
    assert {(question.players, outcome) for question, outcome in last} == {
        (players, outcome) for players in (2, 3) for outcome in ("win_share", "gold_lead")
    }
    for look in last.values():
        assert look.verdict is Verdict.NO_DIFFERENCE
        assert look.estimate.mean == 0 and -look.estimate.low == look.estimate.high > 0
        assert look.estimate.n <= 2000


def test_a_look_sees_the_differences_of_all_deals_so_far(decided: Path) -> None:
    manifest = RunFolder(decided).read_manifest()
    table = rows(decided)
    for look in manifest.looks:
        arms = []
        for side in ("with_", "control"):
            for index, section in enumerate(manifest.sections):
                if section.players != look.players or section.first_deal >= look.deals:
                    continue
                for comparison in section.comparisons:
                    pairs = getattr(comparison, side) if comparison.change == look.change else []
                    for lineup, seat in pairs:
                        here = (pl.col("section") == index) & (pl.col("lineup") == lineup) & (pl.col("seat") == seat)
                        arms.append((side, table.filter(here)[look.outcome].cast(pl.Float64)))
        means = {side: pl.concat([one for name, one in arms if name == side]).mean() for side in ("with_", "control")}
        assert look.mean == pytest.approx(float(means["with_"]) - float(means["control"]))  # type: ignore[arg-type]
        assert look.low < look.mean < look.high or look.low == look.high


@pytest.mark.parametrize(("chunks", "workers"), [(2, 1), (20, 2)])
def test_after_a_kill_the_same_command_comes_to_the_same_rows_and_decisions(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunks: int, workers: int
) -> None:
    whole = RunFolder(small).read_manifest()
    with monkeypatch.context() as patch:
        Watched(patch, ToyGame, chunks)
        with pytest.raises(KeyboardInterrupt):
            run_plan(request(SMALL), tmp_path / "run", 1, Silent())
    assert RunFolder(tmp_path / "run").read_manifest().status == "running"
    again = run_plan(request(SMALL), tmp_path / "run", workers, Silent())
    assert rows(small).equals(rows(tmp_path / "run"))
    assert (again.looks, again.sections, again.chunks) == (whole.looks, whole.sections, whole.chunks)
    monkeypatch.setattr(ToyGame, "play", None)
    assert run_plan(request(SMALL), tmp_path / "run", 1, Silent()) == again


def test_a_run_whose_looks_were_judged_otherwise_is_not_gone_on_with(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by another state of this toolkit: its further sections would be taken for those of now."""
    manifest = RunFolder(copied).read_manifest()
    RunFolder(copied).write_manifest(manifest.model_copy(update={"status": "running"}))
    before = (copied / "manifest.json").read_text()
    assert len(manifest.sections) > 2
    with monkeypatch.context() as patch:
        patch.setattr("arkadia_sim.runner.stopping.sequential_verdict", lambda *_: Verdict.HELPS)
        with pytest.raises(UsageError, match="judged otherwise"):
            run_plan(request(), copied, 1, Silent())
    assert (copied / "manifest.json").read_text() == before
    assert run_plan(request(), copied, 1, Silent()).looks == manifest.looks


def test_another_rule_for_stopping_is_another_run(copied: Path) -> None:
    with pytest.raises(UsageError, match=r"different stopping"):
        run_plan(request('until = "decided"\nfirst_look = 100\nerror_rate = 0.01\n'), copied, 1, Silent())
    with pytest.raises(UsageError, match=r"different stopping \(its looks are planned before"):
        run_plan(request(deals=1200), copied, 1, Silent())
    with pytest.raises(UsageError, match="different stopping: choose another folder"):
        run_plan(request(""), copied, 1, Silent())


def test_a_cap_below_the_first_look_is_the_only_look_and_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = run_plan(request('until = "decided"\n', deals=120), tmp_path, 1, Lines(seconds=0.0))
    assert {look.deals for look in manifest.looks} == {120}
    assert len(manifest.sections) == 2
    told = capsys.readouterr().err
    assert "looked after 120 deals: " not in told and "are there already" not in told  # nothing goes on after it
