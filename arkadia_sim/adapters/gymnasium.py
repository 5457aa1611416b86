"""Games as Gymnasium environments: one seat learns, and bots sit in all others.

>>> from arkadia_sim.adapters.gymnasium import SeatEnv                   # doctest: +SKIP
>>> game = SeatEnv(bots=["greedy"])                                      # doctest: +SKIP
>>> observation, info = game.reset(seed=42)                              # doctest: +SKIP
>>> observation, reward, *rest = game.step(info["action_mask"].argmax()) # doctest: +SKIP
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from arkadia_sim.adapters.views import RENDER_MODES, OneGame, check_mode, flat_space, rendered
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.batch import ArrayBatch, batch
from arkadia_sim.core.registry import resolve_game
from arkadia_sim.core.table import Table
from arkadia_sim.errors import BadValue

MASK = "action_mask"


def _batch(game: str, bots: Sequence[str], seat: int | None, games: int, **start: Any) -> ArrayBatch:
    """Games in which one seat learns, with its bots or one default bot of the game behind it."""
    others = list(bots) or [resolve_game(game).default_bot]
    if seat is not None and not 0 <= seat <= len(others):
        raise BadValue("seat", seat, f"0 to {len(others)}")
    behind = len(others) - (seat or 0)
    lineup = [*others[behind:], None, *others[:behind]]
    return batch(game, len(lineup), games, bots=lineup, turned=seat is None, goes_on=False, **start)


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
        illegal: float = -1.0,
        **start: Any,
    ) -> None:
        """Sit down.

        Args:
            game: Name of the game.
            bots: The others, in their order round the table. Left out: one default bot of the game.
            seat: The seat that learns, from 0. None: another one in each game, by lot.
            render_mode: ``human``, ``ansi``, ``rgb_array`` or ``svg``.
            illegal: The reward of an action that is not legal.
            start: ``rules``, ``components`` and ``outcome``, as for :func:`arkadia_sim.batch`.
        """
        self.render_mode = check_mode(render_mode)
        self._illegal = illegal
        own = _batch(game, bots, seat, 1, **start)
        self._game = OneGame(own)
        self.observation_space: Any = flat_space(own.observed)
        self.action_space = Discrete(own.space.size)

    @property
    def seat(self) -> int:
        """The seat that learns."""
        return self._game.seat

    @property
    def table(self) -> Table:
        """The same game at a table, as it is now."""
        return self._game.table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game, up to one's own first decision. The same seed gives the same games from here on."""
        super().reset(seed=seed)
        self._game.deal(seed)
        return self._game.flat(self.seat), {MASK: self._game.mask()}

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let the others play up to one's own next decision."""
        legal, reward = bool(self._game.batch.mask()[0, action]), self._illegal
        if legal:
            reward = float(self._game.act(int(action))[self.seat])
        over, info = self._game.is_over or not legal, {MASK: self._game.mask(), "illegal": not legal}
        return self._game.flat(self.seat), reward, over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """For each action whether it is legal now."""
        return self._game.batch.mask()[0].copy()

    def render(self) -> Any:
        """The position as one sees it."""
        return rendered(self.table, self.seat, self.render_mode)


class SeatVectorEnv(VectorEnv[dict[str, NDArray[Any]], NDArray[np.int64], NDArray[Any]]):
    """Many such games at once, as :func:`arkadia_sim.batch` plays them.

    Observations are arrays by name, in small types. The next game begins in the step that ends one: ``final_obs`` of
    the info then has the last position. An action that is not legal raises BadValue.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str = DEFAULT_GAME,
        bots: Sequence[str] = (),
        seat: int | None = None,
        num_envs: int = 256,
        **start: Any,
    ) -> None:
        """Sit down at ``num_envs`` tables; the rest is as for :class:`SeatEnv`."""
        own = self.batch = _batch(game, bots, seat, num_envs, **start)
        self.num_envs = num_envs
        arrays = ((array, own.observe()[array.name].dtype.type) for array in own.observed)
        boxes: dict[str, Space[Any]] = {a.name: Box(a.low, a.high, a.shape, kind) for a, kind in arrays}
        self.single_observation_space, self.single_action_space = Dict(boxes), Discrete(own.space.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin new games. The same seed gives the same games from here on."""
        super().reset(seed=seed)
        if seed is None:
            self.batch.deal(np.arange(self.num_envs))
        else:
            self.batch.reset(seed)
        return self._seen(), {MASK: self.batch.mask().copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carry out an action in each game, and let the others play up to one's own next decision."""
        rewards, over = self.batch.step(actions)
        mine, infos = rewards[np.arange(self.num_envs), self.batch.seat()], dict[str, Any]()
        if over.any():
            infos["final_obs"], infos["_final_obs"] = np.full(self.num_envs, None, object), over
            for place in np.flatnonzero(over):
                infos["final_obs"][place] = {name: array[place].copy() for name, array in self.batch.observe().items()}
            self.batch.deal(np.flatnonzero(over))
        return self._seen(), mine, over, np.zeros_like(over), {MASK: self.batch.mask().copy(), **infos}

    def _seen(self) -> dict[str, NDArray[Any]]:
        return {name: array.copy() for name, array in self.batch.observe().items()}
