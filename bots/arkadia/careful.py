"""careful: goes through three questions in a fixed order, and never leaves a present if it can be helped.

First: can I finish something now that pays me more than the others? Then only those moves count. Second: what could
others finish after my move, with one or two workers, that pays them? Only moves that leave the smallest such present
pass. Third: where do my workers earn most, next to new buildings, too?
"""

import numpy as np

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Draw, Introduce, Piece, View

WORKER, NEUTRAL = 3.0, 1.5  # gold that an own and a neutral worker at hand are worth before the last round
PIECE = 3.0  # gold that placing a castle piece is worth
BANNER = 4.0  # gold that a banner is worth before the last round
SEAL = 2.5  # gold for a seal in the end: ten castle squares for four families
BESIDE = 1.0  # gold for each own worker beside a new building
CHANCE = 0.5  # how likely another player finishes what one or two workers can finish
SLACK = 1.0  # moves that differ by less gold than this pass a question alike
SECRET = 2.4  # gold that a card which nobody sees is worth


def must(view: View) -> Build | Introduce:
    """Ask the three questions, one after another, and keep the moves that pass."""
    options, others = view.options(), view.players - 1
    early = options.last_round == 0
    price = early * (WORKER * options.workers_down - NEUTRAL * options.neutrals_won)
    gain = options.gold_now - options.others_now / others + PIECE * options.finished - price
    finishing = np.where(options.finished > 0, gain, 0.0)
    passing = finishing > finishing.max() - SLACK
    present = CHANCE * (options.seals_open + options.others_soon / others)
    passing &= present < present[passing].min() + SLACK
    total = gain + options.gold_coming - options.others_coming / others + BESIDE * options.own_beside
    return view.best(np.where(passing, total, -np.inf))


def draw(view: View) -> Draw:
    """Draw the card whose seal is worth most; one from the stack is at least a secret."""
    options = view.options()
    return view.best(options.price + SECRET * options.stack)


def castle(view: View) -> Piece:
    """Raise the family in which it leads most, in seals and in workers that are still to earn."""
    options = view.options()
    own, others = options.own_gain + options.own_workers, options.others_gain + options.others_workers
    return view.best(own - others / (view.players - 1))


def banner(view: View) -> Banner:
    """Use a banner if workers run out, or to sell seals that would be worth less later."""
    options = view.options()
    early = options.last_round == 0
    needed = 2 * WORKER * (options.workers <= 1)
    return view.best(options.sale_gold + early * ((needed - BANNER) * options.used - SEAL * options.sold))


careful = Bot(
    name="careful",
    plan="Finishes what pays it, leaves nothing for others to finish, and lets its workers earn twice.",
    source="the rulebook's payouts and a look at what others could finish",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,
)
