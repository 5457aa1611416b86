"""my_bot: plays as `casual`, but for the decision below, which is its own."""

from arkadia_sim.shipped.bots.arkadia.casual import casual

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Parameter, View

# Numbers that you may want to change without editing this file: `my_bot.py:keep=2`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("keep", 2.5, 0.0, 10.0, "gold that a seal must be worth to be sold"),
    Parameter("least", 8.0, 0.0, 200.0, "gold beyond that which a sale must bring to be worth a banner"),
)


def banner(view: View) -> Banner:
    """Use a banner for workers and sell seals with it, or use none."""
    out_of_workers = view.own.workers == 0 and view.turns_left is None
    keep, least = view.parameters["keep"], 0.0 if out_of_workers else view.parameters["least"]
    options = view.options()
    return view.best(options.sale_gold - keep * options.sold - least * options.used - 0.5 * (options.used == 0))


my_bot = casual.variant(
    name="my_bot",
    plan="Plays as casual, with banners of its own.",
    source="an idea of my own",
    decisions={"banner": banner},  # also possible: must, draw, castle; `arkadia-sim new-bot other` writes all four
    parameters=PARAMETERS,
    heeds=HEEDABLE,
)
