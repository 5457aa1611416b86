"""watchman: keeps an eye on each rival, the one who leads most of all, and keeps to the families it leads in itself.

This player thinks of the others. A family in which it holds more seals than they do will rise, as it raises it; one in
which they hold more will fall. It counts the castle pieces to the end as its clock.
"""

from functools import cache
from math import exp

from _recipe_pricing import decisions

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Introduce, Parameter, View

BANNERS = 4  # of each player
PARAMETERS = (
    Parameter("worker", 3.2, 0.0, 20.0, "gold that an own worker at hand is worth"),
    Parameter("neutral", 1.4, 0.0, 20.0, "gold that a neutral worker at hand is worth"),
    Parameter("room", 0.35, 0.0, 5.0, "gold that a free square beside an own worker is worth"),
    Parameter("gap", 1.2, 0.0, 10.0, "how fast a building becomes less likely to be finished with each gap"),
    Parameter("piece", 1.0, 0.0, 10.0, "weight of what the best castle piece gains"),
    Parameter("rivals", 1.0, 0.0, 3.0, "weight of what the others gain on average"),
    Parameter("reply", 0.7, 0.0, 3.0, "weight of what the next player can take with workers at hand"),
    Parameter("open", 0.3, 0.0, 3.0, "how likely others finish a building with one or two gaps by a building"),
    Parameter("usual", 2.6, 0.0, 10.0, "gold that a seal brings as a rule"),
    Parameter("lead", 0.12, 0.0, 2.0, "gold by which that rises with each seal held more than the others hold"),
    Parameter("hope", 0.2, 0.0, 10.0, "gold that it may bring beyond that at a later moment"),
    Parameter("banner", 5.0, 0.0, 20.0, "gold that a sale must gain before a banner is used while workers are left"),
    Parameter("hand", 2.0, 0.0, 20.0, "gold by which it is less for each own worker that is missing from three"),
    Parameter("stack", 2.4, 0.0, 10.0, "gold that a card which nobody sees is worth"),
)


def must(view: View) -> Build | Introduce:
    """Make the move that earns most, less what it leaves to the others."""
    mine, pieces, own = view.parameters, view.pieces_left, view.own
    options = view.options(prices(view, pieces, mine["lead"], 0.0), chances(pieces, mine["gap"]))
    weight = mine["rivals"] / (view.players - 1)
    supply, turns = own.workers + 2 * view.banners[view.seat], 2 * pieces / view.players + 1
    last = view.turns_left is not None and view.turns_left < view.players
    worker = 0.0 if last else mine["worker"] * min(1.0, turns / (0.5 * supply + 1)) * min(1.0, (pieces + 1) / 8)
    neutral = 0.0 if last else mine["neutral"] * min(1.0, (pieces + 1) / 6)
    gold = options.gold - weight * (options.others_now + options.others_coming)
    gold += mine["piece"] * (1 - 0.25 * min(1.0, pieces / 12)) * options.piece_lead * options.finished
    gold += neutral * options.neutrals_won - worker * options.workers_down
    gold += mine["room"] * min(1.0, pieces / 8) * (options.room - weight * options.others_room)
    return view.best(gold - mine["reply"] * options.reply - mine["open"] * options.seals_open)


def banner(view: View) -> Banner:
    """Use a banner if the sale gains enough: less if workers run out, or if more of the game is over than banners."""
    mine, pieces = view.parameters, view.pieces_left
    options = view.options(prices(view, pieces, mine["lead"] / 2, mine["hope"]))
    enough = 0.0
    if view.turns_left is None:
        enough = mine["banner"] - mine["hand"] * (3 - min(3, view.own.workers))
        used = BANNERS - view.banners[view.seat]
        enough -= 12 * max(0.0, 1 - pieces / 20 - (used + 0.5) / 4.5)
    return view.best(options.sale_gain - enough * options.used)


def prices(view: View, pieces: int, lead: float, hope: float) -> list[float]:
    """What a seal of each family will bring: the usual price early, today's late, and more where it leads."""
    if view.turns_left is not None:
        return list(view.values.values())
    own, others = view.own.seals, view.players - 1
    rivals = [held.seals for seat in range(view.players) if seat != view.seat and (held := view.holdings(seat))]
    late, lead, usual = max(0.35, 0.93**pieces), lead * min(1.0, pieces / 6), view.parameters["usual"]
    expected = []
    for family, value in view.values.items():
        ahead = own[family] - sum(seals[family] for seals in rivals) / others
        expected.append(usual + late * (value - usual) + lead * max(-5.0, min(5.0, ahead)) + hope)
    return expected


@cache
def chances(pieces: int, gap: float) -> tuple[float, ...]:
    """How likely a building with one gap, two gaps and so on is finished before so many castle pieces are placed."""
    return tuple(exp(-gap * gaps / (pieces + 1.5)) for gaps in range(1, 13))


watchman = Bot(
    name="watchman",
    plan="Earns in the families it leads in, and leaves little to whoever comes next.",
    source="the rulebook's payouts and a look at the others' seals",
    decisions=decisions(must, banner),
    parameters=PARAMETERS,
    heeds=HEEDABLE,
)
