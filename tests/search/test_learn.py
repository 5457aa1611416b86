"""Learning from end to end, with a game whose best weights are known: what comes out, and that nothing is lost."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arkadia_sim.errors import UsageError
from arkadia_sim.search import learn as learning
from arkadia_sim.search.learn import LearnFile, new_learning, planned_games
from arkadia_sim.search.lessons import fit
from arkadia_sim.search.practice import Practice
from arkadia_sim.stats.intervals import Estimate
from tests.support.asked import asked
from tests.support.learning import QUICK, SMALL, TRAINED, Told, few_deals, learned, plain
from tests.support.stalls import GAME, Stalls, best_weights
from tests.support.watched import Watched


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    few_deals(monkeypatch)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, LearnFile, Told]]:
    """A whole learning: where it lies, its file, and what was told of it."""
    with pytest.MonkeyPatch.context() as patch:
        few_deals(patch)
        out, told = tmp_path_factory.mktemp("whole") / "learning", Told()
        yield out, learned(SMALL, out, progress=told), told


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, LearnFile, Told]]:
    """The same of a bot that practises."""
    with pytest.MonkeyPatch.context() as patch:
        few_deals(patch)
        out, told = tmp_path_factory.mktemp("trained") / "learning", Told()
        yield out, learned(TRAINED, out, progress=told), told


Whole = tuple[Path, LearnFile, Told]


def test_each_table_size_learns_what_is_worth_most_there(whole: Whole) -> None:
    _, file, _ = whole
    assert file.status == "complete"
    assert [(one.players, one.round) for one in file.stages] == [(2, 1), (2, 2), (3, 1), (3, 2)]
    for players, weights in file.weights().items():
        pears = {name: weights[name] / weights["apples"] for name in ("pears", "stones")}
        best = best_weights(players)
        assert pears["pears"] == pytest.approx(best["pears"] / best["apples"], abs=0.25)
        assert pears["stones"] == pytest.approx(best["stones"] / best["apples"], abs=0.25)
        assert weights["price"] > 0
    for stage in file.stages:
        assert {kind.kind: kind.decisions for kind in stage.kinds} == dict.fromkeys(("pick", "sale"), 90 * stage.round)
        assert stage.lessons == 90 * 6
        assert all(kind.explained > 0.9 for kind in stage.kinds)


def test_what_was_won_is_told_against_every_opponent_and_the_bot_before(whole: Whole) -> None:
    _, file, _ = whole
    for stage in file.stages:
        told = ["apples"] if stage == file.stages[0] else ["apples", "before"]
        assert [one.against for one in stage.result] == [one.against for one in stage.fitted] == told
        for one in (*stage.fitted, *stage.result):
            assert 0 <= one.value.low <= one.value.mean <= one.value.high <= 100
            assert one.value.n == 24
    for players in (2, 3):
        first = next(stage for stage in file.stages if stage.players == players)
        assert first.gain.low > (0.2 if players == 2 else 0.0)  # of 0 to 1; three begin from what two have learned
        assert first.result[0].value.mean > 100 / players


def test_the_cost_is_told_beforehand_and_is_what_is_played(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    _, file, told = whole
    planned = planned_games(file)
    assert told.lines[0].startswith(
        "will play: 360 games with lessons (6% of their decisions played out, 16 times per candidate), "
        f"{planned.comparisons:,} in comparisons"
    )
    assert told.games == told.done == sum(planned)
    assert file.games == planned.comparisons
    assert planned.lessons == 4 * 90
    assert [line.partition(":")[0] for line in told.lines[1:]] == [
        f"{players} players, round {number}" for players in (2, 3) for number in (1, 2)
    ]


def test_every_comparison_has_deals_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched, seen = Watched(monkeypatch, Stalls), dict[str, list[int]]()
    learned(asked(QUICK, rounds=2), tmp_path / "out")
    for batch, deals in zip(watched.batches, watched.deals(), strict=True):
        seen.setdefault(batch.bots[-1], []).extend(deals)
    apples, before = seen.values()  # the opponents; of each deal all is played in one batch
    assert len(apples) == len(set(apples)) == 2 * 24 + 2 * 24
    assert len(before) == len(set(before)) == 2 * 24


def test_two_workers_learn_the_same_as_one(whole: Whole, tmp_path: Path) -> None:
    request = asked(SMALL, players=(2,))
    two = learned(request, tmp_path / "two", workers=2)
    assert [plain(file)["stages"][:2] for file in (two, whole[1])] == [plain(two)["stages"]] * 2


FIRST_STAGE = 90 + 2 * 2 * 24 * 2
"""Games of the first stage of the small learning: lessons, and two players in two comparisons."""
SECOND_COMPARISON = FIRST_STAGE + 90
"""Where the comparisons of the second stage begin."""


@pytest.mark.parametrize("moment", [41, FIRST_STAGE - 1, FIRST_STAGE + 1, SECOND_COMPARISON + 1])
def test_after_a_kill_the_same_call_comes_to_the_same_file(whole: Whole, tmp_path: Path, moment: int) -> None:
    """In lessons, in a comparison, between stages, in the second stage."""
    request, out = asked(SMALL, players=(2,)), tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        learned(request, out, progress=Told(dies_at=moment))
    assert json.loads((out / "learn.json").read_text())["status"] == "running"
    told = Told()
    file = learned(request, out, progress=told)
    assert plain(file)["stages"] == plain(whole[1])["stages"][:2]
    assert told.done == told.games == sum(planned_games(file))
    assert [path.name for path in out.iterdir()] == ["learn.json"]
    before = (out / "learn.json").read_bytes()
    again = Told()
    assert plain(learned(request, out, progress=again)) == plain(file)
    assert (again.games, again.lines, (out / "learn.json").read_bytes()) == (0, [], before)


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        learned(QUICK, out, progress=Told(dies_at=1))
    before = (out / "learn.json").read_text()
    with pytest.raises(UsageError, match=r"another learning; they differ in seed \(there: \d+; now: 5\): name"):
        learned(asked(QUICK, seed=5), out)
    with monkeypatch.context() as patch:  # a bot was changed since
        patch.setattr("arkadia_sim.core.game.sources_of", lambda *_: {"learner.py": "another"})
        with pytest.raises(UsageError, match="they differ in the bots' code or the rules"):
            learned(QUICK, out)
    assert (out / "learn.json").read_text() == before
    for text, told in (
        (before[:90], "damaged"), ('{"format": "other"}', "format"),
        (before.replace('"rounds"', '"turns"'), "damaged: rounds: Field required"),
    ):  # fmt: skip
        (out / "learn.json").write_text(text)
        with pytest.raises(UsageError, match=told):
            learned(QUICK, out)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary").write_text("mine")
    with pytest.raises(UsageError, match="holds no learning"):
        learned(QUICK, tmp_path / "notes")


def test_failed_games_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = asked(QUICK, bot="clumsy")
    with monkeypatch.context() as patch:
        watched = Watched(patch, Stalls)
        file = learned(request, tmp_path / "whole")
    assert 0 < file.failed == sum(len(result.failures) for result in watched.results) < file.games
    with pytest.raises(KeyboardInterrupt):
        learned(request, tmp_path / "killed", progress=Told(dies_at=50 + 1))
    assert learned(request, tmp_path / "killed").failed == file.failed


def test_the_best_of_fit_practised_and_before_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = dict.fromkeys(("apples", "pears", "stones", "price", "haste"), 0.0) | {"apples": -1.0}
    monkeypatch.setattr(Practice, "result", lambda self: bad)
    (stage,) = learned(TRAINED, tmp_path / "fit").stages
    assert stage.kept == "fit"
    assert stage.result == stage.fitted
    taught = {name: stage.weights[name] for name in best_weights(2)}
    assert taught == pytest.approx(best_weights(2), abs=0.02)
    assert stage.weights["haste"] == 0.4  # no lesson is about it

    def badly(*words: Any) -> Any:
        found = fit(*words)
        return found._replace(weights={name: -10 * value for name, value in found.weights.items()})

    monkeypatch.setattr(learning, "fit", badly)
    (stage,) = learned(asked(QUICK, bot="keen"), tmp_path / "before").stages
    assert stage.kept == "before"
    assert stage.weights == {name: value for name, value in GAME.find_bot("keen").settings().items() if name in bad}
    assert (stage.gain.mean, stage.gain.low, stage.gain.high) == (0, 0, 0)


def test_what_is_worse_on_further_deals_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gain, progress = learning._Stage._gain, Told()
    worse = Estimate(-2.0, -3.0, -1.0, 0.5, 24)
    monkeypatch.setattr(learning._Stage, "_gain", lambda *args: worse if args[2] else gain(*args))
    (stage,) = learned(QUICK, tmp_path, progress=progress).stages
    bot = GAME.find_bot("learner")
    assert stage.kept == "before" and stage.gain.mean == 0
    assert stage.weights == {name: bot.settings(2)[name] for name in stage.weights}
    assert any("is worse than the bot before the round on further deals" in line for line in progress.lines)


def test_later_rounds_begin_from_what_plays_better(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signs = iter((1.0, -1.0))

    def once_right(*words: Any) -> Any:
        sign, found = next(signs), fit(*words)
        return found._replace(weights={name: sign * value for name, value in found.weights.items()})

    monkeypatch.setattr(learning, "fit", once_right)
    first, second = learned(asked(TRAINED, rounds=2), tmp_path / "out").stages
    assert (first.start, second.start) == ("fit", "before")
    assert second.kept != "fit"


def test_a_fit_beyond_the_range_of_a_parameter_is_brought_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def far(*words: Any) -> Any:
        found = fit(*words)
        return found._replace(weights=found.weights | {"apples": 3.0, "stones": -7.0})

    monkeypatch.setattr(learning, "fit", far)
    (stage,) = learned(QUICK, tmp_path / "out").stages
    assert (stage.weights["apples"], stage.weights["stones"]) == (1.0, -1.0)


def test_the_learned_bot_plays_as_it_was_measured(whole: Whole, tmp_path: Path) -> None:
    file, path = whole[1], tmp_path / "expert.toml"
    file.save_bot(path)
    saved = GAME.find_bot(str(path))
    assert saved.bot.name == "expert"
    for players, weights in file.weights().items():
        assert saved.settings(players) == {**weights, "temperature": 0.0}
    (search,) = saved.bot.provenance
    assert (search.command, search.games) == (new_learning(**SMALL).command, file.games)
    assert search.note is not None and search.note.startswith("2,160 candidates played out in lessons")
    file.save_bot(path)  # a learning may replace what one wrote


def test_a_learned_bot_goes_on_learning_from_what_it_is_at_each_table(whole: Whole, tmp_path: Path) -> None:
    first, further = tmp_path / "first.toml", tmp_path / "sub" / "further.toml"
    further.parent.mkdir()
    whole[1].save_bot(first)
    request = asked(QUICK, bot=str(first), players=(3,), deals=3)
    file = learned(request, tmp_path / "out")
    (stage,) = file.stages
    assert stage.weights == pytest.approx(whole[1].weights()[3], abs=0.02)  # from there, not from the first weights
    file.save_bot(further)
    assert GAME.find_bot(str(further)).settings(3) == {**stage.weights, "temperature": 0.0}
    assert GAME.find_bot(str(further)).settings(2) == GAME.find_bot(str(first)).settings(2)
    with pytest.raises(UsageError, match="a version of the bot in that file"):
        LearnFile.SAVED.check_target(first, str(first))


def test_a_bot_that_can_practise_does(trained: Whole, tmp_path: Path) -> None:
    _, file, told = trained
    planned, (stage,) = planned_games(file), file.stages
    assert f"{planned.practice:,} in practice (12 generations), " in told.lines[0]
    assert planned.practice == 12 * 600
    assert told.games == told.done == sum(planned)
    assert file.games == planned.practice + planned.comparisons
    assert stage.kept in ("fit", "practised")
    assert "12 generations of practice" in saved_note(file, tmp_path / "trained.toml")


def test_what_a_bot_learns_without_is_zero_and_stays_so(tmp_path: Path) -> None:
    request = asked(TRAINED, without=("pea*", "haste"))
    file, path = learned(request, tmp_path / "out"), tmp_path / "blind.toml"
    (stage,) = file.stages
    assert stage.kept in ("fit", "practised")
    assert (stage.weights["pears"], stage.weights["haste"]) == (0.0, 0.0)
    assert stage.weights["apples"] / stage.weights["stones"] == pytest.approx(-1.5, abs=0.2)
    file.save_bot(path)
    assert GAME.find_bot(str(path)).settings(2) == {**stage.weights, "temperature": 0.0}
    (search,) = GAME.find_bot(str(path)).bot.provenance
    assert search.command is not None and "--without 'pea*' --without haste" in search.command
    with pytest.raises(UsageError, match="another learning; they differ in without"):
        learned(TRAINED, tmp_path / "out")


def test_what_no_bot_can_learn_without_is_refused() -> None:
    with pytest.raises(UsageError, match="parameter of bot trainee"):
        new_learning(**asked(TRAINED, without=("plums*",)))
    with pytest.raises(UsageError, match="generation"):
        new_learning(**asked(TRAINED, generation=0))


def test_after_a_kill_in_practice_it_goes_on_there(trained: Whole, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        learned(TRAINED, tmp_path / "out", progress=Told(dies_at=50 + 600 * 7))
    told = Told()
    file = learned(TRAINED, tmp_path / "out", progress=told)
    assert plain(file) == plain(trained[1])
    assert told.done == told.games == sum(planned_games(file))


def saved_note(file: LearnFile, path: Path) -> str:
    """What the provenance of the saved bot says."""
    file.save_bot(path)
    (search,) = GAME.find_bot(str(path)).bot.provenance
    return search.note or ""
