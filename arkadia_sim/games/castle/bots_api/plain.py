"""Everything that a bot in plain Python needs for Once Upon a Castle, in one import.

Such a bot has up to eight functions, one for each decision: ``die``, ``use``, ``line``, ``guest``, ``bolt``,
``square``, ``move``, ``steal``. Each gets a ``View`` and returns one of its legal moves.

The list of the view holds legal moves only. A bot that takes its moves from it heeds constraints too, and says so with
``heeds=HEEDABLE``.
"""

from arkadia_sim.compiled.view import Entry, Options, PlainKit
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.games.castle.bots_api.cues import HEEDABLE
from arkadia_sim.games.castle.bots_api.view import Castle, View
from arkadia_sim.games.castle.box import FACES, GUESTS, LINES, RESOURCES, SQUARES, Board, Line
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.state import DECISIONS
from arkadia_sim.games.castle.values import Value as Pick
from arkadia_sim.rng import Dice

__all__ = ["DECISIONS", "HEEDABLE", "Board", "Bot", "Castle", "Line", "Parameter", "Pick", "View"]

KIT = PlainKit(
    imports="from arkadia_sim.games.castle.bots_api.plain import "
    "DECISIONS, HEEDABLE, Board, Bot, Castle, Line, Parameter, View",
    words=(
        Entry("die(view)", "int", "0 or 1: the die to use first, or to use at all on another player's turn (C4)"),
        Entry("use(view)", "int | str", "what to use the die for: a square for a token, or the name of a use (C5)"),
        Entry("line(view)", "int | str", 'the line to cash, or "stop" (C6.2)'),
        Entry("guest(view)", "str", "the guest to invite from the display (C7.5)"),
        Entry("bolt(view)", "str", "the Bolt guest to reactivate (C7.6)"),
        Entry("square(view)", "int", "the square for a token by the power of a guest (C8.1)"),
        Entry("move(view)", "[int, int] | str", 'a token moved by the Magician as [from, to], or "stop" (C8.1)'),
        Entry("steal(view)", "[int, str]", "the guest to steal as [seat, guest] (C8.6)"),
        Entry("square", "int", f"0 to {SQUARES - 1}, row by row; `board.squares` says what each is"),
        Entry("line", "int", f"0 to {LINES - 1}, rows first; `board.lines` says what each gives"),
        Entry("resource", "str", ", ".join(RESOURCES)),
        Entry("face", "str", ", ".join(FACES)),
        Entry("use", "str", "residents, flag, cloud, pass"),
        Entry("guest", "str", ", ".join(GUESTS)),
    ),
    classes=(View, Options, Castle, Board, Line, Dice, Parameter, Bot),
    state=state,
)
"""What bots see and may answer."""
