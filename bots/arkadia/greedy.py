"""The bot ``greedy``: a sensible player who takes what a must pays now and soon, and ignores camps.

Each legal build, and each worker placement that the toolkit names, gets a score in gold:

* what it pays now: own seals, minus a share of the others', at a price between the current value and the average;
* what it prepares: workers next to a building will be paid on completion, more likely with fewer vacant neighbours; own
  workers count for it, others' against it;
* what it gives away: others can easily complete a building with one to three vacant neighbours and take its seal;
* what it costs: workers put down are no longer at hand.

How it follows the rulebook's hints: H2 (trigger payouts yourself): yes, it counts the seal on a building. H7 (workers
that touch several buildings): yes, it counts each building. H4 (banners in time): partly, it uses one if it runs out of
workers or for a good sale. H6 (lower the others' values): partly, by its castle pieces. H3 (no cards of the dearest
family): only because giving away a dear seal costs more. H5 (watch for the end): only by taking no new workers in the
last round. H1 (cover camps): no.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import Bot, Parameter, decision, inlined, limits, outlook, places_of, state

from . import _player as player

PARAMETERS = (
    Parameter("deny", 0.6, 0.0, 3.0, "weight of a seal for another player, against one for itself"),
    Parameter("future", 0.75, 0.0, 2.0, "weight of an expected seal, against one paid at once"),
    Parameter("own_cost", 2.5, 0.0, 20.0, "gold that an own worker at hand is worth"),
    Parameter("neutral_cost", 0.8, 0.0, 20.0, "gold that a neutral worker at hand is worth"),
    Parameter("exposure", 0.5, 0.0, 3.0, "how much a seal that others can easily take counts as given away"),
    Parameter("trust", 0.5, 0.0, 1.0, "1 prices seals at their current value, 0 at the average of all families"),
    Parameter("piece", 0.8, 0.0, 10.0, "gold that the right to place a castle piece is worth"),
    Parameter("sell_at", 4.0, 0.0, 10.0, "with a banner, sells the families worth at least this"),
    Parameter("sale", 16.0, 0.0, 500.0, "uses a banner for a sale of at least this much gold"),
)
AT = places_of(PARAMETERS)

AVERAGE_VALUE = 2.25
SURE, LESS_SURE = 0.95, 0.07
"""The assumed probability that a building with r vacant neighbours is completed is 0.95 - 0.07 r."""


@inlined
def _note_judgement(table: Any, mind: Any) -> None:
    """Look at the board and fill in all that the base player scores a must by."""
    p, scratch = mind["parameters"], mind["scratch"]
    outlook.look(table, mind)
    for family in range(state.FAMILIES):
        scratch[player.PRICE + family] = p[AT.trust] * table["value"][family] + (1.0 - p[AT.trust]) * AVERAGE_VALUE
    deny = p[AT.deny] / (table["players"] - 1)
    scratch[player.MINE], scratch[player.THEIRS], scratch[player.SEAL] = 1.0, deny, -1.0
    for r in range(1, player.REACH_MAX + 1):
        likely = max(0.0, SURE - LESS_SURE * r) * p[AT.future]
        scratch[player.MINE + r], scratch[player.THEIRS + r] = likely, deny * likely
        scratch[player.SEAL + r] = max(0.0, (4.0 - r) * 0.25) * p[AT.exposure]
    player.share_tables(scratch, p[AT.piece])
    player.note_held(table, mind, 0.0)
    scratch[player.OWN_COST], scratch[player.NEUTRAL_COST], scratch[player.LAST_COST] = (
        p[AT.own_cost],
        p[AT.neutral_cost],
        0.0,
    )
    scratch[player.CAMP], scratch[player.BUILD], scratch[player.NARROW] = 0.0, 0.0, 0.0


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build or worker placement with the highest score; ties are broken by lot."""
    _note_judgement(table, mind)
    player.best_must(table, holdings, hand, mind, choice)


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner if no own worker is at hand, or if the families worth ``sell_at`` or more bring ``sale`` gold."""
    seat = table["seat"]
    parameters = mind["parameters"]
    gold = 0
    for family in range(state.FAMILIES):
        if table["value"][family] >= parameters[AT.sell_at] and limits.may_sell(table, mind, family):
            choice["sold"][family] = holdings["seals"][seat, family]
            gold += choice["sold"][family] * table["value"][family]
    in_last_round = table["turns_left"] > 0  # new workers could not be introduced any more
    out_of_workers = holdings["workers"][seat] == 0 and not in_last_round
    choice["use_banner"] = 1 if out_of_workers or gold >= parameters[AT.sale] else 0
    limits.keep_banner(table, holdings, mind, choice)


greedy = Bot(
    name="greedy",
    plan="Takes the move that pays most gold now and soon, and does not see tent camps.",
    source="the payout arithmetic of R6 and R7, with weights found by trying",
    decisions={"must": must, "banner": banner},
    parameters=PARAMETERS,
    tempered=frozenset({"must"}),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
