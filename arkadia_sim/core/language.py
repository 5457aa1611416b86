"""One language for a compiled game: it says its steps once, and what people, programs and files need follows from here.

A game is a path of steps. Players make them, and so does chance. The game's :class:`Language` says what the steps are,
how they are written and told; see docs/methods/one-language.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import compiled_table, engine, entered_table
from arkadia_sim.core.compiled_game import Common, CompiledGame
from arkadia_sim.core.engine import Change, Engine
from arkadia_sim.core.entered_table import Amount
from arkadia_sim.core.game import Setting
from arkadia_sim.core.ranking import considered, rankings_at
from arkadia_sim.core.record_form import check_same, check_turns, same_form, shown
from arkadia_sim.core.reference import Topic
from arkadia_sim.core.scene import Candidate, Position, Scene, Square, seat_text
from arkadia_sim.core.table import ActionKind, Observed, Step
from arkadia_sim.errors import RecordError
from arkadia_sim.kernels.play_loop import OK, PROGRESS_DTYPE

FIRST = "first player"
"""The kind of step with which chance begins a game that is entered."""
OF = "of"
"""The field of a recorded step with the number of candidates. It may be left out."""
OPTIONS_MOST = 160
"""Room for the options of a decision beside those that a bot ranks."""


class Said(NamedTuple):
    """A step as accounts and records have it: who made it, its kind, its value, and how many candidates there were."""

    seat: int
    kind: str
    value: Any
    of: int = 0


Option = tuple[Step, Any]
"""A legal step, and its value."""


class Chance(Protocol):
    """A kind of step that chance makes."""

    kind: ActionKind
    written: str = ""
    """What the kind is called in the turns of a record; empty if it is not among them."""
    rule: str = ""
    hidden: str = ""
    """What nobody can know of the steps to come, in words; empty if all is open."""

    def came(self, game: Any) -> int:
        """A number that rises by one with each such step."""

    def options(self, game: Any, ahead: int) -> Sequence[int]:
        """What may come next, behind so many that are known already."""

    def tell(self, game: Any, numbers: Sequence[int]) -> None:
        """Make these the next to come."""

    def draw_again(self, game: Any, seat: int, chance: np.random.Generator) -> None:
        """Draw all that is hidden of the steps to come again."""
        return

    def value(self, game: Any, number: int) -> str:
        """A step in words, and as records write it."""

    def square(self, number: int) -> Square | None:
        """The square of the first board that a step picks, or None."""
        return None


def hidden_of(chance: Sequence[Chance]) -> list[tuple[str, Change]]:
    """What nobody can know, each with a function that draws it again."""
    return [(kind.hidden, kind.draw_again) for kind in chance if kind.hidden]


def find(options: Sequence[Option], value: Any, rule: str) -> Step:
    """The option with this value; RecordError with the rule if there is none."""
    for step, true in options:
        if _is_same(value, true):
            return step
    allowed = ", ".join(str(true) for _, true in options)
    raise RecordError(rule, f"{options[0][0].kind} is one of {allowed}, not {shown(value)}")


def _is_same(value: Any, true: Any) -> bool:
    """Whether a value means this one. Bots may write a tuple for a list, and NumPy's numbers."""
    if type(value) is type(true) is not list:
        return bool(value == true)
    if isinstance(true, list):
        return isinstance(value, list | tuple) and len(value) == len(true) and all(map(_is_same, value, true))
    if isinstance(true, int):
        return isinstance(value, int | np.integer) and not isinstance(value, bool) and int(value) == true
    return isinstance(value, str) and value == true


class Language(compiled_table.Steps, engine.Answers, Protocol):
    """What a game says of its steps, at a table with what is ``prepared`` for its setting.

    Here, a decision is one step: the ``pick`` of its record. A game with longer decisions says how a path fills one in
    and how it is taken apart (``options``, ``fill``, ``path_of``), and what a value means (``write``).
    """

    engine: Engine
    prepared: Any
    kinds: ClassVar[tuple[ActionKind, ...]]
    """The kinds of steps of players, by phase."""
    chance: ClassVar[tuple[Chance, ...]]
    """As an entered game asks for them at its set-up; in turns, it asks in the opposite order."""
    observed: ClassVar[tuple[Observed, ...]]
    rules: ClassVar[Mapping[str, str]]
    """The rule of each decision, by name."""
    field_rules: ClassVar[Mapping[str, str]]
    """The rule of the fields of a record, such as ``turns.seat``; it holds for all fields within."""
    optional: ClassVar[str] = OF
    """The field of a turn, or of a step, that a record may leave out."""

    def __init__(self, engine: Engine, prepared: Any) -> None:
        self.engine, self.prepared = engine, prepared

    # -- decisions -----------------------------------------------------------------------------------------------------

    def options_with_values(self, handed: Any, path: Sequence[Step]) -> Sequence[Option]:
        """The legal next steps with their values; none if the path is a whole decision."""
        return ()

    def options(self, handed: Any, path: Sequence[Step]) -> Sequence[Step]:
        """The legal next steps; none if the path is a whole decision."""
        return [step for step, _ in self.options_with_values(handed, path)]

    def fill(self, handed: Any, path: Sequence[Step], decision: Any) -> None:
        """Fill in an empty decision from a whole path."""
        decision["pick"] = path[0].number

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        """The path of a legal decision."""
        return [Step(self.kinds[int(handed[0]["phase"])].name, int(decision["pick"]))]

    def write(self, decision: Any, move: Any, table: Any) -> None:
        """Fill in a decision from a value; RecordError, with the candidates, if it is none of them."""
        kind = self.kinds[int(table["phase"])].name
        decision["pick"] = find(self.options_with_values((table,), ()), move, self.rules[kind]).number

    def try_out(self, game: Any, move: Any) -> None:
        """Carry out a value in a game; RecordError if the rules forbid it."""
        decision = np.zeros(1, self.engine.records.decision)[0]
        self.write(decision, move, game["table"])
        self._step(game, decision)

    def rule_of(self, decision: str) -> str:
        """The rule that a decision stands on."""
        return self.rules[decision]

    def refused(self, game: Any, decision: Any, fault: int) -> tuple[str, str]:
        """The rule that forbids a decision, and how it was broken."""
        return self.engine.faults[fault]

    def meaning(self, handed: Any, decision: Any) -> Any:
        """What a decision comes to: the same for decisions that differ in the record alone."""
        return self.path_of(handed, decision)

    def _step(self, game: Any, decision: Any) -> None:
        fault = int(self.engine.play.steps.step(game, decision))
        if fault != OK:
            raise RecordError(*self.refused(game, decision, fault))

    # -- chance --------------------------------------------------------------------------------------------------------

    def shows_something(self, before: Any, after: Any) -> bool:
        """Whether chance has made a step between two games."""
        return any(kind.came(before) != kind.came(after) for kind in self.chance)

    def unopened(self, dealt: Any) -> Any:
        """A dealt game before it began: what was laid out, drawn and turned up since is not."""

    def open(self, game: Any, first_seat: int) -> None:
        """Begin a game that was laid out."""

    def settle(self, start: Any, end: Any) -> None:
        """Put what came up in a whole game into the game at its first turn."""
        return

    def amounts(self, game: Any) -> Sequence[Amount]:
        """The numbers that may be put right in a position, always in the same order."""

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number to another one."""

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """Make a game begin a turn of this seat next, or the present turn again; returns what chance brought to it."""

    def at_once(self, options: Sequence[Step]) -> Step | None:
        """What a player does at once in a position that is set up; None if somebody says what he does."""
        return None

    # -- records -------------------------------------------------------------------------------------------------------

    def account(self, now: Any) -> list[Said]:
        """The steps of a ``TURN`` so far, those of chance included."""

    def to_come(self, game: Any, turn: Sequence[Said]) -> Sequence[Said]:
        """What is left of a turn that is played again: the decision at hand, then all others."""
        return turn[len(self.account(game["now"])) :]

    def head(self, start: Any) -> dict[str, Any]:
        """The fields of a record that say how the game begins, from its first turn."""

    def body(self, log: NDArray[Any], end: Any) -> dict[str, Any]:
        """The fields of a record with steps, from ``TURN`` records; ``turns`` is a list with an entry for each."""

    def result(self, end: Any) -> dict[str, Any]:
        """The field ``result`` of a record."""

    @classmethod
    def read_head(cls, record: Mapping[str, Any]) -> tuple[Any, Any]:
        """What is prepared for the setting of a record, and the ``GAME`` laid out; RecordError for the first fault."""

    def read_turns(self, record: Mapping[str, Any]) -> Iterator[list[Said]]:
        """The steps of each turn of a record, those of chance included; RecordError for a breach of the form."""

    def check_turn(self, stated: Any, true: Any) -> None:
        """Check what a turn states that is not called by the rule of its field; RecordError for the first fault."""
        return

    # -- words and pictures --------------------------------------------------------------------------------------------

    def say(self, table: Any, said: Said) -> str:
        """A step in words that follow the player; empty if there is nothing to tell."""
        return ""

    def beginning(self, table: Any) -> str:
        """How a game begins, in words."""

    def ending(self, game: Any) -> str:
        """How a game ended, in words."""

    def picture(self, game: Any, names: Sequence[str], last: Any) -> Scene:
        """The position; ``last`` is the ``TURN`` of the last turn, or None."""

    def title(self, game: Any, number: int) -> str:
        """The decision at hand, the how-manyth of a turn."""
        return f"decision {number}, {self.engine.decisions[int(game['table']['phase'])]}"

    def subject(self, seat: int) -> str:
        """What words that follow the player begin with in a turn's candidates."""
        return f"{seat_text(seat)} "

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        """An option in a player's words."""
        value = next(value for option, value in self.options_with_values(handed, path) if option == step)
        return self.say(handed[0], Said(int(handed[0]["seat"]), step.kind, value))

    def words(self, handed: Any, decision: Any) -> str:
        """A whole decision in a player's words."""
        path = self.path_of(handed, decision)
        return ", ".join(self.text(handed, path[:place], step) for place, step in enumerate(path))

    def turn_words(self, table: Any, now: Any) -> list[str]:
        """A turn in words that everybody may hear."""
        told = [(said.seat, self.say(table, said)) for said in self.account(now)]
        return [f"{seat_text(seat)} {words}" for seat, words in told if words]

    def told(self, games: NDArray[Any], ended: Any) -> Sequence[str]:
        """A turn in words; see :class:`arkadia_sim.core.compiled_table.Steps`."""
        games[0] = ended
        with np.errstate(over="ignore"):
            self._step(games[0], np.zeros(1, self.engine.records.decision)[0])
        return self.turn_and_ending(games[0], ended["now"])

    def turn_and_ending(self, after: Any, now: Any) -> list[str]:
        """A turn in words, and the end of the game if it is over after it."""
        over = after["table"]["phase"] == self.engine.play.steps.over
        return [*self.turn_words(after["table"], now), *([self.ending(after)] if over else [])]

    # -- turns played again --------------------------------------------------------------------------------------------

    def play_turn(self, game: Any, turn: Sequence[Said], before: Callable[[Any], None] = lambda decision: None) -> None:
        """Play a turn that has begun, up to its end; ``before(decision)`` is called before each decision with a choice.

        Raises:
            RecordError: A step breaks a rule.
        """
        decision, end = np.zeros(1, self.engine.records.decision)[0], self.engine.play.steps.end
        with np.errstate(over="ignore"):
            while game["table"]["phase"] != end:
                self._read(game, self.to_come(game, turn), decision)
                before(decision)
                self._step(game, decision)

    def _read(self, game: Any, steps: Sequence[Said], decision: Any) -> None:
        """Fill in the decision at hand from what comes next."""
        table = game["table"]
        seat, kind = int(table["seat"]), self.engine.decisions[int(table["phase"])]
        who, rule = f"seat {seat} decides about {kind}", self.rules[kind]
        if not steps:
            raise RecordError(rule, f"the steps stop, but {who}")
        said = steps[0]
        if not same_form(said.seat, seat):
            raise RecordError(self.field_rules["turns.seat"], f"{who}, not seat {said.seat!r}")
        if not same_form(said.kind, kind):
            raise RecordError(self.rules.get(str(said.kind), rule), f"{who}, not about {said.kind!r}")
        self.write(decision, said.value, table)

    def tell(self, game: Any, turn: Sequence[Said]) -> None:
        """Make chance bring what it brought to a recorded turn."""
        for kind in self.chance:
            numbers = list[int]()
            for said in turn:
                if kind.written and said.kind == kind.written:
                    options = {kind.value(game, number): number for number in kind.options(game, len(numbers))}
                    if not isinstance(said.value, str) or said.value not in options:
                        raise RecordError(kind.rule, f"{said.kind} is one of {', '.join(options)}, not {said.value!r}")
                    numbers.append(options[said.value])
            if kind.written:
                kind.tell(game, numbers)


class Entering(entered_table.Entry):
    """What chance brings, as a person enters it; see :class:`arkadia_sim.core.entered_table.Entry`."""

    def __init__(self, language: Language, seats: int) -> None:
        self.language = language
        self.kinds = (ActionKind(FIRST, seats), *(kind.kind for kind in language.chance))

    def open(self, games: NDArray[Any], entered: Sequence[Step]) -> Sequence[Step]:
        """Begin as entered; returns what may be entered next."""
        if not entered:
            return [Step(FIRST, seat) for seat in range(int(games[0]["table"]["players"]))]
        games[0] = self.language.unopened(games[0])
        self.tell(games[0], entered)
        laid_out = games.copy()
        with np.errstate(over="ignore"):
            self.language.open(games[0], entered[0].number)
        return self._beyond(laid_out[0], games[0], entered, self.language.chance)

    def tell(self, game: Any, entered: Sequence[Step]) -> None:
        """Make chance bring what was entered."""
        for kind in self.language.chance:
            kind.tell(game, [step.number for step in entered if step.kind == kind.kind.name])

    def unknown(self, before: Any, after: Any, entered: Sequence[Step]) -> Sequence[Step]:
        """What may have come beyond what was entered."""
        return self._beyond(before, after, entered, self.language.chance[::-1])

    def _beyond(self, before: Any, after: Any, entered: Sequence[Step], chance: Sequence[Chance]) -> Sequence[Step]:
        for kind in chance:
            name, came = kind.kind.name, kind.came(after) - kind.came(before)
            known = sum(step.kind == name for step in entered)
            if came > known:
                return [Step(name, number) for number in kind.options(before, known)]
        return ()

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """The game as it was opened, with what came up later."""
        start = self.language.engine.records.new_game()
        start[0] = opened
        self.language.settle(start[0], end)
        return start[0]

    def text(self, game: Any, step: Step) -> str:
        """A step of chance in words."""
        if step.kind == FIRST:
            return f"{seat_text(step.number)} begins"
        return self._kind(step).value(game, step.number)

    def square(self, game: Any, step: Step) -> Square | None:
        """The square of the first board that a step of chance picks, or None."""
        return None if step.kind == FIRST else self._kind(step).square(step.number)

    def _kind(self, step: Step) -> Chance:
        return next(kind for kind in self.language.chance if kind.kind.name == step.kind)

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """Draw all that is hidden by lot."""
        for kind in self.language.chance:
            kind.draw_again(game, -1, chance)
        return ()

    def amounts(self, game: Any) -> Sequence[Amount]:
        return self.language.amounts(game)

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        self.language.put_right(game, amount, value)

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        return self.language.begin(game, seat)

    def at_once(self, options: Sequence[Step]) -> Step | None:
        return self.language.at_once(options)


class Replay:
    """A recorded game that is played again turn by turn: ``game`` is its ``GAME``, ``log`` has the turns so far.

    Raises:
        RecordError: The set-up is not one that the rules allow.
    """

    def __init__(self, kind: type[Language], engine: Engine, record: Mapping[str, Any]) -> None:
        prepared, laid_out = kind.read_head(record)
        self.language, self._play = kind(engine, prepared), engine.play
        self.games, records = engine.records.new_game(), engine.records
        self.games[0], self.game = laid_out, self.games[0]
        self._turns = self.language.read_turns(record)
        self._next: list[Said] | None = None
        self._fault: RecordError | None = None
        if not record["turns"]:
            raise RecordError(self.language.field_rules["turns"], "a game has a turn at the least")
        self._log, self._progress = np.zeros(len(record["turns"]), records.turn), np.zeros(1, PROGRESS_DTYPE)
        self._rows, self._decision = np.zeros(record["players"], records.row), np.zeros(1, records.decision)[0]
        self._read_next()
        with np.errstate(over="ignore"):
            self.language.open(self.game, record["first_seat"])

    def _read_next(self) -> None:
        """Read the turn that comes next. A fault in it counts when its turn has come."""
        try:
            self._next = next(self._turns, None)
            if self._next is not None:
                self.language.tell(self.game, self._next)
        except RecordError as fault:
            self._next, self._fault = [], fault

    @property
    def log(self) -> NDArray[Any]:
        """The ``TURN`` records so far."""
        return self._log[: int(self._progress[0]["logged"])]

    def turns(self, before: Callable[[Any], None] = lambda decision: None) -> Iterator[int]:
        """Play turn by turn, and yield the number of each; see :meth:`Language.play_turn`."""
        ends, rule = self._play.steps, self.language.field_rules["turns"]
        while self._next is not None:
            if self._fault is not None:
                raise self._fault
            if self.game["table"]["phase"] == ends.over:
                raise RecordError(rule, "the game is over, but the record goes on")
            self.language.play_turn(self.game, self._next, before)
            self._read_next()
            with np.errstate(over="ignore"):
                self._play.advance(self.games, self._decision, self._rows, 0, self._log, self._progress)
            yield len(self.log) - 1
        if self.game["table"]["phase"] != ends.over:
            raise RecordError(rule, "the record stops, but the game goes on")

    def check(self, record: Mapping[str, Any]) -> None:
        """Check everything that the record states; RecordError for the first fault."""
        language = self.language

        def same(stated: Any, true: Any, field: str) -> None:
            check_same(stated, true, language.field_rules, field, optional=language.optional)

        def check_turn(number: int) -> None:
            true = language.body(self.log[number : number + 1], self.game)["turns"][0]
            language.check_turn(record["turns"][number], true)
            same(record["turns"][number], true, "turns")

        def check_end() -> None:
            end = {**language.body(self.log, self.game), "result": language.result(self.game)}
            for field in end:
                same(record[field], end[field], field)

        check_turns(self.turns(), check_turn, check_end)


class GameInSteps(CompiledGame[Common]):
    """A compiled game that says its steps in one language."""

    language: type[Language]

    def answers(self, prepared: Common, game: Any) -> Language:
        return self.language(self.engine, prepared)

    steps = answers

    def entry(self, prepared: Common) -> Entering:
        return Entering(self.language(self.engine, prepared), self.engine.records.seats)

    def sees(self) -> list[Topic]:
        topics: list[Topic] = self._module("bots_api.plain").KIT.topics()
        return topics

    def record(
        self, prepared: Common, setting: Setting, log: NDArray[Any], deal: int, bots: Sequence[str]
    ) -> Mapping[str, Any]:
        start, ends, language = (*(self.engine.play.dealt(prepared, len(bots), deal) for _ in range(2)), self.language)
        spoken, nothing = language(self.engine, prepared), np.zeros(1, self.engine.records.decision)[0]
        with np.errstate(over="ignore"):
            for turn in log:
                spoken.play_turn(ends[0], spoken.account(turn))
                self.engine.play.steps.step(ends[0], nothing)
        return self.record_as_told(prepared, setting, log, start[0], ends[0], bots, deal)

    def record_as_told(
        self,
        prepared: Common,
        setting: Setting,
        log: NDArray[Any],
        start: Any,
        end: Any,
        bots: Sequence[str],
        deal: int,
    ) -> Mapping[str, Any]:
        spoken = self.language(self.engine, prepared)
        first = {"format": self.record_format, "players": len(bots), "rules": dict(setting.rules)}
        played = {"bots": list(bots), "seed": int(deal), **spoken.body(log, end), "result": spoken.result(end)}
        return {**first, **spoken.head(start), **played}

    def replayed(self, record: Mapping[str, Any]) -> Replay:
        """A record to be played again; RecordError if its set-up breaks a rule."""
        return Replay(self.language, self.engine, record)

    def check_record(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> Sequence[float]:
        self.replayed(record).check(record)
        return [float(score["total"]) for score in record["result"]["scores"]]

    def decisions_of(self, record: Mapping[str, Any]) -> Iterator[Any]:
        made = list[Any]()
        for _ in self.replayed(record).turns(lambda decision: made.append(decision.copy())):
            yield from made
            made.clear()

    def positions(
        self, record: Mapping[str, Any], components: Mapping[str, Any], judge: str | None = None
    ) -> Iterator[Position]:
        replay, bots = self.replayed(record), record["bots"]
        language, game, table = replay.language, replay.game, replay.game["table"]
        thinkers, candidates = rankings_at(bots, judge, self.name), list[Candidate]()
        yield Position(0, None, (language.beginning(table),), language.picture(game, bots, None))

        def consider(decision: Any) -> None:
            seat = int(table["seat"])
            if seat != game["now"]["seat"]:
                return
            handed = self.engine.handed(game, seat)
            meaning = language.meaning(handed, decision)

            def is_same(other: Any) -> bool:
                return bool(language.meaning(handed, other) == meaning)

            def words(other: Any) -> str:
                return language.subject(seat) + language.words(handed, other)

            title = language.title(game, 1 + len({candidate.decision for candidate in candidates}))
            asked = (title, thinkers[seat], self.engine, language, self.cues, game, decision, is_same, words)
            candidates.extend(considered(*asked, OPTIONS_MOST))

        try:
            for number in replay.turns(consider):
                now = replay.log[number]
                words, seat = tuple(language.turn_and_ending(game, now)), int(now["seat"])
                scene = language.picture(game, bots, now)
                yield Position(number + 1, seat, words, scene, tuple(candidates), bots[seat], judge or "")
                candidates.clear()
        except RecordError as error:
            error.turn = len(replay.log)
            raise
