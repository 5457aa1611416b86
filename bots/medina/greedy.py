"""The bot ``greedy``: a sensible player who places what brings most points now and waits with the roofs."""

from typing import Any

from arkadia_sim.games.medina.bots_api.kit import Bot, decision

from . import _worths as worths


@decision
def place(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The placement that is worth most."""
    worths.best_placement(table, holdings, mind, choice)


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """A tea break if no second placement is worth as much as ``break_below``."""
    worth = worths.best_placement(table, holdings, mind, choice)
    choice["take_tea"] = 1 if worth < mind["parameters"][worths.BREAK_BELOW] else 0


greedy = Bot(
    name="greedy",
    plan="Places what brings most points now, and waits with a roof for a palace that is worth it.",
    source="the scoring of M9 and M11, with weights found by trying",
    decisions={"place": place, "tea": tea},
    parameters=worths.PARAMETERS,
    game="medina",
    tempered=frozenset({"place"}),
)
