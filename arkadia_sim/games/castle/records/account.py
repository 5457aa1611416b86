"""A game in the words of a game record: the board, the deck, the result."""

from collections.abc import Mapping
from typing import Any

from arkadia_sim.games.castle.components.box import GUESTS, LINES, RESOURCES, shapes
from arkadia_sim.games.castle.rules.state import (
    APPRENTICE_CARDS,
    CARDS_MAX,
    EFFECTS,
    END_NAMES,
    POINT_NAMES,
)
from arkadia_sim.games.castle.values import members

END_LABELS: Mapping[str, str] = {"finished": "the twelfth main part", "limit": "the limit of turns"}
"""How a game ended, in words that follow `with`."""


def tell_board(table: Any) -> dict[str, Any]:
    """The board of a ``TABLE`` as a record has it."""
    board, architect = table["board"], bool(table["rules"]["architect"])
    return {
        "shape": shapes()[int(board["shape"])].name,
        "squares": [RESOURCES[int(resource)] for resource in board["resource"]],
        "lines": [_tell_line(board["lines"][line]) for line in range(LINES)],
        "group_size": int(board["group_size"]),
        "group_points": [int(points) for points in board["group_points"][: int(board["groups"])]],
        "flag_room": [int(room) for room in board["flag_room"]],
        "card_values": [] if architect else [int(value) for value in board["card_values"]],
    }


def _tell_line(line: Any) -> dict[str, Any]:
    return {
        "squares": members(line["squares"]),
        "wall": int(line["wall"]),
        "tower": int(line["tower"]),
        "flags": [int(points) for points in line["flags"][: int(line["n_flags"])]],
        "residents": int(line["residents"]),
        "floor": int(line["floor"]),
        "effect": EFFECTS[int(line["effect"])],
    }


def tell_deck(game: Any) -> list[Any]:
    """The whole shuffled deck of a ``GAME``."""
    if game["table"]["rules"]["architect"]:
        return [GUESTS[int(guest)] for guest in game["deck"][:CARDS_MAX]]
    return [int(value) for value in game["deck"][:APPRENTICE_CARDS]]


def result_of(game: Any) -> dict[str, Any]:
    """The result of a finished game, as a record has it (C10)."""
    table, scores = game["table"], game["scores"]
    seats = range(int(table["players"]))
    architect = bool(table["rules"]["architect"])
    return {
        "end": END_NAMES[int(table["end"])],
        "castles": [_tell_castle(table["castles"][seat], architect) for seat in seats],
        "scores": [_tell_score(scores, seat) for seat in seats],
        "winners": [seat for seat in seats if scores["wins"][seat]],
    }


def _tell_castle(castle: Any, architect: bool) -> dict[str, Any]:
    values = [int(value) for value in castle["values"][: int(castle["floors"])]]
    return {
        "tokens": members(castle["tokens"]),
        "walls": int(castle["walls"]),
        "towers": [int(points) for points in castle["tower_points"][: int(castle["towers"])]],
        "floors": int(castle["floors"]),
        "flags": [int(points) for points in castle["flag_points"][: int(castle["flags"])]],
        "residents": int(castle["residents"]),
        "clouds": int(castle["clouds"]),
        "guests": [GUESTS[guest] for guest in members(castle["guests"])] if architect else values,
    }


def _tell_score(scores: Any, seat: int) -> dict[str, int]:
    points = dict(zip(POINT_NAMES, map(int, scores["points"][seat]), strict=True))
    return {**points, "total": int(scores["total"][seat])}
