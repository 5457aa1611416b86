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
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.dice import Dice
from arkadia_sim.core.table import STEPS, ActionSpace, Step, flattened
from arkadia_sim.errors import RecordError

if TYPE_CHECKING:
    from arkadia_sim.core.bot import Seated
    from arkadia_sim.core.compiled_table import Steps


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


class Walker:
    """Makes the decisions of a seated bot step by step."""

    def __init__(self, steps: "Steps", seated: "Seated") -> None:
        self._steps, self._space, self._bot = steps, ActionSpace(steps.kinds), seated

    def fill(self, handed: tuple[Any, ...], random: Dice, decision: Any, rule: str) -> None:
        """Fill in a decision; RecordError with the number of this rule if the bot picks an action that is not legal."""
        act, seat, players = self._bot.bot.act, int(handed[0]["seat"]), int(handed[0]["players"])
        assert act is not None
        arrays = {name: np.asarray(array, np.float32) for name, array in self._steps.arrays(handed, seat).items()}
        observation = {array.name: arrays[array.name] for array in self._steps.observed}
        settings = self._bot.settings(players)
        path, taken = list[Step](), list[int]()
        while options := self._steps.options(handed, path):
            legal = sorted(map(self._space.action, options))
            view = StepView({**observation, STEPS: self._space.marks(taken)}, legal, random, settings)
            action = act(view)
            if action not in legal:
                raise RecordError(rule, f"bot {self._bot.bot.name}: action {action!r} is not legal")
            taken.append(int(action))
            path.append(self._space.step(taken[-1]))
        self._steps.fill(handed, path, decision)
