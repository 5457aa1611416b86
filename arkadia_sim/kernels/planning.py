"""The parameters of a bot that plays its candidates out, and what follows from them in compiled code.

Another player, its *policy*, names the candidates and plays on in its own seat; a model of the others plays on in
theirs. :func:`arkadia_sim.core.planning.planner_parameters` declares the parameters in this order.
"""

from typing import Any

from numpy.typing import NDArray

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels.limits import hand_on
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.kernels.policies import sit_down
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
JUDGED = 3
"""The objective of a game that is judged where playing on stops."""
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
