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

from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import (
    HEEDABLE,
    Bot,
    Parameter,
    bitboard,
    decision,
    inlined,
    limits,
    lots,
    moves,
    outlook,
    state,
    with_noise,
)

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
DENY, FUTURE, OWN_COST, NEUTRAL_COST, EXPOSURE, TRUST, PIECE, SELL_AT, SALE = range(9)

AVERAGE_VALUE = 2.25
SURE, LESS_SURE = 0.95, 0.07
"""The assumed probability that a building with r vacant neighbours is completed is 0.95 - 0.07 r."""


@inlined
def _find_prices(table: Any, mind: Any) -> None:
    trust = mind["parameters"][TRUST]
    for family in range(state.FAMILIES):
        mind["scratch"][family] = trust * table["value"][family] + (1.0 - trust) * AVERAGE_VALUE


@inlined
def _prospect(vacant: Any, price: Any, mine: Any, others: Any, seal: Any, parameters: Any) -> Any:
    """The expected gold from an open building for the player on turn."""
    likely = max(0.0, SURE - LESS_SURE * vacant) * parameters[FUTURE]
    exposed = max(0.0, (4.0 - vacant) * 0.25) * parameters[EXPOSURE]
    return price * (likely * (mine - parameters[DENY] * others) - exposed * seal)


@inlined
def _payout(price: Any, mine: Any, others: Any, seal: Any, parameters: Any) -> Any:
    """The gold from completing a building for the player on turn."""
    return price * (mine + seal - parameters[DENY] * others) + parameters[PIECE]


@inlined
def _change(table: Any, mind: Any, squares: Any, own: Any) -> Any:
    """The change over all buildings, in gold, if ``squares`` become occupied, ``own`` ones by own workers."""
    board = mind["outlook"]
    parameters = mind["parameters"]
    share = 1.0 / (table["players"] - 1)
    gold = 0.0
    if not bitboard.meet(squares, bitboard.load(board["all_vacant"])):
        return gold
    for k in range(board["n"]):
        vacant = bitboard.load(board["vacant"][k])
        if not bitboard.meet(vacant, squares):
            continue
        price = mind["scratch"][board["family"][k]]
        mine, others, seal = board["mine"][k], board["others"][k] * share, board["seal"][k]
        before = _prospect(board["n_vacant"][k], price, mine, others, seal, parameters)
        left = bitboard.size(bitboard.without(vacant, squares))
        mine += bitboard.size(bitboard.both(vacant, own))
        if left == 0:
            gold += _payout(price, mine, others, seal, parameters) - before
        else:
            gold += _prospect(left, price, mine, others, seal, parameters) - before
    return gold


@inlined
def _score_build(table: Any, mind: Any, card: Any, squares: Any) -> Any:
    board = mind["outlook"]
    parameters = mind["parameters"]
    ring = bitboard.without(bitboard.neighbours(squares), squares)
    family = state.family_of(card)
    price = mind["scratch"][family]
    vacant = bitboard.size(bitboard.both(ring, bitboard.load(board["free"])))
    mine = bitboard.size(bitboard.both(ring, bitboard.load(board["my_workers"])))
    others = bitboard.size(bitboard.both(ring, bitboard.load(board["their_workers"]))) / (table["players"] - 1)
    seal = 1 if table["supply"][family] > 0 else 0
    if vacant == 0:
        gold = _payout(price, mine, others, seal, parameters)
    else:
        gold = _prospect(vacant, price, mine, others, seal, parameters)
    return gold + _change(table, mind, squares, bitboard.EMPTY)


@inlined
def _best_build(table: Any, hand: Any, mind: Any, choice: Any) -> Any:
    best, drawer = -1e300, mind["outlook"]["lots"]
    outlines = table["outlines"]
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = state.form_of(card)
        for orientation in range(outlines["n_orientations"][form]):
            anchors = bitboard.load(limits.builds_of(hand, mind, i, form, orientation))
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                squares = moves.building_squares(table, form, orientation, anchor)
                score = _score_build(table, mind, card, squares) + lots.build_lot(drawer, card, orientation, anchor)
                score = with_noise(score, mind)
                if score > best:
                    best = score
                    choice["kind"] = state.BUILD
                    choice["card"] = card
                    choice["orientation"] = orientation
                    choice["anchor"] = anchor
    return best


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build or worker placement with the highest score; ties are broken by lot."""
    _find_prices(table, mind)
    outlook.look(table, mind)
    outlook.list_introductions(table, holdings, mind)
    best = _best_build(table, hand, mind, choice)
    parameters = mind["parameters"]
    chosen = -1
    for i in range(mind["n_candidates"]):
        candidate = mind["candidates"][i]
        own, neutral = bitboard.load(candidate["own"]), bitboard.load(candidate["neutral"])
        score = _change(table, mind, bitboard.either(own, neutral), own)
        score -= parameters[OWN_COST] * candidate["n_own"] + parameters[NEUTRAL_COST] * candidate["n_neutral"]
        score = with_noise(score + lots.workers_lot(mind["outlook"]["lots"], own, neutral), mind)
        if score > best:
            best = score
            chosen = i
    if chosen >= 0:
        outlook.choose_introduction(mind, chosen, choice)


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner if no own worker is at hand, or if the families worth ``sell_at`` or more bring ``sale`` gold."""
    seat = table["seat"]
    parameters = mind["parameters"]
    gold = 0
    for family in range(state.FAMILIES):
        if table["value"][family] >= parameters[SELL_AT] and limits.may_sell(table, mind, family):
            choice["sold"][family] = holdings["seals"][seat, family]
            gold += choice["sold"][family] * table["value"][family]
    in_last_round = table["turns_left"] > 0  # new workers could not be introduced any more
    out_of_workers = holdings["workers"][seat] == 0 and not in_last_round
    choice["use_banner"] = 1 if out_of_workers or gold >= parameters[SALE] else 0
    limits.keep_banner(table, holdings, mind, choice)


greedy = Bot(
    name="greedy",
    plan="Takes the move that pays most gold now and soon, and does not see tent camps.",
    source="the payout arithmetic of R6 and R7, with weights found by trying",
    decisions={"must": must, "banner": banner},
    parameters=PARAMETERS,
    tempered=frozenset({"must"}),
    heeds=HEEDABLE,
    cues=CUES,
)
