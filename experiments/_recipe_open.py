"""The player ``anyone`` of the study ``recipe`` at open tables, where everybody knows what the others hold: with all
lines of the card for such tables, with the first few of them, and with all but one.
"""

from typing import Any

import numpy as np
from _recipe import KEPT, LINES, anyone, banner_lines, heeding
from numpy.typing import NDArray

FIRST_FLOOR = 10  # castle squares left of the first two floors when the first is full
KEPT_BY_LINE = {"last": 2.5, "early": KEPT, "third": KEPT}  # gold that a seal in hand is worth to whoever keeps it


def workers(options: Any) -> NDArray[np.float64]:
    """Gold for seals, workers and buildings finished; ``gold`` has four for each new seal."""
    first = options.pieces_left > FIRST_FLOOR
    seals = options.gold - 2.0 * options.touches
    hands = np.where(first, 4.0, 2.0) * (options.neutrals_won - options.workers_down)
    return seals + hands + np.where(first, 7.0, 5.0) * options.finished


CARD: Any = {
    "kept": KEPT_BY_LINE,
    "banners": banner_lines(last=3, third=-12),
    "priced": {"workers": workers},
}
UNPRICED: Any = {"unpriced": lambda options: 3.0 * options.workers_down - 1.5 * options.neutrals_won}
"""What somebody adds who leaves the own price of workers out, because the card has one."""

anyone_open = heeding(anyone, "anyone_open", LINES, **CARD)
for count in range(1, len(LINES)):
    globals()[f"anyone_open_{count}"] = heeding(anyone, f"anyone_open_{count}", LINES[:count], **CARD)
for line in CARD["banners"]:
    globals()[f"anyone_open_but_{line}"] = heeding(anyone, f"anyone_open_but_{line}", {*LINES} - {line}, **CARD)
anyone_open_unpriced = heeding(
    anyone, "anyone_open_unpriced", {*LINES, *UNPRICED}, **{**CARD, "priced": CARD["priced"] | UNPRICED}
)
