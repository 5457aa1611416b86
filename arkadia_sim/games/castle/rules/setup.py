"""The set-up (C2, C3): from rules to a game that is ready for its first decision.

``prepare`` turns a rule set into two records, once per run: an empty table with everything that is the same in all
games, and what boards are drawn from. ``deal`` then makes a game from them and a stream of random numbers.
"""

from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.castle.box import FACES, RESOURCES, Board, Line, shape_named, shapes, shipped_box
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.drawing import draw_board, find_resources
from arkadia_sim.games.castle.rules.options import MOST, RuleSet
from arkadia_sim.games.castle.rules.turn import begin_turn, run_on
from arkadia_sim.kernels.bits import members
from arkadia_sim.kernels.play_loop import STREAM
from arkadia_sim.kernels.play_loop import Prepared as Prepared
from arkadia_sim.rng import STREAM_WORDS, below, next_word, seed_stream, shuffle

ALL_GAMES = types.Array(state.GAME, 1, "C")
ALL_SETUPS = types.Array(state.SETUP, 1, "C")

_FLAGS = {
    "architect": ("version", "architect"),
    "drawn": ("boards", "drawn"),
    "every_turn": ("build", "every_turn"),
    "at_once": ("cash", "at_once"),
    "useful": ("waste", "useful"),
    "others_pass": ("others_pass", True),
    "joker_powers": ("joker_powers", True),
    "finish_turn": ("finish", "finish_turn"),
    "parts_last": ("last_building", "parts"),
    "guest_floors": ("guest_room", "floors"),
    "parts_decide": ("ties", "parts"),
}
"""By field of the rules' record: the option, and its value for which the field is 1."""
NUMBERS_OF_LINES = ("wall", "tower", "residents", "floor")
_NUMBERS = ("tokens", "residents_per_die", "sun", "cloud", "shepherdess_cloud", "monk_flag", "turn_limit")


DECK_SALT = np.uint64(1 << 40)
"""What parts the streams of numbered decks from those of numbered boards."""
ANY_NUMBER = range(0)


def prepare(rules: RuleSet, players: int, boards: range = ANY_NUMBER, decks: range = ANY_NUMBER) -> Prepared:
    """The empty table for a number of players, with the shipped board, and what boards are drawn from.

    ``boards`` and ``decks`` are the numbers from which each deal draws its board and the order of its deck; without
    any, all boards (C13) and all orders (C3.2) are possible.
    """
    start = state.new_game()
    table = start[0]["table"]
    table["players"] = players
    table["sun"] = table["finisher"] = state.NOBODY
    table["display"] = state.NO_CARD
    record = table["rules"]
    for field, (option, value) in _FLAGS.items():
        record[field] = getattr(rules, option) == value
    for name in _NUMBERS:
        record[name] = getattr(rules, name)
    record["cloud_limit"] = MOST if rules.cloud_limit is None else rules.cloud_limit
    record["die"] = [FACES.index(face) for face in rules.die]
    fill_board(table["board"], shipped_box().boards[rules.version])
    setup = np.zeros(1, state.SETUP_DTYPE)
    for number, shape in enumerate(shapes()):
        setup[0]["lines"][number] = [set_of(line) for line in shape.lines]
        setup[0]["photo_row"][number], setup[0]["photo_column"][number] = shape.photo_row, shape.photo_column
    setup[0]["boards"], setup[0]["decks"] = [boards.start, len(boards)], [decks.start, len(decks)]
    return Prepared(start, setup)


def set_of(numbers: Any) -> int:
    """A set as bits."""
    return sum(1 << number for number in numbers)


def fill_board(record: Any, board: Board) -> None:
    """Write a board into a ``BOARD`` record, which must be empty."""
    shape = shape_named(board.shape)
    assert shape is not None, "boards are checked before they get here"
    record["shape"] = shapes().index(shape)
    record["resource"] = [RESOURCES.index(name) for name in board.squares]
    for gifts, line in zip(record["lines"], board.lines, strict=True):
        gifts["squares"] = set_of(line.squares)
        for field in NUMBERS_OF_LINES:
            gifts[field] = getattr(line, field)
        gifts["n_flags"] = len(line.flags)
        gifts["flags"][: len(line.flags)] = line.flags
        gifts["effect"] = state.EFFECTS.index(line.effect)
    record["group_size"], record["groups"] = board.group_size, len(board.group_points)
    record["group_points"][: len(board.group_points)] = board.group_points
    record["flag_room"] = board.flag_room
    record["card_values"][: len(board.card_values)] = board.card_values
    find_resources(record)


def board_of(table: Any) -> Board:
    """The board of a ``TABLE``: the opposite of :func:`fill_board`."""
    board = table["board"]
    lines = [
        Line(
            squares=members(line["squares"]),
            flags=line["flags"][: int(line["n_flags"])].tolist(),
            effect=state.EFFECTS[int(line["effect"])],
            **{field: int(line[field]) for field in NUMBERS_OF_LINES},
        )
        for line in board["lines"]
    ]
    return Board(
        shape=shapes()[int(board["shape"])].name,
        squares=[RESOURCES[number] for number in board["resource"].tolist()],
        lines=lines,
        group_size=int(board["group_size"]),
        group_points=board["group_points"][: int(board["groups"])].tolist(),
        flag_room=board["flag_room"].tolist(),
        card_values=[] if table["rules"]["architect"] else board["card_values"].tolist(),
    )


# -- the deal ----------------------------------------------------------------------------------------------------------
@compiled(types.void(ALL_GAMES, ALL_GAMES, ALL_SETUPS, STREAM))
def deal(games: Any, starts: Any, setups: Any, stream: Any) -> None:
    """Set up ``games[0]`` with the board, the order of the deck, the first player and the dice from the stream (C3).

    A board or deck that is named by its number has a stream of its own: it is the same in all deals.
    """
    games[0] = starts[0]
    game, table, setup = games[0], games[0]["table"], setups[0]
    own = np.empty(STREAM_WORDS, np.uint64)
    if setup["boards"][1] > 0:
        game["board_number"] = setup["boards"][0] + below(stream, setup["boards"][1])
        seed_stream(own, np.uint64(game["board_number"]))
        draw_board(table, setup, own)
    elif table["rules"]["drawn"] != 0:
        draw_board(table, setup, stream)
    cards = state.CARDS_MAX if table["rules"]["architect"] != 0 else state.APPRENTICE_CARDS
    for card in range(cards):
        game["deck"][card] = card if table["rules"]["architect"] != 0 else table["board"]["card_values"][card]
    if setup["decks"][1] > 0:
        game["deck_number"] = setup["decks"][0] + below(stream, setup["decks"][1])
        seed_stream(own, np.uint64(game["deck_number"]) + DECK_SALT)
        shuffle(game["deck"], cards, own)
    else:
        shuffle(game["deck"], cards, stream)
    first_seat = below(stream, table["players"])
    for word in range(STREAM_WORDS):
        game["luck"][word] = next_word(stream)
        game["more_luck"][word] = next_word(stream)
    _open_game(game, first_seat)


@inlined
def _open_game(game: Any, first_seat: Any) -> None:
    """Lay out the display and begin the first turn."""
    table = game["table"]
    if table["rules"]["architect"] != 0:
        for slot in range(state.DISPLAY):
            table["display"][slot] = game["deck"][slot]
        table["next_card"] = state.DISPLAY
    table["first_seat"] = first_seat
    begin_turn(game, first_seat)
    run_on(game, state.NOTHING)


@compiled(types.void(state.GAME, types.int64))
def open_as_told(game: Any, first_seat: Any) -> None:
    """Begin a game whose board, deck and script of dice are filled in, as a record has them."""
    _open_game(game, first_seat)
