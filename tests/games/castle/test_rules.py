"""What the options of the rules change, and what random games hardly ever visit."""

import numpy as np
import pytest

from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle.box import LINES, SQUARES, shapes, shipped_box
from arkadia_sim.games.castle.game import GAME
from tests.games.castle.positions import Hand
from tests.support.recorded import play


def test_c2_2_shapes_have_ten_lines_that_cross() -> None:
    """Every square is in one row line and one column line, and the photo lines cross."""
    for shape in shapes():
        assert len(shape.places) == SQUARES
        assert len(shape.lines) == LINES
        assert sorted(map(len, shape.lines)) == [2] * 6 + [3] * 4
        rows = shape.lines[: shape.photo_row + 1]
        for lines in (rows, shape.lines[shape.photo_row + 1 :]):
            assert sorted(square for line in lines for square in line) == list(range(SQUARES))
        row, column = shape.lines[shape.photo_row], shape.lines[shape.photo_column]
        assert (len(row), len(column), len(set(row) & set(column))) == (2, 3, 1)


def test_it_is_called_a_reconstruction_and_every_figure_says_where_it_is_from() -> None:
    """On every table and page: in the game's title and in the caveats of every setting."""
    assert "reconstruction" in GAME.title
    for boards in ("shipped", "drawn"):
        caveats = " ".join(GAME.caveats(GAME.setting(2, {"boards": boards}, {})))
        assert "reconstruction" in caveats and ("one guessed board" in caveats) == (boards == "shipped")
    assert all(label.startswith(("text", "source", "guess")) for label in shipped_box().origin.values())


def test_c13_boards_differ_from_deal_to_deal() -> None:
    result = play(GAME, 2, 30, {"boards": "drawn", "turn_limit": 1})
    boards = [record["board"] for record in result.records]
    assert {board["shape"] for board in boards} == {shape.name for shape in shapes()}
    assert len({str(board) for board in boards}) == len(boards)


@pytest.mark.parametrize("others_pass", [False, True])
def test_c5_3_others_may_pass(others_pass: bool) -> None:
    hand = Hand(others_pass=others_pass)
    hand.dice("wood", "wood")
    hand.pick(0, 3)
    assert hand.table["seat"] == 1
    assert hand.candidates == [0, 3, 6, *(["pass"] if others_pass else [])]


@pytest.mark.parametrize("build", ["own_turn", "every_turn"])
def test_c4_4_who_builds(build: str) -> None:
    hand = Hand(3, build=build)
    for seat in range(3):
        hand.castle(seat, tokens=[0, 1])
    hand.build()
    builders = []
    while hand.kind == "line":
        builders.append(int(hand.table["seat"]))
        hand.pick("stop")
    assert builders == ([0, 1, 2] if build == "every_turn" else [0])


@pytest.mark.parametrize("last_building", ["all", "parts"])
def test_c9_3_last_buildings(last_building: str) -> None:
    hand = Hand(version="architect", last_building=last_building)
    hand.cards("queen", "king", "jester", "prince")
    hand.castle(tokens=[10, 11], walls=4, towers=4, floors=3)
    hand.castle(1, guests=["bohemian"], tokens=[8, 9])
    hand.build()
    hand.pick(5, "queen")
    assert hand.table["finisher"] == 0
    if last_building == "parts":
        assert hand.kind == "end"
    else:
        assert (hand.kind, int(hand.table["seat"]), hand.candidates) == ("line", 1, [4, "stop"])
        hand.pick(4)
        assert hand.table["castles"][1]["residents"] == 4


def test_c8_1_dagobert_and_the_magician() -> None:
    """A roll is used twice; the token that was moved first stays."""
    hand = Hand(version="architect")
    hand.castle(guests=["dagobert", "magician"], tokens=[8, 9, 0])
    hand.roll("wood")
    hand.build()
    hand.pick(4)
    assert hand.candidates == ["dagobert", "magician"]
    hand.pick("dagobert")
    assert (hand.kind, hand.candidates) == ("use", [3, 6])
    hand.pick(3)
    assert hand.tokens() == [0, 3, 6]
    hand.castle(guests=["magician"], tokens=[8, 9, 0])
    hand.build()
    hand.pick(4)
    assert hand.kind == "move"
    assert len(hand.candidates) == 1 * 11 + 1
    hand.pick([0, 5])
    assert hand.tokens() == [5]
    assert hand.kind == "end"


def test_a_turn_without_end_is_broken_off() -> None:
    """Two ? on Dagobert's die complete the line that reactivates him again: a bot that never stops is told so."""
    hand = Hand(version="architect", die=["?"] * 6)
    hand.castle(guests=["dagobert"], tokens=[8, 9])
    hand.roll(*["?"] * 250)
    hand.build()
    made = 0
    while int(hand.game["now"]["n_steps"]) < 205:
        hand.pick((4, 8, 9)[made % 3])
        made += 1
    while hand.kind != "line":
        hand.pick((4, 8, 9)[made % 3])
        made += 1
    with pytest.raises(RecordError, match="building must end"):
        hand.pick(4)
    hand.pick("stop")
    assert hand.kind == "end"


def test_c11_faces_are_equally_likely() -> None:
    faces = np.array(
        [turn["dice"] for record in play(GAME, 2, 40, {"turn_limit": 60}).records for turn in record["turns"]]
    )
    counts = np.unique(faces, return_counts=True)[1]
    assert len(counts) == 6
    assert abs(counts / counts.sum() - 1 / 6).max() < 0.03
