"""The tuned players that ``planner`` can play on with, by number; read once and part of its machine code."""

import tomllib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.arkadia.bots_api.kit import Parameter, data_file

from . import _hints, _policy, weigher

POLICIES = ("master", "rival")
"""The players by number."""
_PLAYERS: Mapping[str, tuple[float, tuple[Parameter, ...]]] = {
    "novice": (_policy.BY_HINTS, _hints.PARAMETERS),
    "weigher": (_policy.BY_WEIGHTS, weigher.WEIGHTS),
}


def _row(table: Mapping[str, Any], players: int) -> NDArray[np.float64]:
    who, parameters = _PLAYERS[table["player"]]
    tuned = table["parameters"]
    return _policy.policy_row(who, [tuned.get(one.name, one.default) for one in parameters])


def _read() -> NDArray[np.float64]:
    tables = tomllib.loads(data_file(__file__, "tuned.toml").read_text(encoding="utf-8"))
    return np.array([[_row(tables[name], players) for players in (2, 3, 4)] for name in POLICIES])


WEIGHTS = _read()
"""By policy and number of players, from two on."""
