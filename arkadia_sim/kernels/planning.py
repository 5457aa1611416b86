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

PLAYOUTS, WIDTH, HORIZON, POLICY, OTHERS, PRIOR, OBJECTIVE = range(7)


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


@inlined
def turns_to_play(mind: Any) -> Any:
    """How many turns are played on from a candidate; ``TO_THE_END`` without a horizon."""
    horizon = mind["parameters"][HORIZON]
    return int(horizon + 0.5) if horizon >= 0.5 else TO_THE_END


@inlined
def objective_of(mind: Any) -> Any:
    """What a game that was played on is judged by."""
    return int(mind["parameters"][OBJECTIVE] + 0.5)
