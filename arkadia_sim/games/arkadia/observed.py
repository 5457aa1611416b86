"""What a program that learns is shown: the table, what is behind the screens, and the own hand as arrays."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.table import Observed
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import COLUMNS, ROWS, STRIDE

_MANY = float(np.iinfo(np.int32).max)
_PLANES = ("a tent camp", "the castle lot", "an open building of family 0", "of family 1", "of family 2", "of family 3",
           "a completed building", "a building that carries a seal", "an own worker", "a worker of the next player",
           "of the one after", "of the last", "a neutral worker")  # fmt: skip


OBSERVED = (
    Observed("board", (len(_PLANES), ROWS, COLUMNS), 0.0, 1.0, f"by square: {', '.join(_PLANES)}"),
    Observed("seats", (state.SEATS_MAX, 4 + state.FAMILIES), float(state.UNKNOWN), _MANY,
             "by seat from one's own on: gold, workers, neutral workers, seals by family (-1: hidden), banners"),
    Observed("castle", (2, state.CASTLE_SQUARES), -1.0, float(state.FAMILIES),
             "family on top (-1: bare); whether it is covered"),
    Observed("families", (2 + state.FLOORS, state.FAMILIES), 0.0, _MANY,
             "value of a seal, seals left, pieces left by floor"),
    Observed("hand", (state.CARD_KINDS,), 0.0, _MANY, "own cards by number, which is 4 * form + family"),
    Observed("face_up", (state.CARD_KINDS,), 0.0, _MANY, "open cards by number"),
    Observed("moment", (10 + state.SEATS_MAX,), -1.0, _MANY,
             "phase (6 marks), whether one is on turn, pieces to place, cards in the stack, turns left "
             "(-1: unknown), cards in hand by seat from one's own on"),
)  # fmt: skip


def observe(handed: Any, seat: int) -> Mapping[str, Any]:
    """The arrays as a seat sees them."""
    table, holdings, hand = handed
    players = int(table["players"])
    seats = [(seat + steps) % players for steps in range(players)]
    return {
        "board": _board(table, seats),
        "seats": _seats(table, holdings, seats),
        "castle": np.stack([table["top"], table["covered"]]),
        "families": np.stack([table["value"], table["supply"], *table["pools"]]),
        "hand": np.bincount(hand["cards"][: int(hand["n"])], minlength=state.CARD_KINDS),
        "face_up": np.bincount(table["face_up"][table["face_up"] >= 0], minlength=state.CARD_KINDS),
        "moment": _moment(table, seats),
    }


def _plane(words: Any) -> NDArray[np.uint8]:
    """A set of squares as rows of 0 and 1."""
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    return bits[: ROWS * STRIDE].reshape(ROWS, STRIDE)[:, :COLUMNS]


def _board(table: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    board = np.zeros((len(_PLANES), ROWS, COLUMNS), np.float32)
    board[0], board[1] = _plane(table["camps"]), _plane(table["squares"][state.LOT])
    for building in range(state.LOT + 1, int(table["n_buildings"])):
        plane = _plane(table["squares"][building])
        if table["complete"][building]:
            board[6] += plane
            continue
        board[2 + int(table["card"][building]) % state.FAMILIES] += plane
        if table["has_seal"][building]:
            board[7] += plane
    for place, seat in enumerate(seats):
        board[8 + place] = _plane(table["own"][seat])
    board[12] = _plane(table["neutral"])
    return board


def _seats(table: Any, holdings: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    rows = np.zeros((state.SEATS_MAX, 4 + state.FAMILIES), np.float32)
    for place, seat in enumerate(seats):
        numbers = [holdings[name][seat] for name in ("gold", "workers", "neutrals")]
        rows[place] = [*numbers, *holdings["seals"][seat], table["banners"][seat]]
    return rows


def _moment(table: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    moment = np.zeros(10 + state.SEATS_MAX, np.float32)
    moment[int(table["phase"])] = 1.0
    moment[len(state.PHASE_NAMES)] = table["seat"] == seats[0]
    left = table["turns_left"] if table["end_seat"] != state.NOBODY else -1
    moment[7:10] = table["pieces_due"], table["stack_left"], left
    moment[10 : 10 + len(seats)] = table["hand_count"][list(seats)]
    return moment
