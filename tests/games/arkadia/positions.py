"""Positions from the middle of a game, described square by square and set up in the engine and in the twin alike.

What is not said follows: cards that nobody holds form the stack, workers and seals that are nowhere else lie in the
pool and the supply, a building with no vacant neighbour is complete and its seal gone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arkadia_sim.games.arkadia.box import CARD_NAMES, CARDS, LOT_SEALS, Components, Place, neighbours, rectangle
from arkadia_sim.games.arkadia.game import ENGINE
from arkadia_sim.games.arkadia.language import Language
from arkadia_sim.games.arkadia.rules.bitboard import words_of
from arkadia_sim.games.arkadia.rules.options import OWN_WORKERS, RuleSet
from arkadia_sim.games.arkadia.rules.setup import Prepared, open_first_turn, prepare
from tests.games.arkadia.twin.compare import SideBySide
from tests.games.arkadia.twin.engine_view import EngineView
from tests.games.arkadia.twin.ground import FAMILIES, Square, family_of
from tests.games.arkadia.twin.state import Building
from tests.games.arkadia.twin.twin import Twin

Worker = int | str
"""The seat that a worker on the board belongs to, or "neutral"."""


LOT = rectangle(4, 6, 3, 4)
"""The default place of the lot: the middle of the board."""


@dataclass(frozen=True)
class Position:
    """A position at the start of the turn of `seat`."""

    seat: int
    lot: Place = LOT
    buildings: Sequence[tuple[str, Sequence[Square]]] = ()
    workers: Mapping[Square, Worker] = field(default_factory=dict)
    hands: Sequence[Sequence[str]] = ((), (), (), ())
    own_at_hand: Sequence[int] = (3, 3, 3, 3)
    neutral_at_hand: Sequence[int] = (0, 0, 0, 0)
    seals: Sequence[Mapping[str, int]] = ({}, {}, {}, {})
    castle: Sequence[Sequence[tuple[str, int]]] = ()
    """Per floor the pieces placed, as family and castle square; all floors but the last are complete."""
    rules: Mapping[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """How many play: everybody has a hand, perhaps an empty one."""
        return len(self.hands)

    def set_up(self) -> SideBySide:
        """The position in the engine and in the twin, which have been found to agree on all of it."""
        parts = _Parts(self, RuleSet.from_mapping(self.rules))
        prepared, engine = parts.engine()
        view = EngineView(engine, Language(ENGINE, prepared))
        table = SideBySide(view, parts.twin(view))
        table.compare_state()
        table.compare_options()
        return table


class _Parts:
    """What follows from a position, and its way into the two implementations."""

    def __init__(self, position: Position, rules: RuleSet) -> None:
        self.position, self.rules = position, rules
        occupied = {*position.lot, *position.workers}
        occupied.update(square for _, squares in position.buildings for square in squares)
        self.occupied = occupied
        self.complete = [neighbours(squares) <= occupied for _, squares in position.buildings]
        self.deck = list(CARDS)
        for card in [card for hand in position.hands for card in hand] + [card for card, _ in position.buildings]:
            self.deck.remove(card)
        self.face_up, self.stack = self.deck[: rules.face_up], self.deck[rules.face_up :]
        self.supply = {
            family: rules.seals_per_family
            - sum(seals.get(family, 0) for seals in position.seals)
            - sum(self._bears_seal(i, family) for i in range(len(position.buildings)))
            for family in FAMILIES
        }
        owners = list(position.workers.values())
        self.own_pool = [
            OWN_WORKERS - position.own_at_hand[seat] - owners.count(seat) for seat in range(position.players)
        ]
        self.neutral_pool = rules.neutral_workers - sum(position.neutral_at_hand) - owners.count("neutral")
        self._build_castle()

    def _bears_seal(self, building: int, family: str) -> bool:
        return not self.complete[building] and family_of(self.position.buildings[building][0]) == family

    def _build_castle(self) -> None:
        self.top: list[str | None] = list(LOT_SEALS)
        self.pools = [dict.fromkeys(FAMILIES, pieces) for pieces in self.rules.floor_pieces]
        self.floor, self.covered = 0, [False] * 10
        for pieces in self.position.castle:
            for family, square in pieces:
                self.pools[self.floor][family] -= 1
                self.top[square] = family
                self.covered[square] = True
            if all(self.covered):
                for family in FAMILIES:
                    self.pools[2][family] += self.pools[self.floor][family]
                    self.pools[self.floor][family] = 0
                self.floor, self.covered = self.floor + 1, [False] * 10

    def engine(self) -> tuple[Prepared, Any]:
        """What is prepared, and an array of one GAME record, ready for the must of the position's seat."""
        position = self.position
        prepared = prepare(Components(), self.rules, position.players)
        games = prepared.start.copy()
        game, table = games[0], games[0]["table"]
        table["seat"] = table["first_seat"] = position.seat
        table["occupied"] = words_of(self.occupied)
        table["neutral"] = words_of(square for square, owner in position.workers.items() if owner == "neutral")
        for seat in range(position.players):
            table["own"][seat] = words_of(square for square, owner in position.workers.items() if owner == seat)
        self._engine_buildings(table)
        families = FAMILIES
        table["top"] = [-1 if family is None else families.index(family) for family in self.top]
        table["covered"], table["n_covered"], table["floor"] = self.covered, sum(self.covered), self.floor
        table["pools"] = [[pool[family] for family in families] for pool in self.pools]
        table["value"] = [self.top.count(family) for family in families]
        table["supply"] = [self.supply[family] for family in families]
        table["own_pool"][: position.players] = self.own_pool
        table["neutral_pool"] = self.neutral_pool
        holdings = game["holdings"]
        for seat in range(position.players):
            holdings["workers"][seat] = position.own_at_hand[seat]
            holdings["neutrals"][seat] = position.neutral_at_hand[seat]
            holdings["seals"][seat] = [position.seals[seat].get(family, 0) for family in families]
            cards = [CARD_NAMES.index(card) for card in position.hands[seat]]
            game["hands"][seat]["cards"][: len(cards)] = cards
            game["hands"][seat]["n"] = table["hand_count"][seat] = len(cards)
        table["face_up"][: len(self.face_up)] = [CARD_NAMES.index(card) for card in self.face_up]
        game["stack"][: len(self.stack)] = [CARD_NAMES.index(card) for card in reversed(self.stack)]
        table["stack_left"] = len(self.stack)
        open_first_turn(game)
        return prepared, games

    def _engine_buildings(self, table: Any) -> None:
        all_squares = [self.position.lot, *(squares for _, squares in self.position.buildings)]
        table["n_buildings"] = len(all_squares)
        for building, squares in enumerate(all_squares):
            table["squares"][building] = words_of(squares)
            table["ring"][building] = words_of(neighbours(squares))
        for i, (card, _) in enumerate(self.position.buildings):
            table["card"][i + 1] = CARD_NAMES.index(card)
            table["complete"][i + 1] = self.complete[i]
            table["has_seal"][i + 1] = not self.complete[i]
        open_ones = [i + 1 for i, complete in enumerate(self.complete) if not complete]
        table["open"][: len(open_ones)] = open_ones
        table["n_open"] = len(open_ones)

    def twin(self, view: EngineView) -> Twin:
        """The same position in the twin, from this description and not from the engine's records."""
        position = self.position
        head = view.language.head(view.game) | {
            "players": position.players,
            "rules": self.rules.as_record(),
            "lot": [list(square) for square in position.lot],
            "placed": [],
            "hands": [list(hand) for hand in position.hands],
            "face_up": list(self.face_up),
            "stack": list(self.stack),
            "first_seat": position.seat,
        }
        twin = Twin(head)
        twin.buildings += [
            Building(frozenset(squares), card, not complete, complete)
            for (card, squares), complete in zip(position.buildings, self.complete, strict=True)
        ]
        twin.workers = dict(position.workers)
        twin.own_at_hand = list(position.own_at_hand)[: position.players]
        twin.own_pool = list(self.own_pool)
        twin.neutral_at_hand = list(position.neutral_at_hand)[: position.players]
        twin.neutral_pool = self.neutral_pool
        twin.seals = [dict.fromkeys(FAMILIES, 0) | dict(position.seals[seat]) for seat in range(position.players)]
        twin.supply = dict(self.supply)
        twin.castle_top, twin.castle_covered = list(self.top), list(self.covered)
        twin.floor = self.floor + 1
        twin.pools = [dict(pool) for pool in self.pools]
        return twin
