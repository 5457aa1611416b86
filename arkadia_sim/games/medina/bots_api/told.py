"""All that a bot for Medina is told and may answer, topic by topic, from where it is declared."""

from arkadia_sim.core.reference import Topic, class_topic, record_topic
from arkadia_sim.games.medina.bots_api.choices import Place
from arkadia_sim.games.medina.bots_api.view import Palace, View
from arkadia_sim.games.medina.rules import state

_SETS = "Sets of squares are four words of 64 bits, for the functions of `bitboard`; names of numbers are in `state`."
_COMPILED = (
    ("table", "TABLE_DTYPE", f"What everybody sees (M12). {_SETS}"),
    ("table['rules']", "RULES_DTYPE", "The options and numbers in force."),
    ("holdings", "HOLDINGS_DTYPE", "The pieces at hand; of others -1 where the rules hide them (M12.2)."),
    ("mind", "MIND_DTYPE", "The bot's own: parameters, random numbers, room to think."),
    ("choice", "DECISION_DTYPE", "The decision to fill in, for the phase of the table."),
)


def topics() -> list[Topic]:
    """First what bots in plain Python see and answer, then the records of compiled ones."""
    return [
        *map(class_topic, (View, Palace, Place)),
        *(record_topic(title, state, name, about) for title, name, about in _COMPILED),
    ]
