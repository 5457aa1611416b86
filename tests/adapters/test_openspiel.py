"""Games and bots in OpenSpiel: its own conformance suite, its searches against our bots, and ours among its bots."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from arkadia_sim.adapters.openspiel import (
    REGISTERED,
    PlayoutEvaluator,
    TableBot,
    TableState,
    dealt,
    register,
)
from arkadia_sim.core.table import Table
from arkadia_sim.errors import UsageError
from tests.support import high_card

HIGH_CARD = register(high_card.NAME)


def played(state: TableState, seed: int, actions: int | None = None) -> TableState:
    """The state after so many random actions, or at the end of the game."""
    chance = np.random.default_rng(seed)
    while not state.is_terminal() and actions != 0:
        state.apply_action(int(chance.choice(state.legal_actions())))
        actions = None if actions is None else actions - 1
    return state


@pytest.mark.parametrize("name", [*REGISTERED, HIGH_CARD])
def test_openspiels_own_test_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "players"), list(zip(REGISTERED, (2, 3, 4), strict=True)))
def test_openspiels_own_test_passes_with_every_state_saved(name: str, players: int) -> None:
    game = pyspiel.load_game(name, {"players": players})
    late = game.new_initial_state()
    for action in played(dealt(game, players), players).history()[:-8]:
        late.apply_action(action)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, specific_initial_state=late)


def test_a_playthrough_can_be_played_again() -> None:
    flags.FLAGS.mark_as_parsed()
    state = played(dealt(pyspiel.load_game(HIGH_CARD), 1), 1)
    text = playthrough(HIGH_CARD, state.history())
    assert text == playthrough(HIGH_CARD, state.history())
    returns = ", ".join(f"{value:g}" for value in state.returns())
    assert "byte 8 of the seed: 1" in text and f"Returns() = [{returns}]" in text


@pytest.mark.parametrize("game", ["medina", "castle"])
def test_bots_play_the_same_game_as_without_openspiel(game: str) -> None:
    bots = ["greedy", "random", "greedy"]
    table = Table.start(game, 3, seed=9, bots=bots)
    while table.bot_to_act is not None:
        table.ask_bot()
    state = dealt(pyspiel.load_game(f"python_{game}", {"players": 3}), 9)
    returns = evaluate_bots(state, [TableBot(bot, seat) for seat, bot in enumerate(bots)], np.random.RandomState(0))
    assert state.table is not None and state.table.actions == table.actions
    assert returns == table.outcomes()["win_share"]


@pytest.mark.parametrize("name", ["python_medina", "python_castle"])
def test_a_search_without_hidden_cards_imagines_them(name: str) -> None:
    state = played(dealt(pyspiel.load_game(name), 4), 4, 30)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, np.random.default_rng(n).random) for n in range(3)]
    assert {world.observation_string(seat) for world in worlds} == {state.observation_string(seat)}
    assert all(world.legal_actions() == state.legal_actions() for world in worlds)
    ends = [played(world, 1).returns() for world in worlds]
    assert all(sum(end) == pytest.approx(1.0) for end in ends)
    search = ISMCTSBot(
        state.get_game(), PlayoutEvaluator(), 1.0, 4, allow_inconsistent_action_sets=True,
        random_state=np.random.RandomState(1),
    )  # fmt: skip
    assert search.step(state) in state.legal_actions()


def test_what_is_hidden_is_drawn_again_and_copies_go_their_own_way() -> None:
    state = played(dealt(pyspiel.load_game("python_arkadia"), 4), 4, 30)
    assert state.table is not None
    other = 1 - state.current_player()
    worlds = [state.resample_from_infostate(1 - other, np.random.default_rng(n).random) for n in range(4)]
    assert len({world.observation_string(other) for world in worlds}) > 1
    before, copied = state.observation_string(0), state.clone()  # a copy goes its own way
    played(copied, 1)
    assert copied.is_terminal() and not state.is_terminal()
    assert state.observation_string(0) == before and state.history() == copied.history()[: len(state.history())]


def test_a_bot_refuses_what_another_has_begun() -> None:
    state = dealt(pyspiel.load_game("python_medina"), 2)
    begun = state.child(state.legal_actions()[0])
    with pytest.raises(UsageError, match="somebody else has begun this one"):
        TableBot("greedy", state.current_player()).step(begun)


def test_games_are_loaded_with_their_rules() -> None:
    game = pyspiel.load_game("python_arkadia(players=3,outcome=gold,rules=holdings:hidden floor_pieces:4/3/1)")
    rules: Any = pickle.loads(pickle.dumps(game)).empty.setting.rules
    assert rules["holdings"] == "hidden" and list(rules["floor_pieces"]) == [4, 3, 1]
    assert game.num_players() == 3 and max(played(dealt(game, 1), 1).returns()) > 1.0
