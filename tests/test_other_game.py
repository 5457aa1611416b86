"""A game with nothing but a score, for one to six players, through every command that plays."""

import json
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim import api
from arkadia_sim.runner.progress import Silent
from arkadia_sim.runner.sequential import last_looks
from arkadia_sim.stats.equivalence import Verdict
from tests.support.high_card import NAME
from tests.test_cli import call

GAME = ("--game", NAME, "--workers", "1")
EXPERIMENT = f"""
name = "stop"
title = "Stop early"
question = "Does it pay to stop early?"
game = "{NAME}"
seed = 4
players = [1, 6]
deals = 300
until = "decided"
first_look = 50
tolerances = {{ score = 1.5 }}
[[companies]]
bot = "careful"
[[changes]]
name = "wary"
title = "Be wary"
phrase = "being wary"
without = "bold"
with = "bold:stop=1"
"""


@pytest.fixture(autouse=True)
def _somewhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_two_bots_are_compared_by_their_score() -> None:
    words = ("compare", "careful", "bold:stop=4", "--players", "1", "--players", "6", "--deals", "200", *GAME)
    lines = call(*words).stdout.splitlines()
    for line, players in zip(lines, (1, 6), strict=False):
        assert line.startswith(f"{players} players, 200 deals: the score of careful is ")
        assert " pips higher than that of bold:stop=4 (95% interval +" in line
        assert line.endswith("; careful is better.")
    document = json.loads(call(*words, "--json").stdout)
    assert document["company"] == "careful"
    rows = pl.scan_parquet(Path(document["folder"]) / "games" / "*.parquet").filter(pl.col("players") == 1)
    means = dict(rows.group_by("bot").agg(pl.col("score").mean()).collect().iter_rows())
    (alone, _) = document["tables"]
    assert set(alone) == {"players", "deals", "score"}
    assert alone["score"]["difference"] == pytest.approx(means["careful"] - means["bold:stop=4"])


def test_an_experiment_is_planned_and_run_until_decided() -> None:
    Path("stop.toml").write_text(EXPERIMENT)
    (forecast,) = api.plan("stop.toml", 1, deals=300, progress=Silent())
    assert [dict(one.half_width).keys() for one in forecast.sections] == [{"score"}, {"score"}]
    assert "score, pips" in call("plan", "stop.toml", "--workers", "1").stdout
    result = api.run("stop.toml", "out", 1, progress=Silent())
    assert isinstance(result, api.Result)
    looked = last_looks(result.manifest)
    assert {(question.players, outcome) for question, outcome in looked} == {(1, "score"), (6, "score")}
    assert {one.verdict for one in looked.values()} == {Verdict.HURTS}
    assert result.manifest.stopping is not None
    assert result.manifest.stopping.tolerances == {"score": 1.5}


def test_a_bot_is_tuned_by_what_one_plays_for() -> None:
    tuned = api.tune("bold:wary=0,stop=4", ["careful"], ["stop"], [1, 3], games=3000, game=NAME, progress=Silent())
    assert tuned.file.climbed == tuned.file.outcome
    start, found = (tuned.file.validation[0].score, max(one.score for one in tuned.file.validation))
    assert 4 < start < found < 21
    figures = tuned.result.all_tables
    assert figures.gain.low > 1
    assert figures.gain.mean == pytest.approx(figures.result.mean - figures.start.mean)
    words = ("tune", "bold:stop=4", "--against", "careful", "--players", "1", "--games", "600", *GAME)
    assert "gain, pips" in call(*words).stdout
    assert tuned.file.outcome.amount in tuned.save("mine.toml").read_text()


def test_its_speed_is_measured_with_its_own_bots() -> None:
    assert "4 players (careful, careful, careful, careful)" in call("bench", "--games", "30", *GAME).stdout
