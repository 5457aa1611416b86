"""The bot ``casual``: the base player, which weighs what each candidate brings, now and on the way to main parts.

A candidate's score is the sum of weight times count; the weights are its parameters, in points. What people say about
the game are other values of them (``claims.toml``). A die is worth its best use, a move the difference that it makes.

A line's *share* is the part of its squares that hold a token once the token in question is placed. *Late* is the share
of the twelve main parts that the player furthest on of the others has.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.castle.bots_api import kit
from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.bots_api.kit import candidates, decision, inlined, limits, outlook, scoring, state

MOST = 1.0e3

_USE = (
    ("token", 0.6, "a token placed"),
    ("near_done", 2.5, "a token that completes a line with a main part still wanted"),
    ("near_one", 1.0, "a token after which such a line lacks one more"),
    ("near_two", 0.3, "a token after which such a line lacks two more"),
    ("wall", 0.6, "the share of a line that gives a wall still wanted"),
    ("tower", 0.6, "the share of a line that gives a tower still wanted"),
    ("floor", 0.9, "the share of a line that gives a floor still wanted"),
    ("worth", 0.5, "the share of a line, for each point that it would bring now"),
    ("reactivation", 0.6, "the share of a line that reactivates a guest"),
    ("theft", 0.9, "the share of a line that steals a guest"),
    ("scarce", -0.6, "a token placed, times the share of tokens already on the board"),
    ("residents", 0.35, "each resident that a die brings"),
    ("group", 0.5, "each point that residents of a die bring at once"),
    ("monk", 1.0, "each point of a flag of the Monk"),
    ("cloud", 1.0, "each point of a cloud of the Shepherdess"),
    ("pass", 0.0, "passing"),
)
_LINE = (
    ("cash_wall", 2.5, "cashing a wall still wanted"),
    ("cash_tower", 2.5, "cashing a tower still wanted"),
    ("cash_floor", 4.5, "cashing a floor still wanted"),
    ("cash_tower_points", 1.0, "each point of a tower cashed, the sun included"),
    ("cash_flags", 1.0, "each point of flags cashed"),
    ("cash_group", 0.6, "each point that residents of a line bring at once"),
    ("cash_residents", 0.3, "each resident that a line brings"),
    ("cash_broken", -2.0, "each other complete line that is broken"),
    ("cash_size", -0.9, "each token that comes back"),
    ("cash_full", 2.5, "cashing any line, times the share of tokens on the board"),
    ("cash_reactivate", 1.8, "reactivating a guest"),
    ("cash_steal", 3.0, "stealing a guest"),
    ("cash_part_late", 0.0, "cashing a main part, times late"),
    ("cash_other_late", 0.0, "cashing a line without a main part, times late"),
    ("finish", 4.0, "cashing the twelfth main part"),
    ("finish_lead", 0.5, "the same, for each point of the lead over the best opponent"),
)
_GUEST_START = {
    "architect": 1.6, "bohemian": 2.4, "logger": 2.2, "dagobert": 2.2, "magician": 1.6, "merchant": 2.2, "miner": 2.2,
    "peasant": 2.2, "shepherdess": 2.6, "knight": 2.0, "cook": 2.0, "guard": 1.0, "monk": 2.4, "troll": 1.8,
    "courtesan": 1.6, "jester": 3.4, "prince": 3.2, "princess": 3.2, "queen": 3.0, "king": 3.0,
}  # fmt: skip


def _weight(name: str, start: float, meaning: str) -> kit.Parameter:
    return kit.Parameter(name, start, -MOST, MOST, f"weight of {meaning}")


PARAMETERS = (
    *(_weight(*entry) for entry in (*_USE, *_LINE)),
    *(_weight(f"guest_{name}", _GUEST_START[name], f"having the {name}") for name in kit.guest_names),
    *(_weight(f"again_{name}", 0.8, f"reactivating the {name}") for name in kit.guest_names[: state.SHEPHERDESS]),
)
AT = kit.places_of(PARAMETERS)
GUEST = len(_USE) + len(_LINE)
AGAIN = GUEST + len(kit.guest_names)
TAUGHT = AGAIN
"""The number of weights, first among the parameters, that lessons teach; the others evolve."""

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
            worth += share * p[AT.wall]
        if gifts["tower"] != 0 and castle["towers"] < state.PARTS_MAX:
            worth += share * p[AT.tower]
        if gifts["floor"] != 0 and castle["floors"] < state.PARTS_MAX:
            worth += share * p[AT.floor]
        if gifts["effect"] == state.REACTIVATE:
            worth += share * p[AT.reactivation]
        elif gifts["effect"] == state.THEFT:
            worth += share * p[AT.theft]
        worth += share * outlook.gains_of(table, castle, line) * p[AT.worth]
        if candidates.gives_part(table, castle, line):
            fewest = min(fewest, missing)
    if fewest == 0:
        worth += p[AT.near_done]
    elif fewest == 1:
        worth += p[AT.near_one]
    elif fewest == 2:
        worth += p[AT.near_two]
    return worth + p[AT.token] + p[AT.scarce] * candidates.size(tokens) / table["rules"]["tokens"]


@inlined
def _other_use(table: Any, castle: Any, p: Any, pick: Any) -> Any:
    """A use of a die that is no square."""
    rules = table["rules"]
    if pick == state.TAKE_RESIDENTS:
        room = table["board"]["group_size"] * table["board"]["groups"] - castle["residents"]
        number = min(rules["residents_per_die"], room)
        return number * p[AT.residents] + outlook.more_residents(table, castle, number) * p[AT.group]
    if pick == state.RAISE_FLAG:
        return rules["monk_flag"] * p[AT.monk]
    if pick == state.TAKE_CLOUD:
        return rules["shepherdess_cloud"] * p[AT.cloud]
    return p[AT.pass_]


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
        worth += p[AT.cash_wall]
        parts += 1
    if gifts["tower"] != 0 and castle["towers"] < state.PARTS_MAX:
        worth += p[AT.cash_tower]
        parts += 1
    if gifts["floor"] != 0 and castle["floors"] < state.PARTS_MAX:
        worth += p[AT.cash_floor]
        parts += 1
    worth += p[AT.cash_tower_points] * outlook.tower_of(table, castle, line)
    worth += p[AT.cash_flags] * outlook.flags_of(table, castle, line)
    room = table["board"]["group_size"] * table["board"]["groups"] - castle["residents"]
    residents = min(gifts["residents"], room)
    worth += p[AT.cash_residents] * residents
    worth += p[AT.cash_group] * outlook.more_residents(table, castle, residents)
    worth += p[AT.cash_broken] * outlook.broken_by(table, line)
    worth += p[AT.cash_size] * candidates.size(gifts["squares"])
    worth += p[AT.cash_full] * candidates.size(castle["tokens"]) / table["rules"]["tokens"]
    if gifts["effect"] == state.REACTIVATE and int(castle["guests"]) & state.BOLTS != 0:
        worth += p[AT.cash_reactivate]
    elif gifts["effect"] == state.THEFT and candidates.thefts(table, table["seat"]) > 0:
        worth += p[AT.cash_steal]
    worth += late(table) * p[AT.cash_part_late if parts > 0 else AT.cash_other_late]
    if candidates.parts_of(castle) + parts >= state.ALL_PARTS and parts > 0:
        worth += p[AT.finish] + p[AT.finish_lead] * lead_of(table, table["seat"], points)
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
        return p[GUEST + table["display"][pick]]
    if phase == state.BOLT:
        return p[AGAIN + pick]
    if phase == state.STEAL:
        return p[GUEST + pick % state.N_GUESTS]
    if pick == state.STOP_MOVING:
        return 0.0
    rest = int(castle["tokens"]) & ~(1 << int(pick // SQUARES))
    to = _square(table, castle, rest, p, pick % SQUARES)
    return to - _square(table, castle, rest, p, pick // SQUARES)


LOWEST = -1.0e9


@decision
def pick(table: Any, mind: Any, choice: Any) -> None:
    """The candidate with the highest score, the first among equals."""
    points, highest, phase = np.empty(len(state.POINT_NAMES), np.int64), LOWEST, table["phase"]
    left = limits.left_of(table, mind)
    for number in range(table["n"]):
        candidate = candidates.nth_pick(table, number)
        if phase != state.MOVE and phase != state.STEAL and not candidates.has(left, candidate):
            continue
        score = kit.with_noise(score_of(table, mind, points, candidate), mind)
        if score > highest:
            highest = score
            choice["pick"] = candidate


casual = kit.Bot(
    name="casual",
    plan="Goes for main parts, counts the points of what it cashes, and likes guests.",
    source="people as they play who know the rules: a sum of weights, set by hand",
    decisions=dict.fromkeys(state.DECISIONS, pick),
    parameters=PARAMETERS,
    game="castle",
    tempered=frozenset(state.DECISIONS),
    candidates=kit.policy_candidates(f"{__package__}._policy", "use", dict.fromkeys(state.DECISIONS, "points")),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
