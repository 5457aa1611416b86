"""The base player: how it values the board, whatever its parameters.

A must is scored in gold by what it changes on the board. Each open building is worth, to the player on turn, its
family's price times

    own workers x MINE[r]  -  the others' workers x THEIRS[r]  -  a seal that still lies on it x SEAL[r]
    +  own workers x the others' workers x PAIR[r],

plus BASE[r] gold, where r is its number of vacant neighbours; r = 0 is the payout itself (R6). Bots differ in how they
fill in these tables, the prices and the costs: ``novice.py`` from the hints, ``weigher.py`` from plain weights,
``_learned.py`` from learned weights. The last has separate tables for each family, with and without a seal on the
building (see ``variant``).

The tables are filled in once a turn, at the places of ``mind["scratch"]`` named below; ``_must.py`` then scores the
candidates.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import castle, inlined, limits, lots, state

# -- places in mind["scratch"] ---------------------------------------------------------------------------------------
PRICE = 0
"""Per family, the expected gold for a seal."""
STRIDE = 4
"""The distance between the tables of two variants of a building: 0 if all share one, otherwise TABLE."""
OWN_COST, NEUTRAL_COST, LAST_COST = 6, 7, 8
"""Gold that an own and a neutral worker at hand are worth, and the last own worker beyond that."""
CAMP = 9
"""Gold for each neutral worker that a build brings (R4.4)."""
BUILD = 10
"""Gold for a build as such: a new card."""
NARROW = 11
"""1 if the player counts, for workers, only the building that gains most."""
SIZE = 12
"""Gold for each square of a build."""
MANY_COST = 13
"""The cost of each own worker beyond two put down at once."""
HELD = 64
"""Per family, gold taken off a build that stays open."""
GAIN = 68
"""Per family, the gain from one more gold for its seals, for placing castle pieces."""
FIRST_FREE = 72
"""From here on the scratch is free for ``_must.py``, except for the tables."""
REACH_MAX = 15
TABLE = REACH_MAX + 1
"""A table's length: vacant neighbours 0 to REACH_MAX."""
VARIANTS = 2 * state.FAMILIES
MINE, THEIRS, SEAL, BASE, PAIR = (256 + VARIANTS * TABLE * i for i in range(5))
"""Tables by variant of a building and vacant neighbours, see above. BASE[0] is the worth of a payout beyond its seals:
the right to place a castle piece (R7.1)."""
AFTER_TABLES = 256 + 5 * VARIANTS * TABLE
"""From here on the scratch is free for ``_worths.py``."""

AVERAGE_VALUE = 2.4
"""Nearly all of the ten castle squares show a family: on average a quarter of them each."""
FLOOR_PIECES = 2.0 * state.CASTLE_SQUARES


@inlined
def variant(scratch: Any, family: Any, seal: Any) -> Any:
    """Where the tables begin for a building of this family, with or without a seal on it."""
    return np.int64(scratch[STRIDE]) * (2 * np.int64(family) + np.int64(seal))


@inlined
def share_tables(scratch: Any, payout: Any) -> None:
    """Let all buildings share one variant of the tables, with only the gold of a payout in BASE, and nothing for pairs
    of workers, squares or many workers at once."""
    scratch[STRIDE] = 0.0
    for r in range(TABLE):
        scratch[BASE + r] = 0.0
        scratch[PAIR + r] = 0.0
    scratch[BASE] = payout
    scratch[SIZE] = 0.0
    scratch[MANY_COST] = 0.0


@inlined
def worth(scratch: Any, table: Any, vacant: Any, price: Any, mine: Any, others: Any, seal: Any) -> Any:
    """The gold that a building is worth to the player on turn; ``table`` is its variant."""
    r = table + min(vacant, REACH_MAX)
    gold = scratch[MINE + r] * mine - scratch[THEIRS + r] * others - scratch[SEAL + r] * seal
    return price * (gold + scratch[PAIR + r] * mine * others) + scratch[BASE + r]


@inlined
def progress_of(table: Any) -> Any:
    """How much of floors 1 and 2 is built, 0 to 1; at 1 the end begins (R9.1)."""
    pieces = state.CASTLE_SQUARES * table["floor"] + table["n_covered"]
    return min(1.0, pieces / FLOOR_PIECES)


@inlined
def note_prices(table: Any, mind: Any, trust_early: Any, trust_late: Any) -> None:
    """Note prices between the average of all families (trust 0) and the current values (trust 1)."""
    trust = trust_early + (trust_late - trust_early) * progress_of(table)
    for family in range(state.FAMILIES):
        mind["scratch"][PRICE + family] = trust * table["value"][family] + (1.0 - trust) * AVERAGE_VALUE


@inlined
def note_gains(table: Any, holdings: Any, mind: Any, weight_of_others: Any, weight_of_open: Any) -> None:
    """Note per family the own seals minus the weighted average of the others, plus expected seals from open buildings
    with their own weight. Call ``outlook.look`` or ``outlook.look_at_workers`` before."""
    seat, players = table["seat"], table["players"]
    board, scratch = mind["outlook"], mind["scratch"]
    share = weight_of_others / (players - 1)
    for family in range(state.FAMILIES):
        gain = 1.0 * holdings["seals"][seat, family]
        for other in range(players):
            if other != seat and holdings["seals"][other, family] != state.UNKNOWN:
                gain -= share * holdings["seals"][other, family]
        scratch[GAIN + family] = gain
    if weight_of_open != 0.0:
        for k in range(board["n"]):
            scratch[GAIN + board["family"][k]] += weight_of_open * (board["mine"][k] - share * board["others"][k])


@inlined
def note_weighed_gains(table: Any, holdings: Any, mind: Any, weights: Any) -> None:
    """The same with a weight each for own seals, the others' on average, and those expected from open buildings for
    oneself and for the others on average. Call ``outlook.look`` or ``outlook.look_at_workers`` before."""
    own, theirs, coming, their_coming = weights
    seat, others = table["seat"], table["players"] - 1
    board, scratch = mind["outlook"], mind["scratch"]
    for family in range(state.FAMILIES):
        gain = own * holdings["seals"][seat, family]
        for other in range(table["players"]):
            if other != seat and holdings["seals"][other, family] != state.UNKNOWN:
                gain -= theirs / others * holdings["seals"][other, family]
        scratch[GAIN + family] = gain
    for k in range(board["n"]):
        scratch[GAIN + board["family"][k]] += coming * board["mine"][k] - their_coming / others * board["others"][k]


@inlined
def piece_gain(table: Any, mind: Any, family: Any, square: Any) -> Any:
    """The change of the noted gains by a castle piece on a square."""
    gain, hidden = mind["scratch"], table["top"][square]
    return gain[GAIN + family] - (gain[GAIN + hidden] if hidden != state.NO_FAMILY else 0.0)


@inlined
def best_piece(table: Any, mind: Any, choice: Any) -> Any:
    """Fill in the castle piece and square with the best change of the noted gains; returns the change."""
    drawer = lots.drawer(table, mind)
    best = -1.0e9
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] == 0:
            continue
        for square in range(state.CASTLE_SQUARES):
            if table["covered"][square] != 0 or not limits.may_place(mind, family, square):
                continue
            score = piece_gain(table, mind, family, square) + lots.piece_lot(drawer, family, square)
            if score > best:
                best = score
                choice["family"] = family
                choice["castle_square"] = square
    return best


@inlined
def best_swing(table: Any, mind: Any) -> Any:
    """The best change of the noted gains by one castle piece, at least 0."""
    gain = mind["scratch"]
    highest, lowest = -1.0e9, 1.0e9
    if not castle.can_place(table):
        return 0.0
    for family in range(state.FAMILIES):
        if table["pools"][table["floor"], family] > 0:
            highest = max(highest, gain[GAIN + family])
    for square in range(state.CASTLE_SQUARES):
        if table["covered"][square] == 0:
            hidden = table["top"][square]
            lowest = min(lowest, gain[GAIN + hidden] if hidden != state.NO_FAMILY else 0.0)
    return max(0.0, highest - lowest)


@inlined
def note_held(table: Any, mind: Any, weight: Any) -> None:
    """Note per family the gold taken off a build that stays open: ``weight`` per gold above the average value."""
    mean = 0.0
    for family in range(state.FAMILIES):
        mean += 0.25 * table["value"][family]
    for family in range(state.FAMILIES):
        mind["scratch"][HELD + family] = weight * max(0.0, table["value"][family] - mean)


@inlined
def share_able(table: Any, holdings: Any, workers: Any) -> Any:
    """The share of the other players with at least this many workers at hand; hidden ones count as having enough."""
    able = 0
    for seat in range(table["players"]):
        if seat != table["seat"]:
            known = holdings["workers"][seat]
            if known == state.UNKNOWN or known + holdings["neutrals"][seat] >= workers:
                able += 1
    return able / (table["players"] - 1)


@inlined
def has_another_turn(table: Any) -> Any:
    """Whether the player has another turn after this one: not in the last round (R9.2)."""
    return table["turns_left"] < 0


@inlined
def best_draw(table: Any, mind: Any, for_price: Any, for_squares: Any, from_stack: Any, choice: Any) -> None:
    """Fill in the draw with the highest score: by price and squares for face-up cards, ``from_stack`` for the stack."""
    scratch, drawer = mind["scratch"], lots.drawer(table, mind)
    best = -1.0e9
    if limits.is_there(table, state.FROM_STACK) and limits.may_draw(mind, state.FROM_STACK):
        best = from_stack + lots.number_lot(drawer, state.FROM_STACK)
    choice["draw"] = state.FROM_STACK
    for place in range(table["rules"]["face_up"]):
        card = table["face_up"][place]
        if card < 0 or not limits.may_draw(mind, place):
            continue
        squares = table["outlines"]["n_squares"][state.form_of(card)]
        score = for_price * scratch[PRICE + state.family_of(card)] + for_squares * squares
        score += lots.number_lot(drawer, place)
        if score > best:
            best = score
            choice["draw"] = place
