"""broker: prices every seal by what the castle will show later, and sells at the peaks in between.

This player thinks of the market. A full floor shows two or three pieces of each family, so a family that stands high
halfway is dear now and cheap later. The pool of the floor under construction tells how it will end.
"""

from functools import cache
from math import exp

from _recipe_pricing import decisions, pieces_to_turns

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Introduce, Parameter, View

AVERAGE = 2.5  # what a seal brings once floor 2 is full
PARAMETERS = (
    Parameter("worker", 2.6, 0.0, 20.0, "gold that an own worker at hand is worth"),
    Parameter("neutral", 1.5, 0.0, 20.0, "gold that a neutral worker at hand is worth"),
    Parameter("room", 0.45, 0.0, 5.0, "gold that a free square beside an own worker is worth"),
    Parameter("gap", 0.94, 0.0, 1.0, "by what factor each gap makes it less likely that a building is finished"),
    Parameter("piece", 1.0, 0.0, 10.0, "weight of what the best castle piece gains"),
    Parameter("rivals", 0.95, 0.0, 3.0, "weight of what the others gain on average"),
    Parameter("reply", 0.6, 0.0, 3.0, "weight of what the next player can take with workers at hand"),
    Parameter("open", 0.3, 0.0, 3.0, "how likely others finish a building with one or two gaps by a building"),
    Parameter("present", 0.5, 0.0, 1.0, "1 prices seals by the castle now, 0 by the castle that is expected"),
    Parameter("hope", 0.3, 0.0, 5.0, "gold that a seal may bring beyond that, as long as a banner is left to sell it"),
    Parameter("banner", 4.0, 0.0, 20.0, "gold that a sale must gain before a banner is used while workers are left"),
    Parameter("stack", 2.4, 0.0, 10.0, "gold that a card which nobody sees is worth"),
)


def must(view: View) -> Build | Introduce:
    """Make the move that earns most by the prices expected, less what it leaves to the others."""
    mine, turns = view.parameters, pieces_to_turns(view)
    options = view.options(prices(view, mine["present"]), chances(turns, mine["gap"]))
    weight, rest = mine["rivals"] / (view.players - 1), turns / view.players
    needed = 0.0 if rest < 1 else min(1.0, 1.7 * rest / (view.own.workers + view.own.neutrals + 0.5))
    gold = options.gold - weight * (options.others_now + options.others_coming)
    gold += (1.0 + mine["piece"] * options.piece_lead) * options.finished
    gold += needed * (mine["neutral"] * options.neutrals_won - mine["worker"] * options.workers_down)
    gold += mine["room"] * (1 - exp(-turns / 14)) * options.room
    return view.best(gold - mine["reply"] * options.reply - mine["open"] * options.seals_open)


def banner(view: View) -> Banner:
    """Sell above the price expected, if that gains enough; the fewer workers are at hand, the less is enough."""
    mine, left, rest = view.parameters, view.banners[view.seat], pieces_to_turns(view) / view.players
    options = view.options(prices(view, 0.35))
    enough = mine["banner"] * (0.0, 0.25, 0.9, 1.2)[min(3, view.own.workers)] if rest > left + 0.5 else 0.0
    if rest > 3:
        enough += {1: 6.0, 2: 1.5}.get(left, 0.0)
    return view.best(options.sale_gain - enough * options.used)


def prices(view: View, present: float) -> list[float]:
    """What a seal of each family will bring: between its price now and that when floor 2 is full."""
    now = view.values
    if view.turns_left is not None:
        return list(now.values())
    final = [AVERAGE] * len(now)
    if view.pieces_left <= 10:
        castle = view.castle
        pool, share = castle.pools[2], view.pieces_left / max(1, sum(castle.pools[2].values()))
        lying = [family for family, covered in zip(castle.top, castle.covered) if covered]
        final = [lying.count(family) + share * pool[family] for family in view.families]
    present, hope = (present, view.parameters["hope"]) if view.banners[view.seat] else (0.2, 0.0)
    return [present * value + (1 - present) * end + hope for value, end in zip(now.values(), final)]


@cache
def chances(turns: float, gap: float) -> tuple[float, ...]:
    """How likely a building with one gap, two gaps and so on is finished in so many turns."""
    return tuple(gap**gaps * (1 - exp(-turns / (0.9 * gaps + 0.3))) for gaps in range(1, 13))


broker = Bot(
    name="broker",
    plan="Prices seals by the castle that is to come, and sells them at the peaks.",
    source="the rulebook's payouts and the pools of castle pieces",
    decisions=decisions(must, banner, square=0.15),
    parameters=PARAMETERS,
    heeds=HEEDABLE,
)
