"""The compiled code of a game, called from plain Python: the engine, how bots are asked, and how they are tested."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import accelerate
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.constraint import Constraint, limiting_numbers
from arkadia_sim.core.cues import Cue
from arkadia_sim.errors import UsageError
from arkadia_sim.kernels.look_ahead import Parts, RunOut
from arkadia_sim.kernels.play_loop import Play, Records, shielded
from arkadia_sim.kernels.rules import CUES, DISREGARDED, FAULT_OF_DISREGARD
from arkadia_sim.sources import is_own


@dataclass(frozen=True)
class Engine:
    """A game's compiled code."""

    decisions: tuple[str, ...]  # what bots decide, by phase
    parts: Parts  # what looks ahead is made of: how games are played, and functions that decide and step
    run_out: RunOut  # the entry points that play on from a position
    logs: int  # the log has room for the turns of at least this many games
    constraints: tuple[Constraint, ...] = ()  # what bots can be barred from or forced to
    cues: tuple[Cue, ...] = ()  # what a person can count, in a situation and in the options of each decision
    # compiled functions for decisions that a bot may leave out; chance makes all others
    defaults: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    # ``handed`` of the parts for plain Python, if that is not the same function
    handed_by_hand: Callable[[Any, int], tuple[Any, ...]] | None = None

    def default(self, decision: str) -> Callable[..., Any]:
        """The compiled function for a decision that a bot leaves out."""
        default: Callable[..., Any] = self.defaults.get(decision, self.parts.decide_by_chance)
        return default

    @property
    def play(self) -> Play:
        """The entry points that play games."""
        return self.parts.play

    @cached_property
    def handed(self) -> Callable[[Any, int], tuple[Any, ...]]:
        """``handed(game, seat)`` returns the records that a seat sees, the table first."""
        return self.handed_by_hand or getattr(self.parts.handed, "py_func", self.parts.handed)

    def moves_on(self, table: Any, decision: Any) -> bool:
        """Whether the game continues without asking anybody; ``decision`` is then filled in."""
        return bool(getattr(self.parts.moves_on, "py_func", self.parts.moves_on)(table, decision))

    @property
    def records(self) -> Records:
        """The records of the game. A ``row`` counts the player's ``turns``."""
        return self.play.records

    def counted(self, handed: Sequence[Any], choice: Any) -> NDArray[np.float64]:
        """By cue, what the situation counts, from the place SITUATION on, and a legal choice, from CUES on."""
        mind = self.records.new_minds()[0]
        with np.errstate(over="ignore"):
            self.parts.count_choice(*handed, mind, choice)
        counted: NDArray[np.float64] = mind["counted"]
        return counted

    def counts_of(
        self, decision: str, handed: Sequence[Any], options: Sequence[Any]
    ) -> tuple[list[Cue], NDArray[np.float64]]:
        """The cues of a decision, and what each option counts, by cue; ``handed`` is what the player sees."""
        cues = [cue for cue in self.cues if cue.decision == decision]
        return cues, np.array([self.counted(handed, option)[CUES : CUES + len(cues)] for option in options])

    @property
    def faults(self) -> dict[int, tuple[str, str]]:
        """The broken rule, and how it was broken, for each number of a fault."""
        return {**self.parts.faults, DISREGARDED: FAULT_OF_DISREGARD}

    def settings_of(self, bots: Sequence[Seated], players: int) -> NDArray[Any]:
        """The ``SETTINGS`` records of bots at a table of this size; the loop copies them into the players' minds."""
        settings = np.zeros(len(bots), self.records.settings)
        for entry, bot in zip(settings, bots, strict=True):
            entry["temperature"] = bot.temperature
            entry["mixing"] = [bot.mixing(decision) for decision in self.decisions]
            numbers = bot.numbers_at(players)
            entry["parameters"][: len(numbers)] = numbers
            limiting = limiting_numbers(bot.constraints, self.constraints, self.cues, bot.followed_at(players))
            entry["rules"][: len(limiting)] = limiting
        return settings

    def minds_of(self, seated: Sequence[Seated]) -> NDArray[Any]:
        """The ``MIND`` records of the bots at a table, with their parameters and temperatures; streams are not set."""
        minds = self.records.new_minds()
        for mind, settings in zip(minds, self.settings_of(seated, len(seated)), strict=False):
            for name in self.records.settings.names or ():
                mind[name] = settings[name]
        return minds

    def deciders_of(self, seated: Sequence[Seated]) -> tuple[tuple[Callable[..., Any], ...], ...]:
        """The functions of all seats for each decision; empty seats have those of the first bot.

        Functions from users' files are handed copies of what their seat sees.
        """
        everywhere = [*seated, *[seated[0]] * (self.records.seats - len(seated))]
        return tuple(
            tuple(self._shielded(bot.bot.decisions.get(name, self.default(name)), name) for bot in everywhere)
            for name in self.decisions
        )

    def _shielded(self, decide: Callable[..., Any], name: str) -> Callable[..., Any]:
        file = Path(getattr(decide, "py_func", decide).__code__.co_filename)
        if not hasattr(decide, "nopython_signatures") or is_own(file):
            return decide
        return _behind_a_shield(self.records, decide, str(file))

    def entry_points(self, bots: Sequence[Seated]) -> list[Callable[..., Any]]:
        """The compiled functions that games of these bots need, but for those that only some turns do."""
        play = self.play
        needed = {function for bot in bots for functions in self.deciders_of([bot]) for function in functions}
        if any(not bot.bot.in_python for bot in bots):
            needed |= {play.play_games, play.limit_nobody}
        if any(bot.bot.in_python for bot in bots):
            needed |= {play.open_game, play.advance, play.close_game, play.veil, self.parts.list_options}
        if any(not bot.is_free for bot in bots):
            needed |= {play.limit, self.parts.find, self.parts.note_choice, self.parts.decide_by_chance}
        return list(needed)

    def check(self, seated: Seated, title: str) -> None:
        """UsageError for a bot with unknown decisions, functions of another signature or too many parameters."""
        unknown = set(seated.bot.decisions) - set(self.decisions)
        if unknown:
            raise UsageError(
                f"bot {seated.bot.name} decides {', '.join(sorted(unknown))}; {title} asks for {self.decisions}"
            )
        for name in sorted(set(seated.bot.decisions) - seated.bot.plain) if accelerate.JIT_ENABLED else ():
            made = getattr(seated.bot.decisions[name], "nopython_signatures", None)
            if made != getattr(self.default(name), "nopython_signatures", None):
                raise UsageError(
                    f"bot {seated.bot.name}: its {name} can be asked neither as plain Python, for it takes several "
                    f"arguments, nor as compiled code, for it is not marked as a `decision` of {title}"
                )
        most = self.records.settings["parameters"].shape[0]
        if len(seated.parameters) > most:
            raise UsageError(f"bot {seated.bot.name} has more than {most} parameters")


def copied(records: NDArray[Any]) -> NDArray[Any]:
    """A copy of records, byte by byte: NumPy copies them field by field, which takes twenty times as long."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


@cache
def _behind_a_shield(records: Records, decide: Any, file: str) -> Callable[..., Any]:
    code = decide.py_func.__code__
    made: Callable[..., Any] = shielded(records, decide, file, f"{code.co_qualname}:{code.co_firstlineno}")
    return made


Change = Callable[[Any, int, np.random.Generator], None]
"""``change(game, seat, chance)`` draws something again, in place, that a seat of a ``GAME`` cannot know."""


class Variant(NamedTuple):
    """Rules, pieces and a table size that bots are tested with."""

    players: int
    rules: Mapping[str, Any] = {}
    components: Mapping[str, Any] = {}

    def __str__(self) -> str:
        chosen = {**self.rules, **self.components}
        return f"{self.players} players" + "".join(f", {name} = {value}" for name, value in chosen.items())


@dataclass(frozen=True)
class BotTrials:
    """How the bots of a game are tested, and what nobody knows in it."""

    variants: Sequence[Variant]  # every number of players and each option both ways; the first three are played most
    # ``fields_that_count(decision, phase)`` names the fields of a filled-in decision that the kernel reads in that
    # phase
    fields_that_count: Callable[[Any, int], tuple[str, ...]]
    # ``unknown(game)`` lists what a seat cannot know in this game, each with a function that draws it again
    unknown: Callable[[Any], Sequence[tuple[str, Change]]]
    # ``bound(mind, chance)`` brings counts back into their range in a mind that was filled at random
    bound: Callable[[Any, np.random.Generator], None] = lambda mind, chance: None


@dataclass(frozen=True)
class Gift:
    """Something that a player gets for nothing in the middle of a game, to find out what it is worth."""

    name: str  # its name in tables
    phrase: str  # what it is, in a player's words
    give: Callable[[Any, int], bool]  # gives it to a seat in a ``GAME``; False if there is no such thing at the moment


def more(record: str, name: str, *place: int, number: int = 1) -> Callable[[Any, int], bool]:
    """How a gift gives more of what a record of a ``GAME`` counts by seat, or by seat and place."""

    def give(game: Any, seat: int) -> bool:
        game[record][name][(seat, *place)] += number
        return True

    return give


@dataclass(frozen=True)
class Awaited:
    """Something that may come about after a player's turn."""

    name: str  # its name in tables
    phrase: str  # what comes about, in a player's words
    # the kind and the number of each case in a ``GAME`` in which it may come about, such as every open building with
    # its gaps
    cases: Callable[[Any], Sequence[tuple[str, int]]]
    came: Callable[[Any, int], bool]  # whether it has come about in a ``GAME``, for the case of this number
    by_the_end: bool = False  # whether it is awaited until the game is over, instead of until the player's next turn
