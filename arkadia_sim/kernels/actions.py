"""Decisions taken action by action, and many games side by side that are played so, in compiled code.

A game says in compiled code which actions are legal behind a path of them, which decision a whole path makes, and what
a seat observes. It hands these functions to :class:`Actions`; they know what a seat is ``handed`` and nothing else.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from arkadia_sim.accelerate import JIT_ENABLED, compiled, count_bits, spliced
from arkadia_sim.kernels.look_ahead import Parts, asking_with
from arkadia_sim.kernels.minds import aligned
from arkadia_sim.kernels.play_loop import NOBODY, OK, PROGRESS_DTYPE, SEEDS, STREAM, WHOLE_NUMBERS, array_of
from arkadia_sim.rng import STREAM_WORDS, below

PATH_MAX = 256  # more actions than a decision takes
DEAL = -(1 << 62)  # in place of an action: the next game is dealt
SEATS = 4

SLOT_DTYPE = aligned(
    ("deal", "u8"),  # the seed of the deal
    ("seat_seeds", "u8", (SEATS,)),
    ("chairs", "i8", (SEATS,)),  # by seat: the place of its bot in minds and deciders, or NOBODY
    ("luck", "u8", (SEATS, STREAM_WORDS)),  # by seat: its random stream
    ("path", "i8", (PATH_MAX,)),  # the actions taken for the decision under way
    ("n", "i8"),  # how many these are
    ("seat", "i8"),  # to act, or that acted last
    ("over", "i8"),
    ("fault", "i8"),  # with which a bot ended the game, or OK
)
"""What is known of a place in which one game is played after the other."""


class Room(NamedTuple):
    """What games side by side are played on, from ``games`` on with an entry for each. ``rows`` has one for each seat,
    ``masks`` a byte for each action, ``words`` the same bytes eight by eight."""

    starts: Any
    setups: Any
    minds: Any
    decisions: Any
    log: Any
    progress: Any
    rows: Any
    games: Any
    seen: Any
    slots: Any
    words: Any
    masks: Any


_NamedTuple: Any = types.NamedTuple
_intrinsic: Any = intrinsic
_from_types: Any = types.BaseTuple.from_types
_MASK, _MASKS = types.Array(types.uint8, 1, "C"), types.Array(types.uint8, 2, "C")
_WORDS = types.Array(types.uint64, 2, "C")


@compiled(types.void(_WORDS, _MASKS, STREAM, WHOLE_NUMBERS))
def pick_by_chance(words: Any, masks: Any, stream: Any, actions: Any) -> None:
    """A legal action for each game, all equally likely; 0 where none is legal."""
    for i in range(len(words)):
        count, word = 0, 0
        for k in range(words.shape[1]):
            count += count_bits(words[i, k])
        rank = below(stream, count) if count > 0 else -1
        while rank >= count_bits(words[i, word]):
            rank -= count_bits(words[i, word])
            word += 1
        actions[i] = 8 * word
        while rank >= masks[i, actions[i]]:
            rank -= masks[i, actions[i]]
            actions[i] += 1


def keeping(kind: Any, size: int, home: str) -> tuple[Any, Any]:
    """How the functions of bots are handed over once and used in many calls: to hand them over takes a millisecond.

    ``keep(deciders)`` is called from Python and returns words for :class:`Actions`, ``recall(words)`` by compiled code.
    """
    if not JIT_ENABLED:
        return (lambda deciders: deciders), (lambda words: words)

    def place(context: Any, builder: Any, array: Any, value: Any) -> Any:
        data = make_array(array)(context, builder, value).data
        return builder.bitcast(data, context.get_value_type(kind).as_pointer())

    @_intrinsic
    def write(typing_context: Any, deciders: Any, words: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
            builder.store(arguments[0], place(context, builder, words, arguments[1]))

        return types.void(deciders, words), build

    @_intrinsic
    def recall(typing_context: Any, words: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load(place(context, builder, words, arguments[0]))

        return kind(words), build

    @compiled(types.void(kind, SEEDS), home)
    def hand_over(deciders: Any, words: Any) -> None:
        write(deciders, words)

    def keep(deciders: Any) -> Any:
        words = np.zeros(8 * size, np.uint64)  # a function takes three words
        hand_over(deciders, words)
        return words

    return keep, recall


class Actions:
    """The actions of the game whose file is ``home``, and its observations.

    ``play(room, kept, places, actions)`` carries out an action in each of these places, or deals, and goes on to the
    next action; ``play_with_bots`` lets the bots decide that were handed to ``keep``. They return the first action that
    is not legal, by its place among them, and have then done nothing; or else NOBODY.

    Args:
        parts: Those of the game.
        kinds: The kinds of its actions, each with a ``size``: their numbers stand one behind the other.
        observed: The arrays of an observation, each with ``name``, ``dtype`` and ``shape``.
        mark: ``mark(*handed, path, n, mask)`` marks by 1 what is legal behind the first ``n`` actions of a path:
            nothing if they are a whole decision.
        fill: ``fill(*handed, path, n, decision)`` fills in an empty decision from a whole path.
        observe: ``observe(*handed, seat, seen)`` fills in an empty observation of a seat.
    """

    def __init__(
        self, parts: Parts, kinds: Sequence[Any], observed: Sequence[Any], mark: Any, fill: Any, observe: Any, home: str
    ) -> None:
        self.kinds, self.observed, self.size = tuple(kinds), tuple(observed), sum(kind.size for kind in kinds)
        arrays = [(array.name, array.dtype, array.shape) for array in observed]
        self.seen: np.dtype[Any] = aligned(*arrays, ("steps", "u1", (self.size,)))
        records, handed, moves_on, ask = parts.play.records, parts.handed, parts.moves_on, asking_with(parts)
        open_game, advance, close_game = parts.play.open_game, parts.play.advance, parts.play.close_game
        over, size, nothing_seen = parts.play.over, self.size, np.zeros(1, self.seen)
        shown = _from_types([*map(from_dtype, records.handed)])

        @compiled(types.void(shown, WHOLE_NUMBERS, types.int64, _MASK), home)
        def list_actions(handed: Any, path: Any, n: Any, mask: Any) -> None:
            mark(*handed, path, n, mask)

        @compiled(types.void(shown, WHOLE_NUMBERS, types.int64, from_dtype(records.decision)), home)
        def fill_in(handed: Any, path: Any, n: Any, decision: Any) -> None:
            fill(*handed, path, n, decision)

        @compiled(types.void(shown, types.int64, from_dtype(self.seen)), home)
        def look(handed: Any, seat: Any, seen: Any) -> None:
            observe(*handed, seat, seen)

        self.keep, recall = keeping(records.deciders, records.seats * records.asked, home)

        @spliced
        def nobody_decides(room: Any, kept: Any, game: Any, slot: Any) -> Any:
            return False

        @spliced
        def bot_decides(room: Any, kept: Any, game: Any, slot: Any) -> Any:
            seat = game["table"]["seat"]
            chair = slot["chairs"][seat]
            if chair != NOBODY:
                mind = room.minds[chair]
                mind["random"][:] = slot["luck"][seat]
                ask(recall(kept), chair, game, mind, room.decisions[0])
                slot["luck"][seat][:] = mind["random"]
            return chair != NOBODY

        shared = (records.game, records.setup, records.mind, records.decision, records.turn, PROGRESS_DTYPE)
        arrays_of = (*shared, records.row, records.game, self.seen, SLOT_DTYPE)
        room_type = _NamedTuple((*map(array_of, arrays_of), _WORDS, _MASKS), Room)

        def playing(let_bot_decide: Any, part: str) -> Any:
            @compiled(types.int64(room_type, SEEDS, WHOLE_NUMBERS, WHOLE_NUMBERS), home, part)
            def play(room: Any, kept: Any, places: Any, actions: Any) -> Any:
                decisions, stream = room.decisions, np.empty(STREAM_WORDS, np.uint64)
                rows, players = room.rows, len(room.rows) // len(room.games)
                for k in range(len(places)):
                    i, action = places[k], actions[k]
                    is_asked = action != DEAL and room.slots[i]["over"] == 0
                    if is_asked and (action < 0 or action >= size or room.masks[i, action] == 0):
                        return k
                for k in range(len(places)):
                    i, action, status = places[k], actions[k], OK
                    games, slot, mask, first = room.games[i : i + 1], room.slots[i], room.masks[i], players * places[k]
                    game, path = games[0], slot["path"][:]
                    table = game["table"]
                    if action == DEAL:
                        deal, seeds = slot["deal"], slot["seat_seeds"][:]
                        open_game(games, room.starts, room.setups, room.minds, stream, deal, seeds, rows, first)
                        for seat in range(len(room.minds)):
                            slot["luck"][seat][:] = room.minds[seat]["random"]
                    elif slot["over"] != 0:
                        continue
                    else:
                        path[slot["n"]] = action
                        slot["n"] += 1
                        room.words[i] = 0
                        if slot["n"] < PATH_MAX:
                            list_actions(handed(game, table["seat"]), path, slot["n"], mask)
                        if room.words[i].any():
                            room.seen[i]["steps"][action] = 1
                            continue
                        decisions[0] = decisions[1]
                        fill_in(handed(game, table["seat"]), path, slot["n"], decisions[0])
                        status = advance(games, decisions[0], rows, first, room.log, room.progress)
                    while status == OK and table["phase"] != over:
                        decisions[0] = decisions[1]
                        if not moves_on(table, decisions[0]) and not let_bot_decide(room, kept, game, slot):
                            break
                        status = advance(games, decisions[0], rows, first, room.log, room.progress)
                    slot["n"], slot["fault"], room.words[i] = 0, status, 0
                    slot["over"] = status != OK or table["phase"] == over
                    if slot["over"] != 0:
                        close_game(game, rows, first, NOBODY)
                    else:
                        slot["seat"] = table["seat"]
                        list_actions(handed(game, table["seat"]), path, 0, mask)
                    room.seen[i] = nothing_seen[0]
                    look(handed(game, slot["seat"]), slot["seat"], room.seen[i])
                return NOBODY

            return play

        self.list_actions, self.fill_in, self.look = list_actions, fill_in, look
        self.play = playing(nobody_decides, "alone")
        self.play_with_bots = playing(bot_decides, "with bots")
