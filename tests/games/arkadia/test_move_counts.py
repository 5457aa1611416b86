"""The engine and its twin find as many moves as a pencil did, in three positions."""

import re
from collections import Counter
from pathlib import Path

import pytest

from arkadia_sim.games.arkadia.bots_api.view import View
from arkadia_sim.games.arkadia.box import rectangle
from arkadia_sim.games.arkadia.game import ENGINE
from arkadia_sim.games.arkadia.values import Build, Introduce
from arkadia_sim.rng import Dice
from tests.games.arkadia.positions import Position

COUNTED = Path(__file__).parent / "data" / "by_hand.txt"
COUNTS = {
    name: (int(builds), int(workers))
    for name, builds, workers in re.findall(
        r"^position (\w+): builds (\d+), worker options (\d+)$", COUNTED.read_text(encoding="utf-8"), re.MULTILINE
    )
}
POSITIONS = {
    "opening": Position(seat=0, hands=[("house/red", "house/red", "farm/olive", "farm/olive"), ()]),
    "after_a_worker": Position(
        seat=1,
        lot=rectangle(3, 6, 4, 3),
        workers={(2, 6): 0},
        hands=[(), ("mill/red", "mill/olive", "mill/black", "mill/silver")],
        own_at_hand=(2, 3),
    ),
    "shared_neighbours": Position(
        seat=0,
        buildings=[("house/red", ((2, 6), (3, 6))), ("house/olive", ((2, 8), (3, 8)))],
        hands=[("house/black",), ()],
        neutral_at_hand=(1, 0),
        rules={"workers_at_castle": False},
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_engine_and_twin_count_what_a_pencil_counted(name: str) -> None:
    """Builds, and ways to introduce workers; by_hand.txt tells the reasoning."""
    table = POSITIONS[name].set_up()
    game = table.view.game
    table_, holdings, hand = ENGINE.handed(game, POSITIONS[name].seat)
    view = View(table_, holdings, hand, Dice((1, 1)), {})
    counts = Counter(type(move) for move in view.legal_moves())
    assert (counts[Build], counts[Introduce]) == COUNTS[name]
    assert len(table.builds) == counts[Build]
