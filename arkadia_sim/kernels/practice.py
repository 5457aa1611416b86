"""Practice in a compiled game: seats that also try what they think a little less of, and what that led to.

Games are played by a pool of policies, of which the first practises: where a decision is taught, it takes one of its
candidates by chance, the better it thinks of it the likelier (a softmax of its scores). What describes the candidate
taken, less what describes all of them on average, each as often as it would be taken, is written down: how the
logarithm of the choice's probability changes with each weight. Together with what the games came to, this is what a
policy gradient is made of (Williams, Machine Learning 8, 1992).
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.candidates import ranked_of
from arkadia_sim.kernels.lessons import COUNTS, MATRIX, VECTOR, Teaching, beginning_with, room_of
from arkadia_sim.kernels.look_ahead import Parts, deciding_with
from arkadia_sim.kernels.play_loop import LINEUPS, OK, WHOLE_NUMBERS
from arkadia_sim.rng import STREAM_WORDS, uniform

WIDTH, SHARE, TEMPERATURE = range(3)
"""Places in the plan: candidates of each kind that may be taken, the share of taught decisions at which that is left to
chance, and the difference in score that makes one e times as likely as another."""
GAME, SEAT, KIND = range(3)
"""Columns of the labels: the game of the batch, who decided and the phase. The situation follows."""
LABELS = 3
_SURE = 0.999
"""A candidate that would be taken more often than this tells nothing."""


class Practising(NamedTuple):
    """What practice needs beside a game's ``Parts`` and ``Teaching``: an inlined function ``situate(game, seat,
    columns)`` that fills in what a seat's result can be expected from, and the number of these columns."""

    situate: Any
    columns: int


SITUATION = 6
"""Columns that :func:`situate_by_lead` fills in."""


@inlined
def situate_by_lead(scores: Any, players: Any, seat: Any, left: Any, columns: Any) -> None:
    """Fill in what a seat's result can be expected from: its lead in points, and what is ``left`` of the game."""
    best = 0
    for player in range(players):
        if player != seat:
            best = max(best, scores["total"][player])
    lead = 0.1 * (scores["total"][seat] - best)
    for place, much in enumerate((left, lead, math.tanh(lead))):
        columns[2 * place], columns[2 * place + 1] = much, much * left


@inlined
def _chances(ranked: Any, n: Any, temperature: Any, chances: Any) -> None:
    """How likely each candidate is taken."""
    best, total = ranked[0]["score"], 0.0
    for i in range(1, n):
        best = max(best, ranked[i]["score"])
    for i in range(n):
        chances[i] = math.exp((ranked[i]["score"] - best) / temperature)
        total += chances[i]
    for i in range(n):
        chances[i] /= total


@inlined
def _taken(chances: Any, n: Any, stream: Any) -> Any:
    """One of the candidates by lot."""
    lot = uniform(stream)
    for i in range(n - 1):
        lot -= chances[i]
        if lot < 0.0:
            return i
    return n - 1


def practising_with(parts: Parts, teaching: Teaching, practising: Practising, home: str) -> Any:
    """The entry point ``practise`` of the bot whose file is ``home``: it plays games in which the policy of ``pool[0]``
    practises.

    ``lineups`` says by game and seat which policy of the pool sits there. ``rows[0]`` counts what is filled in of
    ``features`` and ``labels``; ``results`` is by game and seat what a game came to, and not a number for a game that a
    fault ended.
    """
    records, over, begin = parts.play.records, parts.play.over, beginning_with(parts)
    moves_on, step, handed = parts.moves_on, parts.step, parts.handed
    sit_down, rank, most, describe = teaching.sit_down, teaching.rank, teaching.room, teaching.describe
    is_taught, value, decide = teaching.is_taught, teaching.value, deciding_with(parts, teaching.decide)
    situate, columns = practising
    ranked_dtype = ranked_of(records.decision)

    @spliced
    def play_game(
        room: Any, lineup: Any, plan: Any, ranked: Any, counts: Any, features: Any, labels: Any, rows: Any, number: Any,
        stream: Any,
    ) -> Any:  # fmt: skip
        game, minds, decisions = room.games[0], room.minds, room.decisions
        own = minds[len(minds) - 1 :]
        table = game["table"]
        chances, status = np.empty(len(ranked)), OK
        while table["phase"] != over and status == OK:
            decisions[0] = decisions[1]
            if moves_on(table, decisions[0]):
                status = step(game, decisions[0])
                continue
            phase, seat = table["phase"], table["seat"]
            if lineup[seat] != 0 or not is_taught(phase) or uniform(stream) >= plan[SHARE] or rows[0] == len(labels):
                decide(game, minds[seat], decisions[0])
                status = step(game, decisions[0])
                continue
            n = rank(*handed(game, seat), minds[seat], decisions[0], int(plan[WIDTH]), ranked)
            if n > 1:
                _chances(ranked, n, plan[TEMPERATURE], chances)
                taken = _taken(chances, n, stream)
                decisions[0] = ranked[taken]["decision"]
                if chances[:n].max() < _SURE:
                    own[0] = minds[seat]
                    describe(*handed(game, seat), own[0], ranked, n, counts[:n])
                    row = features[rows[0]]
                    for weight in range(len(row)):
                        mean = 0.0
                        for i in range(n):
                            mean += chances[i] * counts[i, weight]
                        row[weight] = np.float32(counts[taken, weight] - mean)
                    label = labels[rows[0]]
                    label[GAME], label[SEAT], label[KIND] = number, seat, phase
                    situate(game, seat, label[LABELS : LABELS + columns])
                    rows[0] += 1
            status = step(game, decisions[0])
        return status

    @compiled(types.void(room_of(records), LINEUPS, VECTOR, COUNTS, MATRIX, MATRIX, WHOLE_NUMBERS), home)
    def practise(room: Any, lineups: Any, plan: Any, features: Any, labels: Any, results: Any, rows: Any) -> None:
        stream = np.empty(STREAM_WORDS, np.uint64)
        ranked = np.empty(most(int(plan[WIDTH])), ranked_dtype)
        counts = np.empty((len(ranked), features.shape[1]), np.float32)
        for i in range(len(room.deals)):
            begin(room, i, stream)
            players = room.games[0]["table"]["players"]
            for seat in range(players):
                sit_down(room.minds[seat], room.pool[lineups[i, seat]])
            status = play_game(room, lineups[i], plan, ranked, counts, features, labels, rows, i, stream)
            for seat in range(players):
                results[i, seat] = value(room.games[0], seat) if status == OK else np.nan

    return practise
