"""What bots of every compiled game are offered; each game's ``bots_api.kit`` adds its own."""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import inlined, spliced
from arkadia_sim.core.bot import Bot, Parameter, Seated
from arkadia_sim.core.lessons import lessons_from
from arkadia_sim.errors import UsageError
from arkadia_sim.kernels import planning
from arkadia_sim.kernels import rules as listed
from arkadia_sim.kernels.candidates import with_noise
from arkadia_sim.kernels.minds import policy_row, sit_down, weights_of
from arkadia_sim.kernels.planning import OBJECTIVE, PLAYOUTS, POLICY, SEARCH, WIDTH
from arkadia_sim.rng import below
from arkadia_sim.rng import uniform as uniform_number
from arkadia_sim.sources import data_file


def places_of(parameters: Sequence[Parameter]) -> Any:
    """The place of each parameter in ``mind["parameters"]`` by name, for compiled code: ``p[AT.deny]``."""
    names: Any = [f"{parameter.name}_" if iskeyword(parameter.name) else parameter.name for parameter in parameters]
    return namedtuple("Places", names)(*range(len(names)))


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

    The last of the ``policies``, the players that can play on, is the default. ``counted`` is what happens at the
    horizon, such as "points are counted", and ``unit`` that of a score. One of the policies plays on in the ``others``'
    seats; if left out, each draws anew. ``prior`` is how many playouts the policy's own judgement counts as.
    """
    numbers = ", ".join(f"{number} {name}" for number, name in enumerate(policies))
    objectives = f"0 the chance that a lead gives, 1 a win in the end, 2 {unit} ahead"
    last, mixed = len(policies) - 1.0, float(len(policies))
    return (
        playouts,
        width,
        Parameter("horizon", 0.0, 0.0, 1_000.0, f"turns to play on before {counted}; 0 to the end", whole=True),
        Parameter("policy", last, 0.0, last, f"who plays on in its own seat: {numbers}", whole=True),
        Parameter("others", mixed if others is None else float(policies.index(others)), 0.0, mixed,
                  f"who plays on in the others' seats: as for policy; {len(policies)} each of these by chance",
                  whole=True),
        Parameter("prior", prior, 0.0, 1_000.0, "playouts that expert's own judgement counts as, where it plays on"),
        Parameter("objective", 0.0, 0.0, 2.0, objectives, whole=True),
        *further,
    )  # fmt: skip


def policy_candidates(module: str, decision: str, units: Mapping[str, str]) -> Callable[..., Any]:
    """``Bot.candidates`` of a policy: ``PLAYERS`` of its module has its number by its function for one decision.

    The module is imported only when somebody asks: the ranking has no part in how the bot plays, and so must not be
    among the sources of its machine code. ``units`` are those of its scores, for each decision that it ranks.
    """

    def candidates(seated: Seated, players: int) -> Any:
        policy = import_module(module)
        number = policy.PLAYERS.get(seated.bot.decisions.get(decision))
        if number is None:
            return None
        return policy.rank, policy.policy_row(number, seated.at(players)), units

    return candidates


def policy_for_playouts(policy: Any, decision: str, versions: str) -> Callable[[Seated, int], NDArray[np.float64]]:
    """A function that turns a seated bot into a row of weights; UsageError for a bot that is no policy."""

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
    """The ``Bot.candidates`` of a planner: the ranking by its policy, and the search that plays candidates out."""
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


__all__ = [
    "Bot", "Parameter", "below", "data_file", "inlined", "lessons_from", "listed", "places_of", "planner_candidates",
    "planner_parameters", "planning", "policy_candidates", "policy_for_playouts", "policy_row", "sit_down", "spliced",
    "uniform_number", "weights_of", "with_noise",
]  # fmt: skip
