"""my_bot: scores all moves of a decision at once, by what a person can count of each, and takes the best."""

import numpy as np

from arkadia_sim.games.castle.bots_api.plain import DECISIONS, HEEDABLE, Bot, Parameter, Pick, View

# Numbers that you may want to change without editing this file: `my_bot.py:part=4`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("part", 2.0, 0.0, 20.0, "points that a main part is worth besides its own points"),
    Parameter("near", 3.0, 0.0, 10.0, "points for each square that a wanted line comes nearer"),
    Parameter("crowd", 0.5, 0.0, 10.0, "points for each wanted line through the square of a token"),
)


def die(view: View) -> Pick:
    """Choose the die (0 or 1) that can be used in most ways."""
    options = view.options()
    return view.best(options.uses + options.joker - options.residents)


def use(view: View) -> Pick:
    """Put a token where a wanted line is nearest, or take what brings more points."""
    # each column is an array with a number for each move, and so is what is computed of them
    options, weights = view.options(), view.parameters
    token = weights["near"] * (5 - options.missing) + weights["crowd"] * options.wanted
    is_token = options.missing < 9
    return view.best(
        np.where(is_token, token, options.points) + weights["part"] * options.completed - 9 * options["pass"]
    )


def line(view: View) -> Pick:
    """Cash the line that brings most."""
    options = view.options()
    return view.best(view.parameters["part"] * (options.part - options.broken) + options.points)


def guest(view: View) -> Pick:
    """Invite the guest who brings most points now."""
    return view.best(view.options().points)


def power(view: View) -> Pick:
    """Use the power of a guest: it has no columns, so that a lot decides."""
    return view.best(np.zeros(len(view.options())))


my_bot = Bot(
    name="my_bot",
    game="castle",
    plan="Puts tokens where a wanted line is nearest, and cashes the lines that give most.",
    source="an idea of my own",
    # die, use, line, guest, bolt, square, move, steal
    decisions={**dict.fromkeys(DECISIONS, power), "die": die, "use": use, "line": line, "guest": guest},
    parameters=PARAMETERS,
    heeds=HEEDABLE,  # its moves come from the view's options, so it can be barred from things: `my_bot:barred=flags`
)
