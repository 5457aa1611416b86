"""A game with nothing but a score, for one to six players, through every command: nothing asks it for more."""

import json
import re
from pathlib import Path

import pytest

from arkadia_sim.cli.show import games_sentence
from arkadia_sim.core.game import End
from arkadia_sim.results.manifest import Counts
from arkadia_sim.results.measures import find_measure
from arkadia_sim.runner import forecast
from tests.project.test_neutral_packages import WORD
from tests.support.command import call
from tests.support.findings import run
from tests.support.high_card import NAME

GAME = ("--game", NAME)
ALONE = ("--workers", "1")

EXPERIMENTS = {
    "stop": f"""
name = "stop"
title = "When to stop"
question = "Is it worth drawing on?"
design = "paired"
noun = "habit"
game = "{NAME}"
seed = 11
players = [1, 3]
deals = 60
tolerances = {{ score = 0.25 }}
[[companies]]
name = "shy"
title = "among the careful"
about = "somebody who draws on against somebody who does not"
bot = "careful"
[[companies]]
name = "hot"
title = "among the bold"
bot = "bold"
[[changes]]
name = "on"
claim = "A"
title = "Draw on"
phrase = "drawing on"
behaviour = "cards"
behaviour_label = "cards drawn"
behaviour_direction = "more"
without = "careful"
with = "careful:stop=16"
[[changes]]
name = "far"
claim = "B"
title = "Draw on and on"
phrase = "drawing on and on"
without = "careful"
with = "careful:stop=20"
""",
    "twice": f"""
name = "twice"
title = "The same twice"
question = "Does nothing make a difference?"
design = "settings"
game = "{NAME}"
seed = 3
players = [2, 4]
deals = 60
bots = ["bold"]
measures = ["seat_advantage", "margin", "ties", "stuck", "cards"]
settings = [{{ name = "one" }}, {{ name = "another" }}]
""",
}

STUDY = f"""
name = "all"
title = "When to stop, asked in every way"
question = "Is it worth drawing on?"
design = "study"
parts = {[f"{name}.toml" for name in EXPERIMENTS]}
"""


def nothing_foreign(text: str) -> None:
    """No word of another game, and no number where there is none."""
    assert not WORD.search(text), WORD.findall(text)
    assert not re.search(r"\b(nan|None|inf)\b", text)


def prose(page: str) -> str:
    """What a reader sees of a page, scripts, styles and figures left out."""
    text = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", Path(page).read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", text)


def test_its_bots_are_listed_and_that_it_has_no_options_and_pieces_is_said() -> None:
    assert "Draws until it has 18." in call("bots", *GAME).stdout
    assert "the sum at which it draws no more" in call("bots", "bold:stop=17", *GAME).stdout
    assert call("play", "--list-rules", *GAME).stdout == "this game has no options of the rules\n"
    assert call("play", "--list-components", *GAME).stdout == "this game has no pieces that can be replaced\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play bold --games 60 --trace 0.5", ["bold", "score"]),
        ("play careful careful careful careful careful bold --games 60 --trace 0.5", ["bold", "score"]),
        ("compare careful:stop=15 careful:stop=4 --players 1,4 --deals 60", ["pips", "among careful"]),
        ("compare careful:stop=15 careful:stop=2 --players 2 --deals 400 --among bold", ["among bold"]),
        ("dose careful --parameter stop=8,12,30 --among bold --players 1,3 --deals 60 --behaviour cards", ["pips"]),
        ("ladder bold careful --deals 30 --players 1,6", ["score (pips)", "30 deals at each table size: average of"]),
        ("seats bold --deals 40 --players 2,6", ["score (pips)", "40 deals at each table size: each seat"]),
    ],
    ids=lambda words: words.split()[0] if isinstance(words, str) else "",
)
def test_a_command_tells_of_it_in_its_own_words_and_a_page_does(words: str, said: list[str]) -> None:
    given = (*words.split(), "--out", "here", *ALONE, *GAME)
    told = call(*given).stdout
    assert all(text in told for text in said) and "win rate" not in told
    nothing_foreign(told)
    nothing_foreign(call(*given, "--json").stdout)
    call("report", "here")
    page = prose("here/report.html")
    assert "Twenty-one" in page and "win rate" not in page
    nothing_foreign(page)


def test_experiments_and_a_study_are_forecast_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """One compares changes of play, one counts measures in two settings that are the same game."""
    monkeypatch.setattr(forecast, "PILOT_DEALS", 20)
    for name, text in EXPERIMENTS.items():
        Path(f"{name}.toml").write_text(text)
    Path("all.toml").write_text(STUDY)
    told = call("plan", "all.toml", *ALONE).stdout
    nothing_foreign(told)
    assert "score" in told
    call("run", "all.toml", "--out", "all", *ALONE)
    for name, said in (("stop", ["Draw on", "pips"]), ("twice", ["margin"])):
        manifest = json.loads(Path("all", name, "manifest.json").read_text())
        assert (manifest["status"], [outcome["column"] for outcome in manifest["outcomes"]]) == ("complete", ["score"])
        call("report", f"all/{name}")
        page = prose(f"all/{name}/report.html")
        assert all(text in page for text in said)
        nothing_foreign(page)
    call("report", "all")
    nothing_foreign(prose("all/report.html"))
    assert "When to stop, asked in every way" in prose("all/report.html")


def test_its_bots_are_tuned() -> None:
    words = ("tune", "careful:stop=5", "--among", "careful", "--parameters", "stop", "--players", "1", "--players", "2")
    told = call(*words, "--games", "5000", "--out", "here", *ALONE, *GAME).stdout
    spec = told.splitlines()[-1]
    assert 11 < float(spec.removeprefix("careful:stop=")) < 19
    nothing_foreign(told)
    nothing_foreign(Path("here/tune.json").read_text().replace("null", ""))


def test_its_speed_is_measured() -> None:
    assert (
        "6 players (careful, careful"
        in call("bench", "--bots", "careful", "--players", "6", "--games", "50", *GAME).stdout
    )
    assert " players (careful, careful" in call("bench", "--games", "20", *GAME).stdout  # the default bot


def test_how_games_ended_is_told_in_words() -> None:
    ends = (End("stuck", True, "pieces were left", label="pieces left over"), End("all_out", True, "nothing was left"))
    manifest = run(ends=ends, counts=Counts(games=3, ends={"stuck": 2, "all_out": 1}))
    assert games_sentence(manifest) == "3 games: 2 with pieces left over, 1 all out, none failed"
    assert find_measure("stuck", manifest.outcomes, (), ends).label == "games that ended with pieces left over"
