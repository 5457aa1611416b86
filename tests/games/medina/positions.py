"""Positions drawn by hand, for the engine and the twin alike.

A drawing is a board's top left part with the ring: a line for each row, which begins with its number. `1 2 3 4` towers,
`#` wall, `-` empty wall space, `w` well, `m` merchant, `g p b o` buildings (a capital: the building with the roof), `s`
stable, `.` empty; anything else is a mark that `marked` finds, and else empty.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled
from arkadia_sim.games.medina.rules.options import RuleSet
from arkadia_sim.games.medina.rules.places import find_places
from arkadia_sim.games.medina.rules.setup import prepare
from arkadia_sim.games.medina.rules.state import GAME, KIND_NAMES, NOBODY, OPEN
from arkadia_sim.games.medina.rules.turn import begin_turn
from tests.games.medina.twin.compare import SideBySide
from tests.games.medina.twin.deciders import Choice
from tests.games.medina.twin.engine_view import bit_of
from tests.games.medina.twin.ground import COLOURS, Square
from tests.games.medina.twin.twin import KINDS, Twin

LETTERS = {"g": "grey", "p": "purple", "b": "brown", "o": "orange", "s": "stable", "m": "merchant"}
FAR_CORNER = (9, 13)
"""The square of the well or the first merchant on the small board, if a drawing has none."""


def square(name: str) -> Square:
    """The square of a name such as C7."""
    return int(name[1:]), ord(name[0]) - ord("A")


def squares(names: str) -> set[Square]:
    """The squares of several names."""
    return {square(name) for name in names.split()}


def drawn(drawing: str) -> dict[Square, str]:
    """The signs of a drawing by their squares."""
    signs: dict[Square, str] = {}
    for line in drawing.strip().splitlines():
        row, *row_signs = line.split()
        if row.isdigit():
            signs |= {(int(row), column): sign for column, sign in enumerate(row_signs)}
    return signs


def marked(drawing: str) -> set[Square]:
    """The squares with a plus."""
    return {where for where, sign in drawn(drawing).items() if sign == "+"}


@compiled(types.void(GAME))
def look_again(game: Any) -> None:
    """Find anew what may be placed; the turn begins again."""
    find_places(game["table"])
    begin_turn(game)


class Table(SideBySide):
    """A position in engine and twin, in which anybody may be put on turn."""

    def play(self, seat: int, *pieces: tuple[str, str]) -> list[dict[str, Any]]:
        """Let a seat place these pieces in a turn of its own; the effects of the last one."""
        self.twin.seat = seat
        self.game["table"]["seat"] = seat
        self.begin()
        for kind, name in pieces:
            if self.twin.phase == "tea":
                self.apply(False)
            actions, self.effects = self.twin.actions, []
            self.apply((kind, square(name)))
            self.effects = actions[-1]["effects"]
            self.compare()
        return self.effects

    def begin(self) -> None:
        """Begin the turn of whoever is on turn anew, in both."""
        self.twin._look()
        self.twin.phase = "place"
        self.twin._begin()
        look_again(self.game)
        self.compare()

    def hand(self, seat: int, **pieces: int) -> None:
        """Give a seat these pieces and no others."""
        for number, kind in enumerate(KIND_NAMES):
            self.twin.hands[seat][kind] = pieces.get(kind, 0)
            self.game["holdings"]["pieces"][seat, number] = pieces.get(kind, 0)

    def decide(self, choice: Choice) -> None:
        """Carry out a decision in both and compare."""
        self.apply(choice)
        self.compare()


def table_of(
    drawing: str,
    owners: Mapping[str, int | None] | None = None,
    street: Sequence[str] = (),
    players: int = 2,
    **rules: Any,
) -> Table:
    """A position as drawn.

    ``owners`` has the owner of each roofed palace by the square of its roof, in the order of the roofs; ``street`` has
    the merchants of the street in order, if there are several. No tile has left the edge of the board, nobody has a tea
    tile, and the first turn is over.
    """
    chosen = RuleSet.of(players, {"short_first_turns": 0, **rules})
    signs = drawn(drawing)
    well = next((where for where, sign in signs.items() if sign == "w"), FAR_CORNER)
    merchants = [square(name) for name in street] or [where for where, sign in signs.items() if sign == "m"]
    merchants = merchants or [FAR_CORNER]
    head = {"players": players, "rules": chosen.as_record(), "well": well, "merchant": merchants[0], "first_seat": 0}
    twin = Twin(head)
    for where, sign in signs.items():
        if sign.lower() in LETTERS and sign != "M":
            twin.board[where] = LETTERS[sign.lower()]
    twin.merchants = {where for where, piece in twin.board.items() if piece == "merchant"}
    twin.street = merchants
    twin.walls = {where for where, sign in signs.items() if sign == "#"}
    twin.roofs = {square(name): owner for name, owner in (owners or {}).items()}
    for where in twin.roofs:  # they hold the tile of their colour, as if claimed in this order
        twin.tile_palace.setdefault(twin.board[where], where)
    twin._look()
    twin._begin()
    games = prepare(chosen, players).start.copy()
    _fill(games[0]["table"], twin)
    table = Table(games, twin)
    for colour, where in twin.tile_palace.items():
        palace = twin.palace_of(where)
        assert palace is not None
        twin.tile_palace[colour] = min(palace.buildings)
        twin.palace_holder[colour] = palace.owner
    _fill_tiles(games[0]["table"], twin)
    table.begin()
    return table


def _words(places: set[Square] | frozenset[Square]) -> list[int]:
    number = sum(1 << bit_of(place) for place in places)
    return [number >> (64 * word) & (1 << 64) - 1 for word in range(4)]


def _fill(table: Any, twin: Twin) -> None:
    """The engine's record of the twin's board."""
    table["occupied"] = _words({*twin.board, twin.well})
    table["well"] = bit_of(twin.well)
    row, column = twin.well
    table["well_region"] = _words({(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)})
    table["well_squares"] = _words(twin.well_squares() & twin.ground.city)
    table["n_palaces"] = len(twin.palaces)
    for number, palace in enumerate(twin.palaces):
        table["colour"][number] = COLOURS.index(palace.colour)
        table["owner"][number] = OPEN if palace.roof is None else NOBODY if palace.owner is None else palace.owner
        table["n_buildings"][number], table["n_stables"][number] = len(palace.buildings), len(palace.stables)
        table["buildings"][number] = _words(palace.buildings)
        table["pieces"][number] = _words(palace.pieces)
        table["around"][number] = _words(palace.zone | palace.pieces)
        table["arms"][number] = sum(1 << _arm_number(*arm) for arm in twin.touching(palace))
        if palace.roof is None:
            table["growing"][COLOURS.index(palace.colour)] = number
        else:
            table["claimed"][number] = 1 + list(twin.roofs).index(palace.roof)
            if palace.owner is not None:
                table["owned"][palace.owner] |= 1 << COLOURS.index(palace.colour)
    table["n_roofs"] = len(twin.roofs)
    table["near"] = _words(frozenset().union(*(palace.zone | palace.pieces for palace in twin.palaces)))
    table["near_several"] = _words(twin.shared)
    buildings = [place for place, piece in twin.board.items() if piece in COLOURS]
    table["beside_buildings"] = _words({near for place in buildings for near in twin.ground.beside[place]})
    table["merchants"] = _words(twin.merchants)
    counts = {place: len(near & twin.merchants) for place, near in twin.ground.beside.items()}
    table["beside_merchant"] = _words({place for place, count in counts.items() if count >= 1})
    table["beside_merchants"] = _words({place for place, count in counts.items() if count >= 2})
    table["ends"] = [bit_of(twin.street[0]), bit_of(twin.street[-1])]
    table["walls"] = _words(twin.walls)
    for tower, number, walls in twin.arms():
        table["arm"][_arm_number(tower, number)] = len(walls)


def _arm_number(tower: int, number: int) -> int:
    """The engine's number of a tower's arm, the level one first: see TOWER_OF_ARM."""
    return ((0, 4), (3, 7), (1, 6), (2, 5))[tower][number]


def _fill_tiles(table: Any, twin: Twin) -> None:
    for number, colour in enumerate(COLOURS):
        if colour in twin.tile_palace:
            tile = next(i for i, one in enumerate(twin.palaces) if twin.tile_palace[colour] in one.buildings)
            table["tile_palace"][number] = tile
            owner = twin.palace_holder[colour]
            table["palace_holder"][number] = NOBODY if owner is None else owner


def options(table: Table, kind: str) -> set[Square]:
    """Where a piece of this kind may go, as engine and twin both have it."""
    table.compare()
    assert kind in KINDS
    return set(table.twin.legal(kind))
