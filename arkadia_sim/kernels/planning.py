"""The parameters of a bot that plays its candidates out, and what follows from them in compiled code.

Another player, its *policy*, names the candidates and plays on in its own seat; a model of the others plays on in
theirs. :func:`arkadia_sim.core.bot_kit.planner_parameters` declares the parameters in this order.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined, spliced
from arkadia_sim.kernels.candidates import ranked_of, ranker_of
from arkadia_sim.kernels.look_ahead import TO_THE_END, Parts, Search, searching_with
from arkadia_sim.kernels.minds import sit_down
from arkadia_sim.kernels.play_loop import Records
from arkadia_sim.kernels.rules import hand_on
from arkadia_sim.rng import below

PLAYOUTS, WIDTH, HORIZON, POLICY, OTHERS, PRIOR, OBJECTIVE, SEARCH, SHARES = range(9)


def seating_with(weights: NDArray[Any]) -> Any:
    """An inlined function ``seat_players(table, mind, minds)`` that puts the policy into the own seat, under the own
    constraints, and the model of the others into theirs.

    Args:
        weights: Rows of weights by policy and number of players, from two on. A model whose number is behind the last
            policy is mixed: each of the others is drawn anew.
    """
    policies = len(weights)

    @inlined
    def seat_players(table: Any, mind: Any, minds: Any) -> None:
        p = mind["parameters"]
        model, size = int(p[OTHERS] + 0.5), table["players"] - 2
        for player in range(table["players"]):
            if player == table["seat"]:
                sit_down(minds[player], weights[int(p[POLICY] + 0.5), size])
                hand_on(mind, minds[player])
            else:
                policy = below(mind["random"], policies) if model == policies else model
                sit_down(minds[player], weights[policy, size])

    return seat_players


SEARCHES = ("flat", "ahead")
"""Ways to search: games played to their end, or for some turns to a position that is judged."""
TURNS_AHEAD, PLAYOUTS_AHEAD, WIDTH_AHEAD = 8, 3.5, 2
"""A search ahead plays so many turns. So in the same time it affords this many times the playouts, for this many times
the candidates."""
LEAD, WIN, MARGIN, JUDGED = range(4)
"""Objectives: the chance that a lead gives, a win, the lead itself; and, where playing on stops, a judged position."""
LEAST = 16.0
"""A decision that is searched with a share of the playouts gets at least so many, if a full search has them."""


@inlined
def is_flat(mind: Any) -> Any:
    """Whether the search is flat."""
    return mind["parameters"][SEARCH] < 0.5


@inlined
def turns_to_play(mind: Any) -> Any:
    """How many turns are played on from a candidate; ``TO_THE_END`` in a flat search without a horizon."""
    horizon = int(mind["parameters"][HORIZON] + 0.5)
    if horizon > 0:
        return horizon
    return TO_THE_END if is_flat(mind) else TURNS_AHEAD


@inlined
def objective_of(mind: Any) -> Any:
    """What a game that was played on is judged by."""
    return int(mind["parameters"][OBJECTIVE] + 0.5) if is_flat(mind) else JUDGED


@inlined
def width_of(mind: Any) -> Any:
    """How many candidates are looked at."""
    width = int(mind["parameters"][WIDTH] + 0.5)
    return width if is_flat(mind) else WIDTH_AHEAD * width


@inlined
def playouts_of(mind: Any, number: Any) -> Any:
    """How many playouts a decision gets: all of them if its ``number`` is 0, otherwise the share with that number."""
    p = mind["parameters"]
    playouts = p[PLAYOUTS]
    if number > 0:
        share = p[SHARES + number - 1]
        playouts = max(playouts * share, min(playouts, LEAST)) if share > 0.0 else 0.0
    return int(playouts if is_flat(mind) else playouts * PLAYOUTS_AHEAD)


def valuing_with(score: Any, over: int, scale: float) -> Any:
    """An inlined function ``value(game, seat, objective)``: what a game is worth to a seat, at its end or where playing
    on stopped, by the ``total`` and the ``wins`` of its scores.

    Args:
        score: ``score(table, scores)`` fills in the scores of a game that is not over.
        over: The phase of a game that is over.
        scale: The chance to win is estimated as 1 / (1 + exp(-lead / scale)): a lead of this size is 73%.
    """

    @inlined
    def value(game: Any, seat: Any, objective: Any) -> Any:
        table, scores = game["table"], game["scores"]
        if table["phase"] != over:
            score(table, scores)
        best, winners = -1, 0
        for player in range(table["players"]):
            winners += scores["wins"][player]
            if player != seat:
                best = max(best, scores["total"][player])
        if objective == WIN:
            return scores["wins"][seat] / winners
        lead = float(scores["total"][seat] - best)
        if objective == MARGIN:
            return lead
        return 1.0 / (1.0 + math.exp(-lead / scale))

    return value


def rescoring_with(records: Records, search: Search, home: str) -> Any:
    """A ranker of the bot whose file is ``home`` that scores candidates by playing them out, for people who watch.

    Each of the first ``n`` candidates gets its mean value over ``playouts`` games, the same imagined games for all. The
    decision stays as it is. Rankers are compiled for those alone who ask.
    """
    means = search.means

    @spliced
    def rescore(handed: Any, mind: Any, n: Any, ranked: Any) -> Any:
        values = np.empty(n)
        playouts = max(1, int(mind["parameters"][PLAYOUTS]))
        means(handed, mind, ranked, n, playouts, turns_to_play(mind), objective_of(mind), values)
        for i in range(n):
            ranked[i]["score"] = values[i]
        return n

    ranker = ranker_of(records, home)

    @ranker
    def with_one(table: Any, mind: Any, choice: Any, n: Any, ranked: Any) -> Any:
        return rescore((table,), mind, n, ranked)

    @ranker
    def with_two(table: Any, holdings: Any, mind: Any, choice: Any, n: Any, ranked: Any) -> Any:
        return rescore((table, holdings), mind, n, ranked)

    @ranker
    def with_three(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, n: Any, ranked: Any) -> Any:
        return rescore((table, holdings, hand), mind, n, ranked)

    return (with_one, with_two, with_three)[len(records.handed) - 1]


# -- judged positions --------------------------------------------------------------------------------------------------
# Playing on to the end of a game costs time, and most of what happens on the way is luck that says nothing about the
# decision. A judgement of the position a few turns on replaces it.


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


def judging_with(describe: Any, columns: int, network: Network) -> Any:
    """An inlined function ``judge(game, seat)``: the chance, 0 to 1, that a position at the beginning of a turn gives
    to a seat; ``describe(game, seat, columns)`` describes it in so many columns."""
    hidden, out = network.hidden.astype(np.float32), network.out.astype(np.float32)
    units = hidden.shape[2]
    if hidden.shape[1] != columns + 1:
        raise ValueError(f"a network for {hidden.shape[1] - 1} columns cannot judge positions with {columns}")

    @inlined
    def judge(game: Any, seat: Any) -> Any:
        size = game["table"]["players"] - 2
        position, sums = np.zeros(columns, np.float32), np.empty(units, np.float32)
        describe(game, seat, position)
        for j in range(units):
            sums[j] = hidden[size, columns, j]
        for i in range(columns):
            much = position[i]
            if much != np.float32(0.0):
                for j in range(units):
                    sums[j] += much * hidden[size, i, j]
        total = out[size, units]
        for j in range(units):
            total += max(np.float32(0.0), sums[j]) * out[size, j]
        return 1.0 / (1.0 + math.exp(-total))

    return judge


class Planning(NamedTuple):
    """A planner's compiled decision, and the ranker that scores its candidates, from :func:`rescoring_with`."""

    decide: Any
    rescore: Any


@inlined
def _all_playouts(phase: Any) -> Any:
    return 0


@inlined
def _always(phase: Any) -> Any:
    return True


def planning_with(
    parts: Parts, policy: Any, weights: NDArray[Any], expert: int, home: str, value: Any = None, room: Any = None,
    share: Any = _all_playouts, is_fitted: Any = _always,
) -> Planning:  # fmt: skip
    """The planner whose file is ``home``: it takes the candidate with the best average, or the policy's own decision if
    there is nothing to search.

    Args:
        parts: Those of the game.
        policy: The module of its policies: ``decide``, ``rank``, ``value`` and ``room`` as lessons take them
            (``lessons.Teaching``), and ``choose(ranked, number, decision)``, which fills in a candidate.
        weights: As for :func:`seating_with`.
        expert: The first of the policies, up to the last, whose scores were fitted to values and so count as playouts
            beforehand.
        value: What a game is worth, if that is not as the policies have it.
        room: ``room(phase, width)``: how many candidates there may be at most, if that is not as the policies have it.
        share: ``share(phase)``: the number of the share of playouts that a decision gets, as for :func:`playouts_of`.
        is_fitted: ``is_fitted(phase)``: whether the scores of ``expert`` count at a decision.
    """
    records, find = parts.play.records, parts.find
    decide_as_policy, rank, choose, most = policy.decide, policy.rank, policy.choose, policy.room
    search = searching_with(parts, seating_with(weights), decide_as_policy, value or policy.value)
    mind_dtype, ranked_dtype, best = records.mind, ranked_of(records.decision), search.best

    @inlined
    def usual_room(phase: Any, width: Any) -> Any:
        return most(width)

    room = room or usual_room

    @spliced
    def decide(handed: Any, mind: Any, choice: Any) -> None:
        p, table = mind["parameters"], handed[0]
        phase, policy_number = table["phase"], int(p[POLICY] + 0.5)
        own = np.empty(1, mind_dtype)[0]
        sit_down(own, weights[policy_number, table["players"] - 2])
        own["random"][:] = mind["random"]  # ties break as for this seat
        hand_on(mind, own)
        find(*handed, own)
        playouts = playouts_of(mind, share(phase))
        if playouts < 1:
            decide_as_policy(*handed, own, choice)
            mind["random"][:] = own["random"]
            return
        width, objective = width_of(mind), objective_of(mind)
        ranked = np.empty(room(phase, width), ranked_dtype)
        n = rank(*handed, own, choice, width, ranked)
        if n > 1:
            judged = objective in (LEAD, JUDGED) and is_fitted(phase)
            prior = p[PRIOR] if policy_number >= expert and judged else 0.0
            choose(ranked, best(handed, mind, ranked, n, playouts, prior, turns_to_play(mind), objective), choice)

    def with_one(table: Any, mind: Any, choice: Any) -> None:
        decide((table,), mind, choice)

    def with_two(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
        decide((table, holdings), mind, choice)

    def with_three(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
        decide((table, holdings, hand), mind, choice)

    entry = (with_one, with_two, with_three)[len(records.handed) - 1]
    return Planning(compiled(records.decide, home)(entry), rescoring_with(records, search, home))
