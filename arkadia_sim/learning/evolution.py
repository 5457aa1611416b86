"""Improves weights by play: an evolution strategy in the bot's own company.

In each generation, pairs of players use weights on opposite sides of the current ones and play the same deals. The
difference of their results shows how good that direction is. The weighted mean of all directions estimates the
gradient, and the weights follow it with momentum (antithetic sampling as in Salimans et al., "Evolution Strategies as
a Scalable Alternative to Reinforcement Learning", arXiv 1703.03864, 2017). Steps use only the directions of the fit,
fewer than there are weights, because the games needed grow with their number. The result is the mean of the weights
over the second half of the generations (Polyak and Juditsky, SIAM J. Control Optim. 30(4), 1992).
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.core.spec import BotSpec
from arkadia_sim.core.stored import Stored
from arkadia_sim.learning.kept_state import as_weights, damaged, keep_state, kept_state
from arkadia_sim.learning.self_play import SelfPlay
from arkadia_sim.rng import deal_seeds

Numbers = NDArray[np.float64]
_DRAWN = 6 << 40
_TRAINING = 7 << 40
"""Branches of the seed tree for directions and deals."""
MOMENTUM, MEMORY = 0.9, 0.99


class EvolutionPlan(Stored):
    """The size of an evolution: generations, pairs, deals per pair and the size of a step.

    ``rate`` is how far the weights move per generation if all generations agree, in steps.
    """

    generations: int = 250
    pairs: int = 48
    deals: int = 8
    size: float = 0.05
    rate: float = 0.06


@dataclass
class State:
    """The progress of an evolution; positions are in steps from the start."""

    position: Numbers
    momentum: Numbers
    power: float = 0.0
    total: Numbers = field(default_factory=lambda: np.zeros(0))
    summed: int = 0
    generation: int = 0
    score: float = 0.0
    failed: int = 0


class Evolution:
    """The evolution of a bot's weights, with its progress stored in a file."""

    def __init__(
        self, name: str, start: dict[str, float], directions: Numbers, limits: dict[str, tuple[float, float]],
        plan: EvolutionPlan, seed: int, number: int, file: Path,
    ) -> None:  # fmt: skip
        """``directions`` has a row for each weight of ``start``, in order, and a column for each direction."""
        self.name, self.names, self.plan = name, list(start), plan
        self.seed, self.number, self.file = seed, number, file
        self._start = np.array([start[name] for name in self.names])
        self._directions = directions
        self._limits = np.array([limits[name] for name in self.names]).T
        zeros = np.zeros(directions.shape[1])
        self.state = read_state(file) or State(zeros.copy(), zeros.copy(), total=zeros.copy())
        if self.state.position.shape != zeros.shape:
            raise damaged(file, "evolution")

    def weights(self, position: Numbers) -> dict[str, float]:
        """The weights at a position."""
        return as_weights(self.names, self._start + self._directions @ position, self._limits)

    def result(self) -> dict[str, float]:
        """The final weights: the mean over the second half."""
        return self.weights(self.state.total / self.state.summed if self.state.summed else self.state.position)

    def go_on(self, company: SelfPlay) -> float:
        """Play one generation and move the weights; returns the players' mean score."""
        state, plan = self.state, self.plan
        branch = _DRAWN + 100 * self.number + company.setting.players
        seeds = deal_seeds(self.seed, branch, state.generation, 1)
        generator = np.random.Generator(np.random.PCG64(int(seeds[0])))
        directions = generator.standard_normal((plan.pairs, self._directions.shape[1]))
        candidates = tuple(
            spec_of(self.name, self.weights(state.position + side * plan.size * direction))
            for direction in directions
            for side in (1.0, -1.0)
        )
        middle = spec_of(self.name, self.weights(state.position))
        first = state.generation * plan.deals
        scores, failed = company.play(candidates, middle, _TRAINING + 1000 * self.number, first, plan.deals)
        advantages = (scores[0::2] - scores[1::2]) / 2.0
        gradient = (advantages[:, None] * directions).mean(axis=0) / plan.size
        state.generation += 1
        state.momentum = MOMENTUM * state.momentum + (1.0 - MOMENTUM) * gradient
        state.power = MEMORY * state.power + (1.0 - MEMORY) * float((gradient**2).mean())
        mean = state.momentum / (1.0 - MOMENTUM**state.generation)
        scale = np.sqrt(state.power / (1.0 - MEMORY**state.generation)) + 1e-12
        annealing = 1.0 - 0.9 * state.generation / plan.generations
        state.position = state.position + plan.rate * annealing * plan.size * mean / scale
        if 2 * state.generation > plan.generations:
            state.total = state.total + state.position
            state.summed += 1
        state.score = float(scores.mean())
        state.failed += failed
        keep_state(state, self.file)
        return state.score


def read_state(file: Path) -> State | None:
    """The stored progress of an evolution; None without a file, UsageError if it is damaged."""
    return kept_state(State, file, "evolution")


def spec_of(name: str, weights: dict[str, float]) -> str:
    """A bot with these weights, as users write it."""
    return str(BotSpec(name).with_settings(weights))
