"""my_bot: tries out each placement, and makes the one after which it stands best.

arkadia-sim check-bot my_bot.py --game medina        does it follow the rules? how fast, how good is it?
arkadia-sim watch my_bot.py casual --game medina     one of its games, turn by turn, with its scores for its moves
arkadia-sim play my_bot.py random --game medina      it plays by file; in this folder `my_bot` is enough
arkadia-sim bots --sees --game medina                all that it sees (`View`) and may answer
"""

from arkadia_sim.games.medina.bots_api.plain import HEEDABLE, Bot, Parameter, Place, View

# Numbers that you may want to change without editing this file: `my_bot.py:wait=2`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("hope", 0.5, 0.0, 1.0, "how much a point of a palace counts that it may still claim"),
    Parameter("wait", 1.0, 0.0, 10.0, "points that a building at hand counts while its colour can still be claimed"),
    Parameter("rest", 0.5, 0.0, 10.0, "takes a tea break unless a second piece gains more points"),
)


def place(view: View) -> Place:
    """Put a piece on a square; a roof goes on any building of its palace."""
    return view.best(view.placements(), lambda move: worth(view.after(move)))


def tea(view: View) -> bool:
    """Take a tea break (True), or place a second piece (False)."""
    gain = max(worth(view.after(False).after(move)) for move in view.placements()) - worth(view)
    return view.best(view.tea_breaks(), lambda rest: view.parameters["rest"] if rest else gain)


def worth(view: View) -> float:
    """How well the player stands, in points ahead of the others."""
    owned = {palace.colour for palace in view.palaces if palace.owner == view.seat}
    others = [view.score(seat) for seat in range(view.players) if seat != view.seat]
    points = view.score(view.seat) - sum(others) / len(others)
    for palace in view.palaces:
        if palace.is_open and palace.colour not in owned:
            points += view.parameters["hope"] * view.points(palace)
    at_hand = view.at_hand(view.seat) or {}
    return points + view.parameters["wait"] * sum(
        at_hand[colour] for colour in view.palace_holders if colour not in owned
    )


my_bot = Bot(
    name="my_bot",
    game="medina",
    plan="Makes the placement after which it has most points, and hopes for palaces that it may still claim.",
    source="an idea of my own",
    decisions={"place": place, "tea": tea},
    parameters=PARAMETERS,
    heeds=HEEDABLE,  # its moves come from the view's lists, so it can be barred from things: `my_bot:barred=towers`
)
