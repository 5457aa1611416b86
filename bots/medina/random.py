"""The bot ``random``: every decision by pure chance."""

from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import HEEDABLE, Bot, decide_by_chance, state

random = Bot(
    name="random",
    plan="Places any piece anywhere that the rules allow, by the roll of dice, at any temperature.",
    source="the yardstick for speed and for skill; defined exactly in arkadia_sim/games/medina/sight/limits.py",
    decisions=dict.fromkeys(state.DECISIONS, decide_by_chance),
    game="medina",
    heeds=HEEDABLE,
    cues=CUES,
)
