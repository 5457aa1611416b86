"""What bots of every compiled game are offered; each game's ``bots_api.kit`` adds its own."""

from collections import namedtuple
from collections.abc import Sequence
from keyword import iskeyword
from typing import Any

from arkadia_sim.accelerate import inlined, spliced
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.core.lessons import lessons_from
from arkadia_sim.core.planning import planner_candidates, planner_parameters, policy_candidates, policy_for_playouts
from arkadia_sim.kernels import planning
from arkadia_sim.kernels import rules as listed
from arkadia_sim.kernels.candidates import with_noise
from arkadia_sim.kernels.minds import policy_row, sit_down, weights_of
from arkadia_sim.rng import below
from arkadia_sim.rng import uniform as uniform_number
from arkadia_sim.sources import data_file


def places_of(parameters: Sequence[Parameter]) -> Any:
    """The place of each parameter in ``mind["parameters"]`` by name, for compiled code: ``p[AT.deny]``."""
    names: Any = [f"{parameter.name}_" if iskeyword(parameter.name) else parameter.name for parameter in parameters]
    return namedtuple("Places", names)(*range(len(names)))


__all__ = [
    "Bot", "Parameter", "below", "data_file", "inlined", "lessons_from", "listed", "places_of", "planner_candidates",
    "planner_parameters", "planning", "policy_candidates", "policy_for_playouts", "policy_row", "sit_down", "spliced",
    "uniform_number", "weights_of", "with_noise",
]  # fmt: skip
