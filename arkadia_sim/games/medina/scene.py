"""How Medina looks: on paper, on a page, in a terminal, and as arrays to a program that learns."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from arkadia_sim.core import scene
from arkadia_sim.core.scene import BLACK, WHITE, Area, Listing, Mark, Row, Scene, seat_gauges, seat_text, square_name
from arkadia_sim.games.medina.bots_api.view import Palace, View
from arkadia_sim.games.medina.box import COLOURS, TOWER_CORNERS, Square
from arkadia_sim.games.medina.rules.state import KIND_NAMES
from arkadia_sim.rng import Dice

PALACE_COLOURS: Mapping[str, str] = {
    "grey": scene.SILVER,
    "purple": scene.PURPLE,
    "brown": scene.VERMILLION,
    "orange": scene.ORANGE,
}

LEGEND = (
    ("P", "an open purple palace; P1: one of the player in seat 1; Pn: a neutral one"),
    ("○", "a stable of its palace"),
    ("m", "a merchant; M: at an end of the street"),
    ("W", "the well"),
    ("T1", "a tower; =: a wall"),
)


def draw_scene(
    table: Any, holdings: Any, bots: Sequence[str], standings: Sequence[int], fresh: frozenset[Square], seat: int
) -> Scene:
    """A position, with the pieces at hand that are known.

    ``standings`` are the scores if the game ended now, ``fresh`` the squares of the last turn's pieces.
    """
    view = View(table, holdings, Dice((1, 1)), {})
    rows, columns = int(table["rows"]) + 2, int(table["columns"]) + 2
    names = tuple(square_name((0, column))[0] for column in range(columns))
    board = scene.Board(
        rows, columns, tuple(_areas(view, rows, columns, fresh)), tuple(_marks(view, rows, columns, fresh)), names
    )
    gauges = seat_gauges("points, if it ended now", standings)
    counts = tuple(_counts(view, standings))
    tables = (scene.counts_table("players", bots, counts), _tiles(view))
    return Scene((board,), tables, gauges, LEGEND, counts, tuple(_trays(view, seat)))


# -- the board ---------------------------------------------------------------------------------------------------------
def _areas(view: View, rows: int, columns: int, fresh: frozenset[Square]) -> Iterator[Area]:
    inside = {(row, column) for row in range(1, rows - 1) for column in range(1, columns - 1)}
    ring = {(row, column) for row in range(rows) for column in range(columns)} - inside
    yield Area(tuple(sorted(ring)), scene.PALE, sign=".", told="wall spaces")
    for palace in view.palaces:
        squares = tuple(sorted(palace.buildings | palace.stables))
        letter = palace.colour[0].upper()
        owner = "" if palace.is_open else "n" if palace.owner is None else str(palace.owner + 1)
        yield Area(
            squares,
            PALACE_COLOURS[palace.colour],
            text=f"{letter}{owner}",
            sign=letter.lower(),
            told=_palace_text(palace),
            fresh=not fresh.isdisjoint(squares),
        )


def _palace_text(palace: Palace) -> str:
    whose = "open" if palace.is_open else "neutral" if palace.owner is None else f"of {seat_text(palace.owner)}"
    return f"{palace.colour} palace, {whose}: {len(palace.buildings)} buildings, {len(palace.stables)} stables"


def _marks(view: View, rows: int, columns: int, fresh: frozenset[Square]) -> Iterator[Mark]:
    for tower, (last_row, last_column) in enumerate(TOWER_CORNERS, start=1):
        corner = (last_row * (rows - 1), last_column * (columns - 1))
        yield Mark(corner, "tile", BLACK, f"T{tower}", f"tower {tower}")
    yield Mark(view.well, "tile", scene.SKY, "W", "the well")
    for palace in view.palaces:
        yield from (Mark(square, "coin", WHITE, "○", "a stable") for square in sorted(palace.stables))
    for square in sorted(view.walls):
        yield Mark(square, "tile", scene.GREY, "=", "a wall", square in fresh)
    for square in sorted(view.merchants):
        end = square in view.street_ends
        text = "a merchant, at an end of the street" if end else "a merchant"
        yield Mark(square, "disc", WHITE, "M" if end else "m", text, square in fresh)


# -- the tables --------------------------------------------------------------------------------------------------------
def _counts(view: View, standings: Sequence[int]) -> Iterator[tuple[scene.Count, ...]]:
    for seat, points in enumerate(standings):
        held: Mapping[str, Any] = view.at_hand(seat) or dict.fromkeys(KIND_NAMES, "?")
        yield (
            scene.Count("points now", str(points), "", "points now"),
            *(
                scene.Count(f"{name} buildings", str(held[name]), PALACE_COLOURS[name], name[0].upper())
                for name in COLOURS
            ),
            *(scene.Count(f"{name.replace('_', ' ')}s", str(held[name])) for name in KIND_NAMES[len(COLOURS) :]),
            scene.Count("tea tiles", str(view.tea[seat])),
        )


def _trays(view: View, seat: int) -> Iterator[scene.Tray]:
    """The pieces at hand, those of which none is left included."""
    looks = {name: ("tile", colour, name[0].upper()) for name, colour in PALACE_COLOURS.items()}
    looks |= {"stable": ("coin", WHITE, "○"), "merchant": ("disc", WHITE, "m"), "wall": ("tile", scene.GREY, "=")}
    looks |= {"roof": ("disc", scene.seat_colour(seat), str(seat + 1)), "neutral_roof": ("disc", WHITE, "n")}
    pieces = []
    for kind, (name, number) in enumerate((view.at_hand(seat) or {}).items()):
        shape, colour, text = looks[name]
        mark = Mark((0, 0), cast(Any, shape), colour, text)
        words = f"{name} building" if name in PALACE_COLOURS else name.replace("_", " ")
        pieces.append(scene.Piece(words, scene.Board(1, 1, (), (mark,)), ("piece", kind), number))
    yield scene.Tray("Your pieces", tuple(pieces))


def _tiles(view: View) -> Listing:
    rows = [
        Row((f"{name} palace", _holder(holder), ""), PALACE_COLOURS[name], name[0].upper())
        for name, holder in view.palace_holders.items()
    ]
    for tower, (holder, merchants) in enumerate(zip(view.tower_holders, view.tower_merchants, strict=True), start=1):
        rows.append(Row((f"tower {tower}", _holder(holder), f"{merchants}"), BLACK, f"T{tower}"))
    return Listing("tiles", ("tile", "held by", "merchants on it"), tuple(rows))


def _holder(seat: int | None) -> str:
    return "nobody" if seat is None else seat_text(seat)
