"""Bots in plain Python: what they are asked, what their answers mean, and a reference of what all bots see.

Such a bot has up to two functions, which get a :class:`~arkadia_sim.games.medina.bots_api.view.View`: ``place`` returns
a ``Place``, ``tea`` yes or no.
"""

from collections.abc import Mapping
from typing import Any

from arkadia_sim.core import engine
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.reference import Entry, PlainKit
from arkadia_sim.core.view import Options
from arkadia_sim.games.medina.bots_api.choices import Place, fill_decision, take
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.view import Palace, View
from arkadia_sim.games.medina.components.box import COLOURS, shipped_box
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.state import KIND_NAMES


class Answers(engine.Answers):
    """How bots are asked; see :class:`arkadia_sim.core.engine.Answers`."""

    def view(self, parameters: Mapping[str, float], handed: tuple[Any, ...], random: Dice) -> View:
        table, holdings = handed
        return View(table, holdings, random, parameters)

    def write(self, decision: Any, move: Any, table: Any) -> None:
        fill_decision(decision, move, table)

    def try_out(self, game: Any, move: Any) -> None:
        take(game, move)

    def rule_of(self, decision: str) -> str:
        return "M3.1"


_SETS = "Sets of squares are four words of 64 bits, for the functions of `bitboard`; names of numbers are in `state`."
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
    cues=CUES,
    state=state,
    records=(
        ("table", "TABLE_DTYPE", f"What everybody sees (M12). {_SETS}"),
        ("holdings", "HOLDINGS_DTYPE", "The pieces at hand; -1 where the rules hide them (M12.2)."),
    ),
)
"""What bots see and may answer."""
