"""Is it worth more with two players than with four? In words."""

from arkadia_sim.analysis.between import Between
from arkadia_sim.plots.style import number
from arkadia_sim.report.wording.numbers import digits_for, in_words, within_text
from arkadia_sim.stats.equivalence import Verdict

VERDICTS = {
    Verdict.HELPS: "that is sure",
    Verdict.HURTS: "that is sure",
    Verdict.NO_DIFFERENCE: "no difference that matters",
    Verdict.NOT_SETTLED: "not settled",
}


def between_sentence(subject: str, one: Between) -> str:
    """How much more something is worth with one number of players than with another; ``subject`` names it."""
    size = number(abs(one.estimate.mean), digits_for(one.estimate))
    more = "less" if one.estimate.mean < 0 else "more"
    than = f"{more} with {in_words(one.players)} players than with {in_words(one.against)}"
    return (
        f"{subject}, {one.outcome.label}: {size} {one.outcome.unit} {than} "
        f"(the difference, {within_text(one.estimate)}); {VERDICTS[one.verdict]}."
    )
