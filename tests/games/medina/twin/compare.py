"""Engine and twin side by side: the same game, the same decisions, and after each of them the same everything.

`compare_game` plays one configuration from the set-up to the result. Before every decision the whole state is compared,
and what the rules allow; after every turn the account of it. The first difference raises `Disagreement`.
"""

import random
from typing import Any

import numpy as np

from arkadia_sim.games.medina.game import GAME
from arkadia_sim.games.medina.language import Language, tell_turn
from arkadia_sim.games.medina.rules.setup import Prepared, deal, prepare
from arkadia_sim.games.medina.rules.state import DECISION_DTYPE, END, KIND_NAMES, OVER, new_game
from arkadia_sim.games.medina.rules.turn import OK, step
from tests.games.medina.twin.configurations import Configuration
from tests.games.medina.twin.deciders import DECIDERS, Choice, probe
from tests.games.medina.twin.engine_view import bit_of, engine_places, engine_state, number_of
from tests.games.medina.twin.ground import COLOURS, Square
from tests.games.medina.twin.twin import KINDS, Twin
from tests.support.comparing import Disagreement, Sides, Tally, deal_stream, named
from tests.support.refereeing import RuleError

LANGUAGE = Language(GAME.engine, None)
PROBES = 0.15
"""Chance, per placement, that a piece is tried where it may be forbidden."""
MANY_PROBES = 0.3
"""The same where few games must show a planted fault."""


def twin_state(twin: Twin) -> dict[str, Any]:
    """All that the twin knows of a game, as `engine_state` tells it."""
    tiles = [twin.tile_palace.get(colour) for colour in COLOURS]
    by_building = {square: building for building in twin.palaces for square in building.buildings}
    numbers = {id(palace): number_of(palace.buildings) for palace in twin.palaces}
    return {
        "phase": twin.phase,
        "seat": twin.seat,
        "turn": twin.turn,
        "must roof": twin.must_roof,
        "palaces": {
            (
                palace.colour,
                numbers[id(palace)],
                number_of(palace.pieces),
                "open" if palace.roof is None else palace.owner,
            )
            for palace in twin.palaces
        },
        "sizes": sorted(palace.size for palace in twin.palaces),
        "roofs in order": [numbers[id(by_building[roof])] for roof in twin.roofs],
        "occupied": number_of({*twin.board, twin.well}),
        "merchants": number_of(twin.merchants),
        "ends": {bit_of(twin.street[0]), bit_of(twin.street[-1])},
        "walls": number_of(twin.walls),
        "hands": twin.hands,
        "tea": twin.tea,
        "tower tiles": twin.tower_holder,
        "merchants on towers": twin.on_tower,
        "palace tiles": [twin.palace_holder[colour] for colour in COLOURS],
        "tile palaces": [0 if tile is None else numbers[id(by_building[tile])] for tile in tiles],
        "closed": [colour in twin.closed for colour in COLOURS],
    }


def twin_places(twin: Twin) -> dict[str, Any]:
    """What may be placed where, as `engine_places` tells it."""
    squares = KINDS[:7]
    places: dict[str, Any] = {kind: number_of(twin.legal(kind)) for kind in squares}
    places |= {f"number of {kind}": len(twin.legal(kind)) for kind in squares}
    unroofed = [palace.colour for palace in twin.palaces if palace.roof is None]
    return places | {f"open {colour}": unroofed.count(colour) for colour in COLOURS} | {"legal": twin.counts[-1]}


class SideBySide(Sides):
    """One game in the engine and in the twin. It starts at the first placement and ends when both say it is over."""

    def __init__(self, games: Any, twin: Twin) -> None:
        self.games, self.game, self.twin = games, games[0], twin
        self.decision = np.zeros(1, DECISION_DTYPE)
        self.tally = Tally(games=1)

    @classmethod
    def dealt(cls, plan: Configuration) -> "SideBySide":
        """Set up a game with the engine and hand the twin the head of its record."""
        prepared: Prepared = prepare(plan.rules, plan.players)
        games = new_game()
        with np.errstate(over="ignore"):
            deal(games, prepared.start, prepared.setup, deal_stream(plan.number))
        head = {"players": plan.players, "rules": plan.rules.as_record(), **LANGUAGE.head(games[0])}
        return cls(games, Twin(head))

    def compare(self) -> None:
        """The state, and what may be placed."""
        self.same_each(engine_state(self.game), twin_state(self.twin))
        if self.twin.phase == "place":
            self.same_each(engine_places(self.game), twin_places(self.twin))

    def apply(self, choice: Choice) -> None:
        """Carry out a legal choice in both; a turn that it ends is compared as a whole."""
        twin, told = self.twin, len(self.twin.turns)
        status = self._step(choice)
        try:
            apply_to_twin(twin, choice)
        except RuleError as error:
            raise Disagreement(f"whether {choice} is allowed", status == OK, error, self.where()) from error
        if status != OK:
            raise Disagreement(f"whether {choice} is allowed", f"fault {status}", True, self.where())
        ended = len(twin.turns) > told
        self.same(f"whether {choice} ends the turn", int(self.game["table"]["phase"]) == END, ended)
        if ended:
            self.same("the turn", tell_turn(self.game["now"], twin.players), twin.turns[-1])
            for action in twin.turns[-1]["actions"]:
                for event in action["effects"]:
                    self.tally.happened(event["event"])
            self.tally.turns += 1
            self._step(True)
        self.tally.decisions += 1

    def probe(self, kind: str, square: Square) -> None:
        """A placement that may be forbidden: both must say the same of it; a refusal must leave no trace."""
        trial = np.empty_like(self.games)
        trial.view(np.uint8)[:] = self.games.view(np.uint8)
        before, game = trial.tobytes(), self.game
        self.game = trial[0]
        refused = self._step((kind, square)) != OK
        self.game = game
        if refused and trial.tobytes() != before:
            raise Disagreement(f"the engine after it refused {kind} on {square}", "changed", "unchanged", self.where())
        if kind in ("roof", "neutral_roof"):
            palace = next((palace for palace in self.twin.palaces if square in palace.buildings), None)
            allowed = palace is not None and min(palace.buildings) in self.twin.options(self.twin.seat, kind)
        else:
            allowed = square in self.twin.options(self.twin.seat, kind)
        self.same(f"whether {kind} may go on {square}", not refused, allowed)
        self.tally.probes += 1
        self.tally.probes_refused += refused

    def _step(self, choice: Choice) -> int:
        decision = self.decision[0]
        decision["kind"], decision["square"], decision["take_tea"] = 0, 0, 0
        if isinstance(choice, bool):
            decision["take_tea"] = choice
        else:
            decision["kind"], decision["square"] = KIND_NAMES.index(choice[0]), bit_of(choice[1])
        with np.errstate(over="ignore"):
            return int(step(self.game, decision))

    def compare_result(self) -> None:
        """The result, once the game is over."""
        self.same("whether the game is over", int(self.game["table"]["phase"]), OVER)
        self.same_each(LANGUAGE.result(self.game), self.twin.result())
        self.tally.ends = {str(self.twin.end): 1}

    def where(self) -> str:
        """Turn, seat and phase of the twin."""
        return f"turn {self.twin.turn}, seat {self.twin.seat}, {self.twin.phase}"


def apply_to_twin(twin: Twin, choice: Choice) -> None:
    """Carry out a choice in the twin; RuleError if it is forbidden."""
    if isinstance(choice, bool):
        twin.take_tea(choice)
    else:
        twin.place(*choice)


def compare_game(plan: Configuration, probes: float = PROBES) -> Tally:
    """Play a configuration to its end, comparing all the way; Disagreement names the configuration, too."""
    dice = random.Random(f"play {plan.number}")
    with named(str(plan)):
        table = SideBySide.dealt(plan)
        decide = DECIDERS[plan.decider]
        while table.twin.phase != "over":
            table.compare()
            if table.twin.phase == "place" and dice.random() < probes:
                table.probe(*probe(table.twin, dice))
            table.apply(decide(table, dice))
        table.compare()
        table.compare_result()
    return table.tally
