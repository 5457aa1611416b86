"""The bot ``greedy``: places what brings most points now, and waits with its roofs.

A palace has a weight: 1 for an own one, negative for another player's, and in between for an open one, depending on who
may still claim it. A piece is worth the weight of its palace times the points that it adds there (itself, merchants and
walls beside it, the well), plus the tiles that change hands, minus its worth later. A roof is worth what its palace
scores now, minus the gain from waiting.

It fills in the tables of the base player (``_player.py``).
"""

from dataclasses import replace
from typing import Any

from arkadia_sim.games.medina.bots_api import kit
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.bots_api.kit import Parameter, decision, inlined, limits, places_of, state

from . import _player as player

_PARAMETERS = (
    Parameter("deny", 0.5, 0.0, 3.0, "weight of a point for another player, against one for itself"),
    Parameter("open_own", 0.6, 0.0, 2.0, "weight of a point of an open palace that it may still claim"),
    Parameter("open_other", 0.5, 0.0, 2.0, "the same for other players who may claim it"),
    Parameter("patience", 2.0, 0.0, 10.0, "points for waiting with a roof, for each building of the colour at hand"),
    Parameter("threat", 0.0, 0.0, 3.0, "how much more an open palace counts if all others may claim it too"),
    Parameter("towers", 1.0, 0.0, 5.0, "weight of a point on a tower's tile"),
    Parameter("tiles", 0.7, 0.0, 5.0, "weight of a point on a palace tile, which may be lost again"),
    Parameter("tea", 0.3, 0.0, 5.0, "points that a tea tile is worth"),
    Parameter("guest", 0.4, 0.0, 5.0, "points that a merchant on a tower's tile is worth"),
    Parameter("room", 0.05, 0.0, 1.0, "points for each square into which a new palace can grow"),
    Parameter("keep_building", 0.0, -2.0, 5.0, "points that a building at hand is worth"),
    Parameter("keep_stable", 0.6, -2.0, 5.0, "points that a stable at hand is worth"),
    Parameter("keep_merchant", 0.4, -2.0, 5.0, "points that a merchant at hand is worth"),
    Parameter("keep_wall", 0.4, -2.0, 5.0, "points that a wall at hand is worth"),
    Parameter("keep_neutral", 1.0, -2.0, 10.0, "points that a neutral roof at hand is worth"),
    Parameter("break_below", -0.3, -5.0, 5.0, "takes a tea break if no second placement is worth as much"),
    Parameter("stables_early", 0.0, 0.0, 5.0, "further points for a useful stable early in the game, falling to none"),
    Parameter("spoil", 0.0, 0.0, 2.0, "points for each free square that a stable takes away from another palace"),
    Parameter("cut", 0.0, 0.0, 5.0, "points for a merchant after which the street cannot be lengthened"),
    Parameter("linger", 0.0, 0.0, 5.0, "further points for a building, so that other pieces stay at hand"),
    Parameter("edge", 0.0, 0.0, 5.0, "points for a building beside the ring, where an arm may touch its palace later"),
    Parameter("hold_back", 0.0, 0.0, 5.0, "further points for merchants and walls at hand, until late"),
)
_ADVICE = {
    "deny": ("Grudge the others their points more", "Grudge the others their points less"),
    "open_own": ("Build up open palaces that you may claim more", "Build up open palaces that you may claim less"),
    "open_other": ("Fear more to build up palaces for others", "Fear less to build up palaces for others"),
    "patience": ("Wait longer before you claim a palace", "Claim palaces earlier"),
    "threat": ("Prefer claiming palaces that others may claim", "Mind less which palaces others may claim"),
    "towers": ("Value the tiles of towers more", "Value the tiles of towers less"),
    "tiles": ("Value palace tiles more", "Value palace tiles less"),
    "tea": ("Value tea tiles more", "Value tea tiles less"),
    "guest": ("Value the merchants on the tiles of towers more", "Value the merchants on the tiles of towers less"),
    "room": ("Begin palaces where they have more room", "Mind less how much room a new palace has"),
    "keep_building": ("Keep buildings longer", "Place buildings more freely"),
    "keep_stable": ("Keep stables longer", "Place stables more freely"),
    "keep_merchant": ("Keep merchants longer", "Place merchants more freely"),
    "keep_wall": ("Keep walls longer", "Place walls more freely"),
    "keep_neutral": ("Keep neutral roofs longer", "Place neutral roofs more freely"),
    "break_below": ("Take tea breaks more often", "Take fewer tea breaks"),
    "stables_early": ("Place useful stables earlier", "Place useful stables later"),
    "spoil": ("Take more room away from others with stables", "Take less room away from others with stables"),
    "cut": ("Lead the street into dead ends more", "Lead the street into dead ends less"),
    "linger": ("Place buildings before other pieces", "Place other pieces before buildings"),
    "edge": ("Build more at the edge of the city", "Build less at the edge of the city"),
    "hold_back": ("Keep merchants and walls for the end", "Keep fewer merchants and walls for the end"),
}
"""What a player does differently with a higher and with a lower value."""
PARAMETERS = tuple(replace(one, more=_ADVICE[one.name][0], less=_ADVICE[one.name][1]) for one in _PARAMETERS)
AT = places_of(PARAMETERS)

HALF = 0.5  # of a tower's tile that an open palace touches: it comes with the roof, to whoever claims it


@inlined
def look(table: Any, holdings: Any, mind: Any) -> None:
    """Fill in the tables of the base player, for the player on turn."""
    p, scratch, seat, players = mind["parameters"], mind["scratch"], table["seat"], table["players"]
    built, left = 0.0, 0.0
    for palace in range(table["n_palaces"]):
        built += table["n_buildings"][palace]
    for colour in range(state.COLOURS):
        at_hand, able = float(holdings["pieces"][seat, colour] * players), player.share_able(table, colour)
        left += at_hand
        weight = -p[AT.deny] * p[AT.open_other] * able
        if player.may_claim(table, holdings, colour):
            weight += p[AT.open_own]
        wanted, is_new = weight > 0.0, table["growing"][colour] == state.NO_PALACE
        scratch[player.POINT + colour], scratch[player.NEUTRAL_POINT + colour] = weight, -weight
        scratch[player.AS_SUCH + colour], scratch[player.AFTER + colour] = 0.0, p[AT.linger] - p[AT.keep_building]
        scratch[player.ROOM + colour] = p[AT.room] if wanted and is_new else 0.0
        scratch[player.EDGE + colour] = p[AT.edge] if wanted else 0.0
        scratch[player.OPEN + colour] = HALF * weight
        scratch[player.TOWER + colour], scratch[player.GUEST + colour] = p[AT.towers], p[AT.guest]
        scratch[player.ROOF_FIRST + colour] = p[AT.tea] * player.tea_tiles(table, colour)
        scratch[player.ROOF_POINT + colour] = 1.0 + p[AT.threat] * able
        scratch[player.ROOF + colour] = -(p[AT.patience] * at_hand / players)
        scratch[player.ROOF_HELD + colour], scratch[player.ROOF_ROOM + colour] = 0.0, 0.0
        scratch[player.ROOF_LAST + colour] = 0.0
    unbuilt = left / max(1.0, built + left)
    for palace in range(table["n_palaces"]):
        owner, weight = table["owner"][palace], 0.0
        if owner == state.OPEN:
            weight = scratch[player.POINT + table["colour"][palace]]
        elif owner != state.NOBODY:
            weight = 1.0 if owner == seat else -p[AT.deny]
        for piece in range(3):
            scratch[player.BESIDE + state.PALACES_MAX * piece + palace] = weight
        scratch[player.SPOILT + palace] = p[AT.spoil] if owner >= 0 and owner != seat else 0.0
        scratch[player.STABLE_AT + palace] = p[AT.stables_early] * unbuilt if weight > 0.0 else 0.0
    player.note_tile(mind, player.TOWERS, p[AT.towers], 1.0, -p[AT.deny])
    player.note_tile(mind, player.GUESTS, p[AT.guest], 1.0, -p[AT.deny])
    player.note_tile(mind, player.TILES, p[AT.tiles], 1.0, -p[AT.deny])
    scratch[player.CUT] = p[AT.cut]
    for kind in range(state.STABLE, state.KINDS):
        scratch[player.AS_SUCH + kind], scratch[player.AFTER + kind] = 0.0, 0.0
    scratch[player.AS_SUCH + state.MERCHANT] = -p[AT.keep_merchant] - p[AT.hold_back] * unbuilt
    scratch[player.AS_SUCH + state.WALL] = -p[AT.keep_wall] - p[AT.hold_back] * unbuilt
    scratch[player.AFTER + state.STABLE] = -p[AT.keep_stable]
    scratch[player.AFTER + state.NEUTRAL_ROOF] = -p[AT.keep_neutral]


_best = player.choosing_with(look)


@decision
def place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The placement with the highest score."""
    _best(table, holdings, mind, choice)


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A tea break if no second placement scores ``break_below`` or more."""
    worth = _best(table, holdings, mind, choice)
    choice["take_tea"] = 1 if worth < mind["parameters"][AT.break_below] else 0
    limits.keep_tea(mind, choice)


greedy = kit.Bot(
    name="greedy",
    plan="Places what brings most points now, and waits with a roof for a palace that is worth it.",
    source="the scoring of M9 and M11, with weights found by trying",
    decisions={"place": place, "tea": tea},
    parameters=PARAMETERS,
    game="medina",
    tempered=frozenset({"place"}),
    candidates=kit.policy_candidates(f"{__package__}._policy", "place", {"place": "points", "tea": "points"}),
    heeds=kit.HEEDABLE,
    cues=CUES,
)
