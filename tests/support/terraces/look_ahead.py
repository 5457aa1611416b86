"""What looking ahead needs of the game: a whole game that agrees with what a player knows, and how one plays on."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels.bits import has
from arkadia_sim.kernels.look_ahead import Parts, running_out_with
from arkadia_sim.rng import below, shuffle
from tests.support.terraces import play, rules, sight
from tests.support.terraces.rules import begin_turn
from tests.support.terraces.state import SIDES


@inlined
def imagine(table: Any, hand: Any, game: Any, stream: Any) -> None:
    """Fill in a whole game that agrees with what the player on turn knows: other hands, deck and dice are drawn."""
    game["table"] = table
    deck, cards, place = game["deck"], table["rules"]["cards"], 0
    for card in range(cards):
        if not has(table["played"], card) and not has(hand["cards"], card):
            deck[place] = card
            place += 1
    shuffle(deck, place, stream)
    for seat in range(table["players"]):
        game["hands"][seat]["cards"] = 0
        for _ in range(table["in_hand"][seat] if seat != table["seat"] else 0):
            place -= 1
            game["hands"][seat]["cards"] |= 1 << deck[place]
    game["hands"][table["seat"]] = hand
    for left in range(table["deck_left"]):  # the next card drawn is the first of the last ``deck_left``
        place -= 1
        deck[cards - 1 - left] = deck[place]
    for roll in range(table["rolled"], cards):
        game["dice"][roll] = 1 + below(stream, SIDES)
    begin_turn(game)


PARTS = Parts(play, rules, sight, imagine)
RUN_OUT = running_out_with(PARTS, home=__file__)
