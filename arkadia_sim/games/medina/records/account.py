"""A game in the words of a game record: the set-up, the events of a turn, the result."""

from collections.abc import Mapping
from typing import Any

from arkadia_sim.games.medina.components.box import COLOURS
from arkadia_sim.games.medina.rules.bitboard import bit_to_square
from arkadia_sim.games.medina.rules.state import END_NAMES, KIND_NAMES, KINDS, NO_PALACE, NOBODY, POINT_NAMES, TOWERS

BUILDING = "building"

END_LABELS: Mapping[str, str] = {"all_placed": "all pieces placed", "stuck": "pieces left over"}
"""How a game ended, in words that follow `with`."""


def tell_setup(game: Any) -> dict[str, Any]:
    """The fields ``well``, ``merchant`` and ``first_seat`` of a record, from a ``GAME`` at its first turn."""
    table = game["table"]
    return {
        "well": square_of(table["well"]),
        "merchant": square_of(table["ends"][0]),
        "first_seat": int(table["first_seat"]),
    }


def square_of(bit: Any) -> list[int]:
    """A square as a record has it."""
    return list(bit_to_square(int(bit)))


def tell_turn(now: Any, players: int) -> dict[str, Any]:
    """A turn as a record has it, from its ``TURN`` record."""
    placements = now["placements"][: int(now["n_placed"])]
    return {
        "seat": int(now["seat"]),
        "actions": [_tell_placement(placement, players) for placement in placements],
        "tea": bool(now["took_tea"]),
        "legal": [int(placement["legal"]) for placement in placements],
    }


def _tell_placement(placement: Any, players: int) -> dict[str, Any]:
    kind = int(placement["kind"])
    piece: dict[str, Any] = {"place": BUILDING if kind < len(COLOURS) else KIND_NAMES[kind]}
    if kind < len(COLOURS):
        piece["colour"] = COLOURS[kind]
    return piece | {"square": square_of(placement["square"]), "effects": _tell_effects(placement, players)}


def _tell_effects(placement: Any, players: int) -> list[dict[str, Any]]:
    """The effects of a placement, in the order of the format's table."""
    colour = COLOURS[int(placement["colour"])]
    to = None if placement["to"] == NOBODY else int(placement["to"])
    events: list[dict[str, Any]] = []
    if placement["claimed"]:
        events.append({"event": "claim", "colour": colour, "size": int(placement["claimed"]), "to": to})
    if placement["tea"]:
        events.append({"event": "tea", "count": int(placement["tea"]), "to": to})
    for tower in range(TOWERS):
        if placement["tower_moved"][tower]:
            merchants = int(placement["tower_merchants"][tower])
            events.append({"event": "tower_tile", "tower": tower + 1, "to": to, "merchants": merchants})
    if placement["palace_moved"]:
        events.append({"event": "palace_tile", "colour": colour, "to": to})
    if placement["closed"]:
        returned = [int(number) for number in placement["returned"][:players]]
        events.append({"event": "closed", "colour": colour, "returned": returned})
    return events


def result_of(game: Any) -> dict[str, Any]:
    """The result of a finished game, as a record has it (M11)."""
    table, scores = game["table"], game["scores"]
    players = int(table["players"])
    left = game["holdings"]["pieces"][:players, :KINDS].sum(axis=1)
    return {
        "end": END_NAMES[int(table["end"])],
        "scores": [_tell_score(table, scores, seat) for seat in range(players)],
        "left": [int(number) for number in left],
        "winners": [seat for seat in range(players) if scores["wins"][seat]],
    }


def _tell_score(table: Any, scores: Any, seat: int) -> dict[str, Any]:
    palaces: Mapping[str, Any] = {
        colour: None
        if scores["palace"][seat, number] == NO_PALACE
        else dict(zip(POINT_NAMES, map(int, scores["points"][seat, number]), strict=True))
        for number, colour in enumerate(COLOURS)
    }
    return {
        "palaces": palaces,
        "palace_tiles": [colour for number, colour in enumerate(COLOURS) if table["palace_holder"][number] == seat],
        "tower_tiles": [tower + 1 for tower in range(TOWERS) if table["tower_holder"][tower] == seat],
        "total": int(scores["total"][seat]),
    }
