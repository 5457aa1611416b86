"""A whole game that agrees with what a player knows, for bots that look ahead.

Only the order of the deck and the dice to come are hidden (C11). Cards that nobody has seen are shuffled anew; in the
apprentice version these are the values that are not yet drawn. Everything else is as it is.
"""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.compiled.lessons import *  # noqa: F403 -- what is the same in all games
from arkadia_sim.compiled.lessons import Parts, looking_ahead, running_out_with
from arkadia_sim.games.castle import play
from arkadia_sim.games.castle.rules import turn
from arkadia_sim.games.castle.rules.candidates import has
from arkadia_sim.games.castle.rules.state import APPRENTICE_CARDS, CARDS_MAX, DECISIONS, DISPLAY, NOTHING, SEATS_MAX
from arkadia_sim.games.castle.sight import limits
from arkadia_sim.kernels.candidates import keep_best as keep_best
from arkadia_sim.rng import STREAM_WORDS, next_word, shuffle


@inlined
def imagine(table: Any, game: Any, stream: Any) -> None:
    """Fill in a ``GAME`` record that agrees with what a player knows, at any decision.

    ``table`` is the record that a bot sees; the order of the deck and the dice are drawn from ``stream``. The account
    of the turn (``game["now"]``) begins at this decision.
    """
    game["table"] = table
    architect, board, deck, begin = table["rules"]["architect"], table["board"], game["deck"], table["next_card"]
    gone = _seen_guests(table) if architect != 0 else _seen_values(table)
    place, cards = begin, CARDS_MAX if architect != 0 else APPRENTICE_CARDS
    for card in range(cards):
        if not has(gone, card):
            deck[place] = card if architect != 0 else board["card_values"][card]
            place += 1
    shuffle(deck[begin:], cards - begin, stream)
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
def _seen_guests(table: Any) -> Any:
    """The guests that lie open, as a set."""
    seen = 0
    for seat in range(table["players"]):
        seen |= int(table["castles"][seat]["guests"])
    for slot in range(DISPLAY):
        guest = table["display"][slot]
        seen |= 1 << int(guest) if guest > NOTHING else 0
    return seen


@inlined
def _seen_values(table: Any) -> Any:
    """The cards of the list whose values lie in somebody's castle, as a set."""
    gone = 0
    for seat in range(table["players"]):
        castle = table["castles"][seat]
        for floor in range(castle["floors"]):
            for card in range(APPRENTICE_CARDS):
                if not has(gone, card) and table["board"]["card_values"][card] == castle["values"][floor]:
                    gone |= 1 << card
                    break
    return gone


PARTS = Parts(play, turn, limits, imagine)
RUN_OUT = running_out_with(PARTS, home=__file__)
RANKED_DTYPE, ranker, describer, classroom = looking_ahead("castle", DECISIONS, PARTS)
