"""The players that ``planner`` can play on with, by number; read once and part of its machine code."""

import tomllib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.medina.bots_api.kit import Parameter, data_file

from . import _policy, _taught, _worths

POLICIES = ("rival", "expert")
"""The players by number."""
_TABLES = {"rival": ("tuned.toml", "rival"), "expert": ("expert.toml", "expert")}
_PLAYERS: Mapping[str, tuple[float, tuple[Parameter, ...]]] = {
    "greedy": (_policy.BY_WORTHS, _worths.PARAMETERS),
    "learner": (_policy.BY_LEARNING, _taught.PARAMETERS),
}


def _row(table: Mapping[str, Any], players: int) -> NDArray[np.float64]:
    who, parameters = _PLAYERS[table["player"]]
    tuned = table.get("parameters", {}) | table.get("by_players", {}).get(str(players), {})
    return _policy.policy_row(who, [tuned.get(one.name, one.default) for one in parameters])


def _rows(policy: str) -> list[NDArray[np.float64]]:
    file, name = _TABLES[policy]
    table = tomllib.loads(data_file(__file__, file).read_text(encoding="utf-8"))[name]
    return [_row(table, players) for players in (2, 3, 4)]


WEIGHTS = np.array([_rows(policy) for policy in POLICIES])
"""By policy and number of players, from two on."""
