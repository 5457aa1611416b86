"""The learned player: the base player's judgement with weights that were learned from search.

Everything that it judges by is linear in its weights, so that the weights can be fitted to what a search found. What
lies on the table, times a weight, makes up the tables of ``_player.py``: per open building and number of vacant
neighbours, own workers (with a seal there and without), the others' workers, the seal and the building itself, each
alone, times its family's value today, times how far the game is on, in the last round, and by who has the workers to
enclose it. To that come terms for a
build and for workers put down, and for a banner: by own workers at hand and banners left, and by what is sold.

Nothing in here is made from the rulebook's hints, and which of it matters nobody has said.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api.kit import Parameter, decision, inlined, limits, lots, outlook, state

from . import _player as player
from ._must import best_must

REACHES = 8
"""Buildings with so many vacant neighbours or more, less one, are judged alike."""
_TABLES = {
    "own": "an own worker",
    "own_value": "an own worker, times the family's value",
    "own_progress": "an own worker, times how far the game is on",
    "own_last": "an own worker, in the last round",
    "own_seal": "an own worker beside a building with a seal",
    "own_seal_value": "an own worker beside a building with a seal, times the family's value",
    "others": "another player's worker",
    "others_value": "another player's worker, times the family's value",
    "others_progress": "another player's worker, times how far the game is on",
    "others_last": "another player's worker, in the last round",
    "seal": "the seal",
    "seal_value": "the seal, times the family's value",
    "seal_progress": "the seal, times how far the game is on",
    "seal_last": "the seal, in the last round",
    "base": "the building itself",
    "base_progress": "the building itself, times how far the game is on",
    "base_last": "the building itself, in the last round",
    "own_able": "an own worker, where one could enclose the building oneself",
    "seal_able": "the seal, where one could enclose the building oneself",
    "base_able": "the building itself, where one could enclose it oneself",
    "own_exposed": "an own worker, times the share of the others who could enclose the building",
    "seal_exposed": "the seal, times the share of the others who could enclose the building",
    "base_exposed": "the building itself, times the share of the others who could enclose it",
}
_TERMS = {
    "build": "a build",
    "size": "each square of a build",
    "dear": "a build that stays open, times its family's value",
    "camp": "a tent camp covered while there are neutral workers",
    "own_used": "an own worker put down",
    "neutral_used": "a neutral worker put down",
    "last_used": "the last own worker at hand put down",
    "many_used": "each own worker beyond two put down at once",
}
_CONTEXTS = {
    "": "",
    "_progress": ", times how far the game is on",
    "_last": ", in the last round",
    "_early": ", in the first eighth of the game, the more the earlier",
    "_banners": ", for each banner left",
}
EARLY = 8.0
_AT_HAND = 7
_SALES = {
    "sold": "each seal sold",
    "sold_value": "each seal sold, times its value",
    "sold_value_progress": "each seal sold, times its value and how far the game is on",
    "sold_progress": "each seal sold, times how far the game is on",
    "sold_last": "each seal sold in the last round",
    "sold_value_last": "each seal sold in the last round, times its value",
    "sold_banners": "each seal sold, for each banner left",
    "sold_value_banners": "each seal sold, times its value, for each banner left",
    "sold_many": "the square of the number of seals of a family that are sold",
    "sold_family": "a family sold",
}
WEIGHT = 1.0e6


def _weight(name: str, meaning: str, default: float = 0.0) -> Parameter:
    return Parameter(name, default, -WEIGHT, WEIGHT, f"weight of {meaning}")


def _vacant(r: int) -> str:
    return f"{r} or more vacant neighbours" if r == REACHES - 1 else f"{r} vacant neighbour{'' if r == 1 else 's'}"


_START = {"own_value_0": 1.0, "seal_value_0": 1.0, "others_value_0": -0.4, "own_0": 0.0, "own_used": -2.0}
_START |= {f"own_value_{r}": 0.8 for r in range(1, 4)} | {"build": 2.0, "camp": 1.0, "sold_value": 1.0}
_START |= {"use_0_1": 5.0, "use_0_2": 5.0, "use_0_3": 5.0, "sold_family": -8.0}
"""A player that can be played before anything was learned: payouts count in full, hopes for less."""

MUST_WEIGHTS = (
    *(
        _weight(f"{name}_{r}", f"{meaning}, with {_vacant(r)}", _START.get(f"{name}_{r}", 0.0))
        for name, meaning in _TABLES.items()
        for r in range(REACHES)
    ),
    *(
        _weight(name + when, meaning + how, _START.get(name + when, 0.0))
        for name, meaning in _TERMS.items()
        for when, how in _CONTEXTS.items()
    ),
    _weight("swing", "a completed building, times what the best castle piece could change"),
    _weight("swing_last", "the same in the last round"),
)
BANNER_WEIGHTS = (
    *(
        _weight(
            f"use_{hand}_{banners}{when}",
            f"a banner with {hand}{' or more' if hand == _AT_HAND - 1 else ''} own workers at hand "
            f"and {banners}{' or more' if banners == 3 else ''} banners left{how}",
            _START.get(f"use_{hand}_{banners}{when}", 0.0),
        )
        for when, how in (("", ""), ("_progress", ", times how far the game is on"))
        for hand in range(_AT_HAND)
        for banners in (1, 2, 3)
    ),
    _weight("use_last", "a banner in the last round"),
    _weight("brought", "each own worker that a banner brings"),
    *(_weight(name, meaning, _START.get(name, 0.0)) for name, meaning in _SALES.items()),
)
CARDS = (
    Parameter("castle_others", 1.1, 0.0, 5.0, "weight of the others' seals in placing castle pieces"),
    Parameter("castle_open", 0.22, 0.0, 2.0, "weight of seals to be expected in placing castle pieces"),
    Parameter("trust", 0.55, 0.0, 1.0, "in drawing: 1 prices seals at today's value, 0 at the average"),
    Parameter("draw_price", 0.3, 0.0, 3.0, "weight of the family's price in drawing a card"),
    Parameter("draw_squares", -0.1, -3.0, 3.0, "gold for each square of a card's building in drawing it"),
    Parameter("draw_stack", 0.7, -20.0, 20.0, "what the stack counts for in drawing"),
)
PARAMETERS = (*MUST_WEIGHTS, *BANNER_WEIGHTS, *CARDS)
assert len(PARAMETERS) < state.PARAMETERS_MAX

_TERM, _EACH = len(_TABLES) * REACHES, len(_CONTEXTS)
_SWING = _TERM + _EACH * len(_TERMS)
USE = len(MUST_WEIGHTS)
_USE_PROGRESS = USE + 3 * _AT_HAND
_USE_LAST = USE + 6 * _AT_HAND
_BROUGHT, _SOLD = _USE_LAST + 1, _USE_LAST + 2
TAUGHT = USE + len(BANNER_WEIGHTS)
"""So many weights, the first of the parameters, are taught by search; all others only by play."""
CASTLE_OTHERS, CASTLE_OPEN, TRUST, DRAW_PRICE, DRAW_SQUARES, DRAW_STACK = range(TAUGHT, len(PARAMETERS))
OWN, OTHERS, SEALS, BASE, ABLE, EXPOSED = (REACHES * first for first in (0, 6, 10, 14, 17, 20))


@inlined
def _last(table: Any) -> Any:
    return 0.0 if player.has_another_turn(table) else 1.0


@inlined
def _term(p: Any, number: Any, table: Any, progress: Any) -> Any:
    """A term's weight as things stand."""
    first = _TERM + _EACH * number
    early = max(0.0, 1.0 - EARLY * progress)
    weight = p[first] + p[first + 1] * progress + p[first + 2] * _last(table)
    return weight + p[first + 3] * early + p[first + 4] * table["banners"][table["seat"]]


@inlined
def note_weights(table: Any, holdings: Any, mind: Any) -> None:
    """Fill in the tables from the weights, after ``outlook.look``."""
    p, scratch = mind["parameters"], mind["scratch"]
    progress, last = player.progress_of(table), _last(table)
    scratch[player.STRIDE] = player.TABLE
    swing = p[_SWING] + p[_SWING + 1] * last
    if swing != 0.0:
        player.note_gains(table, holdings, mind, p[CASTLE_OTHERS], p[CASTLE_OPEN])
        swing *= player.best_swing(table, mind)
    seat = table["seat"]
    at_hand = holdings["workers"][seat] + holdings["neutrals"][seat]
    for r in range(REACHES):
        able = 1.0 if 0 < r <= at_hand else 0.0
        exposed = player.share_able(table, holdings, r) if r > 0 else 0.0
        own = p[OWN + r] + progress * p[OWN + 2 * REACHES + r] + last * p[OWN + 3 * REACHES + r]
        others = p[OTHERS + r] + progress * p[OTHERS + 2 * REACHES + r] + last * p[OTHERS + 3 * REACHES + r]
        seal = p[SEALS + r] + progress * p[SEALS + 2 * REACHES + r] + last * p[SEALS + 3 * REACHES + r]
        base = p[BASE + r] + progress * p[BASE + REACHES + r] + last * p[BASE + 2 * REACHES + r]
        own += able * p[ABLE + r] + exposed * p[EXPOSED + r]
        seal += able * p[ABLE + REACHES + r] + exposed * p[EXPOSED + REACHES + r]
        base += able * p[ABLE + 2 * REACHES + r] + exposed * p[EXPOSED + 2 * REACHES + r]
        if r == 0:
            base += swing
        for family in range(state.FAMILIES):
            value = table["value"][family]
            mine, theirs = own + value * p[OWN + REACHES + r], others + value * p[OTHERS + REACHES + r]
            its_seal = seal + value * p[SEALS + REACHES + r]
            with_seal = p[OWN + 4 * REACHES + r] + value * p[OWN + 5 * REACHES + r]
            for on_it in range(2):
                here = player.TABLE * (2 * family + on_it)
                for reach in range(r, player.TABLE if r == REACHES - 1 else r + 1):
                    scratch[player.MINE + here + reach] = mine + on_it * with_seal
                    scratch[player.THEIRS + here + reach] = -theirs
                    scratch[player.SEAL + here + reach] = -its_seal
                    scratch[player.BASE + here + reach] = base
    scratch[player.BUILD] = _term(p, 0, table, progress)
    scratch[player.SIZE] = _term(p, 1, table, progress)
    of_value = _term(p, 2, table, progress)
    scratch[player.CAMP] = _term(p, 3, table, progress)
    scratch[player.OWN_COST] = -_term(p, 4, table, progress)
    scratch[player.NEUTRAL_COST] = -_term(p, 5, table, progress)
    scratch[player.LAST_COST] = -_term(p, 6, table, progress)
    scratch[player.MANY_COST] = -_term(p, 7, table, progress)
    scratch[player.NARROW] = 0.0
    for family in range(state.FAMILIES):
        scratch[player.PRICE + family] = 1.0
        scratch[player.HELD + family] = -of_value * table["value"][family]


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build or worker placement with the highest score."""
    outlook.look(table, mind)
    note_weights(table, holdings, mind)
    best_must(table, holdings, hand, mind, choice)


@decision
def draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The card whose family and size promise most, or the stack."""
    p = mind["parameters"]
    player.note_prices(table, mind, p[TRUST], p[TRUST])
    player.best_draw(table, mind, p[DRAW_PRICE], p[DRAW_SQUARES], p[DRAW_STACK], choice)


@decision
def place(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The castle piece that serves the own seals best, less what it does for the others."""
    p = mind["parameters"]
    if p[CASTLE_OPEN] != 0.0:
        outlook.look_at_workers(table, mind)
    player.note_gains(table, holdings, mind, p[CASTLE_OTHERS], p[CASTLE_OPEN])
    player.best_piece(table, mind, choice)


@inlined
def use_score(table: Any, holdings: Any, p: Any) -> Any:
    """What a banner is worth without what it sells, against none."""
    seat, progress = table["seat"], player.progress_of(table)
    at_hand: Any = min(np.int64(holdings["workers"][seat]), _AT_HAND - 1)
    left: Any = min(np.int64(table["banners"][seat]), 3)
    place = 3 * at_hand + left - 1
    brought = min(np.int64(table["own_pool"][seat]), np.int64(table["rules"]["workers_per_banner"]))
    gold = p[USE + place] + progress * p[_USE_PROGRESS + place]
    return gold + p[_USE_LAST] * _last(table) + p[_BROUGHT] * brought


@inlined
def sale_score(table: Any, p: Any, family: Any, seals: Any) -> Any:
    """What it is worth to sell so many seals of a family along with a banner."""
    if seals == 0:
        return 0.0
    value, progress, last = 1.0 * table["value"][family], player.progress_of(table), _last(table)
    banners = 1.0 * table["banners"][table["seat"]]
    each = p[_SOLD] + value * (p[_SOLD + 1] + progress * p[_SOLD + 2]) + progress * p[_SOLD + 3]
    each += last * (p[_SOLD + 4] + value * p[_SOLD + 5]) + banners * (p[_SOLD + 6] + value * p[_SOLD + 7])
    return seals * (each + seals * p[_SOLD + 8]) + p[_SOLD + 9]


@inlined
def banner_score(table: Any, holdings: Any, p: Any, choice: Any) -> Any:
    """What a way to use a banner is worth against none."""
    if choice["use_banner"] == 0:
        return 0.0
    gold = use_score(table, holdings, p)
    for family in range(state.FAMILIES):
        gold += sale_score(table, p, family, choice["sold"][family])
    return gold


@inlined
def _best_way_left(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Of the ways to use a banner, or none, that constraints leave, the one that is worth most."""
    best, best_way, drawer = -1e300, 0, lots.drawer(table, mind)
    for way in range(limits.WAYS):
        if limits.take_way(table, holdings, choice, way) and limits.may_use(table, holdings, mind, choice):
            score = banner_score(table, holdings, mind["parameters"], choice) + lots.number_lot(drawer, way)
            if score > best:
                best, best_way = score, way
    limits.take_way(table, holdings, choice, best_way)


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner where its workers and its sales together are worth it; sold is what gains by it, whole families."""
    p, seat = mind["parameters"], table["seat"]
    if mind["limits"]["bound"] != 0:
        _best_way_left(table, holdings, mind, choice)
        return
    gold = use_score(table, holdings, p)
    sells = False
    for family in range(state.FAMILIES):
        seals = holdings["seals"][seat, family]
        score = sale_score(table, p, family, seals) if table["value"][family] > 0 else 0.0
        choice["sold"][family] = seals if score > 0.0 else 0
        gold += max(0.0, score)
        sells = sells or (score > 0.0 and seals > 0)
    uses = gold > 0.0 and (sells or table["own_pool"][seat] > 0)
    choice["use_banner"] = 1 if uses else 0
    if not uses:
        choice["sold"][:] = 0
