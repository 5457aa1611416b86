"""What each weight of the learned player counts in a candidate: the score is the sum of weights times counts.

The sums are written out on their own, not read off the player's judgement, and the tests hold the two against each
other; what the circumstances are, both ask of the player. Lessons and practice describe candidates by it, millions of
times.
"""

from typing import Any

from arkadia_sim.games.arkadia.bots_api.kit import bitboard, inlined, moves, outlook, state

from . import _learned
from . import _player as player
from ._learned import BASE, BESIDE, EACH, OTHERS, OWN, PAIRS, PLAIN, REACHES, SEALS, SOLD, SWING, TERM, USE, VALUED

CASTLE = (1.1, 0.22)
"""How castle pieces are taken to be placed (``castle_others``, ``castle_open``) where their worth is a count."""


@inlined
def circumstances_of(table: Any, holdings: Any, mind: Any) -> Any:
    """What is the same for all candidates of a must: the turn, and what the best castle piece could change."""
    outlook.look(table, mind)
    player.note_gains(table, holdings, mind, CASTLE[0], CASTLE[1])
    return _learned.turn_of(table, holdings), player.best_swing(table, mind)


@inlined
def _count_building(
    table: Any, holdings: Any, of_turn: Any, family: Any, vacant: Any, beside: Any, sign: Any, counts: Any
) -> None:
    """Count a building with so many vacant neighbours and, beside it, own workers, others' and a seal."""
    mine, others, seal = beside
    turn, swing = of_turn
    r = min(vacant, REACHES - 1)
    value, held = 1.0 * table["value"][family], _learned.seals_of(table, holdings, family)
    circumstances = _learned.circumstances(table, holdings, turn, r)
    for first, there in ((OWN, mine), (OTHERS, others), (SEALS, seal), (BASE, 1.0), (PAIRS, mine * others)):
        much = sign * there
        for place in range(PLAIN):
            counts[first + REACHES * place + r] += much * circumstances[place]
        for place in range(VALUED):
            counts[first + REACHES * (PLAIN + place) + r] += much * value * circumstances[place]
        for place in range(2):
            counts[first + REACHES * (PLAIN + VALUED + place) + r] += much * held[place]
    counts[BESIDE + r] += sign * seal * mine
    counts[BESIDE + REACHES + r] += sign * seal * mine * value
    if r == 0:
        counts[SWING] += sign * swing
        counts[SWING + 1] += sign * swing * turn[1]


@inlined
def _count_term(turn: Any, number: Any, much: Any, counts: Any) -> None:
    progress, last, _, _, banners = turn
    first = TERM + EACH * number
    early = max(0.0, 1.0 - _learned.EARLY * progress)
    for place, circumstance in enumerate((1.0, progress, last, early, banners)):
        counts[first + place] += much * circumstance


@inlined
def count_must(table: Any, holdings: Any, mind: Any, choice: Any, of_turn: Any, counts: Any) -> None:
    """Add what a build or worker placement counts, after ``circumstances_of``."""
    seen, turn = mind["outlook"], of_turn[0]
    own = bitboard.EMPTY
    if choice["kind"] == state.BUILD:
        card = choice["card"]
        family = state.family_of(card)
        squares = moves.building_squares(table, state.form_of(card), choice["orientation"], choice["anchor"])
        ring = bitboard.without(bitboard.neighbours(squares), squares)
        vacant = bitboard.size(bitboard.both(ring, bitboard.load(seen["free"])))
        mine = 1.0 * bitboard.size(bitboard.both(ring, bitboard.load(seen["my_workers"])))
        others = 1.0 * bitboard.size(bitboard.both(ring, bitboard.load(seen["their_workers"])))
        seal = 1.0 if table["supply"][family] > 0 else 0.0
        camps = min(bitboard.size(bitboard.both(squares, bitboard.load(table["camps"]))), table["neutral_pool"])
        _count_building(table, holdings, of_turn, family, vacant, (mine, others, seal), 1.0, counts)
        _count_term(turn, 0, 1.0, counts)
        _count_term(turn, 1, 1.0 * bitboard.size(squares), counts)
        _count_term(turn, 2, 1.0 * table["value"][family] if vacant > 0 else 0.0, counts)
        _count_term(turn, 3, 1.0 * camps, counts)
    else:
        own, neutral = bitboard.load(choice["own"]), bitboard.load(choice["neutral"])
        squares = bitboard.either(own, neutral)
        n_own, at_hand = bitboard.size(own), holdings["workers"][table["seat"]]
        _count_term(turn, 4, 1.0 * n_own, counts)
        _count_term(turn, 5, 1.0 * bitboard.size(neutral), counts)
        _count_term(turn, 6, 1.0 if n_own == at_hand and at_hand > 0 else 0.0, counts)
        _count_term(turn, 7, 1.0 * max(0, n_own - 2), counts)
    for k in range(seen["n"]):
        around = bitboard.load(seen["vacant"][k])
        taken = bitboard.size(bitboard.both(around, squares))
        if taken > 0:
            family, vacant = seen["family"][k], seen["n_vacant"][k]
            mine, others, seal = 1.0 * seen["mine"][k], 1.0 * seen["others"][k], 1.0 * seen["seal"][k]
            more = 1.0 * bitboard.size(bitboard.both(around, own))
            _count_building(table, holdings, of_turn, family, vacant - taken, (mine + more, others, seal), 1.0, counts)
            _count_building(table, holdings, of_turn, family, vacant, (mine, others, seal), -1.0, counts)


@inlined
def count_banner(table: Any, holdings: Any, choice: Any, counts: Any) -> None:
    """Add what a way to use a banner counts; none counts nothing."""
    if choice["use_banner"] == 0:
        return
    seat, progress, last = table["seat"], player.progress_of(table), _learned.is_last(table)
    place = _learned.place_of(table, holdings)
    counts[USE + place] += 1.0
    counts[_learned.USE_PROGRESS + place] += progress
    counts[_learned.USE_LAST] += last
    counts[_learned.BROUGHT] += _learned.brought_by(table)
    banners = 1.0 * table["banners"][seat]
    for family in range(state.FAMILIES):
        seals, value = 1.0 * choice["sold"][family], 1.0 * table["value"][family]
        if seals > 0.0:
            of_each = (1.0, value, value * progress, progress, last, value * last, banners, value * banners, seals)
            for i, much in enumerate(of_each):
                counts[SOLD + i] += seals * much
            counts[SOLD + 9] += 1.0
