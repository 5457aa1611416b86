"""A game of a compiled game that was played at a real table, and is entered move by move.

Somebody says what each player did and what chance brought: cards turned up, dice. What nobody saw stays open until it
matters: a card in a hand is known when it is played. The record at the end deals what fits everything that was said.

A position is set up in the same way: by moves, but of any player at any time, and with numbers put right.

From any decision on, the game can be played on. Then chance decides what comes, and bots take seats.
"""

from collections.abc import Mapping, Sequence
from secrets import randbits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.engine import copied
from arkadia_sim.compiled.language import FIRST, VALUES, Chance
from arkadia_sim.compiled.table import CompiledTable
from arkadia_sim.core.game import Setting
from arkadia_sim.core.scene import Scene, Square, seat_text
from arkadia_sim.core.table import ActionKind, ActionSpace, Correction, Placement, Step, check_bots
from arkadia_sim.errors import UsageError

MOVES, NUMBER = "who moves", "number"


class _Unknown(BaseException):
    """Something must be entered before the game goes on. It is no `Exception`, so nothing catches it by accident."""

    def __init__(self, options: Sequence[Step]) -> None:
        super().__init__()
        self.options = tuple(options)


class EnteredTable(CompiledTable):
    """A game that is entered. Chance is asked for by further kinds of actions, which are taken back like all others."""

    entered = True

    def __init__(self, game: Any, setting: Setting, deal: int, set_up: bool) -> None:
        self._kept: dict[str, Any] = {}
        self._step: Step | None = None
        self._entered_now: list[Step] = []
        self._queue: list[Step] = []
        self._chance = False
        self._unopened: NDArray[Any] | None = None
        self._goes_on: dict[str, int] | None = None
        super().__init__(game, setting, deal, [None] * setting.players)
        self.set_up = set_up
        numbers = len(self.language.amounts(self.games[0])) * VALUES
        kinds = (ActionKind(MOVES, setting.players), ActionKind(NUMBER, numbers)) if set_up else ()
        chance = [ActionKind(FIRST, self._engine.records.seats), *(kind.kind for kind in self.language.chance)]
        self.space = ActionSpace((*self.language.kinds, *chance, *kinds))
        self._unopened = copied(self.games)
        self._keep()
        self._run()

    # -- steps ---------------------------------------------------------------------------------------------------------
    def _take(self, step: Step) -> None:
        if not self.entered:
            super()._take(step)
        elif self._goes_on is not None:
            self._entered_now = [*self._entered_now, step]
            self._deal_hidden()
        else:
            if self._chance:
                self._entered_now = [*self._entered_now, step]
            else:
                self._step, self._entered_now = step, []
                self._keep()
            self._run()

    def _keep(self) -> None:
        """Note where the game is."""
        self._kept = self._state()

    def _run(self) -> None:
        """Go on from where the game was with all that was entered since, up to the next choice."""
        self._restore(self._kept)
        self._queue, self._chance = list(self._entered_now), False
        try:
            if self._step is None:
                self._open()
            elif self._step.kind in (MOVES, NUMBER):
                self._begin_again(self._step)
            else:
                if not self._path and self.language.play(self.games[0], self._step):
                    self._turn_start = copied(self.games)
                super()._take(self._step)
            while self.set_up and not self._path and (step := self.language.at_once(self._options)) is not None:
                super()._take(step)
        except _Unknown as unknown:
            self._restore(self._kept)
            self._options, self._chance = unknown.options, True
            return
        if not self._path and self.seat_to_act is not None:
            self._options = tuple(self.language.may_begin(self.games[0], self._options))
            if self.set_up:
                self._options += tuple(self._set_up_options())

    def _open(self) -> None:
        if not self._queue:
            raise _Unknown([Step(FIRST, seat) for seat in range(self.setting.players)])
        self.games[0] = self.language.unopened(self.games[0])
        self._bring(self._queue)
        laid_out = copied(self.games)
        with np.errstate(over="ignore"):
            self.language.open(self.games[0], self._queue[0].number)
        self.language.make_possible(self.games[0])
        options = self._beyond(laid_out[0], self._queue, self.language.chance)
        if options:
            raise _Unknown(options)
        self._opened = self._turn_start = copied(self.games)
        self._move_on()

    def _begin_again(self, step: Step) -> None:
        """Begin the turn of another seat, or the same turn again with a number put right."""
        game, seat = self.games[0], step.number if step.kind == MOVES else None
        if seat is None:
            number, value = divmod(step.number, VALUES)
            self.language.put_right(game, self.language.amounts(game)[number], value)
        self._queue = [*self.language.begin(game, seat), *self._queue]
        self._decisions[0] = self._decisions[1]
        self._advance()
        self._turn_start = copied(self.games)
        self._move_on()

    def _bring(self, entered: Sequence[Step]) -> None:
        """Make chance bring what was entered."""
        for kind in self.language.chance:
            kind.bring(self.games[0], [step.number for step in entered if step.kind == kind.kind.name])

    def _unknown(self, before: Any, entered: Sequence[Step]) -> Sequence[Step]:
        """What may have come up since a game beyond what was entered; nothing if all was."""
        if before["table"]["phase"] == self._engine.play.end:
            self.language.make_possible(self.games[0])
        return self._beyond(before, entered, self.language.chance[::-1])

    def _beyond(self, before: Any, entered: Sequence[Step], chance: Sequence[Chance]) -> Sequence[Step]:
        for kind in chance:
            known = sum(step.kind == kind.kind.name for step in entered)
            if kind.came(before, self.games[0]) > known:
                return [Step(kind.kind.name, number) for number in kind.options(before, known)]
        return ()

    def _set_up_options(self) -> list[Step]:
        moves = [Step(MOVES, seat) for seat in range(self.setting.players) if seat != self.seat_to_act]
        actions = [action for number in self._numbers() for action in number.actions if action is not None]
        return moves + [self.space.step(action) for action in actions]

    def corrections(self) -> list[Correction]:
        """The numbers that can be put right now in a position that is set up."""
        return self._numbers() if self.set_up and any(step.kind == NUMBER for step in self._options) else []

    def _numbers(self) -> list[Correction]:
        first = self.space.action(Step(NUMBER, 0))
        return [
            Correction(
                amount.name,
                amount.seat,
                amount.value,
                tuple(
                    None if value == amount.value else first + VALUES * number + value
                    for value in range(amount.most + 1)
                ),
            )
            for number, amount in enumerate(self.language.amounts(self.games[0]))
        ]

    def _advance(self) -> None:
        if self._unopened is None or not self.entered:  # the table is still being made, or chance decides
            return super()._advance()
        before, rows, progress = map(copied, (self.games, self._rows, self._progress))
        entered: list[Step] = []
        while True:
            self.games, self._rows, self._progress = map(copied, (before, rows, progress))
            self._bring(entered)
            start = copied(self.games)
            super()._advance()
            options = self._unknown(start[0], entered)
            if not options:
                return None
            if not self._queue:
                raise _Unknown(options)
            entered.append(self._queue.pop(0))

    # -- taking back ---------------------------------------------------------------------------------------------------
    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: as long as the game is entered, all can."""
        if self._goes_on is None:
            return bool(self.actions)
        told = self._entered_now and len(self.actions) == self._goes_on["actions"] + len(self._entered_now)
        return bool(told) or (not self.entered and super().can_undo)

    def _undo(self) -> None:
        if self._goes_on is None:
            self._replay()
        elif len(self.actions) < self._goes_on["actions"] + len(self._entered_now):
            self._entered_now = self._entered_now[:-1]
            self._deal_hidden()
        else:
            super()._undo()

    def _replay(self) -> None:
        """Enter all actions anew."""
        actions = list(self.actions)
        self.actions.clear()
        assert self._unopened is not None
        self.games, self._step, self._entered_now = copied(self._unopened), None, []
        self._rows[:], self._progress[:] = 0, 0
        self._path, self._past, self._turns, self._told = [], [], [], []
        self._keep()
        self._run()
        for action in actions:
            self.apply(action)

    # -- played on -----------------------------------------------------------------------------------------------------
    @property
    def can_go_on(self) -> bool:
        """Whether the game can be played on from here."""
        return self.entered and not self._chance and not self._path and self.seat_to_act is not None

    def go_on(self, bots: Sequence[str | None], luck: int | None = None) -> None:
        """Play the game on from here; see :meth:`arkadia_sim.core.table.Table.go_on`."""
        if not self.can_go_on:
            raise UsageError("a game is played on between two decisions, when all is known that chance brought")
        check_bots(self.game, self.setting, bots)
        for bot in filter(None, bots):
            self.game.find_bot(bot).refuse_head_start("an entered game goes on")
        self.bots = tuple(bots)
        self._goes_on = {"actions": len(self.actions), "luck": randbits(62) if luck is None else luck}
        self._seat_bots()
        self._entered_now = []
        self._keep()
        self._deal_hidden()

    def _deal_hidden(self) -> None:
        """Ask for the hidden cards of people; when they are known, chance decides from here on."""
        assert self._goes_on is not None
        self._restore(self._kept)
        chance = np.random.default_rng(self._goes_on["luck"])
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        options = tuple(self.language.go_on(self.games[0], people, self._entered_now, chance))
        self.entered = self._chance = bool(options)
        if options:
            self._options = options
            return
        start, here = self._turn_start[0], self._kept["games"][0]
        # as texts: records may differ in bytes between their fields, which mean nothing
        if start["table"]["phase"] == here["table"]["phase"] and str(start["now"]) == str(here["now"]):
            self._turn_start = copied(self.games)  # nobody has decided anything in this turn
        self._change_luck(chance)
        self._past = []
        self._move_on()

    def _origin(self) -> dict[str, Any]:
        return {"entered": {"set_up": self.set_up, "goes_on": self._goes_on}}

    # -- words ---------------------------------------------------------------------------------------------------------
    @property
    def bot_to_act(self) -> str | None:
        """The bot that is to act; none as long as the game is entered."""
        return None if self.entered else super().bot_to_act

    @property
    def decision(self) -> str:
        """The name of the decision under way, or of what chance has to bring; empty if the game is over."""
        return self._options[0].kind if self._chance else super().decision

    def action_text(self, action: int) -> str:
        """A legal action in words."""
        step = self.space.step(action)
        if step.kind == MOVES:
            return f"{seat_text(step.number)} moves"
        if step.kind == NUMBER:
            number, value = divmod(step.number, VALUES)
            amount = self.language.amounts(self.games[0])[number]
            return f"{amount.name} of {seat_text(amount.seat)}: {value}"
        if step.kind == FIRST:
            return f"{seat_text(step.number)} begins"
        kind = self._kind(step)
        return super().action_text(action) if kind is None else kind.value(self.games[0], step.number)

    def square_of(self, action: int) -> Square | None:
        """The square of the scene's first board that an action picks, or None."""
        step = self.space.step(action)
        if step.kind in (MOVES, NUMBER, FIRST):
            return None
        kind = self._kind(step)
        return super().square_of(action) if kind is None else kind.square(step.number)

    def placements(self) -> list[Placement]:
        """Where the piece that was picked may lie; chance lays none."""
        return super().placements() if self._path else []

    def _kind(self, step: Step) -> Chance | None:
        """The kind of a step of chance; None for another step."""
        return next((kind for kind in self.language.chance if kind.kind.name == step.kind), None)

    def scene(self, seat: int, turn: int | None = None) -> Scene:
        """The position as everybody at the table sees it; as a seat sees it when it is played on."""
        return super().scene(self.language.viewer(seat) if self.entered else seat, turn)

    def record(self) -> Mapping[str, Any]:
        """The game's own record."""
        self._check_over()
        if self.set_up:
            raise UsageError("a game that began from a position has no record: nobody knows how it came about")
        log, end = self._log[: int(self._progress[0]["logged"])], self.games[0]
        start = self.language.start(copied(self._opened)[0], end, log)
        return self._of.record_as_told(self._prepared, self.setting, log, start, end, self.names, 0)
