"""What a position is worth to each seat: positions of played games noted beside what they led to, and a small network
that was fitted to them.

Playing on to the end of a game costs time, and most of what happens on the way is luck that says nothing about the
decision. A judgement of the position a few turns on replaces it.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.candidates import ranked_of
from arkadia_sim.kernels.lessons import COUNTS, MATRIX, VECTOR, Teaching, beginning_with, room_of, seating_by_lot_with
from arkadia_sim.kernels.look_ahead import Parts, deciding_with
from arkadia_sim.kernels.play_loop import OK, WHOLE_NUMBERS
from arkadia_sim.rng import STREAM_WORDS, below, uniform

WIDTH, SHARE, WANDER = range(3)
"""Places in the plan: candidates of each kind, the share of turns that are noted, and how often a player takes any
of its candidates."""
GAME, SEAT, VALUE = range(3)
"""Columns of the labels: the game of the batch, whose view it is, and what the game came to for that seat."""
LABELS = 3


class Describing(NamedTuple):
    """How positions are described: an inlined function ``describe(game, seat, columns)`` for the beginning of a turn,
    and the largest number of columns."""

    describe: Any
    columns: int


class Network(NamedTuple):
    """Weights of a network with one hidden layer, by number of players from two on.

    ``hidden`` has a row for each column of a position and one more for what is always added; ``out`` has a weight for
    each unit of the hidden layer, and one more.
    """

    hidden: NDArray[np.float64]
    out: NDArray[np.float64]


def read_network(file: Path, sizes: Sequence[int]) -> Network:
    """The network in a file."""
    with np.load(file) as arrays:
        return Network(
            np.array([arrays[f"hidden_{size}"] for size in sizes], np.float64),
            np.array([arrays[f"out_{size}"] for size in sizes], np.float64),
        )


def judging_with(describing: Describing, network: Network) -> Any:
    """An inlined function ``judge(game, seat)``: the chance, 0 to 1, that a position at the beginning of a turn gives
    to a seat."""
    describe, columns = describing
    hidden, out = network.hidden.astype(np.float32), network.out.astype(np.float32)
    units = hidden.shape[2]
    if hidden.shape[1] != columns + 1:
        raise ValueError(f"a network for {hidden.shape[1] - 1} columns cannot judge positions with {columns}")

    @inlined
    def judge(game: Any, seat: Any) -> Any:
        size = game["table"]["players"] - 2
        position, sums = np.zeros(columns, np.float32), np.empty(units, np.float32)
        describe(game, seat, position)
        for j in range(units):
            sums[j] = hidden[size, columns, j]
        for i in range(columns):
            much = position[i]
            if much != np.float32(0.0):
                for j in range(units):
                    sums[j] += much * hidden[size, i, j]
        total = out[size, units]
        for j in range(units):
            total += max(np.float32(0.0), sums[j]) * out[size, j]
        return 1.0 / (1.0 + math.exp(-total))

    return judge


def noting_with(parts: Parts, teaching: Teaching, describing: Describing, home: str) -> Any:
    """The entry point ``note`` of the bot whose file is ``home``: it plays games of a pool of policies and notes
    positions at the beginning of turns, from the view of each seat; ``rows[0]`` counts what is filled in of
    ``features`` and ``labels``. The first turns of a game say little and come as often as any other."""
    records, over = parts.play.records, parts.play.over
    moves_on, step, handed = parts.moves_on, parts.step, parts.handed
    begin, seat_by_lot = beginning_with(parts), seating_by_lot_with(teaching)
    rank, most = teaching.rank, teaching.room
    value, decide = teaching.value, deciding_with(parts, teaching.decide)
    ranked_dtype, describe = ranked_of(records.decision), describing.describe

    @spliced
    def play_game(room: Any, plan: Any, features: Any, labels: Any, rows: Any, number: Any, stream: Any) -> Any:
        game, minds, decisions = room.games[0], room.minds, room.decisions
        table = game["table"]
        ranked = np.empty(most(int(plan[WIDTH])), ranked_dtype)
        status, turn = OK, -1
        while table["phase"] != over and status == OK:
            decisions[0] = decisions[1]
            if table["turn"] != turn:
                turn = table["turn"]
                if uniform(stream) < plan[SHARE] and rows[0] + table["players"] <= len(labels):
                    for seat in range(table["players"]):
                        describe(game, seat, features[rows[0]])
                        labels[rows[0], GAME], labels[rows[0], SEAT] = number, seat
                        rows[0] += 1
            if not moves_on(table, decisions[0]):
                seat = table["seat"]
                if uniform(stream) < plan[WANDER]:
                    n = rank(*handed(game, seat), minds[seat], decisions[0], int(plan[WIDTH]), ranked)
                    if n > 0:
                        decisions[0] = ranked[below(stream, n)]["decision"]
                else:
                    decide(game, minds[seat], decisions[0])
            status = step(game, decisions[0])
        return status

    @compiled(types.void(room_of(records), VECTOR, COUNTS, MATRIX, WHOLE_NUMBERS), home)
    def note(room: Any, plan: Any, features: Any, labels: Any, rows: Any) -> None:
        stream = np.empty(STREAM_WORDS, np.uint64)
        for i in range(len(room.deals)):
            begin(room, i, stream)
            seat_by_lot(room, stream)
            first = rows[0]
            if play_game(room, plan, features, labels, rows, i, stream) != OK:
                rows[0] = first
            for row in range(first, rows[0]):
                labels[row, VALUE] = value(room.games[0], int(labels[row, SEAT]))

    return note
