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
from arkadia_sim.kernels.lessons import Teaching
from arkadia_sim.kernels.look_ahead import Parts, deciding_with
from arkadia_sim.kernels.play_loop import OK, SEAT_SEEDS, SEEDS, array_of
from arkadia_sim.rng import STREAM_WORDS, below, seed_stream, uniform

DECISIONS_NEEDED = 3
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
    hidden, out = network
    units = hidden.shape[2]
    if hidden.shape[1] != columns + 1:
        raise ValueError(f"a network for {hidden.shape[1] - 1} columns cannot judge positions with {columns}")

    @inlined
    def judge(game: Any, seat: Any) -> Any:
        size = game["table"]["players"] - 2
        position, sums = np.zeros(columns), np.empty(units)
        describe(game, seat, position)
        for j in range(units):
            sums[j] = hidden[size, columns, j]
        for i in range(columns):
            much = position[i]
            if much != 0.0:
                for j in range(units):
                    sums[j] += much * hidden[size, i, j]
        total = out[size, units]
        for j in range(units):
            total += max(0.0, sums[j]) * out[size, j]
        return 1.0 / (1.0 + math.exp(-total))

    return judge


def noting_with(parts: Parts, teaching: Teaching, describing: Describing, home: str) -> Any:
    """The entry point ``note`` of the bot whose file is ``home``: it plays games of a pool of policies and notes
    positions at the beginning of turns, from the view of each seat; ``rows[0]`` counts what is filled in of
    ``features`` and ``labels``. The first turns of a game say little and come as often as any other."""
    records, begin_game, over = parts.play.records, parts.play.begin_game, parts.play.steps.over
    moves_on, step, handed, seats = parts.moves_on, parts.step, parts.handed, records.seats
    sit_down, rank, room = teaching.sit_down, teaching.rank, teaching.room
    value, decide = teaching.value, deciding_with(parts, teaching.decide)
    ranked_dtype, describe = ranked_of(records.decision), describing.describe
    games_type, setups_type, minds_type, decisions_type = map(
        array_of, (records.game, records.setup, records.mind, records.decision)
    )
    table_type, counts_type = types.Array(types.float64, 2, "C"), types.Array(types.float32, 2, "C")

    @spliced
    def play_game(
        games: Any, minds: Any, decisions: Any, pool: Any, plan: Any, features: Any, labels: Any, rows: Any,
        number: Any, stream: Any,
    ) -> Any:  # fmt: skip
        game = games[0]
        table = game["table"]
        ranked = np.empty(room(int(plan[WIDTH])), ranked_dtype)
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

    @compiled(
        types.void(
            games_type, games_type, setups_type, minds_type, decisions_type, SEEDS, SEAT_SEEDS, table_type,
            types.Array(types.float64, 1, "C"), counts_type, table_type, types.Array(types.int64, 1, "C"),
        ),
        home,
    )  # fmt: skip
    def note(
        games: Any, starts: Any, setups: Any, minds: Any, decisions: Any, deals: Any, seat_seeds: Any, pool: Any,
        plan: Any, features: Any, labels: Any, rows: Any,
    ) -> None:  # fmt: skip
        stream = np.empty(STREAM_WORDS, np.uint64)
        for i in range(len(deals)):
            begin_game(games, starts, setups, minds[:seats], stream, deals[i], seat_seeds[i])
            seed_stream(stream, deals[i] ^ np.uint64(0x9E3779B97F4A7C15))
            for seat in range(games[0]["table"]["players"]):
                sit_down(minds[seat], pool[below(stream, len(pool))])
            first = rows[0]
            status = play_game(games, minds, decisions, pool, plan, features, labels, rows, i, stream)
            if status != OK:
                rows[0] = first
            for row in range(first, rows[0]):
                labels[row, VALUE] = value(games[0], int(labels[row, SEAT]))

    return note
