"""Everything that a bot in plain Python needs for Medina, in one import.

Such a bot has up to two functions, each of which gets a ``View`` and returns

* ``place``: a ``Place``,
* ``tea``: True for a tea break, or False.

The lists of the view hold legal moves only. A bot that takes its moves from them heeds constraints too, and says so
with ``heeds=HEEDABLE``.
"""

from arkadia_sim.compiled.view import Entry, Options, PlainKit
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.games.medina.bots_api.cues import HEEDABLE
from arkadia_sim.games.medina.bots_api.view import Palace, View
from arkadia_sim.games.medina.box import COLOURS, Square, shipped_box
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.state import KIND_NAMES
from arkadia_sim.games.medina.values import Place
from arkadia_sim.rng import Dice

__all__ = ["HEEDABLE", "Bot", "Palace", "Parameter", "Place", "Square", "View"]

_sizes = {players: shipped_box().boards[table.board] for players, table in shipped_box().tables.items()}
_boards = ", ".join(f"{size.rows} x {size.columns} for {players} players" for players, size in _sizes.items())

KIT = PlainKit(
    imports="from arkadia_sim.games.medina.bots_api.plain import HEEDABLE, Bot, Palace, Parameter, Place, View",
    words=(
        Entry("place(view)", "Place", "puts a piece on a square; twice in most turns (M3.1)"),
        Entry("tea(view)", "bool", "True for a tea break in place of the second piece (M10.3)"),
        Entry("square", "(row, column)", f"the city is rows 1 to R, columns 1 to C ({_boards}); around it is the ring"),
        Entry("colour", "str", ", ".join(COLOURS)),
        Entry("piece", "str", ", ".join(KIND_NAMES) + "; a colour is a building"),
    ),
    classes=(View, Options, Palace, Dice, Place, Parameter, Bot),
    state=state,
)
"""What bots see and may answer."""
