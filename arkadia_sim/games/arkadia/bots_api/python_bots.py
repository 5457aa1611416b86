"""Bots in plain Python: what they are asked, and what their answers mean.

Such a bot is up to four functions ``must``, ``draw``, ``castle`` and ``banner``, and some of them may as well be
compiled ones, those of another bot for instance. Each in plain Python is handed a
:class:`~arkadia_sim.games.arkadia.bots_api.view.View` and returns

* must: ``Build`` or ``Introduce``,
* draw: a face-up place or ``"stack"``,
* castle: ``Piece``,
* banner: ``Banner``, or None for no banner.
"""

from collections.abc import Callable
from numbers import Integral
from typing import Any, NamedTuple

from arkadia_sim.core.bot import Seated
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Choice, fill_decision
from arkadia_sim.games.arkadia.bots_api.dice import Dice
from arkadia_sim.games.arkadia.bots_api.explain import take
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.rules.state import BANNER

_RULE_OF = {"must": "R3.1", "draw": "R4.5", "castle": "R7.2", "banner": "R8"}


class Answers(NamedTuple):
    """How bots are asked at a table with these pieces; see :class:`arkadia_sim.core.engine.Answers`."""

    components: Components

    def choose(self, function: Callable[[View], Any], seated: Seated, handed: tuple[Any, ...], mind: Any) -> Any:
        """What a bot answers; its random numbers come from the stream in its mind and go on there."""
        table, holdings, hand = handed
        dice, parameters = Dice(mind["random"]), seated.settings(int(table["players"]))
        choice = function(View(table, holdings, hand, dice, parameters, self.components))
        mind["random"] = dice.words
        return choice

    def fill(self, decision: Any, choice: Any, game: Any, trial: Any) -> None:
        """Fill in the decision from an answer that the rules allow."""
        if isinstance(choice, bool):
            raise TypeError("neither yes nor no was asked for")
        if int(game["table"]["phase"]) == BANNER and choice is None:
            choice = Banner(used=False)
        answer: Choice = int(choice) if isinstance(choice, Integral) else choice
        trial[0] = game
        take(trial[0], answer, self.components)
        fill_decision(decision, answer, game, self.components)

    def rule_of(self, decision: str) -> str:
        """The rule of a question."""
        return _RULE_OF[decision]
