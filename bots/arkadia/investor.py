"""investor: plays to a plan for the whole game, in which everything has its time.

It makes one family dear: the one of which it holds and will earn most, compared with the others. It has a timetable for
its banners, and wants its workers on the board in step with the castle: early, they are dear, and late, they are cheap.
"""

import numpy as np

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Draw, Introduce, Piece, View

# The plan. Its clock is the share of floors 1 and 2 of the castle that stands, from 0 to 1.
PIECES_TO_THE_END = 20  # on floors 1 and 2
BANNER_TIMES = (0.05, 0.25, 0.5, 0.8)  # when to use each banner; an empty hand hurries all but the last by one

# What things are worth, in gold.
AVERAGE_VALUE = 2.5  # a seal at the end: ten castle squares, four families
WORKER_EARLY, WORKER_LATE = 3.5, 2.0  # an own worker at hand, at the start and at the end
NEUTRAL = 1.5  # a neutral worker at hand
PIECE = 3.0  # a castle piece
BANNER_STEP = 3.0  # a banner that is due; one used too early costs as much


def must(view: View) -> Build | Introduce:
    """Make the move that does most for the plan: what it pays and will pay, less the workers that it spends."""
    options, over = view.options(), clock(view)
    worker = WORKER_EARLY + (WORKER_LATE - WORKER_EARLY) * over
    price = (options.last_round == 0) * (worker * options.workers_down - NEUTRAL * options.neutrals_won)
    rivals = (options.others_now + options.others_coming) / (view.players - 1)
    return view.best(options.gold + PIECE * options.finished + options.own_beside - rivals - price)


def draw(view: View) -> Draw:
    """Draw a card of the family whose seals will bring most; the stack gives an average one."""
    options = view.options()
    return view.best(options.price + options.own_seals / 4 + AVERAGE_VALUE * options.stack)


def castle(view: View) -> Piece:
    """Raise our family and cover the others'."""
    options = view.options()
    others = (options.others_gain + options.others_workers) / (view.players - 1)
    return view.best(options.own_gain + options.own_workers - others)


def banner(view: View) -> Banner:
    """Use a banner when it is due, and sell what will hardly get dearer."""
    options, over = view.options(), clock(view)
    used, hurry = view.rules["banners"] - view.banners[view.seat], not view.own.workers
    due = sum(over >= time for time in BANNER_TIMES)
    due += hurry and due < len(BANNER_TIMES) - 1
    step = 0.0 if view.turns_left is not None else BANNER_STEP if used < due else -BANNER_STEP
    later = AVERAGE_VALUE * (1 - over) * options.sold
    return view.best(
        step * options.used + (1 - over) * options.sale_gold - later + over * np.maximum(options.sale_gold, 0)
    )


def clock(view: View) -> float:
    """How much of the game is over, from 0 to 1."""
    placed = len(view.castle.covered) * (view.castle.floor - 1) + sum(view.castle.covered)
    return min(1.0, placed / PIECES_TO_THE_END)


investor = Bot(
    name="investor",
    plan="Makes one family dear and keeps a timetable for workers and banners.",
    source="the rulebook's payouts and a plan for the whole game",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,
)
