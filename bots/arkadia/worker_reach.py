"""The bot ``worker_reach``: the base player ``novice``, following hint 7 of the rulebook.

The two differ in one thing: this one counts every building that a worker would touch, and not only the one that it
has chosen.
"""

from ._hints import base_player

worker_reach = base_player(
    name="worker_reach",
    plan="Puts own workers where several buildings will pay for them.",
    source="Hint 7 of the rulebook",
    settings={"reach": 1.0},
)
