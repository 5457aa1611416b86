"""Games that are entered: whatever is said makes a record that follows the rules, and everything is taken back."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.table import Table
from arkadia_sim.errors import UsageError
from tests.support import high_card

CASES: list[tuple[str, Mapping[str, Any]]] = [*((game, {}) for game in GAMES), ("castle", {"version": "architect"})]


def entered(game: str, players: int, rules: Mapping[str, Any], seed: int, undo: float = 0.0) -> Table:
    """A game that is entered at random, in which some actions are taken back."""
    table, chance = Table.enter(game, players, rules), np.random.default_rng(seed)
    while table.seat_to_act is not None:
        action = int(chance.choice(table.legal_actions()))
        assert table.action_text(action)
        before = (table.legal_actions(), table.decision, table.path, table.seat_to_act)
        table.apply(action)
        if chance.random() < undo:
            table.undo()
            assert (table.legal_actions(), table.decision, table.path, table.seat_to_act) == before
            table.apply(action)
    return table


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_what_is_entered_makes_a_record_by_the_rules(game: str, rules: Mapping[str, Any]) -> None:
    for players in (2, 4):
        table = entered(game, players, rules, seed=players, undo=0.02)
        record = json.loads(json.dumps(table.record(), default=lambda value: value.tolist()))
        found = find_game(game)
        assert found.replay(record, {}).outcomes == table.outcomes()
        told = [position.words for position in found.positions(record, {}, "") if position.turn]
        assert len(told) == len(table.told())
        again = Table.resume(json.loads(json.dumps(table.saved())))
        assert again.entered and again.record() == table.record()
        with pytest.raises(UsageError, match="cannot be played on"):
            Table.branch(table.saved(), 1)


def test_r2_1_cards_that_were_said_are_those_of_the_record() -> None:
    table, chance = Table.enter("arkadia", 3), np.random.default_rng(8)
    said: list[str] = []
    while table.seat_to_act is not None:
        action = int(chance.choice(table.legal_actions()))
        if table.space.step(action).kind == "card turned up":
            said.append(table.action_text(action))
        table.apply(action)
    record = table.record()
    shown, stack, turned = list(record["face_up"]), list(record["stack"]), 0
    assert said[: len(shown)] == shown
    for turn in record["turns"]:
        if turn["draw"] is not None and stack:
            card = stack.pop(0)
            if turn["draw"] != "stack":
                assert card == said[len(shown) + turned]
                turned += 1
    assert len(said) == len(shown) + turned and turned > 5


def test_a_game_that_says_nothing_of_chance_cannot_be_entered() -> None:
    with pytest.raises(UsageError, match="cannot be entered"):
        Table.enter(high_card.NAME, 2)
    with pytest.raises(UsageError, match="drawn cannot be entered"):
        Table.enter("arkadia", 2, components={"outlines": "drawn"})
