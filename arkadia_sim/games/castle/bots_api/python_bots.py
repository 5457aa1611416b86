"""Bots in plain Python: what they are asked, what their answers mean, and a reference of what all bots see.

Such a bot has up to eight functions, one for each decision, which get a
:class:`~arkadia_sim.games.castle.bots_api.view.View` and return one of its ``candidates``.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.reference import Topic, class_topic, record_topic
from arkadia_sim.games.castle.bots_api.choices import RULE_OF_KIND, fill_decision
from arkadia_sim.games.castle.bots_api.view import Castle, Gifts, View
from arkadia_sim.games.castle.rules import state
from arkadia_sim.kernels.play_loop import next_uniform


class Answers:
    """How bots are asked; see :class:`arkadia_sim.core.engine.Answers`."""

    def choose(self, function: Callable[[View], Any], seated: Seated, handed: tuple[Any, ...], mind: Any) -> Any:
        """The bot's answer; it draws from a numpy generator, seeded from its own stream."""
        luck = np.random.Generator(np.random.PCG64(int(next_uniform(mind["random"]) * (1 << 53))))
        (table,) = handed
        return function(View(table, luck, seated.settings(int(table["players"]))))

    def fill(self, decision: Any, choice: Any, game: Any, trial: Any) -> None:
        """Fill in the decision from a legal answer."""
        fill_decision(decision, choice, game["table"])

    def rule_of(self, decision: str) -> str:
        """The rule of a decision."""
        return RULE_OF_KIND[decision]


_COMPILED = (
    ("table", "TABLE_DTYPE", "What everybody sees (C11). Sets are bits; names of numbers are in `state`."),
    ("table['castles'][seat]", "CASTLE_DTYPE", "What a player has."),
    ("table['board']", "BOARD_DTYPE", "The board, the same for all players."),
    ("table['board']['lines'][line]", "LINE_DTYPE", "A line and what it gives."),
    ("table['rules']", "RULES_DTYPE", "The options and numbers of the rules."),
    ("mind", "MIND_DTYPE", "The bot's parameters, random numbers and scratch space."),
    ("choice", "DECISION_DTYPE", "The decision to fill in, for the phase of the table."),
)


def topics() -> list[Topic]:
    """What bots in plain Python see and answer, then the records of compiled bots."""
    return [
        *map(class_topic, (View, Castle, Gifts)),
        *(record_topic(title, state, name, about) for title, name, about in _COMPILED),
    ]
