"""The steps of a decision, a card and then a terrace, and what a program that learns is shown."""

from typing import Any

from arkadia_sim.accelerate import inlined
from arkadia_sim.core.table import ActionKind, Observed
from arkadia_sim.kernels.actions import Actions
from arkadia_sim.kernels.bits import has
from tests.support.terraces import state
from tests.support.terraces.look_ahead import PARTS
from tests.support.terraces.rules import top_of

CARD, TERRACE = "card", "terrace"
POINTS_MOST = 255
KINDS = (ActionKind(CARD, state.CARDS_MAX), ActionKind(TERRACE, state.ROWS))
OBSERVED = (
    Observed("terraces", (state.ROWS, 2), 0.0, state.CARDS_MAX,
             "by terrace: cards, and the number of the last one or 0"),
    Observed("cards", (2, state.CARDS_MAX), 0.0, 1.0, "the cards in hand, and the cards that were played"),
    Observed("players", (state.SEATS_MAX, 3), 0.0, POINTS_MOST,
             "by seat from one's own on: points, cards in hand, whether it is on turn"),
    Observed("deck", (1,), 0.0, state.CARDS_MAX, "cards in the deck"),
)  # fmt: skip


@inlined
def mark(table: Any, hand: Any, path: Any, n: Any, mask: Any) -> None:
    """Cards in hand, then terraces."""
    for card in range(state.CARDS_MAX if n == 0 else 0):
        mask[card] = has(hand["cards"], card)
    for row in range(state.ROWS if n == 1 else 0):
        mask[state.CARDS_MAX + row] = 1


@inlined
def fill(table: Any, hand: Any, path: Any, n: Any, decision: Any) -> None:
    """Card and terrace."""
    decision["pick"] = state.ROWS * path[0] + path[1] - state.CARDS_MAX


@inlined
def observe(table: Any, hand: Any, seat: Any, seen: Any) -> None:
    """See ``OBSERVED``."""
    for row in range(state.ROWS):
        seen["terraces"][row, 0], seen["terraces"][row, 1] = table["length"][row], top_of(table, row) + 1
    for card in range(state.CARDS_MAX):
        seen["cards"][0, card], seen["cards"][1, card] = has(hand["cards"], card), has(table["played"], card)
    for place in range(table["players"]):
        other, row = (seat + place) % table["players"], seen["players"][place]
        row[0], row[1] = table["points"][other], table["in_hand"][other]
        row[2] = table["seat"] == other and table["phase"] == state.PLAY
    seen["deck"][0] = table["deck_left"]


ACTIONS = Actions(PARTS, KINDS, OBSERVED, mark, fill, observe, home=__file__)
