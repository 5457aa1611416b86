"""What the base player's bots think of all that they could do, for those who look on.

The policy that ranks is imported by its name when it is asked for: who looks on has no part in how a bot plays, and so
must not be among the sources of its machine code.
"""

from importlib import import_module
from typing import Any


def candidates(one: Any, players: int) -> Any:
    """How this bot, at a table of so many, ranks what it could do: the compiled ranking, its mind's parameters, and of
    each decision that it ranks the unit of its scores; None of a bot that decides its must in a way of its own.

    A banner is ranked by learned weights alone; the others use it by a rule.
    """
    policy = import_module(f"{__package__}._policy")
    who = policy.PLAYERS.get(one.bot.decisions.get("must"))
    if who is None:
        return None
    learned = {"must": "chance to win", "banner": "chance to win"}
    units = learned if who == policy.BY_LEARNING else {"must": "gold"}
    return policy.rank, policy.policy_row(who, one.at(players)), units
