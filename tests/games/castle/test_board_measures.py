"""What rows say about the board, against the board as records have it."""

import pytest

from arkadia_sim.games.castle.game import GAME
from tests.support.recorded import play


@pytest.mark.parametrize("version", ["apprentice", "architect"])
def test_rows_tell_of_the_board_what_its_record_tells(version: str) -> None:
    result = play(GAME, 2, 12, {"version": version, "boards": "drawn"})
    for game, record in enumerate(result.records):
        board = record["board"]
        lines = board["lines"]
        tower = next(line for line in lines if line["tower"] >= 5)
        parts = [line for line in lines if line is not tower and (line["wall"] or line["tower"] or line["floor"])]
        expected = {
            "residents": board["group_size"] * len(board["group_points"]),
            "resident_points": board["group_points"][-1],
            "flag_points": sum(sum(line["flags"]) for line in lines),
            "first_flags": board["flag_room"][1],
            "card_points": sum(board.get("card_values") or [0]),
            "wall_residents": sum(line["residents"] for line in lines if line["wall"]),
            "walls": sum(line["wall"] for line in lines),
            "tower_crossings": sum(bool(set(tower["squares"]) & set(line["squares"])) for line in parts),
        }
        for name, value in expected.items():
            shown = result.players[f"board_{name}"][2 * game : 2 * game + 2]
            assert list(shown) == [value, value], name
