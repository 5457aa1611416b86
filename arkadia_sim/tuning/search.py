"""The search itself: CMA-ES over positions, drawn from the seed alone, and what became of its candidates."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.tuning.problem import Problem
from arkadia_sim.tuning.tune_file import Generation

SEARCH_BRANCH = 4 << 40
"""The branch of the seed tree from which candidates are drawn; no number of players reaches it."""


class CmaSearch:
    """CMA-ES over positions in units of the parameters' scales, and what became of its candidates."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        knobs = problem.knobs
        scales = np.array([knob.scale for knob in knobs])
        self._cma = cma_class()(
            mean=np.array([knob.start for knob in knobs]) / scales,
            sigma=1.0,
            bounds=np.array([[knob.parameter.low, knob.parameter.high] for knob in knobs]) / scales[:, None],
            seed=int(deal_seeds(problem.request.seed, SEARCH_BRANCH, 0, 1)[0]) & 0xFFFFFFFF,
            population_size=problem.budget.population,
        )
        self._drawn: list[NDArray[np.float64]] = []
        self._tried: list[list[tuple[float, str, str]]] = []  # by generation: gain, specification, origin

    @property
    def finished(self) -> bool:
        """Whether the steps have become so small, or the scores so equal, that going on is of no use."""
        return bool(self._cma.should_stop())

    @property
    def sigma(self) -> float:
        """The step size."""
        return float(self._cma._sigma)  # the package offers no other way to it; it is only told, never used

    def mean(self) -> NDArray[np.float64]:
        """The middle of the search."""
        return np.array(self._cma.mean)

    def mean_values(self) -> dict[str, float]:
        """The parameters in the middle of the search, by name."""
        names = [knob.parameter.name for knob in self._problem.knobs]
        return dict(zip(names, self._problem.values(self.mean()), strict=True))

    def draw(self) -> tuple[str, ...]:
        """The next generation's candidates."""
        self._drawn = [self._cma.ask() for _ in range(self._problem.budget.population)]
        return tuple(self._problem.spec(position) for position in self._drawn)

    def learn(self, generation: int, scores: Sequence[float], start_score: float) -> None:
        """Take in the scores of the candidates that were drawn last."""
        self._tried.append(
            [
                (score - start_score, self._problem.spec(position), f"candidate {number} of generation {generation}")
                for number, (position, score) in enumerate(zip(self._drawn, scores, strict=True))
            ]
        )
        self._cma.tell([(position, -score) for position, score in zip(self._drawn, scores, strict=True)])

    def replay(self, generation: Generation) -> None:
        """Draw and learn as in an earlier sitting."""
        self.draw()
        self.learn(generation.generation, generation.scores, generation.start_score)
        kept, now = np.array(list(generation.mean.values())), np.array(list(self.mean_values().values()))
        if not np.allclose(kept, now, rtol=1e-4, atol=1e-9):
            raise UsageError("this tuning cannot be gone on with here: the numbers drawn are others; begin a new one")

    def best(self, number: int) -> list[tuple[str, str]]:
        """The candidates that beat the start by most in their generations: specification and origin.

        Only those of the second half: early ones are scattered widely, and the best of them were mostly lucky.
        """
        late = [one for generation in self._tried[len(self._tried) // 2 :] for one in generation]
        ranked = sorted(late, key=lambda one: -one[0])
        return [(spec, origin) for _, spec, origin in ranked[:number]]


def cma_class() -> Any:
    """The class of the package ``cmaes``; UsageError with the way to get it where it is not installed."""
    try:
        from cmaes import CMA
    except ImportError:
        raise UsageError("tuning needs the package cmaes: pip install 'arkadia-sim[tune]'") from None
    return CMA


def search_versions() -> dict[str, str]:
    """The versions of the libraries that what is drawn depends on; UsageError where one is not installed."""
    cma_class()
    return {name: version(name) for name in ("cmaes", "numpy")}
