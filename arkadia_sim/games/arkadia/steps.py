"""How decisions are made in small steps, at a table where people and programs play.

::

    must     card ─► turned ─► square                  or   building ─► own worker or neutral worker … ─► done
    draw     draw
    castle   piece ─► castle square
    banner   banner ─► seals of the first family ─► … of the last

A card lies on the square that its building covers first, by rows from the top. Workers are put down in any order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import compiled_table
from arkadia_sim.core.scene import Scene
from arkadia_sim.core.table import ActionKind, Observed, Step
from arkadia_sim.games.arkadia.bots_api.choices import Banner
from arkadia_sim.games.arkadia.components.box import Components
from arkadia_sim.games.arkadia.components.squares import Square
from arkadia_sim.games.arkadia.records.account import sold, tell_turn
from arkadia_sim.games.arkadia.records.form import read_turn
from arkadia_sim.games.arkadia.records.replay import decisions_of
from arkadia_sim.games.arkadia.rules.bitboard import (
    COLUMNS,
    ROWS,
    STRIDE,
    bit_to_square,
    square_to_bit,
    squares_of,
    words_of,
)
from arkadia_sim.games.arkadia.rules.setup import card_name
from arkadia_sim.games.arkadia.rules.state import (
    BUILD,
    BUILDINGS_MAX,
    CARD_KINDS,
    CASTLE,
    CASTLE_SQUARES,
    DRAW,
    FAMILIES,
    FLOORS,
    FROM_STACK,
    LOT,
    MUST,
    NOBODY,
    ORIENTATIONS_MAX,
    PHASE_NAMES,
    SEATS_MAX,
    UNKNOWN,
    WORKERS,
    form_of,
)
from arkadia_sim.games.arkadia.scenes.drawing import draw_seen
from arkadia_sim.games.arkadia.scenes.story import banner_words, building_words, changed, squares_words, told_turn

CARD, BUILDING, TURNED, SQUARE = "card", "building", "turned", "square"
OWN, NEUTRAL, DONE = "own worker", "neutral worker", "done"
DRAWN, PIECE, CASTLE_SQUARE, BANNER, SALE = "draw", "piece", "castle square", "banner", "sale"

SALE_MOST = 31
"""The most seals that one step sells. Of more than that, the rest is asked for again."""

_MANY = float(np.iinfo(np.int32).max)
_PLANES = ("a tent camp", "the castle lot", "an open building of family 0", "of family 1", "of family 2", "of family 3",
           "a completed building", "a building that carries a seal", "an own worker", "a worker of the next player",
           "of the one after", "of the last", "a neutral worker")  # fmt: skip


KINDS = (
    ActionKind(CARD, CARD_KINDS),
    ActionKind(BUILDING, BUILDINGS_MAX),
    ActionKind(TURNED, ORIENTATIONS_MAX),
    ActionKind(SQUARE, ROWS * COLUMNS),
    ActionKind(OWN, ROWS * COLUMNS),
    ActionKind(NEUTRAL, ROWS * COLUMNS),
    ActionKind(DONE, 1),
    ActionKind(DRAWN, FROM_STACK + 1),
    ActionKind(PIECE, FAMILIES),
    ActionKind(CASTLE_SQUARE, CASTLE_SQUARES),
    ActionKind(BANNER, 2),
    ActionKind(SALE, FAMILIES * (SALE_MOST + 1)),
)

OBSERVED = (
    Observed("board", (len(_PLANES), ROWS, COLUMNS), 0.0, 1.0, f"by square: {', '.join(_PLANES)}"),
    Observed("seats", (SEATS_MAX, 4 + FAMILIES), float(UNKNOWN), _MANY,
             "by seat from one's own on: gold, workers, neutral workers, seals by family (-1: hidden), banners"),
    Observed("castle", (2, CASTLE_SQUARES), -1.0, float(FAMILIES), "family on top (-1: bare); whether it is covered"),
    Observed("families", (2 + FLOORS, FAMILIES), 0.0, _MANY, "value of a seal, seals left, pieces left by floor"),
    Observed("hand", (CARD_KINDS,), 0.0, _MANY, "own cards by number, which is 4 * form + family"),
    Observed("face_up", (CARD_KINDS,), 0.0, _MANY, "open cards by number"),
    Observed("moment", (10 + SEATS_MAX,), -1.0, _MANY, "phase (6 marks), whether one is on turn, pieces to place, "
             "cards in the stack, turns left (-1: unknown), cards in hand by seat from one's own on"),
)  # fmt: skip


@dataclass(frozen=True)
class Steps(compiled_table.Steps):
    """The steps at a table with these pieces; see :class:`arkadia_sim.core.compiled_table.Steps`."""

    components: Components
    kinds = KINDS
    observed = OBSERVED

    def options(self, handed: Any, path: Sequence[Step]) -> Sequence[Step]:
        table, holdings, hand = handed
        phase = int(table["phase"])
        if phase == MUST:
            return _must_options(table, holdings, hand, path)
        if phase == DRAW:
            return [] if path else _draws(table)
        if phase == CASTLE:
            return _piece_options(table, path)
        return _banner_options(table, holdings, path)

    def fill(self, handed: Any, path: Sequence[Step], decision: Any) -> None:
        table, (kind, number) = handed[0], path[0]
        if kind == CARD:
            turned = path[1].number
            decision["kind"], decision["card"], decision["orientation"] = BUILD, number, turned
            decision["anchor"] = _bit(path[2].number) - _first_offset(table, form_of(number), turned)
        elif kind == BUILDING:
            decision["kind"], decision["building"] = WORKERS, number
            decision["own"], decision["neutral"] = words_of(_chosen(path, OWN)), words_of(_chosen(path, NEUTRAL))
        elif kind == DRAWN:
            decision["draw"] = number
        elif kind == PIECE:
            decision["family"], decision["castle_square"] = number, path[1].number
        else:
            decision["use_banner"] = number
            decision["sold"] = _sales(path)

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        table, holdings, _ = handed
        phase = int(table["phase"])
        if phase == MUST and decision["kind"] == BUILD:
            card, turned = int(decision["card"]), int(decision["orientation"])
            first = int(decision["anchor"]) + _first_offset(table, form_of(card), turned)
            return [Step(CARD, card), Step(TURNED, turned), Step(SQUARE, _number(bit_to_square(first)))]
        if phase == MUST:
            own = [Step(OWN, _number(square)) for square in squares_of(decision["own"])]
            neutral = [Step(NEUTRAL, _number(square)) for square in squares_of(decision["neutral"])]
            return [Step(BUILDING, int(decision["building"])), *own, *neutral, Step(DONE, 0)]
        if phase == DRAW:
            return [Step(DRAWN, int(decision["draw"]))]
        if phase == CASTLE:
            return [Step(PIECE, int(decision["family"])), Step(CASTLE_SQUARE, int(decision["castle_square"]))]
        if not decision["use_banner"]:
            return [Step(BANNER, 0)]
        return [Step(BANNER, 1), *_sale_steps(holdings["seals"][int(table["seat"])], decision["sold"])]

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        table, (kind, number) = handed[0], step
        if kind == CARD:
            return f"build {card_name(self.components, number)} {_drawn(table, form_of(number), 0)}"
        if kind == BUILDING:
            squares = squares_of(table["squares"][number])
            return f"put workers next to {building_words(squares, table, self.components)}"
        if kind == TURNED:
            return f"turned as {_drawn(table, form_of(path[0].number), number)}"
        if kind == SQUARE:
            return f"on {squares_words(_covered(table, form_of(path[0].number), path[1].number, number))}"
        if kind in (OWN, NEUTRAL):
            return f"an {kind} on {squares_words([_square(number)])}".replace("an n", "a n")
        if kind == DRAWN:
            place = "the stack" if number == FROM_STACK else f"the open cards: {self._card(table['face_up'][number])}"
            return f"draw from {place}"
        family = self.components.families[(number // (SALE_MOST + 1)) if kind == SALE else number % FAMILIES]
        if kind == PIECE:
            return f"a piece of {family}"
        if kind == CASTLE_SQUARE:
            top = int(table["top"][number])
            over = f", over {self.components.families[top]}" if top >= 0 else ""
            return f"on castle square {number}{over}"
        if kind == SALE:
            amount, value = number % (SALE_MOST + 1), int(table["value"][number // (SALE_MOST + 1)])
            return f"sell {amount} {family} for {amount * value} gold" if amount else f"sell no {family}"
        return {DONE: "no more workers", BANNER: "use a banner" if number else "use no banner"}[kind]

    def square(self, handed: Any, step: Step) -> Square | None:
        return _square(step.number) if step.kind in (SQUARE, OWN, NEUTRAL) else None

    def covered(self, handed: Any, path: Sequence[Step], step: Step) -> Sequence[Square]:
        """The squares that a building covers; none for any other step."""
        return _covered(handed[0], form_of(path[0].number), path[1].number, step.number) if step.kind == SQUARE else ()

    def words(self, handed: Any, decision: Any) -> str:
        phase = int(handed[0]["phase"])
        path = self.path_of(handed, decision)
        if phase == MUST and path[0].kind == BUILDING:
            own, neutral = (squares_words(squares_of(decision[field])) for field in ("own", "neutral"))
            workers = [f"{who} workers on {where}" for who, where in (("own", own), ("neutral", neutral)) if where]
            return f"{self.text(handed, (), path[0])}: {', '.join(workers)}"
        if phase == MUST:
            return f"build {self._card(path[0].number)} {self.text(handed, path, path[2])}"
        if phase in (DRAW, CASTLE):
            return " ".join(self.text(handed, path, step) for step in path)
        return banner_words(Banner(bool(decision["use_banner"]), sold(decision, self.components)))

    def told(self, games: NDArray[Any], ended: Any) -> Sequence[str]:
        return told_turn(games[0], read_turn(tell_turn(ended, self.components)), self.components)

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position as a seat sees it."""
        fresh = frozenset() if last is None else changed(handed[0], decisions_of(last, self.components))
        return draw_seen(handed, seat, self.components, names, fresh)

    def arrays(self, handed: Any, seat: int) -> Mapping[str, Any]:
        table, holdings, hand = handed
        players = int(table["players"])
        seats = [(seat + steps) % players for steps in range(players)]
        return {
            "board": _board(table, seats),
            "seats": _seats(table, holdings, seats),
            "castle": np.stack([table["top"], table["covered"]]),
            "families": np.stack([table["value"], table["supply"], *table["pools"]]),
            "hand": np.bincount(hand["cards"][: int(hand["n"])], minlength=CARD_KINDS),
            "face_up": np.bincount(table["face_up"][table["face_up"] >= 0], minlength=CARD_KINDS),
            "moment": _moment(table, seats),
        }

    def shows_something(self, before: Any, after: Any) -> bool:
        """Whether a decision between these two games showed a card that was hidden before it."""
        return bool(before["table"]["stack_left"] != after["table"]["stack_left"])

    def _card(self, number: Any) -> str:
        return card_name(self.components, int(number))


# -- squares -----------------------------------------------------------------------------------------------------------


def _number(square: Square) -> int:
    return COLUMNS * square[0] + square[1]


def _square(number: int) -> Square:
    return divmod(number, COLUMNS)


def _bit(number: int) -> int:
    return square_to_bit(_square(number))


def _offsets(table: Any, form: int, turned: int) -> list[int]:
    """The squares of a turned outline, as bits from its anchor."""
    outlines = table["outlines"]
    return sorted(outlines["offset"][form, turned, : int(outlines["n_squares"][form])].tolist())


def _first_offset(table: Any, form: int, turned: int) -> int:
    return _offsets(table, form, turned)[0]


def _covered(table: Any, form: int, turned: int, number: int) -> list[Square]:
    """The squares that a building covers whose first square has this number."""
    offsets = _offsets(table, form, turned)
    return [bit_to_square(_bit(number) - offsets[0] + offset) for offset in offsets]


def _drawn(table: Any, form: int, turned: int) -> str:
    """An outline in letters, row by row: ``##/.#``."""
    squares = [bit_to_square(offset) for offset in _offsets(table, form, turned)]
    rows, columns = (1 + max(part) for part in zip(*squares))
    return "/".join(
        "".join("#" if (row, column) in squares else "." for column in range(columns)) for row in range(rows)
    )


# -- options -----------------------------------------------------------------------------------------------------------


def _must_options(table: Any, holdings: Any, hand: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        cards = sorted(hand["distinct"][: int(hand["n_distinct"])].tolist())
        builds = [Step(CARD, card) for card in cards if hand["form_builds"][form_of(card)] > 0]
        return builds + _worker_buildings(table, holdings)
    if path[0].kind == BUILDING:
        return _worker_options(table, holdings, path)
    form = form_of(path[0].number)
    if len(path) == 1:
        ways = range(int(table["outlines"]["n_orientations"][form]))
        return [Step(TURNED, turned) for turned in ways if hand["n_anchors"][form, turned] > 0]
    if len(path) == 2:
        turned = path[1].number
        first = bit_to_square(_first_offset(table, form, turned))
        anchors = squares_of(hand["anchors"][form, turned])
        return [Step(SQUARE, _number((row + first[0], column + first[1]))) for row, column in anchors]
    return []


def _worker_buildings(table: Any, holdings: Any) -> list[Step]:
    """The buildings that workers may be put next to (R5.1, R5.2)."""
    seat = int(table["seat"])
    if holdings["workers"][seat] + holdings["neutrals"][seat] == 0:
        return []
    numbers = table["open"][: int(table["n_open"])].tolist()
    lot = [LOT] if table["rules"]["workers_at_castle"] and _vacant_beside(table, LOT) else []
    return [Step(BUILDING, number) for number in (*lot, *numbers)]


def _vacant_beside(table: Any, building: int) -> list[Square]:
    return squares_of(table["ring"][building] & ~table["occupied"])


def _worker_options(table: Any, holdings: Any, path: Sequence[Step]) -> list[Step]:
    if path[-1].kind == DONE:
        return []
    seat, own, neutral = int(table["seat"]), _chosen(path, OWN), _chosen(path, NEUTRAL)
    squares = [square for square in _vacant_beside(table, path[0].number) if square not in (*own, *neutral)]
    options = [Step(DONE, 0)] if len(path) > 1 else []
    for kind, chosen, at_hand in ((OWN, own, holdings["workers"]), (NEUTRAL, neutral, holdings["neutrals"])):
        if len(chosen) < at_hand[seat]:
            options += [Step(kind, _number(square)) for square in squares]
    return options


def _chosen(path: Sequence[Step], kind: str) -> list[Square]:
    return [_square(step.number) for step in path if step.kind == kind]


def _draws(table: Any) -> list[Step]:
    """The face-up places that hold a card, and the stack if it does (R4.5)."""
    places = [Step(DRAWN, place) for place in range(int(table["rules"]["face_up"])) if table["face_up"][place] >= 0]
    return places + ([Step(DRAWN, FROM_STACK)] if table["stack_left"] else [])


def _piece_options(table: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        pool = table["pools"][int(table["floor"])]
        return [Step(PIECE, family) for family in range(FAMILIES) if pool[family] > 0]
    if len(path) == 1:
        return [Step(CASTLE_SQUARE, square) for square in range(CASTLE_SQUARES) if not table["covered"][square]]
    return []


def _banner_options(table: Any, holdings: Any, path: Sequence[Step]) -> list[Step]:
    if not path:
        return [Step(BANNER, 0), Step(BANNER, 1)]
    if path[0].number == 0:
        return []
    held, sales = holdings["seals"][int(table["seat"])], _sales(path)
    last = path[-1]
    begin = 0
    if last.kind == SALE:  # a full step leaves the family open for the rest
        family, amount = divmod(last.number, SALE_MOST + 1)
        begin = family if amount == SALE_MOST else family + 1
    for family in range(begin, FAMILIES):
        left = int(held[family]) - sales[family]
        if left > 0:
            return [Step(SALE, family * (SALE_MOST + 1) + amount) for amount in range(min(left, SALE_MOST) + 1)]
    return []


def _sales(path: Sequence[Step]) -> list[int]:
    """The seals sold in a path, by family."""
    sales = [0] * FAMILIES
    for step in path:
        if step.kind == SALE:
            family, amount = divmod(step.number, SALE_MOST + 1)
            sales[family] += amount
    return sales


def _sale_steps(held: Any, sales: Any) -> list[Step]:
    steps = []
    for family in range(FAMILIES):
        left, at_hand = int(sales[family]), int(held[family])
        while at_hand > 0:
            amount = min(left, SALE_MOST)
            steps.append(Step(SALE, family * (SALE_MOST + 1) + amount))
            left, at_hand = left - amount, at_hand - amount
            if amount < SALE_MOST:
                break
    return steps


# -- observations ------------------------------------------------------------------------------------------------------


def _plane(words: Any) -> NDArray[np.uint8]:
    """A set of squares as rows of 0 and 1."""
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    return bits[: ROWS * STRIDE].reshape(ROWS, STRIDE)[:, :COLUMNS]


def _board(table: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    board = np.zeros((len(_PLANES), ROWS, COLUMNS), np.float32)
    board[0], board[1] = _plane(table["camps"]), _plane(table["squares"][LOT])
    for building in range(LOT + 1, int(table["n_buildings"])):
        plane = _plane(table["squares"][building])
        if table["complete"][building]:
            board[6] += plane
            continue
        board[2 + int(table["card"][building]) % FAMILIES] += plane
        if table["has_seal"][building]:
            board[7] += plane
    for place, seat in enumerate(seats):
        board[8 + place] = _plane(table["own"][seat])
    board[12] = _plane(table["neutral"])
    return board


def _seats(table: Any, holdings: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    rows = np.zeros((SEATS_MAX, 4 + FAMILIES), np.float32)
    for place, seat in enumerate(seats):
        numbers = [holdings[name][seat] for name in ("gold", "workers", "neutrals")]
        rows[place] = [*numbers, *holdings["seals"][seat], table["banners"][seat]]
    return rows


def _moment(table: Any, seats: Sequence[int]) -> NDArray[np.float32]:
    moment = np.zeros(10 + SEATS_MAX, np.float32)
    moment[int(table["phase"])] = 1.0
    moment[len(PHASE_NAMES)] = table["seat"] == seats[0]
    left = table["turns_left"] if table["end_seat"] != NOBODY else -1
    moment[7:10] = table["pieces_due"], table["stack_left"], left
    moment[10 : 10 + len(seats)] = table["hand_count"][list(seats)]
    return moment
