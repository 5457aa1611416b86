"""The twin: the rules of Medina on a dictionary of squares, slow and obvious.

Nothing is kept that can be found by looking at the board: palaces are groups of buildings found by walking from square
to square, arms by walking along the ring from a tower, the tile that a palace wins by comparing what touched what
before a placement and after it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.games.medina.twin.ground import COLOURS, Square, ground, next_to, round_about
from tests.support.refereeing import RuleError

KINDS = (*COLOURS, "stable", "merchant", "wall", "roof", "neutral_roof")
EDGE = None
"""The holder of a tile that nobody holds."""


@dataclass(frozen=True)
class Palace:
    """A palace as it is found on the board. ``roof`` is the square of its roof, ``owner`` a seat or None (neutral)."""

    colour: str
    buildings: frozenset[Square]
    stables: frozenset[Square]
    zone: frozenset[Square]
    roof: Square | None
    owner: int | None

    @property
    def pieces(self) -> frozenset[Square]:
        """Buildings and stables."""
        return self.buildings | self.stables

    @property
    def size(self) -> int:
        """How many pieces."""
        return len(self.buildings) + len(self.stables)


class Twin:
    """A game under way. ``phase`` is place, tea, or over; ``turns`` tells the finished turns as a record does."""

    def __init__(self, head: Mapping[str, Any]) -> None:
        self.players: int = head["players"]
        self.rules: dict[str, Any] = dict(head["rules"])
        self.ground = ground(self.rules["board"])
        self.well: Square = tuple(head["well"])
        self.board: dict[Square, str] = {}
        self.roofs: dict[Square, int | None] = {}  # in the order in which they were placed
        self.walls: set[Square] = set()
        self.merchants: set[Square] = set()
        self.street: list[Square] = []
        merchant: Square = tuple(head["merchant"])
        self._stand(merchant, "merchant")
        self.street.append(merchant)
        own = {"roof": "roofs", "neutral_roof": "neutral_roofs", "stable": "stables", "merchant": "merchants"}
        own |= {"wall": "walls"} | dict.fromkeys(COLOURS, "buildings")
        self.hands = [{kind: int(self.rules[own[kind]]) for kind in KINDS} for _ in range(self.players)]
        self.tea = [0] * self.players
        self.fresh_tea = 0
        self.purple_roofs = 0
        self.tower_holder: list[int | None] = [EDGE] * 4
        self.on_tower = list(self.rules["tower_merchants"])
        self.tile_palace: dict[str, Square] = {}  # by colour, one of its buildings
        self.palace_holder: dict[str, int | None] = dict.fromkeys(COLOURS, EDGE)
        self.closed: set[str] = set()
        self.turn = 0
        self.seat: int = head["first_seat"]
        self.turns: list[dict[str, Any]] = []
        self.end: str | None = None
        self._look()
        self._begin()

    # -- looking at the board ------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Find the palaces, how many of them are around each square (M4), and the vacant squares."""
        self._find_palaces()
        self._find_vacant()

    def _find_vacant(self) -> None:
        self.vacant = self.ground.city - self.board.keys() - {self.well}
        self.buildable = self.vacant - frozenset(round_about(self.well))
        self._legal: dict[str, set[Square]] = {}

    def _find_palaces(self) -> None:
        self.palaces: list[Palace] = []
        seen: set[Square] = set()
        for square, piece in self.board.items():
            if piece in COLOURS and square not in seen:
                palace = self._walk(square, piece)
                seen |= palace.buildings
                self.palaces.append(palace)
        self.lone: set[Square] = set()
        self.shared: set[Square] = set()
        for palace in self.palaces:
            self.shared |= self.lone & palace.zone
            self.lone |= palace.zone

    def _walk(self, start: Square, colour: str) -> Palace:
        """The palace of a building: all of its colour that hang together, and the stables beside them.

        With grow_from = palace a stable may be all that holds two of its buildings together.
        """
        buildings, waiting, stables = {start}, [start], set[Square]()
        while waiting:
            for square in next_to(waiting.pop()):
                piece = self.board.get(square)
                if piece == colour and square not in buildings:
                    buildings.add(square)
                    waiting.append(square)
                elif piece == "stable" and square not in stables:
                    stables.add(square)
                    waiting.append(square)
        zone = frozenset().union(*(self.ground.nearby[square] for square in buildings | stables))
        roof = next((square for square in buildings if square in self.roofs), None)
        owner = None if roof is None else self.roofs[roof]
        return Palace(colour, frozenset(buildings), frozenset(stables), zone, roof, owner)

    def palace_of(self, square: Square) -> Palace | None:
        """The palace with a piece on this square."""
        return next((palace for palace in self.palaces if square in palace.pieces), None)

    def arms(self) -> Iterator[tuple[int, int, list[Square]]]:
        """Tower, which of its two arms, and the walls of it (M8.2)."""
        for tower, two in enumerate(self.ground.arms):
            for number, spaces in enumerate(two):
                walls: list[Square] = []
                for space in spaces:
                    if space not in self.walls:
                        break
                    walls.append(space)
                yield tower, number, walls

    def touching(self, palace: Palace) -> set[tuple[int, int]]:
        """The arms that a palace touches, as tower and number (M8.3)."""
        edge = {square for piece in palace.pieces for square in next_to(piece)} & self.walls
        return {(tower, number) for tower, number, walls in self.arms() if edge & set(walls)} if edge else set()

    # -- what may be placed where --------------------------------------------------------------------------------------

    def legal(self, kind: str) -> set[Square]:
        """The squares for a piece of this kind, whoever places it; for roofs one building of each palace."""
        if kind not in self._legal:
            self._legal[kind] = self._find_legal(kind)
        return self._legal[kind]

    def _find_legal(self, kind: str) -> set[Square]:
        if kind in COLOURS:
            return self._building_squares(kind)
        if kind == "stable":  # M5
            return {
                square
                for palace in self.palaces
                for building in palace.buildings
                for square in self.ground.beside[building]
                if square in self.buildable and square not in self.shared
            }
        if kind == "merchant":
            return self._merchant_squares()
        if kind == "wall":  # M8.1
            standing = self.walls | set(self.ground.towers)
            return {
                space
                for space in self.ground.spaces - self.walls
                if sum(other in standing for other in next_to(space)) == 1
            }
        return {min(palace.buildings) for palace in self.palaces if palace.roof is None}

    def _building_squares(self, colour: str) -> set[Square]:
        for palace in self.palaces:  # M4.4
            if palace.colour == colour and palace.roof is None:
                roots = palace.pieces if self.rules["grow_from"] == "palace" else palace.buildings
                beside = {square for root in roots for square in self.ground.beside[root]}
                squares = {square for square in beside if square in self.buildable and square not in self.shared}
                if squares:
                    return squares
        return set(self.buildable - self.lone)  # M4.5

    def _merchant_squares(self) -> set[Square]:
        def neighbours(square: Square) -> int:
            return len(self.ground.beside[square] & self.merchants)

        ends = {self.street[0], self.street[-1]}
        on = {square for end in ends for square in self.ground.beside[end] & self.vacant if neighbours(square) == 1}
        if on:
            return on  # M7.3
        most = {"one": 1, "apart": 0, "anywhere": 4}[self.rules["street_start"]]
        return {square for square in self.vacant if neighbours(square) <= most}  # M7.4

    def options(self, seat: int, kind: str) -> set[Square]:
        """Where the seat may put a piece of this kind now; for roofs one building of each palace."""
        if self.hands[seat][kind] == 0 or (self.must_roof and kind != "roof"):
            return set()
        if kind != "roof":
            return self.legal(kind)
        own = self.own_colours(seat)
        return {
            min(palace.buildings) for palace in self.palaces if palace.roof is None and palace.colour not in own
        }  # M6.1

    def own_colours(self, seat: int) -> set[str]:
        """The colours of the seat's palaces."""
        return {self.board[square] for square, owner in self.roofs.items() if owner == seat}

    def count_options(self, seat: int) -> int:
        """All placements that the seat could make."""
        return sum(len(self.options(seat, kind)) for kind in KINDS)

    def can_place(self, seat: int) -> bool:
        """Whether the seat can place anything at all."""
        return any(self.options(seat, kind) for kind in KINDS)

    # -- turns ---------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.phase = "place"
        self.must_roof = False
        self.fresh_tea = 0
        self.actions: list[dict[str, Any]] = []
        self.counts = [self.count_options(self.seat)]

    def place(self, kind: str, square: Square) -> None:
        """Place a piece for the player on turn; RuleError leaves everything as it was."""
        if self.phase != "place":
            raise RuleError("M11.1" if self.phase == "over" else "M10.3", "no piece is to be placed now")
        if kind not in KINDS or self.hands[self.seat][kind] == 0:
            raise RuleError("M3.1", f"no {kind} at hand")
        if self.must_roof and kind != "roof":
            raise RuleError("M3.6", "an own roof is due")
        if kind in ("roof", "neutral_roof"):
            palace = next((palace for palace in self.palaces if square in palace.buildings), None)
            if palace is None or min(palace.buildings) not in self.options(self.seat, kind):
                raise RuleError("M6", "this roof does not go there")
            effects = self._roof(kind, square, palace)
        else:
            if square not in self.legal(kind):
                raise RuleError("M3.1", f"a {kind} does not go there")
            effects = self._put(kind, square)
        action: dict[str, Any] = {"place": "building" if kind in COLOURS else kind}
        if kind in COLOURS:
            action["colour"] = kind
        self.actions.append(action | {"square": list(square), "effects": effects})
        self._go_on(kind)

    def take_tea(self, taken: bool) -> None:
        """Take the tea break, or decline it (M10.3)."""
        if self.phase != "tea":
            raise RuleError("M10.3", "no tea break is allowed now")
        self.phase = "place"
        if taken:
            self.tea[self.seat] -= 1
            self._end_turn(tea=True)

    def _go_on(self, kind: str) -> None:
        if len(self.actions) == 2 or self.turn < self.rules["short_first_turns"]:
            self._end_turn()
            return
        others = [seat for seat in range(self.players) if seat != self.seat]
        if (
            self.rules["last_player"] == "roofs_first"
            and kind not in ("roof", "neutral_roof")
            and not any(self.can_place(seat) for seat in others)
            and self.options(self.seat, "roof")
        ):
            self.must_roof = True
        if not self.can_place(self.seat):
            self._end_turn()
            return
        self.counts.append(self.count_options(self.seat))
        tiles = self.tea[self.seat] - (0 if self.rules["tea_same_turn"] else self.fresh_tea)
        self.phase = "tea" if tiles > 0 and not self.must_roof else "place"

    def _end_turn(self, tea: bool = False) -> None:
        legal = self.counts[: len(self.actions)]
        self.turns.append({"seat": self.seat, "actions": self.actions, "tea": tea, "legal": legal})
        self.turn += 1
        self.must_roof = False
        order = [(self.seat + steps) % self.players for steps in range(1, self.players + 1)]
        following = next((seat for seat in order if self.can_place(seat)), None)
        if following is not None:
            self.seat = following
            self._begin()
            return
        self.phase = "over"
        self.end = "stuck" if any(any(hand.values()) for hand in self.hands) else "all_placed"

    # -- what a placement does -----------------------------------------------------------------------------------------

    def _stand(self, square: Square, piece: str) -> None:
        self.board[square] = piece
        if piece == "merchant":
            self.merchants.add(square)

    def _put(self, kind: str, square: Square) -> list[dict[str, Any]]:
        before: dict[Square | None, set[tuple[int, int]]] = {}
        if kind in ("wall", "stable"):
            before = {palace.roof: self.touching(palace) for palace in self.palaces if palace.roof is not None}
        self.hands[self.seat][kind] -= 1
        if kind == "wall":
            self.walls.add(square)
        else:
            if kind == "merchant":
                self._join(square)
            self._stand(square, kind)
        if kind in COLOURS or kind == "stable":
            self._find_palaces()
        self._find_vacant()
        if kind not in ("wall", "stable"):
            return []
        beside = set(next_to(square))
        effects: list[dict[str, Any]] = []
        for palace in self.palaces:
            grown = kind == "stable" and square in palace.stables
            walled = kind == "wall" and bool(beside & palace.pieces)
            if palace.roof is None or not (grown or walled):
                continue
            now = self.touching(palace)
            arms = now - before[palace.roof]
            if self.rules["tower_claim"] == "every_extension":
                arms = now if grown else {arm for arm in now if square in self._walls_of(arm)}
            effects += self._tower_tiles(palace, {tower for tower, _ in arms})
            if grown:
                effects += self._palace_tile(palace)
        return effects

    def _walls_of(self, arm: tuple[int, int]) -> list[Square]:
        return next(walls for tower, number, walls in self.arms() if (tower, number) == arm)

    def _join(self, square: Square) -> None:
        """M7: the merchant becomes an end of the street, or the first of a new one."""
        if square in self.ground.beside[self.street[-1]]:
            on_last = len(self.ground.beside[square] & self.merchants) == 1
        else:
            on_last = False
        on_first = (
            square in self.ground.beside[self.street[0]] and len(self.ground.beside[square] & self.merchants) == 1
        )
        possible = any(
            self.ground.beside[place] & {self.street[0], self.street[-1]}
            and len(self.ground.beside[place] & self.merchants) == 1
            for place in self.vacant
        )
        if not possible:
            self.street = [square]
        elif on_last:
            self.street.append(square)
        else:
            assert on_first
            self.street.insert(0, square)

    def _roof(self, kind: str, square: Square, palace: Palace) -> list[dict[str, Any]]:
        owner = self.seat if kind == "roof" else None
        self.hands[self.seat][kind] -= 1
        self.roofs[square] = owner
        self._look()
        palace = next(palace for palace in self.palaces if square in palace.buildings)
        effects: list[dict[str, Any]] = [{"event": "claim", "colour": palace.colour, "size": palace.size, "to": owner}]
        if palace.colour == "purple":  # M10.1
            tiles = self.rules["tea_tiles"]
            count = tiles[self.purple_roofs] if self.purple_roofs < len(tiles) else 0
            self.purple_roofs += 1
            if owner is not None:
                self.tea[owner] += count
                self.fresh_tea += count
            effects += [{"event": "tea", "count": count, "to": owner}] if count else []
        effects += self._tower_tiles(palace, {tower for tower, _ in self.touching(palace)})
        effects += self._palace_tile(palace)
        owners = {one for sq, one in self.roofs.items() if self.board[sq] == palace.colour and one is not None}
        if owner is not None and owners == set(range(self.players)):  # M6.4
            self.closed.add(palace.colour)
            returned = [hand[palace.colour] for hand in self.hands]
            for hand in self.hands:
                hand[palace.colour] = 0
            effects.append({"event": "closed", "colour": palace.colour, "returned": returned})
        return effects

    def _tower_tiles(self, palace: Palace, towers: set[int]) -> list[dict[str, Any]]:
        """M9.1, M9.2."""
        events = []
        for tower in sorted(towers):
            merchants = self.on_tower[tower]
            if self.tower_holder[tower] != palace.owner or merchants:
                events.append({"event": "tower_tile", "tower": tower + 1, "to": palace.owner, "merchants": merchants})
            self.tower_holder[tower] = palace.owner
            self.on_tower[tower] = 0
            if palace.owner is not None:
                self.hands[palace.owner]["merchant"] += merchants
        return events

    def _palace_tile(self, palace: Palace) -> list[dict[str, Any]]:
        """M9.3."""
        tile = self.tile_palace.get(palace.colour)
        if tile is not None and tile not in palace.buildings:
            rival = next(palace for palace in self.palaces if tile in palace.buildings)
            if palace.size <= rival.size:
                return []
        self.tile_palace[palace.colour] = min(palace.buildings)
        if self.palace_holder[palace.colour] == palace.owner:
            return []
        self.palace_holder[palace.colour] = palace.owner
        return [{"event": "palace_tile", "colour": palace.colour, "to": palace.owner}]

    # -- the score (M11) -----------------------------------------------------------------------------------------------

    def well_squares(self) -> set[Square]:
        """The squares that score at the well (M11.3)."""
        row, column = self.well
        steps = [(2, 0), (-2, 0), (0, 2), (0, -2)]
        if self.rules["well_squares"] == "twelve":
            steps += [(a, b) for a in (-2, 2) for b in (-1, 1)] + [(a, b) for a in (-1, 1) for b in (-2, 2)]
        return {(row + down, column + right) for down, right in steps}

    def palace_points(self, palace: Palace) -> dict[str, int]:
        """What a palace scores, by kind (M11.2, M11.3)."""
        edge = {square for piece in palace.pieces for square in next_to(piece)}
        at_well = len(palace.pieces & self.well_squares())
        times = min(at_well, 1) if self.rules["well_scoring"] == "palace" else at_well
        return {
            "buildings": len(palace.buildings),
            "stables": len(palace.stables),
            "walls": len(edge & self.walls),
            "merchants": len(edge & self.merchants),
            "well": times * self.rules["well_points"],
        }

    def scores(self) -> list[dict[str, Any]]:
        """The scores of all seats as a record has them."""
        told = []
        for seat in range(self.players):
            palaces: dict[str, Any] = dict.fromkeys(COLOURS)
            for palace in self.palaces:
                if palace.roof is not None and palace.owner == seat:
                    palaces[palace.colour] = self.palace_points(palace)
            palace_tiles = [colour for colour in COLOURS if self.palace_holder[colour] == seat]
            tower_tiles = [tower + 1 for tower in range(4) if self.tower_holder[tower] == seat]
            total = sum(sum(points.values()) for points in palaces.values() if points)
            total += sum(self.rules["palace_values"][COLOURS.index(colour)] for colour in palace_tiles)
            total += sum(self.rules["tower_values"][tower - 1] for tower in tower_tiles)
            told.append({"palaces": palaces, "palace_tiles": palace_tiles, "tower_tiles": tower_tiles, "total": total})
        return told

    def winners(self, scores: list[dict[str, Any]]) -> list[int]:
        """M11.6."""
        best = max(score["total"] for score in scores)
        tied = [seat for seat, one in enumerate(scores) if one["total"] == best]
        if self.rules["ties"] == "shared" or len(tied) == 1:
            return tied
        order = list(self.roofs)
        ranked = [
            (-palace.size, order.index(palace.roof), palace.owner)
            for palace in self.palaces
            if palace.roof is not None and palace.owner in tied
        ]
        return [min(ranked)[2]] if ranked else tied

    def result(self) -> dict[str, Any]:
        """The result as a record has it."""
        scores = self.scores()
        left = [sum(hand.values()) for hand in self.hands]
        return {"end": self.end, "scores": scores, "left": left, "winners": self.winners(scores)}
