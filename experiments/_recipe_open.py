"""Players of the study ``recipe`` at open tables, where everybody knows what the others hold: each with all lines of
the card for such tables; and ``anyone`` with the first few of them, and with all but one.
"""

from typing import Any

import numpy as np
from _recipe import KEPT, LINES, THINKERS, anyone, heeding
from numpy.typing import NDArray

from arkadia_sim.games.arkadia.bots_api.plain import View

FIRST_FLOOR = 10  # castle squares left of the first two floors when the first is full
KEPT_BY_LINE = {"last": 2.5, "early": KEPT, "third": KEPT}  # gold that a seal in hand is worth to whoever keeps it


def last(view: View, gain: float) -> bool:
    """Use the last for a sale that gains three gold more than there are castle squares left."""
    return gain >= view.pieces_left + 3


def third(view: View, gain: float) -> bool:
    """Use the third for a sale that gains a gold for each castle square left beyond twelve."""
    return gain >= view.pieces_left - 12


def early(view: View, gain: float) -> bool:
    """Use the first two as soon as three own workers or fewer are at hand; otherwise as the third."""
    return view.own.workers <= 3 or third(view, gain)


def workers(options: Any) -> NDArray[np.float64]:
    """Gold for seals, workers and buildings finished; ``gold`` has four for each new seal."""
    first = options.pieces_left > FIRST_FLOOR
    seals = options.gold - 2.0 * options.touches
    hands = np.where(first, 4.0, 2.0) * (options.neutrals_won - options.workers_down)
    return seals + hands + np.where(first, 7.0, 5.0) * options.finished


CARD: Any = {
    "kept": KEPT_BY_LINE,
    "banners": {"last": last, "early": early, "third": third},
    "priced": {"workers": workers},
}
UNPRICED: Any = {"unpriced": lambda options: 3.0 * options.workers_down - 1.5 * options.neutrals_won}
"""What somebody adds who leaves the own price of workers out, because the card has one."""

for player in THINKERS:
    globals()[f"{player.name}_open"] = heeding(player, f"{player.name}_open", LINES, **CARD)
anyone_open = heeding(anyone, "anyone_open", LINES, **CARD)
for count in range(1, len(LINES)):
    globals()[f"anyone_open_{count}"] = heeding(anyone, f"anyone_open_{count}", LINES[:count], **CARD)
for line in CARD["banners"]:
    globals()[f"anyone_open_but_{line}"] = heeding(anyone, f"anyone_open_but_{line}", {*LINES} - {line}, **CARD)
anyone_open_unpriced = heeding(
    anyone, "anyone_open_unpriced", {*LINES, *UNPRICED}, **{**CARD, "priced": CARD["priced"] | UNPRICED}
)
