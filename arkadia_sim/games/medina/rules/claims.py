"""What a placement brings: tower tiles, palace tiles, tea, a closed colour (M6.4, M9, M10.1).

All of it is written down in the placement (``PLACEMENT_DTYPE``) as it happens.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.medina.rules import state


@inlined
def palace_size(table: Any, palace: Any) -> Any:
    """Buildings and stables of a palace."""
    return table["n_buildings"][palace] + table["n_stables"][palace]


@inlined
def claim_towers(table: Any, holdings: Any, placement: Any, palace: Any, arms: Any) -> None:
    """M9.1, M9.2: the tiles of the towers of these arms go to the palace's owner, with the merchants on them."""
    to = table["owner"][palace]
    for tower in range(state.TOWERS):
        if _has_arm_of(arms, tower):
            merchants = table["tower_merchants"][tower]
            if table["tower_holder"][tower] != to or merchants > 0:
                placement["tower_moved"][tower] = 1
                placement["tower_merchants"][tower] = merchants
            table["tower_holder"][tower] = to
            table["tower_merchants"][tower] = 0
            if to != state.NOBODY:
                holdings["pieces"][to, state.MERCHANT] += merchants


@inlined
def _has_arm_of(arms: Any, tower: Any) -> Any:
    for arm in range(state.ARMS):
        if (arms >> arm) & 1 != 0 and state.TOWER_OF_ARM[arm] == tower:
            return True
    return False


@inlined
def claim_palace_tile(table: Any, placement: Any, palace: Any) -> None:
    """M9.3: a roofed palace that is larger than the colour's tile palace takes its place."""
    colour = table["colour"][palace]
    before = table["tile_palace"][colour]
    if before == state.NO_PALACE or palace_size(table, palace) > palace_size(table, before):
        table["tile_palace"][colour] = palace
        to = table["owner"][palace]
        if table["palace_holder"][colour] != to:
            placement["palace_moved"] = 1
            table["palace_holder"][colour] = to


@inlined
def claim_tea(table: Any, placement: Any, palace: Any) -> None:
    """M10.1: the k-th roof on a purple palace brings the k-th tea tiles."""
    if table["colour"][palace] != state.PURPLE:
        return
    tiles = table["rules"]["tea_tiles"][table["purple_roofs"]]
    table["purple_roofs"] += 1
    placement["tea"] = tiles
    to = table["owner"][palace]
    if to != state.NOBODY:
        table["tea"][to] += tiles
        table["fresh_tea"] += tiles


@inlined
def close_colour(table: Any, holdings: Any, placement: Any, colour: Any) -> None:
    """M6.4: once every player owns a palace of the colour, the buildings of it still at hand go back to the box."""
    for seat in range(table["players"]):
        if (table["owned"][seat] >> colour) & 1 == 0:
            return
    table["closed"][colour] = 1
    placement["closed"] = 1
    for seat in range(table["players"]):
        placement["returned"][seat] = holdings["pieces"][seat, colour]
        holdings["pieces"][seat, colour] = 0
