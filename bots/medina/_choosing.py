"""Choosing a placement by scores: the best, or a list of good ones, of those that rules and constraints allow.

``look(table, holdings, mind)`` notes what all scores of a decision share. ``score(table, mind, kind, square)`` is the
score of a piece on a legal square; for a roof, the square of any building of the palace.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.medina.bots_api.kit import (
    below,
    bitboard,
    inlined,
    limits,
    look_ahead,
    places,
    state,
    with_noise,
)

NOTHING = -1.0e9
"""Below the score of any placement."""


def scoring_with(building: Any, stable: Any, merchant: Any, wall: Any, roof: Any) -> Any:
    """An inlined function ``score(table, mind, kind, square)`` for any piece on a legal square, made of functions for
    each kind of piece; ``look`` is called before."""

    @inlined
    def score(table: Any, mind: Any, kind: Any, square: Any) -> Any:
        if kind < state.COLOURS:
            return building(table, mind, kind, square)
        if kind == state.STABLE:
            return stable(table, mind, square)
        if kind == state.MERCHANT:
            return merchant(table, mind, square)
        if kind == state.WALL:
            return wall(table, mind, square)
        return roof(table, mind, kind, places.palace_at(table, square))

    return score


def choosing_with(look: Any, score: Any) -> Any:
    """A function ``best(table, holdings, mind, choice)`` that fills in the placement with the highest score and returns
    the score. It breaks ties at random; otherwise all cities would grow from the same corner."""

    @inlined
    def best(table: Any, holdings: Any, mind: Any, choice: Any) -> Any:
        look(table, holdings, mind)
        highest, equal = NOTHING, 0
        for kind in range(state.KINDS):
            squares = limits.squares_for(table, holdings, mind, kind)
            while not bitboard.is_empty(squares):
                square = bitboard.first_bit(squares)
                squares = bitboard.drop_first(squares)
                worth = with_noise(score(table, mind, kind, square), mind)
                if worth < highest:
                    continue
                equal = 1 if worth > highest else equal + 1
                if equal == 1 or below(mind["random"], equal) == 0:
                    highest = worth
                    choice["kind"] = kind
                    choice["square"] = square
        return highest

    return best


def ranking_with(look: Any, score: Any) -> Any:
    """A function ``rank(table, holdings, mind, width, ranked)`` that lists the best placement of each kind of piece and
    the ``width`` best of the others, best first, and returns their number."""

    @inlined
    def rank(table: Any, holdings: Any, mind: Any, width: Any, ranked: Any) -> Any:
        look(table, holdings, mind)
        trial = np.zeros(1, state.DECISION_DTYPE)[0]
        highest, where = np.empty(state.KINDS), np.empty(state.KINDS, np.int64)
        n = 0
        for kind in range(state.KINDS):
            highest[kind], where[kind] = NOTHING, -1
            trial["kind"] = kind
            squares = limits.squares_for(table, holdings, mind, kind)
            while not bitboard.is_empty(squares):
                square = bitboard.first_bit(squares)
                squares = bitboard.drop_first(squares)
                worth = score(table, mind, kind, square)
                if worth > highest[kind]:
                    highest[kind], worth = worth, highest[kind]
                    where[kind], square = square, where[kind]
                if square >= 0:
                    trial["square"] = square
                    n = look_ahead.keep_best(ranked[:width], n, worth, trial)
        for kind in range(state.KINDS):
            if where[kind] >= 0:
                trial["kind"], trial["square"] = kind, where[kind]
                n = look_ahead.keep_best(ranked, n, highest[kind], trial)
        return n

    return rank
