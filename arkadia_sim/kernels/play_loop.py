"""The play loop of a compiled game: games played one after another, from deal to last evaluation.

Each game has its own records and rules. Its ``play.py`` hands them to ``Play``, which makes the game's entry
points. What an entry point calls is fixed when it is made: a compiled function that is handed others as arguments and
takes them into itself could not be kept in the cache.

A ``GAME`` record has a ``table`` with the fields ``phase``, ``seat`` (on turn) and ``players``, and a record ``now`` of
the turn, as it is logged, with a field ``game``. The phases in which bots decide come first, numbered from 0. A
``MIND`` record has the fields ``random`` (a stream), ``limits`` (kernels/rules.py) and those of ``SETTINGS``:
``temperature``, ``mixing`` by phase, ``parameters``, ``rules``.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.rules import DISREGARDED, has_rules, take_rules
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


class Prepared(NamedTuple):
    """What all games of a setting have in common: arrays of one ``GAME`` and one ``SETUP`` record."""

    start: NDArray[Any]
    setup: NDArray[Any]


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
_UniTuple: Any = types.UniTuple
SCHEDULE = _NamedTuple((SEEDS, SEAT_SEEDS, LINEUPS, WHOLE_NUMBERS, FLAGS), Schedule)


def array_of(record: np.dtype[Any], readonly: bool = False) -> Any:
    """The type of a one-dimensional array of records."""
    return types.Array(from_dtype(record), 1, "C", readonly=readonly)


class Records:
    """The kinds of records that a game is made of, which its module ``state`` has by name: ``GAME_DTYPE`` and so on.

    ``handed`` are the records that a bot is shown when it decides, the table first; its own ``mind`` and the
    ``decision`` to fill in come on top. At most ``seats`` players sit at a table, and bots decide in ``asked`` phases.
    """

    def __init__(self, state: Any, handed: tuple[np.dtype[Any], ...], row: np.dtype[Any]) -> None:
        self.handed, self.row, self.seats, self.asked = handed, row, state.SEATS_MAX, state.ASKED
        self.game: np.dtype[Any] = state.GAME_DTYPE
        self.setup: np.dtype[Any] = state.SETUP_DTYPE
        self.mind: np.dtype[Any] = state.MIND_DTYPE
        self.settings: np.dtype[Any] = state.SETTINGS_DTYPE
        self.decision: np.dtype[Any] = state.DECISION_DTYPE
        self.turn: np.dtype[Any] = state.TURN_DTYPE
        game, mind, decision = map(from_dtype, (self.game, self.mind, self.decision))
        self.decide = types.void(*map(from_dtype, handed), mind, decision)
        """The signature of every compiled decision of a bot."""
        self.deciders = _UniTuple(_UniTuple(types.FunctionType(self.decide), self.seats), self.asked)
        """The type of the bots' functions: for each phase in which bots decide, those of all seats."""
        self.limit = types.boolean(game, mind, decision, types.boolean)
        """The signature of functions that limit what bots with constraints may decide."""

    def new_game(self) -> NDArray[Any]:
        """Room for one game: an array of one empty ``GAME`` record."""
        return np.zeros(1, self.game)

    def new_minds(self) -> NDArray[Any]:
        """Room for the ``MIND`` records of all seats."""
        return np.zeros(self.seats, self.mind)


@inlined
def seat_bot(mind: Any, settings: Any) -> None:
    """Set a seat's mind to the bot that sits there: its parameters, its constraints and its rules."""
    mind["temperature"] = settings["temperature"]
    for phase in range(len(settings["mixing"])):
        mind["mixing"][phase] = settings["mixing"][phase]
    for i in range(len(settings["parameters"])):
        mind["parameters"][i] = settings["parameters"][i]
    take_rules(mind, settings, True)
    mind["limits"]["bound"] = 0


@inlined
def by_chance(mind: Any, phase: Any) -> Any:
    """Whether the temperature takes this decision out of the bot's hands."""
    probability = mind["mixing"][phase]
    return probability > 0.0 and uniform(mind["random"]) < probability


@compiled(types.float64(STREAM))
def next_uniform(stream: Any) -> Any:
    """A number at or above 0 and below 1 from a stream, for callers in plain Python."""
    return uniform(stream)


def _beginning_with(deal: Any) -> Any:
    @inlined
    def begin_game(games: Any, starts: Any, setups: Any, minds: Any, stream: Any, seed: Any, seat_seeds: Any) -> None:
        """Deal ``games[0]`` from a stream started by the deal's seed, and start each seat's stream with its own."""
        seed_stream(stream, seed)
        for seat in range(len(minds)):
            seed_stream(minds[seat]["random"], seat_seeds[seat])
        deal(games, starts, setups, stream)

    return begin_game


def _finishing_with(rules: Any, counts: Any) -> Any:
    count_turn, note_standing, end_turn = counts.count_turn, counts.note_standing, rules.end_turn

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


def _asking_and_stepping_with(handed: Any, decide_by_chance: Any, step: Any) -> Any:
    @spliced
    def ask_and_step(game: Any, mind: Any, deciders: Any, limit: Any, decision: Any) -> Any:
        """Ask the bot on turn for the decision that the phase wants, and carry it out: OK or a fault."""
        table, is_limited = game["table"], has_rules(mind)
        phase, seat = table["phase"], table["seat"]
        left_to_chance = by_chance(mind, phase)  # drawn first: what is found and what is chosen go by the same lots
        if is_limited:
            limit(game, mind, decision, False)
        shown = handed(game, seat)
        if left_to_chance:
            decide_by_chance(*shown, mind, decision)
        else:
            deciders[phase][seat](*shown, mind, decision)
        if is_limited and not limit(game, mind, decision, True):
            return DISREGARDED
        return step(game, decision)

    return ask_and_step


@inlined
def _all_is_open(game: Any, seat: Any) -> None:
    """No rule hides holdings."""


class Play:
    """How the game whose file is ``home`` is played, compiled: its entry points, its phases at the end of a turn and of
    the game, and more turns than any game can have.

    ``play_games(desk, deciders, limit, schedule, results)`` plays the games of a schedule from
    ``progress["game"]`` on, with the same functions in each seat. When the log may not have room for a game that is to
    be logged, it returns before playing that game; the fault of a bot ends its game.

    The others play a game decision by decision. ``advance(games, decision, rows, first, log, progress)`` steps on by
    one decision and returns OK or a fault. At the end of a turn it counts the turn, and logs it if ``log`` has room.
    ``step(game, decision)`` carries a decision out alone. ``close_game(game, rows, first, failed_seat)`` fills in the
    rows of a game that is over, or that the bot in ``failed_seat`` ended.

    ``limit(game, mind, decision, is_made)`` finds what constraints and rules leave the bot on turn, and when the
    decision is made, counts it and returns whether it is among that. ``limit_nobody`` is for games without such bots,
    so that what constraints need is compiled only where there are some. ``veil(game, seat)`` brings ``game["veiled"]``
    up to date for a seat, where rules hide the others' holdings.

    Args:
        records: The records of the game.
        rules: Its module with ``step(game, decision)``, which carries a decision out, and ``end_turn(game)``, which
            goes on to the next player.
        state: Its module with ``END``, ``OVER`` and ``TURNS_MAX``.
        counts: Its module with ``open_rows`` and ``close_rows``, which empty the rows of a game and fill them in, with
            ``count_turn``, which adds a turn to them, and ``note_standing``, which completes the account of a logged
            turn.
        limits: Its module with ``find(*handed, mind)``, which notes what constraints leave, and ``note_choice(*handed,
            mind, decision, now)``, which counts what was chosen, and tells whether it is among what is left.
        deal: ``deal(games, starts, setups, stream)`` deals ``games[0]``.
        handed: ``handed(game, seat)`` is the tuple of records that a seat is shown.
        decide_by_chance: ``decide_by_chance(*handed, mind, decision)`` is a random decision.
        home: The file.
        holdings_for: ``holdings_for(game, seat)`` is what a seat knows of everybody's holdings, if rules may hide some.
        moves_on: ``moves_on(table, decision)`` tells whether ``step`` goes on without asking anybody, with what
            ``decision`` says then, if that is so not only at the end of a turn.
    """

    def __init__(
        self,
        records: Records,
        rules: Any,
        state: Any,
        counts: Any,
        limits: Any,
        deal: Any,
        handed: Any,
        decide_by_chance: Any,
        home: str,
        holdings_for: Any = _all_is_open,
        moves_on: Any = None,
    ) -> None:
        step, find, note_choice = rules.step, limits.find, limits.note_choice
        open_rows, close_rows = counts.open_rows, counts.close_rows
        end, over, turns_max = state.END, state.OVER, state.TURNS_MAX
        ask_and_step = _asking_and_stepping_with(handed, decide_by_chance, step)
        begin_game, finish_turn = _beginning_with(deal), _finishing_with(rules, counts)
        games_type, rows_type, game_type = array_of(records.game), array_of(records.row), from_dtype(records.game)
        decision_type, log_type = from_dtype(records.decision), array_of(records.turn)
        on_desk = (records.game, records.game, records.setup, records.mind, records.settings, records.decision)
        desk_type = _NamedTuple(tuple(map(array_of, on_desk)), Desk)
        results_type = _NamedTuple((rows_type, log_type, PROGRESS, WHOLE_NUMBERS, WHOLE_NUMBERS), Results)

        @compiled(types.void(game_type, rows_type, types.int64, types.int64), home)
        def close_game(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
            close_rows(game, rows, first, failed_seat)

        @compiled(records.limit, home)
        def limit(game: Any, mind: Any, decision: Any, is_made: Any) -> Any:
            shown = handed(game, game["table"]["seat"])
            if is_made:
                return note_choice(*shown, mind, decision, game["now"])
            find(*shown, mind)
            return True

        @compiled(records.limit, home)
        def limit_nobody(game: Any, mind: Any, decision: Any, is_made: Any) -> Any:
            return True

        limiting = types.FunctionType(records.limit)

        def turn_is_over(table: Any, decision: Any) -> Any:
            return table["phase"] == end

        by_itself = inlined(moves_on or turn_is_over)

        @compiled(types.void(desk_type, records.deciders, limiting, SCHEDULE, results_type), home)
        def play_games(desk: Any, deciders: Any, limit: Any, schedule: Any, results: Any) -> None:
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
                    seat_bot(minds[seat], desk.settings[schedule.lineups[i, seat]])
                open_rows(rows, first, game["table"]["players"])
                status = OK
                while game["table"]["phase"] != over and status == OK:
                    decisions[0] = decisions[1]
                    if game["table"]["phase"] == end:
                        finish_turn(game, rows, first, logged, log, progress)
                    elif by_itself(game["table"], decisions[0]):
                        status = step(game, decisions[0])
                    else:
                        status = ask_and_step(game, minds[game["table"]["seat"]], deciders, limit, decisions[0])
                results.faults[i], results.last_seats[i] = status, game["table"]["seat"]
                close_game(game, rows, first, game["table"]["seat"] if status != OK else NOBODY)
                progress["game"] += 1

        dealt = (games_type, games_type, array_of(records.setup), array_of(records.mind), STREAM, types.uint64, SEEDS)

        @compiled(types.void(*dealt, rows_type, types.int64), home)
        def open_game(
            games: Any, starts: Any, setups: Any, minds: Any, stream: Any, seed: Any, seat_seeds: Any,
            rows: Any, first: Any,
        ) -> None:  # fmt: skip
            begin_game(games, starts, setups, minds, stream, seed, seat_seeds)
            open_rows(rows, first, games[0]["table"]["players"])

        @compiled(types.int64(games_type, decision_type, rows_type, types.int64, log_type, PROGRESS), home)
        def advance(games: Any, decision: Any, rows: Any, first: Any, log: Any, progress: Any) -> Any:
            if games[0]["table"]["phase"] == end:
                finish_turn(games[0], rows, first, len(log) > 0, log, progress[0])
                return OK
            return step(games[0], decision)

        @compiled(types.void(game_type, types.int64), home)
        def veil(game: Any, seat: Any) -> None:
            holdings_for(game, seat)

        self.records, self.end, self.over, self.turns_max = records, end, over, turns_max
        self.begin_game, self.open_game, self.close_game = begin_game, open_game, close_game
        self.play_games, self.advance, self.step, self.veil = play_games, advance, step, veil
        self.limit, self.limit_nobody, self.moves_on = limit, limit_nobody, by_itself

    def deal_by_hand(self, games: Any, prepared: Any, minds: Any, deal: int, rows: Any, first: int = 0) -> None:
        """Deal ``games[0]``, start the seats' random streams in ``minds`` and open the game's rows."""
        seeds = np.array([deal], dtype=np.uint64)
        stream, seat_seeds = np.zeros(STREAM_WORDS, np.uint64), seat_seeds_of(seeds)[0]
        with np.errstate(over="ignore"):
            self.open_game(games, prepared.start, prepared.setup, minds, stream, seeds[0], seat_seeds, rows, first)

    def limiting(self, settings: NDArray[Any]) -> Any:
        """``limit`` or ``limit_nobody``, whichever games of bots with these ``SETTINGS`` need."""
        return self.limit if settings["rules"][:, 0].any() else self.limit_nobody

    def dealt(self, prepared: Any, players: int, deal: int) -> NDArray[Any]:
        """An array of one ``GAME`` record at the first turn of a deal."""
        games, rows = self.records.new_game(), np.zeros(players, self.records.row)
        self.deal_by_hand(games, prepared, self.records.new_minds(), deal, rows)
        return games


def shielded(records: Records, decide: Callable[..., Any], home: str, part: str) -> Any:
    """A user's compiled decision behind a shield: it is handed copies of the one to three records that its seat sees.

    The records of a game lie one behind the other in memory, and compiled code does not check its indices. So an index
    far beyond the end of a field would read cards that nobody sees, or write into the table. Behind a copy there is no
    game. ``part`` tells the decision from the others of the file ``home``.
    """
    first, second, third = (*records.handed, None, None)[:3]

    @compiled(records.decide, home, part)
    def decide_with_one(table: Any, mind: Any, choice: Any) -> None:
        tables = np.empty(1, first)
        tables[0] = table
        decide(tables[0], mind, choice)

    @compiled(records.decide, home, part)
    def decide_with_two(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
        tables, all_holdings = np.empty(1, first), np.empty(1, second)
        tables[0], all_holdings[0] = table, holdings
        decide(tables[0], all_holdings[0], mind, choice)

    @compiled(records.decide, home, part)
    def decide_with_three(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
        tables, all_holdings, hands = np.empty(1, first), np.empty(1, second), np.empty(1, third)
        tables[0], all_holdings[0], hands[0] = table, holdings, hand
        decide(tables[0], all_holdings[0], hands[0], mind, choice)

    if second is None:
        return decide_with_one
    return decide_with_two if third is None else decide_with_three
