"""The bot ``weigher``: a player that is not made from the rulebook's hints, before any tuning.

It uses the base player's arithmetic with plain weights: how much an own worker, another's worker and a seal count next
to a building with 1, 2, 3, 4 or more vacant neighbours, and the worth of workers at hand early and late. All weights of
a kind are equal here.

``rival`` was tuned from this flat start (``tuned.toml``): first against ``greedy`` and ``novice``, then against
``greedy`` and itself. None of these follows the hints, though ``greedy`` covers some of what they say, and tuning may
have found the rest.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import Parameter, decision, inlined, limits, outlook, state

from . import _player as player

_LEFT = ("one vacant neighbour", "two vacant neighbours", "three vacant neighbours", "four or more vacant neighbours")


def _by_vacant(name: str, default: float, low: float, high: float, meaning: str) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(f"{name}_{r}", default, low, high, f"{meaning} a building with {left}")
        for r, left in enumerate(_LEFT, 1)
    )


WEIGHTS = (
    *_by_vacant("mine", 0.5, 0.0, 2.0, "weight of an own worker next to"),
    Parameter("theirs_0", 0.3, 0.0, 3.0, "weight of all the others' workers, over their number, at a payout"),
    *_by_vacant("theirs", 0.3, 0.0, 3.0, "the same next to"),
    *_by_vacant("seal", 0.0, -2.0, 3.0, "cost of a seal left on"),
    Parameter("seal_taken", 0.5, 0.0, 3.0, "weight of the seal on a building that it completes"),
    Parameter("payout", 0.0, -10.0, 20.0, "gold for completing a building"),
    Parameter("own_early", 2.0, -5.0, 20.0, "gold that an own worker at hand is worth at the start"),
    Parameter("own_late", 2.0, -5.0, 20.0, "the same at the end"),
    Parameter("neutral_early", 1.0, -5.0, 20.0, "gold that a neutral worker at hand is worth at the start"),
    Parameter("neutral_late", 1.0, -5.0, 20.0, "the same at the end"),
    Parameter("build", 0.0, -10.0, 20.0, "gold for laying out a building"),
    Parameter("trust_early", 0.5, 0.0, 1.0, "at the start: 1 prices seals at their current value, 0 at the average"),
    Parameter("trust_late", 0.5, 0.0, 1.0, "the same at the end"),
    Parameter("castle_others", 0.5, 0.0, 5.0, "weight of the others' seals when placing castle pieces"),
    Parameter("castle_open", 0.5, 0.0, 2.0, "weight of expected seals when placing castle pieces"),
    Parameter("sell_at", 3.0, 0.0, 10.0, "sells the families worth at least this"),
    Parameter("sale", 15.0, 0.0, 200.0, "gold that makes a sale worth a banner"),
    Parameter("refill", 0.5, 0.0, 9.0, "uses a banner with fewer own workers at hand than this"),
    Parameter("draw_price", 0.5, 0.0, 3.0, "weight of the family's price in drawing a card"),
    Parameter("draw_squares", 0.0, -3.0, 3.0, "gold for each square of a card's building in drawing it"),
    Parameter("draw_stack", 0.0, -20.0, 20.0, "score of the stack in drawing"),
)  # fmt: skip
AT = kit.places_of(WEIGHTS)


@inlined
def note_judgement(table: Any, mind: Any) -> None:
    """Look at the board and fill in all that the base player scores a must by."""
    p, scratch = mind["parameters"], mind["scratch"]
    outlook.look(table, mind)
    player.note_prices(table, mind, p[AT.trust_early], p[AT.trust_late])
    progress, others = player.progress_of(table), table["players"] - 1
    scratch[player.MINE] = 1.0
    scratch[player.THEIRS] = p[AT.theirs_0] / others
    scratch[player.SEAL] = -p[AT.seal_taken]
    for r in range(1, player.REACH_MAX + 1):
        nth = min(r, 4) - 1
        scratch[player.MINE + r] = p[AT.mine_1 + nth]
        scratch[player.THEIRS + r] = p[AT.theirs_0 + 1 + nth] / others
        scratch[player.SEAL + r] = p[AT.seal_1 + nth]
    player.share_tables(scratch, p[AT.payout])
    scratch[player.OWN_COST] = p[AT.own_early] + (p[AT.own_late] - p[AT.own_early]) * progress
    scratch[player.NEUTRAL_COST] = p[AT.neutral_early] + (p[AT.neutral_late] - p[AT.neutral_early]) * progress
    scratch[player.LAST_COST] = 0.0
    scratch[player.CAMP] = scratch[player.NEUTRAL_COST]
    player.note_held(table, mind, 0.0)
    scratch[player.BUILD] = p[AT.build]
    scratch[player.NARROW] = 0.0


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build or worker placement with the highest weight."""
    note_judgement(table, mind)
    player.best_must(table, holdings, hand, mind, choice)


@decision
def draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The card with the highest weight, or the stack."""
    p = mind["parameters"]
    player.note_prices(table, mind, p[AT.trust_early], p[AT.trust_late])
    player.best_draw(table, mind, p[AT.draw_price], p[AT.draw_squares], p[AT.draw_stack], choice)


@decision
def castle(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The piece and square with the highest weight."""
    p = mind["parameters"]
    outlook.look_at_workers(table, mind)
    player.note_gains(table, holdings, mind, p[AT.castle_others], p[AT.castle_open])
    player.best_piece(table, mind, choice)


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner if few own workers are at hand, or for a good sale."""
    p, seat = mind["parameters"], table["seat"]
    gold = 0
    for family in range(state.FAMILIES):
        choice["sold"][family] = 0
        if table["value"][family] >= p[AT.sell_at] and limits.may_sell(table, mind, family):
            choice["sold"][family] = holdings["seals"][seat, family]
            gold += table["value"][family] * choice["sold"][family]
    few = holdings["workers"][seat] < p[AT.refill] and player.has_another_turn(table)
    choice["use_banner"] = 1 if few or gold >= max(1.0, p[AT.sale]) else 0
    limits.keep_banner(table, holdings, mind, choice)


weigher = kit.Bot(
    name="weigher",
    plan="Weighs workers and seals the same however closed the building is: what rival was tuned from.",
    source="plain weights over what lies on the table, none of them chosen",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    parameters=WEIGHTS,
    tempered=frozenset({"must"}),
    candidates=kit.policy_candidates(f"{__package__}._policy", "must", {"must": "gold"}),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
