"""The bot ``random``: every candidate is equally likely."""

from typing import Any

from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import HEEDABLE, Bot, decision, limits, state


@decision
def pick(table: Any, mind: Any, choice: Any) -> None:
    """Any candidate."""
    limits.choose_by_chance(table, mind, choice)


random = Bot(
    name="random",
    plan="Does anything that the rules allow.",
    source="a yardstick: every candidate of a decision is equally likely",
    decisions=dict.fromkeys(state.DECISIONS, pick),
    game="castle",
    heeds=HEEDABLE,
    cues=CUES,
)
