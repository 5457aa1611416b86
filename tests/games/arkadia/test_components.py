"""What lies in the box: the shipped components, replaced ones, and how a faulty one is refused (R1, R2.2)."""

import json
from collections import Counter
from pathlib import Path

import pytest

from arkadia_sim.errors import BadValue, UsageError
from arkadia_sim.games.arkadia.box import (
    BOARD,
    CARDS,
    FAMILIES,
    FIRST_LOT,
    FORMS,
    LOT_SEALS,
    OUTLINES,
    Components,
    board_of,
    castle_squares,
    first_buildings,
    lot_places,
    marked,
    neighbours,
    orientations,
)
from arkadia_sim.games.arkadia.game import GAME

PLAIN = ("." * 16,) * 12


# --- the shipped components


def test_r1_what_lies_in_the_box() -> None:
    """24 camps, none in the centre; 40 cards, ten of each family; two seals of each family on the lot, two bare."""
    assert [len(row) for row in BOARD] == [16] * 12
    assert sum(row.count("T") for row in BOARD) == 24
    assert all("T" not in row[5:11] for row in BOARD[3:9])
    assert Counter(card.partition("/")[0] for card in CARDS) == {
        "house": 8, "farm": 8, "tavern": 8, "mill": 4, "smithy": 4, "trade_centre": 4, "monastery": 4,
    }  # fmt: skip
    assert Counter(card.partition("/")[2] for card in CARDS) == dict.fromkeys(FAMILIES, 10)
    assert Counter(LOT_SEALS) == dict.fromkeys([*FAMILIES, None], 2)


def test_r1_2_the_lot_has_24_places_and_castle_squares_that_run_clockwise_from_the_top_left() -> None:
    places = lot_places(BOARD)
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
    assert len(orientations(OUTLINES["bar"][form], flip=False)) == turned
    assert len(orientations(OUTLINES["bar"][form], flip=True)) == with_flips


# --- the first game and the five choices of outlines


def test_r2_2_an_outline_choice_replaces_one_form_in_the_first_game_too() -> None:
    assert list(OUTLINES) == ["bar", "square", "l", "t", "s"]
    changed = {
        name: [form for form, rows in shapes.items() if rows != OUTLINES["bar"][form]]
        for name, shapes in OUTLINES.items()
    }
    assert changed == {"bar": [], "square": ["mill"], "l": ["smithy"], "t": ["trade_centre"], "s": ["monastery"]}


@pytest.mark.parametrize("name", OUTLINES)
def test_r2_2_the_first_game_is_legal(name: str) -> None:
    """One building of each form, rotated, on vacant squares without camps, next to others, and none complete."""
    assert FIRST_LOT in lot_places(BOARD)
    occupied, left = set(FIRST_LOT), Counter(CARDS)
    placed = first_buildings(name)
    assert [card.partition("/")[0] for card, _ in placed] == list(FORMS)
    for card, squares in placed:
        left[card] -= 1
        top, left_most = min(row for row, _ in squares), min(column for _, column in squares)
        corner = tuple((row - top, column - left_most) for row, column in squares)
        assert corner in orientations(OUTLINES[name][card.partition("/")[0]], flip=False)
        assert left[card] >= 0 and not occupied.intersection(squares) and occupied & neighbours(squares)
        assert not set(squares) & set(marked(BOARD, "T"))
        occupied |= set(squares)
    assert all(not neighbours(squares) <= occupied for _, squares in placed)


def test_r1_2_the_lot_of_the_first_game_needs_squares_without_camps() -> None:
    rows = list(BOARD)
    rows[5] = rows[5][:7] + "T" + rows[5][8:]
    with pytest.raises(BadValue, match=r"first game, lot: 'camp at \(5, 7\)' is not allowed .*R1.2"):
        GAME.setting(2, {"setup": "first_game"}, {"board": rows})


# --- boards of a user's own


def board_with(line: int, text: str) -> list[str]:
    """The shipped board with one line replaced, counted from 1."""
    return [text if number == line else row for number, row in enumerate(BOARD, start=1)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (board_with(3, "T...X.T..T....T."), ", line 3, column 5: 'X' is not allowed (allowed: '.' for plain or 'T'"),
        (board_with(12, "...."), ", line 12, column 5: 'end of line' is not allowed (allowed: 16 characters in each "
         "line, this one has 4)"),
        (board_with(1, "." * 17), ", line 1, column 17: '.' is not allowed (allowed: 16 characters in each line"),
        (list(BOARD)[:11], ", line 12, column 1: 'end of board' is not allowed (allowed: 12 lines)"),
        ([*BOARD, "." * 16], ", line 13, column 1: '................' is not allowed (allowed: 12 lines)"),
        (["...T" * 4, "..T." * 4, ".T.." * 4, "T..." * 4] * 3, ": 'no place for the castle lot' is not allowed"),
    ],
)  # fmt: skip
def test_r1_1_a_fault_of_a_board_is_named_with_its_place(rows: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    for board, name in ((rows, "board"), (tmp_path / "mine.txt", "board mine.txt")):
        with pytest.raises(BadValue) as caught:
            Components.chosen({"board": board if isinstance(board, list) else str(board)})
        assert str(caught.value).startswith(name + message)


def test_a_board_is_read_from_a_file_or_from_rows(tmp_path: Path) -> None:
    board, path = board_of(((0, 0), (11, 15))), tmp_path / "my_board.txt"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join((*board, "", " ")).encode())
    assert Components.chosen({"board": str(path)}) == Components.chosen({"board": list(board)}) == Components(board)
    path.write_bytes(b"\xe4")
    for wrong, told in ((tmp_path / "no.txt", "No such file"), (tmp_path, "cannot be read"), (path, "is not text in")):
        with pytest.raises(UsageError, match=told):
            Components.chosen({"board": str(wrong)})


# --- boxes of earlier settings


def test_a_box_is_read_back_and_one_with_other_pieces_is_refused() -> None:
    for choice in ({}, {"outlines": "t", "board": list(board_of(((2, 3),)))}, {"camps": "drawn", "outlines": "drawn"}):
        box = Components.chosen(choice)
        assert Components.from_json(json.loads(json.dumps(box.as_json(), sort_keys=True))) == box
        assert ("drawn" in box.as_json()) == ("camps" in choice)
    whole = Components().as_json()
    for name, value in (("cards", CARDS[1:]), ("shapes", {"mill": ["###"]}), ("lot_seals", []), ("drawn", ["cards"])):
        with pytest.raises(BadValue, match=f"components: '{name}' is not allowed .*the pieces of the box"):
            Components.from_json({**whole, name: value})
    with pytest.raises(BadValue, match="component board: 'x' is not allowed"):
        Components.from_json({**whole, "board": "x"})
