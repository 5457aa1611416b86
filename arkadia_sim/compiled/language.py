"""One language for a compiled game: it says its steps once, and what people, programs and files need follows from here.

A game is a path of steps. Players make them, and so does chance. The game's :class:`Language` says what the steps are,
how they are written and told; see docs/methods/one-language.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.engine import Change, Engine, copied
from arkadia_sim.compiled.record_form import check_same, same_form, shown
from arkadia_sim.compiled.view import PlayerView
from arkadia_sim.core.scene import Scene, Square, seat_text
from arkadia_sim.core.table import ActionKind, ActionSpace, Observed, Step
from arkadia_sim.errors import RecordError
from arkadia_sim.kernels.actions import PATH_MAX, Actions
from arkadia_sim.kernels.play_loop import OK
from arkadia_sim.rng import Dice

FIRST = "first player"  # the kind of step with which chance begins a game that is entered
OF = "of"  # the field of a recorded step with the number of candidates. It may be left out.
VALUES = 256  # numbers that are put right in a position are smaller


class Said(NamedTuple):
    """A step as accounts and records have it: who made it, its kind, its value, and how many candidates there were."""

    seat: int
    kind: str
    value: Any
    of: int = 0


class Amount(NamedTuple):
    """A number that is put right in a position: what it counts, whose it is, the most it may be, what it is now.

    ``cell`` says where it stands: a record or an array of the game, and the place in it. ``rest`` is the place of the
    supply that it is taken from and goes back to.
    """

    name: str
    seat: int
    most: int
    value: int
    cell: tuple[Any, Any] | None = None
    rest: tuple[Any, Any] | None = None

    @classmethod
    def at(
        cls, name: str, seat: int, most: Any, cell: tuple[Any, Any], rest: tuple[Any, Any] | None = None
    ) -> "Amount":
        """What stands in a cell; there is at most so much of it, and no more than the ``rest`` has."""
        value = int(cell[0][cell[1]])
        return cls(
            name, seat, int(most) if rest is None else min(int(most), value + int(rest[0][rest[1]])), value, cell, rest
        )


Option = tuple[Step, Any]  # a legal step, and its value


class Chance(Protocol):
    """A kind of step that chance makes."""

    kind: ActionKind
    written: str = ""  # what the kind is called in the turns of a record; empty if it is not among them
    rule: str = ""
    hidden: str = ""  # what nobody can know of the steps to come, in words; empty if all is open
    event: str = ""  # what a step is called where a game is looked back at; empty: as its kind

    def came(self, before: Any, after: Any) -> int:
        """How many such steps chance made between two games, for all to see."""
        return 0

    def options(self, game: Any, ahead: int) -> Sequence[int]:
        """What may come next, behind so many that are known already."""
        return ()

    def made(self, before: Any, after: Any) -> Sequence[int]:
        """The steps that chance made between two games of a record, also those that not all saw."""
        return ()

    def bring(self, game: Any, numbers: Sequence[int]) -> None:
        """Make these the next to come."""
        return

    def draw_again(self, game: Any, seat: int, chance: np.random.Generator) -> None:
        """Draw all that is hidden of the steps to come again."""
        return

    def value(self, game: Any, number: int) -> str:
        """A step in words, and as records write it."""

    def square(self, number: int) -> Square | None:
        """The square of the first board that a step picks, or None."""
        return None


@cache
def _space_of(actions: Actions) -> ActionSpace:
    return ActionSpace(actions.kinds)


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


class Language(Protocol):
    """What a game says of its steps, at a table with what is ``prepared`` for its setting.

    Here, a decision is one step: the ``pick`` of its record. A game with longer decisions says how a path fills one in
    and how it is taken apart (``options``, ``fill``, ``path_of``), and what a value means (``write``).

    ``handed`` are the records that a seat is shown, the table first; ``path`` are the steps of the decision so far.
    """

    engine: Engine
    prepared: Any
    actions: ClassVar[Actions]
    """What is legal, which decision it makes, and what is observed, in compiled code. Where a decision is one step, the
    kinds of steps are by phase."""
    chance: tuple[Chance, ...]
    """As an entered game asks for them at its set-up; in turns, it asks in the opposite order."""
    rules: ClassVar[Mapping[str, str]]  # the rule of each decision, by name
    field_rules: ClassVar[Mapping[str, str]]
    """The rule of the fields of a record, such as ``turns.seat``; it holds for all fields within."""
    optional: ClassVar[str] = OF  # the field of a turn, or of a step, that a record may leave out
    view_class: ClassVar[Callable[..., PlayerView[Any]]]
    """The class of views: ``view_class(*handed, random, parameters)``."""
    end_labels: ClassVar[Mapping[str, str]] = {}
    """How a game ended, in words that follow `with`; none if it always ends in the same way."""
    wide: ClassVar[Mapping[str, int]] = {}
    """How many options of a decision are ranked to find the one that was taken, if it is not among the best."""

    def __init__(self, engine: Engine, prepared: Any) -> None:
        self.engine, self.prepared = engine, prepared

    @property
    def kinds(self) -> tuple[ActionKind, ...]:
        """The kinds of steps of players."""
        return self.actions.kinds

    @property
    def observed(self) -> tuple[Observed, ...]:
        """The arrays of an observation, which hold whole numbers."""
        return self.actions.observed

    # -- decisions -----------------------------------------------------------------------------------------------------
    def view(self, parameters: Mapping[str, float], handed: tuple[Any, ...], random: Dice) -> PlayerView[Any]:
        """What a bot in plain Python sees."""
        return self.view_class(*handed, random, parameters)

    def options_with_values(self, handed: Any, path: Sequence[Step]) -> Sequence[Option]:
        """The legal next steps with their values, in a game whose decisions are one step."""
        return ()

    def options(self, handed: Any, path: Sequence[Step]) -> Sequence[Step]:
        """The legal next steps by their numbers; none if the path is a whole decision."""
        mask = np.zeros(self.actions.size, np.uint8)
        self.actions.list_actions(handed, self._numbers(path), len(path), mask)
        return [*map(_space_of(self.actions).step, np.flatnonzero(mask).tolist())]

    def fill(self, handed: Any, path: Sequence[Step], decision: Any) -> None:
        """Fill in an empty decision from a whole path."""
        self.actions.fill_in(handed, self._numbers(path), len(path), decision)

    def _numbers(self, path: Sequence[Step]) -> NDArray[np.int64]:
        numbers = np.zeros(PATH_MAX, np.int64)
        numbers[: len(path)] = [*map(_space_of(self.actions).action, path)]
        return numbers

    def path_of(self, handed: Any, decision: Any) -> list[Step]:
        """The path of a legal decision."""
        return [Step(self.kinds[int(handed[0]["phase"])].name, int(decision["pick"]))]

    def write(self, decision: Any, value: Any, table: Any) -> None:
        """Fill in a decision from a value; RecordError, with the candidates, if it is none of them, and AttributeError,
        OverflowError, TypeError or ValueError if it cannot be read as one.

        The table does not show hidden hands. A game in which these decide fills in what can be written, and
        :meth:`try_out` asks the rules.
        """
        kind = self.kinds[int(table["phase"])].name
        decision["pick"] = find(self.options_with_values((table,), ()), value, self.rules[kind]).number

    def try_out(self, game: Any, value: Any, decision: Any) -> None:
        """Fill in an empty decision from a value and carry it out in a game; RecordError if the rules forbid it."""
        self.write(decision, value, game["table"])
        self._step(game, decision)

    def refused(self, game: Any, decision: Any, fault: int) -> tuple[str, str]:
        """The rule that forbids a decision, and how it was broken."""
        return self.engine.faults[fault]

    def meaning(self, handed: Any, decision: Any) -> Any:
        """What a decision comes to: the same for decisions that differ in the record alone."""
        return self.path_of(handed, decision)

    def _step(self, game: Any, decision: Any) -> None:
        fault = int(self.engine.play.step(game, decision))
        if fault != OK:
            raise RecordError(*self.refused(game, decision, fault))

    # -- chance --------------------------------------------------------------------------------------------------------
    def shows_something(self, before: Any, after: Any) -> bool:
        """Whether chance has made a step between two games."""
        return any(kind.came(before, after) for kind in self.chance)

    def unopened(self, dealt: Any) -> Any:
        """A dealt game before it began: what was laid out, drawn and turned up since is not."""

    opening: Callable[..., None]
    """The compiled function by which :meth:`open` begins a game."""

    def open(self, game: Any, first_seat: int) -> None:
        """Begin a game that was laid out."""
        self.opening(game, first_seat)

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """The game at its first turn that fits a whole one: what was ``opened``, its ``end``, its turns."""
        return opened

    def make_possible(self, game: Any) -> None:
        """Where hidden things are unknown, let them be such that the player on turn can decide something."""
        return

    def may_begin(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """What a player may begin a decision with, hidden cards that they may hold included."""
        return options

    def play(self, game: Any, step: Step) -> bool:
        """At the start of a turn: give the player the hidden card that is played with this step; whether it is one."""
        return False

    def viewer(self, seat: int) -> int:
        """The seat whose view of an entered game is shown; -1 for somebody who sees no hand."""
        return seat

    def go_on(
        self, game: Any, people: Sequence[int], entered: Sequence[Step], chance: np.random.Generator
    ) -> Sequence[Step]:
        """Let a game be played on from here: give people the hidden cards that were entered, and draw all other hidden
        things by lot. Returns what may be entered next; nothing if all is known."""
        for kind in self.chance:
            kind.draw_again(game, -1, chance)
        return ()

    def amounts(self, game: Any) -> Sequence[Amount]:
        """The numbers that may be put right in a position, always in the same order."""

    def put_right(self, game: Any, amount: Amount, value: int) -> None:
        """Change such a number to another one; a game says how if it stands in no cell."""
        assert amount.cell is not None
        (numbers, place), rest = amount.cell, amount.rest
        numbers[place] = value
        if rest is not None:
            rest[0][rest[1]] -= value - amount.value

    def begin(self, game: Any, seat: int | None) -> Sequence[Step]:
        """Make a game begin a turn of this seat next, or the present turn again; returns what chance brought to it."""
        table = game["table"]
        table["turn"] -= seat is None
        table["seat"] = ((int(table["seat"]) if seat is None else seat) - 1) % int(table["players"])
        table["phase"] = self.engine.play.end
        return ()

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

    def in_order(self, stated: Any) -> Any:
        """A turn of a record, with what may stand in any order put in order."""
        return stated

    def check_turn(self, stated: Any, true: Any) -> None:
        """Check all that a turn states; RecordError for the first fault."""
        check_same(stated, true, self.field_rules, "turns", optional=self.optional)

    # -- words and pictures --------------------------------------------------------------------------------------------
    def say(self, table: Any, said: Said) -> str:
        """A step in words that follow the player; empty if there is nothing to tell."""
        return ""

    def beginning(self, table: Any) -> str:
        """How a game begins, in words."""
        return f"{seat_text(int(table['first_seat']))} begins"

    def ending(self, game: Any) -> str:
        """How a game ended, in words."""
        result = self.result(game)
        how = f", with {self.end_labels[result['end']]}" if self.end_labels else ""
        totals = ", ".join(str(score["total"]) for score in result["scores"])
        winners = " and ".join(map(seat_text, result["winners"]))
        return f"the game is over{how}, by seat {totals} points: {winners} wins"

    def square(self, handed: Any, step: Step) -> Square | None:
        """The square of the first board of :meth:`scene` that a step picks, or None."""

    def covered(self, handed: Any, path: Sequence[Step], step: Step) -> Sequence[Square]:
        """The squares of the first board that a piece covers which a step lays down behind a path; often none."""
        return ()

    def scene(self, handed: Any, seat: int, names: Sequence[str], last: Any) -> Scene:
        """The position as a seat sees it; ``last`` is the ``TURN`` record of the last turn, or None."""

    def observe(self, handed: Any, seat: int) -> Mapping[str, Any]:
        """The arrays of an observation."""
        seen = np.zeros(1, self.actions.seen)[0]
        self.actions.look(handed, seat, seen)
        return {array.name: seen[array.name] for array in self.observed}

    def picture(self, game: Any, names: Sequence[str], last: Any) -> Scene:
        """The position; ``last`` is the ``TURN`` of the last turn, or None."""

    def title(self, game: Any, number: int) -> str:
        """The decision at hand, the how-manyth of a turn."""
        return f"decision {number}, {self.engine.decisions[int(game['table']['phase'])]}"

    def text(self, handed: Any, path: Sequence[Step], step: Step) -> str:
        """An option in a player's words."""
        value = next(value for option, value in self.options_with_values(handed, path) if option == step)
        return self.say(handed[0], Said(int(handed[0]["seat"]), step.kind, value))

    def words(self, handed: Any, decision: Any) -> str:
        """A whole decision in a player's words."""
        path = self.path_of(handed, decision)
        return ", ".join(self.text(handed, path[:place], step) for place, step in enumerate(path))

    def turn_words(self, before: Any, now: Any, after: Any, secret: bool) -> list[str]:
        """A turn in words, from the games before and after it; ``secret`` if everybody may hear them."""
        told = [(said.seat, self.say(after["table"], said)) for said in self.account(now)]
        return [f"{seat_text(seat)} {words}" for seat, words in told if words]

    def told(self, before: NDArray[Any], ended: NDArray[Any]) -> Sequence[str]:
        """A turn in words that everybody may hear."""
        after = copied(ended)
        with np.errstate(over="ignore"):
            self._step(after[0], np.zeros(1, self.engine.records.decision)[0])
        return self.turn_and_ending(before[0], ended[0]["now"], after[0], secret=True)

    def foreseen(self, before: Any, game: Any) -> Sequence[str]:
        """What a turn has brought so far, in words that everybody may hear, from the games at its start and now."""
        return self.turn_words(before, game["now"], game, secret=True)

    def turn_and_ending(self, before: Any, now: Any, after: Any, secret: bool) -> list[str]:
        """A turn in words, and the end of the game if it is over after it."""
        over = after["table"]["phase"] == self.engine.play.over
        return [*self.turn_words(before, now, after, secret), *([self.ending(after)] if over else [])]

    # -- turns played again --------------------------------------------------------------------------------------------
    def play_turn(self, game: Any, turn: Sequence[Said], before: Callable[[Any], None] = lambda decision: None) -> None:
        """Play a turn that has begun, up to its end; ``before`` is called with each decision at hand."""
        nothing, end = np.zeros(1, self.engine.records.decision)[0], self.engine.play.end
        with np.errstate(over="ignore"):
            while game["table"]["phase"] != end:
                decision = nothing.copy()
                is_asked = not self.engine.moves_on(game["table"], decision)
                self._read(game, self.to_come(game, turn), decision)
                if is_asked:
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
            both = [name for name in self.engine.decisions if name in (kind, said.kind)]
            raise RecordError(self.rules[both[0]], f"{who}, not about {said.kind!r}")  # one is too much or left out
        self.write(decision, said.value, table)

    def bring(self, game: Any, turn: Sequence[Said]) -> None:
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
                kind.bring(game, numbers)
