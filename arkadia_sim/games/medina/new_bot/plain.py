"""my_bot: builds at palaces that it may claim, and claims them when they are large; it takes tea breaks as `greedy`.

arkadia-sim check-bot my_bot.py --game medina        whether it keeps the rules, how quick and how good it is
arkadia-sim play my_bot.py casual --game medina      by its file; in this folder `my_bot` will do
arkadia-sim watch my_bot.py casual --game medina     one of its games, turn by turn
arkadia-sim bots --sees --game medina                all that it is told (`View`) and may answer
"""

from arkadia_sim.shipped.bots.medina.greedy import greedy

from arkadia_sim.core.bot import Parameter
from arkadia_sim.games.medina.bots_api.choices import Place
from arkadia_sim.games.medina.bots_api.view import Palace, View

Square = tuple[int, int]

# Numbers that you may want to change without editing this file: `my_bot.py:hurry=2`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (Parameter("hurry", 1.5, 0.0, 10.0, "points that each own building of a colour makes a roof wait for"),)

LATER = {"stable": 0.6, "merchant": 0.4, "wall": 0.4}  # points that a piece at hand is worth


def place(view: View) -> Place:
    """The placement, the one decision of its own: whatever is worth most points of all that the rules allow."""
    return max(view.placements(), key=Scale(view).worth)


class Scale:
    """What a placement is worth to the player on turn, by the palaces that it touches."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.palaces = [(one, one.buildings | one.stables) for one in view.palaces]
        self.owned = {one.colour for one in view.palaces if one.owner == view.seat}
        self.at_hand = view.at_hand(view.seat) or {}

    def worth(self, choice: Place) -> float:
        """The points that a placement brings, now or later."""
        if choice.piece in ("roof", "neutral_roof"):
            palace = next(one for one in self.view.palaces if choice.square in one.buildings)
            return self.roof(palace) if choice.piece == "roof" else -self.weight(palace) * size(palace)
        beside = neighbours(choice.square)
        touched = [one for one, pieces in self.palaces if not pieces.isdisjoint(beside)]
        if choice.piece in ("merchant", "wall"):
            return sum(self.weight(one) for one in touched) - LATER[choice.piece]
        if choice.piece == "stable":
            return max(self.weight(one) for one in touched) - LATER["stable"]
        grows = [one for one in touched if one.colour == choice.piece and one.is_open]
        return self.weight(grows[0]) if grows else 0.3 * (choice.piece not in self.owned)

    def roof(self, palace: Palace) -> float:
        """What it scores now, less what waiting for the own buildings of its colour is worth."""
        return size(palace) - self.view.parameters["hurry"] * self.at_hand.get(palace.colour, 0)

    def weight(self, palace: Palace) -> float:
        """What a point of a palace is worth: all if it is one's own, some if one may still claim it."""
        if palace.owner == self.view.seat:
            return 1.0
        return 0.6 if palace.is_open and palace.colour not in self.owned else -0.4


def size(palace: Palace) -> int:
    """The points of its pieces (M11)."""
    return len(palace.buildings) + len(palace.stables)


def neighbours(square: Square) -> set[Square]:
    """The squares next to one."""
    row, column = square
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}


my_bot = greedy.variant(
    name="my_bot",
    plan="Builds at palaces that it may claim, and puts a roof on them when they are large.",
    source="an idea of my own",
    decisions={"place": place},  # also possible: tea, which returns yes or no; without an opinion on one, leave it out
    parameters=PARAMETERS,
)
