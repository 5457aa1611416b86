"""Positions made by hand, for the worked examples: a `GAME` record in the middle of a turn, and a way to play on."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from arkadia_sim.games.castle.box import FACES, GUESTS
from arkadia_sim.games.castle.rules.options import RuleSet
from arkadia_sim.games.castle.rules.setup import prepare, set_of
from arkadia_sim.games.castle.rules.state import (
    BUILDING,
    DECISIONS,
    DICE,
    DISPLAY,
    END,
    NO_POWER,
    NOTHING,
    new_game,
)
from arkadia_sim.games.castle.rules.turn import begin_building, run_on
from arkadia_sim.games.castle.values import options_of, take

Pick = Any


class Hand:
    """A game in which seat 0 is on turn, set up by hand and played by picks as a record has them."""

    def __init__(self, players: int = 2, **rules: Any) -> None:
        self.games = new_game()
        self.games[0] = prepare(RuleSet.of(players, rules), players).start[0]
        self.game = self.games[0]
        self.table = self.game["table"]
        self.table["power"] = NO_POWER
        self.game["luck"], self.game["more_luck"] = 1, 1

    def castle(self, seat: int = 0, guests: Iterable[str] = (), tokens: Iterable[int] = (), **fields: Any) -> Any:
        """The castle of a seat, with some of its fields set."""
        castle = self.table["castles"][seat]
        castle["guests"] = set_of(map(GUESTS.index, guests))
        castle["tokens"] = set_of(tokens)
        for name, value in fields.items():
            if isinstance(value, list):
                castle[name][: len(value)] = value
            else:
                castle[name] = value
        return castle

    def cards(self, *names: str) -> None:
        """The first cards of the deck, the display included."""
        self.game["deck"][: len(names)] = list(map(GUESTS.index, names))
        self.table["display"] = self.game["deck"][:DISPLAY]
        self.table["next_card"] = DISPLAY

    def roll(self, *faces: str) -> None:
        """Faces of dice to come."""
        self.game["script"][: len(faces)] = list(map(FACES.index, faces))
        self.game["scripted"], self.game["read"] = len(faces), 0

    def dice(self, first: str, second: str) -> None:
        """Seat 0 has rolled these and is to use them."""
        self.table["dice"] = [FACES.index(first), FACES.index(second)]
        self.table["seat"], self.table["offset"] = 0, 0
        self.table["stage"], self.table["chosen"] = DICE, NOTHING
        self._go_on()

    def build(self) -> None:
        """Seat 0 begins to build."""
        self.table["stage"], self.table["offset"] = BUILDING, 0
        with np.errstate(over="ignore"):
            begin_building(self.table, 0)
        self._go_on()

    def _go_on(self) -> None:
        with np.errstate(over="ignore"):
            run_on(self.game, NOTHING)

    @property
    def kind(self) -> str:
        """The decision at hand, or `end`."""
        return "end" if self.table["phase"] == END else DECISIONS[int(self.table["phase"])]

    @property
    def candidates(self) -> list[Pick]:
        """The candidates of the decision at hand."""
        return [value for _, value in options_of(self.table)]

    def pick(self, *picks: Pick) -> None:
        """Make decisions, one after the other."""
        for pick in picks:
            with np.errstate(over="ignore"):
                take(self.game, pick)

    def tokens(self, seat: int = 0) -> Sequence[int]:
        """The squares with a token of a seat."""
        held = int(self.table["castles"][seat]["tokens"])
        return [square for square in range(12) if held >> square & 1]

    def steps(self) -> list[tuple[int, str, int]]:
        """Seat, kind and number of candidates of each step of the turn so far."""
        names = (*DECISIONS, "roll")
        made = self.game["now"]["steps"][: int(self.game["now"]["n_steps"])]
        return [(int(one["seat"]), names[int(one["kind"])], int(one["of"])) for one in made]
