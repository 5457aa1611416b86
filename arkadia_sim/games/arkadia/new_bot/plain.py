"""my_bot: tries out each move, and makes the one after which it stands best.

arkadia-sim check-bot my_bot.py              does it follow the rules? how fast, how good is it?
arkadia-sim watch my_bot.py casual           one of its games, turn by turn, with its scores for its moves
arkadia-sim play my_bot.py novice            it plays by file; in this folder `my_bot` is enough
arkadia-sim bots --sees                      all that it sees (`View`) and may answer
"""

from arkadia_sim.games.arkadia.bots_api.plain import (
    HEEDABLE,
    Banner,
    Bot,
    Build,
    Draw,
    Introduce,
    Parameter,
    Piece,
    View,
)

# Numbers that you may want to change without editing this file: `my_bot.py:worker=2`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (
    Parameter("worker", 2.0, 0.0, 10.0, "gold that a worker at hand is worth"),
    Parameter("banner", 4.0, 0.0, 20.0, "gold that a banner is worth until the last round"),
    Parameter("hope", 0.8, 0.0, 1.0, "how likely an open building pays, for each vacant square next to it"),
)

AVERAGE_VALUE = 2.4  # of a seal, over all families


def must(view: View) -> Build | Introduce:
    """Lay out a building, or put workers next to one."""
    moves: list[Build | Introduce] = [*view.legal_builds(), *view.introductions()]
    return view.best(moves, lambda move: worth(view.after(move)))


def draw(view: View) -> Draw:
    """Draw a face-up card, named by its place from 0, or from the "stack"."""
    values = [view.values[card.partition("/")[2]] if card else 0 for card in view.face_up]
    return view.best(view.draws(), lambda draw: AVERAGE_VALUE if draw == "stack" else values[draw])


def castle(view: View) -> Piece:
    """Put a piece of a family on a castle square."""
    return view.best(view.pieces(), lambda piece: worth(view.after(piece)))


def banner(view: View) -> Banner:
    """Use a banner for workers and sell seals with it, or use none."""
    return view.best(view.banner_ways(), lambda way: worth(view.after(way)))


def worth(view: View) -> float:
    """How well the player stands, in gold."""
    own, weights = view.own, view.parameters
    seal = {family: (value + AVERAGE_VALUE) / 2 for family, value in view.values.items()}  # now or later
    gold = own.gold + sum(seal[family] * seals for family, seals in own.seals.items())
    if view.turns_left is None:
        gold += weights["worker"] * (own.workers + own.neutrals) + weights["banner"] * view.banners[view.seat]
    for building in view.buildings:
        if building.family and not building.complete:
            mine = sum(view.workers.get(square) == view.seat for square in building.neighbours)
            gold += seal[building.family] * mine * weights["hope"] ** len(building.vacant)
    return gold


my_bot = Bot(
    name="my_bot",
    plan="Makes the move after which it has most gold, seals and workers, and hopes for its open buildings.",
    source="an idea of my own",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    parameters=PARAMETERS,
    heeds=HEEDABLE,  # its moves come from the view's lists, so it can be barred from things: `my_bot:barred=camps`
)
