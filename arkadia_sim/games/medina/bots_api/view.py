"""What a bot in plain Python sees: the game in a player's words, and nothing that a player may not know.

A :class:`View` is made for one decision from copies of two records: the table, and the pieces at hand as the seat knows
them. Everything is computed on first use, so a bot pays only for what it looks at.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arkadia_sim.compiled.view import OptionLists, PlayerView
from arkadia_sim.games.medina.bots_api.cues import CUES
from arkadia_sim.games.medina.box import COLOURS, Square
from arkadia_sim.games.medina.play import RECORDS
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.bitboard import bit_to_square, squares_of
from arkadia_sim.games.medina.sight.limits import list_options
from arkadia_sim.games.medina.values import Choice, Place, choice_of, take
from arkadia_sim.rng import Dice

_LISTS = OptionLists.of(RECORDS, list_options, state.DECISIONS, CUES)


@dataclass(frozen=True)
class Palace:
    """A palace on the board. ``owner`` is a seat, or None for an open or a neutral one."""

    number: int
    colour: str
    buildings: frozenset[Square]
    stables: frozenset[Square]
    is_open: bool
    owner: int | None


class View(PlayerView[Choice]):
    """The game as the player on turn knows it (M12), at one decision.

    ``seat`` is the bot's seat, ``players`` the number of players, ``turn`` counts the turns of all players from 0,
    ``placed`` the pieces placed in this turn, and ``phase`` is the decision to make: ``"place"`` or ``"tea"``, or
    ``"end"`` in a view ``after`` the last of a turn. ``random`` are the seat's own dice, the only ones to use, and
    ``parameters`` are the bot's, by name.
    """

    def __init__(self, table: Any, holdings: Any, random: Dice, parameters: Mapping[str, float]) -> None:
        """Copies the records; hidden ``holdings`` must be veiled already."""
        self.phase = state.PHASE_NAMES[int(table["phase"])]
        super().__init__((table, holdings), self.phase, random, parameters, _LISTS)
        self._holdings, self.placed = self._handed[1][0], int(table["placed"])

    def move_of(self, decision: Any) -> Choice:
        return choice_of(self._table, decision)

    @cached_property
    def palaces(self) -> tuple[Palace, ...]:
        """All palaces, in the order in which they were begun."""
        table = self._table
        palaces = []
        for number in range(int(table["n_palaces"])):
            buildings = frozenset(squares_of(table["buildings"][number]))
            stables = frozenset(squares_of(table["pieces"][number])) - buildings
            owner, colour = int(table["owner"][number]), COLOURS[int(table["colour"][number])]
            seat = None if owner in (state.OPEN, state.NOBODY) else owner
            palaces.append(Palace(number, colour, buildings, stables, owner == state.OPEN, seat))
        return tuple(palaces)

    @property
    def board(self) -> tuple[int, int]:
        """The rows R and columns C of the city: its squares are in rows 1 to R and columns 1 to C."""
        return int(self._table["rows"]), int(self._table["columns"])

    @property
    def well(self) -> Square:
        """The square of the well."""
        return bit_to_square(int(self._table["well"]))

    @cached_property
    def merchants(self) -> frozenset[Square]:
        """The squares of all merchants."""
        return frozenset(squares_of(self._table["merchants"]))

    @cached_property
    def street_ends(self) -> tuple[Square, Square]:
        """The first and the last merchant of the street (M7.2)."""
        first, last = self._table["ends"].tolist()
        return bit_to_square(first), bit_to_square(last)

    @cached_property
    def walls(self) -> frozenset[Square]:
        """The wall spaces with a wall."""
        return frozenset(squares_of(self._table["walls"]))

    @cached_property
    def tower_holders(self) -> tuple[int | None, ...]:
        """Who holds the tiles of towers 1 to 4; None for a tile at the edge of the board."""
        return tuple(None if holder == state.NOBODY else holder for holder in self._table["tower_holder"].tolist())

    @cached_property
    def tower_merchants(self) -> tuple[int, ...]:
        """The merchants on the tiles of towers 1 to 4."""
        return tuple(self._table["tower_merchants"].tolist())

    @cached_property
    def palace_holders(self) -> Mapping[str, int | None]:
        """Who holds each colour's palace tile; None for a tile at the edge of the board."""
        holders = self._table["palace_holder"].tolist()
        return dict(zip(COLOURS, [None if holder == state.NOBODY else holder for holder in holders], strict=True))

    def points(self, palace: Palace) -> int:
        """What a palace scores as it is: its pieces, walls and merchants next to it, and the well (M11.2, M11.3)."""
        rules, pieces = self._table["rules"], palace.buildings | palace.stables
        beside = {
            (row + i, column + j) for row, column in pieces for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
        } - pieces
        at_well = len(pieces.intersection(squares_of(self._table["well_squares"])))
        at_well = min(at_well, 1) if rules["well_palace"] else at_well
        return (
            len(pieces) + len(beside & self.walls) + len(beside & self.merchants) + at_well * int(rules["well_points"])
        )

    def score(self, seat: int) -> int:
        """A player's points if the game ended now (M11)."""
        rules = self._table["rules"]
        tiles = zip(self._table["palace_holder"].tolist(), rules["palace_values"].tolist())
        towers = zip(self._table["tower_holder"].tolist(), rules["tower_values"].tolist())
        palaces = sum(self.points(palace) for palace in self.palaces if palace.owner == seat)
        return palaces + sum(value for holder, value in (*tiles, *towers) if holder == seat)

    @cached_property
    def tea(self) -> tuple[int, ...]:
        """Per seat, the number of tea tiles (M12.3)."""
        return tuple(self._table["tea"][: self.players].tolist())

    def at_hand(self, seat: int) -> Mapping[str, int] | None:
        """A player's pieces at hand, by kind; None if the rules hide them (M12.2)."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat!r} at a table of {self.players}")
        pieces = self._holdings["pieces"][seat].tolist()
        return None if pieces[0] == state.UNKNOWN else dict(zip(state.KIND_NAMES, pieces, strict=True))

    def squares_for(self, piece: str) -> list[Square]:
        """Where a piece of this kind may go now, whoever has one; for roofs, the first building of each palace where
        the player on turn may put one."""
        kind = state.KIND_NAMES.index(piece)
        if kind < state.ON_SQUARES:
            return squares_of(self._table["places"][kind])
        own = {palace.colour for palace in self.palaces if palace.owner == self.seat} if kind == state.ROOF else set()
        return [min(palace.buildings) for palace in self.palaces if palace.is_open and palace.colour not in own]

    def placements(self) -> list[Place]:
        """All legal placements, with one building of each palace for a roof; with constraints, those that these leave.

        At the tea break: what could be placed as a second piece.
        """
        held = self.at_hand(self.seat)
        assert held is not None, "a player always knows the own pieces"
        kinds = state.KIND_NAMES[state.ROOF : state.ROOF + 1] if self._table["must_roof"] else state.KIND_NAMES
        places = [Place(kind, square) for kind in kinds if held[kind] > 0 for square in self.squares_for(kind)]
        return list(self._left(places)) if self.phase == state.PHASE_NAMES[state.PLACE] else places

    def tea_breaks(self) -> list[bool]:
        """The answers to a tea break: False and True; with constraints, those that these leave."""
        return list(self._left([False, True]))

    def legal_moves(self) -> Iterator[Choice]:
        """All legal moves of the decision at hand, one by one: placements, or whether to take a tea break. With
        constraints, those that these leave."""
        if self.phase == state.PHASE_NAMES[state.PLACE]:
            yield from self.placements()
        elif self.phase == state.PHASE_NAMES[state.TEA]:
            yield from self.tea_breaks()

    def after(self, move: Choice) -> "View":
        """The game after a legal move, as this player will know it; the view itself stays as it is.

        Its ``phase`` is the next decision of the turn, or ``"end"``.
        """
        game, table, seat = state.new_game()[0], self._table, self.seat
        game["table"], game["holdings"], game["now"]["seat"] = table, self._holdings, seat
        others = np.arange(len(game["holdings"]["pieces"])) != seat
        hidden = bool(table["rules"]["hidden"])
        if hidden:  # that others have pieces left is likely; that nobody has any would change the player's options
            game["holdings"]["pieces"][others] = table["rules"]["pieces"]
        with np.errstate(over="ignore"):
            take(game, move)
        if hidden:
            game["holdings"]["pieces"][others] = state.UNKNOWN
        return View(game["table"], game["holdings"], self.random, self.parameters)
