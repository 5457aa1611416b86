"""A game with nothing but a score, for one to six players, through every command: nothing asks it for more."""

import re
from pathlib import Path

import pytest

from arkadia_sim.cli.show import games_sentence
from arkadia_sim.core.game import End
from arkadia_sim.results.manifest import Counts
from arkadia_sim.results.measures import find_measure
from tests.project.test_neutral_packages import WORD
from tests.support.command import call
from tests.support.findings import run
from tests.support.high_card import NAME

GAME = ("--game", NAME)
ALONE = ("--workers", "1")


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


def test_how_games_ended_is_told_in_words() -> None:
    ends = (End("stuck", True, "pieces were left", label="pieces left over"), End("all_out", True, "nothing was left"))
    manifest = run(ends=ends, counts=Counts(games=3, ends={"stuck": 2, "all_out": 1}))
    assert games_sentence(manifest) == "3 games: 2 with pieces left over, 1 all out, none failed"
    assert find_measure("stuck", manifest.outcomes, (), ends).label == "games that ended with pieces left over"
