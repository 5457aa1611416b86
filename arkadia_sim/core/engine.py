"""The compiled code of a game, called from plain Python: the engine, how bots are asked, and how they are tested."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arkadia_sim import accelerate
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.constraint import Constraint, limiting_numbers
from arkadia_sim.core.cues import SITUATION as SITUATION_CUE
from arkadia_sim.core.cues import Cue, Sight
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.stepwise import Walker
from arkadia_sim.core.user_code import Patience, is_ctrl_c
from arkadia_sim.core.view import PlayerView, decision_of, limit, scores_of
from arkadia_sim.errors import RecordError, UsageError
from arkadia_sim.kernels.limits import DISREGARDED, FAULT_OF_DISREGARD
from arkadia_sim.kernels.look_ahead import Parts, RunOut
from arkadia_sim.kernels.play_loop import Ask, Play, Records, next_uniform
from arkadia_sim.kernels.rules import CUES, SITUATION
from arkadia_sim.kernels.shield import shielded
from arkadia_sim.sources import is_own

if TYPE_CHECKING:
    from arkadia_sim.core.compiled_table import Steps


@dataclass(frozen=True)
class Engine:
    """A game's compiled code.

    Attributes:
        decisions: What bots decide, by phase.
        defaults: A compiled function for each decision.
        parts: What looks ahead is made of: how games are played, and functions that decide and step.
        run_out: The entry points that play on from a position.
        handed: ``handed(game, seat)`` returns the records that a seat sees, the table first, for plain Python.
        note_choice: The compiled function that says whether a choice is among those that constraints leave.
        count_choice: The compiled function that counts the game's cues in a situation and in a legal choice.
        kernel_faults: The broken rule, and how it was broken, for each answer of a kernel other than OK.
        logs: The log has room for the turns of at least this many games.
        constraints: What bots can be barred from or forced to.
        cues: What rules can count.
    """

    decisions: tuple[str, ...]
    defaults: Mapping[str, Callable[..., Any]]
    parts: Parts
    run_out: RunOut
    handed: Callable[[Any, int], tuple[Any, ...]]
    note_choice: Callable[..., bool]
    count_choice: Callable[..., None]
    kernel_faults: Mapping[int, tuple[str, str]]
    logs: int
    constraints: tuple[Constraint, ...] = ()
    cues: tuple[Cue, ...] = ()

    @property
    def play(self) -> Play:
        """The entry points that play games."""
        return self.parts.play

    def moves_on(self, table: Any, decision: Any) -> bool:
        """Whether the game continues without asking anybody; ``decision`` is then filled in."""
        return bool(getattr(self.parts.moves_on, "py_func", self.parts.moves_on)(table, decision))

    @property
    def records(self) -> Records:
        """The records of the game. A ``row`` counts the player's ``turns``."""
        return self.play.records

    def counts(self, handed: Sequence[Any], choice: Any) -> NDArray[np.float64]:
        """What a legal choice counts, by cue of its decision, then zeros."""
        return self.counted(handed, choice)[CUES:]

    def counted(self, handed: Sequence[Any], choice: Any) -> NDArray[np.float64]:
        """What the situation counts, from the place SITUATION on, and a legal choice, from CUES on."""
        mind = self.records.new_minds()[0]
        with np.errstate(over="ignore"):
            self.count_choice(*handed, mind, choice)
        counted: NDArray[np.float64] = mind["counted"]
        return counted

    def sight(self, cues: Sequence[Cue], decision: str, handed: Sequence[Any]) -> Sight:
        """What a person can count in the options of a decision; ``handed`` is what the player sees."""
        own = [cue for cue in cues if cue.decision == decision]
        situations = [cue for cue in cues if cue.decision == SITUATION_CUE]
        return Sight(
            own,
            lambda choice: self.counts(handed, choice)[: len(own)],
            situations,
            lambda choice: self.counted(handed, choice)[SITUATION:CUES][: len(situations)],
        )

    @property
    def faults(self) -> dict[int, tuple[str, str]]:
        """The broken rule, and how it was broken, for each number of a fault."""
        return {**self.kernel_faults, DISREGARDED: FAULT_OF_DISREGARD}

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
            tuple(self._shielded(bot.bot.decisions.get(name, self.defaults[name]), name) for bot in everywhere)
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
            needed.add(play.play_games)
        if any(bot.bot.in_python for bot in bots):
            needed |= {play.open_game, play.advance, play.close_game, play.veil}
        if any(not bot.is_free for bot in bots):
            needed |= {play.steps.limited.ask, self.parts.find, self.note_choice, self.parts.decide_by_chance}
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
            if made != getattr(self.defaults[name], "nopython_signatures", None):
                raise UsageError(
                    f"bot {seated.bot.name}: its {name} can be asked neither as plain Python, for it takes several "
                    f"arguments, nor as compiled code, for it is not marked as a `decision` of {title}'s bots_api.kit"
                )
        most = self.records.settings["parameters"].shape[0]
        if len(seated.parameters) > most:
            raise UsageError(f"bot {seated.bot.name} has more than {most} parameters")


class Answers(Protocol):
    """How a game asks bots in plain Python, and how it reads their answers."""

    def view(self, parameters: Mapping[str, float], handed: tuple[Any, ...], random: Dice) -> PlayerView[Any]:
        """What a bot sees."""

    def move(self, choice: Any, table: Any) -> Any:
        """An answer as a move; AttributeError, OverflowError, TypeError or ValueError if it cannot be read as one."""
        return choice

    def write(self, decision: Any, move: Any, table: Any) -> None:
        """Fill in a decision from a move, which may be illegal. Raises RecordError, and what :meth:`move` raises."""

    def try_out(self, game: Any, move: Any) -> None:
        """Carry out a move in a game; RecordError if the rules forbid it."""

    def rule_of(self, decision: str) -> str:
        """The rule to name if an answer does not fit this question."""


def ask(engine: Engine, answers: Answers, seated: Seated, seat: int, minds: Any, steps: Callable[[], "Steps"]) -> Ask:
    """The ask of a bot.

    Args:
        engine: The game.
        answers: How bots in plain Python are asked at this table.
        seated: The bot.
        seat: Where it sits.
        minds: The ``MIND`` records of all seats; that of this seat changes in place.
        steps: Returns how decisions are made step by step at this table.

    Returns:
        The ask. It raises RecordError, with the number of the rule, if the answer does not fit the question, breaks a
        rule or disregards constraints.
    """
    walks = seated.bot.act is not None
    free = (
        _stepwise(engine, answers, Walker(steps(), seated), seat, minds)
        if walks
        else _free(engine, answers, seated, seat, minds)
    )
    return free if seated.is_free else _limited(engine, free, seat, minds)


def _limited(engine: Engine, free: Ask, seat: int, minds: Any) -> Ask:
    """The ask of a bot with constraints, or one that is watched."""

    def ask(game: Any, decision: Any) -> None:
        handed = engine.handed(game, seat)
        engine.parts.find(*handed, minds[seat])
        free(game, decision)
        if not engine.note_choice(*handed, minds[seat], decision, game["now"]):
            raise RecordError(*FAULT_OF_DISREGARD)

    return ask


def _by_chance(engine: Engine, handed: tuple[Any, ...], mind: Any, decision: Any) -> bool:
    """Whether the bot's temperature leaves a decision to chance, which then fills it in."""
    probability = float(mind["mixing"][int(handed[0]["phase"])])
    left = probability > 0.0 and next_uniform(mind["random"]) < probability
    if left:
        engine.parts.decide_by_chance(*handed, mind, decision)
    return left


def _stepwise(engine: Engine, answers: Answers, walker: Walker, seat: int, minds: Any) -> Ask:
    def ask(game: Any, decision: Any) -> None:
        handed, mind = engine.handed(game, seat), minds[seat]
        if not _by_chance(engine, handed, mind, decision):
            dice = Dice(mind["random"])
            rule = answers.rule_of(engine.decisions[int(game["table"]["phase"])])
            walker.fill(tuple(record.copy() for record in handed), dice, decision, rule)
            mind["random"] = dice.words

    return ask


def _free(engine: Engine, answers: Answers, seated: Seated, seat: int, minds: Any) -> Ask:
    trial, settings = engine.records.new_game(), cache(lambda players: MappingProxyType(seated.settings(players)))
    stream = minds["random"][seat]

    def ask(game: Any, decision: Any) -> None:
        handed, mind = engine.handed(game, seat), minds[seat]
        if _by_chance(engine, handed, mind, decision):
            return
        name = engine.decisions[int(handed[0]["phase"])]
        function = seated.bot.decisions.get(name, engine.defaults[name])
        if name not in seated.bot.plain:
            function(*handed, mind, decision)
            return
        random = Dice(stream.tolist())
        view, words = answers.view(settings(int(handed[0]["players"])), handed, random), random.words
        if not seated.is_free and mind["limits"]["bound"]:
            limit(view, _limits(engine, answers, handed, mind, game["now"]), mind)
        choice = function(view)
        if view.random.words is not words:
            stream[:] = view.random.words
        listed = decision_of(view, choice)
        if listed is not None:
            decision.setfield(listed, decision.dtype)
            return
        try:
            move, trial[0] = answers.move(choice, game["table"]), game
            answers.try_out(trial[0], move)
            answers.write(decision, move, game["table"])
        except RecordError as error:
            rule, fault = error.rule, str(error)
        except (AttributeError, OverflowError, TypeError, ValueError) as error:
            rule, fault = answers.rule_of(name), f"{choice!r} cannot be read as a choice ({error})"
        else:
            return
        raise RecordError(rule, f"{rule}: bot {seated.bot.name} at its {name}: {fault}")

    return ask


def _limits(engine: Engine, answers: Answers, handed: tuple[Any, ...], mind: Any, now: Any) -> Callable[[Any], bool]:
    """Whether a move is among those that the constraints in a mind leave, as a function of the move."""
    shown, account = tuple(record.copy() for record in (*handed, mind)), now.copy()

    def is_left(move: Any) -> bool:
        decision = np.zeros(1, engine.records.decision)[0]
        answers.write(decision, move, shown[0])
        return bool(engine.note_choice(*shown, decision, account))

    return is_left


class Thoughts(NamedTuple):
    """What a bot in plain Python thinks at a decision: its choice, and the moves that it scored, with their scores."""

    choice: Any
    scores: list[tuple[Any, float]]


def thoughts(engine: Engine, answers: Answers, seated: Seated, game: Any, stream: Any = None) -> Thoughts | None:
    """Ask a bot in plain Python what it thinks of the decision at hand; the game stays as it is.

    Args:
        engine: The game.
        answers: How bots in plain Python are asked at this table.
        seated: The bot.
        game: A ``GAME`` record.
        stream: The seat's random numbers; others if left out.

    Returns:
        What it thinks; None if it fails, or decides this by compiled code.
    """
    phase = int(game["table"]["phase"])
    name = engine.decisions[phase] if phase < len(engine.decisions) else ""
    if name not in seated.bot.plain:
        return None
    mind, copy = engine.records.new_minds()[0], engine.records.new_game()
    mind["random"], copy[0] = (1, 1) if stream is None else stream, game
    parameters, handed = (
        seated.settings(int(game["table"]["players"])),
        engine.handed(copy[0], int(game["table"]["seat"])),
    )
    view = answers.view(parameters, handed, Dice(mind["random"]))
    try:
        with Patience()(seated.spec, int(game["table"]["turn"])):
            return Thoughts(answers.move(seated.bot.decisions[name](view), game["table"]), scores_of(view))
    except BaseException as error:  # a bot may raise anything
        if is_ctrl_c(error):
            raise
        return None


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


def _nothing(mind: Any, chance: np.random.Generator) -> None:
    pass


@dataclass(frozen=True)
class BotTrials:
    """How the bots of a game are tested.

    Attributes:
        variants: Every number of players and each option both ways; the first three are played most.
        fields_that_count: ``fields_that_count(decision, phase)`` names the fields of a filled-in decision that the
            kernel reads in that phase.
        unknown: ``unknown(game)`` lists what a seat cannot know in this game, each with a function that draws it again.
        optional: Fields of a decision that a bot need not fill in.
        bound: ``bound(mind, chance)`` brings counts back into their range in a mind that was filled at random.
    """

    variants: Sequence[Variant]
    fields_that_count: Callable[[Any, int], tuple[str, ...]]
    unknown: Callable[[Any], Sequence[tuple[str, Change]]]
    optional: frozenset[str] = frozenset()
    bound: Callable[[Any, np.random.Generator], None] = _nothing
