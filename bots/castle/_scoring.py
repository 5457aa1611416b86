"""What a candidate is worth to the base player: linear in the weights of ``_weights.py``.

A die is worth its best use, a move the difference that it makes.
"""

from typing import Any

from arkadia_sim.games.castle.bots_api.kit import candidates, inlined, outlook, scoring, state

from . import _weights as weights

SQUARES = state.TAKE_RESIDENTS
LINES = 10


@inlined
def _square(table: Any, castle: Any, tokens: Any, p: Any, square: Any) -> Any:
    """A token on a square, beside these tokens."""
    after, fewest, worth = tokens | 1 << int(square), outlook.FAR, 0.0
    for line in range(LINES):
        gifts = table["board"]["lines"][line]
        squares = int(gifts["squares"])
        if not candidates.has(squares, square):
            continue
        length = candidates.size(squares)
        missing = candidates.size(squares & ~after)
        share = (length - missing) / length
        if gifts["wall"] != 0 and castle["walls"] < state.PARTS_MAX:
            worth += share * p[weights.WALL]
        if gifts["tower"] != 0 and castle["towers"] < state.PARTS_MAX:
            worth += share * p[weights.TOWER]
        if gifts["floor"] != 0 and castle["floors"] < state.PARTS_MAX:
            worth += share * p[weights.FLOOR]
        if gifts["effect"] == state.REACTIVATE:
            worth += share * p[weights.REACTIVATION]
        elif gifts["effect"] == state.THEFT:
            worth += share * p[weights.THEFT]
        worth += share * outlook.gains_of(table, castle, line) * p[weights.WORTH]
        if candidates.gives_part(table, castle, line):
            fewest = min(fewest, missing)
    if fewest == 0:
        worth += p[weights.NEAR_DONE]
    elif fewest == 1:
        worth += p[weights.NEAR_ONE]
    elif fewest == 2:
        worth += p[weights.NEAR_TWO]
    return worth + p[weights.TOKEN] + p[weights.SCARCE] * candidates.size(tokens) / table["rules"]["tokens"]


@inlined
def _other_use(table: Any, castle: Any, p: Any, pick: Any) -> Any:
    """A use of a die that is no square."""
    rules = table["rules"]
    if pick == state.TAKE_RESIDENTS:
        room = table["board"]["group_size"] * table["board"]["groups"] - castle["residents"]
        number = min(rules["residents_per_die"], room)
        return number * p[weights.RESIDENTS] + outlook.more_residents(table, castle, number) * p[weights.GROUP]
    if pick == state.RAISE_FLAG:
        return rules["monk_flag"] * p[weights.MONK]
    if pick == state.TAKE_CLOUD:
        return rules["shepherdess_cloud"] * p[weights.CLOUD]
    return p[weights.PASS]


@inlined
def late(table: Any) -> Any:
    """How far the best of the others is on the way to the twelfth main part."""
    return outlook.most_parts_of_others(table, table["seat"]) / state.ALL_PARTS


@inlined
def lead_of(table: Any, seat: Any, points: Any) -> Any:
    """The lead over the best opponent, if the game ended now."""
    own, best = 0, -1
    for player in range(table["players"]):
        total = scoring.score_castle(table, player, points)
        if player == seat:
            own = total
        else:
            best = max(best, total)
    return own - best


@inlined
def _line(table: Any, castle: Any, p: Any, line: Any, points: Any) -> Any:
    """Cashing a line; stopping is worth nothing."""
    gifts, worth = table["board"]["lines"][line], 0.0
    parts = 0
    if gifts["wall"] != 0 and castle["walls"] < state.PARTS_MAX:
        worth += p[weights.CASH_WALL]
        parts += 1
    if gifts["tower"] != 0 and castle["towers"] < state.PARTS_MAX:
        worth += p[weights.CASH_TOWER]
        parts += 1
    if gifts["floor"] != 0 and castle["floors"] < state.PARTS_MAX:
        worth += p[weights.CASH_FLOOR]
        parts += 1
    worth += p[weights.CASH_TOWER_POINTS] * outlook.tower_of(table, castle, line)
    worth += p[weights.CASH_FLAGS] * outlook.flags_of(table, castle, line)
    room = table["board"]["group_size"] * table["board"]["groups"] - castle["residents"]
    residents = min(gifts["residents"], room)
    worth += p[weights.CASH_RESIDENTS] * residents
    worth += p[weights.CASH_GROUP] * outlook.more_residents(table, castle, residents)
    worth += p[weights.CASH_BROKEN] * outlook.broken_by(table, line)
    worth += p[weights.CASH_SIZE] * candidates.size(gifts["squares"])
    worth += p[weights.CASH_FULL] * candidates.size(castle["tokens"]) / table["rules"]["tokens"]
    if gifts["effect"] == state.REACTIVATE and int(castle["guests"]) & state.BOLTS != 0:
        worth += p[weights.CASH_REACTIVATE]
    elif gifts["effect"] == state.THEFT and candidates.thefts(table, table["seat"]) > 0:
        worth += p[weights.CASH_STEAL]
    worth += late(table) * p[weights.CASH_PART_LATE if parts > 0 else weights.CASH_OTHER_LATE]
    if candidates.parts_of(castle) + parts >= state.ALL_PARTS and parts > 0:
        worth += p[weights.FINISH] + p[weights.FINISH_LEAD] * lead_of(table, table["seat"], points)
    return worth


@inlined
def _die(table: Any, castle: Any, p: Any, die: Any) -> Any:
    """The best use of a die."""
    picks = candidates.uses_of(table, castle, table["dice"][die], False)
    best, tokens = 0.0, int(castle["tokens"])
    while picks != 0:
        pick = candidates.first(picks)
        picks &= picks - 1
        if pick < SQUARES:
            best = max(best, _square(table, castle, tokens, p, pick))
        else:
            best = max(best, _other_use(table, castle, p, pick))
    return best


@inlined
def score_of(table: Any, mind: Any, points: Any, pick: Any) -> Any:
    """The score of a candidate; ``points`` is room for the points of a seat."""
    p, castle, phase = mind["parameters"], table["castles"][table["seat"]], table["phase"]
    if phase == state.DIE:
        return _die(table, castle, p, pick)
    if phase == state.USE or phase == state.SQUARE:
        if pick < SQUARES:
            return _square(table, castle, int(castle["tokens"]), p, pick)
        return _other_use(table, castle, p, pick)
    if phase == state.LINE:
        return 0.0 if pick == state.STOP_BUILDING else _line(table, castle, p, pick, points)
    if phase == state.GUEST:
        return p[weights.GUEST + table["display"][pick]]
    if phase == state.BOLT:
        return p[weights.AGAIN + pick]
    if phase == state.STEAL:
        return p[weights.GUEST + pick % state.N_GUESTS]
    if pick == state.STOP_MOVING:
        return 0.0
    rest = int(castle["tokens"]) & ~(1 << int(pick // SQUARES))
    to = _square(table, castle, rest, p, pick % SQUARES)
    return to - _square(table, castle, rest, p, pick // SQUARES)
