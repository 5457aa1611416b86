"""Lessons in a compiled game: positions of played games, and what each candidate of a decision is worth by search.

Games are played by a pool of policies. At some of their decisions the candidates are played out, all in the same
imagined games with the same random numbers (common random numbers), and what they come to is written down beside what
describes them. What is played out is a game in agreement with what the seat knows, never the true one.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.candidates import ranked_of
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, deciding_with, playing_on_with
from arkadia_sim.kernels.planning import LEAD
from arkadia_sim.kernels.play_loop import OK, SEAT_SEEDS, SEEDS, WHOLE_NUMBERS, Records, array_of
from arkadia_sim.kernels.policies import sit_down
from arkadia_sim.rng import GOLDEN, STREAM_WORDS, below, next_word, seed_stream, uniform

TRUE_GAME, OUT_GAME, IMAGINED = range(3)
"""Places in the games: that played, that played on, and that imagined."""
GAMES_NEEDED, DECISIONS_NEEDED = 3, 4

PLAYOUTS, SHARE, WANDER, FOLLOW, WIDTH = range(5)
"""Places in the plan, which are the fields of ``LessonPlan``."""

GAME, TURN, KIND, CANDIDATE, VALUE, SPREAD, SCORE = range(7)
"""Columns of the labels: the game of the batch, the decision's number in it, its phase, the candidate's number, its
mean value, the standard deviation of its value about the mean of all candidates in the same imagined game, and what
the policy thinks of it."""
LABELS = 7


def minds_needed(seats: int) -> int:
    """Minds of the players at the table, of those who play on, and that which ranks and describes."""
    return 2 * seats + 1


class Room(NamedTuple):
    """What games of a pool of policies are played with: records to be used again from game to game, what the deals
    begin from, and their seeds. The first ``minds`` are those of the seats. A policy is a row of the ``pool``."""

    games: Any
    starts: Any
    setups: Any
    minds: Any
    decisions: Any
    deals: Any
    seat_seeds: Any
    pool: Any


VECTOR, MATRIX = types.Array(types.float64, 1, "C"), types.Array(types.float64, 2, "C")
COUNTS = types.Array(types.float32, 2, "C")
_NamedTuple: Any = types.NamedTuple


def room_of(records: Records) -> Any:
    """The type of a :class:`Room`."""
    kinds = (records.game, records.game, records.setup, records.mind, records.decision)
    return _NamedTuple((*map(array_of, kinds), SEEDS, SEAT_SEEDS, MATRIX), Room)


class Teaching(NamedTuple):
    """What lessons consist of in a game, beside its ``Parts``: compiled or inlined functions of a bot's.

    ``sit_down(mind, weights)`` makes a mind a policy's, ``decide(*handed, mind, decision)`` is its decision.
    ``rank(*handed, mind, decision, width, ranked)`` lists the candidates, at most ``room(width)``, and returns how
    many; ``describe(*handed, mind, ranked, n, features)`` fills in a row of numbers for each; ``value(game, seat)`` is
    what a game that is over is worth. ``is_taught(phase)`` names the decisions that lessons are given at,
    ``wanders(phase)`` those at which a player may go astray.
    """

    sit_down: Any
    decide: Any
    rank: Any
    room: Any
    describe: Any
    value: Any
    is_taught: Any
    wanders: Any

    @classmethod
    def of(cls, policy: Any, describe: Any, is_taught: Any, wanders: Any) -> "Teaching":
        """How the policies of a module are taught, which has ``decide``, ``rank``, ``room`` and ``value``; a game is
        worth the chance that its lead gives."""
        value = policy.value

        @inlined
        def chance(game: Any, seat: Any) -> Any:
            return value(game, seat, LEAD)

        return cls(sit_down, policy.decide, policy.rank, policy.room, describe, chance, is_taught, wanders)


@inlined
def _note(values: Any, n: Any, ranked: Any, labels: Any, first: Any) -> Any:
    """Write down what the candidates have come to; returns the best."""
    best = 0
    count = values.shape[1]
    for i in range(n):
        total, squares = 0.0, 0.0
        for game in range(count):
            middle = 0.0
            for j in range(n):
                middle += values[j, game] / n
            total += values[i, game]
            squares += (values[i, game] - middle) ** 2
        label = labels[first + i]
        label[CANDIDATE] = i
        label[VALUE] = total / count
        label[SCORE] = ranked[i]["score"]
        off = total / count
        for j in range(n):
            for game in range(count):
                off -= values[j, game] / (n * count)
        label[SPREAD] = np.sqrt(max(0.0, squares / count - off * off))
        if label[VALUE] > labels[first + best, VALUE]:
            best = i
    return best


def _playing_out_with(parts: Parts, teaching: Teaching) -> Any:
    """How the candidates of a decision are played out."""
    imagine, handed, step = parts.imagine, parts.handed, parts.step
    sit_down, value = teaching.sit_down, teaching.value
    play_on = playing_on_with(parts, teaching.decide)

    @spliced
    def play_out(
        games: Any, out: Any, decisions: Any, pool: Any, ranked: Any, n: Any, values: Any, stream: Any
    ) -> None:
        table = games[TRUE_GAME]["table"]
        seat = table["seat"]
        luck = np.empty((len(out), STREAM_WORDS), np.uint64)
        for game in range(values.shape[1]):
            imagine(*handed(games[TRUE_GAME], seat), games[IMAGINED], stream)
            for player in range(table["players"]):
                sit_down(out[player], pool[0 if player == seat else below(stream, len(pool))])
                for word in range(STREAM_WORDS):
                    luck[player, word] = next_word(stream)
            for i in range(n):
                games[OUT_GAME] = games[IMAGINED]
                for player in range(table["players"]):
                    for word in range(STREAM_WORDS):
                        out[player]["random"][word] = luck[player, word]
                decisions[0] = ranked[i]["decision"]
                step(games[OUT_GAME], decisions[0])
                play_on(games[OUT_GAME : OUT_GAME + 1], out, decisions, TO_THE_END)
                values[i, game] = value(games[OUT_GAME], seat)

    return play_out


def beginning_with(parts: Parts) -> Any:
    """A function ``begin(room, i, stream)`` that deals game ``i`` and starts a stream that decides about all else."""
    begin_game, seats = parts.play.begin_game, parts.play.records.seats

    @spliced
    def begin(room: Any, i: Any, stream: Any) -> None:
        deal, seat_seeds = room.deals[i], room.seat_seeds[i]
        begin_game(room.games, room.starts, room.setups, room.minds[:seats], stream, deal, seat_seeds)
        seed_stream(stream, deal ^ GOLDEN)

    return begin


def seating_by_lot_with(teaching: Teaching) -> Any:
    """A function ``seat_by_lot(room, stream)`` that puts any policy of the pool into each seat."""
    sit_down = teaching.sit_down

    @spliced
    def seat_by_lot(room: Any, stream: Any) -> None:
        for seat in range(room.games[0]["table"]["players"]):
            sit_down(room.minds[seat], room.pool[below(stream, len(room.pool))])

    return seat_by_lot


def giving_lessons_with(parts: Parts, teaching: Teaching, home: str) -> Any:
    """The entry point ``give`` of the bot whose file is ``home``: it plays games and gives lessons in them; ``rows[0]``
    counts what is filled in of ``features`` and ``labels``."""
    records, over = parts.play.records, parts.play.over
    moves_on, step, handed, seats = parts.moves_on, parts.step, parts.handed, records.seats
    begin, seat_by_lot = beginning_with(parts), seating_by_lot_with(teaching)
    sit_down, rank, most, describe = teaching.sit_down, teaching.rank, teaching.room, teaching.describe
    is_taught, wanders, decide = teaching.is_taught, teaching.wanders, deciding_with(parts, teaching.decide)
    ranked_dtype, play_out = ranked_of(records.decision), _playing_out_with(parts, teaching)

    @spliced
    def play_game(room: Any, plan: Any, features: Any, labels: Any, rows: Any, number: Any, stream: Any) -> None:
        games, minds, decisions, pool = room.games, room.minds, room.decisions, room.pool
        game = games[TRUE_GAME]
        table = game["table"]
        width = int(plan[WIDTH])
        ranked = np.empty(most(width), ranked_dtype)
        values = np.empty((len(ranked), int(plan[PLAYOUTS])))
        own, status, n_decisions = minds[2 * seats], OK, 0
        while table["phase"] != over and status == OK:
            decisions[0] = decisions[1]
            if moves_on(table, decisions[0]):
                status = step(game, decisions[0])
                continue
            phase, seat = table["phase"], table["seat"]
            n_decisions += 1
            decide(game, minds[seat], decisions[0])
            share = plan[SHARE] if is_taught(phase) else 0.0
            taught = uniform(stream) < share and rows[0] + len(ranked) <= len(labels)
            astray = wanders(phase) and uniform(stream) < plan[WANDER]
            if taught or astray:
                sit_down(own, pool[below(stream, len(pool))])
                decisions[2] = decisions[1]
                n = rank(*handed(game, seat), own, decisions[2], width, ranked)
                if astray and n > 0:
                    decisions[0] = ranked[below(stream, n)]["decision"]
                if taught and n > 1:
                    first = rows[0]
                    describe(*handed(game, seat), own, ranked, n, features[first : first + n])
                    decisions[3] = decisions[0]
                    play_out(games, minds[seats : 2 * seats], decisions, pool, ranked, n, values, stream)
                    best = _note(values, n, ranked, labels, first)
                    for i in range(n):
                        labels[first + i, GAME] = number
                        labels[first + i, TURN] = n_decisions
                        labels[first + i, KIND] = phase
                    rows[0] += n
                    decisions[0] = decisions[3]
                    if uniform(stream) < plan[FOLLOW]:
                        decisions[0] = ranked[best]["decision"]
            status = step(game, decisions[0])

    @compiled(types.void(room_of(records), VECTOR, COUNTS, MATRIX, WHOLE_NUMBERS), home)
    def give(room: Any, plan: Any, features: Any, labels: Any, rows: Any) -> None:
        stream = np.empty(STREAM_WORDS, np.uint64)
        for i in range(len(room.deals)):
            begin(room, i, stream)
            seed_stream(room.minds[2 * seats]["random"], room.deals[i])
            seat_by_lot(room, stream)
            play_game(room, plan, features, labels, rows, i, stream)

    return give
