"""Is it worth more with two players than with four? In words."""

from collections.abc import Sequence

from arkadia_sim.analysis.between import Between
from arkadia_sim.plots.style import number
from arkadia_sim.report.wording.numbers import digits_for, in_words, listed, upright, within_text
from arkadia_sim.stats.equivalence import Verdict

VERDICTS = {
    Verdict.HELPS: "that is sure",
    Verdict.HURTS: "that is sure",
    Verdict.NO_DIFFERENCE: "no difference that matters",
    Verdict.NOT_SETTLED: "not settled",
}


def between_sentence(subject: str, one: Between) -> str:
    """How much more something is worth with one number of players than with another; ``subject`` names it."""
    size, than = _than(one)
    return (
        f"{subject}, {one.outcome.label}: {size} {one.outcome.unit} {than} "
        f"(the difference, {within_text(upright(one.estimate))}); {VERDICTS[one.verdict]}."
    )


def sure_sentences(differences: Sequence[Between]) -> list[str]:
    """What is surely worth more at one number of players than at another: one sentence for each thing, and first what
    the numbers are. The differences are on one outcome; nothing where none is sure."""
    sure = [one for one in differences if one.verdict in (Verdict.HELPS, Verdict.HURTS)]
    if not sure:
        return []
    by_subject: dict[tuple[str, ...], list[Between]] = {}
    for one in sure:
        by_subject.setdefault(one.what, []).append(one)
    outcome = sure[0].outcome
    sizes = sorted({size for one in sure for size in (one.players, one.against)})
    shares = [] if outcome.total is None else [number(outcome.total / size, 0) for size in sizes]
    even = f" (an even share is {listed(shares)})" if shares else ""
    told = [f"What surely is another with more or fewer players; differences in {outcome.label}, {outcome.unit}{even}:"]
    for what, some in by_subject.items():
        each = (f"{' '.join(_than(one))} ({within_text(upright(one.estimate))})" for one in some)
        told.append(f"{', '.join(what)}: {'; '.join(each)}.")
    return told


def _than(one: Between) -> tuple[str, str]:
    """How much, and "more with two players than with four"."""
    more = "less" if one.estimate.mean < 0 else "more"
    than = f"{more} with {in_words(one.players)} players than with {in_words(one.against)}"
    return number(abs(one.estimate.mean), digits_for(one.estimate)), than
