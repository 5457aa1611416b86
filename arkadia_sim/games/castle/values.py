"""How people write steps, as records have them (C12) and bots in plain Python answer; and the set-up of a record.

A value is a number for a die, a square or a line, the name of a guest or a face, ``residents``, ``flag``, ``cloud``,
``pass``, ``lost`` or ``stop``, ``[from, to]`` for a move, ``[seat, guest]`` for a theft.

The set-up is checked against C1 to C3, C12 and C13. A breach of the format raises RecordError with ``FORM`` in place of
a rule's number.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import numpy as np
from pydantic import ValidationError

from arkadia_sim.compiled import record_form
from arkadia_sim.compiled.language import Option, find
from arkadia_sim.compiled.record_form import FORM, fields_of, list_of, rules_of, same_form, seats_of, shown, whole
from arkadia_sim.core.table import Step
from arkadia_sim.errors import RecordError
from arkadia_sim.games.castle.box import FACES, GUESTS, RESOURCES, SQUARES, Board, Line, shape_named, shipped_box
from arkadia_sim.games.castle.rules import drawing, state
from arkadia_sim.games.castle.rules.candidates import nth_pick
from arkadia_sim.games.castle.rules.options import RuleSet
from arkadia_sim.games.castle.rules.setup import Prepared, fill_board
from arkadia_sim.games.castle.rules.state import APPRENTICE_CARDS, BOARD_DTYPE
from arkadia_sim.games.castle.rules.turn import FAULTS, OK, step
from arkadia_sim.kernels.bits import members

Value = int | str | list[Any]

STOP: Final = "stop"
_NAMES: Final[Mapping[tuple[int, int], str]] = {
    (state.USE, state.TAKE_RESIDENTS): "residents",
    (state.USE, state.RAISE_FLAG): "flag",
    (state.USE, state.TAKE_CLOUD): "cloud",
    (state.USE, state.PASS): "pass",
    (state.USE, state.LOST): "lost",
    (state.SQUARE, state.LOST): "lost",
    (state.LINE, state.STOP_BUILDING): STOP,
    (state.MOVE, state.STOP_MOVING): STOP,
}


def value_of(kind: int, number: int) -> Value:
    """The value of a step of an account."""
    if (kind, number) in _NAMES:
        return _NAMES[kind, number]
    if kind in (state.GUEST, state.BOLT):
        return GUESTS[number]
    if kind == state.ROLL:
        return FACES[number]
    if kind == state.MOVE:
        return list(divmod(number, SQUARES))
    if kind == state.STEAL:
        seat, guest = divmod(number, state.N_GUESTS)
        return [seat, GUESTS[guest]]
    return number


def value_at(table: Any, pick: int) -> Value:
    """The value of a candidate of the decision at hand."""
    phase = int(table["phase"])
    return value_of(phase, int(table["display"][pick]) if phase == state.GUEST else pick)


RULES: Final[Mapping[str, str]] = dict(
    zip(state.DECISIONS, ("C4.2", "C5.1", "C6.2", "C7.5", "C7.6", "C8.1", "C8.1", "C8.6"), strict=True)
)
"""The rule that each decision stands on."""


def options_of(table: Any) -> list[Option]:
    """The candidates of the decision at hand as steps, with their values, in their order (C12)."""
    phase = int(table["phase"])
    if phase in (state.MOVE, state.STEAL):
        picks = [int(nth_pick(table, number)) for number in range(int(table["n"]))]
    else:
        picks = members(table["open"])
    return [(Step(state.DECISIONS[phase], pick), value_at(table, pick)) for pick in picks]


def take(game: Any, value: Value) -> None:
    """Make the decision at hand in a ``GAME``; RecordError, with the candidates, if the value is none of them."""
    table, decision = game["table"], np.zeros(1, state.DECISION_DTYPE)[0]
    decision["pick"] = find(options_of(table), value, RULES[state.DECISIONS[int(table["phase"])]]).number
    fault = int(step(game, decision))
    if fault != OK:
        raise RecordError(*FAULTS[fault])


# -- the set-up of a record --------------------------------------------------------------------------------------------
FORMAT: Final = "castle-record/1"

RECORD_FIELDS: Final = (
    "format", "players", "rules", "board", "deck", "first_seat", "bots", "seed", "turns", "last", "result",
)  # fmt: skip


def read_setup(record: Any) -> tuple[int, RuleSet, Board, list[Any]]:
    """Players, rules, board and deck; RecordError for the first breach of the format or the rules."""
    record_form.record_of(record, (FORMAT,), RECORD_FIELDS)
    list_of(record["last"], "last")
    players = seats_of(record, RuleSet, "C1.1", "C3.1")
    if record["seed"] is not None:
        whole(record["seed"], "seed")
    rules = rules_of(record["rules"], players, RuleSet, "C12")
    board = _read_board(rules, record["board"])
    deck = list_of(record["deck"], "deck")
    cards: list[Any] = list(GUESTS) if rules.is_architect else board.card_values
    kinds = {type(card) for card in cards}
    if not all(type(card) in kinds for card in deck) or Counter(deck) != Counter(cards):
        raise RecordError("C3.2", f"the deck must hold {shown(sorted(map(str, cards)))}, not {shown(deck)}")
    return players, rules, board, deck


def lay_out(prepared: Prepared, board: Board, deck: list[Any]) -> Any:
    """A ``GAME`` with board and deck of a record; no die is left to luck, but a record may have too few."""
    game, laid = prepared.start.copy()[0], np.zeros(1, BOARD_DTYPE)[0]
    fill_board(laid, board)
    game["table"]["board"] = laid
    game["deck"][: len(deck)] = [GUESTS.index(card) if isinstance(card, str) else card for card in deck]
    game["luck"], game["more_luck"] = 1, 1
    return game


# -- the board ---------------------------------------------------------------------------------------------------------
def _read_board(rules: RuleSet, told: Any) -> Board:
    """A board of the right form that the rules allow (C2.5)."""
    fields_of(told, Board.model_fields, "the board")
    for line in list_of(told["lines"], "lines"):
        fields_of(line, Line.model_fields, "a line")
    try:
        board = Board.model_validate(told)
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise RecordError(FORM, f"the board at {place}: {error.errors()[0]['msg']}") from None
    if not same_form(board.model_dump(), dict(told)):
        raise RecordError(FORM, "the board has numbers that are no whole numbers")
    if rules.boards == "shipped":
        if board != shipped_box().boards[rules.version]:
            raise RecordError("C2.5", "this is not the shipped board")
    else:
        _check_drawn(board, rules.is_architect)
    return board


def _need(holds: bool, rule: str, what: str) -> None:
    if not holds:
        raise RecordError(rule, what)


def _check_drawn(board: Board, architect: bool) -> None:
    """C13: whether a board is one that can be drawn."""
    shape = shape_named(board.shape)
    if shape is None:
        raise RecordError("C13.1", f"there is no shape {board.shape!r}")
    _need([tuple(line.squares) for line in board.lines] == list(shape.lines), "C2.2", "the lines are not the shape's")
    each = SQUARES // len(RESOURCES)
    _need(Counter(board.squares) == dict.fromkeys(RESOURCES, each), "C2.1", "each resource must be on three squares")
    asked = [sorted(board.squares[square] for square in line.squares) for line in board.lines]
    _need(all(len(set(names)) > 1 for names in asked), "C13.2", "a line asks for one resource only")
    row, column = board.lines[shape.photo_row], board.lines[shape.photo_column]
    _need(_gifts_of(row) == _gifts(floor=1), "C13.3", "the photo row gives a floor alone")
    photo = [_gifts(wall=wall, residents=drawing.PHOTO_RESIDENTS) for wall in (0, 1)]
    _need(_gifts_of(column) in photo, "C13.3", "the photo column gives 3 residents, and a wall or not")
    bare, drawn = not column.wall, Counter[str]()
    for number, line in enumerate(board.lines):
        if number not in (shape.photo_row, shape.photo_column):
            kind, rule, possible = _possible(line, asked[number], bare and not architect)
            _need(_gifts_of(line) in possible, rule, f"line {number} cannot give what it gives")
            drawn[kind] += 1
    towers, effects = (drawn["tower of 2"], drawn["tower of 3"]), (drawn["reactivate"], drawn["steal"])
    _need(towers == (1, 1), "C13.5", "one tower stands on a line of two squares, one on a line of three")
    _need(effects == (architect, architect), "C13.4", f"{int(architect)} lines reactivate, and as many steal")
    _need(drawn["wall"] == drawing.WALL_LINES + bare, "C13.6", "walls are too many or too few")
    _check_numbers(board, architect)


def _gifts(**given: Any) -> dict[str, Any]:
    return {"wall": 0, "tower": 0, "flags": [], "residents": 0, "floor": 0, "effect": "none", **given}


def _gifts_of(line: Line) -> dict[str, Any]:
    return line.model_dump(exclude={"squares"})


def _possible(line: Line, asked: list[str], low_has_flag: bool) -> tuple[str, str, list[dict[str, Any]]]:
    """What kind of line it is, the rule of this kind, and all that such a line can give (C13.4 to C13.6)."""
    size = len(line.squares)
    long = size == drawing.LONG
    if line.effect != "none":
        wanted = {"reactivate": ["food", "gold"], "steal": ["food", "gold", "stone"]}[line.effect]
        return line.effect, "C13.4", [_gifts(effect=line.effect)] if asked == wanted else []
    if line.tower:
        low = _gifts(tower=drawing.LOW_TOWER, flags=[1] if low_has_flag else [])
        return f"tower of {size}", "C13.5", [_gifts(tower=drawing.HIGH_TOWER) if long else low]
    if line.wall:
        return "wall", "C13.6", [_gifts(wall=1, residents=number) for number in (range(1, 5) if long else range(3))]
    table = drawing.LONG_FLAGS if long else drawing.SHORT_FLAGS
    return "flags", "C13.6", [_gifts(flags=[int(points) for points in flags if points]) for flags in table]


def _check_numbers(board: Board, architect: bool) -> None:
    """C13.7 to C13.9."""
    points = board.group_points
    steps = [after - before for before, after in pairwise(points)]
    _need(_within(board.group_size, drawing.GROUP_SIZES), "C13.7", f"no group has {board.group_size} residents")
    _need(_within(len(points), drawing.GROUPS), "C13.7", f"there are not {len(points)} groups")
    _need(_within(points[0], drawing.FIRST_POINTS), "C13.7", f"the first group is not worth {points[0]}")
    good = steps == sorted(steps) and all(_within(step, drawing.POINT_STEPS) for step in steps)
    _need(good, "C13.7", f"no groups are worth {points}")
    _need(board.flag_room in drawing.FLAG_ROOM.tolist(), "C13.8", f"no walls hold {board.flag_room} flags")
    cards = board.card_values
    _need(len(cards) == (0 if architect else APPRENTICE_CARDS), "C13.9", f"{len(cards)} cards have values")
    _need(all(_within(value, (1, drawing.CARD_RANGES[1])) for value in cards), "C13.9", "no card has such a value")


def _within(value: int, bounds: tuple[int, int]) -> bool:
    return bounds[0] <= value <= bounds[1]
