"""Topping up: a run that is asked for with more deals keeps those that it has, and ends as if played at once."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim import api
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.designs import Size, paired_section, rotation_section
from arkadia_sim.plan.plan import Plan, RunRequest
from arkadia_sim.questions.play import bot_results
from arkadia_sim.questions.registry import analyse
from arkadia_sim.results.files import write_whole
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.parallel import check_folder, run_plan
from arkadia_sim.runner.progress import Silent
from tests.support.runs import NUMBERS, ONE_COMPANY
from tests.support.runs import played as experiment_played
from tests.support.toy_game import GAME, NAME, ToyGame
from tests.support.watched import Watched

BOTS = ("plain", "lucky:extra=2", "clumsy")


def request(deals: int, seed: int = 3, wanted: int = 40) -> RunRequest:
    """Tables of two and three players, each in two companies, in short chunks the last of which is not full."""
    sections = tuple(
        paired_section(GAME.setting(players, {}, {}), others, [(0, 1)], Size(deals, wanted=wanted))
        for players in (2, 3)
        for others in (0, 2)
    )
    return RunRequest(Plan(game=NAME, seed=seed, bots=BOTS, sections=sections, trace=0.3, record=True), "experiment")


def play(games: int) -> RunRequest:
    section = rotation_section(GAME.setting(3, {}, {}), (0, 1, 2), games, compiled=False)
    return RunRequest(Plan(game=NAME, seed=3, bots=BOTS, sections=(section,), record=True), "play")


def played(request: RunRequest, folder: Path) -> Manifest:
    return run_plan(request, folder, 1, Silent())


def all_of_it(folder: Path) -> tuple[object, ...]:
    """The rows of a run, its records and its failed games, in the order of play."""
    run = RunFolder(folder)
    run.join_records(folder / "records.jsonl")
    tables = [run.scan(table).collect() for table in ("games", "turns")]
    return (
        *(table.to_dict(as_series=False) for table in tables),
        *(dict(table.schema) for table in tables),
        (folder / "records.jsonl").read_bytes(),
        list(run.failures()),
    )


def test_only_the_missing_deals_are_played_and_all_is_as_if_played_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played(request(75), tmp_path / "whole")
    first = played(request(50), tmp_path / "run")
    kept = {file: file.stat().st_mtime_ns for file in RunFolder(tmp_path / "run").chunk_files()}
    counted = Watched(monkeypatch, ToyGame)
    again = played(request(75), tmp_path / "run")
    assert counted.games == whole.counts.games - first.counts.games
    assert {file: file.stat().st_mtime_ns for file in kept} == kept
    assert all_of_it(tmp_path / "run") == all_of_it(tmp_path / "whole")
    assert again.counts == whole.counts
    assert again.failures == whole.failures
    assert (again.fingerprint, again.status) == (whole.fingerprint, "complete")
    assert (whole.stood, again.stood) == ((), (first.counts.games,))
    assert played(request(75), tmp_path / "run").model_dump() == again.model_dump()
    assert counted.games == whole.counts.games - first.counts.games


def test_a_run_may_grow_again_and_other_portions_make_no_difference(tmp_path: Path) -> None:
    sizes = [played(request(deals, wanted=wanted), tmp_path / "run").counts.games for deals, wanted in
             ((20, 40), (21, 17), (60, 90))]  # fmt: skip
    assert RunFolder(tmp_path / "run").read_manifest().stood == tuple(sizes[:2])
    played(request(60), tmp_path / "whole")
    assert all_of_it(tmp_path / "run") == all_of_it(tmp_path / "whole")


@pytest.mark.parametrize("batches", [0, 5])
def test_after_a_kill_in_the_midst_of_it_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batches: int
) -> None:
    played(request(75), tmp_path / "whole")
    first = played(request(50), tmp_path / "run")
    with monkeypatch.context() as patch:
        Watched(patch, ToyGame, batches)
        with pytest.raises(KeyboardInterrupt):
            played(request(75), tmp_path / "run")
    with pytest.raises(UsageError, match="holds a run that is not finished; take it up again with"):
        analyse(tmp_path / "run")
    with pytest.raises(UsageError, match="with 75 deals, but you asked for 50"):
        played(request(50), tmp_path / "run")
    assert played(request(75), tmp_path / "run").stood == (first.counts.games,)
    assert all_of_it(tmp_path / "run") == all_of_it(tmp_path / "whole")


def test_a_kill_before_any_file_leaves_what_is_reported_or_refused_and_can_be_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_table = NUMBERS.replace("[2, 3]", "[2]")
    file = experiment_played(tmp_path, "whole", ONE_COMPANY, deals=25, numbers=one_table).with_suffix(".toml")
    api.run(file, tmp_path / "small", 1, deals=20, progress=Silent())
    stores = write_whole
    for files in range(20):
        run, left = tmp_path / f"run-{files}", files
        shutil.copytree(tmp_path / "small", run)

        def killed(*arguments: Any) -> None:
            nonlocal left
            if left == 0:
                raise KeyboardInterrupt
            left -= 1
            stores(*arguments)

        with monkeypatch.context() as patch:
            patch.setattr("arkadia_sim.results.store.write_whole", killed)
            try:
                api.run(file, run, 1, deals=25, progress=Silent())
                break
            except KeyboardInterrupt:
                pass
        if RunFolder(run).read_manifest().status == "complete":
            assert analyse(run).manifest.stood == ()
        else:
            with pytest.raises(UsageError, match=r"take it up again with: arkadia-sim run .*experiment\.toml --out "):
                analyse(run)
        api.run(run / "experiment.toml", run, 1, progress=Silent())
        api.run(file, run, 1, deals=25, progress=Silent())
        assert RunFolder(run).scan().collect().equals(RunFolder(tmp_path / "whole").scan().collect())
    assert 4 < files < 19


def test_fewer_deals_are_refused_and_nothing_is_changed(tmp_path: Path) -> None:
    played(request(50), tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    for refused in (played, check_folder):
        with pytest.raises(UsageError, match="holds this run with 50 deals, but you asked for 40: deals can be added"):
            refused(request(40), tmp_path)
    with pytest.raises(UsageError, match="What differs: seed"):
        played(request(75, seed=4), tmp_path)
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


def test_play_that_ended_within_a_deal_goes_on_within_it_and_a_deal_in_two_chunks_is_one(tmp_path: Path) -> None:
    first = played(play(100), tmp_path / "run")
    assert first.counts.games % 3 == 1
    pieces, whole = (bot_results(RunFolder(folder), played(play(220), folder)) for folder in
                     (tmp_path / "run", tmp_path / "whole"))  # fmt: skip
    assert all_of_it(tmp_path / "run") == all_of_it(tmp_path / "whole")
    assert [piece.deals for piece in pieces] == [one.deals for one in whole] == [74] * 3
    for one, other in zip(pieces, whole, strict=True):
        assert one.outcomes[0].estimate.standard_error == pytest.approx(
            other.outcomes[0].estimate.standard_error, rel=1e-9
        )
    with pytest.raises(UsageError, match="with 220 games, but you asked for 219: games can be added"):
        played(play(219), tmp_path / "run")


def test_one_section_with_more_deals_and_another_with_fewer_is_refused(tmp_path: Path) -> None:
    played(request(50), tmp_path)
    plan = request(60).plan
    mixed = plan.model_copy(update={"sections": (*plan.sections[:3], request(40).plan.sections[3])})
    with pytest.raises(UsageError, match="with 50 deals, but you asked for 40"):
        played(RunRequest(mixed, "experiment"), tmp_path)
