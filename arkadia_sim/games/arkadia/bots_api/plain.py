"""Everything that a bot in plain Python needs for Arkadia, in one import.

Such a bot has up to four functions, each of which gets a ``View`` and returns

* ``must``: a ``Build`` or an ``Introduce``,
* ``draw``: a face-up place, from 0, or ``"stack"``,
* ``castle``: a ``Piece``,
* ``banner``: a ``Banner``, or None for no banner.

The lists of the view hold legal moves only. A bot that takes its moves from them heeds constraints too, and says so
with ``heeds=HEEDABLE``.
"""

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Draw, Introduce, Piece
from arkadia_sim.games.arkadia.bots_api.view import Building, Castle, Holdings, View
from arkadia_sim.games.arkadia.components.box import Square
from arkadia_sim.games.arkadia.sight.constraints import HEEDABLE

__all__ = [
    "HEEDABLE",
    "Banner",
    "Bot",
    "Build",
    "Building",
    "Castle",
    "Draw",
    "Holdings",
    "Introduce",
    "Parameter",
    "Piece",
    "Square",
    "View",
]
