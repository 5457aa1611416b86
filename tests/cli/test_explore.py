"""``arkadia-sim explore``: from what a designer wants to changes that new deals tested."""

import json
import re
from pathlib import Path

from tests.support import stairs
from tests.support.command import call

START = ("explore", "calm", "--game", stairs.NAME)
WORDS = (*START, "--want", "seat_advantage=0,throws-30%", "--players", "3", "--rules", "step=2",
         "--knobs", "gift,rounds", "--tolerance", "seat_advantage=15", "--deals", "50",
         "--confirm", "400")  # fmt: skip


def test_it_finds_what_was_asked_for_and_says_so_first() -> None:
    """Each seat has two pips less than the one before, and three throws are a third more than two."""
    told = call(*WORDS, "--workers", "1", "--out", "here").stdout
    assert re.match(r"Yes: with gift = \S+ \(now 0\) and rounds = [12] \(now 3\) the game reaches both goals", told)
    assert "seat_advantage=0 (points)" in told and "calm did not practise" in told
    assert "<svg" in Path("here/trade-off.svg").read_text()
    seeds = [json.loads(file.read_text())["seed"] for file in sorted(Path("here").glob("*/manifest.json"))]
    assert seeds == [3001, 1, 1001, 2001]  # what was chosen is tested with deals that chose nothing
    document = json.loads(call(*WORDS, "--workers", "2", "--out", "there", "--json").stdout)
    assert document["answer"][0] == told.splitlines()[0]  # the same for any number of workers
    again = json.loads(call(*WORDS, "--workers", "1", "--out", "here", "--json").stdout)
    assert again | {"folder": ""} == document | {"folder": ""}
    first = document["proposals"][0]
    assert first["rounds"] < 3 and first["gift"][0] < first["gift"][2]
    assert document["as_it_is"] == {"seat_advantage=0": "no", "throws-30%": "no"}
    assert [row["reached"] for row in document["rows"][:2]] == ["yes", "yes"]
    more = call(*WORDS, "--workers", "1", "--out", "here", "--confirm", "450").stdout
    assert "by 450 new deals" in more and "Games were added after a look" in more


def test_what_cannot_be_had_is_said_to_be_missed() -> None:
    words = (*START, "--want", "throws<1", "--players", "2", "--workers", "1", "--deals", "40")
    told = call(*words, "--knobs", "rounds", "--confirm", "60", "--out", "here").stdout
    assert told.startswith("No combination tried reaches throws<1: each of the 3 proposals clearly misses it, by 60")
    assert "Closest: rounds = 1 (now 3)." in told
    assert not Path("here/trade-off.svg").exists()  # one goal has no trade-off


def test_wrong_names_are_refused_with_the_nearest() -> None:
    start = (*START, "--players", "2")
    assert "did you mean 'margin'" in call(*start, "--want", "margn<3", code=2).output
    assert "did you mean 'rounds'" in call(*start, "--want", "margin<3", "--knobs", "round", code=2).output
    assert "goals with commas between, such as seat_advantage=0" in call(*start, "--want", "margin~3", code=2).output
    named = (*start, "--want", "margin<3", "--tolerance", "throws=1")
    assert "unknown measure with a goal 'throws'" in call(*named, code=2).output
    assert "results" not in {path.name for path in Path().iterdir()}  # nothing was played
