"""Scenes drawn: the same shapes as SVG, as PNG and as text, whatever names are in them."""

import io
import xml.etree.ElementTree as ET

import pytest
from rich.console import Console

from arkadia_sim.core.scene import BLUE, GREEN, INK, WHITE, Area, Board, Candidate, Listing, Mark, Position, Row, Scene
from arkadia_sim.plots.scene_drawing import (
    CELL,
    EDGE,
    Disc,
    Path,
    Words,
    border,
    draw_board,
    draw_position,
    png_bytes,
    svg_document,
)
from arkadia_sim.plots.scene_text import print_position

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('x')</script>&\x1b[2J $a_b$ \u202e" + "long" * 40

BOARD = Board(
    3,
    4,
    (
        Area(((0, 0), (0, 1), (1, 0)), BLUE, "A7", "a", "an area", fresh=True),
        Area(((0, 3),), GREEN, "G", "g", faded=True),
    ),
    (
        Mark((1, 2), "disc", BLUE, "1", "a piece", fresh=True),
        Mark((2, 0), "tile", INK, "T²"),
        Mark((2, 1), "triangle", GREEN),
        Mark((2, 2), "dot", INK),
        Mark((0, 1), "coin", WHITE, "○"),
    ),
)
TABLE = Listing("players", ("seat", "bot"), (Row(("0", HOSTILE), BLUE, "0"), Row(("1", "plain"))))
POSITION = Position(
    4,
    0,
    (f"{HOSTILE} lays a stone", "and takes one"),
    Scene((BOARD,), (TABLE,), (), (("A7", "an area"), ("1", "a piece"))),
    (
        Candidate("lay", "there", 3.0, False, "stones"),
        Candidate("lay", "here", 2.5, True, "stones"),
        Candidate("turn", "left", None, True),
    ),
    "plain",
)


def test_the_border_of_squares_is_made_of_corners_alone() -> None:
    assert border([(0, 0), (0, 1)]) == [[(0, 0), (0, 2), (1, 2), (1, 0)]]
    ring = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    outer, inner = border(ring)
    assert set(outer) == {(0, 0), (0, 3), (3, 3), (3, 0)}
    assert set(inner) == {(1, 1), (1, 2), (2, 2), (2, 1)}


@pytest.mark.parametrize("squares", [[(0, 0), (1, 1)], [(0, 0), (0, 2)], [(0, 1), (1, 0), (1, 2), (2, 1)]])
def test_squares_that_touch_at_corners_are_enclosed_all_the_same(squares: list[tuple[int, int]]) -> None:
    length = sum(
        abs(one[0] - other[0]) + abs(one[1] - other[1])
        for loop in border(squares)
        for one, other in zip(loop, [*loop[1:], loop[0]], strict=True)
    )
    assert length == 4 * len(squares)


def test_every_area_and_mark_is_drawn_on_its_square() -> None:
    drawing = draw_board(BOARD)
    discs = [(shape.x, shape.y) for shape in drawing.shapes if isinstance(shape, Disc) and shape.told == "a piece"]
    assert discs == [(EDGE + 2.5 * CELL, EDGE + 1.5 * CELL)] * 2  # a new one has a ring
    texts = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]
    assert texts == ["0", "1", "2", "3", "0", "1", "2", "A7", "G", "1", "T²"]
    area, ring = (shape for shape in drawing.shapes if isinstance(shape, Path) and shape.told == "an area")
    assert area.fill == BLUE and ring.fill is None and ring.line == WHITE and area.width > ring.width
    assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for loop in area.loops for x, y in loop)


def test_nothing_is_drawn_beyond_the_sheet() -> None:
    drawing = draw_position(POSITION)
    assert drawing.width == pytest.approx(668)
    for shape in drawing.shapes:
        if isinstance(shape, Words):
            assert shape.y + shape.size / 2 < drawing.height
            width = 0.55 * shape.size * len(shape.text)
            assert (shape.x if shape.anchor == "start" else shape.x - width / 2) >= 0
            assert (shape.x + width if shape.anchor == "start" else shape.x + width / 2) <= drawing.width


def test_an_svg_is_well_formed_and_holds_names_as_text() -> None:
    document = svg_document(draw_position(POSITION), HOSTILE)
    root = ET.fromstring(document)
    assert {one.tag for one in root.iter()} == {SVG + name for name in ("svg", "title", "text", "path", "circle")}
    text = " ".join(one.text or "" for one in root.iter(SVG + "text"))
    assert "<script>alert('x')</script>" in text
    assert "\x1b" not in document and "\\x1b" in text
    assert "\u202e" not in document
    assert "href" not in document


def test_a_png_is_drawn_from_the_same_shapes() -> None:
    drawing = draw_position(POSITION)
    image = png_bytes(drawing)
    assert image.startswith(b"\x89PNG")
    width, height = (int.from_bytes(image[i : i + 4], "big") for i in (16, 20))
    assert abs(width - 2 * drawing.width) < 2 and abs(height - 2 * drawing.height) < 2
    assert png_bytes(drawing) == image


def _printed(width: int, colour: bool) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=colour, color_system="truecolor" if colour else None)
    print_position(console, POSITION)
    return out.getvalue()


def test_a_terminal_with_colours_and_without_tells_the_same() -> None:
    lines = _printed(100, colour=False).splitlines()
    assert lines[0] == "after turn 4, played by seat 1 (plain)"
    assert "\x1b" not in "".join(lines)
    start = next(i for i, line in enumerate(lines) if line.startswith("    0  1  2  3"))
    board = [line[:15] for line in lines[start + 1 : start + 4]]
    assert board == [" 0  A7-○     G ", " 1  a    (1)   ", " 2 T²  ▲  ·    "]
    assert [line for line in lines if "what it thought" in line] == [
        "  what it thought of (lay, in stones):", "  what it thought of (turn):",
    ]  # fmt: skip
    assert "       3.000  there" in lines
    assert "  >    2.500  here  (costs 0.500)" in lines
    assert "  >        -  left" in lines
    assert any("<script>" in line for line in lines)
    assert _printed(30, colour=False).count("\n") > _printed(120, colour=False).count("\n")  # tables below the board
    text = _printed(100, colour=True)
    assert "48;2;0;114;178" in text and "\x1b[2J" not in text  # BLUE as a ground
