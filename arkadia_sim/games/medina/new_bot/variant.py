"""my_bot: plays as `greedy`, but for the decision below, which is its own."""

from arkadia_sim.shipped.bots.medina.greedy import greedy

from arkadia_sim.games.medina.bots_api.plain import HEEDABLE, Parameter, View

# Numbers that you may want to change without editing this file: `my_bot.py:few=8`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (Parameter("few", 6.0, 0.0, 60.0, "takes tea breaks from the turn on in which it has so few pieces left"),)


def tea(view: View) -> bool:
    """Take a tea break (True), or place a second piece (False)."""
    left = sum((view.at_hand(view.seat) or {}).values())
    return view.best(view.tea_breaks(), lambda rest: view.parameters["few"] - left if rest else 0.0)


my_bot = greedy.variant(
    name="my_bot",
    plan="Plays as greedy, and takes its tea breaks at the end.",
    source="an idea of my own",
    decisions={"tea": tea},  # also possible: place; `arkadia-sim new-bot other --game medina` writes both
    parameters=PARAMETERS,
    heeds=HEEDABLE,
)
