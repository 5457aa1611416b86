"""Decisions of games under way: what bots are handed there, and the game to try things out in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.play import handed_by_hand
from arkadia_sim.games.medina.rules.state import new_game
from arkadia_sim.testing.driving import Sitting


def moments(bots: Sequence[str], deal: int, rules: Mapping[str, Any] | None = None) -> Iterator[tuple[Any, Any]]:
    """Each decision of a game of these bots: copies of the game, as an array of one, and of the minds of all seats."""
    sitting = Sitting(GAME, bots, GAME.setting(len(bots), rules or {}, {}))
    for moment in sitting.drive(deal):
        games = new_game()
        games[0] = moment.game
        yield games, moment.mind.base.copy()
    assert sitting.fault == ""


def handed(games: Any) -> tuple[Any, Any]:
    """The table and the holdings that the bot on turn is handed."""
    return handed_by_hand(games[0], int(games[0]["table"]["seat"]))
