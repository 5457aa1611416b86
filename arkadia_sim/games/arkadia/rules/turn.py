"""A turn: the kernel ``step(game, decision)`` that everything drives (R3 to R9).

The phase in the state says which decision is wanted; ``step`` checks it, carries it out and goes on to the next phase
in which there is something to decide. ::

    MUST ──build──► DRAW ──► payouts ──► CASTLE (once per piece) ──► BANNER ──► END ──► MUST of the next player
      └──workers or pass───────┘                                                  └───► OVER

``DRAW``, ``CASTLE`` and ``BANNER`` are skipped when there is nothing to decide. ``END`` wants no decision: it gives
the caller a moment in which the turn is finished and ``game["now"]`` tells all of it.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined, replaceable
from arkadia_sim.games.arkadia.rules import castle, moves, state
from arkadia_sim.games.arkadia.rules.bitboard import both, either, is_empty, load, neighbours, size, store, without
from arkadia_sim.kernels.play_loop import OK as OK

# -- what step() answers ---------------------------------------------------------------------------------------------
ILLEGAL_BUILD, ILLEGAL_WORKERS, ILLEGAL_PASS, ILLEGAL_DRAW, ILLEGAL_PIECE, ILLEGAL_BANNER, GAME_IS_OVER = range(1, 8)
FAULTS = {
    ILLEGAL_BUILD: ("R4", "this card cannot be laid out there"),
    ILLEGAL_WORKERS: ("R5.1", "these workers cannot be introduced there"),
    ILLEGAL_PASS: ("R3.1", "the must can be passed only by a player who can neither build nor introduce workers"),
    ILLEGAL_DRAW: ("R4.5", "there is no card to draw at that place"),
    ILLEGAL_PIECE: ("R7.2", "no such piece is left for this floor, or the castle square has a piece of this floor"),
    ILLEGAL_BANNER: ("R8", "more seals sold than held, or no banner left"),
    GAME_IS_OVER: ("R9", "the game is over"),
}
"""For each answer other than OK: the rule it stands on and what it says."""


@inlined
def open_account(game: Any) -> None:
    """Empty the account of the turn of ``table["seat"]``: nothing has been done in it."""
    now, table = game["now"], game["table"]
    now["seat"] = table["seat"]
    now["kind"] = state.PASS
    now["card"] = state.NO_CARD
    now["dearest"] = 0
    now["draw"] = state.NO_DRAW
    now["camps"] = now["n_completed"] = now["n_pieces"] = 0
    for player in range(table["players"]):
        now["pieces_gave"][player] = 0
    now["used_banner"] = now["workers_brought"] = now["sale_gold"] = 0
    for family in range(state.FAMILIES):
        now["sold"][family] = 0
    now["chances"] = now["chances_taken"] = 0


@inlined
def begin_turn(game: Any) -> None:
    """Open the turn of ``table["seat"]``: an empty account of the turn, and what the player may build."""
    table = game["table"]
    seat = table["seat"]
    hand = game["hands"][seat]
    moves.find_builds(game, hand)
    open_account(game)
    now = game["now"]
    now["legal_builds"] = hand["n_builds"]
    now["worker_buildings"] = moves.count_worker_buildings(table, game["holdings"], seat)
    table["must_pass"] = 1 if hand["n_builds"] == 0 and now["worker_buildings"] == 0 else 0
    table["phase"] = state.MUST


# -- the must (R4, R5) -----------------------------------------------------------------------------------------------
@inlined
def do_must(game: Any, decision: Any) -> Any:
    table = game["table"]
    seat = table["seat"]
    kind = decision["kind"]
    if kind == state.BUILD:
        hand = game["hands"][seat]
        card, orientation, anchor = decision["card"], decision["orientation"], decision["anchor"]
        if not moves.is_legal_build(table, hand, card, orientation, anchor):
            return ILLEGAL_BUILD
        _lay_out(game, seat, card, moves.building_squares(table, state.form_of(card), orientation, anchor))
        if moves.count_draws(table) > 0:
            table["phase"] = state.DRAW
        else:
            _settle(game)
        return OK
    if kind == state.WORKERS:
        own, neutral = load(decision["own"]), load(decision["neutral"])
        if not moves.is_legal_introduction(table, game["holdings"], seat, decision["building"], own, neutral):
            return ILLEGAL_WORKERS
        _introduce(game, seat, decision["building"], own, neutral)
        _settle(game)
        return OK
    if table["must_pass"] == 0:
        return ILLEGAL_PASS
    _after_castle(game)
    return OK


@inlined
def _lay_out(game: Any, seat: Any, card: Any, squares: Any) -> None:
    """R4.1–R4.4: the card leaves the hand, the building stands, its seal lies on it, camps covered give workers."""
    table = game["table"]
    now = game["now"]
    _remove_card(game, seat, card)
    building = add_building(table, card, squares)
    camps = min(size(both(squares, load(table["camps"]))), table["neutral_pool"])
    table["neutral_pool"] -= camps
    game["holdings"]["neutrals"][seat] += camps
    now["kind"], now["card"], now["building"], now["camps"] = state.BUILD, card, building, camps
    now["dearest"] = 1 if castle.is_dearest(table, state.family_of(card)) else 0
    store(now["squares"], squares)


@inlined
def add_building(table: Any, card: Any, squares: Any) -> Any:
    """Stand a building on the board, with its seal from the supply (R4.4); returns its number."""
    building = table["n_buildings"]
    table["n_buildings"] += 1
    store(table["squares"][building], squares)
    store(table["ring"][building], without(neighbours(squares), squares))
    store(table["occupied"], either(load(table["occupied"]), squares))
    table["card"][building] = card
    table["complete"][building] = 0
    family = state.family_of(card)
    if table["supply"][family] > 0:
        table["supply"][family] -= 1
        table["has_seal"][building] = 1
    else:
        table["has_seal"][building] = 0
    table["open"][table["n_open"]] = building
    table["n_open"] += 1
    return building


@inlined
def _remove_card(game: Any, seat: Any, card: Any) -> None:
    table = game["table"]
    hand = game["hands"][seat]
    last = hand["n"] - 1
    for i in range(hand["n"]):
        if hand["cards"][i] == card:
            hand["cards"][i] = hand["cards"][last]
            break
    hand["n"] = last
    table["hand_count"][seat] = last
    # of a known and an unknown card alike, the one played may be either: nobody can be sure of the other any more
    known = table["known"]
    last_known = table["n_known"][seat] - 1
    for i in range(table["n_known"][seat]):
        if known[seat, i] == card:
            known[seat, i] = known[seat, last_known]
            table["n_known"][seat] = last_known
            break


@inlined
def _introduce(game: Any, seat: Any, building: Any, own: Any, neutral: Any) -> None:
    """R5: workers leave the hand for the board."""
    table = game["table"]
    now = game["now"]
    store(table["own"][seat], either(load(table["own"][seat]), own))
    store(table["neutral"], either(load(table["neutral"]), neutral))
    store(table["occupied"], either(load(table["occupied"]), either(own, neutral)))
    game["holdings"]["workers"][seat] -= size(own)
    game["holdings"]["neutrals"][seat] -= size(neutral)
    now["kind"] = state.WORKERS
    now["building"] = building
    store(now["squares"], load(table["squares"][building]))
    store(now["own"], own)
    store(now["neutral"], neutral)


@inlined
def do_draw(game: Any, choice: Any) -> Any:
    """R4.5: one card from a face-up place, replaced at once, or the top of the stack."""
    table = game["table"]
    seat = table["seat"]
    hand = game["hands"][seat]
    if choice == state.FROM_STACK:
        if table["stack_left"] == 0:
            return ILLEGAL_DRAW
        card = _next_of_stack(game)
    else:
        if choice < 0 or choice >= table["rules"]["face_up"] or table["face_up"][choice] == state.NO_CARD:
            return ILLEGAL_DRAW
        card = table["face_up"][choice]
        table["face_up"][choice] = _next_of_stack(game) if table["stack_left"] > 0 else state.NO_CARD
        table["known"][seat, table["n_known"][seat]] = card
        table["n_known"][seat] += 1
    hand["cards"][hand["n"]] = card
    hand["n"] += 1
    table["hand_count"][seat] = hand["n"]
    game["now"]["draw"] = choice
    _settle(game)
    return OK


@inlined
def _next_of_stack(game: Any) -> Any:
    table = game["table"]
    table["stack_left"] -= 1
    return game["stack"][table["stack_left"]]


# -- completion and payout (R6) --------------------------------------------------------------------------------------
@inlined
def _settle(game: Any) -> None:
    """R6: pay every building that the must has completed, in the order laid out; then on to the castle."""
    table = game["table"]
    free = moves.vacant(table)
    still_open = 0
    for i in range(table["n_open"]):
        building = table["open"][i]
        if is_empty(both(load(table["ring"][building]), free)):
            _pay(game, building)
        else:
            table["open"][still_open] = building
            still_open += 1
    table["n_open"] = still_open
    due = game["now"]["n_completed"]
    if due > 0 and castle.can_place(table):
        table["pieces_due"] = due
        table["phase"] = state.CASTLE
    else:
        _after_castle(game)


@replaceable
def payout(table: Any, holdings: Any, building: Any, seat: Any, workers: Any) -> Any:
    """The seals that a completed building pays a player with so many workers beside it (R6.2, R6.3)."""
    on_it = table["has_seal"][building] if seat == table["seat"] else 0
    return min(workers, table["supply"][state.family_of(table["card"][building])]) + on_it


@inlined
def _pay(game: Any, building: Any) -> None:
    """R6.2, R6.3: a seal for each own worker next to the building, and the seal on it for the player on turn."""
    table = game["table"]
    now, seat, holdings = game["now"], table["seat"], game["holdings"]
    family = state.family_of(table["card"][building])
    ring = load(table["ring"][building])
    entry = now["n_completed"]
    now["completed"][entry] = building
    now["n_completed"] = entry + 1
    now["trigger"][entry] = table["has_seal"][building]
    players = table["players"]
    served = seat
    for _ in range(players):
        earned = payout(table, holdings, building, served, size(both(load(table["own"][served]), ring)))
        table["supply"][family] -= earned - (table["has_seal"][building] if served == seat else 0)
        holdings["seals"][served, family] += earned
        now["paid"][entry, served] = earned
        served = served + 1 if served + 1 < players else 0
    table["has_seal"][building] = 0
    table["complete"][building] = 1


# -- castle (R7) and banner (R8) -------------------------------------------------------------------------------------
@inlined
def do_castle(game: Any, family: Any, square: Any) -> Any:
    table = game["table"]
    if not castle.is_legal_piece(table, family, square):
        return ILLEGAL_PIECE
    now = game["now"]
    castle.note_change(table, game["holdings"], now, family, square)
    castle.place(table, family, square)
    now["piece_family"][now["n_pieces"]] = family
    now["piece_square"][now["n_pieces"]] = square
    now["n_pieces"] += 1
    table["pieces_due"] -= 1
    if table["pieces_due"] == 0 or not castle.can_place(table):
        table["pieces_due"] = 0
        _after_castle(game)
    return OK


@inlined
def _after_castle(game: Any) -> None:
    table = game["table"]
    table["phase"] = state.BANNER if table["banners"][table["seat"]] > 0 else state.END


@inlined
def do_banner(game: Any, decision: Any) -> Any:
    """R8: a banner brings two own workers, and then seals may be sold for their value."""
    table = game["table"]
    seat = table["seat"]
    if decision["use_banner"] == 0:
        table["phase"] = state.END
        return OK
    holdings = game["holdings"]
    for family in range(state.FAMILIES):
        if decision["sold"][family] < 0 or decision["sold"][family] > holdings["seals"][seat, family]:
            return ILLEGAL_BANNER
    now = game["now"]
    table["banners"][seat] -= 1
    workers = min(table["rules"]["workers_per_banner"], table["own_pool"][seat])
    table["own_pool"][seat] -= workers
    holdings["workers"][seat] += workers
    gold = 0
    for family in range(state.FAMILIES):
        sold = decision["sold"][family]
        holdings["seals"][seat, family] -= sold
        table["supply"][family] += sold
        gold += sold * castle.price(table, family)
        now["sold"][family] = sold
    holdings["gold"][seat] += gold
    now["used_banner"] = 1
    now["workers_brought"] = workers
    now["sale_gold"] = gold
    table["phase"] = state.END
    return OK


# -- end (R9) --------------------------------------------------------------------------------------------------------
@replaceable
def is_over(table: Any) -> Any:
    """Whether the turn that ends was the last one: the castle is finished, and all have had their turns (R9.2)."""
    return table["end_seat"] != state.NOBODY and table["turns_left"] == 0


@inlined
def end_turn(game: Any) -> None:
    """R9: count the last round down, notice a stuck game, evaluate, or let the next player begin."""
    table = game["table"]
    now = game["now"]
    players = table["players"]
    idle = now["kind"] == state.PASS and now["used_banner"] == 0
    table["passes"] = table["passes"] + 1 if idle else 0
    if table["end_seat"] != state.NOBODY:
        left = table["turns_left"]
        table["turns_left"] = players - table["rules"]["others_only"] if left < 0 else left - 1
    if is_over(table):
        _evaluate(game, state.END_CASTLE)
    elif table["passes"] == players:
        _evaluate(game, state.END_STALEMATE)
    else:
        table["seat"] = table["seat"] + 1 if table["seat"] + 1 < players else 0
        table["turn"] += 1
        begin_turn(game)


@inlined
def _evaluate(game: Any, end: Any) -> None:
    """R9.4: the seals left are valued. They stay where they are, so that one can see what was left."""
    table = game["table"]
    for seat in range(table["players"]):
        game["holdings"]["gold"][seat] += castle.worth(table, game["holdings"], seat)
    table["end"] = end
    table["phase"] = state.OVER


@compiled(types.int64(state.GAME, state.DECISION))
def step(game: Any, decision: Any) -> Any:
    """Carry out the decision that the phase asks for, of which only its fields are read, and go on to the next phase.

    Returns ``OK``, or one of ``FAULTS``: then the rules do not allow the decision and nothing has changed.
    """
    phase = game["table"]["phase"]
    if phase == state.MUST:
        return do_must(game, decision)
    if phase == state.DRAW:
        return do_draw(game, decision["draw"])
    if phase == state.CASTLE:
        return do_castle(game, decision["family"], decision["castle_square"])
    if phase == state.BANNER:
        return do_banner(game, decision)
    if phase == state.END:
        end_turn(game)
        return OK
    return GAME_IS_OVER
