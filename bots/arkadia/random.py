"""The bot ``random``: every decision by pure chance."""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import HEEDABLE, Bot, decision, limits


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    limits.must_by_chance(table, holdings, hand, mind, choice)


@decision
def draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    limits.draw_by_chance(table, holdings, hand, mind, choice)


@decision
def castle(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    limits.piece_by_chance(table, holdings, hand, mind, choice)


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    limits.banner_by_chance(table, holdings, hand, mind, choice)


random = Bot(
    name="random",
    plan="Does anything that the rules allow, by the toss of a coin and the roll of dice, at any temperature.",
    source="the yardstick for speed and for skill; defined exactly in arkadia_sim/games/arkadia/rules/uniform.py",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,
    cues=CUES,
)
