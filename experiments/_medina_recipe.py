"""The players of the study ``medina_recipe``: six who think for themselves, each with all lines of a card; and one of
them on each deal with the first few lines, and with all but one. There are two cards.

A line is a price: its points are added to the player's own estimate of each placement. Decisions on tea stay the
player's own.
"""

from collections.abc import Callable, Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.bot import Bot
from arkadia_sim.games.medina.bots_api.plain import HEEDABLE, Place, View

Numbers = NDArray[np.float64]
Placing = Callable[[View], Place]

OUTER, SPARE, UNBUILT = 4.0, 4.0, 2.0  # points for what the lines below name
LAST = 100.0  # points beyond those of any estimate, for lines as a strict order

LINES: dict[str, Callable[[Any], Numbers]] = {
    "outer": lambda options: OUTER * (options.merchant + options.wall),
    "spare": lambda options: -SPARE * (options.stable + options.neutral_roof),
    "unbuilt": lambda options: -UNBUILT * options.unbuilt,
}
"""The lines of the first card, in its order."""

PATIENT: dict[str, Callable[[Any], Numbers]] = {
    "building": lambda options: 2.0 * options.building,
    "claim": lambda options: 0.5 * np.where(options.roof > 0, options.claim, 0.0),
    "left": lambda options: -1.0 * options.unbuilt,
}
"""Those of the second, for three or four players of whom the others are in no hurry to claim."""


ASKED: dict[str, Callable[[Any], Numbers]] = {
    "strict": lambda options: LAST * (options.merchant + options.wall - options.stable - options.neutral_roof),
    "none": lambda options: -LAST * (options.unbuilt > 0),
    "seven": lambda options: -LAST * (options.claim < 7),
    "most": lambda options: 0.5 * options.held * (1 - options.roof - options.neutral_roof),
}
"""Lines that somebody may miss in the card."""


def ahead(view: View, options: Any) -> Numbers:
    """Points that a placement gains at once, less what an average opponent gains."""
    return np.asarray(options.points - options.others_points / (view.players - 1))


def gambler(view: View) -> Place:
    """Weighs what an open palace may still grow by against the chance that somebody claims it first."""
    options = view.options()
    taken = 1 - 0.8**options.rivals
    value = ahead(view, options) + 0.5 * (options.open_points - options.lost_points)
    value -= 0.5 * (options.merchant + options.wall)
    return view.best(value - (1 - taken) * options.roof * (options.points + options.unbuilt + 1))


def treasurer(view: View) -> Place:
    """Sets a goal for the next palace, lower as pieces run out, and likes to place what is most at hand."""
    options = view.options()
    goal = 4 + 6 * np.minimum(1.0, options.pieces / 30)
    value = ahead(view, options) + 0.5 * options.open_points - 0.5 * options.lost_points / (view.players - 1)
    return view.best(value + 0.2 * options.held + 0.5 * options.guests + 0.3 * options.tea - goal * options.roof)


def guard(view: View) -> Place:
    """Grudges the others each point, takes room from them, and claims sooner what they could claim, too."""
    options = view.options()
    value = options.points - options.others_points + 0.5 * (options.open_points - options.lost_points)
    patience = np.where(options.rivals > 0, 8.0, 12.0)
    return view.best(value + 0.2 * options.taken * options.stable - patience * options.roof)


def landlord(view: View) -> Place:
    """Looks for room, edges and towers, and claims a palace when few buildings of its colour are left at hand."""
    options = view.options()
    value = ahead(view, options) + 0.6 * (options.open_points - options.lost_points) - options.dead_end
    value += 0.2 * options.room * options.building + 0.5 * options.edge + options.reach
    return view.best(value - (3 + 2 * options.unbuilt) * options.roof)


def hoarder(view: View) -> Place:
    """Wants to last longest: buildings first, merchants and walls late, and further merchants and tea are welcome."""
    options = view.options()
    value = ahead(view, options) + 0.4 * (options.open_points - options.lost_points)
    value += options.building + options.guests + options.tea - options.merchant - options.wall
    return view.best(value - (5 + 0.2 * options.buildings) * options.roof)


def hopeful(view: View) -> Place:
    """Counts points at once, half of those of palaces to come, and claims nothing below seven points."""
    options = view.options()
    value = ahead(view, options) + 0.5 * (options.open_points - options.lost_points) - 1.5 * options.unbuilt
    return view.best(value - 100.0 * (options.claim < 7))


MINDS: dict[str, tuple[Placing, float]] = {
    "gambler": (gambler, 0.5),
    "treasurer": (treasurer, 1.0),
    "guard": (guard, -0.5),
    "landlord": (landlord, 1.5),
    "hoarder": (hoarder, 2.0),
    "hopeful": (hopeful, 0.5),
}
"""How each places, and the points below which a second piece is worth less to it than a tea tile."""


def resting(least: float) -> Callable[[View], bool]:
    """Takes a tea break unless a second piece gains so many points."""

    def tea(view: View) -> bool:
        options = view.options()
        return view.best(options.points + least * options.rest)

    return tea


def minds() -> list[Bot]:
    """The six."""
    return [
        Bot(
            name,
            str(place.__doc__),
            "an estimate of one's own",
            {"place": place, "tea": resting(least)},
            game="medina",
            heeds=HEEDABLE,
        )
        for name, (place, least) in MINDS.items()
    ]


def anyone() -> Bot:
    """One of the six, by where the well stands: the same one all game, and the same with lines or without."""
    six = minds()

    def decided(decision: str) -> Callable[[View], Any]:
        def decide(view: View) -> Any:
            row, column = view.well
            return six[(16 * row + column) % len(six)].decisions[decision](view)

        return decide

    decisions = {decision: decided(decision) for decision in ("place", "tea")}
    plan = "Plays as one of the six, another with each place of the well."
    return Bot("anyone", plan, "the study medina_recipe", decisions, game="medina", heeds=HEEDABLE)


def heeding(player: Bot, name: str, lines: Collection[str], alone: bool = False) -> Bot:
    """A player who heeds these lines; ``alone`` leaves out the own estimate."""
    counted = [line for name, line in (LINES | PATIENT | ASKED).items() if name in lines]

    def place(view: View) -> Place:
        best, points = view.best, sum(line(view.options()) for line in counted)
        view.best = lambda scores: best(points if alone else scores + points)  # type: ignore[assignment, method-assign]
        return player.decisions["place"](view)

    plan = f"Plays as {player.name}, with {len(lines)} lines of the card."
    return player.variant(name, plan, "the study medina_recipe", decisions={"place": place}, heeds=HEEDABLE)


def bots() -> dict[str, Bot]:
    """All players by name."""
    someone, lines, patient = anyone(), list(LINES), list(PATIENT)
    made = {"anyone": someone}
    for count in range(1, len(lines)):
        made[f"anyone_{count}"] = heeding(someone, f"anyone_{count}", lines[:count])
    for line in lines:
        made[f"anyone_but_{line}"] = heeding(someone, f"anyone_but_{line}", [other for other in lines if other != line])
    for count in range(1, len(patient)):
        made[f"patient_{count}"] = heeding(someone, f"patient_{count}", patient[:count])
    for line in patient:
        made[f"patient_but_{line}"] = heeding(
            someone, f"patient_but_{line}", [other for other in patient if other != line]
        )
    for line in ASKED:
        made[f"anyone_{line}"] = heeding(someone, f"anyone_{line}", [*lines, line])
    made["anyone_alone"] = heeding(someone, "anyone_alone", lines, alone=True)
    for player in (someone, *minds()):
        made[player.name] = player
        made[f"{player.name}_recipe"] = heeding(player, f"{player.name}_recipe", lines)
        made[f"{player.name}_patient"] = heeding(player, f"{player.name}_patient", patient)
    return made


globals().update(bots())
