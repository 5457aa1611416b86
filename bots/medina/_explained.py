"""What the bots that weigh placements think of all that they could do, for those who look on.

The policy that ranks is imported by its name when it is asked for: who looks on has no part in how a bot plays, and so
must not be among the sources of its machine code.
"""

from importlib import import_module
from typing import Any


def candidates(one: Any, players: int) -> Any:
    """How this bot, at a table of so many, ranks what it could do: the compiled ranking, its mind's parameters, and of
    each decision that it ranks the unit of its scores; None of a bot that places in a way of its own."""
    policy = import_module(f"{__package__}._policy")
    who = policy.PLAYERS.get(one.bot.decisions.get("place"))
    if who is None:
        return None
    unit = "chance to win" if who == policy.BY_LEARNING else "points"
    return policy.rank, policy.policy_row(who, one.at(players)), {"place": unit, "tea": unit}
