"""The fields of a row of estimates that come from the statistics: numbers and verdicts."""

from typing import Any

from arkadia_sim.questions.estimates import Verdict as Word
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.verdicts import Judgement, Verdict

WORDS: dict[Verdict, Word] = {
    Verdict.HELPS: "higher",
    Verdict.HURTS: "lower",
    Verdict.NO_DIFFERENCE: "equivalent",
    Verdict.NOT_SETTLED: "inconclusive",
}
"""How the table of estimates words a verdict."""


def number_fields(estimate: Estimate) -> dict[str, Any]:
    """The estimate, its interval, standard error, level and number of deals."""
    return {
        "n": estimate.n,
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "se": estimate.standard_error,
        "level": estimate.level,
    }


def verdict_fields(judgement: Judgement | None, test: str) -> dict[str, Any]:
    """The tolerance, corrected p-values and verdict; empty where nothing was tested.

    Args:
        judgement: the verdict, if there was a test.
        test: how it was tested, in a few words.
    """
    if judgement is None:
        return {}
    return {
        "test": test,
        "tolerance": judgement.tolerance,
        "p_difference": judgement.p_difference,
        "p_equivalence": judgement.p_equivalence,
        "verdict": WORDS[judgement.verdict],
    }
