"""How the game looks: on paper, on a page, in a terminal, and as arrays to a program that learns."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from arkadia_sim.core import scene
from arkadia_sim.core.scene import Area, Board, Listing, Mark, Row, Scene, seat_gauges, seat_row, seat_text
from arkadia_sim.errors import counted
from arkadia_sim.games.castle.box import FACES, GUESTS, LINES, RESOURCES, SQUARES, Shape, shapes
from arkadia_sim.games.castle.rules.candidates import parts_of
from arkadia_sim.games.castle.rules.state import DICE, EFFECTS, NO_CARD, OVER
from arkadia_sim.kernels.bits import members

RESOURCE_COLOURS: Mapping[str, str] = {
    "wood": scene.VERMILLION,
    "stone": scene.SILVER,
    "gold": scene.YELLOW,
    "food": scene.GREEN,
}

LEGEND = (("w3", "wood, on square 3; s: stone; g: gold; f: food"), ("1", "a token of the player in seat 1"))


def line_text(line: Any) -> str:
    """What a line gives, in words."""
    gifts = ["a wall"] if line["wall"] else []
    gifts += [f"a tower of {int(line['tower'])}"] if line["tower"] else []
    flags = [str(int(points)) for points in line["flags"][: int(line["n_flags"])]]
    gifts += [f"flags of {' and '.join(flags)}" if len(flags) > 1 else f"a flag of {flags[0]}"] if flags else []
    residents = int(line["residents"])
    gifts += [counted(residents, "resident")] if residents else []
    gifts += ["a floor"] if line["floor"] else []
    effect = EFFECTS[int(line["effect"])]
    gifts += [{"reactivate": "reactivates a guest", "steal": "steals a guest"}[effect]] if effect != "none" else []
    return ", ".join(gifts) or "nothing"


def draw_scene(table: Any, bots: Sequence[str], standings: Sequence[int], fresh: Sequence[frozenset[int]]) -> Scene:
    """The position of a ``TABLE`` record.

    ``standings`` are the scores if the game ended now, ``fresh`` each player's squares that got a token in the last
    turn.
    """
    shape = shapes()[int(table["board"]["shape"])]
    boards = tuple(_board(table, shape, seat, fresh[seat]) for seat in range(len(bots)))
    gauges = seat_gauges("points, if it ended now", standings)
    counts = tuple(_counts(table, standings))
    listing = scene.counts_table("castles (a reconstruction)", bots, counts)
    tables = (listing, _lines(table), *_guests(table, bots))
    return Scene(boards, tables, gauges, LEGEND, counts, tuple(_trays(table)))


def _board(table: Any, shape: Shape, seat: int, fresh: frozenset[int]) -> Board:
    castle = table["castles"][seat]
    return Board(shape.rows, shape.columns, tuple(_areas(table, shape)), tuple(_tokens(shape, castle, seat, fresh)))


def _areas(table: Any, shape: Shape) -> Iterator[Area]:
    for square in range(SQUARES):
        name = RESOURCES[int(table["board"]["resource"][square])]
        yield Area(
            (shape.places[square],), RESOURCE_COLOURS[name], f"{name[0]}{square}", name[0], f"square {square}: {name}"
        )


def _tokens(shape: Shape, castle: Any, seat: int, fresh: frozenset[int]) -> Iterator[Mark]:
    for square in members(castle["tokens"]):
        told = f"a token of {seat_text(seat)} on square {square}"
        yield Mark(shape.places[square], "disc", scene.seat_colour(seat), str(seat + 1), told, square in fresh)


# -- the tables --------------------------------------------------------------------------------------------------------
def _counts(table: Any, standings: Sequence[int]) -> Iterator[tuple[scene.Count, ...]]:
    for seat, points in enumerate(standings):
        castle = table["castles"][seat]
        towers = [int(points) for points in castle["tower_points"][: int(castle["towers"])]]
        flags = [int(points) for points in castle["flag_points"][: int(castle["flags"])]]
        has = (["the sun"] if table["sun"] == seat else []) + (["the cloud"] if table["finisher"] == seat else [])
        yield (
            scene.Count("points now", str(points)),
            scene.Count("parts of twelve", str(parts_of(castle)), "", "parts"),
            *(scene.Count(name, str(castle[name])) for name in ("walls", "floors", "residents", "clouds")),
            scene.Count("points of towers", "+".join(map(str, towers)) or "0", "", "towers"),
            scene.Count("points of flags", "+".join(map(str, flags)) or "0", "", "flags"),
            scene.Count(f"has {', '.join(has)}", "★" if has else "", "", "has"),
        )


def _trays(table: Any) -> Iterator[scene.Tray]:
    """The dice as long as they are used, and the guests that may be invited."""

    def drawn(name: str, step: tuple[str, int]) -> scene.Piece:
        colour = RESOURCE_COLOURS.get(name, scene.WHITE)
        return scene.Piece(
            name, scene.outlined([(0, 0)], colour, name[0] if name in RESOURCES else name[0].upper()), step
        )

    if table["stage"] == DICE and table["phase"] != OVER:
        yield scene.Tray(
            "Dice", tuple(drawn(FACES[int(face)], ("die", place)) for place, face in enumerate(table["dice"]))
        )
    cards = table["display"].tolist() if table["rules"]["architect"] else ()
    guests = [drawn(GUESTS[card], ("guest", slot)) for slot, card in enumerate(cards) if card != NO_CARD]
    yield scene.Tray("Guests on display", tuple(guests))


def _guests(table: Any, bots: Sequence[str]) -> Iterator[Listing]:
    rows = []
    if table["rules"]["architect"]:
        display = ", ".join(GUESTS[int(card)] for card in table["display"] if card != NO_CARD)
        rows.append(Row(("on display", display), scene.GREY))
    for seat in range(len(bots)):
        castle = table["castles"][seat]
        names = [GUESTS[guest] for guest in members(castle["guests"])]
        values = [f"a card of {int(value)}" for value in castle["values"][: int(castle["floors"])]]
        cards = names if table["rules"]["architect"] else values
        rows.append(seat_row(seat, seat_text(seat), ", ".join(cards)))
    yield Listing("guests", ("whose", "guests"), tuple(rows))


def _lines(table: Any) -> Listing:
    lines = table["board"]["lines"]
    rows = [
        Row((str(line), " ".join(map(str, members(lines[line]["squares"]))), line_text(lines[line])))
        for line in range(LINES)
    ]
    return Listing("lines, and what they give", ("line", "squares", "gives"), tuple(rows))
