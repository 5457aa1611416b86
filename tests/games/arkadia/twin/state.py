"""What lies on the table in the twin: set-up, the state itself, and simple questions about it.

The state has no rules of play; those are in `twin.py`. Paragraph numbers in the comments are those of the project's
numbered rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.games.arkadia.twin.ground import (
    CASTLE_SQUARES,
    FAMILIES,
    OWN_WORKERS,
    Square,
    Squares,
    camps_of,
    family_of,
    neighbours,
    outline_of,
)
from tests.games.arkadia.twin.head import check_rules, of_seats


@dataclass
class Building:
    """A building on the board; the lot is one too, without card, never complete (R1.2, R6.1)."""

    squares: Squares
    card: str | None
    seal: bool = False  # a seal of its family lies on it now
    complete: bool = False


class State:
    """Everything a game of Arkadia consists of at one moment, from the head of a game record on."""

    def __init__(self, head: dict[str, Any]) -> None:
        self.players: int = head["players"]
        self.rules: dict[str, Any] = head["rules"]
        check_rules(self.players, self.rules)
        board: list[str] = head["board"]
        self.rows, self.columns = len(board), len(board[0])
        self.camps = camps_of(board)
        self.outlines = {form: outline_of(picture) for form, picture in head["shapes"].items()}

        self.first_seat: int = head["first_seat"]
        self.seat = self.first_seat
        self.turn = 0
        self.phase = "must"

        # Cards (R2.1). `known`: taken from the open cards and not played yet, so everybody knows them (R10.1).
        self.hands: list[list[str]] = [list(hand) for hand in head["hands"]]
        self.known: list[list[str]] = [[] for _ in range(self.players)]
        self.face_up: list[str | None] = list(head["face_up"])
        self.stack: list[str] = list(head["stack"])

        # Workers and banners (R1.5).
        self.workers: dict[Square, str | int] = {}
        self.own_at_hand = of_seats(self.rules, "start_workers", self.players)
        self.own_pool = [OWN_WORKERS - at_hand for at_hand in self.own_at_hand]
        self.neutral_at_hand = [0] * self.players
        self.neutral_pool: int = self.rules["neutral_workers"]
        self.banners = [self.rules["banners"]] * self.players

        # Seals and gold (R1.4). A supply of None never runs out.
        stock: int | None = self.rules["seals_per_family"] if self.rules["seal_supply"] == "finite" else None
        self.supply: dict[str, int | None] = dict.fromkeys(FAMILIES, stock)
        self.seals = [dict.fromkeys(FAMILIES, 0) for _ in range(self.players)]
        self.gold = of_seats(self.rules, "start_gold", self.players)

        # Castle (R1.2, R1.6).
        self.castle_top: list[str | None] = list(head["lot_seals"])
        self.castle_covered = [False] * CASTLE_SQUARES
        self.floor = 1
        self.pools = [dict.fromkeys(FAMILIES, count) for count in self.rules["floor_pieces"]]

        # End of the game (R9).
        self.end_begun_by: int | None = None
        self.final_turn: int | None = None  # the turn after which the last round is over
        self.passes_in_a_row = 0
        self.end: str | None = None

        self.buildings = [Building(as_squares(head["lot"]), None)]
        self._set_up_first_game(head["placed"])
        self.pieces_due = 0
        self.last_turn: dict[str, Any] = {}
        self._entry = self.blank_entry()

    def _set_up_first_game(self, placed: list[dict[str, Any]]) -> None:
        """R2.2: buildings that stand from the start, in the listed order; camps below them give nothing."""
        for item in placed:
            has_seal = self.take_seal(family_of(item["card"]))
            self.buildings.append(Building(as_squares(item["squares"]), item["card"], has_seal))
        if self.rules["setup"] == "first_game":
            each = {2: 3, 3: 2, 4: 1}[self.players]
            self.neutral_at_hand = [each] * self.players
            self.neutral_pool -= each * self.players

    def occupied(self) -> set[Square]:
        """The squares with a building, the lot or a worker on them."""
        squares: set[Square] = set(self.workers)
        for building in self.buildings:
            squares |= building.squares
        return squares

    def neighbours(self, squares: Squares) -> Squares:
        """The board squares orthogonally next to a set of squares."""
        return neighbours(squares, self.rows, self.columns)

    def values(self) -> dict[str, int]:
        """What a seal of each family is worth (R7.5)."""
        return {family: self.castle_top.count(family) for family in FAMILIES}

    def take_seal(self, family: str) -> bool:
        """R4.4: take a seal from the supply for a building; False when the supply has none."""
        left = self.supply[family]
        if left is None:
            return True
        if left == 0:
            return False
        self.supply[family] = left - 1
        return True

    def blank_entry(self) -> dict[str, Any]:
        """A turn of the record in which nothing has happened yet."""
        return {"seat": self.seat, "must": None, "draw": None, "completed": [], "castle": [], "banner": None}

    def snapshot(self) -> dict[str, Any]:
        """The whole state as plain data that shares nothing with the game; gold without the seals still held."""
        return {
            "phase": self.phase,
            "seat": self.seat,
            "turn": self.turn,
            "buildings": [
                {
                    "squares": as_lists(building.squares),
                    "card": building.card,
                    "seal": building.seal,
                    "complete": building.complete,
                }
                for building in self.buildings
            ],
            "workers": dict(self.workers),
            "hands": [sorted(hand) for hand in self.hands],
            "known": [sorted(cards) for cards in self.known],
            "face_up": list(self.face_up),
            "stack": list(self.stack),
            "own_at_hand": list(self.own_at_hand),
            "own_pool": list(self.own_pool),
            "neutral_at_hand": list(self.neutral_at_hand),
            "neutral_pool": self.neutral_pool,
            "banners": list(self.banners),
            "gold": list(self.gold),
            "seals": [dict(seals) for seals in self.seals],
            "supply": dict(self.supply),
            "castle_top": list(self.castle_top),
            "castle_covered": list(self.castle_covered),
            "floor": self.floor,
            "pools": [dict(pool) for pool in self.pools],
            "values": self.values(),
            "end_begun_by": self.end_begun_by,
            "passes_in_a_row": self.passes_in_a_row,
        }


def as_squares(squares: Iterable[Iterable[int]]) -> Squares:
    return frozenset((row, column) for row, column in squares)


def as_lists(squares: Squares) -> list[list[int]]:
    return [[row, column] for row, column in sorted(squares)]
