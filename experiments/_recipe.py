"""The players of the study ``recipe``: seven who think for themselves, each with all lines of the recipe, and with the
first few of them.

A line says whether to use a banner now; it sells the seals that bring more than the average. For a banner without a
line, and in the last round, players decide as before.
"""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.bots_api.plain import Banner, View

THINKERS = ("careful", "counter", "investor", "broker", "settler", "steward", "watchman")
AVERAGE = 2.5  # gold that a seal brings once floor 2 is full: ten castle squares for four families


def first(_: View) -> bool:
    """Use the first banner in the first turn."""
    return True


def second(view: View) -> bool:
    """Use the second as soon as three own workers or fewer are at hand."""
    return view.own.workers <= 3


def third(view: View) -> bool:
    """Use the third for a good sale, at the latest when eight castle squares are left."""
    return sells_well(view) or view.pieces_left <= 8


def last(view: View) -> bool:
    """Keep the last for a good sale, at the latest until four castle squares are left."""
    return sells_well(view) or view.pieces_left <= 4


LINES: dict[str, Callable[[View], bool]] = {"first": first, "second": second, "third": third, "last": last}


def sells_well(view: View) -> bool:
    """Whether the seals that bring more than the average bring 8 gold more than it, with two players 10."""
    values = view.values
    gain = sum(held * max(0.0, values[family] - AVERAGE) for family, held in view.own.seals.items())
    return gain >= (10 if view.players == 2 else 8)


def heeding(player: Bot, name: str, lines: Collection[str]) -> Bot:
    """A player who heeds these lines."""

    def banner(view: View) -> Banner:
        line = [*LINES, ""][view.rules["banners"] - view.banners[view.seat]]
        if line not in lines or view.turns_left is not None:
            return player.decisions["banner"](view)  # type: ignore[no-any-return]
        options = view.options()
        use = options.used == LINES[line](view)
        return view.best(np.where(use, options.sale_gold - AVERAGE * options.sold, -np.inf))

    plan = f"Plays as {player.name}, with {len(lines)} lines of the recipe."
    return player.variant(name, plan, "the study recipe", decisions={"banner": banner})


def anyone() -> Bot:
    """One of the seven, another on each drawn board: the same one all game, and the same with lines or without."""
    minds = [find_bot(name).bot for name in THINKERS]
    usual = [{parameter.name: parameter.default for parameter in mind.parameters} for mind in minds]

    def decided(decision: str) -> Callable[[View], Any]:
        def decide(view: View) -> Any:
            number = sum(16 * row + column for row, column in view.camps) % len(minds)
            view.parameters = usual[number]
            return minds[number].decisions[decision](view)

        return decide

    decisions = {decision: decided(decision) for decision in minds[0].decisions}
    return Bot("anyone", "Plays as one of the seven, another on each board.", "the study recipe", decisions)


def bots() -> dict[str, Bot]:
    """All players by name."""
    someone = anyone()
    made = {"anyone": someone}
    for count in range(1, len(LINES)):
        made[f"anyone_{count}"] = heeding(someone, f"anyone_{count}", [*LINES][:count])
    for line in LINES:
        made[f"anyone_but_{line}"] = heeding(someone, f"anyone_but_{line}", {*LINES} - {line})
    for player in (someone, *(find_bot(name).bot for name in THINKERS)):
        made[f"{player.name}_recipe"] = heeding(player, f"{player.name}_recipe", LINES)
    return made


globals().update(bots())
