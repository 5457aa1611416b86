"""What planners, bots that play candidates out, share outside compiled code."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.bot import Parameter, Seated
from arkadia_sim.errors import UsageError
from arkadia_sim.kernels.planning import OBJECTIVE, PLAYOUTS, POLICY, SEARCH, SEARCHES, TURNS_AHEAD, WIDTH


def planner_parameters(
    playouts: Parameter,
    width: Parameter,
    policies: Sequence[str],
    counted: str,
    unit: str,
    further: Sequence[Parameter] = (),
    others: str | None = None,
    prior: float = 30.0,
) -> tuple[Parameter, ...]:
    """The parameters of a planner, in the order of ``kernels.planning``.

    Args:
        playouts: How many games are played out.
        width: How many candidates are looked at.
        policies: The players that can play on; the last one is the default.
        counted: What happens at the horizon: ``"points are counted"``.
        unit: The unit of a score: ``"points"``.
        further: From :func:`further_parameters`.
        others: Which of the policies plays on in the others' seats. None: each one draws anew.
        prior: How many playouts the policy's own judgement counts as.
    """
    numbers = ", ".join(f"{number} {name}" for number, name in enumerate(policies))
    last, mixed = len(policies) - 1.0, float(len(policies))
    return (
        playouts,
        width,
        Parameter("horizon", 0.0, 0.0, 1_000.0, f"turns to play on before {counted}; 0 to the end", whole=True),
        Parameter("policy", last, 0.0, last, f"who plays on in its own seat: {numbers}", whole=True),
        Parameter(
            "others",
            mixed if others is None else float(policies.index(others)),
            0.0,
            mixed,
            f"who plays on in the others' seats: as for policy; {len(policies)} each of these by chance",
            whole=True,
        ),
        Parameter("prior", prior, 0.0, 1_000.0, "playouts that expert's own judgement counts as, where it plays on"),
        Parameter(
            "objective",
            0.0,
            0.0,
            2.0,
            f"0 the chance that a lead gives, 1 a win in the end, 2 {unit} ahead",
            whole=True,
        ),
        *further,
    )


def further_parameters(search: str, shares: Mapping[str, float], must: str) -> tuple[Parameter, ...]:
    """Further parameters of a planner that can judge positions, and that searches decisions by shares of its playouts.

    Args:
        search: How it searches by default, one of ``kernels.planning.SEARCHES``.
        shares: By name of a decision, the share of the playouts that it gets by default.
        must: The decision that gets all of them.
    """
    return (
        Parameter(
            "search",
            float(SEARCHES.index(search)),
            0.0,
            len(SEARCHES) - 1.0,
            f"flat: games are played to the end; ahead: for {TURNS_AHEAD} turns, or the horizon, and then judged",
            whole=True,
            names=SEARCHES,
        ),
        *(
            Parameter(
                f"{name}_share", share, 0.0, 4.0, f"playouts for a {name}, as a share of a {must}'s; 0: not searched"
            )
            for name, share in shares.items()
        ),
    )


def policy_candidates(module: str, decision: str, units: Mapping[str, str]) -> Callable[..., Any]:
    """``Bot.candidates`` of a bot that is a policy.

    The module of the policies is imported only when somebody asks: the ranking has no part in how the bot plays, and so
    must not be among the sources of its machine code.

    Args:
        module: The module; ``PLAYERS`` has the number of each policy by its function for one decision.
        decision: That decision.
        units: The unit of its scores, for each decision that it ranks.
    """

    def candidates(seated: Seated, players: int) -> Any:
        policy = import_module(module)
        number = policy.PLAYERS.get(seated.bot.decisions.get(decision))
        if number is None:
            return None
        return policy.rank, policy.policy_row(number, seated.at(players)), units

    return candidates


def policy_for_playouts(policy: Any, decision: str, versions: str) -> Callable[[Seated, int], NDArray[np.float64]]:
    """A function that turns a seated bot into a row of weights; UsageError for a bot that is no policy.

    Args:
        policy: The module of the policies, as for :func:`policy_candidates`.
        decision: The decision whose function tells policies apart.
        versions: Bots that can play candidates out, in words, for the error.
    """

    def row(seated: Seated, players: int) -> NDArray[np.float64]:
        number = policy.PLAYERS.get(seated.bot.decisions.get(decision))
        if number is None or seated.temperature > 0.0:
            raise UsageError(f"bot {seated.spec} cannot play games out: name a version of {versions}")
        weights: NDArray[np.float64] = policy.policy_row(number, seated.at(players))
        return weights

    return row


def planner_candidates(
    rank: Any, search: Any, weights: NDArray[Any], decisions: Sequence[str], unit: str
) -> Callable[[Seated, int], Any]:
    """The ``Bot.candidates`` of a planner: the ranking by its policy, and the search that plays candidates out.

    Args:
        rank: The compiled ranking of its policies.
        search: The ranker that plays candidates out, from :func:`arkadia_sim.kernels.planning.rescoring_with`.
        weights: The weights of the policies, from :func:`arkadia_sim.kernels.minds.weights_of`.
        decisions: The names of the decisions that it searches.
        unit: The unit of a score: ``"points"``.
    """
    units = ("chance to win", "games won", f"{unit} ahead")

    def candidates(seated: Seated, players: int) -> Any:
        own = seated.at(players)
        playouts, row = int(own[PLAYOUTS]), weights[int(own[POLICY] + 0.5), players - 2]
        if playouts < 1:
            return rank, row, dict.fromkeys(decisions, "the policy's own measure")
        ahead = len(own) > SEARCH and own[SEARCH] >= 1.0
        units_text = f"{units[0 if ahead else int(own[OBJECTIVE] + 0.5)]}, {playouts} playouts each"
        return rank, row, dict.fromkeys(decisions, units_text), search, own, int(own[WIDTH] + 0.5)

    return candidates
