"""How bots of compiled games are asked: compiled ones, plain ones, those that go step by step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.language import Language
from arkadia_sim.compiled.view import decision_of, limit, scores_of
from arkadia_sim.core.bot import Seated
from arkadia_sim.core.table import STEPS, ActionSpace, Step, flattened
from arkadia_sim.core.user_code import Patience, is_ctrl_c
from arkadia_sim.errors import RecordError
from arkadia_sim.kernels.play_loop import Ask, next_uniform
from arkadia_sim.kernels.rules import FAULT_OF_DISREGARD
from arkadia_sim.rng import Dice


@dataclass(frozen=True)
class StepView:
    """What a bot sees before each action."""

    observation: Mapping[str, NDArray[np.float32]]  # the arrays by name; ``Table.observed`` declares them
    legal: Sequence[int]  # the legal actions in rising order
    random: Dice  # the seat's own dice, the only ones to use
    parameters: Mapping[str, float]  # the bot's parameters by name

    @property
    def flat(self) -> NDArray[np.float32]:
        """The arrays one after another, as environments for learning give them."""
        return flattened(self.observation)


def ask(language: Language, seated: Seated, seat: int, minds: Any, players: int) -> Ask:
    """The ask of a bot."""
    engine, probabilities, is_free = language.engine, minds["mixing"][seat], seated.is_free
    decide = _free(language, seated, minds, seat, players) if seated.bot.act is None else _stepwise(language, seated)

    def ask(game: Any, decision: Any) -> None:
        handed, mind = engine.handed(game, seat), minds[seat]
        probability = probabilities[int(handed[0]["phase"])]
        # drawn first, as in compiled code: what is found and what is chosen go by the same lots
        by_chance = probability > 0.0 and next_uniform(mind["random"]) < probability
        if not is_free:
            engine.parts.find(*handed, mind)
        if by_chance:
            engine.parts.decide_by_chance(*handed, mind, decision)
        else:
            decide(game, handed, mind, decision)
        if not is_free and not engine.parts.note_choice(*handed, mind, decision, game["now"]):
            raise RecordError(*FAULT_OF_DISREGARD)

    return ask


Decide = Callable[[Any, tuple[Any, ...], Any, Any], None]
"""``decide(game, handed, mind, decision)`` fills in a decision."""


def _stepwise(language: Language, seated: Seated) -> Decide:
    act, space, decisions = seated.bot.act, ActionSpace(language.kinds), language.engine.decisions
    assert act is not None

    def decide(game: Any, handed: tuple[Any, ...], mind: Any, decision: Any) -> None:
        handed, dice = tuple(record.copy() for record in handed), Dice(mind["random"])
        arrays, settings = language.observe(handed, int(handed[0]["seat"])), seated.settings(int(handed[0]["players"]))
        observation = {array.name: np.asarray(arrays[array.name], np.float32) for array in language.observed}
        path, taken = list[Step](), list[int]()
        while options := language.options(handed, path):
            legal = sorted(map(space.action, options))
            action = act(StepView({**observation, STEPS: space.marks(taken)}, legal, dice, settings))
            if action not in legal:
                rule = language.rules[decisions[int(handed[0]["phase"])]]
                raise RecordError(rule, f"bot {seated.bot.name}: action {action!r} is not legal")
            taken.append(int(action))
            path.append(space.step(taken[-1]))
        language.fill(handed, path, decision)
        mind["random"] = dice.words

    return decide


def _free(language: Language, seated: Seated, minds: Any, seat: int, players: int) -> Decide:
    engine, bot = language.engine, seated.bot
    trial, settings = engine.records.new_game(), MappingProxyType(seated.settings(players))
    stream, is_free = minds["random"][seat], seated.is_free
    functions = [(name, bot.decisions.get(name, engine.default(name)), name in bot.plain) for name in engine.decisions]

    def decide(game: Any, handed: tuple[Any, ...], mind: Any, decision: Any) -> None:
        name, function, is_plain = functions[handed[0]["phase"]]
        if not is_plain:
            function(*handed, mind, decision)
            return
        random = Dice(stream.tolist())
        view, words = language.view(settings, handed, random), random.words
        if not is_free and mind["limits"]["bound"]:
            limit(view, _limits(language, handed, mind, game["now"]), mind)
        choice = function(view)
        if view.random.words is not words:
            stream[:] = view.random.words
        listed = decision_of(view, choice)
        if listed is not None:
            decision.setfield(listed, decision.dtype)
            return
        try:
            trial[0] = game
            language.try_out(trial[0], choice, decision)
        except RecordError as error:
            rule, fault = error.rule, str(error)
        except (AttributeError, OverflowError, TypeError, ValueError) as error:
            rule, fault = language.rules[name], f"{choice!r} cannot be read as a choice ({error})"
        else:
            return
        raise RecordError(rule, f"{rule}: bot {seated.bot.name} at its {name}: {fault}")

    return decide


def _limits(language: Language, handed: tuple[Any, ...], mind: Any, now: Any) -> Callable[[Any], bool]:
    """Whether a move is among those that the constraints in a mind leave, as a function of the move."""
    engine, shown, account = language.engine, tuple(record.copy() for record in (*handed, mind)), now.copy()

    def is_left(move: Any) -> bool:
        decision = np.zeros(1, engine.records.decision)[0]
        language.write(decision, move, shown[0])
        return bool(engine.parts.note_choice(*shown, decision, account))

    return is_left


def thoughts(language: Language, seated: Seated, game: Any, stream: Any) -> tuple[Any, list[tuple[Any, float]]] | None:
    """What a bot in plain Python chooses in a ``GAME``, which stays as it is, and the moves that it scored.

    None if it fails, or decides this by compiled code.
    """
    engine, phase = language.engine, int(game["table"]["phase"])
    name = engine.decisions[phase] if phase < len(engine.decisions) else ""
    if name not in seated.bot.plain:
        return None
    mind, copy = engine.records.new_minds()[0], engine.records.new_game()
    mind["random"], copy[0] = stream, game
    handed = engine.handed(copy[0], int(game["table"]["seat"]))
    view = language.view(seated.settings(int(game["table"]["players"])), handed, Dice(mind["random"]))
    try:
        with Patience()(seated.spec, int(game["table"]["turn"])):
            return seated.bot.decisions[name](view), scores_of(view)
    except BaseException as error:  # a bot may raise anything
        if is_ctrl_c(error):
            raise
        return None
