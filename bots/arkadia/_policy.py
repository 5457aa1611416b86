"""Tuned players as values: what a bot that looks ahead plays on with, for itself and for the others.

A policy is a row of weights from ``tuned.toml`` and the player that weighs with them: the base player made from the
hints, or the ``weigher``. It sits in a mind of its own (``sit_down``); ``decide`` is then its decision, whichever is
asked for. The weights are read when this file is imported and are part of its machine code.
"""

import tomllib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.arkadia.bots_api.kit import Parameter, data_file, decision, inlined, state

from . import _hints, _ranked, weigher

MASTER, RIVAL = range(2)
POLICIES = ("master", "rival")
"""The players by number."""

_PLAYER = state.PARAMETERS_MAX - 1
"""The place in the parameters that says who weighs."""
_BY_HINTS, _BY_WEIGHTS = 0.0, 1.0
_PLAYERS: Mapping[str, tuple[float, tuple[Parameter, ...]]] = {
    "novice": (_BY_HINTS, _hints.PARAMETERS),
    "weigher": (_BY_WEIGHTS, weigher.WEIGHTS),
}


def _tuned_weights() -> NDArray[np.float64]:
    tables = tomllib.loads(data_file(__file__, "tuned.toml").read_text(encoding="utf-8"))
    weights = np.zeros((len(POLICIES), state.PARAMETERS_MAX))
    for row, name in zip(weights, POLICIES, strict=True):
        who, parameters = _PLAYERS[tables[name]["player"]]
        tuned = tables[name]["parameters"]
        row[: len(parameters)] = [tuned.get(one.name, one.default) for one in parameters]
        row[_PLAYER] = who
    return weights


WEIGHTS = _tuned_weights()


@inlined
def sit_down(mind: Any, policy: Any) -> None:
    """Make a mind that of a policy, playing its best; its random stream stays as it is."""
    mind["temperature"] = 0.0
    for phase in range(len(mind["mixing"])):
        mind["mixing"][phase] = 0.0
    for i in range(state.PARAMETERS_MAX):
        mind["parameters"][i] = WEIGHTS[policy, i]


@decision
def decide(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The decision of the policy in this mind for the phase at hand."""
    phase = table["phase"]
    if mind["parameters"][_PLAYER] == _BY_HINTS:
        if phase == state.MUST:
            _hints.must(table, holdings, hand, mind, choice)
        elif phase == state.DRAW:
            _hints.draw(table, holdings, hand, mind, choice)
        elif phase == state.CASTLE:
            _hints.castle(table, holdings, hand, mind, choice)
        else:
            _hints.banner(table, holdings, hand, mind, choice)
    elif phase == state.MUST:
        weigher.must(table, holdings, hand, mind, choice)
    elif phase == state.DRAW:
        weigher.draw(table, holdings, hand, mind, choice)
    elif phase == state.CASTLE:
        weigher.castle(table, holdings, hand, mind, choice)
    else:
        weigher.banner(table, holdings, hand, mind, choice)


@inlined
def rank_musts(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, width: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the policy's ``width`` best builds and, behind them, its ``width`` best worker placements;
    returns how many. ``choice`` becomes its own must."""
    decide(table, holdings, hand, mind, choice)
    trial = np.zeros(1, state.DECISION_DTYPE)
    builds = _ranked.rank_builds(table, hand, mind, trial[0], ranked[:width])
    return builds + _ranked.rank_introductions(table, holdings, mind, trial[0], ranked[builds : builds + width])


@inlined
def rank_draws(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the policy's best draws; returns how many. ``choice`` becomes its own draw."""
    decide(table, holdings, hand, mind, choice)
    trial, p = np.zeros(1, state.DECISION_DTYPE), mind["parameters"]
    if p[_PLAYER] == _BY_HINTS:
        weights = (p[_hints.DRAW_PRICE], p[_hints.DRAW_SQUARES], p[_hints.DRAW_STACK])
    else:
        weights = (p[weigher.DRAW_PRICE], p[weigher.DRAW_SQUARES], p[weigher.DRAW_STACK])
    return _ranked.rank_draws(table, mind, weights, trial[0], ranked)


@inlined
def rank_pieces(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with the policy's best castle pieces; returns how many. ``choice`` becomes its own piece."""
    decide(table, holdings, hand, mind, choice)
    return _ranked.rank_pieces(table, mind, np.zeros(1, state.DECISION_DTYPE)[0], ranked)


@inlined
def rank_sales(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any, ranked: Any) -> Any:
    """Fill ``ranked`` with ways to use a banner, or none, by the gold each brings; returns how many. ``choice`` becomes
    the policy's own."""
    decide(table, holdings, hand, mind, choice)
    return _ranked.rank_sales(table, holdings, np.zeros(1, state.DECISION_DTYPE)[0], ranked)
