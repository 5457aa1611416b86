"""Everything that a bot in plain Python needs for Once Upon a Castle, in one import.

Such a bot has up to eight functions, one for each decision: ``die``, ``use``, ``line``, ``guest``, ``bolt``,
``square``, ``move``, ``steal``. Each gets a ``View`` and returns one of its legal moves.

The list of the view holds legal moves only. A bot that takes its moves from it heeds constraints too, and says so with
``heeds=HEEDABLE``.
"""

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.games.castle.bots_api.choices import Pick
from arkadia_sim.games.castle.bots_api.view import Castle, Gifts, View
from arkadia_sim.games.castle.rules.state import DECISIONS
from arkadia_sim.games.castle.sight.constraints import HEEDABLE

__all__ = ["DECISIONS", "HEEDABLE", "Bot", "Castle", "Gifts", "Parameter", "Pick", "View"]
