"""Compiled games side by side: all of a step happens in one call of compiled code."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.compiled.engine import Engine
from arkadia_sim.core.batch import ArrayBatch
from arkadia_sim.core.table import bot_failed
from arkadia_sim.errors import BadValue
from arkadia_sim.kernels.actions import DEAL, SLOT_DTYPE, Room
from arkadia_sim.kernels.play_loop import NOBODY, PROGRESS_DTYPE
from arkadia_sim.rng import seat_seeds


class CompiledBatch(ArrayBatch):
    """Games of a ``CompiledTable``, with compiled bots or none."""

    def _open(self, table: Any) -> None:
        engine: Engine = table.language.engine
        self._engine, records, actions, games = engine, engine.records, table.language.actions, self.games
        has_bots = any(bot is not None for bot in self.bots)
        self._kernel = actions.play_with_bots if has_bots else actions.play
        self._deciders = engine.deciders_of(table.seated) if has_bots else ()
        self._kept: Any = actions.keep(self._deciders) if has_bots else np.zeros(0, np.uint64)
        self._language, self._slots, seen = table.language, np.zeros(games, SLOT_DTYPE), np.zeros(games, actions.seen)
        self._values = next(entry.values for entry in table.game.tables.player if entry.column.name == self.outcome)
        prepared, decisions, log = table.language.prepared, np.zeros(2, records.decision), np.zeros(0, records.turn)
        shared = (prepared.start, prepared.setup, table.minds, decisions, log, np.zeros(1, PROGRESS_DTYPE))
        rows, of_games = np.zeros(games * len(self.bots), records.row), np.zeros(games, records.game)
        self._room = Room(*shared, rows, of_games, seen, self._slots, self._words, self._mask)
        self.deals, self._seats, self._over = (self._slots[name] for name in ("deal", "seat", "over"))
        self._arrays = {name: seen[name] for name in actions.seen.names or ()}

    def seen_by(self, game: int, seat: int) -> Mapping[str, NDArray[Any]]:
        """What any seat may know in a game. Of a decision that is half made, others know nothing."""
        if seat == self._seats[game]:
            return {name: array[game] for name, array in self._arrays.items()}
        arrays = self._language.observe(self._engine.handed(self._room.games[game], seat), seat)
        return {name: arrays.get(name, np.zeros(self.space.size, np.uint8)) for name in self._arrays}

    def _play(self, which: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        if actions[0] == DEAL:
            self._slots["seat_seeds"][which] = seat_seeds(self.deals[which])
            for place in which.tolist() if self._deciders else ():
                chairs = [NOBODY if bot is None else chair for chair, bot in enumerate(self.bots)]
                self._slots["chairs"][place, : len(chairs)] = np.roll(chairs, self._first(place))
        with np.errstate(over="ignore"):
            wrong = self._kernel(self._room, self._kept, which, actions)
        if wrong != NOBODY:
            raise BadValue("action", int(actions[wrong]), f"one that is legal in game {which[wrong]}")
        for place in np.flatnonzero(self._slots["fault"]).tolist() if self._deciders else ():
            seat, fault = int(self._room.games[place]["table"]["seat"]), int(self._slots["fault"][place])
            raise bot_failed(str(self.lineup(place)[seat]), seat, ": ".join(self._engine.faults[fault]))

    def _rewards(self, which: NDArray[np.int64]) -> NDArray[np.float64]:
        rows = self._room.rows.reshape(self.games, -1)[which].ravel()
        with np.errstate(over="ignore"):
            return np.asarray(self._values(rows), float).reshape(len(which), -1)
