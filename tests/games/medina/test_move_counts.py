"""Placements at the start, as engine and twin count them and as other programs did."""

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import open_as_told, prepare
from arkadia_sim.games.medina.rules.state import new_game
from tests.games.medina.twin.compare import SideBySide
from tests.games.medina.twin.configurations import configuration
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


def test_the_head_of_a_record_is_plain_json() -> None:
    """What the twin is given could have been read from a file."""
    rules = configuration(3).rules.as_record()
    assert json.loads(json.dumps(rules)) == rules
