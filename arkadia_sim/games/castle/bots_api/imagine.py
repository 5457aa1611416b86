"""A whole game that agrees with what a player knows, for bots that look ahead.

Only the order of the deck and the dice to come are hidden (C11). Cards that nobody has seen are shuffled anew; in the
apprentice version these are the values that are not yet drawn. Everything else is as it is.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.games.castle.rules.candidates import has
from arkadia_sim.games.castle.rules.drawing import shuffle
from arkadia_sim.games.castle.rules.state import APPRENTICE_CARDS, CARDS_MAX, DISPLAY, NOTHING, SEATS_MAX
from arkadia_sim.rng import STREAM_WORDS, next_word


@inlined
def imagine(table: Any, game: Any, stream: Any) -> None:
    """Fill in a ``GAME`` record that agrees with what a player knows, at any decision.

    ``table`` is the record that a bot sees; the order of the deck and the dice are drawn from ``stream``. The account
    of the turn (``game["now"]``) begins at this decision.
    """
    game["table"] = table
    deck, begin = game["deck"], table["next_card"]
    if table["rules"]["architect"] != 0:
        _unseen_guests(table, deck)
    else:
        _unseen_values(table, deck)
    _shuffle_rest(deck, begin, CARDS_MAX if table["rules"]["architect"] != 0 else APPRENTICE_CARDS, stream)
    for word in range(STREAM_WORDS):
        game["luck"][word] = next_word(stream)
        game["more_luck"][word] = next_word(stream)
    game["scripted"] = 0
    now = game["now"]
    now["seat"], now["n_steps"], now["last"], now["n_last"] = table["active"], 0, 0, 0
    for seat in range(SEATS_MAX):
        now["watched"][seat]["chances"] = 0
        now["watched"][seat]["chances_taken"] = 0


@inlined
def _shuffle_rest(deck: Any, begin: Any, end: Any, stream: Any) -> None:
    shuffle(deck[begin:], end - begin, stream)


@inlined
def _unseen_guests(table: Any, deck: Any) -> None:
    """Put the guests that nobody has seen behind those that are drawn."""
    seen = 0
    for seat in range(table["players"]):
        seen |= int(table["castles"][seat]["guests"])
    for slot in range(DISPLAY):
        guest = table["display"][slot]
        seen |= 1 << int(guest) if guest > NOTHING else 0
    place = table["next_card"]
    for guest in range(CARDS_MAX):
        if not has(seen, guest):
            deck[place] = guest
            place += 1


@inlined
def _unseen_values(table: Any, deck: Any) -> None:
    """Put the values that nobody has drawn behind those that are drawn."""
    gone = 0  # cards of the list that are in somebody's castle, as a set
    for seat in range(table["players"]):
        castle = table["castles"][seat]
        for floor in range(castle["floors"]):
            for card in range(APPRENTICE_CARDS):
                if not has(gone, card) and table["board"]["card_values"][card] == castle["values"][floor]:
                    gone |= 1 << card
                    break
    place = table["next_card"]
    for card in range(APPRENTICE_CARDS):
        if not has(gone, card):
            deck[place] = table["board"]["card_values"][card]
            place += 1
