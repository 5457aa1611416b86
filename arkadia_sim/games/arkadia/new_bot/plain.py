"""my_bot: lays buildings over tent camps and completes what pays, and plays as `casual` where it has no opinion.

arkadia-sim check-bot my_bot.py              checks that it follows the rules, its speed and its strength
arkadia-sim play my_bot.py novice            plays by file; in this folder `my_bot` is enough
arkadia-sim watch my_bot.py casual           shows one of its games, turn by turn
arkadia-sim bots --sees                      lists all that it sees (`View`) and may answer
"""

from collections.abc import Set

from arkadia_sim.shipped.bots.arkadia.casual import casual

from arkadia_sim.core.bot import Parameter
from arkadia_sim.games.arkadia.bots_api.choices import Build, Introduce
from arkadia_sim.games.arkadia.bots_api.view import View

Square = tuple[int, int]

# Numbers that you may want to change without editing this file: `my_bot.py:camp=2`, or `arkadia-sim tune my_bot.py`.
PARAMETERS = (Parameter("camp", 1.0, 0.0, 10.0, "gold that a neutral worker from a tent camp is worth"),)

AVERAGE_VALUE = 2.4  # of a seal, over all families


def must(view: View) -> Build | Introduce:
    """The must, the one decision of its own: whatever is worth most gold of all builds and worker placements."""
    choices: list[Build | Introduce] = [*view.legal_builds(), *view.introductions()]
    return max(choices, key=Scale(view).worth)


class Scale:
    """Scores a must for the player on turn by its changes at open buildings."""

    def __init__(self, view: View) -> None:
        self.view, self.weights = view, view.parameters  # your parameters, and those of `casual`
        self.price = {family: (value + AVERAGE_VALUE) / 2 for family, value in view.values.items()}
        self.open = [
            (building, *self.workers_on(building.neighbours))
            for building in view.buildings
            if building.family and not building.complete
        ]

    def worth(self, choice: Build | Introduce) -> float:
        """The gold from a must, now and expected."""
        if isinstance(choice, Build):
            squares, own = choice.squares, frozenset[Square]()
            gold = self.weights["camp"] * len(squares & self.view.camps) + self.new_building(choice)
        else:
            squares = frozenset(choice.workers)
            own = frozenset(square for square, owner in choice.workers.items() if owner == "own")
            gold = -self.weights["own_cost"] * len(own) - self.weights["neutral_cost"] * (len(squares) - len(own))
        for building, mine, theirs in self.open:
            if not building.vacant.isdisjoint(squares):
                now, then = building.vacant, building.vacant - squares
                assert building.family is not None
                kind = (building.family, theirs, building.has_seal)
                gold += self.value(len(then), mine + len(now & own), *kind) - self.value(len(now), mine, *kind)
        return gold

    def new_building(self, build: Build) -> float:
        """The expected gold from the new building of a build."""
        beside = {(row + i, column + j) for row, column in build.squares for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        beside -= build.squares
        family = build.card.partition("/")[2]
        mine, theirs = self.workers_on(beside)
        return self.value(len(beside & self.view.vacant), mine, family, theirs, self.view.supply[family] > 0)

    def value(self, vacant: int, mine: int, family: str, theirs: float, seal: bool) -> float:
        """The worth of a building by the vacant squares next to it; with none it pays out (R6).

        It pays a seal for each own worker, minus a share of the others', more likely with fewer vacant squares. The
        seal on it goes to whoever completes it.
        """
        gain = mine - self.weights["deny"] * theirs
        if vacant == 0:
            return self.price[family] * (gain + seal) + self.weights["piece"]
        likely, exposed = 0.7 * 0.85 ** (vacant - 1), 0.4 * 0.7 ** (vacant - 1)
        return self.price[family] * (likely * gain - exposed * seal)

    def workers_on(self, squares: Set[Square]) -> tuple[int, float]:
        """How many own workers are on these squares, and how many of each other player on average."""
        standing = [self.view.workers[square] for square in squares & self.view.workers.keys()]
        mine = standing.count(self.view.seat)
        return mine, (len(standing) - mine - standing.count("neutral")) / (self.view.players - 1)


my_bot = casual.variant(
    name="my_bot",
    plan="Lays buildings over tent camps and completes what pays; draws, sells and places pieces as casual.",
    source="hints 1 and 2 of the rulebook",
    decisions={"must": must},  # also possible: draw, castle, banner; leave out those that you have no opinion on
    parameters=PARAMETERS,
)
