"""Games as Gymnasium environments: one seat learns, and bots sit in all others.

>>> from arkadia_sim.adapters.gymnasium import SeatEnv                   # doctest: +SKIP
>>> game = SeatEnv(bots=["greedy"])                                      # doctest: +SKIP
>>> observation, info = game.reset(seed=42)                              # doctest: +SKIP
>>> observation, reward, *rest = game.step(info["action_mask"].argmax()) # doctest: +SKIP
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from arkadia_sim.adapters.views import (
    RENDER_MODES,
    check_mode,
    flat_space,
    next_seed,
    outcome_of,
    rendered,
)
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.table import Table, flattened
from arkadia_sim.errors import BadValue

MASK = "action_mask"


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game as an environment for one player: one action is one small decision.

    The observation is one array of float32, the arrays of ``table.observed`` one after another. Which actions are legal
    is in ``info["action_mask"]`` and :meth:`action_masks`. The reward comes at the end of the game. An action that is
    not legal ends the game with the reward ``illegal``, and ``info["illegal"]`` is then true.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        bots: Sequence[str] = (),
        seat: int | None = None,
        render_mode: str | None = None,
        rules: Mapping[str, Any] | None = None,
        components: Mapping[str, Any] | None = None,
        outcome: str | None = None,
        illegal: float = -1.0,
    ) -> None:
        """Sit down.

        Args:
            game: Name of the game.
            bots: The others, in their order round the table. Left out: one default bot of the game.
            seat: The seat that learns, from 0. None: another one in each game, by lot.
            render_mode: ``human``, ``ansi``, ``rgb_array`` or ``svg``.
            rules: Options of the rules by name.
            components: Pieces that replace the game's own, by name.
            outcome: The outcome that is the reward. Left out: the goal of the game.
            illegal: The reward of an action that is not legal.
        """
        self.render_mode = check_mode(render_mode)
        self._illegal, self._seat = illegal, seat
        self._start: dict[str, Any] = {"game": game, "rules": rules, "components": components}
        self._others = list(bots) or [resolve_game(game).default_bot]
        players = len(self._others) + 1
        if seat is not None and not 0 <= seat < players:
            raise BadValue("seat", seat, f"0 to {players - 1}")
        self.seat = 0 if seat is None else seat
        self.table = self._new_table(0)
        self._outcome = outcome_of(self.table, outcome)
        self.observation_space: Any = flat_space(self.table.observed)
        self.action_space = Discrete(self.table.space.size)

    def _new_table(self, seed: int) -> Table:
        players, behind = len(self._others) + 1, len(self._others) - self.seat
        bots: list[str | None] = [*self._others[behind:], None, *self._others[:behind]]
        table = Table.start(**self._start, players=players, seed=seed, bots=bots)
        table.let_bots_play()
        return table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game, up to one's own first decision. The same seed gives the same games from here on."""
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(len(self._others) + 1)) if self._seat is None else self._seat
        self.table = self._new_table(next_seed(self.np_random))
        while self.table.seat_to_act is None:  # it was over before one's own first decision
            self.table = self._new_table(next_seed(self.np_random))
        return flattened(self.table.observation(self.seat)), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let the others play up to one's own next decision."""
        legal = bool(self.action_masks()[int(action)])
        reward, over = self._illegal, True
        if legal:
            self.table.apply(int(action))
            self.table.let_bots_play()
            over = self.table.seat_to_act is None
            reward = float(self.table.outcomes()[self._outcome][self.seat]) if over else 0.0
        return flattened(self.table.observation(self.seat)), reward, over, False, {**self._info(), "illegal": not legal}

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action whether it is legal now."""
        return self.table.mask().astype(np.bool_)

    def _info(self) -> dict[str, Any]:
        return {MASK: self.table.mask()}

    def render(self) -> Any:
        """The position as one sees it."""
        return rendered(self.table, self.seat, self.render_mode)
