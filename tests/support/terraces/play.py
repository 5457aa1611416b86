"""How games are played: records, measures, and the loop of ``kernels.play_loop``."""

from typing import Any

from arkadia_sim.accelerate import compiled, spliced
from arkadia_sim.kernels.play_loop import Play, Records
from tests.support.terraces import measures, rules, sight, state

RECORDS = Records(state, (state.TABLE_DTYPE, state.HAND_DTYPE), measures.ROW_DTYPE)
decision = compiled(RECORDS.decide)
"""Marks a function as a compiled decision of a bot."""


@spliced
def handed(game: Any, seat: Any) -> Any:
    """What a bot is handed: the table and its own hand."""
    return game["table"], game["hands"][seat]


@decision
def decide_by_chance(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A random decision: what a raised temperature mixes in."""
    sight.choose_by_chance(table, hand, mind, choice)


PLAY = Play(
    RECORDS,
    rules,
    state,
    measures,
    sight,
    deal=rules.deal,
    handed=handed,
    decide_by_chance=decide_by_chance,
    home=__file__,
)
