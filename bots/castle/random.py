"""The bot ``random``: every candidate is equally likely."""

from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import HEEDABLE, Bot, decide_by_chance, state

random = Bot(
    name="random",
    plan="Does anything that the rules allow.",
    source="a yardstick: every candidate of a decision is equally likely",
    decisions=dict.fromkeys(state.DECISIONS, decide_by_chance),
    game="castle",
    heeds=HEEDABLE,
    cues=CUES,
)
