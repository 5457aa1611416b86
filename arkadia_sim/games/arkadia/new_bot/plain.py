"""my_bot: scores all moves of a decision at once, by what a person can count of each, and takes the best."""

from arkadia_sim.games.arkadia.bots_api.plain import (
    HEEDABLE,
    Banner,
    Bot,
    Build,
    Draw,
    Introduce,
    Parameter,
    Piece,
    View,
)

# Numbers that you may want to change without editing this file: `my_bot.py:worker=2`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("worker", 3.0, 0.0, 10.0, "gold that a worker at hand is worth"),
    Parameter("finish", 3.0, 0.0, 10.0, "gold that finishing a building is worth, for its castle piece"),
    Parameter("deny", 0.5, 0.0, 2.0, "how much the others' gold counts against a move"),
    Parameter("banner", 4.0, 0.0, 20.0, "gold that a banner is worth until the last round"),
)

AVERAGE_VALUE = 2.4  # of a seal, over all families


def must(view: View) -> Build | Introduce:
    """Lay out a building, or put workers next to one."""
    # each column is an array with a number for each move, and so is what is computed of them
    options, weights = view.options(), view.parameters
    others = (options.others_now + options.others_coming) / (view.players - 1)
    price = weights["worker"] * (options.workers_down - options.neutrals_won / 2) * (options.last_round == 0)
    finish = weights["finish"] * options.finished
    return view.best(options.gold + options.own_beside + finish - weights["deny"] * others - price)


def draw(view: View) -> Draw:
    """Draw a face-up card, or from the stack."""
    options = view.options()
    return view.best(options.price + AVERAGE_VALUE * options.stack)


def castle(view: View) -> Piece:
    """Put a piece of a family on a castle square."""
    options = view.options()
    others = (options.others_gain + options.others_workers) / (view.players - 1)
    return view.best(options.own_gain + options.own_workers - others)


def banner(view: View) -> Banner:
    """Use a banner for workers and sell seals with it, or use none."""
    options, weights = view.options(), view.parameters
    early = options.last_round == 0
    needed = 2 * weights["worker"] * (options.workers <= 1)
    return view.best(
        options.sale_gold + early * ((needed - weights["banner"]) * options.used - AVERAGE_VALUE * options.sold)
    )


my_bot = Bot(
    name="my_bot",
    plan="Makes the move that earns most gold, counts workers as gold, and looks at what it gives the others.",
    source="an idea of my own",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    parameters=PARAMETERS,
    heeds=HEEDABLE,  # its moves come from the view's options, so it can be barred from things: `my_bot:barred=camps`
)
