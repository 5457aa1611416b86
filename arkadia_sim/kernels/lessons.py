"""What bots of a compiled game learn from: lessons, practice and noted positions, in games of a pool of policies.

* Lessons: at some decisions the candidates are played out, all in the same imagined games with the same random numbers
  (common random numbers), and what they come to is written down beside what describes them. What is played out is a
  game in agreement with what the seat knows, never the true one.
* Practice: the first policy of the pool takes one of its candidates by chance, the better it thinks of it the likelier
  (a softmax of its scores). What describes the one taken, less what describes all of them on average, each as often as
  it would be taken, is written down: how the logarithm of the choice's probability changes with each weight. With what
  the games came to, this is what a policy gradient is made of (Williams, Machine Learning 8, 1992).
* Positions, at the beginning of turns and from the view of each seat, are noted beside what they led to.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.candidates import ranked_of
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, asking_with, playing_on_with
from arkadia_sim.kernels.minds import sit_down
from arkadia_sim.kernels.planning import LEAD
from arkadia_sim.kernels.play_loop import LINEUPS, OK, SEAT_SEEDS, SEEDS, WHOLE_NUMBERS, Records, array_of
from arkadia_sim.rng import GOLDEN, STREAM_WORDS, below, next_word, seed_stream, uniform

TRUE_GAME, OUT_GAME, IMAGINED = range(3)
"""Places in the games: that played, that played on, and that imagined."""
GAMES_NEEDED, DECISIONS_NEEDED = 3, 4

PLAN = ("width", "share", "wander", "playouts", "follow", "temperature")
"""The numbers of a plan, named as in the plans of ``core/lessons.py``; a plan without one has 0."""
WIDTH, SHARE, WANDER, PLAYOUTS, FOLLOW, TEMPERATURE = range(len(PLAN))

GAME, SEAT, KIND, TURN, CANDIDATE, VALUE, SPREAD, SCORE = range(8)
"""Columns of the labels: the game of the batch, whose decision or view it is, the phase, the decision's number in the
game, the candidate's number, its mean value (or what the game came to), the standard deviation of its value about the
mean of all candidates in the same imagined game, and what the policy thinks of it. Practice has the situation behind
them."""
LABELS = 8
SITUATION = 6
"""Columns that :func:`situate_by_lead` fills in."""
_SURE = 0.999
"""A candidate that would be taken more often than this tells nothing."""

VECTOR, MATRIX = types.Array(types.float64, 1, "C"), types.Array(types.float64, 2, "C")
COUNTS = types.Array(types.float32, 2, "C")
_NamedTuple: Any = types.NamedTuple


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


def minds_needed(seats: int) -> int:
    """Minds of the players at the table, of those who play on, and that which ranks and describes."""
    return 2 * seats + 1


def _room_of(records: Records) -> Any:
    kinds = (records.game, records.game, records.setup, records.mind, records.decision)
    return _NamedTuple((*map(array_of, kinds), SEEDS, SEAT_SEEDS, MATRIX), Room)


class Teaching:
    """What is taught in a game, beside its ``Parts``: the policies of a module, and compiled or inlined functions.

    The ``policy`` has ``decide(*handed, mind, decision)``; ``rank(*handed, mind, decision, width, ranked)``, which
    lists the candidates, at most ``room(width)``, and returns how many; and ``value``: a game is worth the chance that
    its lead gives. ``describe(*handed, mind, ranked, n, features)`` fills in a row of numbers for each candidate.
    ``is_taught(phase)`` names the decisions that lessons are given at, ``wanders(phase)`` those at which a player may
    go astray.
    """

    def __init__(self, policy: Any, describe: Any, is_taught: Any, wanders: Any) -> None:
        value = policy.value

        @inlined
        def chance(game: Any, seat: Any) -> Any:
            return value(game, seat, LEAD)

        self.decide, self.rank, self.room, self.value = policy.decide, policy.rank, policy.room, chance
        self.describe, self.is_taught, self.wanders = describe, is_taught, wanders


# -- games of a pool ---------------------------------------------------------------------------------------------------
def _beginning_with(parts: Parts) -> Any:
    """A function ``begin(room, i, stream)`` that deals game ``i`` and starts a stream that decides about all else."""
    begin_game, seats = parts.play.begin_game, parts.play.records.seats

    @spliced
    def begin(room: Any, i: Any, stream: Any) -> None:
        deal, seat_seeds = room.deals[i], room.seat_seeds[i]
        begin_game(room.games, room.starts, room.setups, room.minds[:seats], stream, deal, seat_seeds)
        seed_stream(stream, deal ^ GOLDEN)

    return begin


@inlined
def _seat_by_lot(room: Any, stream: Any) -> None:
    """Put any policy of the pool into each seat."""
    for seat in range(room.games[0]["table"]["players"]):
        sit_down(room.minds[seat], room.pool[below(stream, len(room.pool))])


def _playing_with(parts: Parts, act: Any) -> Any:
    """A function ``play(room, task, i, stream)`` that plays the dealt game to its end and returns OK or a fault;
    ``act(room, task, i, stream, asked)`` fills in the decision if somebody is asked."""
    moves_on, step, over = parts.moves_on, parts.step, parts.play.over

    @spliced
    def play(room: Any, task: Any, i: Any, stream: Any) -> Any:
        game, decisions, status = room.games[0], room.decisions, OK
        while game["table"]["phase"] != over and status == OK:
            decisions[0] = decisions[1]
            act(room, task, i, stream, not moves_on(game["table"], decisions[0]))
            status = step(game, decisions[0])
        return status

    return play


# -- lessons -----------------------------------------------------------------------------------------------------------
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
    imagine, handed, step, value = parts.imagine, parts.handed, parts.step, teaching.value
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
                play_on(games[OUT_GAME : OUT_GAME + 1], out, 0, decisions, TO_THE_END)
                values[i, game] = value(games[OUT_GAME], seat)

    return play_out


def giving_lessons_with(parts: Parts, teaching: Teaching, home: str) -> Any:
    """The entry point ``give`` of the bot whose file is ``home``; ``rows[0]`` counts what is filled in of ``features``
    and ``labels``, ``rows[1]`` the decisions of a game. The ``views`` are the policies that list and describe
    candidates: those of the pool, or who sees less than they do."""
    records, handed, seats = parts.play.records, parts.handed, parts.play.records.seats
    rank, most, describe = teaching.rank, teaching.room, teaching.describe
    is_taught, wanders, decide = teaching.is_taught, teaching.wanders, asking_with(parts, teaching.decide)
    begin, play_out = _beginning_with(parts), _playing_out_with(parts, teaching)
    ranked_dtype = ranked_of(records.decision)

    @spliced
    def act(room: Any, task: Any, number: Any, stream: Any, asked: Any) -> None:
        if not asked:
            return
        games, minds, decisions, pool = room.games, room.minds, room.decisions, room.pool
        views, plan, features, labels, rows, ranked, values = task
        game, own = games[TRUE_GAME], minds[2 * seats]
        phase, seat = game["table"]["phase"], game["table"]["seat"]
        rows[1] += 1
        decide(0, seat, game, minds[seat], decisions[0])
        share = plan[SHARE] if is_taught(phase) else 0.0
        taught = uniform(stream) < share and rows[0] + len(ranked) <= len(labels)
        astray = wanders(phase) and uniform(stream) < plan[WANDER]
        if not (taught or astray):
            return
        sit_down(own, views[below(stream, len(views))])
        decisions[2] = decisions[1]
        n = rank(*handed(game, seat), own, decisions[2], int(plan[WIDTH]), ranked)
        if astray and n > 0:
            decisions[0] = ranked[below(stream, n)]["decision"]
        if taught and n > 1:
            first = rows[0]
            describe(*handed(game, seat), own, ranked, n, features[first : first + n])
            decisions[3] = decisions[0]
            play_out(games, minds[seats : 2 * seats], decisions, pool, ranked, n, values, stream)
            best = _note(values, n, ranked, labels, first)
            for i in range(n):
                labels[first + i, GAME], labels[first + i, TURN], labels[first + i, KIND] = number, rows[1], phase
            rows[0] += n
            decisions[0] = decisions[3]
            if uniform(stream) < plan[FOLLOW]:
                decisions[0] = ranked[best]["decision"]

    play = _playing_with(parts, act)

    @compiled(types.void(MATRIX, _room_of(records), VECTOR, COUNTS, MATRIX, WHOLE_NUMBERS), home)
    def give(views: Any, room: Any, plan: Any, features: Any, labels: Any, rows: Any) -> None:
        stream = np.empty(STREAM_WORDS, np.uint64)
        ranked = np.empty(most(int(plan[WIDTH])), ranked_dtype)
        values = np.empty((len(ranked), int(plan[PLAYOUTS])))
        for i in range(len(room.deals)):
            begin(room, i, stream)
            seed_stream(room.minds[2 * seats]["random"], room.deals[i])
            _seat_by_lot(room, stream)
            rows[1] = 0
            play(room, (views, plan, features, labels, rows, ranked, values), i, stream)

    return give


# -- practice ----------------------------------------------------------------------------------------------------------
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


def practising_with(parts: Parts, teaching: Teaching, situate: Any, columns: int, home: str) -> Any:
    """The entry point ``practise`` of the bot whose file is ``home``: games in which the policy of ``pool[0]``
    practises.

    ``situate(game, seat, columns)`` fills in what a seat's result can be expected from, in so many ``columns``.
    ``lineups`` says by game and seat which policy of the pool sits there; ``results`` is by game and seat what a game
    came to, and not a number for a game that a fault ended.
    """
    records, handed, begin = parts.play.records, parts.handed, _beginning_with(parts)
    rank, most, describe = teaching.rank, teaching.room, teaching.describe
    is_taught, value, decide = teaching.is_taught, teaching.value, asking_with(parts, teaching.decide)
    ranked_dtype = ranked_of(records.decision)

    @spliced
    def act(room: Any, task: Any, number: Any, stream: Any, asked: Any) -> None:
        if not asked:
            return
        game, minds, decisions = room.games[0], room.minds, room.decisions
        lineups, plan, features, labels, rows, ranked, chances, counts = task
        own = minds[len(minds) - 1 :]
        phase, seat = game["table"]["phase"], game["table"]["seat"]
        plays = lineups[number, seat] != 0 or not is_taught(phase)
        if plays or uniform(stream) >= plan[SHARE] or rows[0] == len(labels):
            decide(0, seat, game, minds[seat], decisions[0])
            return
        n = rank(*handed(game, seat), minds[seat], decisions[0], int(plan[WIDTH]), ranked)
        if n <= 1:
            return
        _chances(ranked, n, plan[TEMPERATURE], chances)
        taken = _taken(chances, n, stream)
        decisions[0] = ranked[taken]["decision"]
        if chances[:n].max() >= _SURE:
            return
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

    play = _playing_with(parts, act)

    @compiled(types.void(_room_of(records), LINEUPS, VECTOR, COUNTS, MATRIX, MATRIX, WHOLE_NUMBERS), home)
    def practise(room: Any, lineups: Any, plan: Any, features: Any, labels: Any, results: Any, rows: Any) -> None:
        stream = np.empty(STREAM_WORDS, np.uint64)
        ranked = np.empty(most(int(plan[WIDTH])), ranked_dtype)
        chances, counts = np.empty(len(ranked)), np.empty((len(ranked), features.shape[1]), np.float32)
        for i in range(len(room.deals)):
            begin(room, i, stream)
            players = room.games[0]["table"]["players"]
            for seat in range(players):
                sit_down(room.minds[seat], room.pool[lineups[i, seat]])
            status = play(room, (lineups, plan, features, labels, rows, ranked, chances, counts), i, stream)
            for seat in range(players):
                results[i, seat] = value(room.games[0], seat) if status == OK else np.nan

    return practise


# -- positions ---------------------------------------------------------------------------------------------------------
def noting_with(parts: Parts, teaching: Teaching, describe: Any, home: str) -> Any:
    """The entry point ``note`` of the bot whose file is ``home``: ``describe(game, seat, columns)`` describes a
    position at the beginning of a turn. ``rows[0]`` counts what is filled in, ``rows[1]`` is the turn looked at last.
    The first turns of a game say little and come as often as any other."""
    records, handed, begin = parts.play.records, parts.handed, _beginning_with(parts)
    rank, most, value = teaching.rank, teaching.room, teaching.value
    ranked_dtype, decide = ranked_of(records.decision), asking_with(parts, teaching.decide)

    @spliced
    def act(room: Any, task: Any, number: Any, stream: Any, asked: Any) -> None:
        game, minds, decisions = room.games[0], room.minds, room.decisions
        plan, features, labels, rows, ranked = task
        table = game["table"]
        if table["turn"] != rows[1]:
            rows[1] = table["turn"]
            if uniform(stream) < plan[SHARE] and rows[0] + table["players"] <= len(labels):
                for seat in range(table["players"]):
                    describe(game, seat, features[rows[0]])
                    labels[rows[0], GAME], labels[rows[0], SEAT] = number, seat
                    rows[0] += 1
        if asked and uniform(stream) < plan[WANDER]:
            n = rank(*handed(game, table["seat"]), minds[table["seat"]], decisions[0], int(plan[WIDTH]), ranked)
            if n > 0:
                decisions[0] = ranked[below(stream, n)]["decision"]
        elif asked:
            decide(0, table["seat"], game, minds[table["seat"]], decisions[0])

    play = _playing_with(parts, act)

    @compiled(types.void(_room_of(records), VECTOR, COUNTS, MATRIX, WHOLE_NUMBERS), home)
    def note(room: Any, plan: Any, features: Any, labels: Any, rows: Any) -> None:
        stream = np.empty(STREAM_WORDS, np.uint64)
        ranked = np.empty(most(int(plan[WIDTH])), ranked_dtype)
        for i in range(len(room.deals)):
            begin(room, i, stream)
            _seat_by_lot(room, stream)
            first, rows[1] = rows[0], -1
            if play(room, (plan, features, labels, rows, ranked), i, stream) != OK:
                rows[0] = first
            for row in range(first, rows[0]):
                labels[row, VALUE] = value(room.games[0], int(labels[row, SEAT]))

    return note
