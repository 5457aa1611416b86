"""How fast games are played step by step, beside OpenSpiel's own games in Python: all players take random actions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from arkadia_sim.core.registry import GAMES
from arkadia_sim.core.table import Table

SECONDS = 2.0
"""How long each game is measured if no number of games is given."""

OPENSPIELS = ("python_tic_tac_toe", "python_kuhn_poker", "python_block_dominoes", "python_liars_poker")
"""Games in Python that come with OpenSpiel, from small to large."""

OWN, IN_OPENSPIEL, THEIRS = "step by step", "in OpenSpiel", "OpenSpiel's own"


@dataclass(frozen=True)
class StepSpeed:
    """Random games of one kind: how many, with how many actions, in how many seconds of processor time."""

    game: str
    played: str
    players: int
    games: int
    actions: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The figures."""
        seconds = max(self.seconds, 1e-9)
        return {
            "game": self.game,
            "played": self.played,
            "players": self.players,
            "actions_per_second": self.actions / seconds,
            "games_per_second": self.games / seconds,
            "actions_per_game": self.actions / self.games,
            "games": self.games,
            "seconds": self.seconds,
        }


def step_speeds(game: str, players: int, games: int | None = None) -> Iterator[StepSpeed]:
    """Measure a game, and OpenSpiel's own games if OpenSpiel is installed.

    Args:
        game: Name of the game.
        players: How many play.
        games: How many games of each kind. As many as take some seconds if left out.
    """
    chance = Random(1)
    title = Table.start(game, players, seed=1).game.title
    yield _measured(title, OWN, players, games, partial(_steps_at_table, game, players, chance))
    if find_spec("pyspiel") is None:
        return
    import open_spiel.python.games  # noqa: F401, registers them
    import pyspiel

    from arkadia_sim.adapters import openspiel

    if game not in GAMES:
        openspiel.register(game)
    loaded = pyspiel.load_game(openspiel.name_of(game), {"players": players})
    yield _measured(title, IN_OPENSPIEL, players, games, partial(_steps_in_openspiel, loaded, chance))
    for name in OPENSPIELS:
        theirs = pyspiel.load_game(name)
        yield _measured(name, THEIRS, theirs.num_players(), games, partial(_steps_in_openspiel, theirs, chance))


def _measured(game: str, played: str, players: int, games: int | None, play: Callable[[], int]) -> StepSpeed:
    play()  # the first game compiles and loads
    count, actions, begin = 0, 0, process_time()
    while (process_time() - begin < SECONDS) if games is None else (count < games):
        actions += play()
        count += 1
    return StepSpeed(game, played, players, count, actions, process_time() - begin)


def _steps_at_table(game: str, players: int, chance: Random) -> int:
    table = Table.start(game, players, seed=chance.getrandbits(64))
    while table.seat_to_act is not None:
        table.apply(chance.choice(table.legal_actions()))
    table.outcomes()
    return len(table.actions)


def _steps_in_openspiel(game: Any, chance: Random) -> int:
    """Actions of players; those of chance are not counted."""
    state, actions = game.new_initial_state(), 0
    while not state.is_terminal():
        actions += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    state.returns()
    return actions
