"""The play loop of a compiled game: games played one after another, from deal to last evaluation.

What is asked and what comes of an answer is each game's own, and so are its records. A game's ``play.py`` puts its
functions into the loop that stands here and compiles that. What is called is fixed when the loop is made: a compiled
function that is handed others as arguments and takes them into itself could not be kept in the cache.

A ``GAME`` record has a ``table`` with the fields ``phase``, ``seat`` (on turn) and ``players``, and a record ``now`` of
the turn, as it is logged, with a field ``game``. A ``MIND`` record has the fields ``random`` (a stream) and those of
``SETTINGS``: ``temperature``, ``mixing`` by phase, ``parameters``.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from arkadia_sim.accelerate import inlined, spliced
from arkadia_sim.rng import STREAM_WORDS, seed_stream, uniform
from arkadia_sim.rng import seat_seeds as seat_seeds_of

OK = 0
"""What a kernel answers that has found no fault."""

NOBODY = -1
"""No seat."""

STREAM = types.Array(types.uint64, 1, "C")
SEEDS = types.Array(types.uint64, 1, "C")
SEAT_SEEDS = types.Array(types.uint64, 2, "C")
LINEUPS = types.Array(types.int64, 2, "C")
WHOLE_NUMBERS = types.Array(types.int64, 1, "C")
FLAGS = types.Array(types.boolean, 1, "C")

PROGRESS_DTYPE = np.dtype(
    [
        ("game", "i8"),  # of the batch, the next to be played
        ("logged", "i8"),  # turns in the log
    ]
)
"""How far a batch has come, which the caller sees also after a bot's exception."""
PROGRESS = types.Array(from_dtype(PROGRESS_DTYPE), 1, "C")

Ask = Callable[[Any, Any], None]
"""``ask(game, decision)`` fills in the decision for the phase at hand, for one seat."""


class Desk(NamedTuple):
    """What games are played on: used again from game to game.

    ``games`` holds one record, ``starts`` and ``setups`` what a deal begins from; ``minds`` one per seat; ``decisions``
    two: the one that bots fill in, and an empty one. Bots that share their functions differ by their ``settings``, one
    entry per bot.
    """

    games: Any
    starts: Any
    setups: Any
    minds: Any
    settings: Any
    decisions: Any


class Schedule(NamedTuple):
    """The games to be played, an entry for each.

    ``deals`` are the seeds of the deals; ``seat_seeds`` has a row of four per game, see
    :func:`arkadia_sim.rng.seat_seeds`. ``lineups[i, seat]`` says whose settings sit where, ``firsts[i]`` which row is
    the first of the game, and ``logged[i]`` whether its turns are logged.
    """

    deals: Any
    seat_seeds: Any
    lineups: Any
    firsts: Any
    logged: Any


class Results(NamedTuple):
    """What comes out: the players' ``rows``, the ``log`` of turns, ``progress``, and of each game OK or its fault, with
    the seat that was on turn when it ended."""

    rows: Any
    log: Any
    progress: Any
    faults: Any
    last_seats: Any


_NamedTuple: Any = types.NamedTuple
SCHEDULE = _NamedTuple((SEEDS, SEAT_SEEDS, LINEUPS, WHOLE_NUMBERS, FLAGS), Schedule)


def desk_of(game: Any, setup: Any, mind: Any, settings: Any, decision: Any) -> Any:
    """The type of a game's desk, from those of its records."""
    games, setups, minds, all_settings, decisions = (
        types.Array(one, 1, "C") for one in (game, setup, mind, settings, decision)
    )
    return _NamedTuple((games, games, setups, minds, all_settings, decisions), Desk)


def results_of(row: Any, turn: Any) -> Any:
    """The type of a game's results, from those of its rows and of the turns in its log."""
    rows, log = (types.Array(one, 1, "C") for one in (row, turn))
    return _NamedTuple((rows, log, PROGRESS, WHOLE_NUMBERS, WHOLE_NUMBERS), Results)


@inlined
def seat_bot(mind: Any, settings: Any) -> None:
    """Set a seat's mind to the parameters of the bot that sits there."""
    mind["temperature"] = settings["temperature"]
    for phase in range(len(settings["mixing"])):
        mind["mixing"][phase] = settings["mixing"][phase]
    for i in range(len(settings["parameters"])):
        mind["parameters"][i] = settings["parameters"][i]


@inlined
def by_chance(mind: Any, phase: Any) -> Any:
    """Whether the temperature takes this decision out of the bot's hands."""
    probability = mind["mixing"][phase]
    return probability > 0.0 and uniform(mind["random"]) < probability


def beginning_with(deal_game: Any) -> Any:
    """How a game begins, with its inlined ``deal_game(games, starts, setups, stream)``."""

    @inlined
    def begin_game(games: Any, starts: Any, setups: Any, minds: Any, stream: Any, seed: Any, seat_seeds: Any) -> None:
        """Deal ``games[0]`` from a stream started by the deal's seed, and start each seat's stream with its own."""
        seed_stream(stream, seed)
        for seat in range(len(minds)):
            seed_stream(minds[seat]["random"], seat_seeds[seat])
        deal_game(games, starts, setups, stream)

    return begin_game


def finishing_with(count_turn: Any, note_standing: Any, end_turn: Any) -> Any:
    """How a turn is finished, with a game's inlined functions that count it, note how all stand, and end it."""

    @spliced
    def finish_turn(game: Any, rows: Any, first: Any, logged: Any, log: Any, progress: Any) -> None:
        """Count the turn that is over, log it if the game is logged, and end it."""
        count_turn(game, rows, first)
        if logged:
            note_standing(game)
            game["now"]["game"] = progress["game"]
            log[progress["logged"]] = game["now"]
            progress["logged"] += 1
        end_turn(game)

    return finish_turn


class Steps(NamedTuple):
    """What the loop of a game consists of: its inlined functions, its phases at the end of a turn and of the game, and
    more turns than any game can have.

    ``ask_and_step(game, mind, deciders, decision)`` asks the bot on turn for the decision that the phase wants and
    carries it out, with OK or a fault. One look at the phase serves both: asking first and carrying out then costs a
    quarter of the speed.
    """

    begin_game: Any
    open_rows: Any
    ask_and_step: Any
    finish_turn: Any
    close_rows: Any
    end: int
    over: int
    turns_max: int
    seat_bot: Any = seat_bot


def loop_of(steps: Steps) -> Any:
    """The loop of a game; see ``play_games`` within."""
    begin_game, open_rows, ask_and_step, finish_turn, close_rows, end, over, turns_max, sit = steps

    @spliced
    def play_games(desk: Any, deciders: Any, schedule: Any, results: Any) -> None:
        """Play the games of a schedule, from ``progress["game"]`` on, with the same functions in each seat.

        ``deciders`` are, for each kind of decision, the seats' compiled functions. When the log may not have room for
        a game that is to be logged, the function returns before playing it; the fault of a bot ends its game.
        """
        games, minds, decisions = desk.games, desk.minds, desk.decisions
        rows, log, progress = results.rows, results.log, results.progress[0]
        stream = np.empty(STREAM_WORDS, np.uint64)
        while progress["game"] < len(schedule.deals):
            i = progress["game"]
            logged, first = schedule.logged[i], schedule.firsts[i]
            if logged and len(log) - progress["logged"] < turns_max:
                return
            begin_game(games, desk.starts, desk.setups, minds, stream, schedule.deals[i], schedule.seat_seeds[i])
            game = games[0]
            for seat in range(game["table"]["players"]):
                sit(minds[seat], desk.settings[schedule.lineups[i, seat]])
            open_rows(rows, first, game["table"]["players"])
            status = OK
            while game["table"]["phase"] != over and status == OK:
                decisions[0] = decisions[1]
                if game["table"]["phase"] == end:
                    finish_turn(game, rows, first, logged, log, progress)
                else:
                    status = ask_and_step(game, minds[game["table"]["seat"]], deciders, decisions[0])
            results.faults[i], results.last_seats[i] = status, game["table"]["seat"]
            close_rows(game, rows, first, game["table"]["seat"] if status != OK else NOBODY)
            progress["game"] += 1

    return play_games


def dealing_with(open_game: Any) -> Callable[..., None]:
    """How Python deals a game, with the compiled ``open_game`` that begins a game and opens its rows."""

    def deal_by_hand(games: Any, prepared: Any, minds: Any, deal: int, rows: Any, first: int = 0) -> None:
        """Deal ``games[0]`` from the seed of a deal, start the seats' streams in ``minds`` and open the game's rows."""
        seeds = np.array([deal], dtype=np.uint64)
        stream, seat_seeds = np.zeros(STREAM_WORDS, np.uint64), seat_seeds_of(seeds)[0]
        with np.errstate(over="ignore"):
            open_game(games, prepared.start, prepared.setup, minds, stream, seeds[0], seat_seeds, rows, first)

    return deal_by_hand
