"""my_bot: plays as `casual` with banners of its own; compiled, so that it plays at full speed.

A compiled decision is written in the part of Python that numba supports: numbers, loops, fields of records; no classes,
dictionaries or strings. Errors are reported with file and line when the file is loaded. With NUMBA_DISABLE_JIT=1 it
runs as plain Python, slowly, and `print` and a debugger work in it.
"""

from typing import Any

from arkadia_sim.shipped.bots.arkadia.casual import casual

from arkadia_sim.games.arkadia.bots_api.kit import Parameter, decision, state

# Numbers that you may want to change without editing this file: `my_bot.py:least=2`, or `arkadia-sim tune my_bot.py`.
# They come behind those of `casual` in mind["parameters"].
PARAMETERS = (
    Parameter("sell_for", 12.0, 0.0, 200.0, "gold that a sale must bring to be worth a banner"),
    Parameter("least", 3.0, 0.0, 10.0, "sells the families worth at least this"),
)
SELL_FOR, LEAST = range(len(casual.parameters), len(casual.parameters) + len(PARAMETERS))


@decision
def banner(table: Any, holdings: Any, hand: Any, mind: Any, choice: Any) -> None:
    """The banner, the one decision of its own: for a good sale, or for workers while they can still be put down."""
    seat, parameters = table["seat"], mind["parameters"]
    gold = 0
    for family in range(state.FAMILIES):
        value = table["value"][family]
        sold = holdings["seals"][seat, family] if value >= parameters[LEAST] else 0
        choice["sold"][family] = sold
        gold += sold * value
    before_the_end = table["turns_left"] < 0  # in the last round new workers come too late (R9.2)
    out_of_workers = holdings["workers"][seat] == 0 and table["own_pool"][seat] > 0 and before_the_end
    choice["use_banner"] = 1 if gold >= parameters[SELL_FOR] or out_of_workers else 0
    if choice["use_banner"] == 0:
        choice["sold"][:] = 0


my_bot = casual.variant(
    name="my_bot",
    plan="Plays as casual, and uses its banners early.",
    source="an idea of my own",
    decisions={"banner": banner},  # also possible: must, draw, castle; greedy.py has a must (`arkadia-sim bots greedy`)
    parameters=PARAMETERS,
)
