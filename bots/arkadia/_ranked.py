"""What the base player thinks of each thing that it could do: all its candidates with their scores, best first.

This is the judgement of ``_player.py`` in the plainest words, building by building, for those who want more than the
best candidate. It reads what a must, once decided, has left in the mind: the outlook, the prices and the tables.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.kit import bitboard, inlined, limits, lots, moves, outlook, ranking, state

from . import _player as player


@inlined
def _gain(mind: Any, squares: Any, own: Any, best_alone: Any) -> Any:
    """What all open buildings gain when these squares become occupied, or the one alone that gains most."""
    seen, scratch = mind["outlook"], mind["scratch"]
    total, best, found = 0.0, 0.0, False
    for k in range(seen["n"]):
        around = bitboard.load(seen["vacant"][k])
        taken = bitboard.size(bitboard.both(around, squares))
        if taken == 0:
            continue
        price, vacant = scratch[player.PRICE + seen["family"][k]], seen["n_vacant"][k]
        mine, others, seal = seen["mine"][k], seen["others"][k], seen["seal"][k]
        more = bitboard.size(bitboard.both(around, own))
        table = player.variant(scratch, seen["family"][k], seal)
        after = player.worth(scratch, table, vacant - taken, price, mine + more, others, seal)
        gold = after - player.worth(scratch, table, vacant, price, mine, others, seal)
        total += gold
        if not found or gold > best:
            best, found = gold, True
    return best if best_alone else total


@inlined
def _build_score(table: Any, mind: Any, card: Any, squares: Any) -> Any:
    seen, scratch = mind["outlook"], mind["scratch"]
    family = state.family_of(card)
    ring = bitboard.without(bitboard.neighbours(squares), squares)
    vacant = bitboard.size(bitboard.both(ring, bitboard.load(seen["free"])))
    mine = bitboard.size(bitboard.both(ring, bitboard.load(seen["my_workers"])))
    others = bitboard.size(bitboard.both(ring, bitboard.load(seen["their_workers"])))
    seal = 1 if table["supply"][family] > 0 else 0
    camps = min(bitboard.size(bitboard.both(squares, bitboard.load(table["camps"]))), table["neutral_pool"])
    its_table = player.variant(scratch, family, seal)
    gold = player.worth(scratch, its_table, vacant, scratch[player.PRICE + family], mine, others, seal)
    gold += scratch[player.SIZE] * bitboard.size(squares) + scratch[player.BUILD] + scratch[player.CAMP] * camps
    if vacant > 0:
        gold -= scratch[player.HELD + family]
    return gold + _gain(mind, squares, bitboard.EMPTY, False)


@inlined
def introduction_score(table: Any, holdings: Any, mind: Any, choice: Any) -> Any:
    """What a worker placement is worth."""
    scratch, at_hand = mind["scratch"], holdings["workers"][table["seat"]]
    own, neutral = bitboard.load(choice["own"]), bitboard.load(choice["neutral"])
    n_own = bitboard.size(own)
    gold = _gain(mind, bitboard.either(own, neutral), own, scratch[player.NARROW] != 0.0)
    gold -= scratch[player.OWN_COST] * n_own + scratch[player.NEUTRAL_COST] * bitboard.size(neutral)
    if n_own == at_hand and at_hand > 0:
        gold -= scratch[player.LAST_COST]
    return gold - scratch[player.MANY_COST] * max(0, n_own - 2)


@inlined
def must_score(table: Any, holdings: Any, mind: Any, choice: Any) -> Any:
    """What a build or worker placement is worth."""
    if choice["kind"] != state.BUILD:
        return introduction_score(table, holdings, mind, choice)
    card = choice["card"]
    squares = moves.building_squares(table, state.form_of(card), choice["orientation"], choice["anchor"])
    return _build_score(table, mind, card, squares)


@inlined
def rank_builds(table: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the best builds, as many as it has room for; returns how many. ``choice`` is scratch."""
    n, drawer = 0, mind["outlook"]["lots"]
    outlines = table["outlines"]
    choice["kind"] = state.BUILD
    for i in range(hand["n_distinct"]):
        card = hand["distinct"][i]
        form = state.form_of(card)
        for orientation in range(outlines["n_orientations"][form]):
            anchors = bitboard.load(limits.builds_of(hand, mind, i, form, orientation))
            while not bitboard.is_empty(anchors):
                anchor = bitboard.first_bit(anchors)
                anchors = bitboard.drop_first(anchors)
                choice["card"] = card
                choice["orientation"] = orientation
                choice["anchor"] = anchor
                squares = moves.building_squares(table, form, orientation, anchor)
                score = _build_score(table, mind, card, squares) + lots.build_lot(drawer, card, orientation, anchor)
                n = ranking.keep_best(ranked, n, score, choice)
    return n


@inlined
def rank_introductions(table: Any, holdings: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """The same with worker placements, of those that the toolkit names."""
    n = 0
    outlook.list_introductions(table, holdings, mind)
    for i in range(mind["n_candidates"]):
        outlook.choose_introduction(mind, i, choice)
        score = introduction_score(table, holdings, mind, choice)
        own, neutral = bitboard.load(choice["own"]), bitboard.load(choice["neutral"])
        score += lots.workers_lot(mind["outlook"]["lots"], own, neutral)
        n = ranking.keep_best(ranked, n, score, choice)
    return n


@inlined
def rank_draws(table: Any, mind: Any, weights: Any, choice: Any, ranked: Any) -> Any:
    """The face-up cards and the stack, with the three weights of ``player.best_draw``, after ``player.note_prices``."""
    n, drawer = 0, lots.drawer(table, mind)
    for_price, for_squares, from_stack = weights
    if table["stack_left"] > 0:
        choice["draw"] = state.FROM_STACK
        n = ranking.keep_best(ranked, n, from_stack + lots.number_lot(drawer, state.FROM_STACK), choice)
    for place in range(table["rules"]["face_up"]):
        card = table["face_up"][place]
        if card >= 0:
            squares = table["outlines"]["n_squares"][state.form_of(card)]
            score = for_price * mind["scratch"][player.PRICE + state.family_of(card)] + for_squares * squares
            choice["draw"] = place
            n = ranking.keep_best(ranked, n, score + lots.number_lot(drawer, place), choice)
    return n


@inlined
def rank_pieces(table: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """The castle pieces, each on every square, by the change of the noted gains; call ``player.note_gains`` before."""
    n, drawer = 0, lots.drawer(table, mind)
    gain = mind["scratch"]
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] == 0 and limits.may_place(mind, family, square):
                hidden = table["top"][square]
                covered = gain[player.GAIN + hidden] if hidden != state.NO_FAMILY else 0.0
                choice["family"] = family
                choice["castle_square"] = square
                score = gain[player.GAIN + family] - covered + lots.piece_lot(drawer, family, square)
                n = ranking.keep_best(ranked, n, score, choice)
    return n


@inlined
def rank_sales(table: Any, holdings: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """No banner, a banner for workers alone, and sales of all seals of the dearest family, of the two dearest and so
    on; the score is the gold that it brings now."""
    seat = table["seat"]
    choice["use_banner"] = 0
    choice["sold"][:] = 0
    n = ranking.keep_best(ranked, 0, 0.0, choice) if limits.may_use(table, holdings, mind, choice) else 0
    choice["use_banner"] = 1
    if table["own_pool"][seat] > 0 and limits.may_use(table, holdings, mind, choice):
        n = ranking.keep_best(ranked, n, 0.0, choice)
    gold = 0.0
    for value in range(state.CASTLE_SQUARES, 0, -1):
        for family in range(state.FAMILIES):
            seals = holdings["seals"][seat, family]
            if table["value"][family] == value and seals > 0:
                choice["sold"][family] = seals
                gold += value * seals
                if limits.may_use(table, holdings, mind, choice):
                    n = ranking.keep_best(ranked, n, gold, choice)
    return n
