"""Looking ahead in a compiled game: games played on from a position, and candidates compared by playing them out.

What a game and its bots are made of is their own; they put their functions into what stands here, and compile that.

* Honest: what is played on from is a game in agreement with what a seat knows, never the true one, and all candidates
  of a decision are tried in the same imagined games with the same random numbers: common random numbers, so that
  differences are sharp (Law, Simulation Modeling and Analysis, 2015, 11.2).
* Thrifty: sequential halving (Karnin, Koren and Somekh, ICML 2013) drops the worse half of the candidates after equal
  shares of the budget, so that most of it goes to those that are hard to tell apart.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.play_loop import OK, STREAM, Play, array_of, by_chance
from arkadia_sim.rng import STREAM_WORDS, next_word

TO_THE_END = -1
"""As many turns as the game has left."""


class Parts:
    """What those need of a game who look ahead in it, from its modules: how it is played (``PLAY``, ``handed``,
    ``decide_by_chance``), its ``rules`` (``step``, ``FAULTS``), its ``limits``, and
    ``imagine(*handed, image, stream)``, which fills in a ``GAME`` in agreement with what a seat is handed.

    ``find(*handed, mind)`` finds what a bot's constraints leave. ``note_choice(*handed, mind, decision, now)`` says
    whether a choice is among that, and counts it; ``count_choice(*handed, mind, decision)`` counts the game's cues in a
    situation and in a legal choice; ``list_options`` lists what bots in plain Python choose among.
    """

    def __init__(self, play: Any, rules: Any, limits: Any, imagine: Any) -> None:
        self.play: Play = play.PLAY
        self.handed, self.decide_by_chance, self.imagine = play.handed, play.decide_by_chance, imagine
        self.moves_on, self.step, self.faults = play.PLAY.moves_on, rules.step, rules.FAULTS
        self.find, self.note_choice, self.count_choice = limits.find, limits.note_choice, limits.count_choice
        self.list_options = limits.list_options


def asking_with(parts: Parts, decide: Any = None) -> Any:
    """A function ``ask(deciders, chair, game, mind, decision)`` for the seat on turn: its constraints are found before,
    and chance may decide in its place. It asks the compiled ``decide(*handed, mind, decision)``, in any seat; without
    one the function of its ``chair`` in ``deciders``, by phase and chair, as the play loop takes them for seats."""
    find, decide_by_chance, handed_to = parts.find, parts.decide_by_chance, parts.handed

    @spliced
    def ask_anyone(deciders: Any, chair: Any, table: Any, handed: Any, mind: Any, decision: Any) -> None:
        decide(*handed, mind, decision)

    @spliced
    def ask_own(deciders: Any, chair: Any, table: Any, handed: Any, mind: Any, decision: Any) -> None:
        deciders[table["phase"]][chair](*handed, mind, decision)

    ask_bot = ask_own if decide is None else ask_anyone

    @spliced
    def ask(deciders: Any, chair: Any, game: Any, mind: Any, decision: Any) -> None:
        table = game["table"]
        handed = handed_to(game, table["seat"])
        left_to_chance = by_chance(mind, table["phase"])
        if mind["rules"][0] != 0.0:
            find(*handed, mind)
        if left_to_chance:
            decide_by_chance(*handed, mind, decision)
        else:
            ask_bot(deciders, chair, table, handed, mind, decision)

    return ask


def playing_on_with(parts: Parts, decide: Any = None) -> Any:
    """A function ``play_on(games, minds, deciders, decisions, turns)`` that plays on ``games[0]``, in any phase, for so
    many turns (that under way is the first), or to its end with ``TO_THE_END``.

    Seats decide as in :func:`asking_with`; who plays in which seat is told by the minds, one for each. ``decisions``
    has room for two, the second of them empty. Nothing is counted and nothing logged: it returns OK, or the fault that
    a bot has made; the game then stands where it happened.
    """
    moves_on, step, end, over = parts.moves_on, parts.step, parts.play.end, parts.play.over
    ask = asking_with(parts, decide)

    @spliced
    def play_on(games: Any, minds: Any, deciders: Any, decisions: Any, turns: Any) -> Any:
        game = games[0]
        table = game["table"]
        status = OK
        while status == OK and turns != 0 and table["phase"] != over:
            decisions[0] = decisions[1]
            if table["phase"] == end:
                turns -= 1
            if not moves_on(table, decisions[0]):
                ask(deciders, table["seat"], game, minds[table["seat"]], decisions[0])
            status = step(game, decisions[0])
        return status

    return play_on


class Search(NamedTuple):
    """Inlined functions that compare the ``n`` first candidates in ``ranked`` by playing them out.

    ``best(handed, mind, ranked, n, playouts, prior, turns, objective)`` is the number of the one that comes out best by
    sequential halving of so many playouts, what was thought of each beforehand counting as ``prior`` of them.
    With fewer playouts than candidates, each is played out once.
    ``means(handed, mind, ranked, n, playouts, turns, objective, values)`` fills in what each comes to on average, all
    in the same imagined games.
    """

    best: Any
    means: Any


@inlined
def drop_worse_half(alive: Any, n: Any, total: Any) -> Any:
    """Sort the candidates in play by what they have come to, the first among equals first; returns how many stay."""
    for i in range(1, n):
        one = alive[i]
        place = i
        while place > 0 and total[alive[place - 1]] < total[one]:
            alive[place] = alive[place - 1]
            place -= 1
        alive[place] = one
    return (n + 1) // 2


def searching_with(parts: Parts, seat_players: Any, decide: Any, value: Any) -> Search:
    """How candidates are compared.

    ``seat_players(table, mind, minds)`` puts into the minds of all seats who plays on there, as the bot with this
    ``mind`` takes them to; ``decide`` is as for ``playing_on_with``; ``value(game, seat, objective)`` is what a game
    that is over, or has been played on far enough, is worth to a seat.
    """
    imagine, step, play_on, records = parts.imagine, parts.step, playing_on_with(parts, decide), parts.play.records
    seats, game_dtype, mind_dtype, decision_dtype = records.seats, records.game, records.mind, records.decision

    @spliced
    def try_once(
        handed: Any, mind: Any, ranked: Any, tried: Any, n: Any, turns: Any, objective: Any, games: Any, minds: Any,
        decisions: Any, values: Any,
    ) -> None:  # fmt: skip
        """Imagine one game, in ``games[1]``, and play out in it the candidates that the first ``n`` of ``tried``
        number; ``values``, by number of the candidate, becomes what each comes to."""
        stream, seat = mind["random"], handed[0]["seat"]
        luck = np.empty((seats, STREAM_WORDS), np.uint64)
        imagine(*handed, games[1], stream)
        seat_players(handed[0], mind, minds)
        for player in range(seats):
            for word in range(STREAM_WORDS):
                luck[player, word] = next_word(stream)
        for i in range(n):
            games[0] = games[1]
            for player in range(seats):
                for word in range(STREAM_WORDS):
                    minds[player]["random"][word] = luck[player, word]
            decisions[0] = ranked[tried[i]]["decision"]
            step(games[0], decisions[0])
            play_on(games, minds, 0, decisions, turns)
            values[tried[i]] = value(games[0], seat, objective)

    @spliced
    def best(handed: Any, mind: Any, ranked: Any, n: Any, playouts: Any, prior: Any, turns: Any, objective: Any) -> Any:
        games, minds = np.empty(2, game_dtype), np.empty(seats, mind_dtype)
        decisions = np.zeros(2, decision_dtype)
        total, values, alive = np.empty(n), np.empty(n), np.arange(n)
        for i in range(n):
            total[i] = prior * ranked[i]["score"]
        rounds = math.ceil(math.log2(n)) if playouts >= n else 1
        for _ in range(rounds):
            for _ in range(max(1, playouts // (rounds * n))):
                try_once(handed, mind, ranked, alive, n, turns, objective, games, minds, decisions, values)
                for i in range(n):
                    total[alive[i]] += values[alive[i]]
            n = drop_worse_half(alive, n, total)
        return alive[0]

    @spliced
    def means(
        handed: Any, mind: Any, ranked: Any, n: Any, playouts: Any, turns: Any, objective: Any, values: Any
    ) -> None:
        games, minds = np.empty(2, game_dtype), np.empty(seats, mind_dtype)
        decisions = np.zeros(2, decision_dtype)
        total, tried = np.zeros(n), np.arange(n)
        for _ in range(playouts):
            try_once(handed, mind, ranked, tried, n, turns, objective, games, minds, decisions, values)
            for i in range(n):
                total[i] += values[i]
        for i in range(n):
            values[i] = total[i] / playouts

    return Search(best, means)


class RunOut(NamedTuple):
    """Games played on from a position by the bots that sit there, compiled.

    ``run_out(games, minds, deciders, decisions, turns)`` is ``play_on`` (see :func:`playing_on_with`) with the seats'
    own functions, as :func:`arkadia_sim.kernels.play_loop.Play` takes them. From the same position, minds and
    random numbers the same game follows as in a run.

    ``imagine(games, seat, images, stream)`` fills in ``images[0]`` with a game that a seat of ``games[0]`` may believe
    to be in.
    """

    run_out: Any
    imagine: Any


def running_out_with(parts: Parts, home: str) -> RunOut:
    """The entry points of the game whose file is ``home``."""
    play_on, records = playing_on_with(parts), parts.play.records
    games_type, minds_type, decisions_type = map(array_of, (records.game, records.mind, records.decision))

    @compiled(types.int64(games_type, minds_type, records.deciders, decisions_type, types.int64), home)
    def run_out(games: Any, minds: Any, deciders: Any, decisions: Any, turns: Any) -> Any:
        return play_on(games, minds, deciders, decisions, turns)

    imagine, handed = parts.imagine, parts.handed

    @compiled(types.void(games_type, types.int64, games_type, STREAM), home)
    def imagine_a_game(games: Any, seat: Any, images: Any, stream: Any) -> None:
        imagine(*handed(games[0], seat), images[0], stream)

    return RunOut(run_out, imagine_a_game)
