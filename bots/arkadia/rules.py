"""The bot ``rules``, the player of every playbook: it follows what stands among its parameters.

Where rules leave several options, a lot decides; but no banner is used that no rule asks for, and with one as much is
sold as the rules allow.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import (
    HEEDABLE,
    Bot,
    bitboard,
    cues,
    decision,
    inlined,
    limits,
    listed,
    lots,
    outlook,
    state,
)

MUST, DRAW, CASTLE, BANNER = range(4)
UNASKED, SALE = 1e-2, 1e-4
"""Points off for a banner that no rule asks for, and points for each gold of a sale: less than any rule decides."""


@inlined
def _offer_builds(table: Any, hand: Any, mind: Any, choice: Any) -> None:
    drawer, outlines = mind["outlook"]["lots"], table["outlines"]
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = state.form_of(card)
        for orientation in range(outlines["n_orientations"][form]):
            anchors = bitboard.load(limits.builds_of(hand, mind, i, form, orientation))
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                cues.count_build(table, mind, card, orientation, anchor)
                if listed.is_best(mind, lots.build_lot(drawer, card, orientation, anchor)):
                    choice["kind"] = state.BUILD
                    choice["card"] = card
                    choice["orientation"] = orientation
                    choice["anchor"] = anchor


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build or worker placement that the rules leave."""
    outlook.look(table, mind)
    outlook.list_introductions(table, holdings, mind)
    cues.count_situation(table, holdings, mind)
    listed.begin(mind, mind["parameters"], MUST)
    _offer_builds(table, hand, mind, choice)
    best = -1
    for i in range(mind["n_candidates"]):
        own, neutral = bitboard.load(mind["candidates"][i]["own"]), bitboard.load(mind["candidates"][i]["neutral"])
        cues.count_workers(mind, own, neutral)
        if listed.is_best(mind, lots.workers_lot(mind["outlook"]["lots"], own, neutral)):
            best = i
    if best >= 0:
        outlook.choose_introduction(mind, best, choice)


@decision
def draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The card that the rules leave, or the stack."""
    drawer = lots.drawer(table, mind)
    cues.count_situation(table, holdings, mind)
    listed.begin(mind, mind["parameters"], DRAW)
    choice["draw"] = state.FROM_STACK
    for place in range(state.FROM_STACK + 1):
        if not limits.is_there(table, place):
            continue
        cues.count_draw(table, holdings, hand, mind, place)
        if listed.is_best(mind, lots.number_lot(drawer, place)):
            choice["draw"] = place


@decision
def castle(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The castle piece that the rules leave."""
    drawer = lots.drawer(table, mind)
    outlook.look_at_workers(table, mind)
    cues.count_situation(table, holdings, mind)
    listed.begin(mind, mind["parameters"], CASTLE)
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] != 0 or not limits.may_place(mind, family, square):
                continue
            cues.count_piece(table, holdings, mind, family, square)
            if listed.is_best(mind, lots.piece_lot(drawer, family, square)):
                choice["family"] = family
                choice["castle_square"] = square


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
    listed.begin(mind, mind["parameters"], BANNER)
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
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    heeds=HEEDABLE,
    cues=CUES,
    only_rules=True,
)
