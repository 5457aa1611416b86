"""Engine and twin side by side: the same game, the same decisions, and after each of them the same everything.

`compare_game` plays one configuration from the deal to the result. Before every decision the whole state is compared,
and what the rules allow; after every turn the account of it. The first difference raises `Disagreement`.
"""

import pickle
import random
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import RecordError
from arkadia_sim.games.arkadia.game import GAME
from arkadia_sim.games.arkadia.language import Language
from arkadia_sim.games.arkadia.rules.setup import deal, open_first_turn, prepare
from arkadia_sim.games.arkadia.rules.state import BUILDINGS_MAX, END, new_game
from arkadia_sim.games.arkadia.rules.turn import OK, step
from arkadia_sim.games.arkadia.values import (
    Banner,
    Build,
    Choice,
    Introduce,
    Pass,
    Piece,
    blank_decision,
    explain,
    write,
)
from tests.games.arkadia.twin.configurations import Configuration
from tests.games.arkadia.twin.deciders import decider, probe
from tests.games.arkadia.twin.engine_view import EngineView
from tests.games.arkadia.twin.ground import CASTLE_SQUARES, Squares
from tests.games.arkadia.twin.twin import Twin
from tests.support.comparing import Disagreement, Sides, Tally, deal_stream, named
from tests.support.refereeing import RuleError

PROBES = 0.2
"""How often, per decision, a choice that may be forbidden is tried as well."""
MANY_PROBES = 0.5
"""The same where few games must show a planted fault."""


class SideBySide(Sides):
    """One game in the engine and in the twin. It starts at the first must and ends when both say that it is over."""

    def __init__(self, view: EngineView, twin: Twin) -> None:
        self.view = view
        self.twin = twin
        self.tally = Tally()
        self.builds: set[tuple[str, Squares]] = set()
        self.places: dict[Squares, Squares] = {}

    @classmethod
    def dealt(cls, plan: Configuration) -> Self:
        """Deal a game with the engine and hand the twin the head of its record."""
        prepared = prepare(plan.components, plan.rules, plan.players)
        games = new_game()
        with np.errstate(over="ignore"):
            deal(games, prepared.start, prepared.setup, deal_stream(plan.seed))
        if plan.first_seat:
            games[0]["table"]["seat"] = games[0]["table"]["first_seat"] = plan.first_seat
            open_first_turn(games[0])
        language = Language(GAME.engine, prepared)
        head = {"players": plan.players, "rules": plan.rules.as_record(), **language.head(games[0])}
        return cls(EngineView(games, language), Twin(head))

    # -- comparing -----------------------------------------------------------------------------------------------------

    def compare_state(self) -> None:
        """The state, and what the engine keeps beside it."""
        engine, twin = self._told(self.view.snapshot), self.twin.snapshot()
        if self.twin.phase == "over":
            engine["gold"] = twin["gold"] = None  # the engine has evaluated by now: compare_result looks at that
        self.same_each(engine, twin)
        counters = {
            "stack_left": len(self.twin.stack),
            "hand_count": [len(hand) for hand in self.twin.hands],
            "n_covered": sum(self.twin.castle_covered),
            "open": [i for i, one in enumerate(self.twin.buildings) if one.card is not None and not one.complete],
        }
        self.same_each(self.view.counters(), counters)

    def compare_options(self) -> None:
        """Everything that the rules allow in this phase, as sets."""
        phase = self.twin.phase
        if phase == "must":
            self.builds, self.places = builds, places = self.twin.legal_builds(), self.twin.worker_places()
            self._same_sets("legal builds", self._told(self.view.legal_builds), builds)
            self.same_each(self._told(self.view.worker_places), places, "vacant squares next to ")
            now = self.view.game["now"]
            self.same("account: number of legal builds", int(now["legal_builds"]), len(builds))
            self.same("account: number of worker buildings", int(now["worker_buildings"]), len(places))
            self.same("must be passed", bool(self.view.table["must_pass"]), not builds and not places)
        elif phase == "draw":
            allowed = {draw for draw in (*range(8), "stack") if self._engine_would(draw) is not None}
            self.same("draw options", allowed, set(self.twin.draw_options()))
        elif phase == "castle":
            pieces = [(f, square) for f in self.view.families for square in range(CASTLE_SQUARES)]
            listed = {piece for piece in pieces if self._engine_would(Piece(*piece)) is not None}
            self._same_sets("castle options", listed, set(self.twin.castle_options()))
            self.same("pieces due", int(self.view.table["pieces_due"]), self.twin.pieces_due)

    def compare_probe(self, choice: Choice) -> None:
        """A choice that may be forbidden: both must say the same of it, and a refusal must leave no trace."""
        after = self._engine_would(choice)
        twin: Twin = pickle.loads(pickle.dumps(self.twin))
        refusal: RuleError | None = None
        try:
            apply_to_twin(twin, choice)
        except RuleError as error:
            refusal = error
            self.same("the twin's state after a refusal", twin.snapshot(), self.twin.snapshot())
        if (after is None) != (refusal is not None):
            raise Disagreement(f"whether {choice} is allowed", after is not None, refusal or True, self.where())
        reason = explain(self.view.game, choice)
        rules = [rule.removesuffix(".1") for rule in (reason[0] if reason else "", refusal.rule if refusal else "")]
        self.same(f"the rule that forbids {choice}", *rules)
        self.tally.probes += 1
        self.tally.probes_refused += refusal is not None

    def compare_result(self) -> None:
        """The result, once the game is over."""
        self.same_each(self.view.language.result(self.view.game), self.twin.result(), "result: ")

    # -- playing -------------------------------------------------------------------------------------------------------

    def apply(self, choice: Choice) -> None:
        """Carry out a legal choice in both; a turn that it ends is compared as a whole."""
        decision = blank_decision()
        turn = self.twin.turn
        write(decision, choice, self.view.game["table"])
        with np.errstate(over="ignore"):
            status = int(step(self.view.game, decision))
        if status != OK:
            raise Disagreement(f"whether {choice} is allowed", f"fault {status}", True, self.where())
        try:
            apply_to_twin(self.twin, choice)
        except RuleError as error:
            raise Disagreement(f"whether {choice} is allowed", True, error, self.where()) from error
        ended = self.twin.phase == "over" or self.twin.turn != turn
        self.same(f"whether {choice} ends the turn", int(self.view.table["phase"]) == END, ended)
        if ended:
            self._end_turn()
        self.tally.decisions += 1

    def _end_turn(self) -> None:
        account = self.view.language.body(np.array([self.view.game["now"]]), self.view.game)["turns"][0]
        self.same_each(account, self.twin.last_turn, "account of the turn: ")
        self.tally.turns += 1
        self.tally.happened("completion", len(account["completed"]))
        with np.errstate(over="ignore"):
            step(self.view.game, blank_decision())

    def _engine_would(self, choice: Choice) -> EngineView | None:
        """The engine's game after a choice, or None if it is refused; the game itself stays as it is."""
        trial = _copy(self.view.games)
        decision = blank_decision()
        try:
            write(decision, choice, trial[0]["table"])
        except RecordError:
            return None
        before = trial.tobytes()
        with np.errstate(over="ignore"):
            if step(trial[0], decision) == OK:
                return EngineView(trial, self.view.language)
        if trial.tobytes() != before:
            raise Disagreement(f"the engine's state after it refused {choice}", "changed", "unchanged", self.where())
        return None

    # -- differences ---------------------------------------------------------------------------------------------------

    def where(self) -> str:
        """Turn, seat and phase of the twin."""
        return f"turn {self.twin.turn}, seat {self.twin.seat}, {self.twin.phase}"

    def _told(self, question: Any) -> Any:
        try:
            return question()
        except AssertionError as error:
            raise Disagreement("the engine with itself", str(error), "", self.where()) from error

    def _same_sets(self, what: str, engine: set[Any], twin: set[Any]) -> None:
        if engine != twin:
            raise Disagreement(f"{what}; each names alone", engine - twin, twin - engine, self.where())


def _copy(games: NDArray[Any]) -> NDArray[Any]:
    """The same record once more, byte by byte, which is much faster than field by field."""
    copied = np.empty_like(games)
    copied.view(np.uint8)[:] = games.view(np.uint8)
    return copied


def apply_to_twin(twin: Twin, choice: Choice) -> None:
    """Carry out a choice in the twin; RuleError if it is forbidden."""
    if isinstance(choice, Build):
        twin.build(choice.card, choice.squares)
    elif isinstance(choice, Introduce):
        twin.introduce(choice.building, dict(choice.workers))
    elif isinstance(choice, Pass):
        twin.pass_must()
    elif isinstance(choice, Piece):
        twin.place_piece(choice.family, choice.square)
    elif isinstance(choice, Banner):
        twin.banner(dict(choice.sold) if choice.used else None)
    else:
        twin.draw(choice)


def compare_game(plan: Configuration, probes: float = PROBES) -> Tally:
    """Play a configuration to its end, comparing all the way; Disagreement names the configuration, too."""
    rng = random.Random(f"probes {plan.seed}")
    with named(str(plan)):
        table = SideBySide.dealt(plan)
        decide = decider(plan.decider, plan.seed, plan.players)
        while table.twin.phase != "over":
            table.compare_state()
            table.compare_options()
            if rng.random() < probes:
                table.compare_probe(probe(table, rng))
            table.apply(decide(table))
        table.compare_state()
        table.compare_result()
    table.tally.games = 1
    table.tally.ends = {str(table.twin.end): 1}
    assert len(table.twin.buildings) <= BUILDINGS_MAX
    return table.tally
