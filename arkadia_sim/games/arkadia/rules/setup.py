"""The set-up (R2): from components and rules to a game that is ready for its first turn.

``prepare`` makes two records once per run: an empty table with everything that is the same in all games, and what the
deal draws from. ``deal`` then makes a game from them and a stream of random numbers.
"""

from collections import Counter
from typing import Any

import numpy as np
from numba import types

from arkadia_sim.accelerate import compiled, inlined, replaceable
from arkadia_sim.errors import BadValue
from arkadia_sim.games.arkadia import box
from arkadia_sim.games.arkadia.rules import bitboard as sets
from arkadia_sim.games.arkadia.rules import state
from arkadia_sim.games.arkadia.rules.options import OWN_WORKERS, PER_SEAT, RuleSet
from arkadia_sim.games.arkadia.rules.turn import add_building, begin_turn
from arkadia_sim.kernels.play_loop import STREAM
from arkadia_sim.kernels.play_loop import Prepared as Prepared
from arkadia_sim.rng import below, shuffle

ALL_GAMES = types.Array(state.GAME, 1, "C")
ALL_SETUPS = types.Array(state.SETUP, 1, "C")


def prepare(components: box.Components, rules: RuleSet, players: int) -> Prepared:
    """The empty table and the deck for a number of players; UsageError when these rules cannot be played (R2.3).

    Both are arrays with a record for each choice of outlines that a deal may draw, which is one alone as a rule.
    """
    choices = list(box.OUTLINES) if "outlines" in components.drawn else [components.outlines]
    starts, setups = np.zeros(len(choices), state.GAME_DTYPE), np.zeros(len(choices), state.SETUP_DTYPE)
    for start, setup, outlines in zip(starts, setups, choices, strict=True):
        _fill_setup(setup, components, outlines, rules, players)
        table = start["table"]
        _fill_rules(table, rules, players)
        _fill_outlines(table["outlines"], outlines, rules.flip_tiles)
        _fill_table(table, start["holdings"], components, rules, players)
    return Prepared(starts, setups)


def _fill_setup(setup: Any, components: box.Components, outlines: str, rules: RuleSet, players: int) -> None:
    deck, placed, lots = list(box.CARDS), [], box.lot_places(components.board)
    if rules.setup == "first_game":
        camps = sorted(set(box.FIRST_LOT) & set(box.marked(components.board, "T")))
        if camps:
            raise BadValue("first game, lot", f"camp at {camps[0]}", "a place without camps on this board, R1.2")
        placed, lots = box.first_buildings(outlines), [box.FIRST_LOT]
        for card, _ in placed:
            deck.remove(card)
    rules.check_playable(players, len(deck))
    setup["n_cards"] = len(deck)
    setup["cards"][: len(deck)] = [box.CARD_NAMES.index(card) for card in deck]
    setup["n_lots"] = len(lots)
    for i, lot in enumerate(lots):
        setup["lots"][i] = sets.words_of(lot)
    if "camps" in components.drawn:
        setup["n_camps"] = box.CAMPS
        setup["camp_squares"] = sets.words_of(box.OUTSIDE_CENTRE)
    setup["lot_seals"] = [state.NO_FAMILY if seal is None else box.FAMILIES.index(seal) for seal in box.LOT_SEALS]
    setup["n_placed"] = len(placed)
    for i, (card, squares) in enumerate(placed):
        setup["placed_card"][i] = box.CARD_NAMES.index(card)
        setup["placed_squares"][i] = sets.words_of(squares)


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
    for name in ("banners", "workers_per_banner", "hand_size", "face_up", "neutral_workers", "seals_per_family"):
        record[name] = getattr(rules, name)
    record["floor_pieces"] = rules.floor_pieces


def _fill_outlines(record: Any, outlines: str, flip: bool) -> None:
    record["choice"] = state.OUTLINE_NAMES.index(outlines)
    record["n_forms"] = len(box.FORMS)
    shifts = [0]
    for form, rows in enumerate(box.OUTLINES[outlines].values()):
        turned = box.orientations(rows, flip)
        record["n_orientations"][form] = len(turned)
        record["n_squares"][form] = len(turned[0])
        for k, squares in enumerate(turned):
            offsets = [sets.STRIDE * row + column for row, column in squares]
            shifts += [offset for offset in offsets if offset not in shifts]
            record["offset"][form, k, : len(offsets)] = offsets
            record["shift"][form, k, : len(offsets)] = [shifts.index(offset) for offset in offsets]
            touched = Counter(offset + step for offset in offsets for step in (-sets.STRIDE, -1, 1, sets.STRIDE))
            record["joins"][form, k] = sum(touched.pop(offset, 0) for offset in offsets)
            corners = sorted((touched - Counter(set(touched))).elements())
            record["n_corners"][form, k] = len(corners)
            record["corners"][form, k, : len(corners)] = corners
    record["n_shifts"] = len(shifts)
    record["shifts"][: len(shifts)] = shifts


def _fill_table(table: Any, holdings: Any, components: box.Components, rules: RuleSet, players: int) -> None:
    table["camps"] = sets.words_of(box.marked(components.board, "T"))
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
    for card in box.CARDS:
        table["deck"][box.CARD_NAMES.index(card)] += 1


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
        lay_out(table, setup, draw_lot(table, setup, stream))
    else:
        lay_out(table, setup, sets.load(setup["lots"][below(stream, setup["n_lots"])]))
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
    set_up(game)
    begin_turn(game)


@replaceable
def set_up(game: Any) -> None:
    """What is changed in a game that has been set up, before its first turn; nothing (R2)."""


@inlined
def draw_camps(table: Any, setup: Any, stream: Any) -> None:
    """Draw the squares of the camps, every board of so many camps being as likely as any other (R1.1)."""
    free, camps = sets.load(setup["camp_squares"]), sets.EMPTY
    for _ in range(setup["n_camps"]):
        camp = sets.single(sets.nth_bit(free, below(stream, sets.size(free))))
        free, camps = sets.without(free, camp), sets.either(camps, camp)
    sets.store(table["camps"], camps)


@inlined
def draw_lot(table: Any, setup: Any, stream: Any) -> Any:
    """Draw the squares of the lot evenly from all places without a camp (R1.2)."""
    camps = sets.load(table["camps"])
    left = 0
    for i in range(setup["n_lots"]):
        left += not sets.meet(sets.load(setup["lots"][i]), camps)
    left = below(stream, left)
    for i in range(setup["n_lots"]):
        if not sets.meet(sets.load(setup["lots"][i]), camps):
            if left == 0:
                return sets.load(setup["lots"][i])
            left -= 1
    return sets.EMPTY


@inlined
def lay_out(table: Any, setup: Any, squares: Any) -> None:
    """Put the castle lot on the board, with the seals that it shows (R1.2), then the buildings of a first game."""
    table["n_buildings"], table["n_open"] = 1, 0
    sets.store(table["squares"][state.LOT], squares)
    sets.store(table["ring"][state.LOT], sets.without(sets.neighbours(squares), squares))
    sets.store(table["occupied"], squares)
    sets.store(table["neutral"], sets.EMPTY)
    for square in range(state.CASTLE_SQUARES):
        family = setup["lot_seals"][square]
        table["top"][square] = family
        if family != state.NO_FAMILY:
            table["value"][family] += 1
    for i in range(setup["n_placed"]):
        add_building(table, setup["placed_card"][i], sets.load(setup["placed_squares"][i]))


@compiled(types.void(state.GAME))
def open_first_turn(game: Any) -> None:
    """Begin the first turn of a game whose set-up was filled in by hand (a record, a test)."""
    begin_turn(game)


@compiled(types.void(state.GAME, ALL_SETUPS, types.int64))
def open_as_told(game: Any, setups: Any, first_seat: Any) -> None:
    """Lay out lot and first buildings, and begin; the squares of the lot and all cards are in their places."""
    table = game["table"]
    lay_out(table, setups[0], sets.load(table["squares"][state.LOT]))
    table["first_seat"] = first_seat
    table["seat"] = first_seat
    set_up(game)
    begin_turn(game)
