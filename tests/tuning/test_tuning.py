"""Tuning: finds what is best, keeps to the ranges, and comes to the same result however it was played."""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arkadia_sim import api
from arkadia_sim.cli.searches import _tune_notes
from arkadia_sim.core.bot import Parameter
from arkadia_sim.core.bot_file import BotTable, read_bot_file
from arkadia_sim.core.provenance import Gain, Search
from arkadia_sim.core.registry import find_bot
from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.workers import Crew
from arkadia_sim.tuning import tune as tuning
from arkadia_sim.tuning.arena import Arena, Match, climbed_outcome
from arkadia_sim.tuning.tune import new_tuning, tune
from arkadia_sim.tuning.tune_file import TunedParameter, TuneFile, TuneRequest
from tests.support.command import call
from tests.support.toy_game import GAME, NAME, ToyGame
from tests.support.watched import Watched

BAKER = TuneRequest("baker", ("plain", "lucky:extra=2"), players=(2, 3), games=12_000, seed=3, game=NAME)
SMALL = replace(BAKER, games=4000)


def arena(*tables: Match, compiled: bool = True, workers: int = 1) -> Arena:
    win_share, gold_lead, _ = GAME.outcomes
    return Arena(NAME, tables, win_share, gold_lead, 1, compiled, Crew(workers), Silent())


def tuned(tmp_path: Path, request: TuneRequest, workers: int = 1) -> TuneFile:
    return tune(request, tmp_path, workers, Silent())


def found(file: TuneFile) -> dict[str, float]:
    assert file.result is not None
    return GAME.find_bot(file.result.spec).settings()


def test_finds_the_best_heat_and_minutes_and_tells_the_gain(tmp_path: Path) -> None:
    file = tuned(tmp_path, replace(BAKER, deals=2))
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
        assert figures.gain.deals == file.budget.report_deals
    assert 0.9 * BAKER.games < file.games == file.budget.games <= BAKER.games
    means = [table.gain.mean for table in file.result.tables]
    assert file.result.all_tables.gain.mean == pytest.approx(float(np.mean(means)))


def test_all_three_sets_of_deals_are_fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, ToyGame)
    file = tuned(tmp_path, replace(SMALL, population=SMALL_POPULATION))
    budget, seen = file.budget, dict[str, set[int]]()
    for batch, deals in zip(watched.batches, watched.deals(), strict=True):
        kind = {SMALL_POPULATION + 1: "training", 2: "report"}.get(len(batch.bots) - 1, "validation")
        seen.setdefault(kind, set()).update(deals)
    assert len(seen["training"]) == 2 * budget.deals * len(file.generations)  # two table sizes, never the same deal
    assert len(seen["validation"]) == 2 * budget.validation_deals
    assert len(seen["report"]) == 2 * budget.report_deals
    assert len(set.union(*seen.values())) == sum(map(len, seen.values()))


SMALL_POPULATION = 9


def test_what_the_user_set_stays_and_a_single_value_is_no_parameter(tmp_path: Path) -> None:
    file = tuned(tmp_path, replace(SMALL, bot="baker:heat=4.123456789,temperature=2"))
    assert [parameter.name for parameter in file.parameters] == ["minutes"]
    assert file.start == "baker:heat=4.123456789,temperature=2,minutes=5"
    for validated in file.validation:
        assert validated.spec.startswith("baker:heat=4.123456789,temperature=2,minutes=")
    assert found(file)["minutes"] == pytest.approx(3, abs=0.7)


def test_a_parameter_that_is_set_and_named_starts_from_there() -> None:
    file = new_tuning(replace(SMALL, bot="baker:heat=8,minutes=1", parameters=("heat",)))
    assert file.start == "baker:minutes=1,heat=8"
    assert [(parameter.name, parameter.start, parameter.scale) for parameter in file.parameters] == [("heat", 8.0, 2.0)]
    small = new_tuning(replace(SMALL, bot="baker:heat=0,minutes=1", parameters=("heat",)))
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
    watched = Watched(monkeypatch, ToyGame)
    whole = tuned(tmp_path / "whole", SMALL)
    with monkeypatch.context() as patch:
        Watched(patch, ToyGame, moment % len(watched.batches))
        with pytest.raises(KeyboardInterrupt):
            tuned(tmp_path / "run", SMALL)
    document = json.loads((tmp_path / "run" / "tune.json").read_text())
    assert document["status"] == "running"
    kept = TuneFile.model_validate(document).games
    assert (kept > 0) == (moment != 0)
    assert (len(document["generations"]) == len(whole.generations)) == (moment < 0)
    assert bool(document["validation"]) == (moment == -2)
    watched.clear()
    assert tuned(tmp_path / "run", SMALL) == whole
    assert watched.games == whole.games - kept
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["tune.json"]


def test_a_search_that_draws_other_candidates_is_not_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(tuning, "_with_validation", stop)
        with pytest.raises(KeyboardInterrupt):
            tuned(tmp_path, SMALL)
    monkeypatch.setattr(tuning, "SEARCH_BRANCH", 5 << 40)
    with pytest.raises(UsageError, match="draws other candidates"):
        tuned(tmp_path, SMALL)


def stop(*_: Any) -> TuneFile:
    raise KeyboardInterrupt


def test_every_candidate_meets_every_opponent_in_every_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = tuple(Match(GAME.setting(n, {}, {}), bot) for n in (2, 3) for bot in ("plain", "slow"))
    watched = Watched(monkeypatch, ToyGame)
    met = arena(*tables).play(("lucky", "baker"), 1 << 40, 0, 3)
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


def test_a_failed_game_scores_what_its_win_share_says() -> None:
    met = arena(Match(GAME.setting(2, {}, {}), "plain")).play(("clumsy",), 1 << 40, 0, 200)
    assert met.failed > 0
    failed_deals = met.scores[0, :, 0] == 0
    assert failed_deals.sum() * 2 == met.failed
    assert np.all(met.values[0, failed_deals, 0] == 0)


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"bot": "bakr"}, UnknownName, "did you mean 'baker'"),
        ({"bot": "plain:extra=1,even=1"}, UsageError, "no parameter left to tune"),
        ({"parameters": ("heta",)}, UnknownName, "did you mean 'heat'"),
        ({"parameters": ("salt",)}, BadValue, "salt"),
        ({"against": ()}, UsageError, "--among"),
        ({"players": (5,)}, BadValue, "players"),
        ({"population": 3}, BadValue, "population"),
        ({"games": 100}, BadValue, "at least"),
    ],
)
def test_what_cannot_be_used_is_told(
    tmp_path: Path, changes: dict[str, Any], error: type[UsageError], text: str
) -> None:
    with pytest.raises(error, match=text):
        tuned(tmp_path / "out", replace(BAKER, **changes))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("changes", [{}, {"population": 20}, {"deals": 40, "players": (4,)}])
def test_the_least_budget_that_is_named_is_enough(changes: dict[str, Any]) -> None:
    with pytest.raises(BadValue, match="at least") as told:
        new_tuning(replace(BAKER, games=1, **changes))
    needed = int(str(told.value).partition("at least ")[2].split()[0].replace(",", ""))
    budget = new_tuning(replace(BAKER, games=needed, **changes)).budget
    assert budget.generations >= 1
    assert min(budget.validation_deals, budget.report_deals) >= 2
    assert budget.games <= needed
    with pytest.raises(BadValue):
        new_tuning(replace(BAKER, games=int(0.8 * needed), **changes))


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    tuned(tmp_path / "run", SMALL)
    before = (tmp_path / "run" / "tune.json").read_text()
    with pytest.raises(UsageError, match="another tuning; they differ in seed"):
        tuned(tmp_path / "run", replace(SMALL, seed=4))
    assert (tmp_path / "run" / "tune.json").read_text() == before


def test_without_cmaes_the_way_to_get_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cmaes", None)
    with pytest.raises(UsageError, match=r"pip install 'arkadia-sim\[tune\]'"):
        tuned(tmp_path / "out", SMALL)
    assert not (tmp_path / "out").exists()


def test_the_command_that_repeats_a_search_is_kept(tmp_path: Path) -> None:
    request = replace(
        SMALL, parameters=("heat", "minutes"), against=("plain", "lucky:extra=2"), population=5, deals=3, seed=9
    )
    words = shlex.split(request.command())
    assert words[:3] == ["arkadia-sim", "tune", "baker"]
    result = call(*words[1:], "--out", str(tmp_path), "--workers", "1", "--json")
    document = json.loads(result.stdout)
    assert document["command"] == request.command()
    assert document["fingerprint"] == new_tuning(request).fingerprint
    assert replace(request, parameters=None, population=None, deals=None, players=None, game="arkadia").command() == (
        "arkadia-sim tune baker --among plain --among lucky:extra=2 --games 4000 --seed 9"
    )


@pytest.fixture
def search(tmp_path: Path) -> api.Finished[TuneFile]:
    return api.Finished(tmp_path / "search", tuned(tmp_path / "search", replace(SMALL, bot="baker:minutes=2.5")))


def test_a_tuned_bot_is_saved_with_its_search(search: api.Finished[TuneFile], tmp_path: Path) -> None:
    (bot,) = read_bot_file(search.save(tmp_path / "mine.toml")).values()
    file, found = search.file, search.file.result
    assert found is not None
    assert bot.player == "baker"
    assert bot.parameters == {"minutes": 2.5, "heat": GAME.find_bot(search.file.spec).settings()["heat"]}
    (one,) = bot.provenance
    assert (one.command, one.start, one.seed, one.games) == (file.command, file.start, SMALL.seed, file.games)
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
    gain = result.all_tables.gain.model_copy(update={"mean": -2.0, "low": -3.0, "high": -1.0})
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


def test_a_search_that_could_not_be_saved_does_not_begin(tmp_path: Path) -> None:
    words = ["tune", "baker", "--among", "plain", "--game", NAME, "--out", str(tmp_path / "search")]
    call(*words, "--save", str(tmp_path / "mine.txt"), code=2)
    assert not (tmp_path / "search").exists()


def test_a_bot_under_a_constraint_is_tuned_but_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's file has no place for constraints; the bot that is printed has them."""
    monkeypatch.chdir(tmp_path)
    words = ["tune", "greedy:barred=camps", "--among", "greedy", "--parameters", "own_cost", "--players", "2"]
    words += ["--games", "700", "--population", "4", "--deals", "4", "--workers", "1"]
    assert "has no place for barred=camps" in call(*words, "--save", "mine.toml", code=2).output
    assert list(tmp_path.iterdir()) == []
    assert "barred=camps" in call(*words).output.splitlines()[-1]


def test_a_saved_bot_of_arkadia_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tuned from a file in another folder, saved, played, and tuned once more from there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "careful.toml").write_text(
        '[careful]\nplayer = "greedy"\nplan = "Takes care."\nsource = "a test"\nparameters = { deny = 0.75 }\n'
    )
    words = ["--among", "greedy", "--parameters", "own_cost", "--players", "2", "--games", "700", "--population", "4"]
    words += ["--deals", "4", "--workers", "1", "--save"]
    first = call("tune", "mine/careful.toml:temperature=0.5", *words, "first.toml")
    assert "saved as first.toml" in first.output
    one = find_bot("first.toml")
    spec = first.output.splitlines()[-1]
    assert one.settings() == find_bot(spec).settings()
    assert (one.settings()["deny"], one.temperature, one.bot.plan) == (0.75, 0.5, "Takes care.")
    call("play", "first.toml", "greedy", "--games", "4", "--workers", "1")
    (tmp_path / "elsewhere").mkdir()
    call("tune", "first.toml", *words, "elsewhere/second.toml")
    assert find_bot("elsewhere/second.toml").settings()["deny"] == 0.75
    assert "that file" in call("tune", "first.toml", *words, "first.toml", code=2).output


def test_where_only_whole_numbers_mean_anything_none_else_is_tried() -> None:
    eggs = TunedParameter.of(Parameter("eggs", 4.0, 0.0, 9.0, "how many", whole=True), 4.0)
    assert {eggs.value(0.01 * step) for step in range(-100, 1000)} == {float(count) for count in range(10)}
