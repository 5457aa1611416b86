"""Games as environments of other libraries: their own conformance suites, and what these do not look at."""

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from arkadia_sim.adapters.gymnasium import SeatEnv, SeatVectorEnv
from arkadia_sim.adapters.pettingzoo import GameEnv, env
from arkadia_sim.core.registry import GAMES
from arkadia_sim.errors import UsageError
from tests.support import high_card

# advice of the suite that does not fit here: an observation with a mask is a dictionary, and a range may be wide
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize(("game", "players"), [("arkadia", 3), ("medina", 4), ("castle", 2), (high_card.NAME, 2)])
def test_pettingzoos_own_tests_pass(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game, players), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out
    if game != "arkadia":  # the machine is the same, and its games are long
        seed_test(lambda: env(game, players), num_cycles=5)


@pytest.mark.parametrize(
    "game", [*(pytest.param(game, marks=pytest.mark.slow) for game in GAMES), high_card.NAME]
)  # drawing takes long
def test_pettingzoos_own_test_of_rendering_passes(game: str) -> None:
    render_test(lambda render_mode: env(game, 2, render_mode), {"svg": lambda told: told.startswith("<svg")})


@pytest.mark.parametrize("game", ["castle", high_card.NAME])
def test_gymnasiums_own_test_passes(game: str) -> None:
    check_env(SeatEnv(game, render_mode="ansi"), skip_render_check=True)


def played(game: GameEnv, seed: int) -> dict[str, float]:
    """The rewards of a game of random legal actions."""
    game.reset(seed=seed)
    chance, rewards = np.random.default_rng(seed), dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, termination, _, _ = game.last()
        rewards[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        game.step(None if termination else int(chance.choice(legal)))
    return rewards


@pytest.mark.parametrize("game", GAMES)
def test_rewards_are_the_outcome_of_the_game(game: str) -> None:
    goal, other = env(game, 3), env(game, 3, outcome="gold" if game == "arkadia" else "score")
    rewards = played(goal, 3)
    assert sum(rewards.values()) == pytest.approx(1.0)
    assert list(rewards.values()) == goal.table.outcomes()["win_share"]
    assert max(played(other, 3).values()) > 5.0
    assert played(goal, 3) == rewards


def test_games_follow_the_seed_and_go_on_from_it() -> None:
    first, second = env("medina"), env("medina")
    deals: list[list[int]] = []
    for game in (first, second):
        game.reset(seed=1)
        deals.append([game.table.deal])
        game.reset()
        deals[-1].append(game.table.deal)
    assert deals[0] == deals[1] and deals[0][0] != deals[0][1]


def test_the_learner_sits_everywhere_and_meets_the_others_in_order() -> None:
    game = SeatEnv(high_card.NAME, ["bold", "careful"])
    seats = set()
    for seed in range(20):
        game.reset(seed=seed)
        seats.add(game.seat)
        others = [game.table.bots[(game.seat + step) % 3] for step in (1, 2)]
        assert others == ["bold", "careful"] and game.table.bots[game.seat] is None
        assert game.table.seat_to_act == game.seat
    assert seats == {0, 1, 2}


def test_an_illegal_action_ends_the_game_for_one_and_is_refused_among_many() -> None:
    alone = SeatEnv("medina", seat=0, illegal=-3.0)
    _, info = alone.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, _, info = alone.step(wrong)
    assert (reward, over, info["illegal"]) == (-3.0, True, True)
    together = env("medina")
    together.reset(seed=1)
    with pytest.raises(UsageError, match="is not allowed"):
        together.step(int(np.flatnonzero(together.observe(together.agent_selection)["action_mask"] == 0)[0]))


def test_a_game_for_one_ends_with_the_outcome() -> None:
    game = SeatEnv("medina", ["random", "random"], seat=2)
    _, info = game.reset(seed=5)
    over, reward, chance = False, 0.0, np.random.default_rng(1)
    while not over:
        assert reward == 0.0 and game.action_masks().sum() == info["action_mask"].sum() > 0
        _, reward, over, _, info = game.step(chance.choice(np.flatnonzero(info["action_mask"])))
    assert reward == game.table.outcomes()["win_share"][2]


def test_others_see_nothing_of_a_decision_that_is_half_made() -> None:
    game = env("arkadia")
    game.reset(seed=1)
    waiting = next(agent for agent in game.agents if agent != game.agent_selection)
    before: Any = game.observe(waiting)
    game.step(int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"])[0]))
    assert game.agent_selection != waiting and np.array_equal(
        game.observe(waiting)["observation"], before["observation"]
    )
    assert not before["action_mask"].any()


@pytest.mark.parametrize("game", ["castle", high_card.NAME])
def test_many_games_for_one_are_a_vector_environment(game: str) -> None:
    games, chance, ended = SeatVectorEnv(game, num_envs=3), np.random.default_rng(1), 0
    observations, infos = games.reset(seed=4)
    again, _ = games.reset(seed=4)
    assert all(np.array_equal(again[name], array) for name, array in observations.items())
    while ended < 6:
        assert games.observation_space.contains(observations)
        actions = np.array([chance.choice(np.flatnonzero(legal)) for legal in infos["action_mask"]])
        seats = games.batch.seat().copy()
        observations, rewards, over, truncated, infos = games.step(actions)
        ended += int(over.sum())
        assert not truncated.any() and (over | (rewards == 0.0)).all()
        assert infos["action_mask"].any(axis=1).all() and ((games.batch.seat() == seats) | over).all()
        for place in np.flatnonzero(over):
            assert games.single_observation_space.contains(infos["final_obs"][place])
