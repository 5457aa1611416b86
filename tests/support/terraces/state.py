"""The options of the rules, and the state of a game as records.

Sets of cards are bits of whole numbers: bit 4 is the card with the number 5.
"""

from typing import ClassVar

import numpy as np
from numba import from_dtype
from pydantic import Field

from arkadia_sim.core.options import RuleOptions
from arkadia_sim.kernels.minds import aligned, limits_of, mind_of, room_for, settings_of
from arkadia_sim.kernels.play_loop import Prepared

SEATS_MAX, CARDS_MAX, ROWS, HAND_SIZE, SIDES = 4, 20, 3, 3, 6
TURNS_MAX = CARDS_MAX
PLAY, END, OVER = range(3)
DECISIONS = ("play",)
ASKED = len(DECISIONS)
NOT_OVER, END_FINISHED, END_FAILED = range(3)
END_NAMES = ("not over", "finished", "failed")
NO_CARD = -1


class RuleSet(RuleOptions):
    """One way to play."""

    title: ClassVar[str] = "Terraces"
    player_counts: ClassVar[tuple[int, ...]] = (2, 3, 4)

    cards: int = Field(16, ge=SEATS_MAX * HAND_SIZE, le=CARDS_MAX, description="cards in the game (T1)")


RULES_DTYPE = aligned(
    ("cards", "i4"),  # cards in the game
)

TABLE_DTYPE = aligned(
    ("players", "i4"),
    ("first_seat", "i4"),
    ("seat", "i4"),  # the player on turn
    ("phase", "i4"),  # PLAY, END or OVER
    ("turn", "i4"),  # 0, 1, 2 …
    ("length", "i4", (ROWS,)),  # cards on each terrace
    ("rows", "i4", (ROWS, CARDS_MAX)),  # these cards, in the order in which they were laid
    ("played", "i4"),  # the set of cards that were played
    ("in_hand", "i4", (SEATS_MAX,)),  # how many cards each player holds
    ("deck_left", "i4"),  # cards in the deck
    ("rolled", "i4"),  # dice rolled
    ("points", "i4", (SEATS_MAX,)),
    ("end", "i4"),
    ("rules", RULES_DTYPE),
)
"""What everybody sees."""

HAND_DTYPE = aligned(
    ("cards", "i4"),  # the set of cards in hand
)

TURN_DTYPE = aligned(
    ("game", "i4"),  # which game of the batch; filled in for logged turns only
    ("seat", "i4"),
    ("card", "i4"),  # the card played, or NO_CARD
    ("row", "i4"),
    ("cleared", "i4"),  # cards that left the terrace
    ("die", "i4"),
    ("points", "i4"),
    ("chances", "i4"),  # what the player is constrained in, or watched at, could be done or left
    ("chances_taken", "i4"),  # it was done
    ("standing", "i4", (SEATS_MAX,)),  # points after the turn; filled in for logged turns only
)
"""What happened in one turn."""

SCORES_DTYPE = aligned(("total", "i4", (SEATS_MAX,)), ("wins", "i4", (SEATS_MAX,)))

GAME_DTYPE = aligned(
    ("table", TABLE_DTYPE),
    ("hands", HAND_DTYPE, (SEATS_MAX,)),
    ("deck", "i4", (CARDS_MAX,)),  # all cards: first the hands, then in the order in which they are drawn
    ("dice", "i4", (CARDS_MAX,)),  # all rolls, in their order
    ("cleared", "i4", (SEATS_MAX,)),  # how often each player has cleared a terrace
    ("now", TURN_DTYPE),
    ("scores", SCORES_DTYPE),
)

DECISION_DTYPE = aligned(
    ("pick", "i4"),  # 3 times the card plus the terrace
)
SETUP_DTYPE = aligned(("cards", "i4"))
LIMITS_DTYPE = limits_of(CARDS_MAX * ROWS)
SETTINGS_DTYPE = settings_of(ASKED, parameters=8)
MIND_DTYPE = mind_of(SETTINGS_DTYPE, LIMITS_DTYPE, scratch=8)

TABLE, HAND, DECISION, TURN, GAME, MIND = map(
    from_dtype, (TABLE_DTYPE, HAND_DTYPE, DECISION_DTYPE, TURN_DTYPE, GAME_DTYPE, MIND_DTYPE)
)
new_game = room_for(1, GAME_DTYPE)


def prepare(rules: RuleSet, players: int) -> Prepared:
    """The empty table for a number of players."""
    start = new_game()
    start[0]["table"]["players"], start[0]["table"]["rules"]["cards"] = players, rules.cards
    return Prepared(start, np.zeros(1, SETUP_DTYPE))
