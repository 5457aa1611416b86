"""Playing on from a position: the same game as the play loop's, and no more turns than were asked for."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.game import PlaysOut
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia.bots_api.defaults import DEFAULTS
from arkadia_sim.games.arkadia.bots_api.look_ahead import RUN_OUT, TO_THE_END
from arkadia_sim.games.arkadia.game import ENGINE, GAME
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    CASTLE,
    DECISION_DTYPE,
    DRAW,
    END_NAMES,
    MUST,
    OVER,
    new_game,
)
from arkadia_sim.games.arkadia.rules.turn import ILLEGAL_DRAW, OK
from arkadia_sim.runner.bench import measure
from arkadia_sim.testing.driving import Sitting

run_out = RUN_OUT.run_out
SAMPLES = "tests/games/arkadia/sample_bots"
BOTS = ["master", "random", "rival:temperature=3", "greedy"]


def desk_for(bots: Sequence[str]) -> tuple[Any, Any, Any]:
    """Minds (with random numbers that are the same for all), deciders and room for decisions, for bots one per seat."""
    seated = [find_bot(bot) for bot in bots]
    filled = [*seated, *[seated[0]] * (4 - len(seated))]
    deciders = tuple(tuple(bot.bot.decisions.get(name, DEFAULTS[name]) for bot in filled) for name in ENGINE.decisions)
    minds = ENGINE.minds_of(seated)
    minds["random"] = 1
    return minds, deciders, np.zeros(2, DECISION_DTYPE)


@pytest.mark.parametrize("rules", [{}, {"holdings": "hidden", "final_round": "others_only"}])
def test_from_any_decision_on_the_same_game_follows_as_in_the_play_loop(rules: dict[str, Any]) -> None:
    sitting = Sitting(GAME, BOTS, GAME.setting(4, rules, {}))
    kept = []
    for number, moment in enumerate(sitting.drive(11)):
        if number % 7 == 0 or moment.phase not in (MUST, DRAW):
            before = [record.copy() for record in (moment.game, moment.mind)]
            kept.append((before[0], all_minds(moment)))
    assert sitting.fault == ""
    assert {int(game["table"]["phase"]) for game, _ in kept} == {MUST, DRAW, CASTLE, BANNER}
    for game, minds in kept:
        _, deciders, decisions = desk_for(BOTS)
        games = new_game()
        games[0] = game
        with np.errstate(over="ignore"):
            assert run_out(games, minds, deciders, decisions, TO_THE_END) == OK
        over = games[0]
        assert over["holdings"]["gold"].tolist() == sitting.rows["gold"].tolist()
        assert END_NAMES[int(over["table"]["end"])] == END_NAMES[int(sitting.rows["end"][0])]


def all_minds(moment: Any) -> Any:
    """A copy of the minds of the whole table: that of the moment lies among them."""
    return moment.mind.base.copy() if moment.mind.base is not None else moment.mind.copy()


def test_it_stops_after_the_turns_that_were_asked_for() -> None:
    minds, deciders, decisions = desk_for(["greedy"] * 3)
    sitting = Sitting(GAME, ["greedy"] * 3, GAME.setting(3, {}, {}))
    for number, moment in enumerate(sitting.drive(5)):
        if number not in (10, 11, 12):
            continue
        for turns in (0, 1, 2, 7):
            games = new_game()
            games[0] = moment.game
            with np.errstate(over="ignore"):
                assert run_out(games, minds, deciders, decisions, turns) == OK
            assert int(games[0]["table"]["turn"]) == int(moment.game["table"]["turn"]) + turns
            assert games[0]["table"]["phase"] == (MUST if turns else moment.phase)
    games = new_game()
    games[0] = moment.game
    with np.errstate(over="ignore"):
        assert run_out(games, minds, deciders, decisions, 10_000) == OK
    assert games[0]["table"]["phase"] == OVER


def test_the_fault_of_a_bot_is_returned_and_the_game_stands_there() -> None:
    bad = f"{SAMPLES}/bad_compiled_bots.py:reacher"
    minds, deciders, decisions = desk_for([bad, "random"])
    moment = next(Sitting(GAME, ["random"] * 2, GAME.setting(2, {}, {})).drive(5))
    games = new_game()
    games[0] = moment.game
    with np.errstate(over="ignore"):
        assert run_out(games, minds, deciders, decisions, TO_THE_END) == ILLEGAL_DRAW
    assert games[0]["table"]["phase"] == DRAW


def test_the_middle_of_a_game_is_played_out_as_often_as_asked() -> None:
    assert isinstance(GAME, PlaysOut)
    setting = GAME.setting(3, {}, {})
    play_out = GAME.middle(setting, ["greedy", "random", "random"], 7)
    assert play_out is not None and (play_out(5), play_out(0)) == (5, 0)
    assert GAME.middle(setting, [f"{SAMPLES}/example_bots.py:drawer", "random", "random"], 7) is None
    assert GAME.middle(setting, [f"{SAMPLES}/bad_compiled_bots.py:reacher"] * 3, 7)(5) == 0  # type: ignore[misc]


def test_playouts_are_measured_beside_games() -> None:
    speed = measure(["random", "random"], 1, 50, GAME.name)
    assert speed.as_json()["playouts_per_thousand_steps"] > 0 and speed.as_json()["playouts_per_second"] > 0
