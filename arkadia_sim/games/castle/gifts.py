"""What a player may get for nothing in the middle of a game, to find out what it is worth."""

from collections.abc import Callable
from typing import Any

import numpy as np

from arkadia_sim.compiled.engine import Gift
from arkadia_sim.games.castle.box import GUESTS, SQUARES
from arkadia_sim.games.castle.rules import state
from arkadia_sim.games.castle.rules.candidates import free_squares, has, parts_of
from arkadia_sim.games.castle.rules.turn import add_flag, add_residents, gain_guest, run_on

Give = Callable[[Any, int], bool]
CLOUD_OF = 4
"""The points of a cloud that is given."""
DICE_OF_A_TURN = 2


def _at_the_start(give: Give) -> Give:
    """A gift that is given only while the player on turn has used no die. The turn's first decision is asked for again:
    a gift changes what can be chosen."""

    def given(game: Any, seat: int) -> bool:
        table = game["table"]
        used = table["chosen"] != state.NO_DIE and table["uses"] < DICE_OF_A_TURN
        if table["stage"] != state.DICE or table["seat"] != table["active"] or used or not give(game, seat):
            return False
        table["chosen"], table["uses"] = state.NO_DIE, 0
        run_on(game, state.NOTHING)
        return True

    return given


def _residents(game: Any, seat: int) -> bool:
    """Two residents, if there is place for both."""
    table, castle = game["table"], game["table"]["castles"][seat]
    if castle["residents"] + 2 > table["board"]["group_size"] * table["board"]["groups"]:
        return False
    add_residents(table, castle, 2)
    return True


def _token(game: Any, seat: int) -> bool:
    """A token from the supply on a free square; which one goes by the turn."""
    table, castle = game["table"], game["table"]["castles"][seat]
    free = int(free_squares(table, castle))
    if free == 0:
        return False
    squares = [square for square in range(SQUARES) if has(free, square)]
    square = squares[int(table["turn"]) % len(squares)]
    castle["tokens"] = int(castle["tokens"]) | 1 << square
    return True


def _flag(game: Any, seat: int) -> bool:
    """A flag of two points, if there is room."""
    return bool(add_flag(game["table"], game["table"]["castles"][seat], 2))


def _part(name: str, points: int = 0) -> Give:
    def give(game: Any, seat: int) -> bool:
        """A wall or a tower, and with the fourth tower the sun, if it is not the twelfth main part."""
        table, castle = game["table"], game["table"]["castles"][seat]
        if castle[name] == state.PARTS_MAX or parts_of(castle) == state.ALL_PARTS - 1:
            return False
        if points:
            castle["tower_points"][castle[name]] = points
        castle[name] += 1
        if points and castle[name] == state.PARTS_MAX and table["sun"] == state.NOBODY:
            table["sun"] = seat
        return True

    return give


def _sun(game: Any, seat: int) -> bool:
    """The sun, if nobody has it."""
    table = game["table"]
    if table["sun"] != state.NOBODY:
        return False
    table["sun"] = seat
    return True


def _cloud(game: Any, seat: int) -> bool:
    """A cloud, as clouds of the Shepherdess: they count alike."""
    table = game["table"]
    number, rest = divmod(CLOUD_OF, int(table["rules"]["shepherdess_cloud"]) or CLOUD_OF + 1)
    if rest or number == 0:
        return False
    table["castles"][seat]["clouds"] += number
    return True


def _guest(guest: int) -> Give:
    def give(game: Any, seat: int) -> bool:
        """A guest that nobody has, taken from the display or the deck; a Bolt acts."""
        table = game["table"]
        owned = any(has(int(castle["guests"]), guest) for castle in table["castles"][: table["players"]])
        if table["rules"]["architect"] == 0 or owned:
            return False
        _take_card(game, guest)
        gain_guest(table, guest)
        return True

    return give


def _take_card(game: Any, guest: int) -> None:
    """Take a card out of the display, whose slot is filled, or out of the deck, which closes up."""
    table, deck = game["table"], game["deck"]
    for slot in range(state.DISPLAY):
        if table["display"][slot] == guest:
            table["display"][slot] = deck[table["next_card"]]
            table["next_card"] += 1
            return
    place = int(np.flatnonzero(deck == guest)[0])
    deck[place : state.CARDS_MAX - 1] = deck[place + 1 :].copy()


GIFTS = tuple(
    Gift(name, phrase, _at_the_start(give))
    for name, phrase, give in (
        ("residents", "two residents", _residents),
        ("token", "a token on a free square", _token),
        ("flag", "a flag of 2 points", _flag),
        ("wall", "a wall", _part("walls")),
        ("low_tower", "a tower of 2 points", _part("towers", 2)),
        ("high_tower", "a tower of 5 points", _part("towers", 5)),
        ("sun", "the sun", _sun),
        ("cloud", "a cloud of 4 points", _cloud),
        *((guest, f"the {guest.capitalize()}", _guest(number)) for number, guest in enumerate(GUESTS)),
    )
)
