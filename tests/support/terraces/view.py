"""Everything that a bot in plain Python needs: what it sees, and what is offered to it."""

from collections.abc import Mapping
from typing import Any

from arkadia_sim.compiled.view import Entry, OptionLists, Options, PlainKit, PlayerView
from arkadia_sim.core.bot import Bot, Parameter
from arkadia_sim.kernels.bits import members
from arkadia_sim.rng import Dice
from tests.support.terraces import state
from tests.support.terraces.play import RECORDS
from tests.support.terraces.sight import CUES, HEEDABLE, list_options
from tests.support.terraces.state import DECISIONS, PLAY, ROWS

__all__ = ["HEEDABLE", "KIT", "Bot", "Move", "Parameter", "View"]

Move = tuple[int, int]
"""The number of a card, and the terrace."""
_LISTS = OptionLists.of(RECORDS, list_options, DECISIONS, CUES)


class View(PlayerView[Move]):
    """The game as the player on turn knows it (T6); cards are called by their numbers, terraces 0, 1 and 2."""

    def __init__(self, table: Any, hand: Any, random: Dice, parameters: Mapping[str, float]) -> None:
        """Copies the records."""
        decision = DECISIONS[0] if table["phase"] == PLAY else "end"
        super().__init__((table, hand), decision, random, parameters, _LISTS)
        self.hand = tuple(card + 1 for card in members(hand["cards"]))

    @property
    def terraces(self) -> tuple[tuple[int, ...], ...]:
        """The cards on each terrace, the last one on top."""
        rows, lengths = self._table["rows"].tolist(), self._table["length"].tolist()
        return tuple(tuple(card + 1 for card in rows[row][: lengths[row]]) for row in range(ROWS))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(self._table["points"].tolist()[: self.players])

    @property
    def in_deck(self) -> int:
        """Cards in the deck."""
        return int(self._table["deck_left"])

    def move_of(self, decision: Any) -> Move:
        card, terrace = divmod(int(decision["pick"]), ROWS)
        return card + 1, terrace


KIT = PlainKit(
    imports="from tests.support.terraces.view import HEEDABLE, Bot, Move, Parameter, View",
    words=(
        Entry("play(view)", "(int, int)", "the number of the card, and the terrace to lay it on (T2)"),
        Entry("terrace", "int", "0 to 2"),
    ),
    classes=(View, Options, Dice, Parameter, Bot),
    state=state,
)
