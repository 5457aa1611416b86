"""The engine's records in the twin's words: sets of squares, names for numbers."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from arkadia_sim.games.medina.rules.state import COLOURS as COLOUR_COUNT
from arkadia_sim.games.medina.rules.state import KIND_NAMES, NOBODY, ON_SQUARES, OPEN, PHASE_NAMES
from tests.games.medina.twin.ground import COLOURS, Square

STRIDE = 19


def bit_of(square: Square) -> int:
    """The bit that the engine knows a square by."""
    return STRIDE * square[0] + square[1]


BITS: Mapping[Square, int] = {(row, column): 1 << bit_of((row, column)) for row in range(13) for column in range(18)}


def number_of(squares: Iterable[Square]) -> int:
    """A set of squares as one number, which compares fast."""
    return sum(map(BITS.__getitem__, squares))


def word_number(words: Any) -> int:
    """The engine's four words as such a number, on little-endian machines."""
    return int.from_bytes(words.tobytes(), "little")


def engine_state(game: Any) -> dict[str, Any]:
    """All that the engine keeps of a game, as the twin tells it (`twin_state`)."""
    table, players = game["table"], int(game["table"]["players"])
    n, tiles = int(table["n_palaces"]), table["tile_palace"]
    owners = table["owner"].tolist()
    palaces = {
        (
            COLOURS[int(table["colour"][palace])],
            word_number(table["buildings"][palace]),
            word_number(table["pieces"][palace]),
            "open" if owners[palace] == OPEN else _seat(owners[palace]),
        )
        for palace in range(n)
    }
    return {
        "phase": PHASE_NAMES[int(table["phase"])],
        "seat": int(table["seat"]),
        "turn": int(table["turn"]),
        "must roof": bool(table["must_roof"]),
        "palaces": palaces,
        "sizes": sorted((table["n_buildings"][:n] + table["n_stables"][:n]).tolist()),
        "roofs in order": [
            word_number(table["buildings"][palace])
            for palace in np.argsort(table["claimed"][:n], kind="stable").tolist()
            if owners[palace] != OPEN
        ],
        "occupied": word_number(table["occupied"]),
        "merchants": word_number(table["merchants"]),
        "ends": {int(end) for end in table["ends"]},
        "walls": word_number(table["walls"]),
        "hands": [dict(zip(KIND_NAMES, row)) for row in game["holdings"]["pieces"][:players].tolist()],
        "tea": table["tea"][:players].tolist(),
        "tower tiles": [_seat(holder) for holder in table["tower_holder"].tolist()],
        "merchants on towers": table["tower_merchants"].tolist(),
        "palace tiles": [_seat(holder) for holder in table["palace_holder"].tolist()],
        "tile palaces": [word_number(table["buildings"][palace]) if palace >= 0 else 0 for palace in tiles.tolist()],
        "closed": [bool(closed) for closed in table["closed"].tolist()],
    }


def engine_places(game: Any) -> dict[str, Any]:
    """What may be placed where, whoever places it, and how many placements the player on turn has."""
    table, now = game["table"], game["now"]
    places: dict[str, Any] = {KIND_NAMES[kind]: word_number(table["places"][kind]) for kind in range(ON_SQUARES)}
    places |= {f"number of {KIND_NAMES[kind]}": int(table["n_places"][kind]) for kind in range(ON_SQUARES)}
    places |= {f"open {COLOURS[colour]}": int(table["n_open"][colour]) for colour in range(COLOUR_COUNT)}
    return places | {"legal": int(now["placements"][int(table["placed"])]["legal"])}


def _seat(owner: int) -> int | None:
    return None if owner == NOBODY else owner
