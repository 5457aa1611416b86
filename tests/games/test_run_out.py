"""Playing on from a position: the same game as the play loop's, and no more turns than were asked for."""

from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.games.arkadia.rules.state import DRAW
from arkadia_sim.games.arkadia.rules.turn import ILLEGAL_DRAW
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.kernels.play_loop import OK
from arkadia_sim.testing.driving import Sitting
from tests.support.paths import ARKADIA

BOTS = {
    "arkadia": ["master", "random", "rival:temperature=3", "greedy"],
    "medina": ["greedy", "random", "rival:temperature=3"],
    "castle": ["casual", "random", "greedy:temperature=3"],
}
BAD = f"{ARKADIA / 'sample_bots' / 'bad_compiled_bots.py'}:reacher"


def run_out(sitting: Sitting, game: Any, minds: Any, turns: int) -> tuple[int, Any]:
    """What comes of playing on from a game for so many turns: the fault, and the game then."""
    engine = sitting.game.engine
    games = engine.records.new_game()
    games[0] = game
    with np.errstate(over="ignore"):
        deciders, decisions = engine.deciders_of(sitting.seated), np.zeros(2, engine.records.decision)
        return int(engine.run_out.run_out(games, minds.copy(), deciders, decisions, turns)), games[0]


def sitting_of(name: str, bots: list[str], rules: dict[str, Any] | None = None) -> Sitting:
    game: Any = find_game(name)
    return Sitting(game, bots, game.setting(len(bots), rules or {}, {}))


@pytest.mark.parametrize("rules", [{}, {"holdings": "hidden"}])
@pytest.mark.parametrize("name", GAMES)
def test_from_any_decision_on_the_same_game_follows_as_in_the_play_loop(name: str, rules: dict[str, Any]) -> None:
    sitting = sitting_of(name, BOTS[name], {"version": "architect"} if name == "castle" else rules)
    kept = []
    for number, moment in enumerate(sitting.drive(11)):
        if number % 7 == 0:
            kept.append((moment.keep(), moment.mind.base.copy()))
    assert sitting.fault == ""
    assert name == "castle" or {moment.decision for moment, _ in kept} == set(sitting.game.engine.decisions)
    for at, minds in kept:
        status, over = run_out(sitting, at.game, minds, TO_THE_END)
        assert status == OK
        assert over["table"].tobytes() == moment.game["table"].tobytes()
        for turns in (1, 3) if int(moment.game["table"]["turn"]) > int(at.game["table"]["turn"]) + 3 else ():
            status, later = run_out(sitting, at.game, minds, turns)
            assert status == OK and int(later["table"]["turn"]) == int(at.game["table"]["turn"]) + turns


def test_the_fault_of_a_bot_is_returned_and_the_game_stands_there() -> None:
    sitting = sitting_of("arkadia", [BAD, "random"])
    moment = next(sitting_of("arkadia", ["random"] * 2).drive(5))
    status, game = run_out(sitting, moment.game, moment.mind.base, TO_THE_END)
    assert status == ILLEGAL_DRAW and game["table"]["phase"] == DRAW
