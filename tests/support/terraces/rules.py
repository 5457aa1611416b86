"""The rules: the deal, the candidates, and the kernel ``step(game, decision)`` (RULES.md)."""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, count_bits, inlined, lowest_bit
from arkadia_sim.kernels.play_loop import OK, STREAM, array_of
from arkadia_sim.rng import below, shuffle
from tests.support.terraces import state

NO_CANDIDATE, GAME_IS_OVER = 1, 2
FAULTS = {
    NO_CANDIDATE: ("T2", "the player does not hold this card, or there is no such terrace"),
    GAME_IS_OVER: ("T5", "the game is over"),
}


@inlined
def has(members: Any, member: Any) -> Any:
    """Whether a set has this member."""
    return (int(members) >> int(member)) & 1 != 0


@inlined
def size(members: Any) -> Any:
    """How many members a set has."""
    return int(count_bits(members))


@inlined
def nth(members: Any, number: Any) -> Any:
    """The member of a set with so many below it."""
    rest = int(members)
    for _ in range(number):
        rest &= rest - 1
    return int(lowest_bit(rest))


@inlined
def picks_of(hand: Any) -> Any:
    """All candidates, as a set of picks (T2)."""
    cards, picks = int(hand["cards"]), 0
    for card in range(state.CARDS_MAX):
        if has(cards, card):
            picks |= ((1 << state.ROWS) - 1) << (state.ROWS * card)
    return picks


@inlined
def top_of(table: Any, row: Any) -> Any:
    """The last card of a terrace, or NO_CARD."""
    return int(table["rows"][row, table["length"][row] - 1]) if table["length"][row] > 0 else state.NO_CARD


@inlined
def length_with(table: Any, card: Any, row: Any) -> Any:
    """The cards on a terrace once this card lies there (T2)."""
    return int(table["length"][row]) + 1 if card > top_of(table, row) else 1


@inlined
def points_of(die: Any, length: Any) -> Any:
    """What a die scores on a terrace (T3)."""
    return min(int(die), 2 * int(length))


@compiled(types.void(*map(array_of, (state.GAME_DTYPE, state.GAME_DTYPE, state.SETUP_DTYPE)), STREAM))
def deal(games: Any, starts: Any, setups: Any, stream: Any) -> None:
    """Set up ``games[0]`` (T1)."""
    games[0] = starts[0]
    game = games[0]
    cards = game["table"]["rules"]["cards"]
    for card in range(cards):
        game["deck"][card] = card
        game["dice"][card] = 1 + below(stream, state.SIDES)
    shuffle(game["deck"], cards, stream)
    open_game(game, below(stream, game["table"]["players"]))


@compiled(types.void(state.GAME, types.int64))
def open_game(game: Any, first_seat: Any) -> None:
    """Deal the hands from the deck, and begin the first turn."""
    table = game["table"]
    for seat in range(table["players"]):
        for card in game["deck"][state.HAND_SIZE * seat : state.HAND_SIZE * (seat + 1)]:
            game["hands"][seat]["cards"] |= 1 << card
        table["in_hand"][seat] = state.HAND_SIZE
    table["deck_left"] = table["rules"]["cards"] - state.HAND_SIZE * table["players"]
    table["first_seat"], table["seat"] = first_seat, first_seat
    begin_turn(game)


@inlined
def begin_turn(game: Any) -> None:
    """Open the account of the turn of ``table["seat"]``."""
    now = game["now"]
    now["seat"], now["card"], now["row"], now["cleared"] = game["table"]["seat"], state.NO_CARD, 0, 0
    now["die"], now["points"], now["chances"], now["chances_taken"] = 0, 0, 0, 0
    game["table"]["phase"] = state.PLAY


@inlined
def _play(game: Any, card: Any, row: Any) -> None:
    """T2 to T4."""
    table, now = game["table"], game["now"]
    seat, length, die = table["seat"], length_with(table, card, row), game["dice"][table["rolled"]]
    now["card"], now["row"], now["die"], now["points"] = card, row, die, points_of(die, length)
    if length <= table["length"][row]:
        now["cleared"] = table["length"][row]
        game["cleared"][seat] += 1
    table["rows"][row, length - 1] = card
    table["length"][row] = length
    table["played"] |= 1 << card
    table["rolled"] += 1
    table["points"][seat] += now["points"]
    hand = game["hands"][seat]
    hand["cards"] &= ~(1 << card)
    if table["deck_left"] > 0:
        hand["cards"] |= 1 << game["deck"][table["rules"]["cards"] - table["deck_left"]]
        table["deck_left"] -= 1
    else:
        table["in_hand"][seat] -= 1
    table["phase"] = state.END


@inlined
def score(table: Any, scores: Any) -> None:
    """What everybody has scored if the game ends now, the winners included (T5)."""
    most = 0
    for seat in range(table["players"]):
        scores["total"][seat] = table["points"][seat]
        most = max(most, int(table["points"][seat]))
    for seat in range(table["players"]):
        scores["wins"][seat] = 1 if table["points"][seat] == most else 0


@inlined
def end_turn(game: Any) -> None:
    """T4, T5: the turn of the next player who has a card begins; if nobody has one, the game is over."""
    table = game["table"]
    table["turn"] += 1
    for _ in range(table["players"]):
        table["seat"] = (table["seat"] + 1) % table["players"]
        if table["in_hand"][table["seat"]] > 0:
            begin_turn(game)
            return
    table["phase"], table["end"] = state.OVER, state.END_FINISHED
    score(table, game["scores"])


@compiled(types.int64(state.GAME, state.DECISION))
def step(game: Any, decision: Any) -> Any:
    """Carry out a decision, or go on to the next turn; ``OK``, or one of ``FAULTS``, which changes nothing."""
    table, pick = game["table"], int(decision["pick"])
    if table["phase"] == state.END:
        end_turn(game)
        return OK
    if table["phase"] == state.OVER:
        return GAME_IS_OVER
    card, row, hand = pick // state.ROWS, pick % state.ROWS, game["hands"][table["seat"]]
    if not 0 <= card < state.CARDS_MAX or not has(hand["cards"], card):
        return NO_CANDIDATE
    _play(game, card, row)
    return OK
