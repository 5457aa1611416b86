"""A game played step by step: who is to act, what is refused, what is taken back, and how bots and people share it."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.table import PERSON, Table
from arkadia_sim.errors import BadValue, RunError, UnknownName, UsageError
from tests.support import high_card


def steps(table: Table, chance: np.random.Generator, most: int = 10_000) -> int:
    """Take random steps in a person's place, and let bots decide; returns the steps taken."""
    for count in range(most):
        if table.seat_to_act is None:
            return count
        if table.bot_to_act is not None:
            table.ask_bot()
        else:
            table.apply(int(chance.choice(table.legal_actions())))
    return most


@pytest.mark.parametrize("game", [*GAMES, high_card.NAME])
def test_a_person_and_bots_play_a_game_that_replays(game: str) -> None:
    bots = find_game(game).bot_names()[:1]
    table = Table.start(game, 2, seed=3, bots=[*bots, None])
    assert table.names == (*bots, PERSON)
    steps(table, np.random.default_rng(0))
    record = json.loads(json.dumps(table.record(), default=lambda value: value.tolist()))
    assert record["bots"] == [*bots, PERSON]
    assert find_game(game).replay(record, {}).outcomes == table.outcomes()
    assert any("over" in words for words in table.told()[-1].words)
    assert table.legal_actions() == [] and table.bot_to_act is None and table.decision == ""
    with pytest.raises(UsageError, match="the game is over"):
        table.apply(0)


def test_a_step_is_taken_back_until_somebody_else_acts() -> None:
    table, chance, taken_back = Table.start("arkadia", 2, seed=5), np.random.default_rng(2), 0
    with pytest.raises(UsageError, match="nothing can be taken back"):
        table.undo()
    while table.seat_to_act is not None:
        seat, before = table.seat_to_act, (table.legal_actions(), list(table.actions))
        table.apply(int(chance.choice(before[0])))
        assert table.seat_to_act == seat or not table.can_undo
        if table.can_undo and chance.random() < 0.2:
            taken_back += 1
            table.undo()
            assert (table.legal_actions(), table.actions) == before
    assert taken_back > 3


@pytest.mark.parametrize("game", GAMES)
def test_hints_are_legal_decisions_best_first(game: str) -> None:
    table, chance = Table.start(game, 2, seed=5, bots=[None, "random"]), np.random.default_rng(1)
    for _ in range(4):
        while table.seat_to_act == 1 or table.path:
            steps(table, chance, 1)
        hints = table.hints("expert")
        scores = [hint.score for hint in hints if hint.score is not None]
        assert 1 <= len(hints) <= 3 and scores == sorted(scores, reverse=True)
        for hint in hints:
            tried = table.copy()
            for action in hint.actions:
                tried.apply(action)
        table.apply(hints[0].actions[0])
    with pytest.raises(UnknownName):
        Table.start(game, 2).hints("nobody")
    steps(table, chance)
    with pytest.raises(UsageError, match="half made"):
        table.hints("expert")


def test_a_saved_game_goes_on_with_the_same_luck() -> None:
    for game, bot in ((high_card.NAME, "bold:temperature=10"), ("medina", "random")):
        tables = [Table.start(game, 2, seed=9, bots=[bot, bot])]
        for _ in range(3):
            tables[0].ask_bot()
        tables.append(Table.resume(json.loads(json.dumps(tables[0].saved()))))
        for table in tables:
            table.let_bots_play()
        assert tables[0].actions == tables[1].actions


@pytest.mark.parametrize("game", [*GAMES, high_card.NAME])
def test_a_copy_goes_its_own_way(game: str) -> None:
    table, chance = Table.start(game, 2, seed=4), np.random.default_rng(1)
    steps(table, chance, 2)
    before, bots = table.saved(), [table.game.default_bot] * 2
    other, played, pickled = table.copy(), table.copy(bots), pickle.loads(pickle.dumps(table))
    steps(other, chance)
    while played.bot_to_act is not None and not played.path:
        played.ask_bot()
    assert table.saved() == before == pickled.saved() and table.bots == (None, None)
    assert other.seat_to_act is None and other.actions[: len(table.actions)] == table.actions
    assert table.game.replay(other.record(), {}).outcomes == other.outcomes()
    with pytest.raises(BadValue, match="number of bots"):
        table.copy(["random"])


@pytest.mark.parametrize("game", GAMES)
def test_an_imagined_game_can_be_played_but_not_kept(game: str) -> None:
    table, chance = Table.start(game, 3, seed=4), np.random.default_rng(1)
    steps(table, chance, 20)
    seat = table.seat_to_act
    assert seat is not None
    imagined = table.imagine(chance)
    seen, true = imagined.observation(seat), table.observation(seat)
    assert all(np.array_equal(seen[name], true[name]) for name in true)
    assert imagined.legal_actions() == table.legal_actions()
    steps(imagined, chance)
    assert sum(imagined.outcomes()["win_share"]) == pytest.approx(1.0)
    for keep in (imagined.record, imagined.saved):
        with pytest.raises(UsageError, match="imagined"):
            keep()


def test_only_a_game_that_says_what_is_hidden_is_imagined() -> None:
    with pytest.raises(UsageError, match="hidden"):
        Table.start(high_card.NAME, 2, seed=1).imagine(np.random.default_rng(1))


@pytest.mark.parametrize("game", [*GAMES, high_card.NAME])
def test_a_bot_plays_a_game_out(game: str) -> None:
    table, bot = Table.start(game, 2, seed=4), find_game(game).default_bot
    steps(table, np.random.default_rng(1), 3)
    before, goal = table.saved(), table.game.outcomes[0].column
    ends = [table.play_out(bot, np.random.default_rng(seed))[goal] for seed in (1, 1, 2, 3, 4, 5, 6, 7)]
    assert ends[0] == ends[1] and table.saved() == before
    if goal == "win_share":
        assert all(sum(end) == pytest.approx(1.0) for end in ends)


@pytest.mark.parametrize("game", [*GAMES, high_card.NAME])
def test_another_move_is_tried_from_a_turn_of_a_saved_game(game: str) -> None:
    played = Table.start(game, 2, seed=3)
    steps(played, np.random.default_rng(0))
    turn = len(played.told()) // 2
    branch = Table.branch(played.saved(), turn)
    assert len(branch.told()) == turn - 1 and branch.bot_to_act is None and branch.bots.count(None) == 1
    assert [told.words for told in branch.told()] == [told.words for told in played.told()[: turn - 1]]
    assert played.actions[len(branch.actions)] in branch.legal_actions()
    assert branch.actions == played.actions[: len(branch.actions)]
    Table.resume(branch.saved()).let_bots_play()
    with pytest.raises(BadValue, match="a turn from 1"):
        Table.branch(played.saved(), len(played.told()) + 1)


def test_what_is_no_saved_game_is_refused() -> None:
    saved = Table.start("medina", 2, seed=9).saved()
    documents: tuple[Any, ...] = (
        None,
        [],
        {},
        {**saved, "format": "another/1"},
        {**saved, "deal": -1},
        {**saved, "deal": "1"},
        {**saved, "actions": [99_999]},
        {**saved, "actions": ["0"]},
        {**saved, "actions": 5},
        {**saved, "bots": [None]},
        {**saved, "bots": ["nobody", None]},
        {**saved, "game": "chess"},
        {**saved, "rules_version": "0"},
        {**saved, "luck": [1]},
    )
    for wrong in documents:
        with pytest.raises(UsageError):
            Table.resume(wrong)


def test_a_bot_that_breaks_a_rule_is_named_with_its_seat() -> None:
    deal = next(deal for deal in range(99) if _first_card(deal) >= 10)
    table = high_card.GAME.table(high_card.GAME.setting(1, {}, {}), deal, ["cheat"])
    with pytest.raises(RunError, match="bot cheat in seat 1 failed: draw: 2 is not allowed"):
        table.ask_bot()
    assert table.seat_to_act == 0 and table.actions == []


def _first_card(deal: int) -> int:
    table = high_card.GAME.table(high_card.GAME.setting(1, {}, {}), deal, [None])
    return int(table.observation(0)["sum"][0])
