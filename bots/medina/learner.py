"""The bot ``learner``: its scores are linear in its weights, so they can be fitted to the results of a search.

Weights differ by the owner of the palace: the player, another player, or nobody yet, and then by whether the player and
which share of the others may still claim it. Many also differ by the progress of the game.

It counts by the arithmetic of the base player (``_player.py``). The weights of a kind of piece include its worth at
hand. Nothing here comes from the rulebook's hints, and nobody chose what matters.
"""

from typing import Any

from arkadia_sim.games.medina.bots_api import kit
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import Parameter, bitboard, decision, inlined, limits, scoring, state

from . import _player as player

_WHOSE = {
    "mine": "an open palace that the player may still claim",
    "able": "an open palace, times the share of the others who may claim it",
    "both": "an open palace that the player may still claim, times the share of the others who may",
    "mine_late": "an open palace that the player may still claim, times the progress of the game",
    "able_late": "an open palace, times the share of the others who may claim it and the progress of the game",
}
_ROOFED = {
    "own": "an own palace",
    "own_late": "an own palace, times the progress of the game",
    "theirs": "another player's palace",
    "theirs_late": "another player's palace, times the progress of the game",
}
_WHEN = {"": "", "_late": ", times the progress of the game", "_end": ", growing over the last quarter of the game"}
_PIECES = {
    "build": "a building",
    "stable": "a stable",
    "merchant": "a merchant",
    "wall": "a wall",
    "roof": "an own roof",
    "neutral": "a neutral roof",
}
_COUNTS = {
    "begin_mine": "a palace begun of a colour that the player may claim",
    "begin_able": "a palace begun, times the share of the others who may claim it",
    "begin_both": "a palace begun of a colour that the player may claim, times the share of the others who may",
    "begin_late": "a palace begun, times the progress of the game",
    "room_mine": "a square into which a palace begun could grow, if the player may claim it",
    "room_able": "such a square, times the share of the others who may claim it",
    "opened_mine": "a square into which a palace can grow because of a building, if the player may claim it",
    "opened_able": "such a square, times the share of the others who may claim it",
    "size_mine": "a piece of the palace that a building joins, if the player may claim it",
    "size_able": "such a piece, times the share of the others who may claim it",
    "size_both": "such a piece, if the player may claim it, times the share of the others who may",
    "edge_mine": "a building beside the ring, if the player may claim it",
    "edge_able": "a building beside the ring, times the share of the others who may claim it",
    "build_hand": "a building, for each of its colour at hand",
    "build_hand_mine": "a building of a colour that the player may claim, for each of it at hand",
    "build_first_mine": "a building of a colour that the player may claim, with a second placement to come",
    "build_first_able": "a building with a second placement to come, times the share of the others who may claim it",
    "stable_hand": "a stable, for each at hand",
    "merchant_hand": "a merchant, for each at hand",
    "wall_hand": "a wall, for each at hand",
    "spoilt_own": "a free square that a stable at an own palace takes away",
    "spoilt_theirs": "a free square that a stable at another player's palace takes away",
    "spoilt_open": "a free square that a stable at an open palace takes away",
    "street": "a merchant that begins a new street",
    "cut": "a merchant after which the street cannot be lengthened",
    "tower_won": "a point of a tower's tile that the player wins",
    "tower_given": "a point of a tower's tile that another player wins",
    "guest_won": "a merchant on such a tile that the player wins",
    "guest_given": "a merchant on such a tile that another player wins",
    "tower_mine": "a point of a tower's tile whose arm an open palace comes to touch, if the player may claim it",
    "tower_able": "such a point, times the share of the others who may claim the palace",
    "guest_mine": "a merchant on such a tile, if the player may claim the palace",
    "guest_able": "such a merchant, times the share of the others who may claim the palace",
    "tile_won": "a point of a palace tile that the player wins",
    "tile_given": "a point of a palace tile that another player wins",
    "roof_points": "a point of the palace under an own roof",
    "roof_points_late": "such a point, times the progress of the game",
    "roof_points_able": "such a point, times the share of the others who may claim it",
    "roof_able": "an own roof, times the share of the others who may claim the palace",
    "roof_able_late": "an own roof, times that share and the progress of the game",
    "roof_hand": "an own roof, for each building of the colour at hand",
    "roof_hand_late": "the same, times the progress of the game",
    "roof_room": "an own roof, for each square (up to eight) into which the palace could grow",
    "roof_room_able": "the same, times the share of the others who may claim it",
    "roof_tea": "a tea tile that an own roof brings",
    "roof_first": "an own roof with a second placement to come",
    "neutral_mine": "a point of the palace under a neutral roof, if the player may still claim it",
    "neutral_able": "such a point, times the share of the others who may claim it",
    "neutral_both": "such a point, if the player may still claim it, times the share of the others who may",
}
WEIGHT = 1.0e3
_POINT = 0.02
"""The assumed chance to win for each point, before anything is learned."""
_START = {
    "build_points_mine": 0.6, "build_points_able": -0.25, "stable_points_mine": 0.6, "stable_points_able": -0.25,
    "merchant_points_mine": 0.6, "merchant_points_able": -0.25, "wall_points_mine": 0.6, "wall_points_able": -0.25,
    "stable_points_own": 1.0, "stable_points_theirs": -0.5, "merchant_points_own": 1.0, "merchant_points_theirs": -0.5,
    "wall_points_own": 1.0, "wall_points_theirs": -0.5, "stable": -0.6, "merchant": -0.4, "wall": -0.4, "neutral": -1.0,
    "room_mine": 0.05, "tower_won": 1.0, "tower_given": -0.5, "guest_won": 0.4, "guest_given": -0.2, "tower_mine": 0.3,
    "tower_able": -0.12, "guest_mine": 0.1, "guest_able": -0.05, "tile_won": 0.7, "tile_given": -0.35,
    "roof_points": 1.0, "roof_hand": -2.0, "roof_tea": 0.3, "neutral_mine": -0.6, "neutral_able": 0.25,
}  # fmt: skip
"""In points: a start that can play before anything is learned, much like ``greedy``."""


def _weight(name: str, meaning: str) -> Parameter:
    return Parameter(name, _POINT * _START.get(name, 0.0), -WEIGHT, WEIGHT, f"weight of {meaning}")


_BY_PALACE = {"build": _WHOSE, "stable": _ROOFED | _WHOSE, "merchant": _ROOFED | _WHOSE, "wall": _ROOFED | _WHOSE}
PLACE_WEIGHTS = (
    *(
        _weight(f"{piece}_points_{whose}", f"a point that {_PIECES[piece]} adds to {meaning}")
        for piece, palaces in _BY_PALACE.items()
        for whose, meaning in palaces.items()
    ),
    *(_weight(piece + when, meaning + how) for piece, meaning in _PIECES.items() for when, how in _WHEN.items()),
    *(_weight(name, meaning) for name, meaning in _COUNTS.items()),
)
PARAMETERS = (
    *PLACE_WEIGHTS,
    Parameter("break_below", -0.3 * _POINT, -0.2, 0.2, "takes a tea break if no second placement is worth as much"),
    Parameter("break_later", 0.0, -0.2, 0.2, "how much this rises to the end of the game"),
)
TAUGHT = len(PLACE_WEIGHTS)
"""The number of weights, first among the parameters, that lessons teach; the others evolve."""
assert len(PARAMETERS) < state.PARAMETERS_MAX

AT = kit.places_of(PARAMETERS)
OTHERS = len(_ROOFED)
EACH = len(_WHOSE) + OTHERS

# further places in mind["scratch"]
PROGRESS, FIRST = player.FREE, player.FREE + 1
"""The progress of the game, by the pieces placed; whether a second placement follows this one."""
MINE, ABLE = player.FREE + 2, player.FREE + 2 + state.COLOURS
"""By colour: whether the player may still claim a palace of it, and the share of the others who may."""


@inlined
def _note_progress(table: Any, holdings: Any, mind: Any) -> None:
    seat, players, scratch = table["seat"], table["players"], mind["scratch"]
    placed = bitboard.size(bitboard.load(table["occupied"])) - 2
    for arm in range(state.ARMS):
        placed += table["arm"][arm]
    left = 0
    for kind in range(state.ON_SQUARES):
        left += holdings["pieces"][seat, kind]
    scratch[PROGRESS] = placed / (1.0 + placed + players * left)
    scratch[FIRST] = 1.0 if table["placed"] == 0 and table["turn"] >= table["short_turns"] else 0.0


@inlined
def _when(p: Any, first: Any, progress: Any) -> Any:
    """The weight of a kind of piece at this point of the game."""
    return p[first] + p[first + 1] * progress + p[first + 2] * max(0.0, 4.0 * progress - 3.0)


@inlined
def _of_open(p: Any, first: Any, mine: Any, able: Any, progress: Any) -> Any:
    """The worth of a point of an open palace, by the five weights from this one on."""
    weight = p[first] * mine + p[first + 1] * able + p[first + 2] * mine * able
    return weight + progress * (p[first + 3] * mine + p[first + 4] * able)


@inlined
def _note_colour(table: Any, holdings: Any, mind: Any, colour: Any) -> None:
    """Note the worth of buildings of a colour and of its open palaces."""
    p, scratch = mind["parameters"], mind["scratch"]
    progress, first, at_hand = scratch[PROGRESS], scratch[FIRST], holdings["pieces"][table["seat"], colour]
    mine, able = 1.0 if player.may_claim(table, holdings, colour) else 0.0, player.share_able(table, colour)
    scratch[MINE + colour], scratch[ABLE + colour] = mine, able
    scratch[player.POINT + colour] = _of_open(p, AT.build_points_mine, mine, able, progress)
    scratch[player.EDGE + colour] = p[AT.edge_mine] * mine + p[AT.edge_able] * able
    scratch[player.TOWER + colour] = p[AT.tower_mine] * mine + p[AT.tower_able] * able
    scratch[player.GUEST + colour] = p[AT.guest_mine] * mine + p[AT.guest_able] * able
    of_point = p[AT.roof_points] + p[AT.roof_points_late] * progress + p[AT.roof_points_able] * able
    scratch[player.ROOF_POINT + colour] = of_point
    scratch[player.ROOF_FIRST + colour], scratch[player.OPEN + colour] = 0.0, 1.0
    scratch[player.ROOF + colour] = able * (p[AT.roof_able] + p[AT.roof_able_late] * progress)
    scratch[player.ROOF_HELD + colour] = at_hand * (p[AT.roof_hand] + p[AT.roof_hand_late] * progress)
    scratch[player.ROOF_LAST + colour] = p[AT.roof_tea] * player.tea_tiles(table, colour)
    scratch[player.ROOF_ROOM + colour] = p[AT.roof_room] + p[AT.roof_room_able] * able
    neutral = p[AT.neutral_mine] * mine + p[AT.neutral_able] * able + p[AT.neutral_both] * mine * able
    scratch[player.NEUTRAL_POINT + colour] = neutral
    worth = _when(p, AT.build, progress) + at_hand * (p[AT.build_hand] + p[AT.build_hand_mine] * mine)
    worth += first * (p[AT.build_first_mine] * mine + p[AT.build_first_able] * able)
    palace = table["growing"][colour]
    if palace == state.NO_PALACE:
        worth += (
            p[AT.begin_mine] * mine
            + p[AT.begin_able] * able
            + p[AT.begin_both] * mine * able
            + p[AT.begin_late] * progress
        )
        scratch[player.ROOM + colour] = p[AT.room_mine] * mine + p[AT.room_able] * able
    else:
        extent = scoring.palace_size(table, palace)
        worth += extent * (p[AT.size_mine] * mine + p[AT.size_able] * able + p[AT.size_both] * mine * able)
        scratch[player.ROOM + colour] = p[AT.opened_mine] * mine + p[AT.opened_able] * able
    scratch[player.AS_SUCH + colour] = worth


@inlined
def _beside(p: Any, first: Any, owner: Any, seat: Any, mine: Any, able: Any, progress: Any) -> Any:
    """The worth of a point of a palace, by the nine weights from this one on."""
    if owner == state.OPEN:
        return _of_open(p, first + OTHERS, mine, able, progress)
    if owner == state.NOBODY:
        return 0.0
    if owner == seat:
        return p[first] + p[first + 1] * progress
    return p[first + 2] + p[first + 3] * progress


@inlined
def _note_palace(table: Any, mind: Any, palace: Any) -> None:
    """Note the worth of a stable, a merchant or a wall beside a palace."""
    p, scratch, owner, seat = mind["parameters"], mind["scratch"], table["owner"][palace], table["seat"]
    progress, colour = scratch[PROGRESS], table["colour"][palace]
    mine, able = scratch[MINE + colour], scratch[ABLE + colour]
    for piece in range(3):
        first = AT.stable_points_own + EACH * piece
        scratch[player.BESIDE + state.PALACES_MAX * piece + palace] = _beside(
            p, first, owner, seat, mine, able, progress
        )
    spoilt = 0.0
    if owner == state.OPEN:
        spoilt = p[AT.spoilt_open]
    elif owner != state.NOBODY:
        spoilt = p[AT.spoilt_own] if owner == seat else p[AT.spoilt_theirs]
    scratch[player.SPOILT + palace], scratch[player.STABLE_AT + palace] = spoilt, 0.0


@inlined
def look(table: Any, holdings: Any, mind: Any) -> None:
    """Note the weights at this point of the game, for the player on turn."""
    p, scratch, seat = mind["parameters"], mind["scratch"], table["seat"]
    _note_progress(table, holdings, mind)
    progress = scratch[PROGRESS]
    for colour in range(state.COLOURS):
        _note_colour(table, holdings, mind, colour)
    for palace in range(table["n_palaces"]):
        _note_palace(table, mind, palace)
    pieces, as_such = holdings["pieces"], scratch[player.AS_SUCH : player.AS_SUCH + state.KINDS]
    as_such[state.STABLE] = _when(p, AT.stable, progress) + p[AT.stable_hand] * pieces[seat, state.STABLE]
    as_such[state.MERCHANT] = _when(p, AT.merchant, progress) + p[AT.merchant_hand] * pieces[seat, state.MERCHANT]
    if table["new_street"] != 0:
        as_such[state.MERCHANT] += p[AT.street]
    as_such[state.WALL] = _when(p, AT.wall, progress) + p[AT.wall_hand] * pieces[seat, state.WALL]
    as_such[state.ROOF] = _when(p, AT.roof, progress) + p[AT.roof_first] * scratch[FIRST]
    as_such[state.NEUTRAL_ROOF] = _when(p, AT.neutral, progress)
    player.note_tile(mind, player.TOWERS, 1.0, p[AT.tower_won], p[AT.tower_given])
    player.note_tile(mind, player.GUESTS, 1.0, p[AT.guest_won], p[AT.guest_given])
    player.note_tile(mind, player.TILES, 1.0, p[AT.tile_won], p[AT.tile_given])
    scratch[player.CUT] = p[AT.cut]
    for kind in range(state.KINDS):
        scratch[player.AFTER + kind] = 0.0


_best = player.choosing_with(look)


@inlined
def break_worth(mind: Any) -> Any:
    """The score of a tea break; call ``look`` before."""
    p = mind["parameters"]
    return p[AT.break_below] + p[AT.break_later] * mind["scratch"][PROGRESS]


@decision
def place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The placement with the highest score."""
    _best(table, holdings, mind, choice)


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A tea break if no second placement scores as much."""
    worth = _best(table, holdings, mind, choice)
    choice["take_tea"] = 1 if worth < break_worth(mind) else 0
    limits.keep_tea(mind, choice)


_UNIT = "chance to win"

learner = kit.Bot(
    name="learner",
    plan="Weighs all that a placement brings by weights that can be learned; these are a mere start.",
    source="a linear judgement of placements, made to be fitted to search",
    decisions={"place": place, "tea": tea},
    parameters=PARAMETERS,
    game="medina",
    tempered=frozenset({"place"}),
    lessons=kit.lessons_from(f"{__package__}._policy", {"place": tuple(weight.name for weight in PLACE_WEIGHTS)}),
    candidates=kit.policy_candidates(f"{__package__}._policy", "place", {"place": _UNIT, "tea": _UNIT}),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
