"""The bot ``worker_reach``: the player ``casual``, following hint 7, let workers touch several buildings.

It counts every building that a worker would touch, and so does ``casual`` of itself: the hint has no parameter. What it
is worth shows against ``casual:reach=0``, who counts the one building that gains most.
"""

from ._hints import CASUAL, base_player

worker_reach = base_player(
    name="worker_reach",
    plan="Puts own workers where several buildings will pay for them.",
    source="hint 7 of the rulebook",
    settings={**CASUAL, "reach": 1.0},
)
