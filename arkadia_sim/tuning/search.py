"""The optimizer: CMA-ES draws candidates around a mean and moves the mean towards the better ones.

A search depends on its seed alone. To continue it, the generations that are in the file are drawn again.
"""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from arkadia_sim.errors import UsageError
from arkadia_sim.rng import deal_seeds
from arkadia_sim.tuning.tune_file import TuneFile

SEARCH_BRANCH = 4 << 40
"""The branch of the seed tree for drawing candidates. No number of players reaches it."""


class CmaSearch:
    """CMA-ES over positions: parameter values divided by their scales.

    Args:
        file: The tuning; its finished generations are replayed.

    Raises:
        UsageError: ``cmaes`` is not installed, or it draws other candidates than those in the file.
    """

    def __init__(self, file: TuneFile) -> None:
        self._file = file
        scales = np.array([parameter.scale for parameter in file.parameters])
        limits = np.array([[parameter.low, parameter.high] for parameter in file.parameters])
        self._cma = cma_class()(
            mean=np.array([parameter.start for parameter in file.parameters]) / scales,
            sigma=1.0,
            bounds=limits / scales[:, None],
            seed=int(deal_seeds(file.seed, SEARCH_BRANCH, 0, 1)[0]) & 0xFFFFFFFF,
            population_size=file.budget.population,
        )
        for generation in file.generations:
            if self.draw() != generation.candidates:
                raise UsageError("this tuning cannot be continued here: the search draws other candidates; start anew")
            self.learn(generation.scores)

    @property
    def finished(self) -> bool:
        """Whether more generations would be of no use: steps have become tiny, or scores equal."""
        return bool(self._cma.should_stop())

    @property
    def mean(self) -> str:
        """The bot at the mean of the distribution."""
        return self._file.bot_at(self._cma.mean)

    def draw(self) -> tuple[str, ...]:
        """Draw the candidates of the next generation."""
        self._drawn = [self._cma.ask() for _ in range(self._file.budget.population)]
        return tuple(map(self._file.bot_at, self._drawn))

    def learn(self, scores: Sequence[float]) -> None:
        """Update the distribution with the scores of the candidates that were drawn last; more is better."""
        self._cma.tell([(position, -score) for position, score in zip(self._drawn, scores, strict=True)])


def cma_class() -> Any:
    """The class ``cmaes.CMA``; UsageError if the package is not installed."""
    try:
        from cmaes import CMA
    except ImportError:
        raise UsageError("tuning needs the package cmaes: pip install 'arkadia-sim[tune]'") from None
    return CMA


def search_versions() -> dict[str, str]:
    """The versions of the libraries that a search depends on; UsageError if one is not installed."""
    cma_class()
    return {name: version(name) for name in ("cmaes", "numpy")}
