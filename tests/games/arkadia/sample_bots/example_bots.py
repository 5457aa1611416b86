"""Bots in plain Python, as a user would write them."""

from typing import Any

from arkadia_sim.core.bot import PYTHON, Bot, Parameter
from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.box import Square
from arkadia_sim.games.arkadia.values import Banner, Build, Draw, Introduce, Owner, Piece


def must(view: View) -> Build | Introduce:
    """The build over most camps, sometimes any other; without a build one worker beside the building most hemmed in."""
    builds = view.legal_builds()
    if builds:
        if view.random.uniform() < view.parameters["whim"]:
            return view.random.choice(builds)
        camps = view.camps
        return max(builds, key=lambda build: len(build.squares & camps))
    place = min(view.worker_places(), key=lambda building: len(building.vacant))
    square = min(place.vacant)
    return Introduce(place.squares, {square: "neutral" if view.own.neutrals else "own"})


def draw(view: View) -> Draw:
    """Any of the open cards, or the stack."""
    return chance_draw(view)


def castle(view: View) -> Piece:
    """The piece of which the hand holds most cards, on the first free square."""
    pieces: list[Any] = list(view.legal_moves())
    return max(pieces, key=lambda piece: sum(card.endswith(piece.family) for card in view.hand))


def banner(view: View) -> Banner | None:
    """A banner for a good sale, as long as nobody else holds more gold; nobody knows when holdings are hidden."""
    worth = sum(number * view.values[family] for family, number in view.own.seals.items())
    others = [held.gold for seat in range(view.players) if seat != view.seat and (held := view.holdings(seat))]
    if worth < 12 or (others and max(others) > 60):
        return None
    return Banner(True, view.own.seals)


camper = Bot(
    name="camper",
    plan="Builds over camps in plain Python.",
    source="an example for the tests",
    decisions={"must": must, "draw": draw, "castle": castle, "banner": banner},
    parameters=(Parameter("whim", 0.2, 0.0, 1.0, "how often it builds anywhere"),),
    tier=PYTHON,
)

drawer = Bot(
    name="drawer",
    plan="Decides nothing but its draw.",
    source="an example for the tests",
    decisions={"draw": draw},
    tier=PYTHON,
)


def chance_must(view: View) -> Build | Introduce:
    """A fair coin between building and workers where both can be done, then uniform within: as ``random`` does."""
    dice, builds, places = view.random, view.legal_builds(), view.worker_places()
    if builds and (not places or dice.below(2) == 0):
        return dice.choice(builds)
    place = dice.choice(places)
    left: dict[Owner, int] = {"own": view.own.workers, "neutral": view.own.neutrals}
    squares = sorted(place.vacant)
    workers: dict[Square, Owner] = {}
    for _ in range(1 + dice.below(min(len(squares), sum(left.values())))):
        square = squares.pop(dice.below(len(squares)))
        owner: Owner = "own" if dice.below(sum(left.values())) < left["own"] else "neutral"
        left[owner] -= 1
        workers[square] = owner
    return Introduce(place.squares, workers)


def chance_draw(view: View) -> Draw:
    """Uniform over the open cards and the stack."""
    draws: list[Any] = list(view.legal_moves())
    return view.random.choice(draws)


def chance_castle(view: View) -> Piece:
    """A family uniform over those left in the pool, then a free square."""
    left = [family for family in view.families if view.castle.pools[view.castle.floor][family]]
    family = view.random.choice(left)
    return Piece(family, view.random.choice([square for square in range(10) if not view.castle.covered[square]]))


def chance_banner(view: View) -> Banner:
    """A banner with probability 1/8; each family with probability 1/2 a uniform number of its seals."""
    if view.random.below(8) != 0:
        return Banner(False)
    sold = {}
    for family in view.families:
        if view.random.below(2) == 0:
            sold[family] = view.random.below(view.own.seals[family] + 1)
    return Banner(True, sold)


chance = Bot(
    name="chance",
    plan="Plays exactly like random, in plain Python.",
    source="arkadia_sim/games/arkadia/rules/uniform.py",
    decisions={
        "must": chance_must,
        "draw": chance_draw,
        "castle": chance_castle,
        "banner": chance_banner,
    },
    tier=PYTHON,
)
