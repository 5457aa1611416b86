"""Bots in plain Python: what they are asked, and what their answers mean.

Such a bot is up to two functions, each of which is handed a :class:`~arkadia_sim.games.medina.bots_api.view.View`:
``place`` returns a ``Place``, ``tea`` yes or no.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.games.medina.bots_api.choices import fill_decision
from arkadia_sim.games.medina.bots_api.explain import take
from arkadia_sim.games.medina.bots_api.view import View
from arkadia_sim.kernels.play_loop import next_uniform


class Answers:
    """How bots are asked; see :class:`arkadia_sim.core.engine.Answers`."""

    def choose(self, function: Callable[[View], Any], seated: Seated, handed: tuple[Any, ...], mind: Any) -> Any:
        """What a bot answers; it draws with numpy, by a seed from its own stream, whatever the others draw."""
        luck = np.random.Generator(np.random.PCG64(int(next_uniform(mind["random"]) * (1 << 53))))
        table, holdings = handed
        return function(View(table, holdings, luck, seated.settings(int(table["players"]))))

    def fill(self, decision: Any, choice: Any, game: Any, trial: Any) -> None:
        """Fill in the decision from an answer that the rules allow."""
        trial[0] = game
        take(trial[0], choice)
        fill_decision(decision, choice, game["table"])

    def rule_of(self, decision: str) -> str:
        """The rule of a question: what is placed in a turn."""
        return "M3.1"
