"""Decisions by pure chance, for the bot ``random`` and a raised temperature: exact, as engines are compared on them."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.arkadia.rules import moves, state
from arkadia_sim.games.arkadia.rules.bitboard import EMPTY, either, load, nth_bit, single, size, store, without
from arkadia_sim.rng import below


@inlined
def _random_must(table: Any, holdings: Any, hand: Any, mind: Any, decision: Any) -> None:
    """A fair coin between building and introducing workers where both can be done, then uniform within."""
    builds = hand["n_builds"]
    buildings = moves.count_worker_buildings(table, holdings, table["seat"])
    if builds > 0 and (buildings == 0 or below(mind["random"], 2) == 0):
        _random_build(table, hand, mind, decision)
    elif buildings > 0:
        _random_workers(
            table, holdings, moves.nth_worker_building(table, below(mind["random"], buildings)), mind, decision
        )
    else:
        decision["kind"] = state.PASS


@inlined
def _random_build(table: Any, hand: Any, mind: Any, decision: Any) -> None:
    """Uniform over all distinct legal builds (card and set of squares) of the different cards in hand."""
    rank = below(mind["random"], hand["n_builds"])
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = state.form_of(card)
        if rank >= hand["form_builds"][form]:
            rank -= hand["form_builds"][form]
            continue
        for orientation in range(table["outlines"]["n_orientations"][form]):
            count = hand["n_anchors"][form, orientation]
            if rank >= count:
                rank -= count
                continue
            decision["kind"], decision["card"], decision["orientation"] = state.BUILD, card, orientation
            decision["anchor"] = nth_bit(load(hand["anchors"][form, orientation]), rank)
            return


@inlined
def _random_workers(table: Any, holdings: Any, building: Any, mind: Any, decision: Any) -> None:
    """A uniform number of workers on uniform squares, each drawn uniformly from the workers still at hand."""
    seat = table["seat"]
    stream = mind["random"]
    squares = moves.worker_squares(table, building, moves.vacant(table))
    own_left, neutral_left = holdings["workers"][seat], holdings["neutrals"][seat]
    n_squares = size(squares)
    own, neutral = EMPTY, EMPTY
    for _ in range(1 + below(stream, min(n_squares, own_left + neutral_left))):
        square = single(nth_bit(squares, below(stream, n_squares)))
        squares = without(squares, square)
        n_squares -= 1
        if below(stream, own_left + neutral_left) < own_left:
            own_left -= 1
            own = either(own, square)
        else:
            neutral_left -= 1
            neutral = either(neutral, square)
    decision["kind"] = state.WORKERS
    decision["building"] = building
    store(decision["own"], own)
    store(decision["neutral"], neutral)


@inlined
def _random_draw(table: Any, mind: Any, decision: Any) -> None:
    """Uniform over the face-up places that hold a card and the stack if it is not empty."""
    rank = below(mind["random"], moves.count_draws(table))
    for place in range(table["rules"]["face_up"]):
        if table["face_up"][place] >= 0:
            if rank == 0:
                decision["draw"] = place
                return
            rank -= 1
    decision["draw"] = state.FROM_STACK


@inlined
def _random_piece(table: Any, mind: Any, decision: Any) -> None:
    """A family uniform over those left in the pool (not over the pieces), a square uniform over the free ones."""
    pools = table["pools"]
    floor = table["floor"]
    left = 0
    for family in range(state.FAMILIES):
        left += pools[floor, family] > 0
    rank = below(mind["random"], left)
    for family in range(state.FAMILIES):
        if pools[floor, family] > 0:
            if rank == 0:
                decision["family"] = family
                break
            rank -= 1
    rank = below(mind["random"], state.CASTLE_SQUARES - table["n_covered"])
    for square in range(state.CASTLE_SQUARES):
        if table["covered"][square] == 0:
            if rank == 0:
                decision["castle_square"] = square
                break
            rank -= 1


@inlined
def _random_banner(table: Any, holdings: Any, mind: Any, decision: Any) -> None:
    """A banner with probability 1/8; then, for each family with probability 1/2, a uniform number of its seals sold."""
    stream = mind["random"]
    if below(stream, 8) != 0:
        decision["use_banner"] = 0
        return
    decision["use_banner"] = 1
    seals = holdings["seals"][table["seat"]]
    for family in range(state.FAMILIES):
        decision["sold"][family] = 0
        if below(stream, 2) == 0:
            decision["sold"][family] = below(stream, seals[family] + 1)


@inlined
def random_decision(table: Any, holdings: Any, hand: Any, mind: Any, decision: Any) -> None:
    if table["phase"] == state.MUST:
        _random_must(table, holdings, hand, mind, decision)
    elif table["phase"] == state.DRAW:
        _random_draw(table, mind, decision)
    elif table["phase"] == state.CASTLE:
        _random_piece(table, mind, decision)
    else:
        _random_banner(table, holdings, mind, decision)
