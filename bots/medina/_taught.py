"""The weights of the learned player: what each counts in a placement, and its value at the start.

Weights differ by the owner of the palace: the player, another player, or nobody yet, and then by whether the player and
which share of the others may still claim it. Many also differ by the progress of the game. ``_learned.py`` uses them.
"""

from arkadia_sim.games.medina.bots_api.kit import Parameter, state

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

# places of the weights
_OPEN, OTHERS = len(_WHOSE), len(_ROOFED)
EACH = _OPEN + OTHERS
BUILD_POINTS, STABLE_POINTS = 0, _OPEN
_KINDS = _OPEN + 3 * EACH
BUILD, STABLE, MERCHANT, WALL, ROOF, NEUTRAL = (_KINDS + len(_WHEN) * piece for piece in range(len(_PIECES)))
(
    BEGIN_MINE, BEGIN_ABLE, BEGIN_BOTH, BEGIN_LATE, ROOM_MINE, ROOM_ABLE, OPENED_MINE, OPENED_ABLE,
    SIZE_MINE, SIZE_ABLE, SIZE_BOTH, EDGE_MINE, EDGE_ABLE, BUILD_HAND, BUILD_HAND_MINE, FIRST_MINE, FIRST_ABLE,
    STABLE_HAND, MERCHANT_HAND, WALL_HAND, SPOILT_OWN, SPOILT_THEIRS, SPOILT_OPEN, STREET, CUT,
    TOWER_WON, TOWER_GIVEN, GUEST_WON, GUEST_GIVEN, TOWER_MINE, TOWER_ABLE, GUEST_MINE, GUEST_ABLE,
    TILE_WON, TILE_GIVEN, ROOF_POINTS, ROOF_POINTS_LATE, ROOF_POINTS_ABLE, ROOF_ABLE, ROOF_ABLE_LATE,
    ROOF_HAND, ROOF_HAND_LATE, ROOF_ROOM, ROOF_ROOM_ABLE, ROOF_TEA, ROOF_FIRST,
    NEUTRAL_MINE, NEUTRAL_ABLE, NEUTRAL_BOTH,
) = range(_KINDS + len(_WHEN) * len(_PIECES), TAUGHT)  # fmt: skip
BREAK_BELOW, BREAK_LATER = TAUGHT, TAUGHT + 1
