"""Candidates of a decision with their scores, as records, and how those are marked that list and describe them."""

from arkadia_sim.games.medina.play import RECORDS
from arkadia_sim.kernels.candidates import describer_of, keep_best, ranked_of, ranker_of

__all__ = ["RANKED_DTYPE", "describer", "keep_best", "ranker"]

RANKED_DTYPE = ranked_of(RECORDS.decision)
ranker = ranker_of(RECORDS)
describer = describer_of(RECORDS)
