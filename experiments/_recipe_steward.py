"""steward: spreads its workers and banners over the turns that are left, and pays for each worker accordingly.

This player thinks of the household. It counts its turns, and the workers that it has for them: at hand, and two for
each banner. Workers that there will be no time to place are cheap; where there are few for many turns, they are dear.
"""

from functools import cache
from math import exp

from _recipe_pricing import decisions

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Introduce, Parameter, View

NEEDS = (5.0, 2.5, 0.5, -1.5, -3.0)  # gold that a banner is worth for its workers, by own workers at hand
PARAMETERS = (
    Parameter("worker", 7.0, 0.0, 20.0, "gold that the first of very few own workers is worth"),
    Parameter("neutral", 3.0, 0.0, 20.0, "gold that the first of very few neutral workers is worth"),
    Parameter("gap", 1.6, 0.0, 10.0, "how fast a building becomes less likely to be finished with each gap"),
    Parameter("piece", 1.0, 0.0, 10.0, "weight of what the best castle piece gains"),
    Parameter("rivals", 1.0, 0.0, 3.0, "weight of what the others gain on average"),
    Parameter("reply", 0.85, 0.0, 3.0, "weight of what the next player can take with workers at hand"),
    Parameter("open", 0.3, 0.0, 3.0, "how likely others finish a building with one or two gaps by a building"),
    Parameter("usual", 2.5, 0.0, 10.0, "gold that a seal brings as a rule"),
    Parameter("hope", 0.6, 0.0, 10.0, "further gold that it brings whoever can wait for a good moment"),
    Parameter("banner", 3.0, 0.0, 20.0, "gold that a banner kept is worth"),
    Parameter("stack", 2.4, 0.0, 10.0, "gold that a card which nobody sees is worth"),
)


def must(view: View) -> Build | Introduce:
    """Make the move that earns most, less the worth of the workers it takes and of what it leaves to the others."""
    mine, turns, own = view.parameters, turns_left(view), view.own
    left = turns / view.players
    options = view.options(prices(view, turns), chances(turns, mine["gap"]))
    weight = mine["rivals"] / (view.players - 1)
    worker, neutral = mine["worker"] * (left >= 1), mine["neutral"] * (left >= 1)
    worker *= exp(-(own.workers + 2 * min(view.banners[view.seat], int(left)) - 0.5) / (1.5 * left + 0.5))
    neutral *= exp(-own.neutrals / (1.2 * left + 0.3))
    gold = options.gold - weight * (options.others_now + options.others_coming)
    gold += mine["piece"] * (0.4 + (0.6 + 0.4 * exp(-turns / 5)) * options.piece_lead) * options.finished
    gold += neutral * options.neutrals_won - worker * options.workers_down
    return view.best(gold - mine["reply"] * options.reply - mine["open"] * options.seals_open)


def banner(view: View) -> Banner:
    """Use a banner for workers or a sale, if turns are left for the others: as many turns as banners are no time."""
    mine, turns, banners = view.parameters, turns_left(view), view.banners[view.seat]
    options, left = view.options(prices(view, turns)), turns / view.players
    if left < 1:
        return view.best(options.sale_gain - 0.05 * options.used)
    urgent = exp(-max(0.0, 0.85 * left - banners) / 2)
    need = NEEDS[min(view.own.workers, 4)] - 0.4 * min(3, view.own.neutrals)
    need += urgent * max(0.0, mine["worker"] - need)
    cost = mine["banner"] * min(1.0, left / (2 * banners)) if banners else 0.0
    return view.best(options.sale_gain + (need - cost) * options.used)


def turns_left(view: View) -> float:
    """The turns of all players that are still to come, if castle pieces are placed as fast as so far."""
    if view.turns_left is not None:
        return float(view.turns_left)
    pieces = view.pieces_left
    return pieces * (view.turn + 10) / (26 - pieces) + view.players - 0.5


def prices(view: View, turns: float) -> list[float]:
    """What a seal of each family will bring: today's price late, and the usual one early."""
    if turns < 1:
        return list(view.values.values())
    mine, late = view.parameters, 0.5 + 0.5 * exp(-turns / 5)
    usual = mine["usual"] * (1 - late) + mine["hope"] * min(1.0, turns / view.players / 5)
    return [late * value + usual for value in view.values.values()]


@cache
def chances(turns: float, gap: float) -> tuple[float, ...]:
    """How likely a building with one gap, two gaps and so on is finished in so many turns."""
    return tuple(0.93 * (1 - exp(-1.2 * turns)) * exp(-gap * gaps / (turns + 3)) for gaps in range(1, 13))


steward = Bot(
    name="steward",
    plan="Spreads workers and banners over the turns that are left.",
    source="the rulebook's payouts and a count of turns",
    decisions=decisions(must, banner),
    parameters=PARAMETERS,
    heeds=HEEDABLE,
)
