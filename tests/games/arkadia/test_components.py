"""What lies in the box: the shipped components, replaced ones, and how a faulty one is refused (R1, R2.2)."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arkadia_sim.errors import BadValue, UnknownName, UsageError
from arkadia_sim.games.arkadia.components.box import (
    FAMILIES,
    Components,
    castle_squares,
    lot_places,
    orientations,
    outline_choices,
    random_camps,
)
from arkadia_sim.games.arkadia.components.squares import is_connected, neighbours, to_corner

SHIPPED = Components.shipped()
PLAIN = ("." * 16,) * 12


# --- the shipped components


def test_r1_what_lies_in_the_box() -> None:
    """24 camps, none in the centre; 40 cards, ten of each family; two seals of each family on the lot, two bare."""
    assert [len(row) for row in SHIPPED.board] == [16] * 12
    assert sum(row.count("T") for row in SHIPPED.board) == 24
    assert all("T" not in row[5:11] for row in SHIPPED.board[3:9])
    assert Counter(card.partition("/")[0] for card in SHIPPED.cards) == {
        "house": 8, "farm": 8, "tavern": 8, "mill": 4, "smithy": 4, "trade_centre": 4, "monastery": 4,
    }  # fmt: skip
    assert Counter(card.partition("/")[2] for card in SHIPPED.cards) == dict.fromkeys(FAMILIES, 10)
    assert Counter(SHIPPED.lot_seals) == dict.fromkeys([*FAMILIES, None], 2)


def test_r1_2_the_lot_has_24_places_and_castle_squares_that_run_clockwise_from_the_top_left() -> None:
    places = lot_places(SHIPPED.board)
    assert len(places) == len(set(places)) == 24
    assert all(len(place) == 12 and list(place) == sorted(place) for place in places)
    lying, standing = lot_places(PLAIN)[0], lot_places(PLAIN)[-1]
    assert castle_squares(lying) == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (2, 2), (2, 1), (2, 0), (1, 0))
    assert castle_squares(standing) == (
        (8, 13), (8, 14), (8, 15), (9, 15), (10, 15), (11, 15), (11, 14), (11, 13), (10, 13), (9, 13),
    )  # fmt: skip


# --- turning and turning over


@pytest.mark.parametrize(
    ("form", "turned", "with_flips"),
    [("house", 2, 2), ("farm", 2, 2), ("tavern", 4, 4), ("mill", 1, 1), ("smithy", 4, 8), ("trade_centre", 4, 4),
     ("monastery", 2, 4)],
)  # fmt: skip
def test_r4_1_number_of_orientations(form: str, turned: int, with_flips: int) -> None:
    assert len(orientations(SHIPPED.shapes[form], flip=False)) == turned
    assert len(orientations(SHIPPED.shapes[form], flip=True)) == with_flips


@st.composite
def outlines(draw: st.DrawFn) -> tuple[str, ...]:
    """A connected outline of 2 to 6 squares within a 4 x 4 box, grown square by square."""
    squares = {(draw(st.integers(0, 3)), draw(st.integers(0, 3)))}
    for _ in range(draw(st.integers(1, 5))):
        choices = sorted(square for square in neighbours(squares) if max(square) < 4)
        squares.add(draw(st.sampled_from(choices)))
    corner = to_corner(squares)
    rows, columns = max(r for r, _ in corner) + 1, max(c for _, c in corner) + 1
    return tuple("".join("#" if (r, c) in corner else "." for c in range(columns)) for r in range(rows))


@settings(max_examples=40)
@given(outlines())
def test_r1_3_r4_1_every_small_connected_outline_is_taken_and_turned(rows: tuple[str, ...]) -> None:
    turned, flipped = orientations(rows, flip=False), orientations(rows, flip=True)
    assert turned == sorted(set(turned)) and flipped == sorted(set(flipped)) and set(turned) <= set(flipped)
    assert len(turned) in (1, 2, 4) and len(flipped) in (len(turned), 2 * len(turned))
    for place in flipped:
        assert place == to_corner(place) and is_connected(place) and len(place) == "".join(rows).count("#")
        drawn = ["".join("#" if (r, c) in place else "." for c in range(4)) for r in range(4)]
        assert orientations(drawn, flip=True) == flipped
    other = ("##",) if flipped != orientations(("##",), True) else ("###",)
    made = replace(SHIPPED, shapes={"mill": rows, "house": other}, cards=("house/red", "mill/black"))
    assert list(made.shapes) == ["house", "mill"]  # in the order of the cards


# --- the first game and the five choices of outlines


@pytest.mark.parametrize(
    ("name", "changed"),
    [("bar", []), ("square", ["mill"]), ("l", ["smithy"]), ("t", ["trade_centre"]), ("s", ["monastery"])],
)
def test_r2_2_an_outline_choice_replaces_one_form_and_the_first_game_stays_legal(name: str, changed: list[str]) -> None:
    components, board = SHIPPED.with_outlines(name), random_camps(3)
    components.check_first_game()
    placed = components.first_game.placed
    assert [building.card.partition("/")[0] for building in placed] == list(components.shapes)
    camps = {(r, c) for r in range(12) for c in range(16) if components.board[r][c] == "T"}
    assert not camps & {square for building in placed for square in building.squares}
    assert [form for form, rows in components.shapes.items() if rows != SHIPPED.shapes[form]] == changed
    assert components.with_outlines("bar") == SHIPPED
    assert SHIPPED.with_board(board).with_outlines(name) == components.with_board(board)


def test_an_unknown_outline_choice_is_refused_with_the_nearest() -> None:
    assert list(outline_choices()) == ["bar", "square", "l", "t", "s"]
    with pytest.raises(UnknownName, match="unknown choice of outlines 'sqare'; did you mean 'square'"):
        SHIPPED.with_outlines("sqare")


@pytest.mark.parametrize(
    ("number", "card", "squares", "message"),
    [
        (1, "house/red", [[3, 5], [3, 7]], "the outline of house rotated, not flipped, R4.1)"),
        (5, "smithy/red", [[4, 10], [5, 10], [5, 11], [5, 12]], "the outline of smithy rotated, not flipped, R4.1"),
        (1, "house/red", [[0, 6], [0, 7]], "(allowed: a place next to the lot or an earlier building, R4.3)"),
        (1, "house/red", [[4, 6], [3, 6]], "(allowed: squares without the lot or an earlier building, R4.2"),
        (1, "house/red", [[-1, 6], [0, 6]], "(allowed: squares within rows 0-11 and columns 0-15)"),
        (2, "farm/gold", [[4, 5], [5, 5], [6, 5]], "(allowed: a card of the game that no earlier building has used)"),
        (5, "mill/silver", [[2, 6], [2, 7], [1, 6], [1, 7]], "a card of the game that no earlier building has used"),
    ],
)
def test_r2_2_a_faulty_first_game_is_refused(number: int, card: str, squares: list[list[int]], message: str) -> None:
    record = SHIPPED.as_json()
    record["first_game"]["placed"][number - 1] = {"card": card, "squares": squares}
    with pytest.raises(BadValue) as caught:
        Components.from_json(record).check_first_game()
    assert str(caught.value).startswith(f"first game, building {number} ({card}): ")
    assert message in str(caught.value)


ENCLOSED = [
    ("house/red", [[0, 4], [1, 4]]),
    ("house/olive", [[0, 5], [1, 5]]),
    ("house/red", [[2, 4], [2, 5]]),
    ("house/black", [[0, 6], [0, 7]]),
    ("house/black", [[1, 6], [1, 7]]),
    ("farm/red", [[2, 6], [2, 7], [2, 8]]),
    ("farm/olive", [[3, 6], [3, 7], [3, 8]]),
]


def test_r2_2_r6_1_a_first_game_of_other_buildings_is_refused() -> None:
    """With six buildings, before what the first one touches, enclosed from the start, or with its lot on a camp."""
    record = SHIPPED.as_json()
    placed = record["first_game"]["placed"]
    record["first_game"]["placed"] = placed[:6]
    with pytest.raises(BadValue, match="first game, placed: '6 buildings' is not allowed .allowed: exactly 7, R2.2"):
        Components.from_json(record).check_first_game()
    record["first_game"]["placed"] = [placed[6], *placed[:6]]  # the monastery touches only the farm
    with pytest.raises(BadValue, match=r"building 1 \(monastery/black\).*next to the lot or an earlier building"):
        Components.from_json(record).check_first_game()
    game = {"lot": [[r, c] for r in range(3) for c in range(4)]}
    enclosed = game | {"placed": [{"card": card, "squares": squares} for card, squares in ENCLOSED]}
    with pytest.raises(BadValue, match=r"building 1 \(house/red\).*at least one vacant neighbour square, R6.1"):
        Components.from_json({"board": list(PLAIN), "first_game": enclosed}).check_first_game()
    rows = list(SHIPPED.board)
    rows[5] = rows[5][:7] + "T" + rows[5][8:]
    with pytest.raises(BadValue, match=r"first game, lot: 'camp at \(5, 7\)' is not allowed .*R1.2"):
        SHIPPED.with_board(rows).check_first_game()


# --- boards of a user's own


def board_with(line: int, text: str) -> list[str]:
    """The shipped board with one line replaced, counted from 1."""
    return [text if number == line else row for number, row in enumerate(SHIPPED.board, start=1)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (board_with(3, "T...X.T..T....T."), ", line 3, column 5: 'X' is not allowed (allowed: '.' for plain or 'T'"),
        (board_with(12, "...."), ", line 12, column 5: 'end of line' is not allowed (allowed: 16 characters in each "
         "line, this one has 4)"),
        (board_with(1, "." * 17), ", line 1, column 17: '.' is not allowed (allowed: 16 characters in each line"),
        (list(SHIPPED.board)[:11], ", line 12, column 1: 'end of board' is not allowed (allowed: 12 lines)"),
        ([*SHIPPED.board, "." * 16], ", line 13, column 1: '................' is not allowed (allowed: 12 lines)"),
        (["...T" * 4, "..T." * 4, ".T.." * 4, "T..." * 4] * 3, ": 'no place for the castle lot' is not allowed"),
    ],
)  # fmt: skip
def test_r1_1_a_fault_of_a_board_is_named_with_its_place(rows: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    for board, name in ((rows, "board"), (tmp_path / "mine.txt", "board mine.txt")):
        with pytest.raises(BadValue) as caught:
            SHIPPED.with_board(board)
        assert str(caught.value).startswith(name + message)


def test_a_board_is_read_from_a_file_or_from_rows(tmp_path: Path) -> None:
    board, path = random_camps(11), tmp_path / "my_board.txt"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join((*board, "", " ")).encode())
    assert SHIPPED.with_board(path) == SHIPPED.with_board(str(path)) == SHIPPED.with_board(list(board)) != SHIPPED
    path.write_bytes(b"\xe4")
    for wrong, told in ((tmp_path / "no.txt", "No such file"), (tmp_path, "cannot be read"), (path, "is not text in")):
        with pytest.raises(UsageError, match=told):
            SHIPPED.with_board(wrong)


# --- random layouts


@settings(max_examples=40)
@given(st.integers(0, 2**64 - 1), st.integers(0, 156))
def test_random_camps_leave_the_centre_free_and_the_game_playable(seed: int, camps: int) -> None:
    board = random_camps(seed, camps)
    assert board == random_camps(seed, camps)
    assert sum(row.count("T") for row in board) == camps
    assert all("T" not in row[5:11] for row in board[3:9])
    components = SHIPPED.with_board(board)
    assert len(lot_places(components.board)) >= 24
    components.check_first_game()


def test_random_camps_are_spread_evenly_and_never_change() -> None:
    layouts = 1000
    counts = Counter((r, c) for seed in range(layouts) for r, row in enumerate(random_camps(seed))
                     for c, mark in enumerate(row) if mark == "T")  # fmt: skip
    expected = layouts * 24 / 156
    assert len(counts) == 156
    spread = sum((count - expected) ** 2 for count in counts.values()) / (expected * (1 - 24 / 156))
    assert 155 - 5 * 17.6 < spread < 155 + 5 * 17.6  # chi-square of 155 degrees of freedom, sd 17.6
    assert random_camps(1)[:3] == ("..T......T......", "T...........T..T", "....T..T........")
    for wrong in ((1, 157), (1, -1), (-5, 24)):
        with pytest.raises(BadValue, match="camps: (157|-1|-5) is not allowed"):
            random_camps(*wrong)


# --- plain data, folders and faults in them

DATA_FAULTS = [
    ({"bord": []}, "unknown component 'bord'; did you mean 'board'? (allowed: board, cards, drawn, families"),
    ({"board": "x"}, "components, board: 'x' is not allowed (allowed: input should be a valid list)"),
    ({"first_game": {"lot": []}}, "components, first_game, placed: 'nothing' is not allowed (allowed: field required)"),
    ({"first_game": {"lot": [[0]], "placed": []}}, "first game, lot: [[0]] is not allowed (allowed: a list of squares, "
     "each [row, column])"),
    ({"first_game": {"lot": [[0, 0], [0, 0]], "placed": []}}, "first game, lot: [[0, 0], [0, 0]] is not allowed "
     "(allowed: each square once)"),
    ({"families": ["red", "olive", "black", "gold"]}, "families: ['red', 'olive', 'black', 'gold'] is not allowed "
     "(allowed: red, olive, black, silver, in this order)"),
    ({"lot_seals": ["red"]}, "lot_seals: '1 entries' is not allowed (allowed: 10, one per castle square, R1.2)"),
    ({"lot_seals": [None] * 10}, "lot_seals: '0 of red' is not allowed (allowed: two of each family, R1.2)"),
    ({"lot_seals": [None] * 9 + ["blue"]}, "unknown family on castle square 9 'blue'"),
    ({"cards": ["house/red"] * 65}, "cards: '65 cards' is not allowed (allowed: 1 to 64 cards)"),
    ({"cards": ["house/red", "house"]}, "card 2: 'house' is not allowed (allowed: form/family, such as mill/red)"),
    ({"cards": ["hose/red"]}, "unknown form on card 1 'hose'; did you mean 'house'?"),
    ({"cards": ["house/read"]}, "unknown family on card 1 'read'; did you mean 'red'? (allowed: black, olive, red, "
     "silver)"),
    ({"shapes": {}}, "shapes: '0 forms' is not allowed (allowed: 1 to 16 forms)"),
    ({"shapes": {"My Hut": ["##"]}}, "name of a form: 'My Hut' is not allowed"),
    ({"shapes": {"house": ["##", "#"]}}, "shape house: ['##', '#'] is not allowed (allowed: rows of equal length"),
    ({"shapes": {"house": ["#"]}}, "shape house: '1 squares' is not allowed (allowed: 2 to 6 squares)"),
    ({"shapes": {"house": ["#.", ".#"]}}, "shape house: ['#.', '.#'] is not allowed (allowed: squares that are conn"),
    ({"shapes": {"house": ["######"]}}, "shape house: ['######'] is not allowed (allowed: at most 4 rows and 4 col"),
    ({"shapes": {"ell": ["###", "#.."], "jay": ["#..", "###"]}}, "shape jay: ['#..', '###'] is not allowed (allowed: "
     "an outline that differs from ell, even flipped)"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), DATA_FAULTS)
def test_faulty_components_are_refused_by_name(data: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Components.from_json(data)
    assert str(caught.value).startswith(message)


def test_components_go_through_json_and_folders_and_back(tmp_path: Path) -> None:
    """The shipped pieces stand in for what is not named."""
    components = SHIPPED.with_board(random_camps(2)).with_outlines("t")
    again = Components.from_json(json.loads(json.dumps(components.as_json(), sort_keys=True)))
    assert again == components and hash(again) == hash(components) and list(again.shapes) == list(components.shapes)
    assert Components.from_json({}) == SHIPPED
    data = components.as_json()
    (tmp_path / "board.txt").write_text("\n".join(data["board"]), encoding="utf-8")
    assert Components.load(tmp_path) == SHIPPED.with_board(random_camps(2))
    for name in ("shapes", "cards", "first_game"):
        (tmp_path / f"{name}.json").write_text(json.dumps(data[name]), encoding="utf-8")
    castle = {"families": data["families"], "lot_seals": data["lot_seals"][::-1]}
    (tmp_path / "castle.json").write_text(json.dumps(castle), encoding="utf-8")
    assert Components.load(str(tmp_path)) == replace(components, lot_seals=components.lot_seals[::-1])


def test_faults_of_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="components folder: .*a folder with any of board.txt, shapes.json"):
        Components.load(tmp_path)
    game = SHIPPED.as_json()["first_game"]
    game["placed"][0]["squares"] = [[0, 6], [0, 7]]
    for name, text, told in (
        ("castle.json", "[1, 2]", "castle.json: .1, 2. is not allowed"),
        ("castle.json", '{"families": [}', "file castle.json, line 1, column 15: 'Expecting value' is not allowed"),
        ("first_game.json", json.dumps(game), r"building 1 \(house/red\)"),
    ):
        (tmp_path / "castle.json").unlink(missing_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
        with pytest.raises(BadValue, match=told):
            Components.load(tmp_path)


# -- what each deal draws ----------------------------------------------------------------------------------------------


def test_one_game_has_the_camps_and_outlines_that_its_deal_has_drawn() -> None:
    board = random_camps(9)
    camps = [(row, column) for row in range(12) for column in range(16) if board[row][column] == "T"]
    drawn = SHIPPED.with_drawn(["outlines", "camps"])
    assert drawn.drawn == ("camps", "outlines") and set(drawn.board) == {"." * 16}
    assert Components.from_json(json.loads(json.dumps(drawn.as_json()))) == drawn
    assert "drawn" not in SHIPPED.as_json() and SHIPPED.with_drawn(["outlines"]).board == SHIPPED.board
    assert drawn.as_drawn(camps, "t") == SHIPPED.with_board(board).with_outlines("t")
    assert SHIPPED.with_drawn(["camps"]).as_drawn(camps, "bar") == SHIPPED.with_board(board)
    assert [box.outlines for box in drawn.outcomes_of_draw()] == ["bar", "square", "l", "t", "s"]
    assert replace(SHIPPED, shapes={**SHIPPED.shapes, "mill": ("####", "#...")}).outlines == "other"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: SHIPPED.with_drawn(["cards"]), "any of camps, outlines"),
        (lambda: replace(SHIPPED, drawn=("camps",)), "one without camps"),
        (lambda: replace(SHIPPED, drawn=("outlines", "camps")), "in this order"),
        (lambda: first_game_at_the_edge().with_drawn(["camps"]).check_first_game(), "squares of the centre"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(BadValue, match=told):
        make()


def first_game_at_the_edge() -> Components:
    """The first game with its lot in a corner, where a camp could be drawn."""
    lot = tuple((row, column) for row in range(3) for column in range(4))
    return replace(SHIPPED, first_game=replace(SHIPPED.first_game, lot=lot))
