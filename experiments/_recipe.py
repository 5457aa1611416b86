"""The players of the study ``recipe``: seven who think for themselves, each with all lines of the recipe, and with the
first few of them.

A line at the banners says whether to use that banner now; what it sells are the seals that bring more than the average.
Without a line, and in the last round, players decide as before. A line at a move adds gold to what the player thinks
the move is worth.
"""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia.bots_api.plain import Banner, Build, Introduce, View

THINKERS = ("careful", "counter", "investor", "broker", "settler", "steward", "watchman")
AVERAGE = 2.5  # gold that a seal brings once floor 2 is full: ten castle squares for four families
PACE = 0.6  # castle squares covered in a turn


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


def worker(view: View) -> NDArray[np.float64]:
    """Count an own worker put down 1.5 gold dearer, as long as four own turns or more are to come."""
    return -1.5 * view.options().workers_down * (own_turns(view) >= 4)


def camp(view: View) -> NDArray[np.float64]:
    """Count a camp covered 1.5 gold more, besides its neutral worker, until the last two turns."""
    return 1.5 * view.options().camps * (own_turns(view) >= 2)


BANNERS: tuple[tuple[str, Callable[[View], bool]], ...] = (
    ("first", first), ("second", second), ("third", third), ("last", last),
)  # fmt: skip
MOVES: tuple[tuple[str, Callable[[View], NDArray[np.float64]]], ...] = (("worker", worker), ("camp", camp))
LINES = tuple(name for name, _ in (*BANNERS, *MOVES))


def sells_well(view: View) -> bool:
    """Whether the seals that bring more than the average bring 8 gold more than it, with two players 10."""
    values = view.values
    gain = sum(held * max(0.0, values[family] - AVERAGE) for family, held in view.own.seals.items())
    return gain >= (10 if view.players == 2 else 8)


def own_turns(view: View) -> float:
    """The own turns that are still to come."""
    turns = view.pieces_left / PACE + view.players if view.turns_left is None else view.turns_left
    return turns / view.players


def heeding(player: Bot, name: str, lines: Collection[str]) -> Bot:
    """A player who heeds these lines."""

    def must(view: View) -> Build | Introduce:
        for line, more in MOVES:
            if line in lines:
                view.add(more(view))
        return player.decisions["must"](view)  # type: ignore[no-any-return]

    def banner(view: View) -> Banner:
        used = view.rules["banners"] - view.banners[view.seat]
        line, now = BANNERS[used] if used < len(BANNERS) else ("", first)
        if line not in lines or view.turns_left is not None:
            return player.decisions["banner"](view)  # type: ignore[no-any-return]
        options = view.options()
        return view.best(np.where(options.used == now(view), options.sale_gold - AVERAGE * options.sold, -np.inf))

    plan = f"Plays as {player.name}, with {len(lines)} lines of the recipe."
    return player.variant(name, plan, "the study recipe", decisions={"must": must, "banner": banner})


def bots() -> dict[str, Bot]:
    """All players by name."""
    made: dict[str, Any] = {}
    for player in (find_bot(name).bot for name in THINKERS):
        for count in range(1, len(LINES) + 1):
            name = f"{player.name}_{count}" if count < len(LINES) else f"{player.name}_recipe"
            made[name] = heeding(player, name, LINES[:count])
    return made


globals().update(bots())
