"""my_bot: makes the move after which its castle is worth most; a beginning for a bot of your own.

arkadia-sim check-bot my_bot.py --game castle        does it follow the rules? how fast, how good is it?
arkadia-sim watch my_bot.py casual --game castle     one of its games, turn by turn, with its scores for its moves
arkadia-sim play my_bot.py random --game castle      it plays by file; in this folder `my_bot` is enough
arkadia-sim bots --sees --game castle                all that it sees (`View`) and may answer
"""

from arkadia_sim.games.castle.bots_api.plain import DECISIONS, HEEDABLE, Bot, Castle, Gifts, Parameter, Pick, View

# Numbers that you may want to change without editing this file: `my_bot.py:part=4`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("part", 3.0, 0.0, 10.0, "points that a main part is worth besides its own points"),
    Parameter("near", 2.0, 0.0, 10.0, "points that a line of tokens is worth while it gives a main part"),
    Parameter("resident", 0.3, 0.0, 5.0, "points that a resident is worth besides its own points"),
)


def die(view: View) -> Pick:
    """Choose the die (0 or 1) that can be used best."""
    return view.best(view.legal_moves(), lambda move: best_worth(view.after(move)))


def pick(view: View) -> Pick:
    """Make any other decision: use a die, cash a line, invite a guest, and what guests do."""
    return view.best(view.legal_moves(), lambda move: worth(view.after(move)))


def best_worth(view: View) -> float:
    """The worth after the best next move, if there is one."""
    return max((worth(view.after(move)) for move in view.legal_moves()), default=worth(view))


def worth(view: View) -> float:
    """How well the player stands, in points."""
    castle, weights = view.castles[view.seat], view.parameters
    points = view.score(view.seat) + weights["part"] * castle.main_parts + weights["resident"] * castle.residents
    for line in view.lines:
        if gives_part(castle, line):
            points += weights["near"] * (len(line.squares & castle.tokens) / len(line.squares)) ** 2
    return points


def gives_part(castle: Castle, line: Gifts) -> bool:
    """Whether a line gives a wall, a tower or a floor of which fewer than four stand."""
    tower = line.tower > 0 and len(castle.towers) < 4
    return tower or (line.wall > 0 and castle.walls < 4) or (line.floor > 0 and castle.floors < 4)


my_bot = Bot(
    name="my_bot",
    game="castle",
    plan="Makes the move after which it has most points, main parts and nearly complete lines counted.",
    source="an idea of my own",
    decisions={**dict.fromkeys(DECISIONS, pick), "die": die},  # die, use, line, guest, bolt, square, move, steal
    parameters=PARAMETERS,
    heeds=HEEDABLE,  # its moves come from the view's list, so it can be barred from things: `my_bot:barred=flags`
)
