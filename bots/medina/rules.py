"""The bot ``rules``, the player of every playbook: it follows what stands among its parameters.

Where rules leave several options, a lot decides; but no tea break is taken that no rule asks for.
"""

from typing import Any

from arkadia_sim.games.medina.bots_api import kit
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import Bot, bitboard, cues, decision, limits, listed, state, uniform_number

LOT, UNASKED = 1e-6, 1e-4
"""The size of lots, and points off for a tea break that no rule asks for: less than any rule decides."""


@decision
def place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The placement that the rules leave."""
    cues.count_situation(table, holdings, mind)
    listed.begin(mind, state.PLACE)
    for kind in range(state.KINDS):
        squares = limits.squares_for(table, holdings, mind, kind)
        while not bitboard.is_empty(squares):
            square = bitboard.first_bit(squares)
            squares = bitboard.drop_first(squares)
            cues.count_placement(table, holdings, mind, kind, square)
            if listed.is_best(mind, LOT * uniform_number(mind["random"])):
                choice["kind"] = kind
                choice["square"] = square


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A tea break, if the rules leave nothing else."""
    points = cues.most_points(table, holdings, mind)
    cues.count_situation(table, holdings, mind)
    listed.begin(mind, state.TEA)
    for takes_tea in (False, True):
        cues.count_break(mind, takes_tea, points)
        if limits.may_rest(mind, takes_tea) and listed.is_best(mind, -UNASKED if takes_tea else 0.0):
            choice["take_tea"] = 1 if takes_tea else 0


rules = Bot(
    name="rules",
    plan="Follows the rules of a playbook; of itself it has none, and picks by chance.",
    source="decision lists and tallying",
    decisions={"place": place, "tea": tea},
    game="medina",
    heeds=kit.HEEDABLE,
    cues=CUES,
    only_rules=True,
)
