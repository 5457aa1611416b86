"""The engine's records read as the plain data in which the twin tells its state.

Nothing here knows a rule: fields are looked up, bits become squares and numbers become names.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.games.arkadia.box import CARD_NAMES, FAMILIES
from arkadia_sim.games.arkadia.language import Language
from arkadia_sim.games.arkadia.rules.bitboard import WORDS, bit_to_square, squares_of
from arkadia_sim.games.arkadia.rules.state import (
    BUILDINGS_MAX,
    LOT,
    NO_CARD,
    NO_FAMILY,
    NOBODY,
    PHASE_NAMES,
)
from tests.games.arkadia.twin.engine_calls import list_worker_places
from tests.games.arkadia.twin.ground import Square, Squares


class EngineView:
    """One game of the engine, as an array of one ``GAME`` record, seen with the names of its components."""

    def __init__(self, games: NDArray[Any], language: Language) -> None:
        self.games = games
        self.game = games[0]
        self.table = self.game["table"]
        self.language = language
        self.families, self.cards = FAMILIES, CARD_NAMES
        self.players = int(self.table["players"])

    # -- the state -----------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The phase by name."""
        return PHASE_NAMES[int(self.table["phase"])]

    def snapshot(self) -> dict[str, Any]:
        """The state in the twin's terms; see `State.snapshot`."""
        table, game = self.table, self.game
        holdings, players = game["holdings"], self.players
        names = self.families
        unlimited = bool(table["rules"]["unlimited"])
        supply = table["supply"].tolist()
        end_seat = int(table["end_seat"])
        return {
            "phase": self.phase,
            "seat": int(table["seat"]),
            "turn": int(table["turn"]),
            "buildings": [self._building(building) for building in range(int(table["n_buildings"]))],
            "workers": self._workers(),
            "hands": [sorted(self._cards(hand["cards"], hand["n"])) for hand in game["hands"][:players]],
            "known": [sorted(self._cards(table["known"][seat], table["n_known"][seat])) for seat in range(players)],
            "face_up": self._face_up(),
            "stack": self._cards(game["stack"], table["stack_left"])[::-1],
            "own_at_hand": holdings["workers"][:players].tolist(),
            "own_pool": table["own_pool"][:players].tolist(),
            "neutral_at_hand": holdings["neutrals"][:players].tolist(),
            "neutral_pool": int(table["neutral_pool"]),
            "banners": table["banners"][:players].tolist(),
            "gold": holdings["gold"][:players].tolist(),
            "seals": [dict(zip(names, row, strict=True)) for row in holdings["seals"][:players].tolist()],
            "supply": dict.fromkeys(names) if unlimited else dict(zip(names, supply, strict=True)),
            "castle_top": [None if top == NO_FAMILY else names[top] for top in table["top"].tolist()],
            "castle_covered": [bool(covered) for covered in table["covered"].tolist()],
            "floor": int(table["floor"]) + 1,
            "pools": [dict(zip(names, pool, strict=True)) for pool in table["pools"].tolist()],
            "values": dict(zip(names, table["value"].tolist(), strict=True)),
            "end_begun_by": None if end_seat == NOBODY else end_seat,
            "passes_in_a_row": int(table["passes"]),
        }

    def counters(self) -> dict[str, Any]:
        """What the engine keeps beside the state to save time, which must agree with the state itself."""
        table = self.table
        return {
            "stack_left": int(table["stack_left"]),
            "hand_count": table["hand_count"][: self.players].tolist(),
            "n_covered": int(table["n_covered"]),
            "open": sorted(table["open"][: int(table["n_open"])].tolist()),
        }

    # -- what may be done ----------------------------------------------------------------------------------------------

    def legal_builds(self) -> set[tuple[str, Squares]]:
        """Every card and place that the hand of the player on turn lists as legal; raises if one is listed twice."""
        hand = self.game["hands"][int(self.table["seat"])]
        places = self._listed_places(hand)
        builds = {
            (self.cards[card], squares)
            for card in hand["distinct"][: int(hand["n_distinct"])].tolist()
            for squares in places[card // 4]
        }
        if len(builds) != int(hand["n_builds"]):
            raise AssertionError(f"the engine counts {int(hand['n_builds'])} builds and lists {len(builds)}")
        return builds

    def _listed_places(self, hand: Any) -> dict[int, list[Squares]]:
        outlines = self.table["outlines"]
        places: dict[int, list[Squares]] = {}
        for form in {card // 4 for card in hand["distinct"][: int(hand["n_distinct"])].tolist()}:
            n_squares = int(outlines["n_squares"][form])
            places[form] = [
                _moved(tuple(outlines["offset"][form, orientation, :n_squares].tolist()), anchor)
                for orientation in range(int(outlines["n_orientations"][form]))
                for anchor in _bits(hand["anchors"][form, orientation].tolist())
            ]
        return places

    def worker_places(self) -> dict[Squares, Squares]:
        """The squares of every building that workers may be put next to, with the vacant squares there."""
        words = np.zeros((BUILDINGS_MAX, WORDS), np.uint64)
        count = int(list_worker_places(self.game, words))
        places = {
            frozenset((row, column) for row, column in self._squares(building)): frozenset(squares_of(words[building]))
            for building in range(BUILDINGS_MAX)
            if words[building].any()
        }
        if len(places) != count:
            raise AssertionError(f"the engine counts {count} buildings for workers and names {len(places)}")
        return places

    # -- small pieces --------------------------------------------------------------------------------------------------

    def _squares(self, building: int) -> list[list[int]]:
        return [list(square) for square in _squares_of(tuple(self.table["squares"][building].tolist()))]

    def _building(self, building: int) -> dict[str, Any]:
        return {
            "squares": self._squares(building),
            "card": None if building == LOT else self.cards[int(self.table["card"][building])],
            "seal": bool(self.table["has_seal"][building]),
            "complete": bool(self.table["complete"][building]),
        }

    def _workers(self) -> dict[Square, str | int]:
        workers: dict[Square, str | int] = dict.fromkeys(squares_of(self.table["neutral"]), "neutral")
        for seat in range(self.players):
            for square in squares_of(self.table["own"][seat]):
                if square in workers:
                    raise AssertionError(f"two workers stand on {square}")
                workers[square] = seat
        return workers

    def _cards(self, cards: Any, count: Any) -> list[str]:
        return [self.cards[card] for card in cards[: int(count)].tolist()]

    def _face_up(self) -> list[str | None]:
        places = self.table["face_up"][: int(self.table["rules"]["face_up"])].tolist()
        return [None if card == NO_CARD else self.cards[card] for card in places]


@cache
def _moved(offsets: tuple[int, ...], anchor: int) -> Squares:
    return frozenset(bit_to_square(anchor + offset) for offset in offsets)


@cache
def _squares_of(words: tuple[int, ...]) -> tuple[Square, ...]:
    return tuple(squares_of(words))


def _bits(words: list[int]) -> list[int]:
    bits = sum(word << (64 * i) for i, word in enumerate(words))
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
