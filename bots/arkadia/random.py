"""The bot ``random``: every decision by pure chance."""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import HEEDABLE, Bot, decision, limits


@decision
def choose(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    limits.choose_by_chance(table, holdings, hand, mind, choice)


random = Bot(
    name="random",
    plan="Does anything that the rules allow, by the toss of a coin and the roll of dice, at any temperature.",
    source="the yardstick for speed and for skill; defined exactly in arkadia_sim/games/arkadia/rules/uniform.py",
    decisions={"must": choose, "draw": choose, "castle": choose, "banner": choose},
    heeds=HEEDABLE,
    cues=CUES,
)
