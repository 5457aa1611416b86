"""settler: keeps room beside its workers, and workers at hand, for buildings that are yet to come.

This player thinks of the land. Each free square beside a worker may bring a building that pays it once more, and the
last worker at hand is dear, as only workers can fill a gap for certain. It takes a seal for an average one, and sells
in the middle of a floor.
"""

from functools import cache
from math import exp

from _recipe_pricing import decisions, pieces_to_turns

from arkadia_sim.games.arkadia.bots_api.plain import HEEDABLE, Banner, Bot, Build, Introduce, Parameter, View

FINAL = 2.5  # gold that a seal brings in the end
NEEDS = (7.0, 5.0, 3.0, 1.5, 0.5)  # gold that two workers from a banner are worth, by own workers at hand
PARAMETERS = (
    Parameter("worker", 4.2, 0.0, 20.0, "gold that the last own worker at hand is worth"),
    Parameter("more", 0.9, 0.0, 0.99, "by what factor each further worker at hand is worth less"),
    Parameter("neutral", 3.0, 0.0, 20.0, "gold that a neutral worker at hand is worth"),
    Parameter("room", 0.85, 0.0, 5.0, "gold that a free square beside an own worker is worth"),
    Parameter("haste", 0.325, 0.0, 2.0, "share of the buildings with one gap that are finished in a turn"),
    Parameter("piece", 1.0, 0.0, 10.0, "weight of what the best castle piece gains"),
    Parameter("rivals", 1.0, 0.0, 3.0, "weight of what the others gain on average"),
    Parameter("reply", 0.75, 0.0, 3.0, "weight of what the next player can take with workers at hand"),
    Parameter("open", 0.2, 0.0, 3.0, "how likely others finish a building with one or two gaps by a building"),
    Parameter("usual", 2.85, 0.0, 10.0, "gold that a seal brings whoever can sell it in the middle of a floor"),
    Parameter("present", 0.3, 0.0, 1.0, "1 prices seals at today's price, 0 at the usual one"),
    Parameter("banner", 6.0, 0.0, 20.0, "gold that a banner kept is worth, and half as much more for the last one"),
    Parameter("stack", 2.4, 0.0, 10.0, "gold that a card which nobody sees is worth"),
)


def must(view: View) -> Build | Introduce:
    """Make the move that earns most, with the room that it takes and makes, less what it leaves to the others."""
    mine, turns = view.parameters, pieces_to_turns(view)
    options = view.options(prices(view), chances(turns, mine["haste"]))
    weight, later = mine["rivals"] / (view.players - 1), 1 - exp(-(turns // view.players) / 2)
    at_hand, more = view.own.workers, mine["more"]
    spent = mine["worker"] * (more ** (at_hand - options.workers_down) - more**at_hand) / (1 - more)
    gold = options.gold - weight * (options.others_now + options.others_coming)
    gold += mine["piece"] * options.piece_lead * options.finished
    gold += later * (mine["neutral"] * options.neutrals_won - spent)
    gold += mine["room"] * (1 - exp(-turns / 15)) * (options.room - weight * options.others_room)
    return view.best(gold - mine["reply"] * options.reply - mine["open"] * options.seals_open)


def banner(view: View) -> Banner:
    """Use a banner if workers and sale bring more than a later one would: the fewer turns are left, the less it is."""
    mine, left, rounds = view.parameters, view.banners[view.seat], pieces_to_turns(view) / view.players
    options = view.options([FINAL] * 4 if left == 1 and view.turns_left is None else prices(view))
    need = NEEDS[min(view.own.workers, len(NEEDS) - 1)] * (1 - exp(-(rounds // 1) / 2))
    kept = mine["banner"] * (1.0 if left > 1 else 1.5) * max(0.0, 1 - left / (rounds + 1))
    return view.best(options.sale_gain + (need - kept) * options.used)


def prices(view: View) -> list[float]:
    """What a seal of each family will bring: between today's price and the usual one, if it can still be sold."""
    mine = view.parameters
    present = mine["present"] if view.turns_left is None else 1.0
    usual = mine["usual"] if view.banners[view.seat] else FINAL
    return [present * value + (1 - present) * usual for value in view.values.values()]


@cache
def chances(turns: float, haste: float) -> tuple[float, ...]:
    """How likely a building with one gap, two gaps and so on is finished in so many turns."""
    return tuple(1 - exp(-turns * haste / gaps**1.1) for gaps in range(1, 13))


settler = Bot(
    name="settler",
    plan="Keeps workers at hand and room beside those on the board, and sells in the middle of a floor.",
    source="the rulebook's payouts and a look at the land",
    decisions=decisions(must, banner, rivals=0.75),
    parameters=PARAMETERS,
    heeds=HEEDABLE,
)
