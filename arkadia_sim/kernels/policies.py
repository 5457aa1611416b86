"""Players as values in a compiled game: a row of weights that says how a bot plays, to be put into any mind."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels.limits import release
from arkadia_sim.sources import data_file

SIZES = (2, 3, 4)
"""The numbers of players that policies have weights for."""


def policy_row(length: int, who: float, parameters: Sequence[float]) -> NDArray[np.float64]:
    """A policy's row of weights: the parameters of a bot and, in the last place, the number of ``who`` weighs with
    them. A row is as long as the parameters of a mind."""
    row = np.zeros(length)
    row[: len(parameters)] = parameters
    row[-1] = who
    return row


def weights_of(
    source: str,
    policies: Mapping[str, tuple[str, str]],
    players: Mapping[str, tuple[float, Sequence[Any]]],
    length: int,
) -> NDArray[np.float64]:
    """The weights of tuned or learned bots, to be part of machine code.

    Args:
        source: The ``__file__`` that asks for them.
        policies: By name of a policy the data file beside ``source`` and the name of its table there.
        players: By name of a bot that such a table may name as its player: its number, and its ``Parameter`` records.
        length: How many parameters a mind holds.

    Returns:
        Rows as of :func:`policy_row`, by policy and by number of players.
    """

    def rows(file: str, name: str) -> list[NDArray[np.float64]]:
        table = tomllib.loads(data_file(source, file).read_text(encoding="utf-8"))[name]
        number, parameters = players[table["player"]]
        by_size = [table.get("parameters", {}) | table.get("by_players", {}).get(str(size), {}) for size in SIZES]
        return [policy_row(length, number, [own.get(p.name, p.default) for p in parameters]) for own in by_size]

    return np.array([rows(*policies[name]) for name in policies])


@inlined
def sit_down(mind: Any, weights: Any) -> None:
    """Make a mind that of the policy with these weights, playing its best and free of constraints; its random stream
    stays as it is."""
    release(mind)
    mind["temperature"] = 0.0
    for phase in range(len(mind["mixing"])):
        mind["mixing"][phase] = 0.0
    for i in range(len(mind["parameters"])):
        mind["parameters"][i] = weights[i]
