"""Games as PettingZoo environments, in which agents take turns (AEC).

>>> from arkadia_sim.adapters.pettingzoo import env                      # doctest: +SKIP
>>> game = env(players=3)                                                # doctest: +SKIP
>>> game.reset(seed=42)                                                  # doctest: +SKIP
>>> for agent in game.agent_iter():                                      # doctest: +SKIP
...     observation, reward, termination, truncation, info = game.last()
...     over = termination or truncation
...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from arkadia_sim.adapters.views import RENDER_MODES, OneGame, check_mode, flat_space, rendered
from arkadia_sim.core import DEFAULT_GAME
from arkadia_sim.core.batch import batch
from arkadia_sim.core.table import Table


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment: one action is one small decision.

    Agents are ``player_0``, ``player_1`` …, by seat. An observation has two arrays: ``observation``, all arrays that
    the game declares in one (float32), and ``action_mask`` (int8, 1 for each legal action). The reward comes at the
    end. An action that the mask forbids raises UsageError.
    """

    def __init__(
        self, game: str = DEFAULT_GAME, players: int = 2, render_mode: str | None = None, **start: Any
    ) -> None:
        """Set the table.

        Args:
            game: Name of the game.
            players: How many agents play.
            render_mode: ``human``, ``ansi``, ``rgb_array`` or ``svg``.
            start: ``rules``, ``components`` and ``outcome``, as for :func:`arkadia_sim.batch`.
        """
        super().__init__()
        self.render_mode = check_mode(render_mode)
        own = batch(game, players, goes_on=False, **start)
        self._game = OneGame(own)
        self.metadata = {
            "name": f"{own.game.name}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        arrays, mask = flat_space(own.observed), Box(0, 1, (own.space.size,), np.int8)
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Dict({"observation": arrays, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(own.space.size) for agent in self.possible_agents}

    @property
    def table(self) -> Table:
        """The same game at a table, as it is now."""
        return self._game.table

    def observation_space(self, agent: str) -> Space[Any]:
        """The range of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed gives the same games from here on: the deals of ``play`` with this seed."""
        self._game.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[0 if self._game.is_over else self._game.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know; nothing is legal for one that is not to act."""
        seat = self.possible_agents.index(agent)
        mask = self._game.mask() if seat == self._game.seat else np.zeros(self._game.batch.space.size, np.int8)
        return {"observation": self._game.flat(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent that is to act; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None, "an agent that is to act picks an action"
        rewards = self._game.act(int(action))
        if self._game.is_over:
            self.rewards = dict(zip(self.agents, rewards.tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as the agent to act sees it."""
        return rendered(self.table, self.possible_agents.index(self.agent_selection), self.render_mode)

    def close(self) -> None:
        """Nothing is left open."""


env = GameEnv
"""The name by which PettingZoo's tools look for an environment."""
