"""The set-up (R2): from components and rules to a game that is ready for its first turn.

``prepare`` turns the data files and the rule set into two records, once per run: an empty table with everything that
is the same in all games, and what the deal draws from; where deals draw the outlines, into two for each choice of them.
``deal`` then makes a game from them and a stream of random numbers; ``redeal`` shuffles what one player cannot see, for
bots that search and for the proof that none peeks.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.arkadia.components.box import CAMPS_DRAWN, Components, lot_places, orientations
from arkadia_sim.games.arkadia.components.squares import CAMPS, outside_centre
from arkadia_sim.games.arkadia.components.squares import squares_of as squares_marked
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.bitboard import (
    EMPTY,
    STRIDE,
    either,
    load,
    meet,
    neighbours,
    nth_bit,
    single,
    size,
    squares_of,
    store,
    without,
    words_of,
)
from arkadia_sim.games.arkadia.rules.options import OWN_WORKERS, PER_SEAT, RuleSet
from arkadia_sim.games.arkadia.rules.turn import add_building, begin_turn
from arkadia_sim.kernels.play_loop import STREAM
from arkadia_sim.rng import below, shuffle

ALL_GAMES = types.Array(state.GAME, 1, "C")
ALL_SETUPS = types.Array(state.SETUP, 1, "C")


class Prepared(NamedTuple):
    """What all games of a setting have in common: the pieces, and arrays of a ``GAME`` and a ``SETUP`` record for each
    choice of outlines that a deal may draw, which is one alone as a rule."""

    start: NDArray[Any]
    setup: NDArray[Any]
    components: Components


def card_number(components: Components, card: str) -> int:
    """The number that the engine knows a card by: form * 4 + family."""
    form, _, family = card.partition("/")
    return list(components.shapes).index(form) * state.FAMILIES + components.families.index(family)


def card_name(components: Components, number: int) -> str:
    """The card of a number, as ``form/family``."""
    return f"{list(components.shapes)[number // state.FAMILIES]}/{components.families[number % state.FAMILIES]}"


def prepare(components: Components, rules: RuleSet, players: int) -> Prepared:
    """The empty table and the deck for a number of players; UsageError when these rules cannot be played (R2.3)."""
    choices = [_prepare(one, rules, players) for one in components.outcomes_of_draw()]
    start, setup = (_joined(records) for records in zip(*choices, strict=True))
    return Prepared(start, setup, components)


def _joined(records: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Arrays of one record each as one array, what lies between the fields zero as in all records."""
    joined = np.zeros(len(records), records[0].dtype)
    for place, record in enumerate(records):
        joined[place] = record[0]
    return joined


def played_components(components: Components, game: Any) -> Components:
    """The pieces of a ``GAME`` that was dealt from these: camps and outlines are what its deal has drawn."""
    table = game["table"]
    if not components.drawn:
        return components
    return components.as_drawn(squares_of(table["camps"]), state.OUTLINE_NAMES[int(table["outlines"]["choice"])])


def _prepare(components: Components, rules: RuleSet, players: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """The two records for one choice of outlines, each in an array of its own."""
    first_game = rules.setup == "first_game"
    if first_game:
        components.check_first_game()
    deck = list(components.cards)
    placed = list(components.first_game.placed) if first_game else []
    for building in placed:
        deck.remove(building.card)
    rules.check_playable(players, len(deck))
    start = state.new_game()
    _fill_rules(start[0]["table"], rules, players)
    _fill_outlines(start[0]["table"]["outlines"], components, rules.flip_tiles)
    _fill_table(start[0]["table"], start[0]["holdings"], components, rules, players)
    for card in components.cards:
        start[0]["table"]["deck"][card_number(components, card)] += 1
    setup = np.zeros(1, state.SETUP_DTYPE)
    record = setup[0]
    numbers = [card_number(components, card) for card in deck]
    record["n_cards"] = len(numbers)
    record["cards"][: len(numbers)] = numbers
    lots = [components.first_game.lot] if first_game else lot_places(components.board)
    record["n_lots"] = len(lots)
    for i, lot in enumerate(lots):
        record["lots"][i] = words_of(lot)
    if CAMPS_DRAWN in components.drawn:
        record["n_camps"] = CAMPS
        record["camp_squares"] = words_of(outside_centre())
    record["lot_seals"] = [
        state.NO_FAMILY if seal is None else components.families.index(seal) for seal in components.lot_seals
    ]
    record["n_placed"] = len(placed)
    for i, building in enumerate(placed):
        record["placed_card"][i] = card_number(components, building.card)
        record["placed_squares"][i] = words_of(building.squares)
    return start, setup


def _fill_rules(table: Any, rules: RuleSet, players: int) -> None:
    table["players"] = players
    record = table["rules"]
    record["workers_at_castle"] = rules.workers_at_castle
    record["others_only"] = rules.final_round == "others_only"
    record["hidden"] = rules.holdings == "hidden"
    record["unlimited"] = rules.seal_supply == "unlimited"
    record["start_neutrals"] = rules.start_neutrals(players)
    for name in PER_SEAT:
        record[name][:players] = rules.of_seats(name, players)
    for name in (
        "banners",
        "workers_per_banner",
        "hand_size",
        "face_up",
        "neutral_workers",
        "seals_per_family",
    ):
        record[name] = getattr(rules, name)
    record["floor_pieces"] = rules.floor_pieces


def _fill_outlines(record: Any, components: Components, flip: bool) -> None:
    record["choice"] = state.OUTLINE_NAMES.index(components.outlines)
    record["n_forms"] = len(components.shapes)
    shifts = [0]
    for form, rows in enumerate(components.shapes.values()):
        turned = orientations(rows, flip)
        record["n_orientations"][form] = len(turned)
        record["n_squares"][form] = len(turned[0])
        for k, squares in enumerate(turned):
            offsets = [STRIDE * row + column for row, column in squares]
            shifts += [offset for offset in offsets if offset not in shifts]
            record["offset"][form, k, : len(offsets)] = offsets
            record["shift"][form, k, : len(offsets)] = [shifts.index(offset) for offset in offsets]
            touched = Counter(offset + step for offset in offsets for step in (-STRIDE, -1, 1, STRIDE))
            record["joins"][form, k] = sum(touched.pop(offset, 0) for offset in offsets)
            corners = sorted((touched - Counter(set(touched))).elements())
            record["n_corners"][form, k] = len(corners)
            record["corners"][form, k, : len(corners)] = corners
    record["n_shifts"] = len(shifts)
    record["shifts"][: len(shifts)] = shifts


def _fill_table(table: Any, holdings: Any, components: Components, rules: RuleSet, players: int) -> None:
    table["camps"] = words_of(squares_marked(components.board, "T"))
    table["pools"] = [[pieces] * state.FAMILIES for pieces in rules.floor_pieces]
    table["supply"] = state.UNLIMITED_SUPPLY if table["rules"]["unlimited"] else rules.seals_per_family
    table["own_pool"] = OWN_WORKERS - table["rules"]["start_workers"]
    table["banners"] = rules.banners
    holdings["workers"] = table["rules"]["start_workers"]
    holdings["gold"] = table["rules"]["start_gold"]
    holdings["neutrals"] = rules.start_neutrals(players)
    for per_seat in (table["own_pool"], table["banners"], holdings["workers"], holdings["neutrals"]):
        per_seat[players:] = 0
    table["neutral_pool"] = rules.neutral_workers - players * rules.start_neutrals(players)
    table["face_up"] = state.NO_CARD
    table["card"][state.LOT] = state.NO_CARD
    table["end_seat"] = state.NOBODY
    table["turns_left"] = -1


# -- the deal ----------------------------------------------------------------------------------------------------------


@compiled(types.void(ALL_GAMES, ALL_GAMES, ALL_SETUPS, STREAM))
def deal(games: Any, starts: Any, setups: Any, stream: Any) -> None:
    """Set up ``games[0]`` with cards, lot and all else that is drawn, from the stream (R1, R2.1); seat 0 begins."""
    choice = below(stream, len(setups)) if len(setups) > 1 else 0
    games[0] = starts[choice]
    game = games[0]
    setup = setups[choice]
    table = game["table"]
    if setup["n_camps"] > 0:
        draw_camps(table, setup, stream)
        lay_lot(table, draw_lot(table, setup, stream), setup["lot_seals"])
    else:
        lay_lot(table, load(setup["lots"][below(stream, setup["n_lots"])]), setup["lot_seals"])
    for i in range(setup["n_placed"]):
        add_building(table, setup["placed_card"][i], load(setup["placed_squares"][i]))
    n_cards = setup["n_cards"]
    deck = game["stack"]
    for i in range(n_cards):
        deck[i] = setup["cards"][i]
    shuffle(deck, n_cards, stream)
    left = n_cards
    for seat in range(table["players"]):
        hand = game["hands"][seat]
        for i in range(table["rules"]["hand_size"]):
            left -= 1
            hand["cards"][i] = deck[left]
        hand["n"] = table["rules"]["hand_size"]
        table["hand_count"][seat] = hand["n"]
    for place in range(table["rules"]["face_up"]):
        left -= 1
        table["face_up"][place] = deck[left]
    table["stack_left"] = left
    begin_turn(game)


@inlined
def draw_camps(table: Any, setup: Any, stream: Any) -> None:
    """Draw the squares of the camps, every board of so many camps being as likely as any other (R1.1)."""
    free, camps = load(setup["camp_squares"]), EMPTY
    for _ in range(setup["n_camps"]):
        camp = single(nth_bit(free, below(stream, size(free))))
        free, camps = without(free, camp), either(camps, camp)
    store(table["camps"], camps)


@inlined
def draw_lot(table: Any, setup: Any, stream: Any) -> Any:
    """Draw the squares of the lot evenly from all places without a camp (R1.2)."""
    camps = load(table["camps"])
    left = 0
    for i in range(setup["n_lots"]):
        if not meet(load(setup["lots"][i]), camps):
            left += 1
    left = below(stream, left)
    for i in range(setup["n_lots"]):
        if not meet(load(setup["lots"][i]), camps):
            if left == 0:
                return load(setup["lots"][i])
            left -= 1
    return EMPTY


@inlined
def lay_lot(table: Any, squares: Any, lot_seals: Any) -> None:
    """Put the castle lot on the board, with the seals that its ten castle squares show (R1.2)."""
    table["n_buildings"] = 1
    table["n_open"] = 0
    store(table["squares"][state.LOT], squares)
    store(table["ring"][state.LOT], without(neighbours(squares), squares))
    store(table["occupied"], squares)
    store(table["neutral"], EMPTY)
    for square in range(state.CASTLE_SQUARES):
        family = lot_seals[square]
        table["top"][square] = family
        if family != state.NO_FAMILY:
            table["value"][family] += 1


@inlined
def _take_unknown(game: Any, other: Any, unseen: Any, n: Any) -> Any:
    """Put the known cards of a hand first and append the others to ``unseen``; returns its new length."""
    table = game["table"]
    hand = game["hands"][other]
    for i in range(table["n_known"][other]):
        for j in range(i, hand["n"]):
            if hand["cards"][j] == table["known"][other, i]:
                hand["cards"][j] = hand["cards"][i]
                hand["cards"][i] = table["known"][other, i]
                break
    for i in range(table["n_known"][other], hand["n"]):
        unseen[n] = hand["cards"][i]
        n += 1
    return n


@inlined
def begin_turn_again(game: Any) -> None:
    """Find the builds of the player on turn anew, whose hand has changed; only at the start of a turn."""
    if game["table"]["phase"] == 0:
        begin_turn(game)


@compiled(types.void(state.GAME))
def open_first_turn(game: Any) -> None:
    """Begin the first turn of a game whose set-up was filled in by hand (a record, a test)."""
    begin_turn(game)


@compiled(types.void(state.GAME, ALL_SETUPS, types.int64))
def open_as_told(game: Any, setups: Any, first_seat: Any) -> None:
    """Lay out lot and first buildings, and begin; the squares of the lot and all cards are in their places."""
    table, setup = game["table"], setups[0]
    lay_lot(table, load(table["squares"][state.LOT]), setup["lot_seals"])
    for i in range(setup["n_placed"]):
        add_building(table, setup["placed_card"][i], load(setup["placed_squares"][i]))
    table["first_seat"] = first_seat
    table["seat"] = first_seat
    begin_turn(game)


@compiled(types.void(state.GAME, types.int64, STREAM))
def redeal(game: Any, seat: Any, stream: Any) -> None:
    """Shuffle everything that a player cannot know, in agreement with all that the player does know (R10.3).

    The cards of the other hands that nobody saw and the stack are mixed and dealt again; cards taken face up stay where
    they are known to be. ``game`` changes in place; every arrangement is equally likely.
    """
    table = game["table"]
    unseen = np.empty(64, np.int8)
    n = 0
    for i in range(table["stack_left"]):
        unseen[n] = game["stack"][i]
        n += 1
    for other in range(table["players"]):
        if other != seat:
            n = _take_unknown(game, other, unseen, n)
    shuffle(unseen, n, stream)
    for i in range(table["stack_left"]):
        n -= 1
        game["stack"][i] = unseen[n]
    for other in range(table["players"]):
        if other != seat:
            hand = game["hands"][other]
            for i in range(table["n_known"][other], hand["n"]):
                n -= 1
                hand["cards"][i] = unseen[n]
    if table["seat"] != seat:
        begin_turn_again(game)
