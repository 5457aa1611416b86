"""The play loop: games played one after another, from set-up to last score.

``play_games`` is compiled and takes compiled bots; ``play_by_hand`` is the same thin loop in Python, for a table at
which a bot is plain Python. Both ask the bot on turn for the decision that the phase wants and hand it to the
kernel, by way of the functions that ``step`` consists of; no rule lives here.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.medina.rules.setup import ALL_GAMES, ALL_SETUPS, STREAM, Prepared, deal_game
from arkadia_sim.games.medina.rules.state import (
    ASKED,
    DECISION,
    END,
    GAME,
    HOLDINGS,
    KINDS,
    MIND,
    NOBODY,
    OVER,
    PARAMETERS_MAX,
    PLACE,
    SEATS_MAX,
    SETTINGS,
    TABLE,
    TURN,
    TURNS_MAX,
    UNKNOWN,
)
from arkadia_sim.games.medina.rules.turn import OK, do_place, do_tea, end_turn, take_step
from arkadia_sim.games.medina.rules.uniform import random_place, random_tea
from arkadia_sim.games.medina.tables.metrics import ROWS, close_rows, count_turn, note_standing, open_rows
from arkadia_sim.rng import STREAM_WORDS, seed_stream, uniform
from arkadia_sim.rng import seat_seeds as seat_seeds_of

DECIDE = types.void(TABLE, HOLDINGS, MIND, DECISION)
"""The signature of every compiled decision of a bot: what all see, the pieces at hand, the bot's own mind, and the
decision to fill in."""

_UniTuple: Any = types.UniTuple
DECIDERS = _UniTuple(_UniTuple(types.FunctionType(DECIDE), SEATS_MAX), ASKED)
MINDS = types.Array(MIND, 1, "C")
DECISIONS = types.Array(DECISION, 1, "C")
LOG = types.Array(TURN, 1, "C")
WHOLE_NUMBERS = types.Array(types.int64, 1, "C")
FLAGS = types.Array(types.boolean, 1, "C")
SEEDS = types.Array(types.uint64, 1, "C")
LINEUPS = types.Array(types.int64, 2, "C")
ALL_SETTINGS = types.Array(SETTINGS, 1, "C")
SEAT_SEEDS = types.Array(types.uint64, 2, "C")

PROGRESS_DTYPE = np.dtype(
    [
        ("game", "i8"),  # of the batch, the next to be played
        ("logged", "i8"),  # turns in the log
    ]
)
"""How far a batch has come, which the caller sees also after a bot's exception."""
PROGRESS = types.Array(from_dtype(PROGRESS_DTYPE), 1, "C")

Ask = Callable[[Any, Any], None]


class Desk(NamedTuple):
    """What games are played on: used again from game to game.

    ``games``, ``starts`` and ``setups`` hold one record each, ``minds`` one per seat; ``decisions`` two: the one that
    bots fill in, and an empty one. Bots that share their functions differ by their ``settings``, one entry per bot.
    """

    games: Any
    starts: Any
    setups: Any
    minds: Any
    settings: Any
    decisions: Any


class MedinaSchedule(NamedTuple):
    """The games to be played, an entry for each.

    Its name is Medina's own: numba knows a named tuple by its name, its fields and their types, and would take another
    game's for this one where both are played by one process.

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
    """What comes out: the players' ``rows``, the ``log`` of turns, ``progress``, and of each game OK or its fault."""

    rows: Any
    log: Any
    progress: Any
    faults: Any


_NamedTuple: Any = types.NamedTuple
DESK = _NamedTuple((ALL_GAMES, ALL_GAMES, ALL_SETUPS, MINDS, ALL_SETTINGS, DECISIONS), Desk)
SCHEDULE = _NamedTuple((SEEDS, SEAT_SEEDS, LINEUPS, WHOLE_NUMBERS, FLAGS), MedinaSchedule)
RESULTS = _NamedTuple((ROWS, LOG, PROGRESS, WHOLE_NUMBERS), Results)


@inlined
def holdings_for(game: Any, seat: Any) -> Any:
    """What a seat knows of everybody's pieces: all of them, or its own alone with UNKNOWN elsewhere (M12.2)."""
    if game["table"]["rules"]["hidden"] == 0:
        return game["holdings"]
    veiled, holdings = game["veiled"], game["holdings"]
    for other in range(SEATS_MAX):
        for kind in range(KINDS):
            veiled["pieces"][other, kind] = holdings["pieces"][other, kind] if other == seat else UNKNOWN
    return veiled


@inlined
def seat_bot(mind: Any, settings: Any) -> None:
    """Set a seat's mind to the parameters of the bot that sits there."""
    mind["temperature"] = settings["temperature"]
    for phase in range(ASKED):
        mind["mixing"][phase] = settings["mixing"][phase]
    for i in range(PARAMETERS_MAX):
        mind["parameters"][i] = settings["parameters"][i]


@inlined
def begin_game(games: Any, starts: Any, setups: Any, minds: Any, stream: Any, seed: Any, seat_seeds: Any) -> None:
    """Deal ``games[0]`` from a stream started by the deal's seed, and start each seat's stream with its own seed."""
    seed_stream(stream, seed)
    for seat in range(SEATS_MAX):
        seed_stream(minds[seat]["random"], seat_seeds[seat])
    deal_game(games, starts, setups, stream)


@inlined
def _finish_turn(game: Any, rows: Any, first: Any, logged: Any, log: Any, progress: Any) -> None:
    """Count the turn that is over, log it if the game is logged, and end it (M3.5)."""
    count_turn(game, rows, first)
    if logged:
        note_standing(game)
        game["now"]["game"] = progress["game"]
        log[progress["logged"]] = game["now"]
        progress["logged"] += 1
    end_turn(game)


@inlined
def by_chance(mind: Any, phase: Any) -> Any:
    """Whether the temperature takes this decision out of the bot's hands."""
    probability = mind["mixing"][phase]
    return probability > 0.0 and uniform(mind["random"]) < probability


@inlined
def _ask_and_step(game: Any, mind: Any, place: Any, tea: Any, decision: Any) -> Any:
    """Ask the bot on turn for the decision that the phase wants, and carry it out as ``step`` does: OK or a fault."""
    table = game["table"]
    phase, seat = table["phase"], table["seat"]
    holdings = holdings_for(game, seat)
    if phase == PLACE:
        if by_chance(mind, phase):
            random_place(table, holdings, mind, decision)
        else:
            place[seat](table, holdings, mind, decision)
        return do_place(game, decision["kind"], decision["square"])
    if by_chance(mind, phase):
        random_tea(table, holdings, mind, decision)
    else:
        tea[seat](table, holdings, mind, decision)
    return do_tea(game, decision["take_tea"])


@compiled(types.void(DESK, DECIDERS, SCHEDULE, RESULTS))
def play_games(desk: Any, deciders: Any, schedule: Any, results: Any) -> None:
    """Play the games of a schedule, from ``progress["game"]`` on, with the same functions in each seat.

    ``deciders`` are, for placements and for tea breaks, the seats' compiled functions. When the log may not have room
    for a game that is to be logged, the function returns before playing it; the fault of a bot ends its game.
    """
    games, minds, decisions = desk.games, desk.minds, desk.decisions
    place, tea = deciders
    rows, log, progress = results.rows, results.log, results.progress[0]
    stream = np.empty(STREAM_WORDS, np.uint64)
    while progress["game"] < len(schedule.deals):
        i = progress["game"]
        logged, first = schedule.logged[i], schedule.firsts[i]
        if logged and len(log) - progress["logged"] < TURNS_MAX:
            return
        begin_game(games, desk.starts, desk.setups, minds, stream, schedule.deals[i], schedule.seat_seeds[i])
        game = games[0]
        for seat in range(game["table"]["players"]):
            seat_bot(minds[seat], desk.settings[schedule.lineups[i, seat]])
        open_rows(rows, first, game["table"]["players"])
        status = OK
        while game["table"]["phase"] != OVER and status == OK:
            decisions[0] = decisions[1]
            if game["table"]["phase"] == END:
                _finish_turn(game, rows, first, logged, log, progress)
            else:
                status = _ask_and_step(game, minds[game["table"]["seat"]], place, tea, decisions[0])
        results.faults[i] = status
        close_rows(game, rows, first, game["table"]["seat"] if status != OK else NOBODY)
        progress["game"] += 1


@compiled(types.void(ALL_GAMES, ALL_GAMES, ALL_SETUPS, MINDS, STREAM, types.uint64, SEEDS, ROWS, types.int64))
def open_game(
    games: Any, starts: Any, setups: Any, minds: Any, stream: Any, seed: Any, seat_seeds: Any, rows: Any, first: Any
) -> None:
    """Deal one game and open its rows; see :func:`deal_by_hand`."""
    begin_game(games, starts, setups, minds, stream, seed, seat_seeds)
    open_rows(rows, first, games[0]["table"]["players"])


@compiled(types.int64(ALL_GAMES, DECISION, ROWS, types.int64, LOG, PROGRESS))
def advance(games: Any, decision: Any, rows: Any, first: Any, log: Any, progress: Any) -> Any:
    """Step on by one decision, counting finished turns and logging them if ``log`` has room; returns OK or a fault."""
    if games[0]["table"]["phase"] == END:
        _finish_turn(games[0], rows, first, len(log) > 0, log, progress[0])
        return OK
    return take_step(games[0], decision)


@compiled(types.void(GAME, ROWS, types.int64, types.int64))
def close_game(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
    """Fill in the rows of a game that is over, or that the bot in ``failed_seat`` ended."""
    close_rows(game, rows, first, failed_seat)


@compiled(types.void(TABLE, HOLDINGS, MIND, DECISION))
def decide_by_chance(table: Any, holdings: Any, mind: Any, decision: Any) -> None:
    """A random decision for the phase at hand: what a raised temperature mixes in."""
    if table["phase"] == PLACE:
        random_place(table, holdings, mind, decision)
    else:
        random_tea(table, holdings, mind, decision)


@compiled(types.void(GAME, types.int64))
def veil(game: Any, seat: Any) -> None:
    """Bring ``game["veiled"]`` up to date for a seat; only needed under ``holdings = hidden``."""
    holdings_for(game, seat)


@compiled(types.float64(types.Array(types.uint64, 1, "C")))
def next_uniform(stream: Any) -> Any:
    """A float at or above 0 and below 1 from a stream."""
    return uniform(stream)


def deal_by_hand(games: Any, prepared: Prepared, minds: Any, deal: int, rows: Any, first: int = 0) -> None:
    """Deal ``games[0]`` from the seed of a deal, start the seats' streams in ``minds`` and open the game's rows."""
    seeds = np.array([deal], dtype=np.uint64)
    stream = np.zeros(STREAM_WORDS, np.uint64)
    with np.errstate(over="ignore"):
        open_game(games, prepared.start, prepared.setup, minds, stream, seeds[0], seat_seeds_of(seeds)[0], rows, first)


def play_by_hand(games: Any, asks: list[Ask], decisions: Any, rows: Any, first: int, log: Any, progress: Any) -> int:
    """Play on the game that ``deal_by_hand`` has dealt, asking Python functions; returns OK or a fault.

    ``asks[seat](game, decision)`` fills in the decision for the phase at hand.
    """
    table = games[0]["table"]
    status = OK
    while table["phase"] != OVER and status == OK:
        decisions[0] = decisions[1]
        if table["phase"] != END:
            asks[table["seat"]](games[0], decisions[0])
        status = advance(games, decisions[0], rows, first, log, progress)
    return int(status)
