"""What a bot in plain Python sees: the game in a player's words, and nothing that a player may not know.

A :class:`View` is made for one decision from a copy of the table. Everything is computed on first use, so a bot pays
only for what it looks at.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from arkadia_sim.compiled.view import OptionLists, PlayerView
from arkadia_sim.games.castle.bots_api.cues import CUES
from arkadia_sim.games.castle.box import FACES, GUESTS, Board
from arkadia_sim.games.castle.play import RECORDS
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.scoring import score_castle
from arkadia_sim.games.castle.rules.setup import board_of
from arkadia_sim.games.castle.sight.limits import list_options
from arkadia_sim.games.castle.values import Value as Pick
from arkadia_sim.games.castle.values import take, value_at
from arkadia_sim.kernels.bits import members
from arkadia_sim.rng import Dice

_LISTS = OptionLists.of(RECORDS, list_options, state.DECISIONS, CUES)

_UNKNOWN_VALUE = 0
"""Of a card that nobody has seen."""


@dataclass(frozen=True)
class Castle:
    """What a player has. ``guests`` are names, or the values of the cards in the apprentice version.

    In a view ``after`` a move, cards that nobody has seen yet are left out.
    """

    tokens: frozenset[int]
    walls: int
    towers: tuple[int, ...]
    floors: int
    flags: tuple[int, ...]
    residents: int
    clouds: int
    guests: tuple[str | int, ...]

    @property
    def main_parts(self) -> int:
        """Walls, towers and floors; with the twelfth, a player ends the game."""
        return self.walls + len(self.towers) + self.floors


class View(PlayerView[Pick]):
    """The game as a player knows it (C11), at one decision.

    ``seat`` is the bot's seat, ``players`` the number of players, ``turn`` counts the turns of all players from 0,
    and ``decision`` is the name of the decision to make, or ``"end"`` in a view ``after`` a move that leaves this
    player none. ``random`` are the seat's own dice, the only ones to use, and ``parameters`` are the bot's, by name.
    """

    def __init__(self, table: Any, random: Dice, parameters: Mapping[str, float]) -> None:
        """Copies the table."""
        self.decision = "end" if table["phase"] >= state.END else state.DECISIONS[table["phase"]]
        self.active = int(table["active"])
        super().__init__((table,), self.decision, random, parameters, _LISTS)

    def move_of(self, decision: Any) -> Pick:
        return value_at(self._table, int(decision["pick"]))

    def after(self, move: Pick) -> "View":
        """The game after a legal move, as this player will know it; the view itself stays as it is.

        Its ``decision`` is this player's next one, or ``"end"`` before dice are rolled, another player decides or the
        turn is over. Cards that nobody has seen do not appear in it.
        """
        game = state.new_game()[0]
        game["table"], game["now"]["seat"] = self._table, self.active
        game["deck"] = state.NO_CARD if self._table["rules"]["architect"] else _UNKNOWN_VALUE
        game["scripted"], game["script"][0] = 1, state.JOKER  # Dagobert's die: with ?, a decision comes next
        with np.errstate(over="ignore"):
            take(game, move)
        table, now = game["table"], game["now"]
        if table["seat"] != self.seat or state.ROLL in now["steps"]["kind"][: int(now["n_steps"])]:
            table["seat"], table["phase"] = self.seat, state.END
        return View(table, self.random, self.parameters)

    def score(self, seat: int) -> int:
        """A player's points if the game ended now (C10)."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat!r} at a table of {self.players}")
        return int(score_castle(self._table, seat, np.zeros(len(state.POINT_NAMES), np.int64)))

    @cached_property
    def dice(self) -> tuple[str, str]:
        """What the dice of this turn show: a resource, ``residents`` or ``?``."""
        first, second = (FACES[int(face)] for face in self._table["dice"])
        return first, second

    @cached_property
    def face(self) -> str | None:
        """The face of the die that is used at a decision ``use``."""
        return FACES[int(self._table["face"])] if int(self._table["phase"]) == state.USE else None

    @cached_property
    def board(self) -> Board:
        """The board: the resource of each square, what each line gives, residents, and room for flags by walls."""
        return board_of(self._table)

    @cached_property
    def castles(self) -> tuple[Castle, ...]:
        """The castle of each seat."""
        architect = bool(self._table["rules"]["architect"])
        return tuple(_castle(self._table["castles"][seat], architect) for seat in range(self.players))

    @cached_property
    def display(self) -> tuple[str, ...]:
        """The guests to choose from."""
        return tuple(GUESTS[int(guest)] for guest in self._table["display"] if guest != state.NO_CARD)

    @cached_property
    def sun(self) -> int | None:
        """The seat that has the sun, or None."""
        return None if self._table["sun"] == state.NOBODY else int(self._table["sun"])

    @cached_property
    def finisher(self) -> int | None:
        """The seat that has ended the game, during the last buildings; or None."""
        return None if self._table["finisher"] == state.NOBODY else int(self._table["finisher"])


def _castle(castle: Any, architect: bool) -> Castle:
    values = castle["values"][: int(castle["floors"])].tolist()
    return Castle(
        frozenset(members(castle["tokens"])),
        int(castle["walls"]),
        tuple(castle["tower_points"][: int(castle["towers"])].tolist()),
        int(castle["floors"]),
        tuple(castle["flag_points"][: int(castle["flags"])].tolist()),
        int(castle["residents"]),
        int(castle["clouds"]),
        tuple(GUESTS[guest] for guest in members(castle["guests"]))
        if architect
        else tuple(value for value in values if value != _UNKNOWN_VALUE),
    )
