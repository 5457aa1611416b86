"""Games as Python games of OpenSpiel, and our bots among OpenSpiel's.

Importing this module registers every shipped game as ``python_`` and its name:

>>> import pyspiel                                                       # doctest: +SKIP
>>> from arkadia_sim.adapters.openspiel import TableBot, dealt           # doctest: +SKIP
>>> game = pyspiel.load_game("python_my_game(players=3)")                # doctest: +SKIP
>>> state = dealt(game, seed=42)                                         # doctest: +SKIP

Chance is explicit. The first actions of a game are the eight bytes of a seed, each by lot; the seed decides all luck,
as it does in ``arkadia-sim play``. A state holds the whole game, so a search that copies states, such as OpenSpiel's
MCTS, sees what is hidden. IS-MCTS does not: it calls :meth:`TableState.resample_from_infostate`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms.mcts import Evaluator

from arkadia_sim.adapters.views import outcome_of
from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_value
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.registry import GAMES, find_game
from arkadia_sim.core.scene import seat_text
from arkadia_sim.core.table import LONGEST, Table
from arkadia_sim.errors import BadValue, UsageError

SEED_BYTES = 8
BYTE = 256


def register(name: str) -> str:
    """Register a game with OpenSpiel.

    Args:
        name: Name of the game, or ``package.module:NAME`` for one of your own.

    Returns:
        The name by which OpenSpiel loads it.
    """
    game = find_game(name)
    described = _type_of(game, game.outcomes[0])
    # OpenSpiel lets go of it when Python has ended already: a class outlives that, a function does not
    pyspiel.register_game(described, type("TableGame", (TableGame,), {"name": name}))
    return str(described.short_name)


def _type_of(game: Game, outcome: Outcome) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    utility = pyspiel.GameType.Utility
    counts = game.player_counts
    return pyspiel.GameType(
        short_name=f"python_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if outcome.total is None else utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": 2 if 2 in counts else min(counts),
            "outcome": game.outcomes[0].column,
            "rules": "",
        },
    )


def _rules_of(text: str) -> dict[str, Any]:
    """Options of the rules from ``name:value`` with spaces between; OpenSpiel itself needs ``=`` and commas."""
    pairs = [word.partition(":") for word in text.split()]
    if not all(name and value for name, _, value in pairs):
        raise BadValue("rules", text, "options such as option:value, with spaces between")
    return {name: option_value(value.replace("/", ",")) for name, _, value in pairs}


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel sees it; load it by ``pyspiel.load_game``.

    Its parameters are ``players``, ``outcome`` (what is returned at the end; the goal of the game if left out) and
    ``rules`` (options such as ``first_option:word second_option:3/3/1``, with spaces between).
    """

    name: str
    """Name of the game, given by :func:`register`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Set the table; UsageError for a parameter that cannot be used."""
        game, params = find_game(self.name), params or {}
        values = {**_type_of(game, game.outcomes[0]).parameter_specification, **params}
        players, rules = values["players"], _rules_of(values["rules"])
        self._start = {"game": self.name, "players": players, "rules": rules}
        self.empty = self.deal(0)
        self.outcome = outcome_of(self.empty, values["outcome"])
        declared = next(outcome for outcome in game.outcomes if outcome.column == self.outcome)
        low, high = declared.bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=self.empty.space.size,
            max_chance_outcomes=BYTE,
            num_players=players,
            min_utility=low / declared.scale,
            max_utility=high / declared.scale,
            utility_sum=None if declared.total is None else declared.total / declared.scale,
            max_game_length=LONGEST,
        )
        super().__init__(_type_of(game, declared), info, dict(params))

    def deal(self, seed: int) -> Table:
        """A game at its start."""
        return Table.start(**self._start, seed=seed)

    def new_initial_state(self) -> "TableState":
        """A game that is not dealt yet."""
        return TableState(self)

    def __reduce__(self) -> Any:
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TableObserver":
        """What a seat sees as arrays."""
        if params:
            raise BadValue("parameters of the observer", params, "none")
        return TableObserver(self.empty)


class TableState(pyspiel.State):  # type: ignore[misc]
    """A game in progress.

    Attributes:
        table: The game, or None before the deal.
    """

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.table: Table | None = None
        self._seed = b""

    def current_player(self) -> Any:
        """The seat that is to act, chance or nobody."""
        if self.table is None:
            return pyspiel.PlayerId.CHANCE
        seat = self.table.seat_to_act
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.seat_to_act is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed: all values are equally likely."""
        return [(value, 1.0 / BYTE) for value in range(BYTE)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.table is None else self.table.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            self.table.apply(action)
            return
        self._seed += bytes([action])
        if len(self._seed) == SEED_BYTES:
            self.table = self.get_game().deal(int.from_bytes(self._seed))

    def _action_to_string(self, player: int, action: int) -> str:
        if self.table is None:
            return f"byte {len(self._seed) + 1} of the seed: {action}"
        step = self.table.space.step(action)
        return f"{step.kind} {step.number}: {self.table.action_text(action)}"

    def returns(self) -> list[float]:
        """The outcome of each seat; 0 before the end."""
        if self.table is None or self.table.seat_to_act is not None:
            return [0.0] * self.num_players()
        return list(self.table.outcomes()[self.get_game().outcome])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """A state that the player to act may believe to be in: what it cannot know is drawn again.

        Args:
            player: The seat that is to act.
            sampler: Returns random numbers from 0 to 1.
        """
        if self.table is None or player != self.table.seat_to_act:
            raise BadValue("player", player, "the one who is to act")
        state: TableState = self.clone()
        state.table = self.table.imagine(np.random.default_rng(int(sampler() * (1 << 53))))
        return state

    def __str__(self) -> str:
        if self.table is None:
            return f"seed: {self._seed.hex(' ') or 'not drawn'}"
        table, seat = self.table, self.table.seat_to_act
        now = "the game is over" if seat is None else f"{seat_text(seat)} decides: {table.decision}"
        return "; ".join((f"{table.game.title}, deal {table.deal}, {len(table.actions)} actions", now, *table.so_far()))


class TableObserver:
    """Observations of a game: all arrays of ``table.observed``, in one tensor and each by name."""

    def __init__(self, table: Table) -> None:
        sizes = [int(np.prod(array.shape)) for array in table.observed]
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        self.dict, start = dict[str, NDArray[np.float32]](), 0
        for array, size in zip(table.observed, sizes, strict=True):
            self.dict[array.name] = self.tensor[start : start + size].reshape(array.shape)
            start += size

    def set_from(self, state: TableState, player: int) -> None:
        """Fill in what a seat knows; zeros before the deal."""
        arrays = {} if state.table is None else state.table.observation(player)
        for name, room in self.dict.items():
            room[:] = arrays.get(name, 0.0)

    def string_from(self, state: TableState, player: int) -> str:
        """The same as text: of each array the places that are not 0, and their values unless they are 1."""
        self.set_from(state, player)
        texts = []
        for name, array in self.dict.items():
            flat = array.ravel()
            marks = [str(place) if flat[place] == 1 else f"{place}={flat[place]:g}" for place in np.flatnonzero(flat)]
            texts.append(f"{name}: {' '.join(marks)}")
        return "\n".join(texts)


def dealt(game: TableGame, seed: int) -> TableState:
    """The state after the deal: the first game of ``arkadia-sim play`` with this seed."""
    state = game.new_initial_state()
    for value in seed.to_bytes(SEED_BYTES):
        state.apply_action(value)
    return state


class TableBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots as a bot of OpenSpiel. From the same deal it plays the same game as in ``arkadia-sim play``.

    It decides at once on a whole decision, then tells its actions one by one.
    """

    def __init__(self, bot: str, seat: int) -> None:
        """``seat`` counts from 0."""
        super().__init__()
        self._bot, self._seat = bot, seat
        self._own: Table | None = None

    def restart_at(self, state: TableState) -> None:
        """Begin another game."""
        self._own = None

    def step(self, state: TableState) -> int:
        """The action that the bot takes."""
        table = state.table
        if table is None or table.seat_to_act != self._seat:
            raise UsageError(f"bot {self._bot} is asked when it is not the turn of {seat_text(self._seat)}")
        done = len(table.actions)
        if self._own is None or not _same_game(self._own, table):
            self._own = table.copy([self._bot if seat == self._seat else None for seat in range(len(table.bots))])
        own = self._own
        for action in table.actions[len(own.actions) :]:
            own.apply(action)
        if len(own.actions) == done:
            if own.path:
                raise UsageError(f"bot {self._bot} decides on a whole decision, and somebody else has begun this one")
            own.ask_bot()
        return own.actions[done]


def _same_game(own: Table, table: Table) -> bool:
    """Whether one of the tables is further on in the game of the other."""
    both = slice(min(len(own.actions), len(table.actions)))
    same = (own.deal, own.setting, own.actions[both]) == (table.deal, table.setting, table.actions[both])
    return same and not table.imagined


class PlayoutEvaluator(Evaluator):  # type: ignore[misc]
    """Values for OpenSpiel's searches: one of our bots plays on from a state, in milliseconds if it is compiled."""

    def __init__(self, bot: str = "random", playouts: int = 1, seed: int = 0) -> None:
        """``playouts`` games are played for a value, all seats by ``bot``, with the luck of ``seed``."""
        self._bot, self._playouts, self._chance = bot, playouts, np.random.default_rng(seed)

    def evaluate(self, state: TableState) -> NDArray[np.float64]:
        """The average outcome of each seat."""
        table, outcome = state.table, state.get_game().outcome
        if table is None:
            raise UsageError("there is nothing to play on from before the deal")
        games = [table.play_out(self._bot, self._chance)[outcome] for _ in range(self._playouts)]
        return np.mean(np.array(games, np.float64), axis=0)

    def prior(self, state: TableState) -> list[tuple[int, float]]:
        """All legal actions alike."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


REGISTERED = tuple(map(register, GAMES))
"""The names of all shipped games in OpenSpiel."""
