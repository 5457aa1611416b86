"""The veterans of the study ``hints``: with the weights of an expert who learned without a hint, or with everything.

A veteran takes one of the best moves of an expert, the one after which a network likes the position best, and judges
castle pieces by the network alone. It uses banners as the expert does. So for the price at a sale, the expert's weights
are all that shows the hint. For the castle, the expert places the pieces, in the player with everything as well. For
camps, the network is one without the columns for neutral workers at hand and in the supply, and for what a player could
enclose with them (``_veterans_camps.py``). Whatever is beside a building, and the seals that a player holds, are in so
many columns that no network can leave them out.

The network without camps is in ``_veterans_camps.npz``. It was fitted as ``arkadia-sim judge`` does it, to positions of
20,000 games among experts at each table size, on drawn boards; not to what these led to, but to what the network
of ``veteran`` says of the positions, so that it takes over what it can. Fitted to what 40,000 games led to, they are
much weaker than that of ``veteran``, even with everything.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from _unlearned import bots as experts
from arkadia_sim.shipped.bots.arkadia import _policy, _position, learner, planner
from numpy.typing import NDArray

from arkadia_sim.core.bot import Bot
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.games.arkadia.bots_api.kit import SIZES, inlined, look_ahead, planning, state


def veterans(home: str, judged_by: planning.Network, names: Sequence[str]) -> dict[str, Bot]:
    """Veterans with the weights of these experts, by name; ``home`` is the file that asks."""
    known = experts()

    def row(name: str, size: int) -> NDArray[np.float64]:
        values = known[name].by_players[size]
        return _policy.policy_row(_policy.BY_LEARNING, [values.get(p.name, p.default) for p in learner.PARAMETERS])

    judge = look_ahead.judging_with(_position.describe, _position.COLUMNS, judged_by)

    @inlined
    def value(game: Any, seat: Any, objective: Any) -> Any:
        if game["table"]["phase"] != state.OVER:
            return judge(game, seat)
        return _policy.value(game, seat, planning.LEAD)

    decide = planning.planning_with(
        look_ahead.PARTS, _policy, np.array([[row(name, size) for size in SIZES] for name in names]), 0, home,
        value, planner._room, planner._share, planner._is_fitted,
    ).decide  # fmt: skip
    usual = find_bot("veteran").bot

    def veteran(number: int, name: str) -> Bot:
        own = {"policy": float(number), "others": 0.0}
        parameters = tuple(
            replace(p, default=own[p.name], high=len(names) - 1.0) if p.name in own else p for p in usual.parameters
        )
        plan = f"{known[name].plan.removesuffix('.')}, but looks where its best moves lead, as veteran does."
        decisions = dict.fromkeys(usual.decisions, decide)
        return replace(
            usual, name=name, plan=plan, source="the veterans of the study hints", parameters=parameters,
            decisions=decisions, candidates=None,
        )  # fmt: skip

    return {name: veteran(number, name) for number, name in enumerate(names)}


globals().update(veterans(__file__, planner.NETWORK, ("longer", "without_price", "again", "without_castle")))
