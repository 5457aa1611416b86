"""my_bot: plays as `greedy` with tea breaks of its own; compiled, so that it plays at full speed.

A compiled decision is written in the part of Python that numba supports: numbers, loops, fields of records; no classes,
dictionaries or strings. Errors are reported with file and line when the file is loaded. With NUMBA_DISABLE_JIT=1 it
runs as plain Python, slowly, and `print` and a debugger work in it.
"""

from typing import Any

from arkadia_sim.shipped.bots.medina.greedy import greedy

from arkadia_sim.games.medina.bots_api.kit import Parameter, decision

# Numbers that you may want to change without editing this file: `my_bot.py:few=8`, or `arkadia-sim tune my_bot.py`.
# They come behind those of `greedy` in mind["parameters"].
PARAMETERS = (Parameter("few", 6.0, 0.0, 60.0, "takes tea breaks from the turn on in which it has so few pieces left"),)
FEW = len(greedy.parameters)


@decision
def tea(table: Any, holdings: Any, mind: Any, choice: Any) -> None:
    """The tea break, the one decision of its own: near the end, when every piece that stays at hand counts."""
    left = holdings["pieces"][table["seat"]].sum()
    choice["take_tea"] = 1 if left <= mind["parameters"][FEW] else 0


my_bot = greedy.variant(
    name="my_bot",
    plan="Plays as greedy, and takes its tea breaks at the end.",
    source="an idea of my own",
    decisions={"tea": tea},  # also possible: place; greedy.py has one (`arkadia-sim bots greedy --game medina`)
    parameters=PARAMETERS,
)
