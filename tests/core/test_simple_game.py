"""The base for games in plain Python: what a game written on it gets, and what it is told."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.game import Batch, BatchResult, Column
from arkadia_sim.core.options import RuleOption
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.simple_game import END_COLUMN, Asked, Host, SimpleGame
from arkadia_sim.errors import UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.testing.games import check_game


def _clever(asked: Asked) -> int:
    return asked.known["matches"] % (asked.known["most"] + 1) or 1


def _greedy(asked: Asked) -> Any:
    return 9 if asked.known["matches"] == 7 else asked.choices[-1]


def _spoiler(asked: Asked) -> Any:
    asked.known["taken"].clear()
    return asked.choices[0]


def _scores(asked: Asked) -> list[tuple[int, float]]:
    return [(choice, float(choice == _clever(asked))) for choice in asked.choices]


def _plans(name: str, take: Any = None, scores: Any = None) -> Bot:
    return Bot(name, "Takes matches.", "a test", {} if take is None else {"take": take}, candidates=scores)


class Nim(SimpleGame):
    """The game of the module's own example, with an option, turns that are noted, and a record of what was taken."""

    name, title, default_bot = "nim", "Nim", "random"
    player_counts: tuple[int, ...] = (2,)
    outcomes: tuple[Outcome, ...] = (
        Outcome(column="won", label="games won", unit="games", amount="games", tolerance=0.01, total=1.0),
    )
    player_columns: tuple[Column, ...] = (Column("won", "int8", "games", "1 for who takes the last match"), END_COLUMN)
    turn_columns: tuple[Column, ...] = tuple(Column(name, "int16", "", name) for name in ("turn", "seat", "matches"))
    options: tuple[RuleOption, ...] = (
        RuleOption(name="most", default=3, allowed="a whole number", meaning="matches taken at once"),
    )
    decisions = ("take",)
    bots: tuple[Bot, ...] = (
        _plans("random"),
        _plans("clever", _clever, _scores),
        _plans("greedy", _greedy),
        _plans("spoiler", _spoiler),
    )

    def play_one(self, host: Host) -> Mapping[str, Any]:
        matches, seat, most, taken = int(host.luck.integers(10, 20)), 1, host.rules["most"], [0]
        while matches:
            seat = 1 - seat
            choices = range(1, min(most, matches) + 1)
            taken.append(host.ask(seat, "take", choices, matches=matches, most=most, taken=taken))
            matches -= taken[-1]
            host.note(seat=seat, matches=matches)
        assert taken[0] == 0
        return {"won": [int(seat == 0), int(seat == 1)]}


GAME = Nim()


def played(*bots: str, games: int = 200, rules: Mapping[str, Any] | None = None) -> BatchResult:
    yes, lineups = np.ones(games, np.bool_), np.tile(np.arange(2), (games, 1))
    return GAME.play(Batch(GAME.setting(2, rules or {}, {}), bots, lineups, deal_seeds(5, 2, 0, games), yes, yes))


def test_such_a_game_keeps_the_contract() -> None:
    check_game(GAME, ["random", "clever"], "greedy", [{"most": 5}], deals=4)


def test_bots_decide_by_what_they_are_asked() -> None:
    won = played("clever", "random").players["won"].reshape(-1, 2).mean(axis=0)
    assert won[0] > 0.9
    hot = played("clever:temperature=1000", "random").players["won"].reshape(-1, 2).mean(axis=0)
    assert 0.35 < hot[0] < 0.65


def test_a_bot_gets_a_copy_of_what_it_knows() -> None:
    assert played("spoiler", "random", games=5).failures == {}


def test_an_answer_that_is_no_choice_fails_the_game_and_no_other() -> None:
    told = played("greedy", "random")
    assert 0 < len(told.failures) < 200
    assert set(told.failures.values()) == {(0, "take: 9 is not allowed (allowed: 1, 2, 3)")}
    assert (told.players["end"].reshape(-1, 2)[list(told.failures)] == "failed").all()
    assert len(told.records) == 200 - len(told.failures)
    assert told.players["won"].sum() == 200


def test_why_is_told_of_bots_that_tell_their_scores() -> None:
    record = json.loads(json.dumps(played("clever", "random", games=1).records[0]))
    told = list(GAME.positions(record, {}))
    assert [one.turn for one in told] == list(range(len(record["answers"]) + 1))
    assert all((one.bot == "clever") == bool(one.candidates) for one in told)
    for position in told[1:]:
        chosen = [candidate for candidate in position.candidates if candidate.chosen]
        assert position.bot == "random" or (len(chosen) == 1 and chosen[0] == position.candidates[0])
        assert chosen == [] or position.words[0] == f"take: {chosen[0].words}"
    assert told[-1].words[-1].startswith("the game is over (finished), by seat: games won ")
    gone = list(GAME.positions({**record, "bots": ["nobody.py:nobody", "no_such_bot"]}, {}))
    assert not any(one.candidates for one in gone) and gone[1].bot == "nobody.py:nobody"
    judged = list(GAME.positions({**record, "bots": ["random", "random"]}, {}, "clever"))
    assert all(one.candidates and one.judge == "clever" for one in judged[1:])
    with pytest.raises(UsageError, match="random does not tell what it thinks"):
        GAME.positions(record, {}, "random")
