"""How games are played: the loop of ``kernels.play_loop``, with Arkadia's decisions, records and rows.

``play_games`` is compiled and takes compiled bots; who plays a table at which a bot is plain Python steps with
``advance``. Both hand the bot's decision to the kernel, by way of the functions that ``step`` consists of; no rule
lives here.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.games.arkadia.rules.setup import ALL_GAMES, ALL_SETUPS, deal_game
from arkadia_sim.games.arkadia.rules.state import (
    CASTLE,
    DECISION,
    DRAW,
    END,
    FAMILIES,
    GAME,
    HAND,
    HOLDINGS,
    MIND,
    MUST,
    OVER,
    PASS,
    SEATS_MAX,
    SETTINGS,
    SETUP,
    TABLE,
    TURN,
    TURNS_MAX,
    UNKNOWN,
)
from arkadia_sim.games.arkadia.rules.turn import (
    FAULTS,
    OK,
    do_banner,
    do_castle,
    do_draw,
    do_must,
    end_turn,
    step,
    take_step,
)
from arkadia_sim.games.arkadia.rules.uniform import random_banner, random_draw, random_must, random_piece
from arkadia_sim.games.arkadia.sight.finding import find, note_choice
from arkadia_sim.games.arkadia.sight.limits import choose_by_chance
from arkadia_sim.games.arkadia.tables.metrics import ROW, ROWS, close_rows, count_turn, note_standing, open_rows
from arkadia_sim.kernels.limits import seat_limits
from arkadia_sim.kernels.play_loop import (
    PROGRESS,
    SCHEDULE,
    SEEDS,
    STREAM,
    Steps,
    beginning_with,
    by_chance,
    dealing_with,
    desk_of,
    finishing_with,
    loop_of,
    results_of,
    seat_bot,
)
from arkadia_sim.rng import uniform

DECIDE = types.void(TABLE, HOLDINGS, HAND, MIND, DECISION)
"""The signature of every compiled decision of a bot: what all see, the holdings, the own hand, the bot's own mind, and
the decision to fill in."""

_UniTuple: Any = types.UniTuple
DECIDERS = _UniTuple(_UniTuple(types.FunctionType(DECIDE), SEATS_MAX), 4)
MINDS = types.Array(MIND, 1, "C")
DECISIONS = types.Array(DECISION, 1, "C")
LOG = types.Array(TURN, 1, "C")
DESK = desk_of(GAME, SETUP, MIND, SETTINGS, DECISION)
RESULTS = results_of(ROW, TURN)

DISREGARDED = 100
FAULTS_OF_BOTS = {**FAULTS, DISREGARDED: ("constraint", "this bot has not heeded what it is barred from or forced to")}
"""For each answer other than OK: the rule, or what else was disregarded, and what is told of it."""

begin_game = beginning_with(deal_game)
_finish_turn = finishing_with(count_turn, note_standing, end_turn)


@inlined
def holdings_for(game: Any, seat: Any) -> Any:
    """What a seat knows of everybody's holdings: all of them, or its own alone with UNKNOWN elsewhere (R10.2)."""
    if game["table"]["rules"]["hidden"] == 0:
        return game["holdings"]
    veiled, holdings = game["veiled"], game["holdings"]
    for other in range(SEATS_MAX):
        known = other == seat
        veiled["gold"][other] = holdings["gold"][other] if known else UNKNOWN
        veiled["workers"][other] = holdings["workers"][other] if known else UNKNOWN
        veiled["neutrals"][other] = holdings["neutrals"][other] if known else UNKNOWN
        for family in range(FAMILIES):
            veiled["seals"][other, family] = holdings["seals"][other, family] if known else UNKNOWN
    return veiled


@inlined
def _seat_bot(mind: Any, settings: Any) -> None:
    """Set a seat's mind to the bot that sits there, its constraints included."""
    seat_bot(mind, settings)
    seat_limits(mind, settings)


@spliced
def _ask_limited(
    game: Any, holdings: Any, hand: Any, mind: Any, must: Any, draw: Any, castle: Any, banner: Any, decision: Any
) -> Any:
    """Ask a bot with constraints, or one that is watched, and carry out what it says; to disregard them is a fault."""
    table = game["table"]
    phase = table["phase"]
    if phase == MUST and table["must_pass"] != 0:
        decision["kind"] = PASS
        return step(game, decision)
    left_to_chance = by_chance(mind, phase)  # drawn first: what is found and what is chosen go by the same lots
    find(table, holdings, hand, mind)
    if left_to_chance:
        choose_by_chance(table, holdings, hand, mind, decision)
    elif phase == MUST:
        must(table, holdings, hand, mind, decision)
    elif phase == DRAW:
        draw(table, holdings, hand, mind, decision)
    elif phase == CASTLE:
        castle(table, holdings, hand, mind, decision)
    else:
        banner(table, holdings, hand, mind, decision)
    if not note_choice(table, holdings, hand, mind, decision, game["now"]):
        return DISREGARDED
    return step(game, decision)


@spliced
def _ask_and_step(game: Any, mind: Any, deciders: Any, decision: Any) -> Any:
    """Ask the bot on turn for the decision that the phase wants, and carry it out as ``step`` does: OK or a fault."""
    must, draw, castle, banner = deciders
    table = game["table"]
    phase, seat = table["phase"], table["seat"]
    holdings = holdings_for(game, seat)
    hand = game["hands"][seat]
    if mind["watched"] != 0:
        return _ask_limited(game, holdings, hand, mind, must[seat], draw[seat], castle[seat], banner[seat], decision)
    if phase == MUST:
        if table["must_pass"] != 0:
            decision["kind"] = PASS
        elif by_chance(mind, phase):
            random_must(table, holdings, hand, mind, decision)
        else:
            must[seat](table, holdings, hand, mind, decision)
        return do_must(game, decision)
    if phase == DRAW:
        if by_chance(mind, phase):
            random_draw(table, holdings, hand, mind, decision)
        else:
            draw[seat](table, holdings, hand, mind, decision)
        return do_draw(game, decision["draw"])
    if phase == CASTLE:
        if by_chance(mind, phase):
            random_piece(table, holdings, hand, mind, decision)
        else:
            castle[seat](table, holdings, hand, mind, decision)
        return do_castle(game, decision["family"], decision["castle_square"])
    if by_chance(mind, phase):
        random_banner(table, holdings, hand, mind, decision)
    else:
        banner[seat](table, holdings, hand, mind, decision)
    return do_banner(game, decision)


_loop = loop_of(
    Steps(
        begin_game,
        open_rows,
        _ask_and_step,
        _finish_turn,
        close_rows,
        end=END,
        over=OVER,
        turns_max=TURNS_MAX,
        seat_bot=_seat_bot,
    )
)


@compiled(types.void(DESK, DECIDERS, SCHEDULE, RESULTS))
def play_games(desk: Any, deciders: Any, schedule: Any, results: Any) -> None:
    """Play the games of a schedule with compiled functions for each of the four decisions from the must to the banner:
    the loop of :func:`arkadia_sim.kernels.play_loop.loop_of`."""
    _loop(desk, deciders, schedule, results)


@compiled(types.void(ALL_GAMES, ALL_GAMES, ALL_SETUPS, MINDS, STREAM, types.uint64, SEEDS, ROWS, types.int64))
def open_game(
    games: Any, starts: Any, setups: Any, minds: Any, stream: Any, seed: Any, seat_seeds: Any, rows: Any, first: Any
) -> None:
    """Deal one game and open its rows; see :func:`deal_by_hand`."""
    begin_game(games, starts, setups, minds, stream, seed, seat_seeds)
    open_rows(rows, first, games[0]["table"]["players"])


deal_by_hand = dealing_with(open_game)


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


@compiled(types.void(TABLE, HOLDINGS, HAND, MIND, DECISION))
def decide_by_chance(table: Any, holdings: Any, hand: Any, mind: Any, decision: Any) -> None:
    """A uniformly random decision for the phase at hand: what a raised temperature mixes in."""
    choose_by_chance(table, holdings, hand, mind, decision)


@compiled(types.void(GAME, types.int64))
def veil(game: Any, seat: Any) -> None:
    """Bring ``game["veiled"]`` up to date for a seat; only needed under ``holdings = hidden``."""
    holdings_for(game, seat)


@compiled(types.float64(types.Array(types.uint64, 1, "C")))
def next_uniform(stream: Any) -> Any:
    """A float at or above 0 and below 1 from a stream."""
    return uniform(stream)


def moves_on(table: Any, decision: Any) -> bool:
    """Whether the game moves on without asking anybody, with what ``decision`` says then."""
    if table["phase"] == END or (table["phase"] == MUST and table["must_pass"]):
        decision["kind"] = PASS
        return True
    return False
