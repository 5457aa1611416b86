"""A game with nothing but a score, for one to six players, through every command: nothing asks it for more."""

import json
import re
from pathlib import Path

import polars as pl
import pytest

from arkadia_sim.cli.show import games_sentence
from arkadia_sim.core.game import End
from arkadia_sim.core.measures import find_measure
from arkadia_sim.results.manifest import Counts
from tests.project.test_neutral_packages import WORD
from tests.support.command import call
from tests.support.findings import run
from tests.support.high_card import NAME

GAME = ("--game", NAME)
ALONE = ("--workers", "1")

GENERAL = f"""
name = "{{design}}"
title = "When to stop: {{design}}"
question = "Is it worth drawing on?"
design = "{{design}}"
noun = "habit"
game = "{NAME}"
seed = 11
players = [1, 3, 6]
deals = 60
tolerances = {{{{ score = 0.25 }}}}
"""
COMPANIES = """
[[companies]]
name = "shy"
title = "among the careful"
about = "somebody who draws on against somebody who does not"
bot = "careful"
"""
SECOND_COMPANY = """
[[companies]]
name = "hot"
title = "among the bold"
bot = "bold"
"""
CHANGES = """
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
"""
EXPERIMENTS = {
    "paired": GENERAL + COMPANIES + SECOND_COMPANY + CHANGES,
    "decided": GENERAL.replace('design = "{design}"', 'design = "paired"\nuntil = "decided"\nfirst_look = 50')
    + COMPANIES
    + CHANGES,
}
"""Experiments that try changes, with a fixed number of deals and without."""

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


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the experiment files, each played into ``all/NAME`` as part of a study."""
    folder = tmp_path_factory.mktemp("twenty_one")
    for name, text in EXPERIMENTS.items():
        (folder / f"{name}.toml").write_text(text.format(design=name))
    (folder / "all.toml").write_text(STUDY)
    call("run", str(folder / "all.toml"), "--out", str(folder / "all"), *ALONE)
    return folder


def test_its_bots_are_listed_and_told_of() -> None:
    assert "Draws until it has 18." in call("bots", *GAME).stdout
    assert "the sum at which it draws no more" in call("bots", "bold:stop=17", *GAME).stdout


def test_that_it_has_no_options_and_pieces_is_said() -> None:
    assert call("play", "--list-rules", *GAME).stdout == "this game has no options of the rules\n"
    assert call("play", "--list-components", *GAME).stdout == "this game has no pieces that can be replaced\n"


def test_an_option_without_rules_before_it_is_told() -> None:
    assert "write --rules aces=1" in call("play", "bold", "aces=1", *GAME, code=2).stderr


@pytest.mark.parametrize("bots", [["bold"], ["bold", "careful", "careful"], ["careful"] * 5 + ["bold"]])
def test_it_is_played_and_told_of_in_its_own_words(bots: list[str]) -> None:
    words = ["play", *bots, "--games", "60", "--out", "here", "--trace", "0.5", *ALONE, *GAME]
    told = call(*words).stdout
    assert "score" in told
    nothing_foreign(told)
    document = call(*words, "--json").stdout
    assert {bot["bot"] for bot in json.loads(document)["bots"]} == set(bots)
    nothing_foreign(document)
    call("report", "here")
    page = Path("here/report.html").read_text(encoding="utf-8")
    assert "Twenty-one" in page
    assert "score (pips)" in page
    nothing_foreign(prose(page))


def prose(page: str) -> str:
    """What a reader sees of a page, scripts, styles and figures left out."""
    page = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", page)


def test_its_records_are_checked(tmp_path: Path) -> None:
    call("play", "bold", "careful", "--games", "40", "--record", "games.jsonl", "--out", "here", *ALONE, *GAME)
    assert call("check", "games.jsonl", *GAME).stdout == "games.jsonl: 40 games, all by the rules\n"
    lines = Path("games.jsonl").read_text().splitlines()
    record = json.loads(lines[7])
    record["outcomes"]["score"][1] += 1
    lines[7] = json.dumps(record)
    Path("games.jsonl").write_text("\n".join(lines))
    assert "games.jsonl:8: turn" in call("check", "games.jsonl", *GAME, code=1).stderr


def test_games_that_fail_stay_and_are_told_of() -> None:
    told = call("play", "cheat", "careful", "--games", "50", "--out", "here", *ALONE, *GAME, code=1)
    assert "draw: 2 is not allowed (allowed: False, True)" in told.output
    rows = pl.read_parquet("here/games/*.parquet")
    assert rows.height == 100
    assert 0 < rows.filter(pl.col("end") == "failed").height <= 100
    call("report", "here")
    assert "draw: 2 is not allowed (allowed: False, True)" in Path("here/report.html").read_text(encoding="utf-8")


def test_two_bots_are_compared_by_score() -> None:
    words = ("compare", "careful:stop=15", "careful:stop=4", "--players", "1", "--players", "4", "--deals", "300")
    told = call(*words, "--out", "here", *ALONE, *GAME).stdout
    assert "pips" in told
    nothing_foreign(told)
    assert "among careful" in told  # the game's default bot, where nobody is named
    document = call(*words, "--out", "here", "--json", *ALONE, *GAME).stdout
    nothing_foreign(document)
    effects = [row for row in json.loads(document)["estimates"] if row["kind"] == "effect"]
    assert [row["players"] for row in effects] == [1, 4]


def test_a_comparison_stops_when_it_is_decided() -> None:
    words = ("compare", "careful:stop=15", "careful:stop=2", "--players", "2", "--until", "decided", "--deals", "4000")
    told = call(*words, "--among", "bold", "--out", "here", *ALONE, *GAME).stdout
    assert "among bold" in told
    assert json.loads(Path("here/manifest.json").read_text())["counts"]["games"] < 4000 * 4


@pytest.mark.parametrize("design", EXPERIMENTS)
def test_an_experiment_is_forecast(place: Path, design: str) -> None:
    told = call("plan", str(place / f"{design}.toml"), *ALONE).stdout
    nothing_foreign(told)
    assert "score" in told


@pytest.mark.parametrize("design", EXPERIMENTS)
def test_an_experiment_is_reported(place: Path, design: str) -> None:
    folder = place / "all" / design
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    assert [outcome["column"] for outcome in manifest["outcomes"]] == ["score"]
    call("report", str(folder))
    page = prose((folder / "report.html").read_text(encoding="utf-8"))
    nothing_foreign(page)
    assert "Draw on" in page
    assert "pips" in page


def test_what_is_found_is_what_the_rows_say(place: Path) -> None:
    """Stopping at 16 against stopping at 12, alone at the table, straight from the rows: the page says the same."""
    rows = pl.read_parquet(place / "all" / "paired" / "games" / "*.parquet").filter(pl.col("players") == 1)
    rows = rows.filter(pl.col("section") == rows["section"].min())
    means = {bot: rows.filter(pl.col("bot") == bot)["score"].mean() for bot in ("careful", "careful:stop=16")}
    call("report", str(place / "all" / "paired"))
    page = prose((place / "all" / "paired" / "report.html").read_text(encoding="utf-8"))
    assert f"{means['careful:stop=16'] - means['careful']:+.1f}".replace("-", "−") in page  # type: ignore[operator]


def test_a_study_of_both_is_one_page(place: Path) -> None:
    call("report", str(place / "all"))
    page = prose((place / "all" / "report.html").read_text(encoding="utf-8"))
    nothing_foreign(page)
    assert "When to stop, asked in every way" in page


def test_its_bots_meet_on_a_ladder() -> None:
    """From one player, who meets nobody, to six: told, planned, played from its file and reported."""
    words = ("ladder", "bold", "careful", "careful:stop=16", "--deals", "40", "--players", "1,2,3,6", "--out", "here")
    told = call(*words, *ALONE, *GAME).stdout
    nothing_foreign(told)
    assert "score (pips)" in told and "40 deals at each table size: average of each bot" in told
    document = json.loads(call(*words, "--json", *ALONE, *GAME).stdout)
    nothing_foreign(json.dumps(document).replace("null", ""))
    pairs = [row["players"] for row in document["estimates"] if row["kind"] == "beats"]
    assert [pairs.count(players) for players in (1, 2, 3, 6)] == [0, 6, 6, 6]
    nothing_foreign(call("plan", "here/experiment.toml", *ALONE).stdout)
    call("report", "here")
    page = prose(Path("here/report.html").read_text(encoding="utf-8"))
    nothing_foreign(page)
    assert "pips" in page


def test_its_seats_are_told() -> None:
    words = ("seats", "bold", "--deals", "40", "--players", "2,6", "--out", "here", *ALONE, *GAME)
    told = call(*words).stdout
    nothing_foreign(told)
    assert "40 deals at each table size: each seat" in told and "score (pips)" in told
    nothing_foreign(call(*words, "--json").stdout.replace("null", ""))
    call("report", "here")
    nothing_foreign(prose(Path("here/report.html").read_text(encoding="utf-8")))


def test_it_is_measured_in_several_settings() -> None:
    """It has no options, so that both settings are the same game: nothing differs, and nothing foreign is told."""
    text = f'''
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
'''
    Path("twice.toml").write_text(text)
    call("run", "twice.toml", "--out", "here", *ALONE)
    call("report", "here")
    page = prose(Path("here/report.html").read_text(encoding="utf-8"))
    nothing_foreign(page)
    assert "margin" in page


def test_its_bots_are_tuned() -> None:
    words = ("tune", "careful:stop=5", "--among", "careful", "--parameters", "stop", "--players", "1", "--players", "2")
    told = call(*words, "--games", "9000", "--out", "here", *ALONE, *GAME).stdout
    spec = told.splitlines()[-1]
    assert 11 < float(spec.removeprefix("careful:stop=")) < 19
    nothing_foreign(told)
    nothing_foreign(Path("here/tune.json").read_text().replace("null", ""))


def test_its_speed_is_measured() -> None:
    told = json.loads(call("bench", "--bots", "careful", "--players", "6", "--games", "50", "--json", *GAME).stdout)
    assert told["games_per_second"] > 0
    assert " players (careful, careful" in call("bench", "--games", "20", *GAME).stdout  # the default bot


def test_how_games_ended_is_told_in_words() -> None:
    ends = (End("stuck", True, "pieces were left", label="pieces left over"), End("all_out", True, "nothing was left"))
    manifest = run(ends=ends, counts=Counts(games=3, ends={"stuck": 2, "all_out": 1}))
    assert games_sentence(manifest) == "3 games: 2 with pieces left over, 1 all out, none failed"
    assert find_measure("stuck", manifest.outcomes, (), ends).label == "games that ended with pieces left over"
