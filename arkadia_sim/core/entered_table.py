"""A game of a compiled game that was played at a real table, and is entered move by move.

Somebody says what each player did and what chance brought: cards turned up, dice. What nobody saw stays open until it
matters: a card in a hand is known when it is played. The record at the end deals what fits everything that was said.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from numpy.typing import NDArray

from arkadia_sim.core.compiled_table import CompiledTable
from arkadia_sim.core.game import Setting
from arkadia_sim.core.scene import Scene, Square
from arkadia_sim.core.table import ActionKind, ActionSpace, Placement, Step
from arkadia_sim.errors import UsageError

if TYPE_CHECKING:
    from arkadia_sim.core.compiled_game import CompiledGame


class Entry(Protocol):
    """What chance brings in a game, at one table; in the game's module ``entry``.

    ``entered`` are the steps of chance that were entered so far for what is happening, in order.
    """

    @property
    def kinds(self) -> tuple[ActionKind, ...]:
        """The kinds of steps of chance. They are called otherwise than all kinds of the game."""

    def open(self, games: NDArray[Any], entered: Sequence[Step]) -> Sequence[Step]:
        """Begin the dealt ``games[0]`` as entered. Returns what may be entered next; nothing if all is known."""

    def tell(self, game: Any, entered: Sequence[Step]) -> None:
        """Make a ``GAME`` such that its next step brings what was entered."""

    def unknown(self, before: Any, after: Any, entered: Sequence[Step]) -> Sequence[Step]:
        """What may have come up between two games beyond what was entered; nothing if all was."""

    def options(self, game: Any, options: Sequence[Step]) -> Sequence[Step]:
        """What a player may begin a decision with, hidden cards that he may hold included."""

    def play(self, game: Any, step: Step) -> bool:
        """At the start of a turn: give the player the hidden card that he plays with this step; whether it is one."""

    def start(self, opened: Any, end: Any, log: NDArray[Any]) -> Any:
        """A ``GAME`` at its first turn that fits a whole game: what was ``opened``, its ``end``, its turns."""

    def text(self, game: Any, step: Step) -> str:
        """A step of chance in words."""

    def square(self, game: Any, step: Step) -> Square | None:
        """The square of the first board that a step of chance picks, or None."""

    def viewer(self, seat: int) -> int:
        """The seat whose view is shown; -1 for somebody who sees no hand."""


_MOVES = ("games", "_rows", "_progress", "_path", "_past", "_turns", "_turn_start")
"""What changes as a game goes on."""


class _Unknown(BaseException):
    """Something must be entered before the game goes on. It is no `Exception`, so nothing catches it by accident."""

    def __init__(self, options: Sequence[Step]) -> None:
        super().__init__()
        self.options = tuple(options)


class EnteredTable(CompiledTable):
    """A game that is entered. Chance is asked for by further kinds of actions, which are taken back like all others."""

    entered = True

    def __init__(self, game: "CompiledGame[Any]", setting: Setting, deal: int, entry: Entry) -> None:
        self._entry = entry
        self._kept: dict[str, Any] = {}
        self._step: Step | None = None
        self._entered_now: list[Step] = []
        self._queue: list[Step] = []
        self._chance = False
        self._unopened: NDArray[Any] | None = None
        super().__init__(game, setting, deal, [None] * setting.players)
        self.space = ActionSpace((*self.steps.kinds, *entry.kinds))
        self._unopened = self.games.copy()
        self._keep()
        self._run()

    # -- steps ---------------------------------------------------------------------------------------------------------

    def _take(self, step: Step) -> None:
        if self._chance:
            self._entered_now.append(step)
        else:
            self._step, self._entered_now = step, []
            self._keep()
        self._run()

    def _keep(self) -> None:
        """Note where the game is."""
        self._kept = {name: getattr(self, name).copy() for name in _MOVES}

    def _go_back(self) -> None:
        """Go back to where the game was."""
        for name, value in self._kept.items():
            setattr(self, name, value.copy())

    def _run(self) -> None:
        """Go on from where the game was with all that was entered since, up to the next choice."""
        self._go_back()
        self._queue, self._chance = list(self._entered_now), False
        try:
            if self._step is None:
                self._open()
            else:
                if not self._path and self._entry.play(self.games[0], self._step):
                    self._turn_start = self.games.copy()
                super()._take(self._step)
        except _Unknown as unknown:
            self._go_back()
            self._options, self._chance = unknown.options, True
            return
        if not self._path and self.seat_to_act is not None:
            self._options = tuple(self._entry.options(self.games[0], self._options))

    def _open(self) -> None:
        options = self._entry.open(self.games, self._queue)
        if options:
            raise _Unknown(options)
        self._opened = self._turn_start = self.games.copy()
        self._move_on()

    def _advance(self) -> None:
        if self._unopened is None:  # the table is still being made
            return super()._advance()
        before, rows, progress = self.games.copy(), self._rows.copy(), self._progress.copy()
        entered: list[Step] = []
        while True:
            self.games[0], self._rows[:], self._progress[:] = before[0], rows, progress
            self._entry.tell(self.games[0], entered)
            start = self.games.copy()
            super()._advance()
            options = self._entry.unknown(start[0], self.games[0], entered)
            if not options:
                return None
            if not self._queue:
                raise _Unknown(options)
            entered.append(self._queue.pop(0))

    @property
    def can_undo(self) -> bool:
        """Whether there is an action: whoever enters a game may take everything back."""
        return bool(self.actions)

    def _undo(self) -> None:
        actions = list(self.actions)
        self.actions.clear()
        assert self._unopened is not None
        self.games, self._step, self._entered_now = self._unopened.copy(), None, []
        self._rows[:], self._progress[:] = 0, 0
        self._path, self._past, self._turns, self._told = [], [], [], []
        self._keep()
        self._run()
        for action in actions:
            self.apply(action)

    # -- words ---------------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> str:
        """The name of the decision under way, or of what chance has to bring; empty if the game is over."""
        return self._options[0].kind if self._chance else super().decision

    def action_text(self, action: int) -> str:
        """A legal action in words."""
        return self._entry.text(self.games[0], self.space.step(action)) if self._chance else super().action_text(action)

    def square_of(self, action: int) -> Square | None:
        """The square of the scene's first board that an action picks, or None."""
        step = self.space.step(action)
        return self._entry.square(self.games[0], step) if self._is_chance(step) else super().square_of(action)

    def placements(self) -> list[Placement]:
        """Where the piece that was picked may lie; chance lays none."""
        return [] if self._chance else super().placements()

    def _is_chance(self, step: Step) -> bool:
        return any(kind.name == step.kind for kind in self._entry.kinds)

    def scene(self, seat: int) -> Scene:
        """The position as everybody at the table sees it."""
        turns = int(self._progress[0]["logged"])
        last = self._log[turns - 1] if turns else None
        return self.steps.scene(self._handed(seat), self._entry.viewer(seat), self.names, last)

    def record(self) -> Mapping[str, Any]:
        """The game's own record."""
        self._check_over()
        log, end = self._log[: int(self._progress[0]["logged"])], self.games[0]
        start = self._entry.start(self._opened[0], end, log)
        return self._of.record_as_told(self._prepared, self.setting, log, start, end, self.names, 0)

    def ask_bot(self) -> list[int]:
        """No bot plays at such a table."""
        raise UsageError("no bot is to make a decision now")
