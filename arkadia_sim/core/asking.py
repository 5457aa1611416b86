"""How bots of compiled games are asked: compiled ones, plain ones, those that go step by step."""

from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.dice import Dice
from arkadia_sim.core.engine import Engine
from arkadia_sim.core.language import Language
from arkadia_sim.core.stepwise import StepView
from arkadia_sim.core.table import STEPS, ActionSpace, Step
from arkadia_sim.core.user_code import Patience, is_ctrl_c
from arkadia_sim.core.view import decision_of, limit, scores_of
from arkadia_sim.errors import RecordError
from arkadia_sim.kernels.limits import FAULT_OF_DISREGARD
from arkadia_sim.kernels.play_loop import Ask, next_uniform


def ask(language: Language, seated: Seated, seat: int, minds: Any) -> Ask:
    """The ask of a bot.

    Args:
        language: What the game says of its steps at this table.
        seated: The bot.
        seat: Where it sits.
        minds: The ``MIND`` records of all seats; that of this seat changes in place.

    Returns:
        The ask. It raises RecordError, with the number of the rule, if the answer does not fit the question, breaks a
        rule or disregards constraints.
    """
    walks = seated.bot.act is not None
    free = _stepwise(language, Walker(language, seated), seat, minds) if walks else _free(language, seated, seat, minds)
    return free if seated.is_free else _limited(language.engine, free, seat, minds)


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


def _stepwise(language: Language, walker: "Walker", seat: int, minds: Any) -> Ask:
    engine = language.engine

    def ask(game: Any, decision: Any) -> None:
        handed, mind = engine.handed(game, seat), minds[seat]
        if not _by_chance(engine, handed, mind, decision):
            dice = Dice(mind["random"])
            rule = language.rule_of(engine.decisions[int(game["table"]["phase"])])
            walker.fill(tuple(record.copy() for record in handed), dice, decision, rule)
            mind["random"] = dice.words

    return ask


def _free(language: Language, seated: Seated, seat: int, minds: Any) -> Ask:
    engine = language.engine
    trial, settings = engine.records.new_game(), cache(lambda players: MappingProxyType(seated.settings(players)))
    stream = minds["random"][seat]

    def ask(game: Any, decision: Any) -> None:
        handed, mind = engine.handed(game, seat), minds[seat]
        if _by_chance(engine, handed, mind, decision):
            return
        name = engine.decisions[int(handed[0]["phase"])]
        function = seated.bot.decisions.get(name, engine.default(name))
        if name not in seated.bot.plain:
            function(*handed, mind, decision)
            return
        random = Dice(stream.tolist())
        view, words = language.view(settings(int(handed[0]["players"])), handed, random), random.words
        if not seated.is_free and mind["limits"]["bound"]:
            limit(view, _limits(language, handed, mind, game["now"]), mind)
        choice = function(view)
        if view.random.words is not words:
            stream[:] = view.random.words
        listed = decision_of(view, choice)
        if listed is not None:
            decision.setfield(listed, decision.dtype)
            return
        try:
            move, trial[0] = language.move(choice, game["table"]), game
            language.try_out(trial[0], move)
            language.write(decision, move, game["table"])
        except RecordError as error:
            rule, fault = error.rule, str(error)
        except (AttributeError, OverflowError, TypeError, ValueError) as error:
            rule, fault = language.rule_of(name), f"{choice!r} cannot be read as a choice ({error})"
        else:
            return
        raise RecordError(rule, f"{rule}: bot {seated.bot.name} at its {name}: {fault}")

    return ask


def _limits(language: Language, handed: tuple[Any, ...], mind: Any, now: Any) -> Callable[[Any], bool]:
    """Whether a move is among those that the constraints in a mind leave, as a function of the move."""
    engine, shown, account = language.engine, tuple(record.copy() for record in (*handed, mind)), now.copy()

    def is_left(move: Any) -> bool:
        decision = np.zeros(1, engine.records.decision)[0]
        language.write(decision, move, shown[0])
        return bool(engine.note_choice(*shown, decision, account))

    return is_left


class Thoughts(NamedTuple):
    """What a bot in plain Python thinks at a decision: its choice, and the moves that it scored, with their scores."""

    choice: Any
    scores: list[tuple[Any, float]]


def thoughts(language: Language, seated: Seated, game: Any, stream: Any = None) -> Thoughts | None:
    """Ask a bot in plain Python what it thinks of the decision at hand; the game stays as it is.

    Args:
        language: What the game says of its steps at this table.
        seated: The bot.
        game: A ``GAME`` record.
        stream: The seat's random numbers; others if left out.

    Returns:
        What it thinks; None if it fails, or decides this by compiled code.
    """
    engine, phase = language.engine, int(game["table"]["phase"])
    name = engine.decisions[phase] if phase < len(engine.decisions) else ""
    if name not in seated.bot.plain:
        return None
    mind, copy = engine.records.new_minds()[0], engine.records.new_game()
    mind["random"], copy[0] = (1, 1) if stream is None else stream, game
    parameters, handed = (
        seated.settings(int(game["table"]["players"])),
        engine.handed(copy[0], int(game["table"]["seat"])),
    )
    view = language.view(parameters, handed, Dice(mind["random"]))
    try:
        with Patience()(seated.spec, int(game["table"]["turn"])):
            return Thoughts(language.move(seated.bot.decisions[name](view), game["table"]), scores_of(view))
    except BaseException as error:  # a bot may raise anything
        if is_ctrl_c(error):
            raise
        return None


class Walker:
    """Makes the decisions of a seated bot step by step."""

    def __init__(self, language: Language, seated: Seated) -> None:
        self._language, self._space, self._bot = language, ActionSpace(language.kinds), seated

    def fill(self, handed: tuple[Any, ...], random: Dice, decision: Any, rule: str) -> None:
        """Fill in a decision; RecordError with the number of this rule if the bot picks an action that is not legal."""
        act, seat, players = self._bot.bot.act, int(handed[0]["seat"]), int(handed[0]["players"])
        assert act is not None
        arrays = {name: np.asarray(array, np.float32) for name, array in self._language.arrays(handed, seat).items()}
        observation = {array.name: arrays[array.name] for array in self._language.observed}
        settings = self._bot.settings(players)
        path, taken = list[Step](), list[int]()
        while options := self._language.options(handed, path):
            legal = sorted(map(self._space.action, options))
            view = StepView({**observation, STEPS: self._space.marks(taken)}, legal, random, settings)
            action = act(view)
            if action not in legal:
                raise RecordError(rule, f"bot {self._bot.bot.name}: action {action!r} is not legal")
            taken.append(int(action))
            path.append(self._space.step(taken[-1]))
        self._language.fill(handed, path, decision)
