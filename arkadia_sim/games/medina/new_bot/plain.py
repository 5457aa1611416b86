"""my_bot: builds at palaces that it may claim, and claims them when they are large; it takes tea breaks as `greedy`.

arkadia-sim check-bot my_bot.py --game medina        checks that it follows the rules, its speed and its strength
arkadia-sim play my_bot.py casual --game medina      plays by file; in this folder `my_bot` is enough
arkadia-sim watch my_bot.py casual --game medina     shows one of its games, turn by turn
arkadia-sim bots --sees --game medina                lists all that it sees (`View`) and may answer
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
    """Scores a placement for the player on turn by the palaces that it touches."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.palaces = [(palace, palace.buildings | palace.stables) for palace in view.palaces]
        self.owned = {palace.colour for palace in view.palaces if palace.owner == view.seat}
        self.at_hand = view.at_hand(view.seat) or {}

    def worth(self, choice: Place) -> float:
        """The points that a placement brings, now or later."""
        if choice.piece in ("roof", "neutral_roof"):
            palace = next(palace for palace in self.view.palaces if choice.square in palace.buildings)
            return self.roof(palace) if choice.piece == "roof" else -self.weight(palace) * size(palace)
        beside = neighbours(choice.square)
        touched = [palace for palace, pieces in self.palaces if not pieces.isdisjoint(beside)]
        if choice.piece in ("merchant", "wall"):
            return sum(map(self.weight, touched)) - LATER[choice.piece]
        if choice.piece == "stable":
            return max(map(self.weight, touched)) - LATER["stable"]
        grows = [palace for palace in touched if palace.colour == choice.piece and palace.is_open]
        return self.weight(grows[0]) if grows else 0.3 * (choice.piece not in self.owned)

    def roof(self, palace: Palace) -> float:
        """What it scores now, minus the gain from waiting for own buildings of its colour."""
        return size(palace) - self.view.parameters["hurry"] * self.at_hand.get(palace.colour, 0)

    def weight(self, palace: Palace) -> float:
        """The weight of a point of a palace: 1 for an own one, less for one that may still be claimed."""
        if palace.owner == self.view.seat:
            return 1.0
        return 0.6 if palace.is_open and palace.colour not in self.owned else -0.4


def size(palace: Palace) -> int:
    """The points of its pieces (M11)."""
    return len(palace.buildings) + len(palace.stables)


def neighbours(square: Square) -> set[Square]:
    """The squares next to a square."""
    row, column = square
    return {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}


my_bot = greedy.variant(
    name="my_bot",
    plan="Builds at palaces that it may claim, and puts a roof on them when they are large.",
    source="an idea of my own",
    decisions={
        "place": place
    },  # also possible: tea, which returns yes or no; leave out those that you have no opinion on
    parameters=PARAMETERS,
)
