"""Everything that a bot in plain Python needs for Arkadia, in one import.

Such a bot has up to four functions, each of which gets a ``View`` and returns

* ``must``: a ``Build`` or an ``Introduce``,
* ``draw``: a face-up place, from 0, or ``"stack"``,
* ``castle``: a ``Piece``,
* ``banner``: a ``Banner``, or None for no banner.

The lists of the view hold legal moves only. A bot that takes its moves from them heeds constraints too, and says so
with ``heeds=HEEDABLE``.
"""

from arkadia_sim.compiled.view import Entry, Options, PlainKit
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.games.arkadia.bots_api.cues import HEEDABLE
from arkadia_sim.games.arkadia.bots_api.view import Building, Castle, Holdings, View
from arkadia_sim.games.arkadia.box import CARDS, FAMILIES, FORMS, Square
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.values import Banner, Build, Draw, Introduce, Piece
from arkadia_sim.rng import Dice

__all__ = [
    "HEEDABLE", "Banner", "Bot", "Build", "Building", "Castle", "Draw", "Holdings", "Introduce", "Parameter", "Piece",
    "Square", "View",
]  # fmt: skip


KIT = PlainKit(
    imports="from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, …, View",
    words=(
        Entry("must(view)", "Build | Introduce", "lays out a building, or puts workers next to one (R4, R5)"),
        Entry("draw(view)", "int | 'stack'", "a face-up place, from 0, or the stack; only after a build (R4.5)"),
        Entry("castle(view)", "Piece", "a castle piece, asked for once for each building completed (R7)"),
        Entry("banner(view)", "Banner | None", "a banner with its sale, or none; last in a turn (R8)"),
        Entry("square", "(row, column)", "of the board: rows 0 to 11, columns 0 to 15, from the top left"),
        Entry("card", "str", f"form/family, such as {CARDS[0]}; forms: {', '.join(FORMS)}"),
        Entry("family", "str", ", ".join(FAMILIES)),
        Entry("castle square", "int", "0 to 9, clockwise from the top left of the lot; floors are 1 to 3"),
    ),
    classes=(View, Options, Building, Castle, Holdings, Dice, Build, Introduce, Piece, Banner, Parameter, Bot),
    state=state,
)
"""What bots see and may answer."""
