"""my_bot: cashes the line that brings most; everything else it does as `casual`.

arkadia-sim check-bot my_bot.py --game castle        checks that it follows the rules, its speed and its strength
arkadia-sim play my_bot.py casual --game castle      plays by file; in this folder `my_bot` is enough
arkadia-sim watch my_bot.py casual --game castle     shows one of its games, turn by turn
arkadia-sim bots --sees --game castle                lists all that it sees (`View`) and may answer
"""

from arkadia_sim.shipped.bots.castle.casual import casual

from arkadia_sim.core.bot import Parameter
from arkadia_sim.games.castle.bots_api.view import Castle, Gifts, View

# Numbers that you may want to change without editing this file: `my_bot.py:part=4`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (Parameter("part", 3.0, 0.0, 10.0, "points that a main part is worth besides its own points"),)


def line(view: View) -> int | str:
    """The line to cash, the one decision of its own: the one that brings most; it stops when none brings anything."""
    castle = view.castles[view.seat]
    worths = {number: worth(view, castle, view.lines[number]) for number in view.candidates if isinstance(number, int)}
    best = max(worths, key=lambda number: worths[number])
    return best if worths[best] > 0 else "stop"


def worth(view: View, castle: Castle, gifts: Gifts) -> float:
    """The points that a line brings, main parts counted as points too."""
    parts = (gifts.wall and castle.walls < 4) + (gifts.tower > 0 and len(castle.towers) < 4)
    parts += gifts.floor and castle.floors < 4
    room = view.flag_room[castle.walls] - len(castle.flags)
    return view.parameters["part"] * parts + gifts.tower + sum(gifts.flags[:room]) + 0.3 * gifts.residents


my_bot = casual.variant(
    name="my_bot",
    plan="Cashes the line that brings most, and does everything else as casual.",
    source="an idea of my own",
    decisions={"line": line},  # also possible: die, use, guest, bolt, square, move, steal; each returns a candidate
    parameters=PARAMETERS,
)
