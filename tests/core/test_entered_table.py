"""Games that are entered: whatever is said makes a record that follows the rules, and everything is taken back."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.registry import GAMES
from arkadia_sim.core.table import Table
from arkadia_sim.errors import UsageError
from arkadia_sim.games.arkadia.rules.state import CARD_KINDS
from tests.support import high_card
from tests.support.terraces.game import NAME as TERRACES

CASES: list[tuple[str, Mapping[str, Any]]] = [
    *((game, {}) for game in (*GAMES, TERRACES)),
    ("castle", {"version": "architect"}),
]


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


def played_on(table: Table, people: int, seed: int) -> None:
    """Play an entered game on to its end, by people in the first seats and bots; all luck is drawn from the seed."""
    players, chance = table.setting.players, np.random.default_rng(seed)
    table.go_on([None] * people + ["greedy"] * (players - people), luck=seed)
    while table.seat_to_act is not None:
        if table.bot_to_act is not None:
            table.ask_bot()
            continue
        action, entered = int(chance.choice(table.legal_actions())), table.entered
        before = (table.legal_actions(), table.decision)
        table.apply(action)
        if table.can_undo and (entered or chance.random() < 0.1):
            table.undo()
            assert (table.legal_actions(), table.decision, table.entered) == (*before, entered)
            table.apply(action)


def as_json(thing: Any) -> Any:
    return json.loads(json.dumps(thing, default=lambda value: value.tolist()))


def checked(table: Table, people: list[str]) -> None:
    """A finished game has a record by the rules, the same when it is read back, and can be gone back into."""
    record, game = as_json(table.record()), table.game
    assert game.replay(record, {}).outcomes == table.outcomes() and record["bots"] == people
    told = [position.words for position in game.positions(record, {}, "") if position.turn]
    assert len(told) == len(table.told())
    again = Table.resume(as_json(table.saved()))
    assert again.entered == table.entered and as_json(again.record()) == record and again.saved() == table.saved()
    before = Table.branch(table.saved(), len(told) // 2)
    assert before.entered >= table.entered and len(before.told()) == len(told) // 2 - 1
    assert before.actions == table.actions[: len(before.actions)]


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_what_is_entered_makes_a_record_by_the_rules_and_is_played_on_from_any_decision(
    game: str, rules: Mapping[str, Any]
) -> None:
    whole, chance = entered(game, 3, rules, seed=2, undo=0.005), np.random.default_rng(1)
    checked(whole, ["person"] * 3)
    document = {**whole.saved(), "actions": whole.actions[: int(len(whole.actions) * chance.uniform(0.2, 0.9))]}
    table = Table.resume(document)
    while not table.can_go_on:
        table.apply(int(chance.choice(table.legal_actions())))
    played_on(table, 1, 1)
    assert not table.entered
    checked(table, ["person", "greedy", "greedy"])


def test_r4_5_the_hand_that_was_said_is_played_on_with() -> None:
    table, chance = Table.enter("arkadia", 3), np.random.default_rng(8)
    while len(table.told()) < 7 or not table.can_go_on:
        table.apply(int(chance.choice(table.legal_actions())))
    own, said = table.seat_to_act, list[int]()
    assert own is not None
    table.go_on([None if seat == own else "greedy" for seat in range(3)], luck=5)
    while table.entered:
        said.append(table.space.step(table.legal_actions()[-1]).number % CARD_KINDS)
        table.apply(table.legal_actions()[-1])
    hand = table.observation(own)["hand"]
    assert said and np.all(hand >= np.bincount(said, minlength=CARD_KINDS)) and hand.sum() == 4
    assert table.hints("expert") and table.seat_to_act == own


@pytest.mark.parametrize(("game", "rules"), CASES)
def test_a_position_is_set_up_in_any_order_and_played_on(game: str, rules: Mapping[str, Any]) -> None:
    table, chance = Table.enter(game, 3, rules, set_up=True), np.random.default_rng(3)
    put_right = 0
    while len(table.actions) < 60 and table.seat_to_act is not None:
        corrections = table.corrections()
        moves = [action for action in table.legal_actions() if table.space.step(action).kind == "who moves"]
        if moves and chance.random() < 0.3:
            table.apply(int(chance.choice(moves)))
            continue
        if corrections and chance.random() < 0.3:
            number = int(chance.integers(len(corrections)))
            correction = corrections[number]
            value = int(chance.integers(len(correction.actions)))
            action = correction.actions[value]
            assert (action is None) == (value == correction.value)
            if action is not None:
                try:
                    table.apply(action)
                except UsageError as error:
                    assert "not in the deck" in str(error)
                    table = Table.resume({**table.saved(), "actions": table.actions[:-1]})
                    continue
                if table.corrections():
                    assert table.corrections()[number].name == correction.name
                    put_right += table.corrections()[number].value == value
            continue
        options = [a for a in table.legal_actions() if table.space.step(a).kind not in ("who moves", "number")]
        table.apply(int(chance.choice(options)))
    assert put_right > 3
    while not table.can_go_on:
        table.apply(int(chance.choice(table.legal_actions())))
    assert Table.resume(as_json(table.saved())).legal_actions() == table.legal_actions()
    seat = table.seat_to_act
    played_on(table, 1, 4)
    assert seat is not None and sum(table.outcomes()["win_share"]) == pytest.approx(1.0)
    assert Table.resume(as_json(table.saved())).outcomes() == table.outcomes()
    with pytest.raises(UsageError, match="has no record"):
        table.record()


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
