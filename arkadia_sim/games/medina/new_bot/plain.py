"""my_bot: scores all placements at once, by what a person can count of each, and takes the best."""

from arkadia_sim.games.medina.bots_api.plain import HEEDABLE, Bot, Parameter, Place, View

# Numbers that you may want to change without editing this file: `my_bot.py:claim=7`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("hope", 0.5, 0.0, 1.0, "how much a point of a palace counts that it may still claim"),
    Parameter("claim", 7.0, 0.0, 30.0, "points that a palace must score to be claimed"),
    Parameter("unbuilt", 1.5, 0.0, 10.0, "points that a building at hand is worth while its colour can be claimed"),
    Parameter("rest", 0.5, 0.0, 10.0, "takes a tea break unless a second piece gains more points"),
)


def place(view: View) -> Place:
    """Put a piece on a square; a roof goes on any building of its palace."""
    # each column is an array with a number for each placement, and so is what is computed of them
    options, weights = view.options(), view.parameters
    lead = options.points - options.others_points / (view.players - 1)
    promise = weights["hope"] * (options.open_points - options.lost_points) - weights["unbuilt"] * options.unbuilt
    too_early = 100.0 * (options.claim < weights["claim"])
    return view.best(lead + promise - too_early)


def tea(view: View) -> bool:
    """Take a tea break (True), or place a second piece (False)."""
    options = view.options()
    return view.best(options.points + view.parameters["rest"] * options.rest)


my_bot = Bot(
    name="my_bot",
    game="medina",
    plan="Makes the placement that gains most points, and hopes for palaces that it may still claim.",
    source="an idea of my own",
    decisions={"place": place, "tea": tea},
    parameters=PARAMETERS,
    heeds=HEEDABLE,  # its moves come from the view's options, so it can be barred from things: `my_bot:barred=towers`
)
