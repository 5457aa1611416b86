"""The bot ``learner``: the base player's arithmetic with weights to be learned from search and from play.

Its scores are linear in the weights, so the weights can be fitted to the results of a search. Weights times what is on
the table make the tables of ``_player.py``. For each open building and number of vacant neighbours these count own
workers, the others' workers, pairs of both, the seal and the building itself, each in all ``circumstances``, some also
times the family's current value and times seals held. Further terms are for a build, for workers put down and for a
banner (by own workers at hand, banners left and what is sold).

Nothing here comes from the rulebook's hints, and nobody chose what matters.
"""

from typing import Any

import numpy as np

from arkadia_sim.games.arkadia.bots_api import kit
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.bots_api.kit import Parameter, decision, inlined, limits, lots, outlook, state

from . import _player as player

REACHES = 8
"""Buildings with REACHES - 1 or more vacant neighbours share their weights."""
_WHAT = {
    "own": "an own worker",
    "others": "another player's worker",
    "seal": "the seal",
    "base": "the building itself",
    "pair": "each pair of an own and another player's worker",
}
_CIRCUMSTANCES = {
    "": "",
    "_progress": ", times the progress of the game",
    "_last": ", in the last round",
    "_able": ", if the player could enclose the building alone",
    "_exposed": ", times the share of the others who could enclose the building",
    "_next": ", if the next player could enclose the building",
    "_hand": ", for each worker at hand",
    "_banners": ", for each banner left",
}
"""In the order of ``circumstances``."""
VALUED = 6
"""The first ones also count times the family's value."""
_HELD = {
    "_held": ", for each own seal of the family",
    "_theirs": ", for each seal of the family that the others hold on average",
}
_WHEN = (
    _CIRCUMSTANCES
    | {f"_value{when}": f", times the family's value{how}" for when, how in list(_CIRCUMSTANCES.items())[:VALUED]}
    | _HELD
)
_TABLES = {what + when: meaning + how for what, meaning in _WHAT.items() for when, how in _WHEN.items()} | {
    "own_seal": "an own worker beside a building with a seal",
    "own_seal_value": "an own worker beside a building with a seal, times the family's value",
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
    "_progress": ", times the progress of the game",
    "_last": ", in the last round",
    "_early": ", in the first eighth of the game, falling to none",
    "_banners": ", for each banner left",
}
EARLY = 8.0
AT_HAND = 7
_SALES = {
    "sold": "each seal sold",
    "sold_value": "each seal sold, times its value",
    "sold_value_progress": "each seal sold, times its value and the progress of the game",
    "sold_progress": "each seal sold, times the progress of the game",
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
"""A start that can play before anything is learned: payouts count in full, expectations less."""

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
            f"a banner with {hand}{' or more' if hand == AT_HAND - 1 else ''} own workers at hand "
            f"and {banners}{' or more' if banners == 3 else ''} banners left{how}",
            _START.get(f"use_{hand}_{banners}{when}", 0.0),
        )
        for when, how in (("", ""), ("_progress", ", times the progress of the game"))
        for hand in range(AT_HAND)
        for banners in (1, 2, 3)
    ),
    _weight("use_last", "a banner in the last round"),
    _weight("brought", "each own worker that a banner brings"),
    *(_weight(name, meaning, _START.get(name, 0.0)) for name, meaning in _SALES.items()),
)
DRAW_WEIGHTS = (
    *(
        _weight(f"draw_{name}{when}", meaning + how, default if when == "" else 0.0)
        for name, meaning, default in (
            ("value", "a face-up card, times its family's value", 0.17),
            ("squares", "a face-up card, for each square of its building", -0.1),
            ("stack", "drawing from the stack", 0.4),
        )
        for when, how in (("", ""), ("_progress", ", times the progress of the game"))
    ),
    _weight("draw_held", "a face-up card, for each own seal of its family"),
    _weight("draw_again", "a face-up card, for each card of its family in the hand"),
)
CASTLE_WEIGHTS = tuple(
    _weight(f"castle_{name}{when}", f"{meaning}, times what a castle piece changes of their value{how}", default)
    for when, how in (("", ""), ("_progress", " and the progress of the game"))
    for name, meaning, default in (
        ("own", "own seals", 1.0 if when == "" else 0.0),
        ("others", "the others' seals on average, as a loss", 1.1 if when == "" else 0.0),
        ("open", "own workers at open buildings", 0.22 if when == "" else 0.0),
        ("open_others", "the others' workers at open buildings on average, as a loss", 0.242 if when == "" else 0.0),
    )
)
WEIGHTS = (*MUST_WEIGHTS, *BANNER_WEIGHTS, *DRAW_WEIGHTS, *CASTLE_WEIGHTS)
_SWITCHES = (
    Parameter("reach", 1.0, 0.0, 1.0, "1: workers count at all buildings that they touch; 0: at the best", whole=True),
    Parameter("hands", 1.0, 0.0, 1.0, "1: a banner depends on the own workers at hand; 0: it does not", whole=True),
)
"""What no weight shows by itself, so that it can be left out of a learning as well."""
PARAMETERS = (*WEIGHTS, *_SWITCHES)
assert len(PARAMETERS) < state.PARAMETERS_MAX

TERM, EACH = len(_TABLES) * REACHES, len(_CONTEXTS)
SWING = TERM + EACH * len(_TERMS)
USE = len(MUST_WEIGHTS)
USE_PROGRESS = USE + 3 * AT_HAND
USE_LAST = USE + 6 * AT_HAND
BROUGHT, SOLD = USE_LAST + 1, USE_LAST + 2
DRAW = USE + len(BANNER_WEIGHTS)
DRAW_VALUE, DRAW_SQUARES, DRAW_STACK, DRAW_HELD, DRAW_AGAIN = DRAW, DRAW + 2, DRAW + 4, DRAW + 6, DRAW + 7
CASTLE = DRAW + len(DRAW_WEIGHTS)
CASTLE_PROGRESS = CASTLE + len(CASTLE_WEIGHTS) // 2
REACH, HANDS = len(WEIGHTS), len(WEIGHTS) + 1
USUAL_HAND = 1
"""Own workers at hand, for who does not look at them."""
PLAIN, ALL = len(_CIRCUMSTANCES), len(_WHEN)
OWN, OTHERS, SEALS, BASE, PAIRS, BESIDE = (REACHES * ALL * what for what in range(len(_WHAT) + 1))
"""Where the tables begin. Each has the plain circumstances, then those times the value, then own seals and others'."""


@inlined
def is_last(table: Any) -> Any:
    """1 in the last round, else 0."""
    return 0.0 if player.has_another_turn(table) else 1.0


@inlined
def turn_of(table: Any, holdings: Any) -> Any:
    """What is the same for all buildings: progress, last round or not, workers at hand, those of the next player,
    banners left. Hidden workers of the next player count as enough."""
    seat = table["seat"]
    after = (seat + 1) % table["players"]
    theirs: Any = np.int64(holdings["workers"][after])
    theirs = player.REACH_MAX if theirs == state.UNKNOWN else theirs + np.int64(holdings["neutrals"][after])
    hand: Any = np.int64(holdings["workers"][seat]) + np.int64(holdings["neutrals"][seat])
    return player.progress_of(table), is_last(table), hand, theirs, 1.0 * table["banners"][seat]


@inlined
def circumstances(table: Any, holdings: Any, turn: Any, r: Any) -> Any:
    """The size of each circumstance at a building with ``r`` vacant neighbours."""
    progress, last, hand, theirs, banners = turn
    able = 1.0 if 0 < r <= hand else 0.0
    exposed = player.share_able(table, holdings, r) if r > 0 else 0.0
    threatened = 1.0 if 0 < r <= theirs else 0.0
    return (1.0, progress, last, able, exposed, threatened, 1.0 * hand, banners)


@inlined
def seals_of(table: Any, holdings: Any, family: Any) -> Any:
    """A family's seals held by the player on turn, and by the others on average; hidden ones count as none."""
    seat, theirs = table["seat"], 0.0
    for other in range(table["players"]):
        known = holdings["seals"][other, family]
        if other != seat and known != state.UNKNOWN:
            theirs += known
    return 1.0 * holdings["seals"][seat, family], theirs / (table["players"] - 1)


@inlined
def _plainly(p: Any, first: Any, counts: Any) -> Any:
    """The weighted sum of the plain circumstances; ``first`` is a table's place for a number of vacant neighbours."""
    gold = 0.0
    for place in range(PLAIN):
        gold += counts[place] * p[first + REACHES * place]
    return gold


@inlined
def _by_value(p: Any, first: Any, counts: Any) -> Any:
    """The same for circumstances times the family's value."""
    gold = 0.0
    for place in range(VALUED):
        gold += counts[place] * p[first + REACHES * (PLAIN + place)]
    return gold


@inlined
def _by_seals(p: Any, first: Any, seals: Any) -> Any:
    """The same for own seals and the others'."""
    here = first + REACHES * (PLAIN + VALUED)
    return seals[0] * p[here] + seals[1] * p[here + REACHES]


@inlined
def _term(p: Any, number: Any, table: Any, progress: Any) -> Any:
    """A term's weight at this point of the game."""
    first = TERM + EACH * number
    early = max(0.0, 1.0 - EARLY * progress)
    weight = p[first] + p[first + 1] * progress + p[first + 2] * is_last(table)
    return weight + p[first + 3] * early + p[first + 4] * table["banners"][table["seat"]]


@inlined
def _note_gains(table: Any, holdings: Any, mind: Any) -> Any:
    """Note per family what one more gold for its seals is worth; returns what it is worth for an own seal."""
    p, progress = mind["parameters"], player.progress_of(table)
    own = p[CASTLE] + progress * p[CASTLE_PROGRESS]
    theirs = p[CASTLE + 1] + progress * p[CASTLE_PROGRESS + 1]
    coming = p[CASTLE + 2] + progress * p[CASTLE_PROGRESS + 2]
    their_coming = p[CASTLE + 3] + progress * p[CASTLE_PROGRESS + 3]
    player.note_weighed_gains(table, holdings, mind, (own, theirs, coming, their_coming))
    return own


@inlined
def swing_of(table: Any, holdings: Any, mind: Any) -> Any:
    """What the best castle piece could change, in own seals, after ``outlook.look``."""
    own = _note_gains(table, holdings, mind)
    return player.best_swing(table, mind) / own if own > 0.0 else 0.0


@inlined
def note_weights(table: Any, holdings: Any, mind: Any) -> None:
    """Fill in the tables from the weights, after ``outlook.look``."""
    p, scratch = mind["parameters"], mind["scratch"]
    turn = turn_of(table, holdings)
    progress, last = turn[0], turn[1]
    scratch[player.STRIDE] = player.TABLE
    swing = p[SWING] + p[SWING + 1] * last
    if swing != 0.0:
        swing *= swing_of(table, holdings, mind)
    held = (
        seals_of(table, holdings, 0), seals_of(table, holdings, 1),
        seals_of(table, holdings, 2), seals_of(table, holdings, 3),
    )  # fmt: skip
    for r in range(REACHES):
        counts = circumstances(table, holdings, turn, r)
        own, own_value = _plainly(p, OWN + r, counts), _by_value(p, OWN + r, counts)
        others, others_value = _plainly(p, OTHERS + r, counts), _by_value(p, OTHERS + r, counts)
        seal, seal_value = _plainly(p, SEALS + r, counts), _by_value(p, SEALS + r, counts)
        base, base_value = _plainly(p, BASE + r, counts), _by_value(p, BASE + r, counts)
        pair, pair_value = _plainly(p, PAIRS + r, counts), _by_value(p, PAIRS + r, counts)
        if r == 0:
            base += swing
        for family in range(state.FAMILIES):
            value, seals = 1.0 * table["value"][family], held[family]
            mine = own + value * own_value + _by_seals(p, OWN + r, seals)
            theirs = others + value * others_value + _by_seals(p, OTHERS + r, seals)
            its_seal = seal + value * seal_value + _by_seals(p, SEALS + r, seals)
            itself = base + value * base_value + _by_seals(p, BASE + r, seals)
            both = pair + value * pair_value + _by_seals(p, PAIRS + r, seals)
            beside = p[BESIDE + r] + value * p[BESIDE + REACHES + r]
            for on_it in range(2):
                here = player.TABLE * (2 * family + on_it)
                for reach in range(r, player.TABLE if r == REACHES - 1 else r + 1):
                    scratch[player.MINE + here + reach] = mine + on_it * beside
                    scratch[player.THEIRS + here + reach] = -theirs
                    scratch[player.SEAL + here + reach] = -its_seal
                    scratch[player.BASE + here + reach] = itself
                    scratch[player.PAIR + here + reach] = both
    scratch[player.BUILD] = _term(p, 0, table, progress)
    scratch[player.SIZE] = _term(p, 1, table, progress)
    of_value = _term(p, 2, table, progress)
    scratch[player.CAMP] = _term(p, 3, table, progress)
    scratch[player.OWN_COST] = -_term(p, 4, table, progress)
    scratch[player.NEUTRAL_COST] = -_term(p, 5, table, progress)
    scratch[player.LAST_COST] = -_term(p, 6, table, progress)
    scratch[player.MANY_COST] = -_term(p, 7, table, progress)
    scratch[player.NARROW] = 1.0 - p[REACH]
    for family in range(state.FAMILIES):
        scratch[player.PRICE + family] = 1.0
        scratch[player.HELD + family] = -of_value * table["value"][family]


@inlined
def note_judgement(table: Any, holdings: Any, mind: Any) -> None:
    """Look at the board and fill in all that the base player scores a must by."""
    outlook.look(table, mind)
    note_weights(table, holdings, mind)


@decision
def must(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The build or worker placement with the highest score."""
    note_judgement(table, holdings, mind)
    player.best_must(table, holdings, hand, mind, choice)


@inlined
def draw_counts(table: Any, holdings: Any, hand: Any, place: Any) -> Any:
    """What the weights of a draw count, for a face-up place or the stack: value, squares, stack, seals held, cards of
    the family in the hand."""
    if place == state.FROM_STACK:
        return 0.0, 0.0, 1.0, 0.0, 0.0
    card, again = table["face_up"][place], 0.0
    family = state.family_of(card)
    for i in range(hand["n"]):
        if state.family_of(hand["cards"][i]) == family:
            again += 1.0
    squares = 1.0 * table["outlines"]["n_squares"][state.form_of(card)]
    return 1.0 * table["value"][family], squares, 0.0, 1.0 * holdings["seals"][table["seat"], family], again


@inlined
def draw_score(table: Any, holdings: Any, hand: Any, p: Any, place: Any) -> Any:
    """The score of drawing from a place."""
    value, squares, stack, held, again = draw_counts(table, holdings, hand, place)
    progress = player.progress_of(table)
    score = value * (p[DRAW_VALUE] + progress * p[DRAW_VALUE + 1])
    score += squares * (p[DRAW_SQUARES] + progress * p[DRAW_SQUARES + 1])
    score += stack * (p[DRAW_STACK] + progress * p[DRAW_STACK + 1])
    return score + held * p[DRAW_HELD] + again * p[DRAW_AGAIN]


@decision
def draw(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The card with the highest score, or the stack."""
    best, drawer = -1.0e300, lots.drawer(table, mind)
    choice["draw"] = state.FROM_STACK
    for place in range(state.FROM_STACK + 1):
        if limits.is_there(table, place) and limits.may_draw(mind, place):
            score = draw_score(table, holdings, hand, mind["parameters"], place) + lots.number_lot(drawer, place)
            if score > best:
                best = score
                choice["draw"] = place


@decision
def place(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The castle piece with the best effect on the own seals, minus its effect on the others'."""
    outlook.look_at_workers(table, mind)
    _note_gains(table, holdings, mind)
    player.best_piece(table, mind, choice)


@inlined
def place_of(table: Any, holdings: Any, looks: Any) -> Any:
    """The place of the weight for these own workers at hand, for a player who ``looks`` at them, and banners left."""
    seat = table["seat"]
    at_hand: Any = min(np.int64(holdings["workers"][seat]), AT_HAND - 1) if looks else USUAL_HAND
    left: Any = min(np.int64(table["banners"][seat]), 3)
    return 3 * at_hand + left - 1


@inlined
def brought_by(table: Any) -> Any:
    """How many own workers a banner brings."""
    left: Any = np.int64(table["own_pool"][table["seat"]])
    return 1.0 * min(left, np.int64(table["rules"]["workers_per_banner"]))


@inlined
def use_score(table: Any, holdings: Any, p: Any) -> Any:
    """The score of a banner without its sale; no banner scores 0."""
    place = place_of(table, holdings, p[HANDS] != 0.0)
    gold = p[USE + place] + player.progress_of(table) * p[USE_PROGRESS + place]
    return gold + p[USE_LAST] * is_last(table) + p[BROUGHT] * brought_by(table)


@inlined
def sale_score(table: Any, p: Any, family: Any, seals: Any) -> Any:
    """The score of selling this many seals of a family with a banner."""
    if seals == 0:
        return 0.0
    value, progress, last = 1.0 * table["value"][family], player.progress_of(table), is_last(table)
    banners = 1.0 * table["banners"][table["seat"]]
    each = p[SOLD] + value * (p[SOLD + 1] + progress * p[SOLD + 2]) + progress * p[SOLD + 3]
    each += last * (p[SOLD + 4] + value * p[SOLD + 5]) + banners * (p[SOLD + 6] + value * p[SOLD + 7])
    return seals * (each + seals * p[SOLD + 8]) + p[SOLD + 9]


@inlined
def banner_score(table: Any, holdings: Any, p: Any, choice: Any) -> Any:
    """The score of a way to use a banner; no banner scores 0."""
    if choice["use_banner"] == 0:
        return 0.0
    gold = use_score(table, holdings, p)
    for family in range(state.FAMILIES):
        gold += sale_score(table, p, family, choice["sold"][family])
    return gold


@inlined
def _best_way_left(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """Fill in the way to use a banner with the highest score that the constraints allow."""
    best, best_way, drawer = -1e300, 0, lots.drawer(table, mind)
    for way in range(limits.WAYS):
        if limits.take_way(table, holdings, choice, way) and limits.may_use(table, holdings, mind, choice):
            score = banner_score(table, holdings, mind["parameters"], choice) + lots.number_lot(drawer, way)
            if score > best:
                best, best_way = score, way
    limits.take_way(table, holdings, choice, best_way)


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """A banner if its workers and sales are worth it together; all families with a positive score are sold."""
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


_UNIT = "chance to win"

learner = kit.Bot(
    name="learner",
    plan="Weighs all that lies on the table by weights that can be learned; these are a mere start.",
    source="a linear judgement of what lies on the table, made to be fitted to search",
    decisions={
        "must": must, "draw": draw, "castle": place, "banner": banner,
    },
    parameters=PARAMETERS,
    tempered=frozenset({"must"}),
    lessons=kit.lessons_from(
        f"{__package__}._lessons",
        {
            "must": tuple(weight.name for weight in MUST_WEIGHTS),
            "banner": tuple(weight.name for weight in BANNER_WEIGHTS),
            "draw": tuple(weight.name for weight in DRAW_WEIGHTS),
            "castle": tuple(weight.name for weight in CASTLE_WEIGHTS),
        },
        notes=True,
    ),
    candidates=kit.policy_candidates(f"{__package__}._policy", "must", {"must": _UNIT, "banner": _UNIT}),
    heeds=kit.HEEDABLE,
    cues=CUES,
)  # fmt: skip
