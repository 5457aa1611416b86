"""What broker, settler, steward and watchman share: how they draw a card and place a castle piece."""

from collections.abc import Callable
from typing import Any

from arkadia_sim.games.arkadia.bots_api.plain import Draw, Piece, View


def decisions(
    must: Callable[[View], Any], banner: Callable[[View], Any], square: float = 0.1, rivals: float = 1.0
) -> dict[str, Callable[[View], Any]]:
    """The four decisions; ``square`` is gold off for each square of a card, ``rivals`` a factor for what castle pieces
    bring the others."""

    def draw(view: View) -> Draw:
        """Draw the card whose seal is worth most, a small building rather than a large one."""
        options = view.options()
        return view.best(options.price - square * options.squares + view.parameters["stack"] * options.stack)

    def castle(view: View) -> Piece:
        """Raise what it holds and a part of what it will earn, and cover what the others do."""
        options = view.options()
        own, others = options.own_gain + 0.4 * options.own_workers, options.others_gain + 0.4 * options.others_workers
        return view.best(own - rivals * view.parameters["rivals"] * others / (view.players - 1))

    return {"must": must, "draw": draw, "castle": castle, "banner": banner}


def pieces_to_turns(view: View) -> float:
    """The turns of all players that are still to come, at 0.6 castle pieces a turn."""
    if view.turns_left is not None:
        return float(view.turns_left)
    return view.pieces_left / 0.6 + view.players
