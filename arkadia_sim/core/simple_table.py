"""A game in plain Python in progress, played step by step.

The rules are one function that asks for answers. After each answer they are played again from the start, with the
answers so far, up to the next question.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from arkadia_sim.core.game import Setting, end_label
from arkadia_sim.core.ranking import SHOWN
from arkadia_sim.core.scene import Listing, Row, Scene, seat_text
from arkadia_sim.core.simple_rules import Answer, Bots, Host, Recorded, Unanswered, plain
from arkadia_sim.core.table import ActionKind, Hint, Observed, Step, Table, Told, bot_failed
from arkadia_sim.errors import RunError, UsageError

PLACES = 64
"""How many choices a question may have in a game that does not declare its ``choices``."""

DECISION = "decision"
"""The array of an observation that marks the question."""


class SimpleTable(Table):
    """A game in plain Python in progress. Each decision is one action, and none is taken back."""

    def __init__(self, game: Any, setting: Setting, deal: int, bots: Sequence[str | None]) -> None:
        kinds = [ActionKind(name, len(game.choices.get(name, range(PLACES)))) for name in game.decisions]
        marks = Observed(
            DECISION, (len(kinds),), 0.0, 1.0, "1 for the decision that the seat is, or was last, asked for"
        )
        super().__init__(game, setting, deal, bots, kinds, (marks, *game.observed))
        self._of = game
        seated = [game.find_bot(game.default_bot if bot is None else bot) for bot in bots]
        self._bots = Bots(seated, deal)
        self._answers: list[Any] = []
        self._play_on()

    def _play_on(self) -> None:
        """Play from the start up to the next question, or to the end."""
        so_far = Recorded(self._answers, self.names)
        self._rules = Host(self.setting, self.deal, so_far)
        self._question: Answer | None = None
        try:
            self._rows = self._of.rows(self._rules)
        except Unanswered as asked:
            self._question = asked.question
        self._heard = so_far.heard
        question = self._question
        self._options = (
            () if question is None else tuple(self._step(question, place) for place in range(len(question.choices)))
        )

    def _step(self, question: Answer, place: int) -> Step:
        """The step that answers with one of the choices."""
        name, choice = question.decision, question.choices[place]
        declared = self._of.choices.get(name)
        if declared is None:
            if place >= PLACES:
                raise RunError(f"{self._of.title} must declare its `choices` of {name}: there are more than {PLACES}")
            return Step(name, place)
        if choice not in declared:
            raise RunError(f"{self._of.title}: {choice!r} is not among the declared `choices` of {name}")
        return Step(name, list(declared).index(choice))

    @property
    def seat_to_act(self) -> int | None:
        return None if self._question is None else self._question.seat

    @property
    def decision(self) -> str:
        return "" if self._question is None else self._question.decision

    def _choice(self, step: Step) -> Any:
        assert self._question is not None
        return self._question.choices[self._options.index(step)]

    def _take(self, step: Step) -> None:
        assert self._question is not None
        self._answers.append([self._question.seat, step.kind, plain(self._choice(step))])
        self._play_on()

    def decide(self, choice: Any) -> None:
        """Carry out one of the choices of the question."""
        assert self._question is not None
        self.apply(self.space.action(self._options[self._question.choices.index(choice)]))

    def action_text(self, action: int) -> str:
        return str(self._choice(self.space.step(action)))

    @property
    def can_undo(self) -> bool:
        """No answer is taken back: nothing says what the next question shows."""
        return False

    def _undo(self) -> None:
        raise NotImplementedError

    # -- bots ----------------------------------------------------------------------------------------------------------

    def _bots_steps(self) -> list[Step]:
        question = self._question
        assert question is not None
        turn, seat = len(self._answers), question.seat
        choice = self._bots.answer(turn, seat, question.decision, question.choices, question.known)
        if self._bots.fault is not None:
            seat, reason = self._bots.fault
            raise bot_failed(self.names[seat], seat, reason)
        return [self._options[question.choices.index(choice)]]

    def _confirm(self) -> None:
        pass

    def _part_from(self, other: Self) -> None:
        seated = [self._of.find_bot(self._of.default_bot if bot is None else bot) for bot in self.bots]
        self._answers, self._bots = list(self._answers), Bots(seated, self.deal)
        self._set_luck(other._luck())

    def _change_luck(self, chance: np.random.Generator) -> None:
        seated = [player.seated for player in self._bots.players]
        self._bots = Bots(seated, int(chance.integers(1 << 63)))

    def hints(self, bot: str, most: int = SHOWN) -> list[Hint]:
        question, seated = self._question, self._of.find_bot(bot)
        if question is None:
            raise UsageError("the game is over")
        if seated.bot.candidates is None:
            alone = Bots([seated] * self.setting.players, self.deal)
            turn, seat = len(self._answers), question.seat
            choice = alone.answer(turn, seat, question.decision, question.choices, question.known)
            scores: list[tuple[Any, float | None]] = [(choice, None)]
        else:
            ranked = self._of.scores_by(seated)(question)
            scores = sorted(ranked, key=lambda pair: -float(pair[1] or 0.0))
        steps = [(self._options[question.choices.index(choice)], choice, score) for choice, score in scores[:most]]
        return [Hint(str(choice), score, "", (self.space.action(step),)) for step, choice, score in steps]

    def _luck(self) -> list[Any]:
        return [player.luck.bit_generator.state for player in self._bots.players]

    def _set_luck(self, luck: Sequence[Any]) -> None:
        for player, state in zip(self._bots.players, luck, strict=True):
            player.luck.bit_generator.state = state

    # -- what is seen --------------------------------------------------------------------------------------------------

    def _last_asked(self, seat: int) -> Answer | None:
        """The question that this seat is asked now or was asked last."""
        asked = [*self._heard, *([] if self._question is None else [self._question])]
        return next((question for question in reversed(asked) if question.seat == seat), None)

    def scene(self, seat: int) -> Scene:
        """What this seat knew when it was asked last."""
        question = self._last_asked(seat)
        if question is not None:
            return self._of.scene(question)
        rows = tuple(Row((seat_text(place), name)) for place, name in enumerate(self.names))
        return Scene(tables=(Listing("players", ("seat", "bot"), rows),))

    def told(self) -> Sequence[Told]:
        """The decisions so far."""
        told = [Told(answer.seat, (self._of.tell(answer),)) for answer in self._heard]
        if told and self._question is None:
            ending = f"the game is over ({end_label(self._rows['end'][0], self._of.ends)})"
            told[-1] = Told(told[-1].seat, (*told[-1].words, ending))
        return told

    def _observed_by(self, seat: int) -> Mapping[str, Any]:
        question = self._last_asked(seat)
        marks = np.zeros(len(self._of.decisions))
        if question is None:
            return {array.name: np.zeros(array.shape) for array in self._of.observed} | {DECISION: marks}
        marks[self._of.decisions.index(question.decision)] = 1.0
        return {DECISION: marks, **self._of.observe(question)}

    # -- results -------------------------------------------------------------------------------------------------------

    def outcomes(self) -> Mapping[str, Sequence[float]]:
        self._check_over()
        return self._of.outcomes_of(self._rows)

    def record(self) -> Mapping[str, Any]:
        self._check_over()
        return self._of.record_of(self.setting, self.names, self.deal, self._rules, self._rows)
