"""Tuning: finds what is best, keeps to the ranges, and comes to the same result however it was played."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim import api
from arkadia_sim.cli.searches import _tune_notes
from arkadia_sim.core.bot import Gain, Search
from arkadia_sim.core.bot_file import BotTable, read_bot_file
from arkadia_sim.core.registry import find_game
from arkadia_sim.errors import UsageError
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.workers import Crew
from arkadia_sim.search.bench import Arena, Bench, Match
from arkadia_sim.search.files import Journal, climbed_outcome
from arkadia_sim.search.tune import TunedParameter, TuneFile, new_tuning, tune
from tests.support.asked import asked
from tests.support.learning import Told
from tests.support.toy_game import GAME, NAME, ToyGame
from tests.support.watched import Watched

BAKER = dict[str, Any](bot="baker", among=("plain", "lucky:extra=2"), players=(2, 3), games=12_000, seed=3, game=NAME)
SMALL = asked(BAKER, games=4000)


def arena(folder: Path, *matches: Match) -> Arena:
    win_share, gold_lead, _ = GAME.outcomes
    return Arena(Bench(NAME, GAME, True, 1, Crew(1), Journal(folder, Silent())), matches, win_share, gold_lead)


def tuned(tmp_path: Path, request: dict[str, Any], workers: int = 1) -> TuneFile:
    return tune(new_tuning(**request), tmp_path, workers, Silent())


def found(file: TuneFile) -> dict[str, float]:
    assert file.result is not None
    return GAME.find_bot(file.result.spec).settings()


def test_finds_the_best_heat_and_minutes_and_tells_the_gain(tmp_path: Path) -> None:
    request = asked(BAKER, games=40_000)
    file = tuned(tmp_path, request)
    best = found(file)
    assert best["heat"] == pytest.approx(7, abs=0.6)
    assert best["minutes"] == pytest.approx(3, abs=0.4)
    assert file.result is not None
    assert [(table.players, table.against) for table in file.result.tables] == [
        (players, bot) for players in (2, 3) for bot in ("plain", "lucky:extra=2")
    ]
    for figures in (*file.result.tables, file.result.all_tables):
        assert figures.gain.low > 30
        assert figures.gain.mean == pytest.approx(figures.result.mean - figures.start.mean)
        assert 0 <= figures.result.low < figures.result.mean < figures.result.high <= 100
        assert figures.gain.n == file.budget.report_deals
    assert 0.9 * request["games"] < file.games == file.budget.games <= request["games"]
    means = [table.gain.mean for table in file.result.tables]
    assert file.result.all_tables.gain.mean == pytest.approx(float(np.mean(means)))


def test_all_three_sets_of_deals_are_fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, ToyGame)
    file = tuned(tmp_path, SMALL)
    budget, seen = file.budget, dict[str, set[int]]()
    for batch, deals in zip(watched.batches, watched.deals(), strict=True):
        kind = {budget.population + 1: "training", 2: "report"}.get(len(batch.bots) - 1, "validation")
        seen.setdefault(kind, set()).update(deals)
    assert len(seen["training"]) == 2 * budget.deals * file.generations  # two table sizes, never the same deal
    assert len(seen["validation"]) == 2 * budget.validation_deals
    assert len(seen["report"]) == 2 * budget.report_deals
    assert len(set.union(*seen.values())) == sum(map(len, seen.values()))


def test_what_the_user_set_stays_and_a_single_value_is_no_parameter(tmp_path: Path) -> None:
    file = tuned(tmp_path, asked(SMALL, bot="baker:heat=4.123456789,temperature=2"))
    assert [parameter.name for parameter in file.parameters] == ["minutes"]
    assert file.start == "baker:heat=4.123456789,temperature=2,minutes=5"
    assert file.spec.startswith("baker:heat=4.123456789,temperature=2,minutes=")
    assert found(file)["minutes"] == pytest.approx(3, abs=0.7)


def test_a_parameter_that_is_set_and_named_starts_from_there() -> None:
    file = new_tuning(**asked(SMALL, bot="baker:heat=8,minutes=1", parameters=("heat",)))
    assert file.start == "baker:minutes=1,heat=8"
    assert [(parameter.name, parameter.start, parameter.scale) for parameter in file.parameters] == [("heat", 8.0, 2.0)]
    small = new_tuning(**asked(SMALL, bot="baker:heat=0,minutes=1", parameters=("heat",)))
    assert small.parameters[0].scale == 0.25


def test_two_workers_find_the_same_as_one(tmp_path: Path) -> None:
    for workers in (1, 2):
        tuned(tmp_path / f"{workers}", SMALL, workers)
    one, two = ((tmp_path / f"{workers}" / "tune.json").read_bytes() for workers in (1, 2))
    assert one == two


@pytest.mark.parametrize("moment", [0, 20, -6, -2])  # at once, in the search, in the validation, in the report
def test_after_a_kill_the_same_call_comes_to_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    watched, run = Watched(monkeypatch, ToyGame), tmp_path / "run"
    whole = tuned(tmp_path / "whole", SMALL)
    with monkeypatch.context() as patch:
        Watched(patch, ToyGame, moment % len(watched.batches))
        with pytest.raises(KeyboardInterrupt):
            tuned(run, SMALL)
    assert json.loads((run / "tune.json").read_text())["status"] == "running"
    kept = Journal(run, Silent()).games_there()
    assert (kept > 0) == (moment != 0)
    watched.clear()
    assert tuned(run, SMALL) == whole
    assert watched.games == whole.games - kept
    assert [path.name for path in run.iterdir()] == ["tune.json"]


def test_a_damaged_entry_is_named_and_played_again(tmp_path: Path) -> None:
    told, journal = Told(), Journal(tmp_path, Silent())
    place = arena(tmp_path, Match(GAME.setting(2, {}, {}), "plain"))
    first, second = (place.play(("lucky", "baker"), 1 << 40, deal, 3) for deal in (0, 3))
    entry, _ = sorted(journal.folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    entry.write_bytes(entry.read_bytes()[:200])
    bench = replace(place.bench, journal=Journal(tmp_path, told))
    again = replace(place, bench=bench).play(("lucky", "baker"), 1 << 40, 0, 3)
    assert again.scores.tolist() == first.scores.tolist() != second.scores.tolist()
    assert told.lines == [f"{entry} is damaged: its games are played again"]
    assert journal.read(entry) is not None


def test_every_candidate_meets_every_opponent_in_every_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = tuple(Match(GAME.setting(n, {}, {}), bot) for n in (2, 3) for bot in ("plain", "slow"))
    watched = Watched(monkeypatch, ToyGame)
    met = arena(tmp_path, *matches).play(("lucky", "baker"), 1 << 40, 0, 3)
    games = watched.tables()
    assert met.games == len(games) == len(set(games)) == 3 * 2 * 2 * (2 + 3)
    for players, opponent in ((2, "plain"), (3, "slow")):
        deals = {deal for seats, deal in games if len(seats) == players}
        assert len(deals) == 3
        for deal in deals:
            for candidate in ("lucky", "baker"):
                for seat in range(players):
                    assert (tuple(candidate if s == seat else opponent for s in range(players)), deal) in games


def test_a_search_climbs_by_the_first_smoothed_outcome_or_by_what_one_plays_for() -> None:
    win_share, gold_lead, gold = GAME.outcomes
    assert climbed_outcome(GAME.outcomes) is gold_lead
    assert climbed_outcome((gold, win_share)) is gold
    values = np.array([8.0, 0.0, -8.0, 1e9])
    assert gold_lead.score(values) == pytest.approx([1 / (1 + np.exp(-1)), 0.5, 1 / (1 + np.e), 1])
    assert win_share.score(np.array([0.25])) == [25.0]


def test_a_failed_game_scores_what_its_win_share_says(tmp_path: Path) -> None:
    met = arena(tmp_path, Match(GAME.setting(2, {}, {}), "plain")).play(("clumsy",), 1 << 40, 0, 200)
    assert met.failed > 0
    failed_deals = met.scores[0, :, 0] == 0
    assert failed_deals.sum() * 2 == met.failed
    assert np.all(met.values[0, failed_deals, 0] == 0)


def test_without_cmaes_the_way_to_get_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(UsageError, match=r"pip install 'arkadia-sim\[tune\]'"):
        tuned(tmp_path / "out", SMALL)
    assert not (tmp_path / "out").exists()


@pytest.fixture
def search(tmp_path: Path) -> api.Finished[TuneFile]:
    return api.Finished(tmp_path / "search", tuned(tmp_path / "search", asked(SMALL, bot="baker:minutes=2.5")))


def test_a_tuned_bot_is_saved_with_its_search(search: api.Finished[TuneFile], tmp_path: Path) -> None:
    (bot,) = read_bot_file(search.save(tmp_path / "mine.toml")).values()
    file, found = search.file, search.file.result
    assert found is not None
    assert bot.player == "baker"
    assert bot.parameters == {"minutes": 2.5, "heat": GAME.find_bot(search.file.spec).settings()["heat"]}
    (one,) = bot.provenance
    assert (one.command, one.start, one.seed, one.games) == (file.command, file.start, SMALL["seed"], file.games)
    assert (one.against, one.players, one.deals) == (list(file.against), [2, 3], file.budget.deals)
    assert one.gain is not None
    assert one.gain.mean == pytest.approx(found.all_tables.gain.mean, abs=0.001)
    assert one.gain.low < one.gain.mean < one.gain.high
    assert one.gain.amount == "win-share points"
    assert one.kept is True
    assert {"arkadia_sim", "cmaes", "numpy", "rules"} == set(one.versions)


def test_a_result_that_is_worse_than_the_start_is_not_saved(search: api.Finished[TuneFile], tmp_path: Path) -> None:
    result = search.file.result
    assert result is not None and not search.file.is_worse and search.file.spec == result.spec
    gain = replace(result.all_tables.gain, mean=-2.0, low=-3.0, high=-1.0)
    figures = result.all_tables.model_copy(update={"gain": gain})
    result = result.model_copy(update={"all_tables": figures})
    worse = replace(search, file=search.file.model_copy(update={"result": result}))
    assert worse.file.spec == search.file.start == "baker:minutes=2.5,heat=2"
    (bot,) = read_bot_file(worse.save(tmp_path / "mine.toml")).values()
    assert bot.parameters == {"minutes": 2.5, "heat": 2.0}
    assert bot.provenance[0].kept is False
    assert "the start is kept" in _tune_notes(worse.file)[-1]


def test_a_saved_bot_is_read_back_equal(tmp_path: Path) -> None:
    odd = 'Says "no", \\ and \x7f,\n\tin "two" lines — é.'
    gain = Gain(mean=1e-7, low=-3.0, high=1e20, amount="points")
    table = BotTable(
        player="baker",
        plan=odd,
        source=odd,
        parameters={"heat": 0.1 + 0.2, "minutes": 5.0},
        by_players={"2": {"heat": -1.0}, "3": {}},
        provenance=[Search(command=odd, gain=gain, kept=False, versions={"a-b c": "1"}), Search(seed=2**63 - 1)],
    )
    TuneFile.SAVED.write(tmp_path / "odd-1.toml", "baker", table)
    assert read_bot_file(tmp_path / "odd-1.toml") == {"odd-1": table}


def test_where_only_whole_numbers_mean_anything_none_else_is_tried() -> None:
    eggs = TunedParameter(name="eggs", start=4.0, low=0.0, high=9.0, whole=True)
    assert {eggs.value(0.01 * step) for step in range(-100, 1000)} == {float(count) for count in range(10)}


def test_a_race_in_a_hurry_ends_after_its_first_heat(tmp_path: Path) -> None:
    bench = Bench("castle", find_game("castle"), True, 1, Crew(1), Journal(tmp_path, Silent()))
    place = bench.usual_arena([2], ["random"])
    candidates = [{"player": name} for name in ("random", "greedy", "random", "random", "random")]
    hurried = place.race(candidates[0], candidates, 1 << 50, 0, 8, 0, seconds=0.0)
    assert (hurried.deals, len(hurried.finishers)) == (8, 1)
    whole = place.race(candidates[0], candidates, 1 << 50, 8, 8, 1)
    assert whole.deals > 8
    assert whole.finishers[0].place == 1
