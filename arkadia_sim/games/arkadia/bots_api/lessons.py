"""Lessons: positions of played games, and what each candidate of a decision there is worth by search.

Games are played by a pool of policies. At some of their musts and banners the bot's candidates are played out, all in
the same imagined games with the same random numbers (common random numbers), and what they come to is written down
beside what describes them. What is played out is a game in agreement with what the seat knows, never the true one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.lessons import LessonBatch, LessonRows
from arkadia_sim.core.registry import find_bot
from arkadia_sim.games.arkadia.bots_api.imagine import imagine
from arkadia_sim.games.arkadia.bots_api.ranking import RANKED_DTYPE, choose
from arkadia_sim.games.arkadia.bots_api.run_out import playing_on_with
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.play import DECISIONS, MINDS, begin_game, holdings_for
from arkadia_sim.games.arkadia.rules.options import RuleSet
from arkadia_sim.games.arkadia.rules.setup import ALL_GAMES, ALL_SETUPS, prepare
from arkadia_sim.games.arkadia.rules.state import (
    BANNER,
    DECISION_DTYPE,
    END,
    GAME_DTYPE,
    MIND_DTYPE,
    MUST,
    OVER,
    PASS,
    PHASE_NAMES,
    SEATS_MAX,
)
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.kernels.play_loop import SEAT_SEEDS, SEEDS
from arkadia_sim.rng import STREAM_WORDS, below, next_word, seat_seeds, seed_stream, uniform

OUT_MINDS, OWN_MIND = SEATS_MAX, 2 * SEATS_MAX
"""Places in the minds, behind the players at the table: those who play on, and that which ranks and describes."""
MINDS_NEEDED = 2 * SEATS_MAX + 1
TRUE_GAME, OUT_GAME, IMAGINED = range(3)
"""Places in the games: that played, that played on, and that imagined."""
GAMES_NEEDED = 3

PLAYOUTS, MUSTS, BANNERS, WANDER, FOLLOW, WIDTH = range(6)
"""Places in the plan: playouts for a candidate, the shares of musts and banners that become lessons, how often a player
goes astray at a must and takes any of the candidates, how often the best by search is what is played, candidates of a
must of each kind."""

GAME, TURN, KIND, CANDIDATE, VALUE, SPREAD, SCORE = range(7)
"""Columns of the labels: the game of the batch, the decision's number in it, MUST or BANNER, the candidate's number (0
is what the policy would do), its mean value, the standard deviation of its value about the mean of all candidates in
the same imagined game, and what the policy thinks of it."""
LABELS = 7

LESSON: Any = types.void(
    ALL_GAMES, ALL_GAMES, ALL_SETUPS, MINDS, DECISIONS, SEEDS, SEAT_SEEDS, types.Array(types.float64, 2, "C"),
    types.Array(types.float64, 1, "C"), types.Array(types.float32, 2, "C"), types.Array(types.float64, 2, "C"),
    types.Array(types.int64, 1, "C"),
)  # fmt: skip
"""The signature of a compiled entry point around what ``giving_lessons_with`` returns."""


def entry(function: Any) -> Any:
    """Mark a function as that entry point."""
    return compiled(LESSON)(function)


def giving_lessons_with(sit_down: Any, decide: Any, rank: Any, describe: Any, value: Any) -> Any:
    """A function for compiled code that plays games and gives lessons in them.

    ``sit_down(mind, weights)`` makes a mind a policy's, ``decide`` is its decision. ``rank(table, holdings, hand, mind,
    choice, width, ranked)`` lists the candidates of a must or banner and returns how many; ``describe(table, holdings,
    mind, ranked, n, features)`` fills in a row of numbers for each; ``value(game, seat)`` is what a game that is over
    is worth to a seat.
    """
    play_on = playing_on_with(decide)

    @inlined
    def play_out(
        table: Any, holdings: Any, hand: Any, games: Any, minds: Any, decisions: Any, pool: Any, ranked: Any, n: Any,
        values: Any, stream: Any,
    ) -> None:  # fmt: skip
        seat, out = table["seat"], minds[OUT_MINDS : OUT_MINDS + SEATS_MAX]
        luck = np.empty((SEATS_MAX, STREAM_WORDS), np.uint64)
        for game in range(values.shape[1]):
            imagine(table, holdings, hand, games[IMAGINED], stream)
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
                decisions[0] = decisions[1]
                play_on(games[OUT_GAME : OUT_GAME + 1], out, decisions, -1)
                values[i, game] = value(games[OUT_GAME], seat)

    @inlined
    def note(values: Any, n: Any, ranked: Any, labels: Any, first: Any) -> Any:
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

    @inlined
    def play_game(
        games: Any, minds: Any, decisions: Any, pool: Any, plan: Any, features: Any, labels: Any, rows: Any,
        number: Any, stream: Any,
    ) -> None:  # fmt: skip
        game = games[TRUE_GAME]
        table = game["table"]
        width = int(plan[WIDTH])
        ranked = np.empty(2 * width + 8, RANKED_DTYPE)
        values = np.empty((2 * width + 8, int(plan[PLAYOUTS])))
        own, status, n_decisions = minds[OWN_MIND], OK, 0
        while table["phase"] != OVER and status == OK:
            phase, seat = table["phase"], table["seat"]
            decisions[0] = decisions[1]
            if phase == END or (phase == MUST and table["must_pass"] != 0):
                decisions[0]["kind"] = PASS
                status = step(game, decisions[0])
                continue
            n_decisions += 1
            holdings, hand = holdings_for(game, seat), game["hands"][seat]
            decide(table, holdings, hand, minds[seat], decisions[0])
            share = plan[MUSTS] if phase == MUST else (plan[BANNERS] if phase == BANNER else 0.0)
            taught = uniform(stream) < share and rows[0] + len(ranked) <= len(labels)
            astray = phase == MUST and uniform(stream) < plan[WANDER]
            if taught or astray:
                sit_down(own, pool[below(stream, len(pool))])
                for word in range(STREAM_WORDS):
                    own["random"][word] = next_word(stream)
                decisions[2] = decisions[1]
                n = rank(table, holdings, hand, own, decisions[2], width, ranked)
                if astray and n > 0:
                    choose(ranked, below(stream, n), decisions[0])
                if taught and n > 1:
                    first = rows[0]
                    describe(table, holdings, own, ranked, n, features[first : first + n])
                    decisions[3] = decisions[0]
                    play_out(table, holdings, hand, games, minds, decisions, pool, ranked, n, values, stream)
                    best = note(values, n, ranked, labels, first)
                    for i in range(n):
                        labels[first + i, GAME] = number
                        labels[first + i, TURN] = n_decisions
                        labels[first + i, KIND] = phase
                    rows[0] += n
                    decisions[0] = decisions[3]
                    if uniform(stream) < plan[FOLLOW]:
                        choose(ranked, best, decisions[0])
            status = step(game, decisions[0])

    @inlined
    def give(
        games: Any, starts: Any, setups: Any, minds: Any, decisions: Any, deals: Any, seat_seeds: Any, pool: Any,
        plan: Any, features: Any, labels: Any, rows: Any,
    ) -> None:  # fmt: skip
        """Play the deals; ``rows[0]`` counts what is filled in of ``features`` and ``labels``."""
        stream = np.empty(STREAM_WORDS, np.uint64)
        for i in range(len(deals)):
            begin_game(games, starts, setups, minds[:SEATS_MAX], stream, deals[i], seat_seeds[i])
            seed_stream(stream, deals[i] ^ np.uint64(0x9E3779B97F4A7C15))
            for seat in range(games[0]["table"]["players"]):
                sit_down(minds[seat], pool[below(stream, len(pool))])
            play_game(games, minds, decisions, pool, plan, features, labels, rows, i, stream)

    return give


ROWS_OF_A_GAME = 400
"""Room for candidates; lessons that find no room in a chunk are not given."""


def give_lessons(
    batch: LessonBatch, give: Callable[..., None], row_of: Callable[[Seated], NDArray[np.float64]], n_weights: int
) -> LessonRows:
    """The lessons of a batch: ``give`` is the compiled function of signature ``LESSON``, ``row_of`` makes a bot of the
    pool a policy's row of weights."""
    setting, plan = batch.setting, batch.plan
    prepared = prepare(Components.from_json(setting.components), RuleSet.from_mapping(setting.rules), setting.players)
    pool = np.array([row_of(find_bot(spec)) for spec in batch.pool])
    room = len(batch.deals) * ROWS_OF_A_GAME
    counts, labels = np.zeros((room, n_weights), np.float32), np.zeros((room, LABELS))
    rows = np.zeros(1, np.int64)
    shares = np.array([plan.playouts, plan.share, plan.share, plan.wander, plan.follow, plan.width], np.float64)
    with np.errstate(over="ignore"):
        give(
            np.zeros(GAMES_NEEDED, GAME_DTYPE), prepared.start, prepared.setup, np.zeros(MINDS_NEEDED, MIND_DTYPE),
            np.zeros(4, DECISION_DTYPE), batch.deals, seat_seeds(batch.deals), pool, shares, counts, labels, rows,
        )  # fmt: skip
    found = labels[: rows[0]]
    return LessonRows(
        labels={
            "deal": batch.first + found[:, GAME].astype(np.int64),
            "decision": found[:, TURN].astype(np.int32),
            "kind": np.array(PHASE_NAMES)[found[:, KIND].astype(np.int64)],
            "candidate": found[:, CANDIDATE].astype(np.int16),
            "value": found[:, VALUE],
            "spread": found[:, SPREAD],
            "score": found[:, SCORE],
        },
        counts=counts[: rows[0]],
    )
