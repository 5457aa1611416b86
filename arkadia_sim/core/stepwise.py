"""Bots that decide step by step: a function that sees arrays and picks one of the legal actions, as agents learn to.

::

    def act(view):
        scores = network(view.flat)
        return max(view.legal, key=lambda action: scores[action])

    BOT = Bot("my_agent", "Plays what it has learned.", "reinforcement learning", {}, game="my_game", act=act)

Arrays and actions are those of a game's :class:`arkadia_sim.core.table.Table`, so an agent plays as it was trained.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.dice import Dice


def flattened(arrays: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """The arrays of an observation one after another."""
    return np.concatenate([array.ravel() for array in arrays.values()])


@dataclass(frozen=True)
class StepView:
    """What a bot sees before each action.

    Attributes:
        observation: The arrays by name; ``Table.observed`` declares them.
        legal: The legal actions in rising order.
        random: The seat's own dice, the only ones to use.
        parameters: The bot's parameters by name.
    """

    observation: Mapping[str, NDArray[np.float32]]
    legal: Sequence[int]
    random: Dice
    parameters: Mapping[str, float]

    @property
    def flat(self) -> NDArray[np.float32]:
        """The arrays one after another, as environments for learning give them."""
        return flattened(self.observation)


Act = Callable[[StepView], int]
"""Picks one of the legal actions."""
