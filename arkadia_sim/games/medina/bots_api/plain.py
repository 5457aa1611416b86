"""Everything that a bot in plain Python needs for Medina, in one import.

Such a bot has up to two functions, each of which gets a ``View`` and returns

* ``place``: a ``Place``,
* ``tea``: True for a tea break, or False.

The lists of the view hold legal moves only. A bot that takes its moves from them heeds constraints too, and says so
with ``heeds=HEEDABLE``.
"""

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.games.medina.bots_api.choices import Place
from arkadia_sim.games.medina.bots_api.view import Palace, View
from arkadia_sim.games.medina.components.box import Square
from arkadia_sim.games.medina.sight.constraints import HEEDABLE

__all__ = ["HEEDABLE", "Bot", "Palace", "Parameter", "Place", "Square", "View"]
