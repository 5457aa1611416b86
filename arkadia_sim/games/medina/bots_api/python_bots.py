"""Bots in plain Python: what they are asked, what their answers mean, and a reference of what all bots see.

Such a bot has up to two functions, which get a :class:`~arkadia_sim.games.medina.bots_api.view.View`: ``place`` returns
a ``Place``, ``tea`` yes or no.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.reference import Topic, class_topic, record_topic
from arkadia_sim.games.medina.bots_api.choices import Place, fill_decision, take
from arkadia_sim.games.medina.bots_api.view import Palace, View
from arkadia_sim.games.medina.rules import state
from arkadia_sim.kernels.play_loop import next_uniform


class Answers:
    """How bots are asked; see :class:`arkadia_sim.core.engine.Answers`."""

    def choose(self, function: Callable[[View], Any], seated: Seated, handed: tuple[Any, ...], mind: Any) -> Any:
        """The bot's answer; it draws from a numpy generator, seeded from its own stream."""
        luck = np.random.Generator(np.random.PCG64(int(next_uniform(mind["random"]) * (1 << 53))))
        table, holdings = handed
        return function(View(table, holdings, luck, seated.settings(int(table["players"]))))

    def fill(self, decision: Any, choice: Any, game: Any, trial: Any) -> None:
        """Fill in the decision from a legal answer."""
        trial[0] = game
        take(trial[0], choice)
        fill_decision(decision, choice, game["table"])

    def rule_of(self, decision: str) -> str:
        """The rule of a decision."""
        return "M3.1"


_SETS = "Sets of squares are four words of 64 bits, for the functions of `bitboard`; names of numbers are in `state`."
_COMPILED = (
    ("table", "TABLE_DTYPE", f"What everybody sees (M12). {_SETS}"),
    ("table['rules']", "RULES_DTYPE", "The options and numbers of the rules."),
    ("holdings", "HOLDINGS_DTYPE", "The pieces at hand; -1 where the rules hide them (M12.2)."),
    ("mind", "MIND_DTYPE", "The bot's parameters, random numbers and scratch space."),
    ("choice", "DECISION_DTYPE", "The decision to fill in, for the phase of the table."),
)


def topics() -> list[Topic]:
    """What bots in plain Python see and answer, then the records of compiled bots."""
    return [
        *map(class_topic, (View, Palace, Place)),
        *(record_topic(title, state, name, about) for title, name, about in _COMPILED),
    ]
