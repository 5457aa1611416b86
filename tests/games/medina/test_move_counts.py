"""The set-up, and the placements at the start as engine and twin count them and as other programs did."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import deal, inner_squares, open_as_told, prepare
from arkadia_sim.games.medina.rules.state import new_game
from tests.games.medina.twin.compare import SideBySide
from tests.games.medina.twin.engine_view import bit_of
from tests.games.medina.twin.ground import Square
from tests.games.medina.twin.twin import KINDS, Twin

START_COUNTS = [
    # players, well, first merchant, placements of the first player, and of the second summed over these
    (2, (5, 7), (3, 3), 532, 208_208),
    (3, (6, 8), (5, 7), 680, 341_230),
    (4, (2, 2), (10, 15), 676, 336_278),
]
"""Counted by other programs from the rules as we play them."""


@pytest.mark.parametrize(("players", "well", "merchant", "first", "second"), START_COUNTS)
def test_counts_at_the_start(players: int, well: Square, merchant: Square, first: int, second: int) -> None:
    """The placements of the first player and, after each of them, those of the second."""
    rules = RuleSet.of(players, {})
    prepared, games = prepare(rules, players), new_game()
    games[0] = prepared.start[0]
    games[0]["table"]["well"], games[0]["table"]["ends"] = bit_of(well), bit_of(merchant)
    with np.errstate(over="ignore"):
        open_as_told(games[0], 0)
    head = {"players": players, "rules": rules.as_record(), "well": well, "merchant": merchant, "first_seat": 0}
    twin = Twin(head)
    assert (int(games[0]["now"]["placements"][0]["legal"]), twin.counts[-1]) == (first, first)
    start, counted = games.tobytes(), 0
    for kind in KINDS:
        for square in twin.options(0, kind):
            games.view(np.uint8)[:] = np.frombuffer(start, np.uint8)
            counted += first_count(games, kind, square)
    assert counted == second


def first_count(games: NDArray[Any], kind: str, square: Square) -> int:
    """What the next player may place after this first placement."""
    table = SideBySide(games, None)  # type: ignore[arg-type]
    assert table._step((kind, square)) == table._step(True) == 0
    return int(games[0]["now"]["placements"][0]["legal"])


def test_m2_the_set_up_is_drawn_evenly() -> None:
    """Well and merchant on any two squares away from the walls, any player first (M2.2 to M2.4)."""
    prepared, games = prepare(RuleSet.of(3, {"board": "small"}), 3), new_game()
    wells: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    stream, count = np.array([1, 2], np.uint64), 9600
    with np.errstate(over="ignore"):
        for _ in range(count):
            deal(games, prepared.start, prepared.setup, stream)
            table = games[0]["table"]
            assert table["well"] != table["ends"][0]
            wells[int(table["well"])] += 1
            firsts[int(table["first_seat"])] += 1
    squares = len(inner_squares(10, 14))
    assert len(wells) == squares == 96
    assert max(wells.values()) < 1.5 * count / squares
    assert min(firsts.values()) > 0.95 * count / 3
