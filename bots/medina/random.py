"""The bot ``random``: every decision by pure chance."""

from typing import Any

from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import HEEDABLE, Bot, decision, limits


@decision
def choose(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    limits.choose_by_chance(table, holdings, mind, choice)


random = Bot(
    name="random",
    plan="Places any piece anywhere that the rules allow, by the roll of dice, at any temperature.",
    source="the yardstick for speed and for skill; defined exactly in arkadia_sim/games/medina/rules/uniform.py",
    decisions={"place": choose, "tea": choose},
    game="medina",
    heeds=HEEDABLE,
    cues=CUES,
)
