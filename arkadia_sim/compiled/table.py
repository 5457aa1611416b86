"""A compiled game in progress, played step by step by the rules of its kernel."""

import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.batch import CompiledBatch
from arkadia_sim.compiled.engine import Change, copied
from arkadia_sim.compiled.language import Language
from arkadia_sim.compiled.ranking import Ranking, ranking_of
from arkadia_sim.core.cues import differences
from arkadia_sim.core.game import Setting
from arkadia_sim.core.scene import Scene, Square
from arkadia_sim.core.table import Hint, Placement, Step, Table, Told, bot_failed
from arkadia_sim.core.user_code import Patience, is_ctrl_c
from arkadia_sim.errors import RunError, UsageError, raised_text
from arkadia_sim.kernels.look_ahead import TO_THE_END
from arkadia_sim.kernels.play_loop import NOBODY, OK, PROGRESS_DTYPE, Ask
from arkadia_sim.rng import STREAM_WORDS

TURNS = 64  # the log has room for so many turns at first
SPOKEN = 3  # so many hints say what speaks for them, because that takes a while


_STATE = ("games", "_rows", "_progress", "_path", "_past", "_turns", "_turn_start", "_told", "_decisions", "_log")
"""What changes as a game goes on."""


class CompiledTable(Table):
    """A compiled game in progress; ``game`` is the ``CompiledGame`` that makes it."""

    def __init__(self, game: Any, setting: Setting, deal: int, bots: Sequence[str | None]) -> None:
        self._of, self._engine = game, game.engine
        records, players = game.engine.records, setting.players
        self.seated = [game.find_bot(game.default_bot if bot is None else bot) for bot in bots]
        setting = game.with_head_starts(setting, self.seated)
        self._prepared = game.prepared(setting)
        self.minds = game.engine.minds_of(self.seated)
        self.games = records.new_game()
        self._rows = np.zeros(players, records.row)
        self._log = np.zeros(TURNS, records.turn)
        self._progress = np.zeros(1, PROGRESS_DTYPE)
        self._decisions = np.zeros(2, records.decision)
        game.engine.play.deal_by_hand(self.games, self._prepared, self.minds, deal, self._rows)
        self.language: Language = game.speaks(self._prepared, self.games[0])
        super().__init__(game, setting, deal, bots, self.language.kinds, self.language.observed)
        self._patience = Patience()
        self._past: list[tuple[NDArray[Any], list[Step]]] = []  # the game before each decision, and the decision's path
        self._turn_start = copied(self.games)
        self._turns: list[tuple[NDArray[Any], NDArray[Any]]] = []
        self._told: list[Told] = []
        self._move_on()

    @property
    def array_batch(self) -> Any:
        """The class of batches of such tables; None with a bot in plain Python."""
        return None if any(bot.bot.in_python for bot in self.seated) else CompiledBatch

    @cached_property
    def _asks(self) -> list[Ask]:
        return self._of.asks(self.seated, self.minds, self._prepared, self.games[0])

    def hidden(self) -> Sequence[tuple[str, Change]]:
        """What no seat, or not every seat, can know now: in words, with a function that draws it again for a seat."""
        return self._of.bot_trials.unknown(self.games[0])

    @property
    def _table(self) -> Any:
        return self.games[0]["table"]

    @property
    def seat_to_act(self) -> int | None:
        return None if self._table["phase"] == self._engine.play.over else int(self._table["seat"])

    @property
    def decision(self) -> str:
        return "" if self.seat_to_act is None else self._engine.decisions[int(self._table["phase"])]

    def _handed(self, seat: int) -> Any:
        return self._engine.handed(self.games[0], seat)

    # -- steps and decisions -------------------------------------------------------------------------------------------
    def _take(self, step: Step) -> None:
        self._path.append(step)
        seat = int(self._table["seat"])
        handed = self._handed(seat)
        self._options = tuple(self.language.options(handed, self._path))
        if self._options:
            return
        self._decisions[0] = self._decisions[1]
        self.language.fill(handed, self._path, self._decisions[0])
        before = copied(self.games)
        self._past.append((before, self._path))
        self._path = []
        self._advance()
        if self.seat_to_act != seat or self.language.shows_something(before[0], self.games[0]):
            self._past.clear()
        self._move_on()

    def _advance(self) -> None:
        if self._progress[0]["logged"] == len(self._log):
            self._log = np.concatenate([self._log, np.zeros_like(self._log)])
        with np.errstate(over="ignore"):
            status = self._engine.play.advance(self.games, self._decisions[0], self._rows, 0, self._log, self._progress)
        if status != OK:
            raise RunError(f"the steps make a decision that breaks a rule: {': '.join(self._engine.faults[status])}")

    def _move_on(self) -> None:
        """Go on until somebody is to decide, and find the options."""
        play = self._engine.play
        while self._table["phase"] != play.over:
            self._decisions[0] = self._decisions[1]
            if not self._engine.moves_on(self._table, self._decisions[0]):
                break
            ends = self._table["phase"] == play.end
            if ends:
                self._turns.append((self._turn_start, copied(self.games)))
                self._past.clear()
            self._advance()
            if ends:
                self._turn_start = copied(self.games)
        seat = self.seat_to_act
        self._options = () if seat is None else tuple(self.language.options(self._handed(seat), ()))

    def action_text(self, action: int) -> str:
        return self.language.text(self._handed(int(self._table["seat"])), self._path, self.space.step(action))

    def square_of(self, action: int) -> Square | None:
        return self.language.square(self._handed(int(self._table["seat"])), self.space.step(action))

    def placements(self) -> list[Placement]:
        if self.seat_to_act is None:
            return []
        handed, language, placements = self._handed(int(self._table["seat"])), self.language, []
        for way in self._options:
            path = [*self._path, way]
            for step in language.options(handed, path):
                squares = language.covered(handed, path, step)
                if not squares:
                    break
                actions = (self.space.action(way), self.space.action(step))
                placements.append(Placement(actions, tuple(squares)))
        return placements

    def _undo(self) -> None:
        if not self._path:
            before, self._path = self._past.pop()
            self.games = copied(before)
        self._path = self._path[:-1]
        self._options = tuple(self.language.options(self._handed(int(self._table["seat"])), self._path))

    # -- bots ----------------------------------------------------------------------------------------------------------
    def _bots_steps(self) -> list[Step]:
        seat = int(self._table["seat"])
        decision = self._asked(self._asks[seat], self.games, seat, self._patience)
        return self.language.path_of(self._handed(seat), decision)

    def _asked(self, ask: Ask, games: NDArray[Any], seat: int, patience: Patience) -> Any:
        """The decision of a bot, which gets a copy of the game."""
        decision = np.zeros(1, self._decisions.dtype)[0]
        try:
            with (
                np.errstate(over="ignore"),
                redirect_stdout(sys.stderr),
                patience(self.names[seat], int(self._table["turn"])),
            ):
                ask(copied(games)[0], decision)
        except BaseException as error:  # a bot may raise anything, and end in any way
            if is_ctrl_c(error):
                raise
            raise bot_failed(self.names[seat], seat, raised_text(error)) from None
        return decision

    def hints(self, bot: str, most: int = 3) -> list[Hint]:
        seat = self.seat_to_act
        if seat is None or self._path:
            raise UsageError("hints are for a whole decision: the game is over, or a decision is half made")
        players, handed = self.setting.players, self._handed(seat)
        seated, ranking = [self._of.find_bot(bot)] * players, ranking_of(bot, players, self._of.find_bot)
        unit = ranking.units.get(self.decision) if isinstance(ranking, Ranking) else None
        if not isinstance(ranking, Ranking) or unit is None:
            minds = self._engine.minds_of(seated)
            minds["random"] = self.minds["random"]
            asks = self._of.asks(seated, minds, self._prepared, self.games[0])
            ranked: list[tuple[Any, float | None]] = [(self._asked(asks[seat], self.games, seat, Patience()), None)]
        else:
            ranked = list(ranking.best(self._engine, handed))
        hints: dict[str, Hint] = {}
        for place, (decision, score) in enumerate(ranked):
            words = self.language.words(handed, decision)
            if words not in hints:
                actions = tuple(map(self.space.action, self.language.path_of(handed, decision)))
                hints[words] = Hint(words, score, unit or "", actions)
                if isinstance(ranking, Ranking) and unit is not None:
                    speaks = self._speaks(ranking, handed, ranked, place) if len(hints) <= SPOKEN else ()
                    hints[words] = replace(hints[words], is_absolute=ranking.search is not None, speaks=speaks)
                if len(hints) == most:
                    break
        return list(hints.values())

    def _speaks(
        self, ranking: Ranking, handed: Any, ranked: Sequence[tuple[Any, float | None]], place: int
    ) -> tuple[str, ...]:
        """What speaks for an option against the one in the middle, or the last if it comes behind that."""
        middle = len(ranked) // 2 if place < len(ranked) // 2 else len(ranked) - 1
        if place == middle:
            return ()
        decisions, scores = zip(*ranked)
        cues, counts = self._engine.counts_of(self.decision, handed, decisions)
        return differences(cues, counts, np.array(scores, float), place, middle)

    def _luck(self) -> list[Any]:
        return self.minds["random"].tolist()

    def _set_luck(self, luck: Sequence[Any]) -> None:
        words = np.array(luck, np.uint64)
        if words.shape != self.minds["random"].shape:
            raise ValueError("luck has other seats or sizes")
        self.minds["random"] = words

    def _seat_bots(self, find: bool = True) -> None:
        """Let the bots of the table sit down with new minds. Those that were found already are kept, to save time."""
        self.__dict__.pop("_asks", None)
        if find:
            self.seated = [self._of.find_bot(self._of.default_bot if bot is None else bot) for bot in self.bots]
        self.minds = self._engine.minds_of(self.seated)

    # -- other tables --------------------------------------------------------------------------------------------------
    def _state(self) -> dict[str, Any]:
        """A copy of all that changes as the game goes on."""
        return {name: _copy(getattr(self, name)) for name in _STATE}

    def _restore(self, state: Mapping[str, Any]) -> None:
        """Go back to where the game was; the copy can be used again."""
        vars(self).update({name: _copy(value) for name, value in state.items()})

    def _part_from(self, other: Self) -> None:
        self._seat_bots(find=self.bots != other.bots)
        self.minds["random"] = other.minds["random"]
        self._restore(self._state())

    def imagine(self, chance: np.random.Generator) -> Self:
        seat = self.seat_to_act
        if seat is None:
            raise UsageError("the game is over")
        table = self.copy([None] * self.setting.players)
        table.games = self._engine.records.new_game()
        with np.errstate(over="ignore"):
            self._engine.run_out.imagine(self.games, seat, table.games, _stream(chance))
        table.imagined, table._past, table._turn_start = True, [], copied(table.games)
        return table

    def _change_luck(self, chance: np.random.Generator) -> None:
        for mind in self.minds:
            mind["random"] = _stream(chance)

    def _finish(self) -> None:
        """Let the bots play to the end: compiled ones in one call."""
        if any(bot.bot.in_python for bot in self.seated):
            super()._finish()
            return
        deciders = self._engine.deciders_of(self.seated)
        with np.errstate(over="ignore"):
            self._engine.run_out.run_out(self.games, self.minds, deciders, self._decisions, TO_THE_END)
        self._move_on()

    # -- what is seen --------------------------------------------------------------------------------------------------
    def scene(self, seat: int, turn: int | None = None) -> Scene:
        turns, game = int(self._progress[0]["logged"]), self.games[0]
        if turn is not None:
            turns, game = turns - len(self._turns) + turn, [*self._turns, (self._turn_start,)][turn][0][0]
        last = self._log[turns - 1] if turns else None
        return self.language.scene(self._engine.handed(game, seat), seat, self.names, last)

    def foreseen(self, actions: Sequence[int]) -> Sequence[str]:
        table = self.copy()
        for action in actions:
            table.apply(action)
        if table.path:
            return ()
        ended = table._turns[len(self._turns) :]
        return self.language.told(*ended[0]) if ended else self.language.foreseen(table._turn_start[0], table.games[0])

    def told(self) -> Sequence[Told]:
        for before, ended in self._turns[len(self._told) :]:
            words = tuple(self.language.told(before, ended))
            self._told.append(Told(int(ended[0]["now"]["seat"]), words))
        return self._told

    def _observed_by(self, seat: int) -> Mapping[str, Any]:
        return self.language.observe(self._handed(seat), seat)

    # -- results -------------------------------------------------------------------------------------------------------
    def outcomes(self) -> Mapping[str, Sequence[float]]:
        self._check_over()
        rows, values = self._rows.copy(), {entry.column.name: entry.values for entry in self._of.tables.player}
        with np.errstate(over="ignore"):
            self._engine.play.close_game(self.games[0], rows, 0, NOBODY)
        return {outcome.column: values[outcome.column](rows).astype(float).tolist() for outcome in self._of.outcomes}

    def record(self) -> Mapping[str, Any]:
        self._check_over()
        if self.imagined:
            raise UsageError("an imagined game has no record")
        log = self._log[: int(self._progress[0]["logged"])]
        return self._of.record(self._prepared, self.setting, log, self.deal, self.names)


def _copy(value: Any) -> Any:
    return copied(value) if isinstance(value, np.ndarray) else list(value)


def _stream(chance: np.random.Generator) -> NDArray[np.uint64]:
    """A stream of random numbers for compiled code, which must not be all zeros."""
    return chance.integers(1, 1 << 63, STREAM_WORDS, np.uint64)
