"""What the views of bots in plain Python share in all games: moves are tried, compared and explained."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkadia_sim.core.cues import SITUATION as SITUATION_CUE
from arkadia_sim.core.cues import Cue
from arkadia_sim.errors import did_you_mean
from arkadia_sim.kernels.play_loop import Records
from arkadia_sim.kernels.rules import CUES, SITUATION
from arkadia_sim.rng import Dice

Move = TypeVar("Move")
Some = TypeVar("Some")
Chosen = TypeVar("Chosen")

ROOM = 256  # for so many options of a decision there is room at first


class OptionLists(NamedTuple):
    """How a game lists the options of its decisions."""

    decisions: Sequence[str]  # what bots decide, by phase
    # for each of them, the places of its cues by name, then those of the situation, counted from -1 down
    places: Sequence[Mapping[str, int]]
    # ``fill(options)`` returns the decisions, the counts by option and cue, what has been counted last, and how many
    # options there are. All that is worth nothing once others are listed.
    fill: Callable[["Options[Any]"], tuple[Any, Any, Any, int]]
    wanted: list[int]  # the cues of each decision that bots have looked at, as bits: others are not counted

    @classmethod
    def of(
        cls, records: Records, list_options: Callable[..., int], decisions: Sequence[str], cues: Sequence[Cue]
    ) -> "OptionLists":
        """Make the lists, with room for them that all views of the game share and none can reach."""
        columns, situations = [_names(cues, decision) for decision in decisions], _names(cues, SITUATION_CUE)
        places = [
            {name: place for place, name in enumerate(names)} | {name: ~place for place, name in enumerate(situations)}
            for names in columns
        ]
        minds = np.zeros(1, records.mind)
        stream, bound, counted = minds["random"][0], minds["limits"]["bound"], minds["counted"][0]
        estimated, asked_for = minds["scratch"][0], minds["wanted"]
        rows = [np.zeros(ROOM, records.decision) for _ in decisions]
        counts = [np.zeros((ROOM, len(names))) for names in columns]
        wanted = [0 for _ in decisions]
        last: tuple[Options[Any], int] | None = None
        listed: Any = None

        def fill(options: "Options[Any]") -> Any:
            nonlocal last, listed
            phase, handed, words, mind, estimates = options._asked
            if last is not None and last[0] is options and last[1] == wanted[phase]:
                return listed
            last = None
            if mind is None:
                bound[0], stream[:] = 0, words
            else:
                minds[0] = mind[0]
            estimated[0] = 0.0
            estimated[: len(estimates)] = estimates
            asked_for[0] = wanted[phase]
            n = list_options(*handed, minds, rows[phase], counts[phase])
            if n > len(rows[phase]):
                rows[phase] = np.zeros(2 * n, records.decision)
                counts[phase] = np.zeros((2 * n, len(columns[phase])))
                return fill(options)
            last, listed = (options, wanted[phase]), (rows[phase], counts[phase], counted, n)
            return listed

        return cls(decisions, places, fill, wanted)


def _names(cues: Sequence[Cue], decision: str) -> list[str]:
    return [cue.name for cue in cues if cue.decision == decision]


class Options(Generic[Move]):
    """The options of a decision, and a column of numbers for each cue: ``options.NAME``, or ``options["NAME"]``, is an
    array with what each option counts, ``options[i]`` the move itself. `arkadia-sim bots --sees` lists them all.

    A cue of the situation counts the same for all options.
    """

    def __init__(
        self,
        lists: OptionLists,
        phase: int,
        handed: Sequence[Any],
        stream: Sequence[int],
        mind: Any,
        estimates: Sequence[float],
        as_move: Callable[[Any], Move],
    ) -> None:
        self._lists, self._phase, self._as_move = lists, phase, as_move
        self._asked = (phase, handed, stream, mind, estimates)
        self._made: dict[int, Move] = {}
        self._n = lists.fill(self)[3]
        self._counts: Any = None
        self._counted = 0

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, number: int) -> Move: ...

    @overload
    def __getitem__(self, number: str) -> NDArray[np.float64]: ...

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, str):
            return getattr(self, number)
        return self._move(range(self._n)[number])

    def _move(self, number: int) -> Move:
        if number not in self._made:
            self._made[number] = self._as_move(self._decision(number))
        return self._made[number]

    def __iter__(self) -> Iterator[Move]:
        return (self[number] for number in range(self._n))

    def __repr__(self) -> str:
        return f"<{self._n} options of the {self._lists.decisions[self._phase]}: {', '.join(self.columns)}>"

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns, those of the situation last."""
        return tuple(self._lists.places[self._phase])

    def __getattr__(self, name: str) -> NDArray[np.float64]:
        place = self._lists.places[self._phase].get(name)
        if place is None:
            if name.startswith("__"):
                raise AttributeError(name)
            decision, names = self._lists.decisions[self._phase], self.columns
            raise AttributeError(
                f"the options of the {decision} have no column {name!r}{did_you_mean(name, names)} "
                f"(columns: {', '.join(names)})"
            )
        cue, wanted = 1 << place if place >= 0 else 0, self._lists.wanted
        if self._counts is None or self._counted & cue != cue:
            wanted[self._phase] |= cue
            _, counts, counted, n = self._lists.fill(self)
            self._counts, self._counted = (counts[:n].T.copy(), counted[SITUATION:CUES].copy()), wanted[self._phase]
            self._counts[0].setflags(write=False)
        if place >= 0:
            column = self._counts[0][place]
        else:
            column = np.empty(self._n)
            column.fill(self._counts[1][~place])
            column.setflags(write=False)
        self.__dict__[name] = column
        return column

    def _decision(self, number: int) -> Any:
        """The record of the engine that makes the move with this number, good until other options are listed."""
        return self._lists.fill(self)[0][number]


class PlayerView(Generic[Move]):
    """The base of views: a game adds what a player sees, ``move_of`` and perhaps ``after``.

    ``random`` are the seat's own dice, the only ones to use.
    """

    def __init__(
        self, handed: Sequence[Any], decision: str, random: Dice, parameters: Mapping[str, float], lists: OptionLists
    ) -> None:
        """Copies the records that the seat sees, the table first."""
        self._handed = tuple([_kept(record) for record in handed])
        self._table, self._decision, self._lists = self._handed[0][0], decision, lists
        table = self._table
        self.seat, self.players, self.turn = int(table["seat"]), int(table["players"]), int(table["turn"])
        self.random, self.parameters = random, parameters
        self._scores: list[tuple[Any, float]] = []
        self._is_allowed: Callable[[Any], bool] | None = None
        self._mind: Any = None
        self._options: Options[Move] | None = None

    def __repr__(self) -> str:
        return f"<View of seat {self.seat} of {self.players}: turn {self.turn}, {self._decision}>"

    def legal_moves(self) -> Iterator[Move]:
        """All legal moves of the decision at hand, one by one; with constraints, those that these leave. Games whose
        ``options`` leave some out list them otherwise."""
        return iter(self.options() if self._decision in self._lists.decisions else ())

    def options(self) -> Options[Move]:
        """The moves worth considering, with what a person can count of each in columns; with constraints, those that
        these leave. In compiled code, so that thousands take no time."""
        return self._listed(())

    def _listed(self, estimates: tuple[float, ...]) -> Options[Move]:
        """The options, counted by a player's own estimates: numbers for the game's compiled function, in scratch."""
        if self._options is None or self._options._asked[-1] != estimates:
            if self._decision not in self._lists.decisions:
                raise ValueError("there is no decision to make")
            phase = self._lists.decisions.index(self._decision)
            words = tuple(self.random.words)
            self._options = Options(self._lists, phase, self._handed, words, self._mind, estimates, self.move_of)
        return self._options

    def move_of(self, decision: Any) -> Move:
        """A decision of the engine as a move."""
        raise NotImplementedError

    @overload
    def best(self, moves: Iterable[Some], score: Callable[[Some], float]) -> Some: ...

    @overload
    def best(self, moves: ArrayLike) -> Chosen: ...  # type: ignore[type-var]  # what the decision asks for

    def best(self, moves: Any, score: Callable[[Any], float] | None = None) -> Any:
        """The move with the highest score; equal ones are told apart by lot. `best(scores)` takes an array, a score for
        each of `options()`. `watch` and `replay` show the scores."""
        if score is None:
            return self._best_option(moves)
        if not callable(score):
            raise ValueError("best(moves, score) takes a function; scores of options() go alone: best(scores)")
        scored = [(move, float(score(move))) for move in moves]
        if not scored:
            raise ValueError("there is no move to choose from")
        self._scores += scored
        highest = max(value for _, value in scored)
        best = [move for move, value in scored if value == highest]
        return best[0] if len(best) == 1 else self.random.choice(best)

    def _best_option(self, given: Any) -> Move:
        options, scores = self._options or self.options(), np.asarray(given, np.float64)
        if scores.shape != (options._n,):
            raise ValueError(f"{options._n} options need as many scores in a row, not an array of {scores.shape}")
        if not options._n:
            raise ValueError("there is no move to choose from")
        number = int(scores.argmax())
        highest = scores[number]
        if highest != highest:
            raise ValueError(f"the score of option {number} is not a number")
        ties = (scores == highest).nonzero()[0]
        if len(ties) > 1:
            number = int(ties[self.random.below(len(ties))])
        self._option_scores = scores
        return options._move(number)

    _option_scores: NDArray[np.float64] | None = None

    def note(self, move: Move, score: float) -> None:
        """Show a move with its score in `watch` and `replay`, as a reason for the choice."""
        self._scores.append((move, float(score)))

    def allows(self, move: Move) -> bool:
        """Whether the bot's constraints leave a move; without constraints they leave every one."""
        return self._is_allowed is None or self._is_allowed(move)

    def _left(self, moves: Iterable[Some]) -> Iterator[Some]:
        """The moves that the bot's constraints leave."""
        return iter(moves) if self._is_allowed is None else filter(self._is_allowed, moves)


def _kept(record: Any) -> NDArray[Any]:
    """A read-only copy of a record, as an array of one."""
    return np.frombuffer(record.tobytes(), record.dtype)


def limit(view: PlayerView[Any], is_allowed: Callable[[Any], bool], mind: Any) -> None:
    """Leave a view only the moves that constraints allow, which the ``mind`` holds too."""
    view._is_allowed, view._mind = is_allowed, _kept(mind)


def scores_of(view: PlayerView[Any]) -> list[tuple[Any, float]]:
    """The moves that a bot scored at its decision, in the order in which it did, then the options."""
    scores = view._option_scores
    return view._scores + ([] if scores is None else list(zip(view._options or (), scores.tolist(), strict=True)))


def decision_of(view: PlayerView[Any], move: Any) -> Any | None:
    """The decision that makes a move, if it is one of the options as the bot was given it; otherwise None."""
    options = view._options
    if options is None:
        return None
    for number, option in options._made.items():
        if option is move:
            return options._decision(number)
    return None


class Entry(NamedTuple):
    """A field, a method or a word for authors of bots: its name, its type with its shape, and its meaning."""

    name: str
    shape: str
    meaning: str


@dataclass(frozen=True)
class PlainKit:
    """What bots in plain Python are offered by a game; `arkadia-sim bots --sees` lists it."""

    imports: str  # the statement that imports it all
    words: tuple[Entry, ...]  # what a bot decides, and how things are named
    classes: tuple[type, ...]  # the classes that it sees and answers with
    state: ModuleType  # the module of the records that compiled bots see, with a comment beside each field
