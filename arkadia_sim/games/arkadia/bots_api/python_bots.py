"""Bots in plain Python: what they are asked, what their answers mean, and a reference of what all bots see.

Such a bot has up to four functions ``must``, ``draw``, ``castle`` and ``banner``; some may be compiled, such as those
of another bot. A plain one gets a :class:`~arkadia_sim.games.arkadia.bots_api.view.View` and returns

* must: ``Build`` or ``Introduce``,
* draw: a face-up place or ``"stack"``,
* castle: ``Piece``,
* banner: ``Banner``, or None for no banner.
"""

from collections.abc import Callable
from numbers import Integral
from typing import Any, NamedTuple

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.reference import Topic, class_topic, record_topic
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Choice, Introduce, Piece, fill_decision, take
from arkadia_sim.games.arkadia.bots_api.dice import Dice
from arkadia_sim.games.arkadia.bots_api.view import Building, Castle, Holdings, View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.state import BANNER

_RULE_OF = {"must": "R3.1", "draw": "R4.5", "castle": "R7.2", "banner": "R8"}


class Answers(NamedTuple):
    """How bots are asked at a table with these pieces; see :class:`arkadia_sim.core.engine.Answers`."""

    components: Components

    def choose(self, function: Callable[[View], Any], seated: Seated, handed: tuple[Any, ...], mind: Any) -> Any:
        """The bot's answer; its random numbers continue the stream in its mind."""
        table, holdings, hand = handed
        dice, parameters = Dice(mind["random"]), seated.settings(int(table["players"]))
        choice = function(View(table, holdings, hand, dice, parameters, self.components))
        mind["random"] = dice.words
        return choice

    def fill(self, decision: Any, choice: Any, game: Any, trial: Any) -> None:
        """Fill in the decision from a legal answer."""
        if isinstance(choice, bool):
            raise TypeError("neither yes nor no was asked for")
        if int(game["table"]["phase"]) == BANNER and choice is None:
            choice = Banner(used=False)
        answer: Choice = int(choice) if isinstance(choice, Integral) else choice
        trial[0] = game
        take(trial[0], answer, self.components)
        fill_decision(decision, answer, game, self.components)

    def rule_of(self, decision: str) -> str:
        """The rule of a decision."""
        return _RULE_OF[decision]


_PLAIN = (View, Building, Castle, Holdings, Dice, Build, Introduce, Piece, Banner)
_SETS = "Sets of squares are four words of 64 bits, for the functions of `bitboard`; names of numbers are in `state`."
_COMPILED = (
    ("table", "TABLE_DTYPE", f"What everybody sees (R10.1). {_SETS}"),
    ("table['rules']", "RULES_DTYPE", "The options and numbers of the rules."),
    ("holdings", "HOLDINGS_DTYPE", "What is behind the screens; -1 where the rules hide it (R10.2)."),
    ("hand", "HAND_DTYPE", "The own cards and, at the must, every legal build."),
    ("mind", "MIND_DTYPE", "The bot's parameters, random numbers and scratch space."),
    ("mind['outlook']", "OUTLOOK_DTYPE", "What `outlook.look(table, mind)` notes about open buildings."),
    ("choice", "DECISION_DTYPE", "The decision to fill in, for the phase of the table."),
)


def topics() -> list[Topic]:
    """What bots in plain Python see and answer, then the records of compiled bots."""
    return [
        *map(class_topic, _PLAIN),
        *(record_topic(title, state, name, about) for title, name, about in _COMPILED),
    ]
