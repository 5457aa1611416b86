"""Worker placements that bots are offered: legal, of every promised kind, and no more than promised."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.rules.bitboard import squares_of, words_of
from arkadia_sim.games.arkadia.rules.state import CANDIDATES_MAX, MUST, WORKERS, new_game, new_minds
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.sight.outlook import name_introductions
from arkadia_sim.games.arkadia.values import blank_decision
from arkadia_sim.testing.driving import Sitting

RULES: dict[str, dict[str, Any]] = {
    "ordinary": {},
    "many workers": {"start_workers": 11, "banners": 0, "neutral_workers": 200},
    "not at the castle": {"workers_at_castle": False, "neutral_workers": 60},
}


def placements(game: Any) -> list[tuple[int, tuple[Any, ...], tuple[Any, ...]]]:
    """The candidates at a position: building, squares of own and of neutral workers."""
    mind = new_minds()[0]
    with np.errstate(over="ignore"):
        name_introductions(game["table"], game["holdings"], mind)
    assert 0 <= mind["n_candidates"] <= CANDIDATES_MAX
    return [
        (int(one["building"]), tuple(squares_of(one["own"])), tuple(squares_of(one["neutral"])))
        for one in mind["candidates"][: int(mind["n_candidates"])]
    ]


@pytest.mark.parametrize("rules", RULES)
def test_r5_every_candidate_is_legal_and_hardly_any_is_named_twice(rules: str) -> None:
    seen: Counter[tuple[bool, bool]] = Counter()
    trial = new_game()
    sitting = Sitting(GAME, ["greedy", "random", "tent_camp"], GAME.setting(3, RULES[rules], {}))
    for moment in sitting.drive(11):
        table = moment.game["table"]
        if table["phase"] != MUST:
            continue
        named = placements(moment.game)
        assert len(named) - len(set(named)) <= 1
        for building, own, neutral in named:
            trial[0] = moment.game
            decision = _decision(building, own, neutral)
            assert step(trial[0], decision) == OK, (building, own, neutral)
            seen[bool(own), bool(neutral)] += 1
    assert not sitting.fault
    assert seen[True, False] and seen[False, True] and seen[True, True]


def test_partial_mixes_and_enclosures_are_among_the_candidates() -> None:
    """With own and neutral workers at hand there are mixes that leave a building open, and ones that complete it."""
    kinds: Counter[tuple[str, str]] = Counter()
    for moment in Sitting(GAME, ["tent_camp"] * 4, GAME.setting(4, {"setup": "first_game"}, {})).drive(3):
        if moment.game["table"]["phase"] != MUST:
            continue
        for building, own, neutral in placements(moment.game):
            trial = new_game()
            trial[0] = moment.game
            step(trial[0], _decision(building, own, neutral))
            completes = "completes" if trial[0]["now"]["n_completed"] else "leaves open"
            kinds["mix" if own and neutral else "one kind", completes if len(own + neutral) > 1 else "single"] += 1
    assert kinds["mix", "leaves open"] and kinds["mix", "completes"]
    assert kinds["one kind", "single"] and kinds["one kind", "leaves open"] and kinds["one kind", "completes"]


def _decision(building: int, own: tuple[Any, ...], neutral: tuple[Any, ...]) -> Any:

    decision = blank_decision()
    decision["kind"], decision["building"] = WORKERS, building
    decision["own"], decision["neutral"] = words_of(own), words_of(neutral)
    return decision
