"""A game in progress, played one small decision at a time by people, learning agents and bots.

Whoever is to act picks one of the legal actions, such as a card, then a square; a whole decision of the game consists
of one or more of them. docs/how-to/play-against-bots.md has an example.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from secrets import randbits
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.game import Game
from arkadia_sim.core.options import Setting
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.scene import Scene, Square
from arkadia_sim.errors import BadValue, RunError, UsageError
from arkadia_sim.rng import deal_seeds

COACH = "expert"  # the bot that gives hints, in a game that has one of this name
ANALYST = "planner"  # the bot that looks ahead, in a game that has one of this name
PERSON = "person"  # stands in records for a seat without a bot

LONGEST = 20_000  # more actions than a game takes

SAVED = "arkadia_sim-table/1"  # the format of a game that is saved in the middle

_MOST = 12  # legal actions that a message names

STEPS = "steps"  # the array of an observation that marks the actions taken for the decision under way


@dataclass(frozen=True)
class ActionKind:
    """One kind of action: what is picked, such as ``"card"``, and how many different actions there are."""

    name: str
    size: int


class Step(NamedTuple):
    """An action: its kind and its number within the kind."""

    kind: str
    number: int


@dataclass(frozen=True)
class Observed:
    """One array of an observation: its name, shape, range and meaning."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str

    @property
    def dtype(self) -> np.dtype[Any]:
        """The smallest type that holds all whole numbers from ``low`` to ``high``."""
        holds = (np.iinfo(code) for code in ("u1", "i1", "i2", "i4"))
        return np.dtype(next(kind.dtype for kind in holds if kind.min <= self.low and self.high <= kind.max))


def flattened(arrays: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
    """The arrays of an observation one after another."""
    return np.concatenate([array.ravel() for array in arrays.values()])


@dataclass(frozen=True)
class Told:
    """A turn that was played: the seat, and what happened in words that everybody may hear."""

    seat: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Hint:
    """A decision that a bot would consider."""

    words: str  # the decision in words
    score: float | None  # its score; None if the bot does not rank its options
    unit: str  # the unit of the score
    actions: tuple[int, ...]  # the actions that make it
    # whether the score says something by itself; otherwise only how much better one option is
    is_absolute: bool = False
    # what speaks for it against a middling option, in words; only for the first few options
    speaks: tuple[str, ...] = ()

    def worth(self, best: "Hint") -> str:
        """What it is worth, in words; empty if nobody knows."""
        if self.score is None or best.score is None or (self is best and not self.is_absolute):
            return ""
        if self.score == best.score and self is not best:
            return "as good as the first"
        if self.is_absolute:
            return f"{self.score:.3g} {self.unit}"
        return f"{best.score - self.score:.3g} below the first{f' ({self.unit})' if self.unit else ''}"


class Placement(NamedTuple):
    """A place where a piece of several squares may lie: the actions that lay it there, and what it covers."""

    actions: tuple[int, ...]
    squares: tuple[Square, ...]


class Correction(NamedTuple):
    """A number in a position that is set up: what it counts, whose it is, what it is now, and by value the action that
    puts it right, None for the present one."""

    name: str
    seat: int
    value: int
    actions: tuple[int | None, ...]


class ActionSpace:
    """The actions of a game as numbers from 0: the kinds one after another."""

    def __init__(self, kinds: Sequence[ActionKind]) -> None:
        self.kinds = tuple(kinds)
        *self.starts, self.size = 0, *accumulate(kind.size for kind in kinds)
        self._ranges = {kind.name: range(start, start + kind.size) for kind, start in zip(self.kinds, self.starts)}

    def action(self, step: Step) -> int:
        """The number of a step."""
        return self._ranges[step.kind][step.number]

    def step(self, action: int) -> Step:
        """The step with this number."""
        for name, numbers in self._ranges.items():
            if action in numbers:
                return Step(name, action - numbers.start)
        raise BadValue("action", action, f"a whole number from 0 to {self.size - 1}")

    def marks(self, actions: Sequence[int]) -> NDArray[np.float32]:
        """1 for each of these actions, otherwise 0."""
        marks = np.zeros(self.size, np.float32)
        marks[list(actions)] = 1.0
        return marks


def coach_of(game: Game) -> str:
    """The bot that gives hints: ``COACH``, or the game's usual bot."""
    return COACH if COACH in game.bot_names() else game.default_bot


def analyst_of(game: Game) -> str | None:
    """The bot that looks ahead, if the game has one."""
    return ANALYST if ANALYST in game.bot_names() else None


class Table(ABC):
    """A game in progress. Seats count from 0.

    A game that is ``entered`` was played elsewhere: one person says what all players did and what chance brought. If it
    is ``set_up``, only the position counts: any player may move at any time, and numbers are put right.

    ``bots`` has the bot in each seat, or None where a person or program picks the actions. ``space`` are the actions,
    ``observed`` the arrays of an observation, ``actions`` all actions so far, those of bots included. The ``deal`` is
    the seed that decides all luck. A table is ``imagined`` if hidden things were drawn again.
    """

    entered = False
    set_up = False
    array_batch: Any = None  # the class of batches of such tables, if that is one of its own

    def __init__(
        self,
        game: Game,
        setting: Setting,
        deal: int,
        bots: Sequence[str | None],
        kinds: Sequence[ActionKind],
        observed: Sequence[Observed],
    ) -> None:
        self.game, self.game_name, self.setting, self.deal = game, game.name, setting, deal
        self.bots = tuple(bots)
        self.space = ActionSpace(kinds)
        marks = Observed(STEPS, (self.space.size,), 0.0, 1.0, "1 for each action taken for the decision under way")
        self.observed = (*observed, marks)
        self.actions: list[int] = []
        self.imagined = False
        self._path: list[Step] = []
        self._past: list[Any] = []  # what can be taken back
        self._options: tuple[Step, ...] = ()

    @staticmethod
    def start(
        game: str,
        players: int,
        rules: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        seed: int | None = None,
        bots: Sequence[str | None] | None = None,
    ) -> "Table":
        """Sit down at a new game.

        Same ``seed``, same deal: the first one of ``play`` with this seed; None for a deal that nobody knows. ``bots``
        has a bot for each seat, None for a person.
        """
        played = resolve_game(game)
        setting = played.setting(players, rules or {}, components or {})
        if seed is not None and not 0 <= seed < 1 << 64:
            raise BadValue("seed", seed, "a whole number from 0 to 2**64 - 1")
        deal = randbits(64) if seed is None else int(deal_seeds(seed, players, 0, 1)[0])
        return Table._of_game(played, game, setting, deal, [None] * players if bots is None else bots)

    @staticmethod
    def _of_game(
        game: Game, name: str, setting: Setting, deal: int, bots: Sequence[str | None], set_up: bool | None = None
    ) -> "Table":
        """A table at the start of a deal; one at which a game is entered if ``set_up`` is no None."""
        check_bots(game, setting, bots)
        table: Table = game.table(setting, deal, bots) if set_up is None else game.entered_table(setting, deal, set_up)
        table.game_name = name
        return table

    @staticmethod
    def enter(
        game: str,
        players: int,
        rules: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        set_up: bool = False,
    ) -> "Table":
        """Begin to enter a game that was played at a real table.

        With ``set_up``, a position is set up, however it came about. A game that goes on from it has no record.
        """
        played = resolve_game(game)
        setting = played.setting(players, rules or {}, components or {})
        return Table._of_game(played, game, setting, 0, [None] * players, set_up)

    # -- who is to act, and what may be done ---------------------------------------------------------------------------
    @property
    @abstractmethod
    def seat_to_act(self) -> int | None:
        """The seat that is to act, or None if the game is over."""

    @property
    @abstractmethod
    def decision(self) -> str:
        """The name of the decision under way; empty if the game is over."""

    @property
    def bot_to_act(self) -> str | None:
        """The bot that is to act, or None if a person is, or nobody."""
        return None if self.seat_to_act is None else self.bots[self.seat_to_act]

    def legal_actions(self) -> list[int]:
        """The legal actions in rising order; none if the game is over."""
        return sorted(map(self.space.action, self._options))

    def mask(self) -> NDArray[np.int8]:
        """For each action 1 if it is legal now, otherwise 0."""
        mask = np.zeros(self.space.size, np.int8)
        mask[self.legal_actions()] = 1
        return mask

    def apply(self, action: int) -> None:
        """Carry out an action of the seat that is to act; UsageError if it is not legal now."""
        step = self.space.step(action)
        if step not in self._options:
            if self.seat_to_act is None:
                raise UsageError("the game is over")
            raise BadValue("action", action, f"one of legal_actions(): {_some(self.legal_actions())}")
        self.actions.append(int(action))
        self._take(step)

    def square_of(self, action: int) -> Square | None:
        """The square of the scene's first board that an action picks, or None."""
        return None

    def placements(self) -> list[Placement]:
        """Where the piece that was picked may lie, in all ways to turn it; none before a piece was picked."""
        return []

    def corrections(self) -> list[Correction]:
        """The numbers that can be put right now in a position that is set up."""
        return []

    @abstractmethod
    def action_text(self, action: int) -> str:
        """A legal action in a player's words."""

    @property
    def path(self) -> list[int]:
        """The actions taken for the decision under way."""
        return [self.space.action(step) for step in self._path]

    @abstractmethod
    def _take(self, step: Step) -> None:
        """Carry out a legal step and find the next options."""

    # -- taking back ---------------------------------------------------------------------------------------------------
    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: nobody else has acted and nothing new was seen since."""
        return bool(self._path or self._past)

    def _undo(self) -> None:
        """Take the last step back."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the last action back; UsageError if it is too late."""
        if not self.can_undo:
            raise UsageError("nothing can be taken back: the last action ended a turn or showed something new")
        self.actions.pop()
        self._undo()

    # -- bots ----------------------------------------------------------------------------------------------------------
    def ask_bot(self) -> list[int]:
        """Let the bot that is to act make its whole decision."""
        bot = self.bot_to_act
        if bot is None or self._path:
            raise UsageError("no bot is to make a decision now")
        actions = [self.space.action(step) for step in self._bots_steps()]
        for action in actions:
            self.apply(action)
        self._past.clear()
        return actions

    def let_bots_play(self) -> None:
        """Let bots decide until a person is to act or the game is over."""
        while self.bot_to_act is not None:
            self.ask_bot()

    @abstractmethod
    def _bots_steps(self) -> list[Step]:
        """The steps of the decision that the bot to act makes."""

    @abstractmethod
    def hints(self, bot: str, most: int = 3) -> list[Hint]:
        """The best decisions according to a bot for the seat that is to act, best first.

        A bot that ranks nothing gives one: its own.
        """

    # -- other tables --------------------------------------------------------------------------------------------------
    @property
    def can_go_on(self) -> bool:
        """Whether the game is entered and can be played on from here: between two decisions of players."""
        return False

    def go_on(self, bots: Sequence[str | None], luck: int | None = None) -> None:
        """Play a game on that was entered so far. What people have in hand is asked for, all else is drawn by lot."""
        raise UsageError("this game is being played already")

    def copy(self, bots: Sequence[str | None] | None = None) -> Self:
        """The same position at a table of its own, to try something out."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        if bots is not None:
            check_bots(self.game, self.setting, bots)
            copied.bots = tuple(bots)
        copied.actions, copied._path = list(self.actions), list(self._path)
        copied._part_from(self)
        return copied

    @abstractmethod
    def _part_from(self, other: Self) -> None:
        """Copy all that changes in play and is still shared with another table. Bots have the luck of its seats."""

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def __reduce__(self) -> Any:
        return Table.resume, (self.saved(),)

    def imagine(self, chance: np.random.Generator) -> Self:
        """A game that the seat to act may believe to be in: what it cannot know is drawn again."""
        raise UsageError(f"{self.game.title} does not say what is hidden")

    def play_out(self, bot: str, chance: np.random.Generator) -> Mapping[str, Sequence[float]]:
        """The outcomes if a bot plays on in all seats. A decision that is half made is completed by chance."""
        table = self.copy([bot] * self.setting.players)
        while table._path:
            table.apply(int(chance.choice(table.legal_actions())))
        table._change_luck(chance)
        table._finish()
        return table.outcomes()

    @abstractmethod
    def _change_luck(self, chance: np.random.Generator) -> None:
        """Draw the random numbers of the bots again."""

    def _finish(self) -> None:
        """Let the bots, which sit in all seats, play to the end."""
        self.let_bots_play()

    # -- what is seen --------------------------------------------------------------------------------------------------
    @abstractmethod
    def scene(self, seat: int, turn: int | None = None) -> Scene:
        """The position as this seat may see it; after so many turns, if the table knows how that was."""

    def foreseen(self, actions: Sequence[int]) -> Sequence[str]:
        """What the turn has brought once these actions end a decision, in words; nothing if they do not."""
        return ()

    @abstractmethod
    def told(self) -> Sequence[Told]:
        """The turns so far. A game without turns tells each decision."""

    @abstractmethod
    def _observed_by(self, seat: int) -> Mapping[str, Any]:
        """The arrays of an observation."""

    def observation(self, seat: int) -> dict[str, NDArray[np.float32]]:
        """What this seat may know as arrays; ``observed`` declares their shapes and ranges."""
        arrays: dict[str, Any] = {**self._observed_by(seat)}
        arrays[STEPS] = self.space.marks(self.path if seat == self.seat_to_act else ())
        return {array.name: np.asarray(arrays[array.name], np.float32) for array in self.observed}

    # -- results -------------------------------------------------------------------------------------------------------
    @abstractmethod
    def outcomes(self) -> Mapping[str, Sequence[float]]:
        """The values of each outcome by seat; UsageError before the game is over."""

    @abstractmethod
    def record(self) -> Mapping[str, Any]:
        """The game's own record; UsageError before the game is over."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits in each seat: a bot or ``PERSON``."""
        return tuple(PERSON if bot is None else bot for bot in self.bots)

    def _check_over(self) -> None:
        if self.seat_to_act is not None:
            raise UsageError("the game is not over")

    # -- saved and resumed ---------------------------------------------------------------------------------------------
    def saved(self) -> dict[str, Any]:
        """The game so far as JSON data, for :meth:`resume`. It holds the seed of the deal, so a player who reads it
        knows what is hidden. UsageError for an imagined game."""
        if self.imagined:
            raise UsageError("an imagined game cannot be saved")
        return {
            "format": SAVED, "game": self.game_name, "rules_version": self.game.rules_version,
            "setting": self.setting.model_dump(mode="json"), "deal": self.deal, "bots": list(self.bots),
            "actions": list(self.actions), "luck": self._luck(), **self._origin(),
        }  # fmt: skip

    def _origin(self) -> dict[str, Any]:
        """What a saved game says beside its actions of where it came from."""
        return {}

    @abstractmethod
    def _luck(self) -> list[Any]:
        """Where the random numbers of each seat's bot are, as JSON data."""

    @abstractmethod
    def _set_luck(self, luck: Sequence[Any]) -> None:
        """Go on with these random numbers."""

    @staticmethod
    def resume(document: Any, game: Game | None = None) -> "Table":
        """Go on with a saved game."""
        return Table._resumed(document, game, lambda table: False)

    @staticmethod
    def _resumed(document: Any, game: Game | None, until: "Callable[[Table], bool]") -> "Table":
        """Go on with a saved game, from before the first action at which ``until`` holds."""
        if not isinstance(document, dict) or "format" not in document:
            raise UsageError("this is no saved game: it does not say its format")
        try:
            if document["format"] != SAVED:
                raise ValueError(f"its format is {document['format']!r}, not {SAVED!r}")
            game = resolve_game(document["game"]) if game is None else game
            setting = Setting.model_validate(document["setting"])
            setting = game.setting(setting.players, setting.rules, setting.components)
            deal, bots, actions = document["deal"], document["bots"], document["actions"]
            if not isinstance(deal, int) or not 0 <= deal < 1 << 64:
                raise ValueError("a deal is a number of 64 bits")
            if document["rules_version"] != game.rules_version:
                raise ValueError(f"it was played by version {document['rules_version']} of the rules")
            origin = document.get("entered")
            set_up = None if origin is None else origin["set_up"]
            table = Table._of_game(game, document["game"], setting, deal, bots, set_up)
            goes_on = None if origin is None else origin["goes_on"]
            for number, action in enumerate([*actions, None]):
                if until(table):
                    break
                if goes_on is not None and goes_on["actions"] == number:
                    table.go_on(bots, goes_on["luck"])
                if action is None:
                    break
                if not isinstance(action, int):
                    raise ValueError("an action is a whole number")
                by_bot = table.bot_to_act is not None
                table.apply(action)
                if by_bot and not table._path:
                    table._past.clear()
            table._set_luck(document["luck"])
        except KeyError as error:
            raise UsageError(f"this is no saved game: it has no {error}") from None
        except (TypeError, ValueError, OverflowError) as error:
            raise UsageError(f"this is no saved game: {error}") from None
        return table

    @staticmethod
    def branch(document: Any, turn: int, game: Game | None = None) -> "Table":
        """A new game that begins as a saved one, up to a turn in which another move is tried.

        A person takes the seat that played this turn. Bots stay; the coach takes the seats of other people. A game
        that was entered is entered again from there; where it was played on, all stay in their seats.
        """
        document = Table.resume(document, game).saved()  # or it says what is wrong with it

        def is_there(table: Table) -> bool:
            return len(table.told()) == turn - 1 and not table.path

        entered = "entered" in document
        bots = document["bots"] if entered else [None] * len(document["bots"])
        table = Table._resumed({**document, "bots": bots}, game, is_there)
        begun = len(table.told()) + (table.seat_to_act is not None)
        if not 1 <= turn <= begun:
            raise BadValue("turn", turn, f"a turn from 1 to {begun}")
        if entered:
            return table
        seat, coach = table.seat_to_act, coach_of(table.game)
        bots = [None if place == seat else bot or coach for place, bot in enumerate(document["bots"])]
        return Table.resume({**table.saved(), "bots": bots}, game)


def check_bots(game: Game, setting: Setting, bots: Sequence[str | None]) -> None:
    """A bot or a person for each seat, or UsageError."""
    if len(bots) != setting.players:
        raise BadValue("number of bots (one per seat, None for a person)", len(bots), str(setting.players))
    for bot in bots:
        if bot is not None:
            game.find_bot(bot)


def _some(actions: Sequence[int]) -> str:
    return ", ".join(map(str, actions[:_MOST])) + (f", … ({len(actions)} in all)" if len(actions) > _MOST else "")


def bot_failed(bot: str, seat: int, reason: str) -> RunError:
    """The error of a bot that breaks a rule or raises an exception in the middle of a game."""
    return RunError(f"bot {bot} in seat {seat + 1} failed: {reason}")
