"""Asking the bots of a compiled game for one decision at a time: plain Python ones, and compiled ones outside the loop.

An ask is a function ``ask(game, decision)`` that fills in the decision which the game's phase wants, for one seat. It
does what the compiled loop does: hides what the seat may not see, mixes in chance at a raised temperature, and leaves
to the game's defaults what the bot does not decide itself.
"""

from collections.abc import Callable
from typing import Any, Protocol

from arkadia_sim.core.bot import Seated
from arkadia_sim.core.engine import Engine
from arkadia_sim.errors import RecordError
from arkadia_sim.kernels.limits import FAULT_OF_DISREGARD
from arkadia_sim.kernels.play_loop import Ask, next_uniform


class Answers(Protocol):
    """How a game asks bots in plain Python at a table, and what it makes of their answers."""

    def choose(self, function: Callable[[Any], Any], seated: Seated, handed: tuple[Any, ...], mind: Any) -> Any:
        """What a bot's function answers to what it is handed; it draws from the stream in ``mind``."""

    def fill(self, decision: Any, choice: Any, game: Any, trial: Any) -> None:
        """Fill in the decision from an answer.

        Args:
            decision: The record to fill in.
            choice: What the bot answered.
            game: The game; it stays as it is.
            trial: Room for a game, in which the answer can be tried out.

        Raises:
            RecordError: The rules forbid it.
            AttributeError, OverflowError, TypeError, ValueError: It is no answer to the question.
        """

    def rule_of(self, decision: str) -> str:
        """The rule to name where something is no answer to this question."""


def ask(engine: Engine, answers: Answers, seated: Seated, seat: int, minds: Any) -> Ask:
    """The ask of a bot.

    Args:
        engine: The game.
        answers: How bots in plain Python are asked at this table.
        seated: The bot.
        seat: Where it sits.
        minds: The ``MIND`` records of all seats; that of this seat changes in place.

    Returns:
        The ask. It raises RecordError, with the number of the rule, for an answer of a bot in plain Python that does
        not fit the question or that the rules forbid, and for one that disregards constraints.
    """
    free = _free(engine, answers, seated, seat, minds)
    return free if seated.is_free else _limited(engine, free, seat, minds)


def _limited(engine: Engine, free: Ask, seat: int, minds: Any) -> Ask:
    """The ask of a bot with constraints or rules, or one that is watched."""

    def ask(game: Any, decision: Any) -> None:
        handed = engine.handed(game, seat)
        engine.find(*handed, minds[seat])
        free(game, decision)
        if not engine.note_choice(*handed, minds[seat], decision, game["now"]):
            raise RecordError(*FAULT_OF_DISREGARD)

    return ask


def _free(engine: Engine, answers: Answers, seated: Seated, seat: int, minds: Any) -> Ask:
    trial = engine.records.new_game()

    def ask(game: Any, decision: Any) -> None:
        handed, mind = engine.handed(game, seat), minds[seat]
        phase = int(game["table"]["phase"])
        probability = float(mind["mixing"][phase])
        if probability > 0.0 and next_uniform(mind["random"]) < probability:
            engine.decide_by_chance(*handed, mind, decision)
            return
        name = engine.decisions[phase]
        function = seated.bot.decisions.get(name, engine.defaults[name])
        if name not in seated.bot.plain:
            function(*handed, mind, decision)
            return
        choice = answers.choose(function, seated, handed, mind)
        try:
            answers.fill(decision, choice, game, trial)
        except RecordError as error:
            rule, fault = error.rule, str(error)
        except (AttributeError, OverflowError, TypeError, ValueError) as error:
            rule, fault = answers.rule_of(name), f"{choice!r} cannot be read as a choice ({error})"
        else:
            return
        raise RecordError(rule, f"{rule}: bot {seated.bot.name} at its {name}: {fault}")

    return ask
