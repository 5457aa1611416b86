"""The rulebook's examples and those of the rules as we play them, on positions drawn by hand, in engine and twin."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arkadia_sim.errors import RecordError
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.setup import deal, inner_squares, open_as_told, prepare
from arkadia_sim.games.medina.rules.state import new_game
from arkadia_sim.games.medina.values import Place, take
from tests.games.medina.positions import Table, marked, options, square, squares, table_of
from tests.games.medina.twin.compare import SideBySide
from tests.games.medina.twin.engine_view import bit_of
from tests.games.medina.twin.ground import COLOURS, Square
from tests.games.medina.twin.twin import KINDS, Twin

ORANGE = """
     A B C D E F G H I J K
   0 1 - - - - - - - - - -
   1 - . . . . . b . . . .
   2 - . O o . . b . . . .
   3 - . . . x x . . . . .
   4 - . . + o o x . . . .
   5 - . . . m + . w . . .
   6 - . . . . . . . . . .
"""
STABLES = """
   0 1 - - - - - - - - - -
   1 - . + + . + b + . . .
   2 - + O o + + b + . . .
   3 - . + . . . . . . . .
   4 - . . + o o . . . . .
   5 - . . . m + . w . . .
   6 - . . . . . . . . . .
"""
STREET = """
   0 1 - - - - - - - - -
   1 - . . . . . . . . .
   2 - . . . + x . . . .
   3 - . . + m m m . . .
   4 - . . . + x m . . .
   5 - . . . + m m . . .
   6 - . . . . + . . . .
"""
GATE = """
   0 1 # # # # # # + + # # # # # # 3
   1 + . . . . . . . . . . . . . . +
"""
TOWER = """
   0 1 - - - - - - - - -
   1 - . . g g . b b . .
   2 - . . . . . . . . .
"""
WELL = """
   1 - . . . . . . . . .
   2 - . . . . . . . . .
   3 - . . p p P . . . .
   4 - . . . . p . . . .
   5 - . . w . p . . . .
"""
SCORED = """
   0 1 # # # - - - - -
   1 - . O o s . . . .
   2 - . o o . . . . .
   3 - . m s . w . . .
   4 - . . . . . . . .
"""


def orange() -> Table:
    """EX1 and EX2: seat 0 owns the orange palace on C2 and D2."""
    return table_of(ORANGE, {"C2": 0})


def test_m4_an_orange_building() -> None:
    """EX1: it must be added to the open palace, on one of two squares; brown has four, a grey one begins a palace."""
    table = orange()
    assert options(table, "orange") == marked(ORANGE)
    assert options(table, "brown") == squares("F1 H1 F2 H2")
    assert len(options(table, "grey")) == len(options(table, "purple")) == 104


def test_m5_a_stable() -> None:
    """EX2: eleven squares; one on C3 takes D4 away from the open orange palace, and none can then go to B3."""
    table = orange()
    assert options(table, "stable") == marked(STABLES)
    table.play(1, ("stable", "C3"))
    assert table.twin.palace_of((2, 2)).size == 3  # type: ignore[union-attr]
    assert options(table, "orange") == squares("F5")
    assert not squares("B3") & options(table, "stable")


def test_m4_4_growing_from_a_stable() -> None:
    """With grow_from = palace a square next to a stable of the palace will do too, else it will not."""
    for grow_from, allowed in (("building", False), ("palace", True)):
        table = table_of(ORANGE, {"C2": 0}, grow_from=grow_from)
        table.play(1, ("stable", "D4"))
        assert (squares("C4") <= options(table, "orange")) == allowed


def test_m7_the_street() -> None:
    """EX3: five squares; after E5 two of them fall away, and four are left."""
    table = table_of(STREET, street=["E3", "F3", "G3", "G4", "G5", "F5"])
    assert options(table, "merchant") == marked(STREET)
    table.play(0, ("merchant", "E5"))
    assert options(table, "merchant") == squares("E2 D3 D5 E6")


CLOSED_STREET = """
   0 1 - - - - - - - - -
   1 - m p . . . . . . .
   2 - b b . . . . . . .
   3 - . . . . m . . . .
   4 - . . . m . m . . .
"""


@pytest.mark.parametrize(("start", "lost"), [("one", "E3 F4"), ("apart", "E3 F4 F2 G3 D4 E5 G5 H4"), ("anywhere", "")])
def test_m7_4_a_new_street(start: str, lost: str) -> None:
    """A street that cannot be lengthened is begun anew: next to one merchant at most, to none, or anywhere."""
    table = table_of(CLOSED_STREET, street=["B1"], street_start=start)
    free = table.twin.vacant
    also_beside_two = squares("G3") if start == "one" else set()
    assert options(table, "merchant") == set(free) - squares(lost) - also_beside_two
    table.play(0, ("merchant", "J9"))
    assert table.twin.street == [(9, 9)]
    assert options(table, "merchant") == squares("J8 I9 K9 J10")


def test_m8_the_gate() -> None:
    """EX4: one more wall along the top, and then the last space stays empty for good."""
    table = table_of(GATE)
    top = {where for where in options(table, "wall") if where[0] == 0}
    assert top == squares("H0 I0")
    table.play(0, ("wall", "H0"))
    assert not {where for where in options(table, "wall") if where[0] == 0}


def walls_in_turn(**rules: Any) -> tuple[Table, dict[str, list[dict[str, Any]]]]:
    """EX5: two roofs, then the walls B0 to H0 one after another; the effects of each."""
    table = table_of(TOWER, **rules)
    table.play(0, ("roof", "D1"))
    table.play(1, ("roof", "G1"))
    return table, {name: table.play(1, ("wall", name)) for name in ["B0", "C0", "D0", "E0", "F0", "G0", "H0"]}


def test_m9_1_a_tower_tile() -> None:
    """EX5: the first contact brings the tile with its merchants, a stable beside an arm touched before nothing."""
    table, effects = walls_in_turn()
    assert {name: events for name, events in effects.items() if events} == {
        "D0": [{"event": "tower_tile", "tower": 1, "to": 0, "merchants": 3}],
        "G0": [{"event": "tower_tile", "tower": 1, "to": 1, "merchants": 0}],
    }
    assert table.play(1, ("stable", "D2")) == []


def test_m9_1_every_extension() -> None:
    """EX5 with every_extension: the stable far from the wall brings the tile back to seat 0."""
    table, effects = walls_in_turn(tower_claim="every_extension")
    assert [name for name, events in effects.items() if events] == ["D0", "G0"]
    assert table.play(1, ("stable", "D2")) == [{"event": "tower_tile", "tower": 1, "to": 0, "merchants": 0}]


PALACES = """
   1 - . . . . . . . . .
   2 - . o o o . o o . .
   3 - . . . . . o o . .
"""


def test_m9_3_a_palace_tile() -> None:
    """EX6: five against four and five against five change nothing, six win the tile, whoever placed the stable."""
    table = table_of(PALACES, {"C2": 0})
    tile = {"event": "palace_tile", "colour": "orange"}
    assert table.play(0, ("stable", "C3"), ("stable", "C1")) == []
    effects = table.play(1, ("roof", "G2"))
    assert effects[0] == {"event": "claim", "colour": "orange", "size": 4, "to": 1}
    assert tile["event"] not in [event["event"] for event in effects]
    assert table.play(0, ("stable", "G1")) == []
    assert table.play(0, ("stable", "H1")) == [tile | {"to": 1}]


@pytest.mark.parametrize(
    ("well_squares", "well_scoring", "points"),
    [("four", "piece", 8), ("twelve", "piece", 16), ("four", "palace", 4), ("twelve", "palace", 4)],
)
def test_m11_3_the_well(well_squares: str, well_scoring: str, points: int) -> None:
    """EX7: two of five buildings two straight steps from the well, four with the squares beside these."""
    table = table_of(WELL, {"F3": 0}, well_squares=well_squares, well_scoring=well_scoring)
    assert scored(table)["scores"][0]["palaces"]["purple"]["well"] == points


def test_m11_2_a_palace_scored() -> None:
    """EX8: nine points for four buildings, two stables, two walls and a merchant, four at the well, and two tiles."""
    table = table_of(SCORED)
    table.play(0, ("roof", "C1"))
    score = scored(table)["scores"][0]
    assert score["palaces"]["orange"] == {"buildings": 4, "stables": 2, "walls": 2, "merchants": 1, "well": 4}
    assert (score["palace_tiles"], score["tower_tiles"], score["total"]) == (["orange"], [1], 18)


def scored(table: Table) -> dict[str, Any]:
    """The result if nobody had anything left, as engine and twin both have it."""
    finish(table)
    return table.twin.result()


def finish(table: Table) -> None:
    """Leave nobody anything but a last wall, and place it where it changes nothing for these examples."""
    for seat in range(table.twin.players):
        table.hand(seat)
    table.hand(0, wall=1)
    last = max(table.twin.legal("wall"))
    table.twin.seat = 0
    table.game["table"]["seat"] = 0
    table.begin()
    table.apply(("wall", last))
    table.compare_result()


EMPTY_BOARD = """
   1 - . . . . . . . . . .
"""


def test_m10_1_tea_and_a_closed_colour() -> None:
    """EX9, three players: 3 tiles, 2 to the box with a neutral roof, 1, none; then the colour is closed (M6.4)."""
    table = table_of(EMPTY_BOARD, players=3, board="small")
    told = [
        table.play(0, ("purple", "B1"), ("roof", "B1")),
        table.play(2, ("purple", "E1"), ("neutral_roof", "E1")),
        table.play(1, ("purple", "H1"), ("roof", "H1")),
    ]
    tea = [event for events in told for event in events if event["event"] == "tea"]
    assert [(event["count"], event["to"]) for event in tea] == [(3, 0), (2, None), (1, 1)]
    table.hand(0, purple=2, wall=1)
    table.hand(1, wall=1)
    effects = table.play(2, ("purple", "K1"), ("roof", "K1"))
    assert effects[1:] == [{"event": "closed", "colour": "purple", "returned": [2, 0, 4]}]
    assert table.twin.tea == [3, 1, 0]
    assert [hand["purple"] for hand in table.twin.hands] == [0, 0, 0]


def test_m3_5_passed_over_and_stuck() -> None:
    """EX10: seat 0 has only a roof and no palace for it; seat 1 places three walls, and the game ends stuck."""
    table = table_of(EMPTY_BOARD)
    table.hand(0, roof=1)
    table.hand(1, wall=3)
    table.play(1, ("wall", "B0"), ("wall", "C0"))
    assert table.twin.seat == 1
    table.decide(("wall", (0, 3)))
    table.compare_result()
    assert (table.twin.end, table.twin.result()["left"]) == ("stuck", [1, 0])


def test_m3_5_asked_again() -> None:
    """EX10: had the last piece begun a palace, seat 0 would have had its turn again, and to place the roof."""
    table = table_of(EMPTY_BOARD)
    table.hand(0, roof=1)
    table.hand(1, wall=2, grey=1)
    table.play(1, ("wall", "B0"), ("wall", "C0"))
    table.decide(("grey", (5, 5)))
    assert table.twin.seat == 0
    table.decide(("roof", (5, 5)))
    table.compare_result()
    assert table.twin.end == "all_placed"


# -- what random games hardly ever visit -------------------------------------------------------------------------------


TWO_OPEN = """
   1 - . . . . . . . . .
   2 - . o o . . g g . .
"""


def roofs_last(first: tuple[str, str]) -> Table:
    """Seat 1 has nothing left; seat 0 places a first piece, and can place an own roof."""
    table = table_of(TWO_OPEN, last_player="roofs_first")
    table.hand(1)
    table.hand(0, roof=2, neutral_roof=1, wall=2, stable=1)
    table.twin.tea[0] = 1
    table.game["table"]["tea"][0] = 1
    table.play(0, first)
    return table


def test_m3_6_roofs_first() -> None:
    """After a wall the second piece must be an own roof, and no tea break is allowed."""
    table = roofs_last(("wall", "B0"))
    assert (table.twin.must_roof, table.twin.phase) == (True, "place")
    assert table.twin.counts[-1] == 2


@pytest.mark.parametrize("roof", ["roof", "neutral_roof"])
def test_m3_6_not_after_a_roof(roof: str) -> None:
    """After a roof, own or neutral, anything may follow, and a tea break is allowed."""
    table = roofs_last((roof, "C2"))
    assert (table.twin.must_roof, table.twin.phase) == (False, "tea")


def test_m3_6_not_while_others_can_place() -> None:
    """While another player can place something there is no such duty."""
    table = table_of(TWO_OPEN, last_player="roofs_first")
    table.hand(1, wall=1)
    table.hand(0, roof=2, wall=2)
    table.play(0, ("wall", "B0"))
    assert not table.twin.must_roof


def test_m10_3_tea_of_the_same_turn() -> None:
    """A tile got with the first piece may be used at once, unless tea_same_turn is false."""
    for allowed in (True, False):
        table = table_of("   1 - p p . .\n", tea_same_turn=allowed)
        table.play(0, ("roof", "B1"))
        assert (table.twin.phase == "tea") == allowed


TIED = """
   1 - p . . g g . o o . b .
   2 - . . . . . . . . . . .
"""
OWNERS = {"B1": 0, "E1": 0, "H1": 1, "K1": 1}


@pytest.mark.parametrize(("order", "winner"), [("E1 H1 B1 K1", 0), ("H1 E1 B1 K1", 1), ("B1 H1 E1 K1", 1)])
def test_m11_6_who_claimed_a_largest_palace_first(order: str, winner: int) -> None:
    """Both have three points and a palace of two; who claimed that first wins, whatever smaller ones came before."""
    nothing: dict[str, Any] = {"palace_values": [0, 0, 0, 0], "tower_values": [0, 0, 0, 0]}
    owners = {name: OWNERS[name] for name in order.split()}
    for ties, winners in (("shared", [0, 1]), ("largest_palace", [winner])):
        result = scored(table_of(TIED, owners, ties=ties, **nothing))
        assert [one["total"] for one in result["scores"]] == [3, 3]
        assert result["winners"] == winners


def test_m11_6_tied_without_a_palace() -> None:
    """Tied players without any palace share the win."""
    table = table_of(EMPTY_BOARD, ties="largest_palace")
    assert scored(table)["winners"] == [0, 1]


def test_m4_6_one_palace_that_can_grow() -> None:
    """A colour without an open palace that can grow begins a new one; its older open palaces stay."""
    table = table_of("   1 - g b . . .\n   2 - b b . . .\n", owners={"C1": 0})
    assert COLOURS[0] == "grey"
    assert squares("J9") <= options(table, "grey")
    table.play(0, ("grey", "J9"))
    assert options(table, "grey") == squares("J8 I9 K9 J10")
    assert table.twin.legal("roof") == squares("B1 J9")


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
        for place in twin.options(0, kind):
            games.view(np.uint8)[:] = np.frombuffer(start, np.uint8)
            counted += first_count(games, kind, place)
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
