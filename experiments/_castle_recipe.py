"""The players of the study ``castle_recipe``: six who think for themselves, with the rules of its card or without.

Each estimates in score points what a line is worth when it is cashed, and a token on the way to it. How they do so is
their *mind*. The card comes on top: two rules say where tokens go first, one what is cashed and in which order. All is
compiled, so that games are fast.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api.kit import (
    Bot,
    Parameter,
    candidates,
    decision,
    inlined,
    limits,
    outlook,
    places_of,
    state,
)
from arkadia_sim.games.castle.box import SQUARES
from arkadia_sim.rng import uniform

MINDS = ("counter", "racer", "gambler", "steady", "watchman", "neighbour", "anyone")
COUNTER, RACER, GAMBLER, STEADY, WATCHMAN, NEIGHBOUR, ANYONE = range(7)
FIRST, THEN, LOT = 1000.0, 500.0, 1e-9  # rules of the card come before estimates; a lot tells equal moves apart
SUN_AND_CLOUD = 8.0 / 12.0  # score points, spread over the main parts

PARAMETERS = (
    Parameter("mind", ANYONE, 0.0, ANYONE, "how it estimates; anyone: another on each board", True, names=MINDS),
    Parameter("towers", 0.0, 0.0, 1.0, "1: tokens go first to the line of the tower of five", True),
    Parameter("floors", 0.0, 0.0, 1.0, "1: tokens go then to the line of floors", True),
    Parameter("cash", 0.0, 0.0, 1.0, "1: cashes main parts first, the last one last, and nothing below `least`", True),
    Parameter("least", 2.0, 0.0, 10.0, "score points for which a line without a main part is cashed"),
    Parameter("low", 0.0, 0.0, 1.0, "1: tokens go first to the tower of two, too", True),
    Parameter("swapped", 0.0, 0.0, 1.0, "1: floors come before towers", True),
    Parameter("always", 0.0, 0.0, 1.0, "1: both lines come first even with four towers or floors", True),
    Parameter("alone", 0.0, 0.0, 1.0, "1: leaves the own estimate out", True),
    Parameter("done", 0.0, 0.0, 10.0, "score points more for a token that completes a line with a main part"),
)
AT = places_of(PARAMETERS)


@inlined
def _mind(table: Any, p: Any) -> Any:
    """The mind of the deciding player: its own, or one by board and seat."""
    if p[AT.mind] != ANYONE:
        return int(p[AT.mind])
    number = table["seat"]
    for square in range(SQUARES):
        number += (square + 1) * table["board"]["resource"][square]
    return number % ANYONE


@inlined
def _resident(table: Any) -> Any:
    """What a resident is worth on average."""
    board = table["board"]
    return board["group_points"][board["groups"] - 1] / (board["group_size"] * board["groups"])


@inlined
def _points(table: Any, castle: Any, line: Any) -> Any:
    """The score points of a line, floors and residents by their averages; two for a guest's act."""
    board, gifts, points = table["board"], table["board"]["lines"][line], 0.0
    if gifts["floor"] != 0 and castle["floors"] < state.PARTS_MAX:
        points = 2.5
        if table["rules"]["architect"] == 0:
            points = board["card_values"].mean()
    points += outlook.tower_of(table, castle, line) + outlook.flags_of(table, castle, line)
    return points + _resident(table) * gifts["residents"] + (2.0 if gifts["effect"] != state.NO_EFFECT else 0.0)


@inlined
def _line(table: Any, castle: Any, mind: Any, line: Any) -> Any:
    """What a mind thinks a line is worth."""
    points, part = _points(table, castle, line), 1.0 if candidates.gives_part(table, castle, line) else 0.0
    if mind == COUNTER:  # counts points, sun and cloud by the part
        return points + SUN_AND_CLOUD * part
    if mind == RACER:  # wants to end the game
        return points / 2.0 + 3.0 * part
    if mind == GAMBLER:  # does not like to give tokens away
        return points + part - candidates.size(table["board"]["lines"][line]["squares"]) / 2.0
    if mind == NEIGHBOUR:  # counts what it gains now, and what it breaks
        return outlook.gains_of(table, castle, line) + 2.0 * (part - outlook.broken_by(table, line))
    return points + part


@inlined
def _token(table: Any, castle: Any, mind: Any, square: Any) -> Any:
    """What a mind thinks a token on a square is worth."""
    if mind == NEIGHBOUR:  # the nearest line with a wanted part, as `new-bot` writes it
        nearest = outlook.missing_with(table, castle, square)
        worth = 2.0 * outlook.completed_by(table, castle, square)
        if nearest < outlook.FAR:
            worth += 3.0 * (5 - nearest) + 0.5 * outlook.wanted_through(table, castle, square)
        return worth
    tokens, total, most = int(castle["tokens"]), 0.0, 0.0
    parts = max(candidates.parts_of(castle), outlook.most_parts_of_others(table, table["seat"]))
    for line in range(len(table["board"]["lines"])):
        squares = int(table["board"]["lines"][line]["squares"])
        if not candidates.has(squares, square):
            continue
        length, missing = candidates.size(squares), candidates.size(squares & ~tokens)
        worth = _line(table, castle, mind, line)
        if mind == COUNTER:  # each token is its share of the line
            total += worth / length
        elif mind == RACER and candidates.gives_part(table, castle, line):  # the nearer a main part is, the better
            total += worth / missing
        elif mind == GAMBLER:  # each missing square halves the hope
            total += (worth + length / 2.0) * 0.5**missing
        elif mind == STEADY:  # one line only: the one that pays most for each missing square
            most = max(most, worth / missing)
        elif mind == WATCHMAN:  # a line counts less if turns run out
            total += worth / length * min(1.0, (state.ALL_PARTS - parts) / (2.0 * missing))
    return total + most


@inlined
def _residents(table: Any, castle: Any, mind: Any) -> Any:
    """What a mind thinks the residents of a die are worth."""
    number = table["rules"]["residents_per_die"]
    if mind == NEIGHBOUR:
        return float(outlook.more_residents(table, castle, number))
    return 1.0 if mind == RACER else number * _resident(table)


@inlined
def _first(table: Any, castle: Any, p: Any, square: Any) -> Any:
    """Where the card puts tokens first."""
    worth, towers = 0.0, castle["towers"] < state.PARTS_MAX or p[AT.always] != 0
    floors = castle["floors"] < state.PARTS_MAX or p[AT.always] != 0
    for line in range(len(table["board"]["lines"])):
        gifts = table["board"]["lines"][line]
        if candidates.has(gifts["squares"], square):
            high = gifts["tower"] >= 5 or (gifts["tower"] > 0 and p[AT.low] != 0)
            if high and towers and p[AT.towers] != 0:
                worth += THEN if p[AT.swapped] != 0 else FIRST
            if gifts["floor"] != 0 and floors and p[AT.floors] != 0:
                worth += FIRST if p[AT.swapped] != 0 else THEN
    if p[AT.done] != 0 and outlook.missing_with(table, castle, square) == 0:
        worth += p[AT.done]
    return worth


@inlined
def _use(table: Any, castle: Any, p: Any, mind: Any, pick: Any) -> Any:
    """The worth of a use of a die."""
    own = 0.0 if p[AT.alone] != 0 else 1.0
    if pick < state.TAKE_RESIDENTS:
        return _first(table, castle, p, pick) + own * _token(table, castle, mind, pick)
    if pick == state.TAKE_RESIDENTS:
        return own * _residents(table, castle, mind)
    return 0.0 if pick == state.PASS else 2.0 * own


@inlined
def _die(table: Any, castle: Any, p: Any, mind: Any, die: Any) -> Any:
    """The worth of a die: its best use."""
    picks, best = candidates.uses_of(table, castle, table["dice"][die], False), 0.0
    while picks != 0:
        pick = candidates.first(picks)
        picks &= picks - 1
        best = max(best, _use(table, castle, p, mind, pick))
    return best


@inlined
def _ends(table: Any, castle: Any, line: Any) -> Any:
    """Whether cashing a line ends the game."""
    return candidates.gives_part(table, castle, line) and candidates.parts_of(castle) + 1 >= state.ALL_PARTS


@inlined
def _cash(table: Any, castle: Any, p: Any, mind: Any, line: Any) -> Any:
    """The worth of cashing a line; stopping is worth nothing."""
    worth, lines = _line(table, castle, mind, line), table["board"]["lines"]
    if p[AT.alone] != 0:
        worth = 1.0
    if p[AT.cash] == 0 or table["finisher"] != state.NOBODY:
        return worth
    if candidates.gives_part(table, castle, line):
        return LOT if _ends(table, castle, line) and worth > 0 else worth + FIRST
    points = float(outlook.gains_of(table, castle, line)) if mind == NEIGHBOUR else _points(table, castle, line)
    if points < p[AT.least]:
        return -FIRST
    for other in range(len(lines)):  # do not break the line that ends the game
        crosses = int(lines[other]["squares"]) & int(lines[line]["squares"]) != 0
        if crosses and candidates.has(table["open"], other) and _ends(table, castle, other):
            return -FIRST
    return worth


@inlined
def _score(table: Any, castle: Any, p: Any, mind: Any, pick: Any) -> Any:
    phase = table["phase"]
    if phase == state.DIE:
        return _die(table, castle, p, mind, pick)
    if phase == state.USE:
        return _use(table, castle, p, mind, pick)
    if phase == state.LINE:
        return 0.0 if pick == state.STOP_BUILDING else _cash(table, castle, p, mind, pick)
    return float(outlook.points_of_guest(castle, table["display"][pick]))


@decision
def pick(table: Any, mind: Any, choice: Any) -> None:
    """The pick that is worth most; powers of guests act by chance."""
    if table["phase"] > state.GUEST:
        limits.choose_by_chance(table, mind, choice)
        return
    p, castle, highest = mind["parameters"], table["castles"][table["seat"]], -np.inf
    thinks, left = _mind(table, p), limits.left_of(table, mind)
    while left != 0:
        candidate = candidates.first(left)
        left &= left - 1
        worth = _score(table, castle, p, thinks, candidate) + LOT / 2.0 * uniform(mind["random"])
        if worth > highest:
            highest, choice["pick"] = worth, candidate


thinker = Bot(
    name="thinker",
    plan="Estimates what a line pays and how near it is, with the rules of a card or without.",
    source="the study castle_recipe",
    decisions=dict.fromkeys(state.DECISIONS, pick),
    parameters=PARAMETERS,
    game="castle",
)
