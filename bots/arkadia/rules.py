"""The bot ``rules``, the player of every playbook: it follows what stands among its parameters.

Where rules leave several options, a lot decides; but no banner is used that no rule asks for, and with one as much is
sold as the rules allow.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import HEEDABLE, Bot, cues, decision, inlined, limits, listed, state

UNASKED, SALE = 1e-2, 1e-4
"""Points off for a banner that no rule asks for, and points for each gold of a sale: less than any rule decides."""


@decision
def choose(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build, worker placement, draw or castle piece that the rules leave."""
    limits.choose_by_rules(table, holdings, hand, mind, choice)


@inlined
def _offer_sale(table: Any, holdings: Any, mind: Any, trial: Any, choice: Any) -> None:
    if not limits.may_use(table, holdings, mind, trial):
        return
    cues.count_banner(table, mind, trial)
    counted = mind["counted"]
    unasked = SALE * counted[listed.CUES + cues.SALE_GOLD] - UNASKED * counted[listed.CUES + cues.USED]
    if listed.is_best(mind, unasked):
        choice["use_banner"] = trial["use_banner"]
        for family in range(state.FAMILIES):
            choice["sold"][family] = trial["sold"][family]


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """No banner, or one with a sale of all families worth at least so much, as the rules leave it."""
    cues.count_situation(table, holdings, mind)
    listed.begin(mind, state.BANNER)
    trial = mind["limits"]["trial"]
    trial["use_banner"] = 0
    trial["sold"][:] = 0
    _offer_sale(table, holdings, mind, trial, choice)
    trial["use_banner"] = 1
    _offer_sale(table, holdings, mind, trial, choice)
    for value in range(state.CASTLE_SQUARES, 0, -1):
        for family in range(state.FAMILIES):
            if table["value"][family] == value:
                trial["sold"][family] = holdings["seals"][table["seat"], family]
        _offer_sale(table, holdings, mind, trial, choice)
    limits.keep_banner(table, holdings, mind, choice)


rules = Bot(
    name="rules",
    plan="Follows the rules of a playbook; of itself it has none, and picks by chance.",
    source="decision lists and tallying",
    decisions={"must": choose, "draw": choose, "castle": choose, "banner": banner},
    heeds=HEEDABLE,
    cues=CUES,
    only_rules=True,
)
