"""Engine and twin side by side: the same game, the same picks, and before each of them the same everything.

`compare_game` plays one configuration from the set-up to the result. Before every decision with a choice the castles
and the candidates are compared; after every turn the account of it. The first difference raises `Disagreement`.
"""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from arkadia_sim.games.castle.box import FACES, GUESTS
from arkadia_sim.games.castle.game import GAME
from arkadia_sim.games.castle.language import Language
from arkadia_sim.games.castle.rules.candidates import nth_pick
from arkadia_sim.games.castle.rules.setup import deal, prepare
from arkadia_sim.games.castle.rules.state import DECISION_DTYPE, DECISIONS, END, NO_CARD, NOBODY, OVER, new_game
from arkadia_sim.games.castle.rules.turn import OK, step
from arkadia_sim.games.castle.values import options_of
from arkadia_sim.rng import below
from tests.games.castle.twin.check_board import check_board
from tests.games.castle.twin.configurations import Configuration
from tests.games.castle.twin.deciders import DECIDERS, by_chance
from tests.games.castle.twin.draw import draw_board, draw_deck
from tests.games.castle.twin.twin import Twin
from tests.support.comparing import Sides, Tally, deal_stream, named

PROBES = 0.1
"""Chance, per decision, that all picks are tried that are no candidates."""
MANY_PROBES = 0.3
"""The same where few games must show a planted fault."""
LARGEST_PICK = 150


def engine_state(language: Language, game: Any) -> dict[str, Any]:
    """What everybody sees of a game of the engine, in the words of a record."""
    table = game["table"]
    return {
        "castles": language.result(game)["castles"],
        "sun": None if table["sun"] == NOBODY else int(table["sun"]),
        "finisher": None if table["finisher"] == NOBODY else int(table["finisher"]),
        "display": [None if card == NO_CARD else GUESTS[int(card)] for card in table["display"]],
        "seat": int(table["seat"]),
        "kind": DECISIONS[int(table["phase"])],
        "candidates": [value for _, value in options_of(table)],
    }


def twin_state(twin: Twin, ask: tuple[Any, Any, Any]) -> dict[str, Any]:
    """What the twin knows of it."""
    return {
        "castles": [castle.as_record() for castle in twin.castles],
        "sun": twin.sun,
        "finisher": twin.finisher,
        "display": twin.display or [None] * 3,
        "seat": ask[0],
        "kind": ask[1],
        "candidates": ask[2],
    }


class SideBySide(Sides):
    """One game in the engine and in the twin."""

    def __init__(self, plan: Configuration) -> None:
        prepared, self.games = prepare(plan.rules, plan.players), new_game()
        with np.errstate(over="ignore"):
            deal(self.games, prepared.start, prepared.setup, deal_stream(plan.number))
        self.game = self.games[0]
        self.language = Language(GAME.engine, prepared)
        told = self.language.head(self.game)
        head: dict[str, Any] = {"players": plan.players, "rules": plan.rules.as_record(), **told}
        self.twin = Twin(head)
        self._compare_deal(plan, head)
        self.talk = self.twin.play()
        self.ask: Any = None
        self.over = False
        self.decision = np.zeros(1, DECISION_DTYPE)
        self.tally = Tally(games=1)
        self._go_on(next(self.talk))

    def _compare_deal(self, plan: Configuration, head: Mapping[str, Any]) -> None:
        """C3, C13: the same stream draws the same board, deck and first seat."""
        stream = deal_stream(plan.number)
        architect = plan.rules.is_architect

        def draw(bound: int) -> int:
            with np.errstate(over="ignore"):
                return int(below(stream, bound))

        if plan.rules.boards == "drawn":
            self.same("the board", head["board"], draw_board(draw, architect))
            check_board(head["board"], architect)
        self.same("the deck", head["deck"], draw_deck(draw, architect, head["board"]["card_values"]))
        self.same("the first seat", head["first_seat"], draw(plan.players))

    def _go_on(self, ask: Any) -> None:
        """Answer the twin's questions for dice, as the engine has rolled them, up to a decision or the turn's end."""
        while ask[0] in ("dice", "roll"):
            if ask[0] == "dice":
                if self.game["table"]["phase"] == END and len(self.twin.turns) > self.game["table"]["turn"]:
                    break  # the turn is over; its account is compared first
                face = self.game["now"]["dice"][ask[1]]
            else:
                made = len(self.twin.turns[-1]["steps"]) + sum(len(entry["steps"]) for entry in self.twin.last)
                face = self.game["now"]["steps"][made]["pick"]
            try:
                ask = self.talk.send(FACES[int(face)])
            except StopIteration:
                self.over = True
                return
        self.ask = ask

    def compare(self) -> None:
        """The state, and the candidates."""
        self.same_each(engine_state(self.language, self.game), twin_state(self.twin, self.ask))

    def apply(self, number: int) -> None:
        """Carry out the candidate of this number in both."""
        self.decision[0]["pick"] = nth_pick(self.game["table"], number)
        name = self.ask[2][number]
        with np.errstate(over="ignore"):
            self.same(f"whether {name} is allowed", int(step(self.game, self.decision[0])), OK)
        self.tally.decisions += 1
        self.tally.happened(self.ask[1])
        try:
            self._go_on(self.talk.send(name))
        except StopIteration:
            self.over = True

    def number_of(self, pick: int) -> int:
        """The number of an engine's pick among the twin's candidates."""
        values = {step.number: value for step, value in options_of(self.game["table"])}
        return int(self.ask[2].index(values[pick]))

    def probe(self) -> None:
        """All picks that are no candidates: the engine refuses each, and nothing changes."""
        table = self.game["table"]
        allowed = {int(nth_pick(table, number)) for number in range(int(table["n"]))}
        before = self.games.tobytes()
        for pick in range(-2, LARGEST_PICK):
            self.tally.probes += 1
            if pick not in allowed:
                self.decision[0]["pick"] = pick
                self.same(f"whether pick {pick} is refused", int(step(self.game, self.decision[0])) != OK, True)
                self.tally.probes_refused += 1
        self.same("the engine after it refused picks", self.games.tobytes() == before, True)

    def end_turn(self) -> None:
        """The account of the turn; then the next one begins in both."""
        table, twin = self.game["table"], self.twin
        body = self.language.body(np.array([self.game["now"]]), self.game)
        self.same("the turn", body["turns"][0], twin.turns[-1])
        self.same("the last buildings", body["last"], twin.last)
        self.tally.turns += 1
        with np.errstate(over="ignore"):
            step(self.game, self.decision[0])
        self.same("whether the game is over", int(table["phase"]) == OVER, self.over)
        if not self.over:
            self._go_on(self.ask)

    def compare_result(self) -> None:
        """The result, once the game is over."""
        self.same_each(self.language.result(self.game), self.twin.result())
        self.tally.ends = {self.twin.end: 1}

    def where(self) -> str:
        """Turn and question of the twin."""
        return f"turn {len(self.twin.turns) - 1}, {getattr(self, 'ask', None)}"


def compare_game(plan: Configuration, probes: float = PROBES) -> Tally:
    """Play a configuration to its end, comparing all the way; Disagreement names the configuration, too."""
    dice = random.Random(f"play {plan.number}")
    with named(str(plan)):
        table = SideBySide(plan)
        while not (table.over and table.game["table"]["phase"] == OVER):
            if table.game["table"]["phase"] == END:
                table.end_turn()
                continue
            table.compare()
            if dice.random() < probes:
                table.probe()
            kind, candidates = table.ask[1], table.ask[2]
            if plan.decider == "chance":
                table.apply(table.number_of(by_chance(table.game, kind, candidates, dice)))
            else:
                table.apply(DECIDERS[plan.decider](table.game, kind, candidates, dice))
        table.compare_result()
    return table.tally
