"""The players of the study ``recipe`` at open tables, where everybody knows what the others hold: with all lines of the
card for such tables, with the first few of them, with all but one, and with a change of them.
"""

from typing import Any

import numpy as np
from _recipe import KEPT, SEAL, THINKERS, anyone, banner_lines, heeding
from numpy.typing import NDArray

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.bots_api.plain import Build, Draw, Introduce, Piece, View

FIRST_FLOOR = 10  # castle squares left of the first two floors when the first is full
BEGIN = 8.0  # gold that somebody may add for a move that begins the end, or take off


def workers(options: Any) -> NDArray[np.float64]:
    """Gold for seals, workers and buildings finished; ``gold`` has four for each new seal."""
    seals = options.gold - 2.0 * options.touches
    hands = np.where(options.pieces_left > FIRST_FLOOR, 4.0, 2.0) * (options.neutrals_won - options.workers_down)
    return seals + hands + 6.0 * options.finished


LINES = ("workers", "early", "third", "last", "end")
CARD: Any = {
    "kept": {"early": KEPT, "third": KEPT, "last": KEPT - 1, "end": KEPT - 1},
    "banners": {
        **banner_lines(last=3, third=-12),
        "early": lambda view, gain: view.own.workers <= 3,
        "end": lambda view, gain: True,
    },
    "priced": {"workers": workers},
}
UNPRICED: Any = {"unpriced": lambda options: 3.0 * options.workers_down - 1.5 * options.neutrals_won}
"""What somebody adds who leaves the own price of workers out, because the card has one."""


def begins(view: View) -> Build | Introduce:
    """As by the card, but for more gold for a move that begins the end if that player leads, and less if not."""
    options, best = view.options([SEAL] * 4, [1.0]), view.best
    held = [view.holdings(seat) for seat in range(view.players)]
    gold = [each.gold + sum(view.values[name] * seals for name, seals in each.seals.items()) for each in held if each]
    ends = np.where(options.finished >= view.pieces_left, BEGIN, 0.0) * (view.turns_left is None)
    view.best = lambda scores: best(scores + ends * (1 if gold[view.seat] == max(gold) else -1))  # type: ignore[assignment, method-assign]
    return anyone_open.decisions["must"](view)  # type: ignore[no-any-return]


def draws(view: View) -> Draw:
    """Draw any card."""
    return view.best(0.0 * view.options().price)


def castle(view: View) -> Piece:
    """Place the piece that raises the own seals most, less what it does for the others' on average."""
    options = view.options()
    return view.best(options.own_gain - options.others_gain / (view.players - 1))


anyone_open = heeding(anyone, "anyone_open", LINES, **CARD)
for count in range(1, len(LINES)):
    globals()[f"anyone_open_{count}"] = heeding(anyone, f"anyone_open_{count}", LINES[:count], **CARD)
for player in THINKERS:
    for name, lines in {"open_early": ["early"], "open_banners": LINES[1:], "open": LINES}.items():
        globals()[f"{player.name}_{name}"] = heeding(player, f"{player.name}_{name}", lines, **CARD)
for line in LINES:
    globals()[f"anyone_open_but_{line}"] = heeding(anyone, f"anyone_open_but_{line}", {*LINES} - {line}, **CARD)
anyone_open_unpriced = heeding(
    anyone, "anyone_open_unpriced", {*LINES, *UNPRICED}, **{**CARD, "priced": CARD["priced"] | UNPRICED}
)
for name, decisions in {"begins": {"must": begins}, "draws": {"draw": draws}, "castle": {"castle": castle}}.items():
    globals()[f"anyone_open_{name}"] = anyone_open.variant(
        f"anyone_open_{name}", "Plays by the card, with one change.", "the study recipe", decisions=decisions
    )
EXPERT = find_bot("expert").bot
anyone_open_expert = Bot(
    "anyone_open_expert",
    "Plays by the card, but draws cards and places castle pieces as an expert.",
    "the study recipe",
    {**anyone_open.decisions, **{decision: EXPERT.decisions[decision] for decision in ("draw", "castle")}},
    parameters=EXPERT.parameters,
    by_players=EXPERT.by_players,
)
