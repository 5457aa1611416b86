"""All that a bot for Arkadia is told and may answer, topic by topic, from where it is declared."""

from arkadia_sim.core.reference import Topic, class_topic, record_topic
from arkadia_sim.games.arkadia.bots_api.choices import Banner, Build, Introduce, Piece
from arkadia_sim.games.arkadia.bots_api.dice import Dice
from arkadia_sim.games.arkadia.bots_api.seen import Building, Castle, Holdings
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.rules import state

_PLAIN = (View, Building, Castle, Holdings, Dice, Build, Introduce, Piece, Banner)
_SETS = "Sets of squares are four words of 64 bits, for the functions of `bitboard`; names of numbers are in `state`."
_COMPILED = (
    ("table", "TABLE_DTYPE", f"What everybody sees (R10.1). {_SETS}"),
    ("table['rules']", "RULES_DTYPE", "The options and numbers in force."),
    ("holdings", "HOLDINGS_DTYPE", "What stands behind the screens; of others -1 where the rules hide it (R10.2)."),
    ("hand", "HAND_DTYPE", "The own cards and, at the must, every legal build."),
    ("mind", "MIND_DTYPE", "The bot's own: parameters, random numbers, room to think."),
    ("mind['outlook']", "OUTLOOK_DTYPE", "What `outlook.look(table, mind)` fills in of the buildings not complete."),
    ("choice", "DECISION_DTYPE", "The decision to fill in, for the phase of the table."),
)


def topics() -> list[Topic]:
    """First what bots in plain Python see and answer, then the records of compiled ones."""
    return [
        *map(class_topic, _PLAIN),
        *(record_topic(title, state, name, about) for title, name, about in _COMPILED),
    ]
