"""A turn: the kernel ``step(game, decision)`` that everything drives (C4 to C9).

``table["phase"]`` says which decision is wanted, ``table["seat"]`` of whom, ``table["open"]`` and its neighbours what
the candidates are (``candidates.py``). ``step`` checks the pick and carries it out; ``run_on`` then goes on to the next
decision with two candidates or more. What leaves no choice is carried out on the way, and written into the account of
the turn like everything else. A turn goes through these stages::

    DICE ──► BUILDING ──► DONE: phase END, the account of the turn is whole
                 └─ twelfth part ──► LAST_BUILDING ──► DONE

After END comes the first decision of the next turn, or OVER.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.games.castle.box import SQUARES
from arkadia_sim.games.castle.rules import candidates, state
from arkadia_sim.games.castle.rules.scoring import score
from arkadia_sim.kernels.play_loop import OK as OK
from arkadia_sim.rng import below

# -- what step() answers ---------------------------------------------------------------------------------------------
NO_CANDIDATE = 1
TURN_TOO_LONG = 2
GAME_IS_OVER = 3
FAULTS = {
    NO_CANDIDATE: ("C12", "this is no candidate of the decision"),
    TURN_TOO_LONG: ("C6.2", f"a turn of more than {state.STEPS_MAX - 50} decisions is not followed: building must end"),
    GAME_IS_OVER: ("C9.4", "the game is over"),
}
"""For each answer other than OK: the rule it stands on and what it says."""
STEPS_OF_A_CASHING = 50
"""More steps than a line and all that follows without a further choice of a line can have."""

BOHEMIAN_RESIDENTS = 4
POWER_TIMES = 2
"""How often most powers act: tokens of a resource, uses of Dagobert's die, moves."""


# -- accounts and luck -----------------------------------------------------------------------------------------------
@inlined
def note(game: Any, kind: Any, pick: Any, of: Any) -> None:
    """Write a step into the account of the turn."""
    now = game["now"]
    if now["n_steps"] < state.STEPS_MAX:
        step = now["steps"][now["n_steps"]]
        step["seat"], step["kind"], step["pick"], step["of"] = game["table"]["seat"], kind, pick, of
        now["n_steps"] += 1


@inlined
def roll(game: Any, luck: Any) -> Any:
    """A face of a die: of the script as long as there is one, else by luck."""
    game["read"] += 1
    if game["scripted"] > 0:
        game["scripted"] -= 1
        return int(game["script"][game["read"] - 1])
    return int(game["table"]["rules"]["die"][below(luck, state.SIDES)])


# -- what a player gets ----------------------------------------------------------------------------------------------
@inlined
def add_residents(table: Any, castle: Any, number: Any) -> None:
    """C5.4: residents, as far as there is place."""
    room = table["board"]["group_size"] * table["board"]["groups"] - castle["residents"]
    castle["residents"] += min(number, room)


@inlined
def add_flag(table: Any, castle: Any, points: Any) -> Any:
    """C7.3: a flag, if there is room for it; returns whether there was."""
    if not candidates.has_flag_room(table, castle):
        return False
    castle["flag_points"][castle["flags"]] = points
    castle["flags"] += 1
    return True


@inlined
def gain_guest(table: Any, guest: Any) -> None:
    """C8.1: the deciding player gets a guest; if it is a Bolt, its power acts."""
    castle = table["castles"][table["seat"]]
    castle["guests"] = int(castle["guests"]) | 1 << int(guest)
    if candidates.has(state.BOLTS, guest):
        table["power"], table["times"] = guest, state.FRESH


# -- decisions carried out -------------------------------------------------------------------------------------------
@inlined
def _use(game: Any, castle: Any, pick: Any) -> None:
    """C5: a die used."""
    table = game["table"]
    face, tally, rules = table["face"], game["tally"][table["seat"]], table["rules"]
    if pick == state.LOST:
        tally["dice_lost"] += 1
    if pick < SQUARES:
        castle["tokens"] = int(castle["tokens"]) | 1 << int(pick)
    elif pick == state.TAKE_RESIDENTS:
        tally["residents_taken"] += 1
        if int(table["open"]) & state.ALL_SQUARES != 0:
            tally["residents_over_token"] += 1
        add_residents(table, castle, rules["residents_per_die"])
    elif pick == state.RAISE_FLAG:
        add_flag(table, castle, rules["monk_flag"])
    elif pick == state.TAKE_CLOUD:
        castle["clouds"] += 1
    if candidates.has(castle["guests"], state.COOK) and candidates.is_food(table, face, pick):
        add_residents(table, castle, 1)
    if table["power"] == state.DAGOBERT:
        table["times"] -= 1
        return
    table["uses"] -= 1
    table["face"] = table["dice"][1 - table["chosen"]]


@inlined
def _cash(game: Any, castle: Any, line: Any) -> None:
    """C6.2, C7: the tokens of a line come back, and the line gives what it gives."""
    table = game["table"]
    seat, gifts = table["seat"], table["board"]["lines"][line]
    tally = game["tally"][seat]
    tally["lines_cashed"] += 1
    if gifts["n_flags"] > 0 and candidates.has_flag_room(table, castle):
        tally["flag_lines"] += 1
    castle["tokens"] = int(castle["tokens"]) & ~int(gifts["squares"])
    table["cashed"] = int(table["cashed"]) | 1 << int(line)
    table["cashing"] = 1
    if gifts["wall"] != 0 and castle["walls"] < state.PARTS_MAX:
        castle["walls"] += 1
    if gifts["tower"] != 0 and castle["towers"] < state.PARTS_MAX:
        castle["tower_points"][castle["towers"]] = gifts["tower"]
        castle["towers"] += 1
        if castle["towers"] == state.PARTS_MAX and table["sun"] == state.NOBODY:
            table["sun"] = seat
    for number in range(gifts["n_flags"]):
        add_flag(table, castle, gifts["flags"][number])
    add_residents(table, castle, gifts["residents"])
    due = 0
    if gifts["floor"] != 0 and castle["floors"] < state.PARTS_MAX:
        if table["rules"]["architect"] != 0:
            due = state.DUE_GUEST
        else:
            castle["values"][castle["floors"]] = _next_card(game)
        castle["floors"] += 1
    if gifts["effect"] == state.REACTIVATE:
        due |= state.DUE_BOLT
    elif gifts["effect"] == state.THEFT:
        due |= state.DUE_THEFT
    table["due"] = due


@inlined
def _next_card(game: Any) -> Any:
    """The next card of the deck, or NO_CARD."""
    table = game["table"]
    cards = state.CARDS_MAX if table["rules"]["architect"] != 0 else state.APPRENTICE_CARDS
    if table["next_card"] >= cards:
        return state.NO_CARD
    table["next_card"] += 1
    return int(game["deck"][table["next_card"] - 1])


@inlined
def _carry_out(game: Any, pick: Any) -> None:
    """Do what was picked at the decision at hand."""
    table = game["table"]
    phase, castle = table["phase"], table["castles"][table["seat"]]
    note(game, phase, table["display"][pick] if phase == state.GUEST else pick, table["n"])
    if phase == state.DIE:
        table["chosen"] = pick
        table["face"] = table["dice"][pick]
        table["uses"] = 2 if table["seat"] == table["active"] else 1
    elif phase == state.USE:
        _use(game, castle, pick)
    elif phase == state.LINE:
        if pick == state.STOP_BUILDING:
            table["stopped"] = 1
        else:
            _cash(game, castle, pick)
    elif phase == state.GUEST:
        guest = table["display"][pick]
        table["display"][pick] = _next_card(game)
        gain_guest(table, guest)
    elif phase == state.BOLT:
        game["tally"][table["seat"]]["reactivations"] += 1
        table["power"], table["times"] = pick, state.FRESH
    elif phase == state.SQUARE:
        if pick != state.LOST:
            castle["tokens"] = int(castle["tokens"]) | 1 << int(pick)
        table["times"] -= 1
        if table["power"] == state.ARCHITECT:
            add_residents(table, castle, 1)
    elif phase == state.MOVE:
        table["times"] -= 1
        if pick == state.STOP_MOVING:
            table["times"] = 0
        else:
            table["moved"] = pick % SQUARES
            castle["tokens"] = (int(castle["tokens"]) | 1 << int(pick % SQUARES)) & ~(1 << int(pick // SQUARES))
    elif phase == state.STEAL:
        seat, guest = pick // state.N_GUESTS, pick % state.N_GUESTS
        game["tally"][table["seat"]]["thefts"] += 1
        table["castles"][seat]["guests"] = int(table["castles"][seat]["guests"]) & ~(1 << int(guest))
        gain_guest(table, guest)


# -- the next decision -----------------------------------------------------------------------------------------------
@inlined
def _open_power(game: Any) -> Any:
    """C8.1: the next decision of the power that acts; False if it has done all it does."""
    table = game["table"]
    power, castle = table["power"], table["castles"][table["seat"]]
    if table["times"] == state.FRESH:
        table["times"] = 1 if power == state.ARCHITECT else POWER_TIMES
        if power == state.BOHEMIAN:
            add_residents(table, castle, BOHEMIAN_RESIDENTS)
            table["times"] = 0
        elif power == state.DAGOBERT:
            table["face"] = roll(game, game["more_luck"])
            note(game, state.ROLL, table["face"], 0)
        elif power == state.MAGICIAN:
            table["moved"] = state.NOTHING
    if table["times"] > 0:
        if power == state.DAGOBERT:
            table["phase"] = state.USE
            table["open"] = candidates.uses_of(table, castle, table["face"], False)
            return True
        if power == state.MAGICIAN:
            table["movable"] = int(castle["tokens"])
            if table["moved"] != state.NOTHING:
                table["movable"] = int(castle["tokens"]) & ~(1 << int(table["moved"]))
            table["free"] = state.ALL_SQUARES & ~int(castle["tokens"])
            pairs = candidates.size(table["movable"]) * candidates.size(table["free"])
            if pairs > 0:
                table["phase"] = state.MOVE
                table["n"] = pairs + 1
                return True
        else:
            table["phase"] = state.SQUARE
            table["open"] = candidates.free_squares(table, castle) & _squares_of_power(table, castle)
            return True
    table["power"] = state.NO_POWER
    return False


@inlined
def _squares_of_power(table: Any, castle: Any) -> Any:
    """The squares on which the power that acts puts tokens."""
    power = table["power"]
    if power == state.ARCHITECT:
        return state.ALL_SQUARES
    resource = state.FOOD
    if power == state.LOGGER:
        resource = state.WOOD
    elif power == state.MINER:
        resource = state.STONE
    elif power == state.MERCHANT:
        resource = state.GOLD
    return candidates.squares_of(table, castle, resource)


@inlined
def _open_due(table: Any) -> Any:
    """C7.5 to C7.7: the decision that a line brings; False if there is none."""
    seat, due = table["seat"], table["due"]
    if due & state.DUE_GUEST != 0:
        table["due"] = due & ~state.DUE_GUEST
        slots = 0
        for slot in range(state.DISPLAY):
            slots |= 0 if table["display"][slot] == state.NO_CARD else 1 << slot
        table["open"], table["phase"] = slots, state.GUEST
        return slots != 0
    if due & state.DUE_BOLT != 0:
        table["due"] = due & ~state.DUE_BOLT
        table["open"], table["phase"] = int(table["castles"][seat]["guests"]) & state.BOLTS, state.BOLT
        return table["open"] != 0
    table["due"] = 0
    found = 0
    for other in range(table["players"]):
        table["stealable"][other] = candidates.stealable_of(table, seat, other)
        found += candidates.size(table["stealable"][other])
    table["phase"], table["n"] = state.STEAL, found
    return found > 0


@inlined
def _open_dice(table: Any) -> Any:
    """C4.2, C4.3: the next decision about dice; False once everybody has used theirs."""
    seat = table["seat"]
    if table["chosen"] == state.NO_DIE:
        table["phase"] = state.DIE
        table["open"] = 1 if table["dice"][0] == table["dice"][1] else 3
        return True
    if table["uses"] > 0:
        may_pass = table["rules"]["others_pass"] != 0 and seat != table["active"]
        table["phase"] = state.USE
        table["open"] = candidates.uses_of(table, table["castles"][seat], table["face"], may_pass)
        return True
    table["offset"] += 1
    if table["offset"] < table["players"]:
        table["seat"] = (table["active"] + table["offset"]) % table["players"]
        table["chosen"] = state.NO_DIE
    else:
        table["stage"], table["offset"] = state.BUILDING, 0
        begin_building(table, table["active"])
    return False


@inlined
def begin_building(table: Any, seat: Any) -> None:
    """A player begins to build (C6)."""
    table["seat"] = seat
    table["stopped"], table["cashed"] = 0, 0
    table["cashable"] = candidates.complete_lines(table, table["castles"][seat])


@inlined
def _open_line(game: Any) -> Any:
    """C6.2: the choice of a line; False if this player's building is over."""
    table = game["table"]
    lines = candidates.lines_of(table, table["seat"]) if table["stopped"] == 0 else 0
    if lines != 0:
        table["phase"] = state.LINE
        table["open"] = lines | 1 << state.STOP_BUILDING
        return True
    players = table["players"]
    table["offset"] += 1
    if table["stage"] == state.LAST_BUILDING:
        if table["offset"] < players:
            begin_building(table, (table["finisher"] + table["offset"]) % players)
        else:
            table["stage"] = state.DONE
    elif table["finisher"] != state.NOBODY:
        table["stage"], table["offset"] = state.LAST_BUILDING, 1
        game["now"]["last"], game["now"]["n_last"] = 1, game["now"]["n_steps"]
        begin_building(table, (table["finisher"] + 1) % players)
    elif table["rules"]["every_turn"] != 0 and table["offset"] < players:
        begin_building(table, (table["active"] + table["offset"]) % players)
    else:
        table["stage"] = state.DONE
    return False


@inlined
def _finish_line(table: Any) -> None:
    """C9.1: the line is worked out; the twelfth main part makes the player the finisher."""
    table["cashing"] = 0
    seat = table["seat"]
    is_whole = candidates.parts_of(table["castles"][seat]) == state.ALL_PARTS
    if table["stage"] == state.BUILDING and table["finisher"] == state.NOBODY and is_whole:
        table["finisher"] = seat
        if table["rules"]["finish_turn"] == 0:
            table["stopped"] = 1


@inlined
def _open_next(game: Any) -> None:
    """Find the next decision, which may have one candidate or none, or the end of the turn."""
    table = game["table"]
    while True:
        table["n"] = state.NOTHING
        if table["power"] != state.NO_POWER:
            found = _open_power(game)
        elif table["due"] != 0:
            found = _open_due(table)
        elif table["cashing"] != 0:
            _finish_line(table)
            found = False
        elif table["stage"] == state.DICE:
            found = _open_dice(table)
        elif table["stage"] == state.DONE:
            table["phase"], table["seat"] = state.END, table["active"]
            found = True
        else:
            found = _open_line(game)
        if found:
            break
    if table["n"] == state.NOTHING:
        table["n"] = candidates.size(table["open"])


@compiled(types.void(state.GAME, types.int64))
def run_on(game: Any, pick: Any) -> None:
    """Carry out a pick (NOTHING for none), and go on to the next decision with a choice, or the end of the turn."""
    table = game["table"]
    while True:
        if pick != state.NOTHING:
            _carry_out(game, pick)
        _open_next(game)
        if table["phase"] == state.END:
            return
        if table["n"] > 1:
            tally = game["tally"][table["seat"]]
            tally["decisions"] += 1
            tally["options"] += table["n"]
            return
        pick = state.LOST if table["n"] == 0 else candidates.nth_pick(table, 0)


@inlined
def begin_turn(game: Any, seat: Any) -> None:
    """C4.1: the turn of a player begins with a roll of both dice."""
    table, now = game["table"], game["now"]
    now["seat"], now["n_steps"], now["n_last"], now["last"] = seat, 0, 0, 0
    for player in range(table["players"]):
        now["watched"][player]["chances"] = 0
        now["watched"][player]["chances_taken"] = 0
    for die in range(2):
        face = roll(game, game["luck"])
        table["dice"][die] = face
        now["dice"][die] = face
    table["active"], table["seat"] = seat, seat
    table["stage"], table["offset"], table["chosen"], table["uses"] = state.DICE, 0, state.NO_DIE, 0
    table["cashing"], table["due"], table["power"] = 0, 0, state.NO_POWER


@inlined
def end_turn(game: Any) -> None:
    """C4.5, C9: the game ends after the last buildings or at the limit; else the next player's turn begins."""
    table = game["table"]
    table["turn"] += 1
    if table["finisher"] != state.NOBODY or table["turn"] >= table["rules"]["turn_limit"]:
        table["end"] = state.END_FINISHED if table["finisher"] != state.NOBODY else state.END_LIMIT
        table["phase"] = state.OVER
        score(table, game["scores"])
        return
    begin_turn(game, (table["active"] + 1) % table["players"])
    run_on(game, state.NOTHING)


@compiled(types.int64(state.GAME, state.DECISION))
def step(game: Any, decision: Any) -> Any:
    """Carry out the decision that the phase asks for and go on to the next one that leaves a choice.

    ``game`` is a ``GAME`` record and changes in place. Returns ``OK``, or one of ``FAULTS``: then the rules do not
    allow the pick and nothing has changed.
    """
    table, pick = game["table"], decision["pick"]
    if table["phase"] == state.END:
        end_turn(game)
        return OK
    if table["phase"] == state.OVER:
        return GAME_IS_OVER
    if not candidates.is_candidate(table, pick):
        return NO_CANDIDATE
    too_long = game["now"]["n_steps"] >= state.STEPS_MAX - STEPS_OF_A_CASHING
    if table["phase"] == state.LINE and pick != state.STOP_BUILDING and too_long:
        return TURN_TOO_LONG
    run_on(game, pick)
    return OK
