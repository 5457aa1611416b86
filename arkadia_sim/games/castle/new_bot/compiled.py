"""my_bot: plays as `casual` with a choice of guests of its own; compiled, so that it plays at full speed.

A compiled decision is written in the part of Python that numba supports: numbers, loops, fields of records; no classes,
dictionaries or strings. Errors are reported with file and line when the file is loaded. With NUMBA_DISABLE_JIT=1 it
runs as plain Python, slowly, and `print` and a debugger work in it.
"""

from typing import Any

from arkadia_sim.shipped.bots.castle.casual import casual

from arkadia_sim.games.castle.bots_api.kit import Parameter, candidates, decision, limits, outlook

# Numbers that you may want to change without editing this file: `my_bot.py:growth=1`, or `arkadia-sim tune my_bot.py`.
# They come behind those of `casual` in mind["parameters"].
PARAMETERS = (Parameter("growth", 1.5, 0.0, 5.0, "points that a guest with a power is worth besides its own point"),)
GROWTH = len(casual.parameters)


@decision
def guest(table: Any, mind: Any, choice: Any) -> None:
    """The guest to invite, the one decision of its own: the one that scores most as the castle is."""
    castle, left, highest = table["castles"][table["seat"]], limits.left_of(table, mind), -1.0
    while left != 0:
        slot = candidates.first(left)
        left &= left - 1
        name = table["display"][slot]
        worth = outlook.points_of_guest(castle, name) + (mind["parameters"][GROWTH] if name < 14 else 0.0)
        if worth > highest:
            highest = worth
            choice["pick"] = slot


my_bot = casual.variant(
    name="my_bot",
    plan="Plays as casual, and invites the guests that score most.",
    source="an idea of my own",
    decisions={"guest": guest},  # also possible: die, use, line, bolt, square, move, steal
    parameters=PARAMETERS,
)
