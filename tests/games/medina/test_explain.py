"""Who places a piece where the rules forbid it is told the first rule that stands in the way."""

import pytest

from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.values import Choice, Place, take
from tests.games.medina.positions import square, table_of
from tests.games.medina.test_rulebook_examples import ORANGE, roofs_last

FORBIDDEN = [
    # piece, square, rule, and some words of the message
    ("orange", "A4", "M4.1", "A4 is no city square"),
    ("orange", "E5", "M4.1", "E5 is not empty"),
    ("orange", "G4", "M4.2", "around the well"),
    ("orange", "E3", "M4.3", "a piece of another palace"),
    ("orange", "B9", "M4.4", "an open orange palace can grow: the building must be added to it, on D4, F5, not on B9"),
    ("stable", "B9", "M5.1", "next to no building"),
    ("stable", "E3", "M5.2", "a piece of another palace"),
    ("roof", "C2", "M6.1", "has a roof"),
    ("roof", "E4", "M6.1", "seat 0 owns an orange palace already"),
    ("neutral_roof", "D2", "M6.3", "has a roof"),
    ("merchant", "H5", "M7.1", "not empty"),
    ("merchant", "B9", "M7.3", "not next to an end of the street (E5)"),
    ("wall", "C0", "M8.1", "leaves a gate"),
    ("wall", "C5", "M8.1", "C5 is no wall space"),
    ("roof", "Z9", "M1.2", "not on the board"),
    ("tent", "C5", "M1.5", "there is no piece 'tent'"),
]


@pytest.mark.parametrize(("piece", "name", "rule", "words"), FORBIDDEN)
def test_the_rule_that_stands_in_the_way(piece: str, name: str, rule: str, words: str) -> None:
    """On the position of EX1, seat 0 on turn; nothing changes."""
    table = table_of(ORANGE, {"C2": 0})
    before = table.games.tobytes()
    with pytest.raises(RecordError) as error:
        take(table.game, Place(piece, square(name)))
    assert error.value.rule == rule
    assert words in str(error.value)
    assert table.games.tobytes() == before


def test_pieces_that_are_gone() -> None:
    """None at hand, given back with their colour, or not the roof that is due (M3.1, M6.4, M3.6)."""
    table = table_of(ORANGE, {"C2": 0})
    table.hand(0, wall=1)
    for closed, rule in ((0, "M3.1"), (1, "M6.4")):
        table.game["table"]["closed"][3] = closed
        with pytest.raises(RecordError) as error:
            take(table.game, Place("orange", (4, 3)))
        assert error.value.rule == rule
    due = roofs_last(("wall", "B0"))
    with pytest.raises(RecordError) as error:
        take(due.game, Place("wall", (0, 2)))
    assert error.value.rule == "M3.6"


@pytest.mark.parametrize("choice", [True, "wall", Place("merchant", (0, 0))])
def test_what_is_no_answer_to_the_question(choice: Choice) -> None:
    """A tea break where a piece is asked for, and the other way round."""
    table = table_of(ORANGE, {"C2": 0})
    if isinstance(choice, Place):
        table.twin.tea[0] = table.game["table"]["tea"][0] = 1
        table.play(0, ("wall", "B0"))
        assert table.twin.phase == "tea"
    with pytest.raises(RecordError) as error:
        take(table.game, choice)
    assert error.value.rule == ("M10.3" if isinstance(choice, Place) else "M3.1")
