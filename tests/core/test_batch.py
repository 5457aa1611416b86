"""Games side by side are the games that tables give, action by action."""

from collections.abc import Sequence

import numpy as np
import pytest

from arkadia_sim import batch
from arkadia_sim.core.registry import GAMES
from arkadia_sim.core.table import Table
from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.rng import deal_seeds
from tests.support import high_card
from tests.support.terraces.game import NAME as TERRACES

GAMES_AT_ONCE = 6


def check_all_is_as_at_tables(
    game: str, bots: Sequence[str | None], steps: int, turned: bool = False, rules: dict[str, object] | None = None
) -> int:
    """Play by chance and compare everything with tables; how many games ended."""
    players = len(bots)
    side = batch(game, players, GAMES_AT_ONCE, 11, bots, rules, turned=turned)
    tables, numbers, ended = [side.table(place) for place in range(GAMES_AT_ONCE)], list(range(GAMES_AT_ONCE)), 0
    for _ in range(steps):
        for place, table in enumerate(tables):
            seat = int(side.seat()[place])
            assert table.deal == side.deals[place] == deal_seeds(11, players, numbers[place], 1)[0]
            assert table.seat_to_act == seat and np.array_equal(side.mask()[place], table.mask() == 1)
            for watcher in range(players):
                assert all(
                    np.array_equal(side.seen_by(place, watcher)[name], array)
                    for name, array in table.observation(watcher).items()
                )
            assert all(
                np.array_equal(side.observe()[name][place], array) for name, array in table.observation(seat).items()
            )
        actions = side.sample()
        rewards, over = side.step(actions)
        for place, table in enumerate(tables):
            table.apply(int(actions[place]))
            table.let_bots_play()
            assert over[place] == (table.seat_to_act is None)
            if over[place]:
                ended += 1
                assert rewards[place].tolist() == pytest.approx(table.outcomes()[side.outcome])
                numbers[place] += GAMES_AT_ONCE
                tables[place] = side.table(place)
            else:
                assert not rewards[place].any()
    return ended


@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_actions_are_as_at_tables(game: str) -> None:
    assert check_all_is_as_at_tables(game, [None] * 4, 700) > 3


@pytest.mark.parametrize("game", GAMES)
def test_bots_inside_play_as_at_tables(game: str) -> None:
    assert check_all_is_as_at_tables(game, ["random", None, "random"], 160, turned=True) >= 1


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("game", [TERRACES, high_card.NAME])
def test_small_games_and_plain_bots_play_as_at_tables(game: str, turned: bool) -> None:
    bots = [None, "bold", "careful"] if game == high_card.NAME else [None, "counter:temperature=0.5", "random"]
    assert check_all_is_as_at_tables(game, bots, 20, turned) > GAMES_AT_ONCE


def test_hidden_holdings_stay_hidden() -> None:
    check_all_is_as_at_tables("medina", [None] * 3, 60, rules={"holdings": "hidden"})


def test_first_deals_are_those_of_a_table_with_the_same_seed() -> None:
    assert batch("castle", 2, 3, seed=5).deals[0] == Table.start("castle", 2, seed=5).deal


def test_an_illegal_action_changes_nothing() -> None:
    side = batch("medina", 2, 4, seed=1)
    actions, before = side.sample(), {name: array.copy() for name, array in side.observe().items()}
    for wrong in (int(np.flatnonzero(~side.mask()[2])[0]), side.space.size, -1, -5):
        with pytest.raises(BadValue, match="legal in game 2"):
            side.step([*actions[:2], wrong, actions[3]])
    with pytest.raises(BadValue, match="one for each game"):
        side.step(actions[:3])
    assert all(np.array_equal(before[name], array) for name, array in side.observe().items())
    side.step(actions)


def test_a_game_that_is_over_waits_if_it_is_told_to() -> None:
    side, over = batch(TERRACES, 2, 5, seed=2, goes_on=False), np.zeros(5, bool)
    while not over.all():
        rewards, ended = side.step(side.sample())
        assert not (ended & over).any() and (rewards.any(axis=1) <= ended).all()
        over |= ended
    assert not side.mask().any() and side.over().all()
    side.deal(np.array([3]))
    assert side.over().tolist() == [True, True, True, False, True]


def test_random_actions_are_equally_likely() -> None:
    side, counts = batch(TERRACES, 2, 200, seed=3), np.zeros((200, 23))
    for _ in range(50):
        counts[np.arange(200), side.sample()] += 1
    assert not counts[~side.mask()].any()
    assert 0.9 < counts[side.mask()].mean() / (50 / side.mask().sum(axis=1).mean()) < 1.1
    assert counts[side.mask()].std() < 4.5


def test_what_cannot_be_a_batch_is_named() -> None:
    with pytest.raises(UsageError, match="None in place of a bot"):
        batch("castle", 2, bots=["random", "random"])
    with pytest.raises(BadValue, match="games"):
        batch("castle", 2, games=0)
    with pytest.raises(BadValue, match="outcome"):
        batch("castle", 2, outcome="luck")
    with pytest.raises(BadValue, match="seed"):
        batch("castle", 2, seed=-1)
