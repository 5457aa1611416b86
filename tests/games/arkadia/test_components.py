"""What lies in the box: the shipped components, replaced ones, and how a faulty one is refused (R1, R2.2)."""

import json
import subprocess
import sys
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
from arkadia_sim.games.arkadia.components.squares import BOARD_COLUMNS, BOARD_ROWS, is_connected, neighbours, to_corner

SHIPPED = Components.shipped()
PLAIN = ("." * 16,) * 12


# --- the shipped components


def test_r1_1_board_has_24_camps_none_in_the_centre() -> None:
    assert [len(row) for row in SHIPPED.board] == [16] * 12
    assert sum(row.count("T") for row in SHIPPED.board) == 24
    assert all("T" not in row[5:11] for row in SHIPPED.board[3:9])


def test_r1_2_lot_has_24_places_and_none_twice() -> None:
    places = lot_places(SHIPPED.board)
    assert len(places) == len(set(places)) == 24
    assert all(len(place) == 12 and list(place) == sorted(place) for place in places)


def test_r1_2_lot_seals_two_of_each_family_and_two_bare() -> None:
    assert Counter(SHIPPED.lot_seals) == dict.fromkeys([*FAMILIES, None], 2)


def test_r1_3_forty_cards_ten_of_each_family() -> None:
    assert Counter(card.partition("/")[0] for card in SHIPPED.cards) == {
        "house": 8, "farm": 8, "tavern": 8, "mill": 4, "smithy": 4, "trade_centre": 4, "monastery": 4,
    }  # fmt: skip
    assert Counter(card.partition("/")[2] for card in SHIPPED.cards) == dict.fromkeys(FAMILIES, 10)


def test_r1_2_castle_squares_run_clockwise_from_the_top_left() -> None:
    lying, standing = lot_places(PLAIN)[0], lot_places(PLAIN)[-1]
    assert castle_squares(lying) == ((0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (2, 2), (2, 1), (2, 0), (1, 0))
    assert castle_squares(standing) == (
        (8, 13), (8, 14), (8, 15), (9, 15), (10, 15), (11, 15), (11, 14), (11, 13), (10, 13), (9, 13),
    )  # fmt: skip


def test_r1_2_every_lot_has_ten_castle_squares_and_two_courtyard_squares() -> None:
    for lot in lot_places(PLAIN):
        border = castle_squares(lot)
        courtyard = set(lot) - set(border)
        assert len(set(border)) == 10 and len(courtyard) == 2
        assert not neighbours(courtyard) - set(border)
        steps = zip(border, border[1:] + border[:1], strict=True)
        assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in steps)


# --- turning and turning over


@pytest.mark.parametrize(
    ("form", "turned", "with_flips"),
    [("house", 2, 2), ("farm", 2, 2), ("tavern", 4, 4), ("mill", 1, 1), ("smithy", 4, 8), ("trade_centre", 4, 4),
     ("monastery", 2, 4)],
)  # fmt: skip
def test_r4_1_number_of_orientations(form: str, turned: int, with_flips: int) -> None:
    assert len(orientations(SHIPPED.shapes[form], flip=False)) == turned
    assert len(orientations(SHIPPED.shapes[form], flip=True)) == with_flips


def test_r4_1_orientations_of_the_monastery_by_hand() -> None:
    lying, standing = ((0, 0), (0, 1), (1, 1), (1, 2)), ((0, 1), (1, 0), (1, 1), (2, 0))
    assert orientations(["##.", ".##"], flip=False) == [lying, standing]
    mirrored = [((0, 0), (1, 0), (1, 1), (2, 1)), ((0, 1), (0, 2), (1, 0), (1, 1))]
    assert orientations(["##.", ".##"], flip=True) == sorted([lying, standing, *mirrored])


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


@given(outlines())
def test_r4_1_orientations_are_the_outline_turned(rows: tuple[str, ...]) -> None:
    turned, flipped = orientations(rows, flip=False), orientations(rows, flip=True)
    assert turned == sorted(set(turned)) and flipped == sorted(set(flipped)) and set(turned) <= set(flipped)
    assert len(turned) in (1, 2, 4) and len(flipped) in (len(turned), 2 * len(turned))
    for place in flipped:
        assert place == to_corner(place) and is_connected(place) and len(place) == "".join(rows).count("#")
        drawn = ["".join("#" if (r, c) in place else "." for c in range(4)) for r in range(4)]
        assert orientations(drawn, flip=True) == flipped


@given(outlines())
def test_r1_3_every_small_connected_outline_is_taken(rows: tuple[str, ...]) -> None:
    other = ("##",) if orientations(rows, True) != orientations(("##",), True) else ("###",)
    made = replace(SHIPPED, shapes={"mill": rows, "house": other}, cards=("house/red", "mill/black"))
    assert list(made.shapes) == ["house", "mill"]  # in the order of the cards


# --- the first game and the five choices of outlines


@pytest.mark.parametrize("name", ["bar", "square", "l", "t", "s"])
def test_r2_2_first_game_is_legal_with_all_outline_choices(name: str) -> None:
    components = SHIPPED.with_outlines(name)
    components.check_first_game()
    placed = components.first_game.placed
    assert [building.card.partition("/")[0] for building in placed] == list(components.shapes)
    camps = {(r, c) for r in range(12) for c in range(16) if components.board[r][c] == "T"}
    assert not camps & {square for building in placed for square in building.squares}
    bars = [form for form, rows in components.shapes.items() if rows == ("####",)]
    assert len(bars) == (0 if name == "bar" else 1)
    assert len({orientations(rows, True)[0] for rows in components.shapes.values()}) == 7


def test_outline_choices_replace_only_the_form_that_lost_its_outline() -> None:
    changed = {}
    for name in outline_choices():
        shapes = SHIPPED.with_outlines(name).shapes
        changed[name] = [form for form in shapes if shapes[form] != SHIPPED.shapes[form]]
    assert changed == {"bar": [], "square": ["mill"], "l": ["smithy"], "t": ["trade_centre"], "s": ["monastery"]}
    assert SHIPPED.with_outlines("s").with_outlines("bar") == SHIPPED


def test_unknown_outline_choice() -> None:
    with pytest.raises(UnknownName, match="unknown choice of outlines 'sqare'; did you mean 'square'"):
        SHIPPED.with_outlines("sqare")


def test_outline_choice_keeps_the_board() -> None:
    board = random_camps(3)
    assert SHIPPED.with_board(board).with_outlines("l").board == board
    assert SHIPPED.with_outlines("l").with_board(board) == SHIPPED.with_board(board).with_outlines("l")


def first_game_with(changes: dict[int, Any]) -> Components:
    """The shipped components with some of the first game's buildings replaced, not yet checked as a first game."""
    record = SHIPPED.as_json()
    for number, building in changes.items():
        record["first_game"]["placed"][number - 1] = building
    return Components.from_json(record)


@pytest.mark.parametrize(
    ("number", "card", "squares", "message"),
    [
        (1, "house/red", [[3, 5], [3, 7]], "(house/red): [(3, 5), (3, 7)] is not allowed (allowed: the outline of "
         "house rotated, not flipped, R4.1)"),
        (5, "smithy/red", [[4, 10], [5, 10], [5, 11], [5, 12]], "the outline of smithy rotated, not flipped, R4.1"),
        (1, "house/red", [[0, 6], [0, 7]], "(allowed: a place next to the lot or an earlier building, R4.3)"),
        (1, "house/red", [[4, 6], [3, 6]], "(allowed: squares without the lot or an earlier building, R4.2"),
        (2, "farm/olive", [[3, 7], [2, 7], [1, 7]], "squares without the lot or an earlier building, R4.2)"),
        (1, "house/red", [[-1, 6], [0, 6]], "(allowed: squares within rows 0-11 and columns 0-15)"),
        (2, "farm/gold", [[4, 5], [5, 5], [6, 5]], "(allowed: a card of the game that no earlier building has used)"),
    ],
)  # fmt: skip
def test_r2_2_faulty_first_game_is_refused(number: int, card: str, squares: list[list[int]], message: str) -> None:
    components = first_game_with({number: {"card": card, "squares": squares}})
    with pytest.raises(BadValue) as caught:
        components.check_first_game()
    assert str(caught.value).startswith(f"first game, building {number} ({card}): ")
    assert message in str(caught.value)


def test_r2_2_first_game_building_listed_before_what_it_touches_is_refused() -> None:
    record = SHIPPED.as_json()
    record["first_game"]["placed"].insert(
        0, record["first_game"]["placed"].pop()
    )  # the monastery touches only the farm
    with pytest.raises(BadValue, match=r"building 1 \(monastery/black\).*next to the lot or an earlier building"):
        Components.from_json(record).check_first_game()


def test_r2_2_first_game_takes_exactly_seven_cards_each_of_them_once() -> None:
    record = SHIPPED.as_json()
    del record["first_game"]["placed"][6]
    with pytest.raises(BadValue, match="first game, placed: '6 buildings' is not allowed .allowed: exactly 7, R2.2"):
        Components.from_json(record).check_first_game()
    twice = first_game_with({5: {"card": "mill/silver", "squares": [[2, 6], [2, 7], [1, 6], [1, 7]]}})
    with pytest.raises(BadValue, match=r"building 5 \(mill/silver\).*no earlier building has used"):
        twice.check_first_game()


def test_r6_1_first_game_building_enclosed_from_the_start_is_refused() -> None:
    placed = [
        ("house/red", [[0, 4], [1, 4]]),
        ("house/olive", [[0, 5], [1, 5]]),
        ("house/red", [[2, 4], [2, 5]]),
        ("house/black", [[0, 6], [0, 7]]),
        ("house/black", [[1, 6], [1, 7]]),
        ("farm/red", [[2, 6], [2, 7], [2, 8]]),
        ("farm/olive", [[3, 6], [3, 7], [3, 8]]),
    ]
    lot = [[r, c] for r in range(3) for c in range(4)]
    game = {"lot": lot, "placed": [{"card": card, "squares": squares} for card, squares in placed]}
    with pytest.raises(BadValue, match=r"building 1 \(house/red\).*at least one vacant neighbour square, R6.1"):
        Components.from_json({"board": list(PLAIN), "first_game": game}).check_first_game()


def test_r1_2_first_game_lot_on_a_camp_is_refused_only_for_the_first_game() -> None:
    rows = list(SHIPPED.board)
    rows[5] = rows[5][:7] + "T" + rows[5][8:]
    components = SHIPPED.with_board(rows)
    with pytest.raises(BadValue, match=r"first game, lot: 'camp at \(5, 7\)' is not allowed .*R1.2"):
        components.check_first_game()


# --- boards of a user's own


def test_board_from_a_file_and_from_rows(tmp_path: Path) -> None:
    board = random_camps(11)
    path = tmp_path / "my_board.txt"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join((*board, "", " ")).encode())
    assert SHIPPED.with_board(path) == SHIPPED.with_board(str(path)) == SHIPPED.with_board(board)
    assert SHIPPED.with_board(list(board)).board == board
    assert SHIPPED.with_board(board) != SHIPPED


def board_with(line: int, text: str) -> list[str]:
    """The shipped board with one line replaced, counted from 1."""
    rows = list(SHIPPED.board)
    rows[line - 1] = text
    return rows


BOARD_FAULTS = [
    (board_with(3, "T...X.T..T....T."), "line 3, column 5: 'X' is not allowed (allowed: '.' for plain or 'T' for a "
     "tent camp)"),
    (board_with(3, "T....t..T....T.."), "line 3, column 6: 't' is not allowed"),
    (board_with(12, "...."), "line 12, column 5: 'end of line' is not allowed (allowed: 16 characters in each line, "
     "this one has 4)"),
    (board_with(1, "." * 17), "line 1, column 17: '.' is not allowed (allowed: 16 characters in each line, this one "
     "has 17)"),
    (list(SHIPPED.board)[:11], "line 12, column 1: 'end of board' is not allowed (allowed: 12 lines)"),
    ([*SHIPPED.board, "." * 16], "line 13, column 1: '................' is not allowed (allowed: 12 lines)"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "message"), BOARD_FAULTS)
def test_r1_1_board_fault_names_line_and_column(rows: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(BadValue) as caught:
        SHIPPED.with_board(rows)
    assert str(caught.value).startswith(f"board, {message}")
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(BadValue) as caught:
        SHIPPED.with_board(path)
    assert str(caught.value).startswith(f"board mine.txt, {message}")


def test_r1_2_board_without_a_place_for_the_lot() -> None:
    rows = ["...T" * 4, "..T." * 4, ".T.." * 4, "T..." * 4] * 3
    with pytest.raises(BadValue, match="board: 'no place for the castle lot' is not allowed .*at least one 3 x 4"):
        SHIPPED.with_board(rows)


def test_board_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="file .*nowhere.txt' cannot be read: No such file"):
        SHIPPED.with_board(tmp_path / "nowhere.txt")
    with pytest.raises(UsageError, match="cannot be read"):
        SHIPPED.with_board(tmp_path)
    (tmp_path / "latin.txt").write_bytes(b"\xe4")
    with pytest.raises(UsageError, match="is not text in UTF-8"):
        SHIPPED.with_board(tmp_path / "latin.txt")


@given(st.text(alphabet=".T#x \n", max_size=300))
def test_any_text_is_a_board_or_a_clear_refusal(text: str) -> None:
    try:
        board = SHIPPED.with_board(text.splitlines()).board
    except UsageError as error:
        assert str(error).startswith("board")
    else:
        assert len(board) == BOARD_ROWS


# --- random layouts


@given(st.integers(0, 2**64 - 1), st.integers(0, 156))
def test_random_camps_same_number_centre_free_and_playable(seed: int, camps: int) -> None:
    board = random_camps(seed, camps)
    assert board == random_camps(seed, camps)
    assert sum(row.count("T") for row in board) == camps
    assert all("T" not in row[5:11] for row in board[3:9])
    components = SHIPPED.with_board(board)
    assert len(lot_places(components.board)) >= 24
    components.check_first_game()


def test_random_camps_are_spread_evenly_outside_the_centre() -> None:
    layouts = 2000
    counts = Counter((r, c) for seed in range(layouts) for r, row in enumerate(random_camps(seed))
                     for c, mark in enumerate(row) if mark == "T")  # fmt: skip
    expected = layouts * 24 / 156
    assert len(counts) == 156
    spread = sum((count - expected) ** 2 for count in counts.values()) / (expected * (1 - 24 / 156))
    assert 155 - 5 * 17.6 < spread < 155 + 5 * 17.6  # chi-square of 155 degrees of freedom, sd 17.6


def test_random_camps_of_one_seed_never_change() -> None:
    assert random_camps(1)[:3] == ("..T......T......", "T...........T..T", "....T..T........")


def test_random_camps_bad_values() -> None:
    with pytest.raises(BadValue, match="camps: 157 is not allowed .allowed: a whole number from 0 to 156"):
        random_camps(1, 157)
    with pytest.raises(BadValue, match="camps: -1 is not allowed"):
        random_camps(1, -1)
    with pytest.raises(BadValue, match="seed of the camps: -5 is not allowed"):
        random_camps(-5)


# --- plain data, folders and faults in them


@given(st.integers(0, 1000), st.sampled_from(["bar", "square", "l", "t", "s"]))
@settings(max_examples=30)
def test_components_go_through_json_and_back(seed: int, name: str) -> None:
    components = SHIPPED.with_board(random_camps(seed)).with_outlines(name)
    text = json.dumps(components.as_json(), sort_keys=True)
    again = Components.from_json(json.loads(text))
    assert again == components and hash(again) == hash(components)
    assert list(again.shapes) == list(components.shapes)


def test_from_json_takes_the_shipped_pieces_for_what_is_not_named() -> None:
    assert Components.from_json({}) == SHIPPED
    board = random_camps(5)
    assert Components.from_json({"board": list(board)}) == SHIPPED.with_board(board)


BAR6 = ["######"]
RING = ["###", "#.#", "###"]
DATA_FAULTS = [
    ({"bord": []}, "unknown component 'bord'; did you mean 'board'? (allowed: board, cards, drawn, families"),
    ({"board": "x"}, "components, board: 'x' is not allowed (allowed: input should be a valid list)"),
    ({"board": [1]}, "components, board, 0: 1 is not allowed"),
    ({"first_game": {"lot": []}}, "components, first_game, placed: 'nothing' is not allowed (allowed: field required)"),
    ({"first_game": {"lot": [[0]], "placed": []}}, "first game, lot: [[0]] is not allowed (allowed: a list of squares, "
     "each [row, column])"),
    ({"first_game": {"lot": [[0, 0], [0, 0]], "placed": []}}, "first game, lot: [[0, 0], [0, 0]] is not allowed "
     "(allowed: each square once)"),
    ({"first_game": {"lot": [[0, 0], [0, 1]], "placed": []}}, "first game, lot: [(0, 0), (0, 1)] is not allowed "
     "(allowed: the 12 squares of a 3 x 4 or 4 x 3 rectangle on the board, R1.2)"),
    ({"families": ["red", "olive", "black", "gold"]}, "families: ['red', 'olive', 'black', 'gold'] is not allowed "
     "(allowed: red, olive, black, silver, in this order)"),
    ({"lot_seals": ["red"]}, "lot_seals: '1 entries' is not allowed (allowed: 10, one per castle square, R1.2)"),
    ({"lot_seals": [None] * 10}, "lot_seals: '0 of red' is not allowed (allowed: two of each family, R1.2)"),
    ({"lot_seals": [None] * 9 + ["blue"]}, "unknown family on castle square 9 'blue'"),
    ({"cards": []}, "cards: '0 cards' is not allowed (allowed: 1 to 64 cards)"),
    ({"cards": ["house/red"] * 65}, "cards: '65 cards' is not allowed"),
    ({"cards": ["house/red", "house"]}, "card 2: 'house' is not allowed (allowed: form/family, such as mill/red)"),
    ({"cards": ["hose/red"]}, "unknown form on card 1 'hose'; did you mean 'house'?"),
    ({"cards": ["house/read"]}, "unknown family on card 1 'read'; did you mean 'red'? (allowed: black, olive, red, "
     "silver)"),
    ({"shapes": {}}, "shapes: '0 forms' is not allowed (allowed: 1 to 16 forms)"),
    ({"shapes": {"My Hut": ["##"]}}, "name of a form: 'My Hut' is not allowed"),
    ({"shapes": {"house": ["#x"]}}, "shape house: ['#x'] is not allowed (allowed: rows of equal length of '#'"),
    ({"shapes": {"house": ["##", "#"]}}, "shape house: ['##', '#'] is not allowed (allowed: rows of equal length"),
    ({"shapes": {"house": []}}, "shape house: [] is not allowed"),
    ({"shapes": {"house": ["#"]}}, "shape house: '1 squares' is not allowed (allowed: 2 to 6 squares)"),
    ({"shapes": {"house": RING}}, "shape house: '8 squares' is not allowed (allowed: 2 to 6 squares)"),
    ({"shapes": {"house": ["#.", ".#"]}}, "shape house: ['#.', '.#'] is not allowed (allowed: squares that are conn"),
    ({"shapes": {"house": BAR6}}, "shape house: ['######'] is not allowed (allowed: at most 4 rows and 4 columns)"),
    ({"shapes": {"house": ["##."," .##"]}}, "shape house: ['##.', ' .##'] is not allowed"),
    ({"shapes": {"ell": ["###", "#.."], "jay": ["#..", "###"]}}, "shape jay: ['#..', '###'] is not allowed (allowed: "
     "an outline that differs from ell, even flipped)"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), DATA_FAULTS)
def test_faulty_components_are_refused_by_name(data: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Components.from_json(data)
    assert str(caught.value).startswith(message)


def test_folder_with_some_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("\n".join(random_camps(2)), encoding="utf-8")
    assert Components.load(tmp_path) == SHIPPED.with_board(random_camps(2))
    castle = {"families": list(FAMILIES), "lot_seals": [*FAMILIES, *FAMILIES, None, None]}
    (tmp_path / "castle.json").write_text(json.dumps(castle), encoding="utf-8")
    assert Components.load(str(tmp_path)).lot_seals == (*FAMILIES, *FAMILIES, None, None)


def test_folder_with_all_files_is_the_same_as_its_data(tmp_path: Path) -> None:
    data = SHIPPED.with_outlines("t").as_json()
    (tmp_path / "board.txt").write_text("\n".join(data["board"]), encoding="utf-8")
    for name in ("shapes", "cards", "first_game"):
        (tmp_path / f"{name}.json").write_text(json.dumps(data[name]), encoding="utf-8")
    castle = {"families": data["families"], "lot_seals": data["lot_seals"]}
    (tmp_path / "castle.json").write_text(json.dumps(castle), encoding="utf-8")
    assert Components.load(tmp_path) == SHIPPED.with_outlines("t")


def test_folder_faults(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="components folder: .*a folder with any of board.txt, shapes.json"):
        Components.load(tmp_path)
    (tmp_path / "castle.json").write_text("[1, 2]", encoding="utf-8")
    with pytest.raises(BadValue, match="castle.json: .1, 2. is not allowed"):
        Components.load(tmp_path)
    (tmp_path / "castle.json").write_text('{"families": [}', encoding="utf-8")
    with pytest.raises(BadValue, match="file castle.json, line 1, column 15: 'Expecting value' is not allowed"):
        Components.load(tmp_path)


def test_r2_2_folder_with_an_illegal_first_game_is_refused(tmp_path: Path) -> None:
    game = SHIPPED.as_json()["first_game"]
    game["placed"][0]["squares"] = [[0, 6], [0, 7]]
    (tmp_path / "first_game.json").write_text(json.dumps(game), encoding="utf-8")
    with pytest.raises(BadValue, match=r"building 1 \(house/red\)"):
        Components.load(tmp_path)


def test_components_import_nothing_heavy() -> None:
    code = (
        "import sys, arkadia_sim.games.arkadia.components.squares as s; "
        "heavy = {'numpy', 'numba', 'polars', 'scipy', 'matplotlib', 'joblib'}; "
        "import arkadia_sim.games.arkadia.components.box, arkadia_sim.games.arkadia.rules.options; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_neighbours_stop_at_the_edge() -> None:
    assert neighbours([(0, 0)]) == {(0, 1), (1, 0)}
    assert neighbours([(BOARD_ROWS - 1, BOARD_COLUMNS - 1)]) == {(11, 14), (10, 15)}


# -- what each deal draws ----------------------------------------------------------------------------------------------


def test_what_is_drawn_goes_through_json_and_back_and_is_told_nowhere_else() -> None:
    drawn = SHIPPED.with_drawn(["outlines", "camps"])
    assert drawn.drawn == ("camps", "outlines")
    assert set(drawn.board) == {"." * 16}
    assert Components.from_json(json.loads(json.dumps(drawn.as_json()))) == drawn
    assert "drawn" not in SHIPPED.as_json()
    assert SHIPPED.with_drawn(["outlines"]).board == SHIPPED.board


def test_one_game_has_the_camps_and_outlines_that_its_deal_has_drawn() -> None:
    board = random_camps(9)
    camps = [(row, column) for row in range(12) for column in range(16) if board[row][column] == "T"]
    drawn = SHIPPED.with_drawn(["camps", "outlines"])
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
