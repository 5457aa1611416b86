"""Bots that never answer, or end the process that asks them: named, with the game and the command that shows it."""

import itertools
import json
import re
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from arkadia_sim.accelerate import JIT_ENABLED
from arkadia_sim.core import user_code
from arkadia_sim.core.user_code import DECISION_SECONDS, VARIABLE, Patience, TimeIsUp, decision_seconds
from tests.support import odd_game
from tests.support.command import call

ODD = ("--game", odd_game.NAME)

ENOUGH = "0.3"
"""Seconds that an honest bot never computes for a decision, nor ten times as many by the clock of a busy machine."""

BOTS = """
import os
from arkadia_sim.core.bot import Bot

def endless(asked):
    try:
        while asked.luck.random() < 0.05:
            while True:
                len("")
    except BaseException:  # and answers in the end
        pass
    return 1

def leaves(asked):
    if asked.luck.random() < 0.02:
        os._exit(0)
    return 1

def heeds_nothing(asked):
    hangs = asked.luck.random() < 0.5
    while hangs:
        try:
            while True:
                len("")
        except BaseException:
            pass
    return 1

def interrupts(asked):
    if asked.luck.random() < 0.2:
        raise KeyboardInterrupt
    return 1

class Shout(Exception):
    def __str__(self):
        raise KeyboardInterrupt

def shouts(asked):
    raise Shout

shouts = Bot("shouts", "Raises what raises what Ctrl-C does.", "a test", {"pick": shouts}, game="odd")
interrupts = Bot("interrupts", "Raises what Ctrl-C does.", "a test", {"pick": interrupts}, game="odd")
endless = Bot("endless", "Never answers.", "a test", {"pick": endless}, game="odd")
heeds_nothing = Bot("heeds_nothing", "Never answers.", "a test", {"pick": heeds_nothing}, game="odd")
leaves = Bot("leaves", "Leaves.", "a test", {"pick": leaves}, game="odd")
"""

LOOP = """
from typing import Any
from arkadia_sim.games.arkadia.bots_api.kit import Bot, decision

@decision
def draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    while table["turn"] >= 0:
        choice["draw"] += 1

loop = Bot("loop", "Never answers.", "a test", {"draw": draw})
"""


@pytest.fixture(autouse=True)
def _bots_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots.py").write_text(BOTS)
    Path("loop.py").write_text(LOOP)


def failures_in(run: str) -> list[Any]:
    return [failure for file in Path(run, "failures").iterdir() for failure in json.loads(file.read_text())]


def ends_in(run: str) -> pl.DataFrame:
    return pl.read_parquet(f"{run}/games/*.parquet").filter(seat=0).select("end")


def test_a_bot_that_never_answers_fails_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, ENOUGH)
    words = ("play", "calm", "bots.py:endless", "--games", "40", "--seed", "3", "--workers", "1", *ODD)
    told = call(*words, code=1).stderr
    assert re.search(r"\d of 40 games failed \(first: bots.py:endless in seat \d: pick: TimeIsUp: no answer in", told)
    assert "one by one" not in told  # a limit that is used up is waited for once
    again = re.search("to see it again: arkadia-sim (.*)", told)
    assert again is not None
    shown = call(*again[1].split(), code=1).stderr
    assert "the game failed: bots.py:endless in seat" in shown


def test_a_search_ends_when_a_bot_neither_answers_nor_lets_itself_be_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, "0.1")
    words = ("tune", "rarely", "--parameters", "often", "--among", "bots.py:heeds_nothing", "--games", "20000")
    told = call(*words, "--workers", "1", *ODD, code=1).stderr
    assert "bots.py:heeds_nothing: TimeIsUp: no answer after 0.1 s" in told


def test_a_bot_that_raises_what_ctrl_c_does_fails_its_game() -> None:
    bots = ("bots.py:interrupts", "bots.py:shouts")
    told = call("play", *bots, "--games", "40", "--seed", "3", "--workers", "1", "--json", *ODD, code=1)
    reasons = {(failure["bot"], failure["reason"]) for failure in json.loads(told.stdout)["failures"]}
    assert reasons == {
        ("bots.py:interrupts", "pick: KeyboardInterrupt:  (bots.py, line 31)"),
        ("bots.py:shouts", "pick: Shout (without a readable text) (bots.py, line 39)"),
    }


def test_who_ends_the_process_is_named_where_a_single_game_is_looked_at() -> None:
    Path("at_once.py").write_text(BOTS.replace("0.02", "2"))
    told = call("watch", "calm", "at_once.py:leaves", *ODD, code=1).stderr
    assert "the game failed: at_once.py:leaves ends the process that plays it (the process has ended" in told
    Path("at_last.py").write_text(BOTS.replace("0.02", "0.004"))
    last = call("check-bot", "at_last.py:leaves", *ODD, code=1)
    assert "at_last.py:leaves ends the process that plays it" in last.stdout + last.stderr


def test_a_bot_that_ends_its_worker_is_named_with_its_game() -> None:
    Path("bots.py").write_text(BOTS.replace("0.02", "0.1"))
    words = ("play", "calm", "bots.py:leaves", "--games", "200", "--seed", "3", "--workers", "2", *ODD)
    told = call(*words, code=1).stderr
    found = re.search(r"bots.py:leaves ends the process that plays game (\d+) of seed 3\nto see it again: (.*)", told)
    assert found is not None, told
    assert found[2] in (
        f"arkadia-sim watch calm bots.py:leaves --seed 3 --deal {int(found[1]) // 2} --game {odd_game.NAME}",
        f"arkadia-sim watch bots.py:leaves calm --seed 3 --deal {int(found[1]) // 2} --game {odd_game.NAME}",
    )


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
def test_a_compiled_bot_that_never_answers_fails_its_games_as_a_plain_one_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, ENOUGH)
    words = ("play", "loop.py", "greedy", "--games", "40", "--workers", "1", "--out", "run")
    told = call(*words, code=1).stderr
    assert re.search(r"no answer in 3 games.*: game \d+, seat \d: TimeIsUp: no answer in turn \d+ after 0.3 s of", told)
    assert len([failure for failure in failures_in("run") if "TimeIsUp" in failure["reason"]]) == 3
    assert "3 of 40 games\n" in told and "The run stops: 0 of 40 games were played, 3 failed" in told
    assert ends_in("run")["end"].value_counts().sort("end").rows() == [("failed", 3), ("not_played", 37)]
    again = call(*words, code=1)
    assert "3 of 40 games failed, 37 were not played (first: loop.py in seat" in again.stderr
    assert "40 games: 37 not played, 3 failed" in again.stdout
    shown = call("watch", "loop.py", "greedy", code=1).stderr
    assert re.search(r"the game failed: loop.py in seat 1: TimeIsUp: no answer in turn \d+ after 0.3 s of comp", shown)
    assert "loop.py: TimeIsUp: no answer after 0.3 s" in call("check-bot", "loop.py", code=1).stderr


# -- the time of a decision --------------------------------------------------------------------------------------------


def test_the_time_of_a_decision_is_that_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that waits, as on a busy machine, is not interrupted before ten times the limit has passed by the clock."""
    assert user_code.BY_THE_CLOCK == 10
    for said, seconds in (("", DECISION_SECONDS), ("much", DECISION_SECONDS), ("-1", DECISION_SECONDS), ("2.5", 2.5)):
        monkeypatch.setenv(VARIABLE, said)
        assert decision_seconds() == seconds
    monkeypatch.setenv(VARIABLE, "0.05")
    patience = Patience()
    with pytest.raises(TimeIsUp, match=r"no answer in turn 3 after 0\.5 s by the clock"), patience("sleeps", 2):
        time.sleep(1e9)
    monkeypatch.setattr(user_code, "BY_THE_CLOCK", 1e6)
    with patience("waits", 0):
        time.sleep(0.3)
    for turn in range(2):  # each decision has the whole time
        with patience("thinks", turn):
            begin = time.thread_time()
            while time.thread_time() - begin < 0.03:
                pass
    with pytest.raises(TimeIsUp, match=r"no answer in turn 2 after 0\.05 s of computing"), patience("computes", 1):
        all(True for _ in itertools.count())
    assert patience.used == {"sleeps": 1, "computes": 1}


SLOW = """
from arkadia_sim.core.bot import Bot
from arkadia_sim.core.user_code import decision_seconds

def slow(asked):
    while decision_seconds() < 20:
        pass
    return asked.choices[0]

slow = Bot("slow", "Needs much time.", "a test", {"pick": slow}, game="odd")
"""


def test_a_run_stops_when_a_bot_has_used_up_three_limits_and_goes_on_with_a_longer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, ENOUGH)
    Path("slow.py").write_text(SLOW)
    words = ("play", "calm", "slow.py", "--games", "24", "--workers", "1", *ODD, "--out", "run")
    told = call(*words, code=1).stderr
    assert re.search(rf"slow.py gave no answer in 3 games, although it may compute for {ENOUGH} s per decision", told)
    assert re.search(r"First: game \d+, seat \d: pick: TimeIsUp: .* \(slow.py, line \d\)", told)
    assert "finished games are kept. If the bot never answers, mend it and start anew with another --out. If" in told
    assert len([failure for failure in failures_in("run") if "TimeIsUp" in failure["reason"]]) == 3
    played = ends_in("run").filter(~pl.col("end").is_in(["not_played", "failed"])).height
    assert f"The run stops: {played} of 24 games were played, 3 failed" in told
    monkeypatch.setenv(VARIABLE, "30")
    call(*words)
    assert json.loads(Path("run/manifest.json").read_text())["counts"]["failed"] == 0


# -- bots that write into the table ------------------------------------------------------------------------------------

THIEF = """
from typing import Any
from arkadia_sim.shipped.bots.arkadia.casual import casual
from arkadia_sim.games.arkadia.bots_api.kit import decision

@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    if table["turn"] > 20:  # rarely where `check-bot` looks
        holdings["gold"][table["seat"]] = 2000
    choice["use_banner"] = 0
    choice["sold"][:] = 0

thief = casual.variant(name="thief", plan="Takes gold.", source="a test", decisions={"banner": banner})
"""

BURGLAR = """
import sys
from arkadia_sim.core.bot import Bot

def must(view):
    frame = sys._getframe()
    while frame.f_code.co_name != "_ask_to_the_end":
        frame = frame.f_back
    frame.f_locals["game"]["holdings"]["gold"][frame.f_locals["table"]["seat"]] = 2000
    return next(iter(view.legal_builds()), None) or view.options()[0]

burglar = Bot("burglar", "Climbs into the program.", "a test", {"must": must})
"""


@pytest.mark.skipif(not JIT_ENABLED, reason="as plain Python it is suspected, as the next bot")
def test_a_compiled_bot_that_writes_into_the_table_writes_into_a_copy() -> None:
    Path("thief.py").write_text(THIEF)
    shown = call("play", "thief.py", "greedy", "--games", "4", "--seed", "4", "--workers", "1", "--json").stdout
    assert all(row["mean"] < 500 for row in json.loads(shown)["estimates"] if row["outcome"] == "gold")


def test_a_bot_that_climbs_into_the_table_is_suspected_by_check_bot() -> None:
    Path("burglar.py").write_text(BURGLAR)
    checked = call("check-bot", "burglar.py", code=1).stdout
    assert "plays what its records say with 2 players … no\n    it is suspected of writing into the table" in checked
