"""What a bot in plain Python sees: the game in a player's words, and nothing that a player may not know.

A :class:`View` is made for one decision from copies of three records: the table, the holdings as the seat knows them,
and its own hand. The whole game, with the other hands and the stack, cannot be reached from it. Everything is computed
on first use, so a bot pays only for what it looks at.

Squares are ``(row, column)`` from the top left, cards ``form/family``, castle squares 0 to 9 clockwise from the top
left of the lot, floors 1 to 3.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product, takewhile
from typing import Any, Literal

import numpy as np

from arkadia_sim.compiled.view import OptionLists, Options, PlayerView
from arkadia_sim.games.arkadia import box
from arkadia_sim.games.arkadia.bots_api.cues import CUES
from arkadia_sim.games.arkadia.box import CARD_NAMES, CARDS, FAMILIES, OUTLINES, ROWS, Square, orientations, rectangle
from arkadia_sim.games.arkadia.play import RECORDS
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import WORDS, bit_to_square, squares_of
from arkadia_sim.games.arkadia.sight.cues import HALF
from arkadia_sim.games.arkadia.sight.limits import list_options
from arkadia_sim.games.arkadia.values import Banner, Build, Choice, Introduce, Owner, Piece, take
from arkadia_sim.rng import Dice

EVERYWHERE = frozenset(rectangle(0, 0, ROWS, box.COLUMNS))

HIDDEN = ("gold", "seals", "workers", "neutrals")  # what is behind a screen, where the rules hide it (R10.2)

DRAWN = ("stack_left", "face_up", "hand_count", "n_known", "known")  # what a draw changes on the table

Worker = int | Literal["neutral"]  # the owner of a worker on the board: a seat, or nobody


@dataclass(frozen=True)
class Building:
    """A building on the board. Buildings are numbered in the order laid out; 0 is the castle lot, which has no card.

    ``neighbours`` are the squares orthogonally next to it, ``vacant`` the vacant ones among them. A ``complete``
    building has paid out (R6); the lot never does.
    """

    number: int
    squares: frozenset[Square]
    card: str | None
    form: str | None
    family: str | None
    has_seal: bool
    complete: bool
    neighbours: frozenset[Square]
    vacant: frozenset[Square]


@dataclass(frozen=True)
class Castle:
    """The castle: the family visible on each of its ten squares (None if bare), which of them have a piece of the
    current floor, that floor (1 to 3), and the pieces left in the pool of each floor by family."""

    top: tuple[str | None, ...]
    covered: tuple[bool, ...]
    floor: int
    pools: Mapping[int, Mapping[str, int]]


@dataclass(frozen=True)
class Holdings:
    """What is behind a player's screen: gold, seals by family, own and neutral workers at hand."""

    gold: int
    seals: Mapping[str, int]
    workers: int
    neutrals: int


class View(PlayerView[Choice]):
    """The game as the player on turn knows it (R10), at one decision.

    ``seat`` is the bot's seat, ``players`` the number of players, ``turn`` counts the turns of all players from 0, and
    ``phase`` is the decision to make: ``"must"``, ``"draw"``, ``"castle"`` or ``"banner"``, in this order, or ``"end"``
    in a view ``after`` the last of them. ``random`` are the seat's own dice, the only ones to use, and ``parameters``
    are the bot's, by name.

    At the draw, the building stands and its tent camps have brought their workers. The buildings that it completes pay
    out after the draw.
    """

    def __init__(self, table: Any, holdings: Any, hand: Any, random: Dice, parameters: Mapping[str, float]) -> None:
        """Copies the three records; hidden ``holdings`` must be veiled already."""
        self.phase = state.PHASE_NAMES[int(table["phase"])]
        super().__init__((table, holdings, hand), self.phase, random, parameters, _LISTS)
        self._holdings, self._hand = self._handed[1][0], self._handed[2][0]

    def move_of(self, decision: Any) -> Choice:
        if self.phase == state.PHASE_NAMES[state.DRAW]:
            place = int(decision["draw"])
            return "stack" if place == state.FROM_STACK else place
        if self.phase == state.PHASE_NAMES[state.CASTLE]:
            return Piece(self.families[decision["family"]], int(decision["castle_square"]))
        if self.phase == state.PHASE_NAMES[state.BANNER]:
            sold = {family: seals for family, seals in self._by_family(decision["sold"]).items() if seals}
            return Banner(bool(decision["use_banner"]), sold)
        if decision["kind"] == state.BUILD:
            outlines, form = self._table["outlines"], state.form_of(int(decision["card"]))
            offsets = outlines["offset"][form, decision["orientation"], : int(outlines["n_squares"][form])]
            return Build(_card(decision["card"]), _covered(tuple(offsets.tolist()), int(decision["anchor"])))
        owners: dict[Square, Owner] = dict.fromkeys(sorted(_squares(decision["own"])), "own")
        owners |= dict.fromkeys(sorted(_squares(decision["neutral"])), "neutral")
        return Introduce(_squares(self._table["squares"][int(decision["building"])]), owners)

    # -- the game played -----------------------------------------------------------------------------------------------
    @cached_property
    def rules(self) -> Mapping[str, Any]:
        """All options and numbers of the rules, named as in RULES.md.

        ``flip_tiles`` is true if some outline has more orientations than by rotation. ``start_workers`` and
        ``start_gold`` are a number for all seats, or one for each if seats differ.
        """
        rules, outlines = self._table["rules"], self._table["outlines"]
        turned = [len(orientations(rows, False)) for rows in self.shapes.values()]
        numbers = ("banners", "workers_per_banner", "hand_size", "face_up", "neutral_workers", "seals_per_family")
        return {
            "setup": "first_game" if rules["start_neutrals"] else "standard",
            "seal_supply": "unlimited" if rules["unlimited"] else "finite",
            "flip_tiles": any(int(outlines["n_orientations"][form]) > ways for form, ways in enumerate(turned)),
            "workers_at_castle": bool(rules["workers_at_castle"]),
            "final_round": "others_only" if rules["others_only"] else "trigger_last",
            "holdings": "hidden" if rules["hidden"] else "open",
            "start_workers": _one_or_each(self._by_seat(rules["start_workers"])),
            "start_gold": _one_or_each(self._by_seat(rules["start_gold"])),
            **{name: int(rules[name]) for name in numbers},
            "floor_pieces": tuple(rules["floor_pieces"].tolist()),
        }

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The names of the four families."""
        return FAMILIES

    @cached_property
    def shapes(self) -> Mapping[str, tuple[str, ...]]:
        """The outline of each form, as rows of ``#`` and ``.``."""
        return dict(OUTLINES[state.OUTLINE_NAMES[self._table["outlines"]["choice"]]])

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards of the game, one for each building, including the seven on the board in the first game."""
        return CARDS

    # -- the board -----------------------------------------------------------------------------------------------------
    @cached_property
    def camps(self) -> frozenset[Square]:
        """The squares with a tent camp; those still available are ``camps & vacant``."""
        return _squares(self._table["camps"])

    @cached_property
    def vacant(self) -> frozenset[Square]:
        """The squares without a building, a worker or the lot."""
        return EVERYWHERE - _squares(self._table["occupied"])

    @cached_property
    def buildings(self) -> tuple[Building, ...]:
        """All buildings in the order laid out, the castle lot first."""
        table, count = self._table, int(self._table["n_buildings"])
        rings = table["ring"][:count]
        vacant = rings & ~table["occupied"]
        cards = [None, *map(_card, table["card"][1:count])]
        states = zip(cards, table["has_seal"].tolist(), table["complete"].tolist())
        return tuple(
            _building(number, *marks, squares.tobytes(), ring.tobytes(), free.tobytes())
            for number, (marks, squares, ring, free) in enumerate(zip(states, table["squares"][:count], rings, vacant))
        )

    @property
    def lot(self) -> Building:
        """The castle lot, which counts as a building (R1.2)."""
        return self.buildings[state.LOT]

    @cached_property
    def workers(self) -> Mapping[Square, Worker]:
        """The owner of each worker on the board, by square: a seat, or ``"neutral"``."""
        standing: dict[Square, Worker] = dict.fromkeys(_squares(self._table["neutral"]), "neutral")
        for seat in range(self.players):
            standing |= dict.fromkeys(_squares(self._table["own"][seat]), seat)
        return standing

    # -- castle and supplies -------------------------------------------------------------------------------------------
    @cached_property
    def castle(self) -> Castle:
        """The castle and its pools (R7)."""
        table = self._table
        return Castle(
            top=tuple(None if family == state.NO_FAMILY else self.families[family] for family in table["top"].tolist()),
            covered=tuple(map(bool, table["covered"].tolist())),
            floor=int(table["floor"]) + 1,
            pools={floor: dict(zip(self.families, left)) for floor, left in enumerate(table["pools"].tolist(), 1)},
        )

    @property
    def pieces_left(self) -> int:
        """The castle squares that are still to be covered before the end begins (R9.1)."""
        return max(
            0, state.CASTLE_SQUARES * (state.FLOORS - 1 - int(self._table["floor"])) - int(self._table["n_covered"])
        )

    @property
    def pieces_due(self) -> int:
        """How many castle pieces are still to be placed this turn, including the current one."""
        return int(self._table["pieces_due"])

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The value of a seal of each family: how often the family is visible in the castle (R7.5)."""
        return self._by_family(self._table["value"])

    @cached_property
    def supply(self) -> Mapping[str, int]:
        """The seals of each family in the supply; about a million each if the supply is unlimited."""
        return self._by_family(self._table["supply"])

    @cached_property
    def own_pool(self) -> tuple[int, ...]:
        """Per seat, the own workers that banners can still bring from the general pool."""
        return self._by_seat(self._table["own_pool"])

    @property
    def neutral_pool(self) -> int:
        """The neutral workers in the general pool."""
        return int(self._table["neutral_pool"])

    @cached_property
    def banners(self) -> tuple[int, ...]:
        """Per seat, the banners left."""
        return self._by_seat(self._table["banners"])

    # -- cards ---------------------------------------------------------------------------------------------------------
    @cached_property
    def face_up(self) -> tuple[str | None, ...]:
        """The face-up cards, by place; None for an empty place."""
        places = self._table["face_up"][: int(self._table["rules"]["face_up"])]
        return tuple(None if card == state.NO_CARD else _card(card) for card in places)

    @property
    def stack_left(self) -> int:
        """The number of cards in the stack."""
        return int(self._table["stack_left"])

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The cards in hand."""
        return tuple(_card(card) for card in self._hand["cards"][: int(self._hand["n"])])

    @cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """Per seat, the number of cards in hand."""
        return self._by_seat(self._table["hand_count"])

    @cached_property
    def known_cards(self) -> tuple[tuple[str, ...], ...]:
        """Per seat, the cards taken face up and not yet played, which everybody knows (R10.1)."""
        known = self._table["known"]
        return tuple(
            tuple(_card(card) for card in known[seat, :count])
            for seat, count in enumerate(self._by_seat(self._table["n_known"]))
        )

    # -- behind the screens --------------------------------------------------------------------------------------------
    def holdings(self, seat: int) -> Holdings | None:
        """What a player holds behind the screen; None if the rules hide it (R10.2)."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat!r} at a table of {self.players}")
        gold, seals, workers, neutrals = (self._holdings[name][seat].tolist() for name in HIDDEN)
        if gold == state.UNKNOWN:
            return None
        return Holdings(gold, dict(zip(self.families, seals)), workers, neutrals)

    @cached_property
    def own(self) -> Holdings:
        """What the bot holds itself."""
        held = self.holdings(self.seat)
        assert held is not None, "a player always knows the own holdings"
        return held

    # -- the end -------------------------------------------------------------------------------------------------------
    @property
    def end_begun_by(self) -> int | None:
        """The seat whose turn completed floor 2 and so began the end (R9.1), or None."""
        seat = int(self._table["end_seat"])
        return None if seat == state.NOBODY else seat

    @property
    def turns_left(self) -> int | None:
        """The turns left after this one, of all players, once the end has begun; None before (R9.2). A castle piece
        begins the end: in that turn it is None until the piece lies, and a number at the banner."""
        if self.end_begun_by is None:
            return None
        left = int(self._table["turns_left"])
        if left < 0:  # the end begins this turn
            return self.players - int(self._table["rules"]["others_only"])
        return left - 1

    # -- options -------------------------------------------------------------------------------------------------------
    def options(self, prices: Sequence[float] = (), chances: Sequence[float] = ()) -> Options[Choice]:
        """The moves worth considering, with what a person can count of each in columns; with constraints, those that
        these leave. In compiled code, so that thousands take no time.

        At the must and the draw, gold counts by the player's own ``prices`` instead of today's, one for each of
        ``families``; so does ``sale_gain``. Gold at unfinished buildings counts by ``chances`` instead of half: a share
        for one gap, two gaps and so on, at most 16; the last holds for any more.

        At the must, gold coming, soon and open is what the move changes: what it pays now comes no longer. ``touches``
        counts each pair of an own worker put down and a building beside it, the lot not; ``reply`` is of the position
        after the move. Where holdings are hidden, the others' seals count nothing.
        """
        if not len(prices) and not len(chances):
            return self._listed(())
        return self._listed(_estimates(tuple(prices) or tuple(self.values.values()), tuple(chances) or (HALF,)))

    def legal_moves(self) -> Iterator[Choice]:
        """All legal moves of the decision at hand, one by one; with constraints, those that these leave.

        At the must these are often many thousands of worker placements: a placement that is possible next to several
        buildings is named once.
        """
        if self.phase == state.PHASE_NAMES[state.MUST]:
            yield from self.legal_builds()
            yield from self._left(self._placements())
        elif self.phase == state.PHASE_NAMES[state.BANNER]:
            yield from self._left(self._banners())
        else:
            yield from super().legal_moves()

    def legal_builds(self) -> list[Build]:
        """All legal builds with the different cards in hand (R4.1 to R4.3), at the must; with constraints, those that
        these leave."""
        if self.phase != state.PHASE_NAMES[state.MUST]:
            return []
        builds: Iterator[Any] = takewhile(lambda move: isinstance(move, Build), self.options())
        return list(builds)

    def worker_places(self) -> list[Building]:
        """The buildings that workers may be put next to, on their ``vacant`` squares (R5); none without a worker at
        hand."""
        if self.own.workers + self.own.neutrals == 0:
            return []
        places = self.buildings if self._table["rules"]["workers_at_castle"] else self.buildings[state.LOT + 1 :]
        return [building for building in places if building.vacant]

    def after(self, move: Choice) -> "View":
        """The game after a legal move, as this player will know it; the view itself stays as it is.

        Its ``phase`` is the next decision of the turn, or ``"end"``. A build's draw is left out, so that what it
        completes has been paid. A card from the stack, or one that replaces a face-up one, stays unknown: it is neither
        in ``hand`` nor in ``face_up``.
        """
        game, table, seat = state.new_game()[0], self._table, self.seat
        game["table"], game["holdings"], game["hands"][seat] = table, self._holdings, self._hand
        game["now"]["seat"], game["now"]["card"], game["now"]["draw"] = seat, state.NO_CARD, state.NO_DRAW
        game["now"]["kind"] = state.BUILD
        with np.errstate(over="ignore"):
            take(game, move)
            if game["table"]["phase"] == state.DRAW and self.phase == state.PHASE_NAMES[state.MUST]:
                kept = {field: game["table"][field].copy() for field in DRAWN}
                take(game, "stack" if kept["stack_left"] else int(np.argmax(kept["face_up"] != state.NO_CARD)))
                game["hands"][seat]["n"] -= 1
                for field, value in kept.items():
                    game["table"][field] = value
        if move == "stack":
            game["hands"][seat]["n"] -= 1
        elif self.phase == state.PHASE_NAMES[state.DRAW]:
            game["table"]["face_up"][move] = state.NO_CARD
        for name in HIDDEN if table["rules"]["hidden"] else ():
            others = np.arange(len(game["holdings"][name])) != seat
            game["holdings"][name][others] = state.UNKNOWN
        return View(game["table"], game["holdings"], game["hands"][seat], self.random, self.parameters)

    # -- all options ---------------------------------------------------------------------------------------------------
    def _placements(self) -> Iterator[Introduce]:
        """All worker placements, those next to several buildings once."""
        own, neutral = self.own.workers, self.own.neutrals
        earlier: list[frozenset[Square]] = []
        for building in self.worker_places():
            squares = sorted(building.vacant)
            for number in range(1, min(len(squares), own + neutral) + 1):
                for chosen in combinations(squares, number):
                    if any(around.issuperset(chosen) for around in earlier):
                        continue
                    for mine in range(max(0, number - neutral), min(number, own) + 1):
                        for whose in combinations(chosen, mine):
                            yield Introduce(
                                building.squares, {square: "own" if square in whose else "neutral" for square in chosen}
                            )
            earlier.append(building.vacant)

    def _banners(self) -> Iterator[Banner]:
        """No banner, and a banner with each possible sale."""
        yield Banner(False)
        if self.banners[self.seat]:
            seals = self.own.seals
            for sold in product(*(range(seals[family] + 1) for family in self.families)):
                yield Banner(True, dict(zip(self.families, sold, strict=True)))

    def _by_family(self, numbers: Any) -> Mapping[str, int]:
        return dict(zip(self.families, numbers.tolist(), strict=True))

    def _by_seat(self, numbers: Any) -> tuple[int, ...]:
        return tuple(numbers[: self.players].tolist())


_LISTS = OptionLists.of(RECORDS, list_options, state.DECISIONS, CUES)


@lru_cache(maxsize=1 << 10)
def _estimates(prices: tuple[float, ...], chances: tuple[float, ...]) -> tuple[float, ...]:
    if len(prices) != state.FAMILIES:
        raise ValueError(f"options need {state.FAMILIES} prices, one for each family, not {len(prices)}")
    if len(chances) > state.RING_MAX:
        raise ValueError(
            f"options take at most {state.RING_MAX} chances, one for each number of gaps, not {len(chances)}"
        )
    return (1.0, *prices, *chances, *(state.RING_MAX - len(chances)) * chances[-1:])


def _one_or_each(numbers: tuple[int, ...]) -> int | tuple[int, ...]:
    return numbers[0] if len(set(numbers)) == 1 else numbers


def _squares(words: Any) -> frozenset[Square]:
    return _squares_of_bytes(words.tobytes())


@lru_cache(maxsize=1 << 14)
def _squares_of_bytes(words: bytes) -> frozenset[Square]:
    return frozenset(squares_of(np.frombuffer(words, np.uint64, WORDS)))


@lru_cache(maxsize=1 << 14)
def _building(
    number: int, card: str | None, has_seal: int, complete: int, squares: bytes, ring: bytes, vacant: bytes
) -> Building:
    form, _, family = card.partition("/") if card else (None, None, None)
    covered, around, free = map(_squares_of_bytes, (squares, ring, vacant))
    return Building(number, covered, card, form, family, bool(has_seal), bool(complete), around, free)


def _card(number: Any) -> str:
    return CARD_NAMES[int(number)]


@lru_cache(maxsize=1 << 16)
def _covered(offsets: tuple[int, ...], anchor: int) -> frozenset[Square]:
    return frozenset(bit_to_square(anchor + offset) for offset in offsets)
