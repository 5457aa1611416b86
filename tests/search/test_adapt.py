"""Players adapted to the rules that they play under: learned once, kept if they are better, named in every answer."""

from pathlib import Path

import pytest

from arkadia_sim import api
from arkadia_sim.core.lessons import PracticePlan
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.errors import UsageError
from arkadia_sim.search import adapt
from arkadia_sim.search.adapt import Adapted, adapted
from tests.support.command import call
from tests.support.learning import Told
from tests.support.stalls import NAME


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path / "cache"))
    plan = PracticePlan(generations=4, games_per_seat=150, temperature=0.1, step=0.05, doubt=1.0)
    monkeypatch.setattr(adapt, "PLAN", plan)
    monkeypatch.setattr(adapt, "GUARD_DEALS", 40)
    monkeypatch.setattr(adapt, "TEACHER_GAMES", 4)


def learned(workers: int = 1, progress: Told | None = None) -> Adapted:
    setting = resolve_game(NAME).setting(2, {}, {})
    (player,) = adapted(NAME, ["trainee"], [setting], 3, workers, progress or Told())
    return player


def test_practice_makes_a_better_player_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = learned()
    assert player.plays.endswith(".toml")
    assert player.gain is not None
    assert player.gain[1] > 0
    game = resolve_game(NAME)
    assert game.find_bot(player.plays).settings(2) != game.find_bot("trainee").settings(2)
    assert "among such bots" in game.describe_bots([player.plays])[0].plan
    again = Told()
    assert learned(progress=again) == player
    assert again.games == 0  # nothing is learned twice
    monkeypatch.setenv("ARKADIA_SIM_CACHE", str(tmp_path / "other"))
    two = learned(workers=2)
    assert (two.gain, Path(two.plays).read_text()) == (player.gain, Path(player.plays).read_text())


def test_what_is_no_better_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    still = adapt.PLAN.model_copy(update={"generations": 1, "step": 1e-12})
    monkeypatch.setattr(adapt, "PLAN", still)
    assert learned().plays == "trainee"
    results = api.seats(
        "trainee", players=2, deals=40, seed=3, adapt=True, out="still", game=NAME, workers=1, progress=Told()
    )
    assert any("trainee, 2 players as it was, because practice was no clear gain" in text for text in results.sentences)
    assert [bot.spec for bot in results.manifest.bots] == ["trainee"]


def test_the_answer_names_who_played_and_what_practice_gained() -> None:
    player = learned()
    results = api.seats(
        "trainee", players=2, deals=40, seed=3, adapt=True, out="named", game=NAME, workers=1, progress=Told()
    )
    assert {row.bot for row in results.estimates} == {"trainee"}
    assert [bot.spec for bot in results.manifest.bots] == [player.plays]
    (told,) = (text for text in results.sentences if text.startswith("Who played"))
    assert "the game's own rules: trainee, 2 players adapted, +" in told
    api.run("named/experiment.toml", "again", 1, progress=Told())  # as the folder keeps it
    assert "after practice under the game" in api.write_report("again").read_text()


def test_who_cannot_practise_is_refused_with_those_who_can() -> None:
    with pytest.raises(
        UsageError, match=r"'sage' is not allowed \(allowed: one that can practise, as it is: trainee\)"
    ):
        api.seats("sage", players=2, deals=40, adapt=True, game=NAME, workers=1, progress=Told())
    refused = call("seats", "sage", "--game", NAME, "--players", "2", "--adapt", code=2)
    assert "trainee" in refused.stderr
    with pytest.raises(UsageError, match="adapt is for questions about rules"):
        api.compare("sage", "apples", game=NAME, adapt=True)
