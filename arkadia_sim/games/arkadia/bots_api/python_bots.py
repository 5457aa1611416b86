"""Bots in plain Python: what they are asked, what their answers mean, and a reference of what all bots see.

Such a bot has up to four functions ``must``, ``draw``, ``castle`` and ``banner``; some may be compiled, such as those
of another bot. A plain one gets a :class:`~arkadia_sim.games.arkadia.bots_api.view.View` and returns

* must: ``Build`` or ``Introduce``,
* draw: a face-up place or ``"stack"``,
* castle: ``Piece``,
* banner: ``Banner``, or None for no banner.
"""

from collections.abc import Mapping
from numbers import Integral
from typing import Any, NamedTuple

from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.reference import Entry, PlainKit
from arkadia_sim.core.view import Options
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Choice, Introduce, Piece, fill_decision, take
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.view import Building, Castle, Holdings, View
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.state import BANNER

_RULE_OF = {"must": "R3.1", "draw": "R4.5", "castle": "R7.2", "banner": "R8"}


class Answers(NamedTuple):
    """How bots are asked at a table with these pieces; see :class:`arkadia_sim.core.engine.Answers`."""

    components: Components

    def view(self, parameters: Mapping[str, float], handed: tuple[Any, ...], random: Dice) -> View:
        """What the bot sees."""
        table, holdings, hand = handed
        return View(table, holdings, hand, random, parameters, self.components)

    def move(self, choice: Any, table: Any) -> Choice:
        """An answer as a move of the game."""
        if isinstance(choice, bool):
            raise TypeError("neither yes nor no was asked for")
        if int(table["phase"]) == BANNER and choice is None:
            return Banner(used=False)
        return int(choice) if isinstance(choice, Integral) else choice

    def write(self, decision: Any, move: Any, table: Any) -> None:
        """Fill in the decision from a move, which may be illegal."""
        fill_decision(decision, move, table, self.components)

    def try_out(self, game: Any, move: Any) -> None:
        """Carry out a move in a game."""
        take(game, move, self.components)

    def rule_of(self, decision: str) -> str:
        """The rule of a decision."""
        return _RULE_OF[decision]


_SETS = "Sets of squares are four words of 64 bits, for the functions of `bitboard`; names of numbers are in `state`."
_box = Components.shipped()
_forms, _families = ", ".join(_box.shapes), ", ".join(_box.families)

KIT = PlainKit(
    imports="from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, …, View",
    words=(
        Entry("must(view)", "Build | Introduce", "lays out a building, or puts workers next to one (R4, R5)"),
        Entry("draw(view)", "int | 'stack'", "a face-up place, from 0, or the stack; only after a build (R4.5)"),
        Entry("castle(view)", "Piece", "a castle piece, asked for once for each building completed (R7)"),
        Entry("banner(view)", "Banner | None", "a banner with its sale, or none; last in a turn (R8)"),
        Entry("square", "(row, column)", "of the board: rows 0 to 11, columns 0 to 15, from the top left"),
        Entry("card", "str", f"form/family, such as {_box.cards[0]}; forms: {_forms}"),
        Entry("family", "str", _families),
        Entry("castle square", "int", "0 to 9, clockwise from the top left of the lot; floors are 1 to 3"),
    ),
    classes=(View, Options, Building, Castle, Holdings, Dice, Build, Introduce, Piece, Banner, Parameter, Bot),
    cues=CUES,
    state=state,
    records=(
        ("table", "TABLE_DTYPE", f"What everybody sees (R10.1). {_SETS}"),
        ("holdings", "HOLDINGS_DTYPE", "What is behind the screens; -1 where the rules hide it (R10.2)."),
        ("hand", "HAND_DTYPE", "The own cards and, at the must, every legal build."),
        ("mind['outlook']", "OUTLOOK_DTYPE", "What `outlook.look(table, mind)` notes about open buildings."),
    ),
)
"""What bots see and may answer."""
