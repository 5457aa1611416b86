"""Bots of users behind a shield: they are handed copies of what their seat sees.

The records of a game lie one behind the other in memory, and compiled code does not check its indices. So an index far
beyond the end of a field would read cards that nobody sees, or write into the table. Behind a copy there is no game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.accelerate import compiled
from arkadia_sim.kernels.play_loop import Records


def shielded(records: Records, decide: Callable[..., Any], home: str, part: str) -> Any:
    """A compiled decision that is handed copies of the records that its seat sees.

    Args:
        records: The kinds of records of its game, one to three of which a bot is handed.
        decide: The decision.
        home: The file that it comes from.
        part: What tells it from the other decisions of that file.
    """
    first, second, third = (*records.handed, None, None)[:3]

    @compiled(records.decide, home, part)
    def decide_with_one(table: Any, mind: Any, choice: Any) -> None:
        tables = np.empty(1, first)
        tables[0] = table
        decide(tables[0], mind, choice)

    @compiled(records.decide, home, part)
    def decide_with_two(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
        tables, all_holdings = np.empty(1, first), np.empty(1, second)
        tables[0], all_holdings[0] = table, holdings
        decide(tables[0], all_holdings[0], mind, choice)

    @compiled(records.decide, home, part)
    def decide_with_three(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
        tables, all_holdings, hands = np.empty(1, first), np.empty(1, second), np.empty(1, third)
        tables[0], all_holdings[0], hands[0] = table, holdings, hand
        decide(tables[0], all_holdings[0], hands[0], mind, choice)

    if second is None:
        return decide_with_one
    return decide_with_two if third is None else decide_with_three
