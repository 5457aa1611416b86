"""The bot ``rules``, the player of every playbook: it follows what stands among its parameters.

Where rules leave several candidates, a lot decides.
"""

from typing import Any

from arkadia_sim.games.castle.bots_api import kit
from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import Bot, candidates, cues, decision, limits, listed, state, uniform_number

LOT = 1e-6
"""The size of lots: less than any rule decides."""


@decision
def pick(table: Any, mind: Any, choice: Any) -> None:
    """The candidate that the rules leave."""
    phase = table["phase"]
    if phase > state.GUEST:  # there are no cues for the powers of guests
        limits.choose_by_chance(table, mind, choice)
        return
    cues.count_situation(table, mind)
    listed.begin(mind, phase)
    left = limits.left_of(table, mind)
    while left != 0:
        candidate = candidates.first(left)
        left &= left - 1
        cues.count_pick(table, mind, candidate)
        if listed.is_best(mind, LOT * uniform_number(mind["random"])):
            choice["pick"] = candidate


rules = Bot(
    name="rules",
    plan="Follows the rules of a playbook; of itself it has none, and picks by chance.",
    source="decision lists and tallying",
    decisions=dict.fromkeys(state.DECISIONS, pick),
    game="castle",
    heeds=kit.HEEDABLE,
    cues=CUES,
    only_rules=True,
)
