"""A game in progress, played one small decision at a time.

A :class:`Table` is where people, learning agents and bots sit down together. Whoever is to act picks one of the legal
actions, such as a card, then a square. A whole decision of the game consists of one or more of them. Actions are
numbers in a range that the game declares, so that a program can use a fixed mask::

    table = Table.start("my_game", 3, bots=[None, "careful", "bold"], seed=7)
    while table.seat_to_act is not None:
        if table.bot_to_act is not None:
            table.ask_bot()
        else:
            table.apply(min(table.legal_actions()))
    print(table.record())

The two bases of games, compiled and plain Python, bring a table each.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from secrets import randbits
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core import registry
from arkadia_sim.core.options import Setting
from arkadia_sim.core.scene import Scene, Square
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import BadValue, RunError, UsageError
from arkadia_sim.rng import deal_seeds

if TYPE_CHECKING:
    from arkadia_sim.core.game import Game

COACH = "expert"
"""The bot that gives hints, in a game that has one of this name."""
PERSON = "person"
"""Stands in records for a seat without a bot."""

LONGEST = 20_000
"""More actions than a game takes."""

SAVED = "arkadia_sim-table/1"
"""The format of a game that is saved in the middle."""

STEPS = "steps"
"""The array of an observation that marks the actions taken for the decision under way."""


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


@dataclass(frozen=True)
class Told:
    """A turn that was played: the seat, and what happened in words that everybody may hear."""

    seat: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Hint:
    """A decision that a bot would consider.

    Attributes:
        words: The decision in words.
        score: Its score; None if the bot does not rank its options.
        unit: The unit of the score.
        actions: The actions that make it.
        is_absolute: Whether the score says something by itself; otherwise only how much better one option is.
        speaks: What speaks for it against a middling option, in words; only for the first few options.
    """

    words: str
    score: float | None
    unit: str
    actions: tuple[int, ...]
    is_absolute: bool = False
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
        starts = [0, *accumulate(kind.size for kind in kinds)]
        self.size = starts[-1]
        self._ranges = {kind.name: range(start, start + kind.size) for kind, start in zip(self.kinds, starts)}

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


def coach_of(game: "Game") -> str:
    """The bot that gives hints: ``COACH``, or the game's usual bot."""
    return COACH if COACH in (bot.name for bot in game.list_bots()) else game.default_bot


@runtime_checkable
class PlayedInSteps(Protocol):
    """A game that can be played one small decision at a time."""

    def table(self, setting: Setting, deal: int, bots: Sequence[str | None]) -> "Table":
        """A table at the start of the deal with this seed. ``bots`` has a bot for each seat, or None for a person."""

    def retraced(self, record: Mapping[str, Any], components: Mapping[str, Any]) -> "Table":
        """A table with people at which a recorded game was played again to its end.

        Raises:
            RecordError: A step of the record breaks a rule.
            UsageError: The deal of the record is not the one of its seed.
        """


@runtime_checkable
class CanBeEntered(Protocol):
    """A game of which somebody can enter what was played at a real table."""

    def entered_table(self, setting: Setting, deal: int, set_up: bool) -> "Table":
        """A table at the start. ``deal`` is what chance brings until somebody says otherwise; see `Table.enter`."""


class Table(ABC):
    """A game in progress. Seats count from 0.

    A game that is ``entered`` was played elsewhere: one person says what all players did and what chance brought. If it
    is ``set_up``, only the position counts: any player may move at any time, and numbers are put right.

    Attributes:
        game: The game.
        game_name: The name under which the game was found.
        setting: The setting.
        deal: The seed of the deal, which decides all luck of the game.
        bots: The bot in each seat, or None where a person or program picks the actions.
        space: The actions.
        observed: The arrays of an observation.
        actions: All actions so far, those of bots included.
        imagined: Whether hidden things were drawn again, see :meth:`imagine`.
    """

    entered = False
    set_up = False

    def __init__(
        self,
        game: "Game",
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
        self._options: tuple[Step, ...] = ()

    @staticmethod
    def start(
        game: "str | Game",
        players: int,
        rules: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        seed: int | None = None,
        bots: Sequence[str | None] | None = None,
    ) -> "Table":
        """Sit down at a new game.

        Args:
            game: The game or its name.
            players: How many play.
            rules: Options of the rules by name.
            components: Pieces that replace the game's own, by name.
            seed: Same seed, same deal: the first one of ``play`` with this seed. None: a deal that nobody knows.
            bots: A bot for each seat, None for a person. Left out: nobody is a bot.

        Raises:
            UsageError: An argument cannot be used, or the game cannot be played step by step.
        """
        played = registry.resolve_game(game) if isinstance(game, str) else game
        setting = played.setting(players, rules or {}, components or {})
        name = game if isinstance(game, str) else game.name
        if seed is not None and not 0 <= seed < 1 << 64:
            raise BadValue("seed", seed, "a whole number from 0 to 2**64 - 1")
        deal = randbits(64) if seed is None else int(deal_seeds(seed, players, 0, 1)[0])
        return _seated(played, name, setting, deal, [None] * players if bots is None else bots)

    @staticmethod
    def enter(
        game: "str | Game",
        players: int,
        rules: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        set_up: bool = False,
    ) -> "Table":
        """Begin to enter a game that was played at a real table; see :meth:`start` for the other arguments.

        Args:
            set_up: Set up a position, however it came about. A game that goes on from it has no record.

        Raises:
            UsageError: An argument cannot be used, or games of this kind cannot be entered.
        """
        played = registry.resolve_game(game) if isinstance(game, str) else game
        setting = played.setting(players, rules or {}, components or {})
        return _entered(played, game if isinstance(game, str) else game.name, setting, 0, set_up)

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

    def so_far(self) -> list[str]:
        """The actions taken for the decision under way, in words."""
        return []

    @abstractmethod
    def _take(self, step: Step) -> None:
        """Carry out a legal step and find the next options."""

    # -- taking back ---------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: nobody else has acted and nothing new was seen since."""

    @abstractmethod
    def _undo(self) -> None:
        """Take the last step back."""

    def undo(self) -> None:
        """Take the last action back; UsageError if it is too late."""
        if not self.can_undo:
            raise UsageError("nothing can be taken back: the last action ended a turn or showed something new")
        self.actions.pop()
        self._undo()

    # -- bots ----------------------------------------------------------------------------------------------------------

    def ask_bot(self) -> list[int]:
        """Let the bot that is to act make its whole decision.

        Returns:
            The actions of the decision, which were carried out.

        Raises:
            UsageError: No bot is to act.
            RunError: The bot breaks a rule or fails.
        """
        bot = self.bot_to_act
        if bot is None or self._path:
            raise UsageError("no bot is to make a decision now")
        actions = [self.space.action(step) for step in self._bots_steps()]
        for action in actions:
            self.apply(action)
        self._confirm()
        return actions

    @abstractmethod
    def _bots_steps(self) -> list[Step]:
        """The steps of the decision that the bot to act makes."""

    @abstractmethod
    def _confirm(self) -> None:
        """Forget what could be taken back."""

    @abstractmethod
    def hints(self, bot: str, most: int = 3) -> list[Hint]:
        """The best decisions according to a bot for the seat that is to act, best first.

        A bot that ranks nothing gives one: its own.

        Raises:
            UsageError: There is no such bot, the game is over, or a decision is half made.
        """

    # -- other tables --------------------------------------------------------------------------------------------------

    @property
    def can_go_on(self) -> bool:
        """Whether the game is entered and can be played on from here: between two decisions of players."""
        return False

    def go_on(self, bots: Sequence[str | None], luck: int | None = None) -> None:
        """Play a game on that was entered so far. What people have in hand is asked for, all else is drawn by lot.

        Args:
            bots: A bot for each seat, None for a person.
            luck: Same number, same luck. None: luck that nobody knows.

        Raises:
            UsageError: The game is not entered, or a decision is half made.
        """
        raise UsageError("this game is being played already")

    def copy(self, bots: Sequence[str | None] | None = None) -> Self:
        """The same position at a table of its own, to try something out.

        Args:
            bots: A bot for each seat, None for a person. Left out: the same as here.
        """
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
        """A game that the seat to act may believe to be in: what it cannot know is drawn again.

        Raises:
            UsageError: The game does not say what is hidden, or is over.
        """
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
        """Let the bots play to the end."""
        while self.bot_to_act is not None:
            self.ask_bot()

    # -- what is seen --------------------------------------------------------------------------------------------------

    @abstractmethod
    def scene(self, seat: int) -> Scene:
        """The position as this seat may see it."""

    @abstractmethod
    def told(self) -> Sequence[Told]:
        """The turns so far. A game without turns tells each decision."""

    @abstractmethod
    def _arrays(self, seat: int) -> Mapping[str, Any]:
        """The arrays of an observation."""

    def observation(self, seat: int) -> dict[str, NDArray[np.float32]]:
        """What this seat may know as arrays; ``observed`` declares their shapes and ranges."""
        arrays: dict[str, Any] = {**self._arrays(seat)}
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
            "format": SAVED,
            "game": self.game_name,
            "rules_version": self.game.rules_version,
            "setting": self.setting.model_dump(mode="json"),
            "deal": self.deal,
            "bots": list(self.bots),
            "actions": list(self.actions),
            "luck": self._luck(),
            **self._origin(),
        }

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
    def resume(document: Any, game: "Game | None" = None) -> "Table":
        """Go on with a saved game.

        Args:
            document: What :meth:`saved` returned, also after a detour through JSON.
            game: The game, if it cannot be found by the name in the document.

        Raises:
            UsageError: The document is no saved game, or belongs to other rules.
        """
        return Table._resumed(document, game, lambda table: False)

    @staticmethod
    def _resumed(document: Any, game: "Game | None", until: "Callable[[Table], bool]") -> "Table":
        """Go on with a saved game, from before the first action at which ``until`` holds."""
        if not isinstance(document, dict) or "format" not in document:
            raise UsageError("this is no saved game: it does not say its format")
        try:
            if document["format"] != SAVED:
                raise ValueError(f"its format is {document['format']!r}, not {SAVED!r}")
            game = registry.resolve_game(document["game"]) if game is None else game
            setting = Setting.model_validate(document["setting"])
            setting = game.setting(setting.players, setting.rules, setting.components)
            deal, bots, actions = document["deal"], document["bots"], document["actions"]
            if not isinstance(deal, int) or not 0 <= deal < 1 << 64:
                raise ValueError("a deal is a number of 64 bits")
            if document["rules_version"] != game.rules_version:
                raise ValueError(f"it was played by version {document['rules_version']} of the rules")
            origin, goes_on = document.get("entered"), None
            if origin is None:
                table = _seated(game, document["game"], setting, deal, bots)
            else:
                table, goes_on = _entered(game, document["game"], setting, deal, origin["set_up"]), origin["goes_on"]
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
                    table._confirm()
            table._set_luck(document["luck"])
        except KeyError as error:
            raise UsageError(f"this is no saved game: it has no {error}") from None
        except (TypeError, ValueError, OverflowError) as error:
            raise UsageError(f"this is no saved game: {error}") from None
        return table

    @staticmethod
    def branch(document: Any, turn: int, game: "Game | None" = None) -> "Table":
        """A new game that begins as a saved one, up to a turn in which another move is tried.

        A person takes the seat that played this turn. Bots stay; the coach takes the seats of other people. A game
        that was entered is entered again from there; where it was played on, all stay in their seats.

        Args:
            document: The saved game, as for :meth:`resume`.
            turn: The turn to play otherwise, counted from 1.
            game: As for :meth:`resume`.

        Raises:
            UsageError: The document is no saved game, or the turn was not played.
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

    @staticmethod
    def branch_of_record(game: "Game", record: Mapping[str, Any], components: Mapping[str, Any], turn: int) -> "Table":
        """A new game that begins as a recorded one; see :meth:`branch`.

        Bots that have no name of their own become the coach: looking at a record runs no program that it names.

        Raises:
            RecordError: A step of the record breaks a rule.
            UsageError: The deal of the record is not the one of its seed, or the turn was not played.
        """
        if not isinstance(game, PlayedInSteps):
            raise _not_in_steps(game)
        table = game.retraced(record, components)
        known = {bot.name for bot in game.list_bots()}
        bots = [bot if BotSpec.parse(bot).name in known else None for bot in record["bots"]]
        return Table.branch({**table.saved(), "bots": bots}, turn, game)


def _not_in_steps(game: "Game") -> UsageError:
    return UsageError(f"{game.title} cannot be played step by step: it does not say what its steps are")


def _seated(game: "Game", name: str, setting: Setting, deal: int, bots: Sequence[str | None]) -> Table:
    if not isinstance(game, PlayedInSteps):
        raise _not_in_steps(game)
    check_bots(game, setting, bots)
    table = game.table(setting, deal, bots)
    table.game_name = name
    return table


def check_bots(game: "Game", setting: Setting, bots: Sequence[str | None]) -> None:
    """A bot or a person for each seat, or UsageError."""
    if len(bots) != setting.players:
        raise BadValue("number of bots (one per seat, None for a person)", len(bots), str(setting.players))
    for bot in bots:
        if bot is not None:
            game.find_bot(bot)


def _entered(game: "Game", name: str, setting: Setting, deal: int, set_up: bool) -> Table:
    if not isinstance(game, CanBeEntered):
        raise UsageError(f"a game of {game.title} cannot be entered")
    table = game.entered_table(setting, deal, set_up)
    table.game_name = name
    return table


def _some(actions: Sequence[int], most: int = 12) -> str:
    return ", ".join(map(str, actions[:most])) + (f", … ({len(actions)} in all)" if len(actions) > most else "")


def bot_failed(bot: str, seat: int, reason: str) -> RunError:
    """The error of a bot that breaks a rule or raises an exception in the middle of a game."""
    return RunError(f"bot {bot} in seat {seat + 1} failed: {reason}")


def play_on(table: Table) -> Iterator[Told]:
    """Let bots decide until a person is to act or the game is over; yields each turn that ends on the way."""
    heard = len(table.told())
    while table.bot_to_act is not None:
        table.ask_bot()
        told = table.told()
        yield from told[heard:]
        heard = len(told)
