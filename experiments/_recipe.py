"""The players of the study ``recipe``: seven who think for themselves, each with all lines of the recipe, with the
first few of them, with all but one, and with a change of them.

A line about a banner says whether to use it now, and sells the families that bring more than ``KEPT``. A line about
moves is a price: its gold is added to the player's own estimate of each move. Where no line says anything, players
decide as before. So they do in the last round, but for the line ``end`` about a banner that is left then.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
from _recipe_broker import broker
from _recipe_settler import settler
from _recipe_steward import steward
from _recipe_watchman import watchman
from numpy.typing import NDArray

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.bots_api.plain import Banner, Build, Introduce, View

THINKERS = (*(find_bot(name).bot for name in ("careful", "counter", "investor")), broker, settler, steward, watchman)
SEAL = 4.0  # gold for each seal that a move brings, now or at a building with gaps
WORKER, NEUTRAL = 4.0, 2.0  # gold for a worker at hand and for a neutral one
KEPT = 3.5  # gold that a seal in hand is worth to whoever keeps it


def banner_lines(last: int, third: int) -> dict[str, Callable[[View, float], bool]]:
    """The lines about banners: use the last, or the third, for a sale that gains so much more gold than castle squares
    are left, and the first two as soon as three own workers or fewer are at hand, otherwise as the third."""
    return {
        "last": lambda view, gain: gain >= view.pieces_left + last,
        "early": lambda view, gain: view.own.workers <= 3 or gain >= view.pieces_left + third,
        "third": lambda view, gain: gain >= view.pieces_left + third,
    }


BANNERS = banner_lines(last=0, third=-10)
PRICES: dict[str, Callable[[Any], NDArray[np.float64]]] = {
    "workers": lambda options: options.gold - WORKER * options.workers_down + NEUTRAL * options.neutrals_won,
}
LINES = (*BANNERS, *PRICES)
MORE: dict[str, Callable[[Any], NDArray[np.float64]]] = {
    "half": lambda options: -options.gold_coming / 2,
    "finished": lambda options: 4.0 * options.finished,
    "others": lambda options: -(options.others_now + options.others_coming) / 4,
}
"""Prices that somebody may miss in the recipe."""


def heeding(
    player: Bot,
    name: str,
    lines: Collection[str],
    kept: float | Mapping[str, float] = KEPT,
    alone: bool = False,
    banners: Mapping[str, Callable[[View, float], bool]] = BANNERS,
    priced: Mapping[str, Callable[[Any], NDArray[np.float64]]] = PRICES | MORE,
) -> Bot:
    """A player who heeds these lines; ``alone`` leaves out the own estimate."""
    prices = [price for line, price in priced.items() if line in lines]
    worth = kept if isinstance(kept, Mapping) else dict.fromkeys(banners, kept)

    def must(view: View) -> Build | Introduce:
        if prices and view.turns_left is None:
            options, best = view.options([SEAL] * 4, [1.0]), view.best
            gold = sum(price(options) for price in prices)
            view.best = lambda scores: best(gold if alone else scores + gold)  # type: ignore[assignment, method-assign]
        return player.decisions["must"](view)  # type: ignore[no-any-return]

    def banner(view: View) -> Banner:
        used = view.rules["banners"] - view.banners[view.seat]
        line = ["early", "early", "third", "last", ""][used] if view.turns_left is None else "end"
        if line not in lines:
            return player.decisions["banner"](view)  # type: ignore[no-any-return]
        options = view.options()
        gains = options.sale_gold - worth[line] * options.sold
        use = banners[line](view, float(gains.max()))
        return view.best(np.where(options.used == use, gains, -np.inf))

    plan = f"Plays as {player.name}, with {len(lines)} lines of the recipe."
    return player.variant(name, plan, "the study recipe", decisions={"must": must, "banner": banner})


def anyone() -> Bot:
    """One of the seven, another on each drawn board: the same one all game, and the same with lines or without."""
    usual = [{parameter.name: parameter.default for parameter in mind.parameters} for mind in THINKERS]

    def decided(decision: str) -> Callable[[View], Any]:
        def decide(view: View) -> Any:
            number = sum(16 * row + column for row, column in view.camps) % len(THINKERS)
            view.parameters = usual[number]
            return THINKERS[number].decisions[decision](view)

        return decide

    decisions = {decision: decided(decision) for decision in THINKERS[0].decisions}
    return Bot("anyone", "Plays as one of the seven, another on each board.", "the study recipe", decisions)


def bots() -> dict[str, Bot]:
    """All players by name."""
    someone = anyone()
    made = {"anyone": someone}
    for player in (someone, *THINKERS):
        for count in range(1, len(LINES)):
            made[f"{player.name}_{count}"] = heeding(player, f"{player.name}_{count}", LINES[:count])
    for line in BANNERS:
        made[f"anyone_but_{line}"] = heeding(someone, f"anyone_but_{line}", {*LINES} - {line})
    for price in MORE:
        made[f"anyone_{price}"] = heeding(someone, f"anyone_{price}", {*LINES, price})
    made["anyone_sells_three"] = heeding(someone, "anyone_sells_three", LINES, kept=KEPT - 1)
    made["anyone_sells_five"] = heeding(someone, "anyone_sells_five", LINES, kept=KEPT + 1)
    made["anyone_alone"] = heeding(someone, "anyone_alone", LINES, alone=True)
    for player in (someone, *THINKERS):
        made[f"{player.name}_recipe"] = heeding(player, f"{player.name}_recipe", LINES)
    return made


globals().update(bots())
