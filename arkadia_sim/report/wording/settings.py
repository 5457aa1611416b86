"""One table in several settings, in words: what a change of the rules does, and how sure that is."""

from arkadia_sim.analysis.settings import Difference, SettingsResults
from arkadia_sim.core.measures import Measure
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.numbers import capital, in_words, listed, size_text, tolerance_text, within_text
from arkadia_sim.stats.equivalence import ALPHA, Verdict
from arkadia_sim.stats.intervals import LEVEL

ALL_AT_ONCE = "the intervals of a measure hold for all rows of a table at once"
"""What is said below a table of settings."""

THE_SAME = "the same in every deal"
"""What is said where a setting changed nothing, so that more deals would tell no more."""

NEXT_TO_NOTHING = 0.05
"""A correlation up to this is as good as none."""


def difference_sentence(one: Difference) -> str:
    """What a setting does to a measure at a table size, or how much more it does with one size than with another."""
    what = measured_text(one.measure, one.part)
    size = f"{size_text(one.estimate)} {one.measure.unit} ({within_text(one.estimate)})"
    change = f"{one.setting} instead of {one.reference}"
    if one.against is None:
        return f"{capital(_with(one.players))}, {change}: {what} {size}; {verdict_text(one)}."
    return (
        f"{capital(what)}, {change}: what it does {_with(one.players)} minus what it does {_with(one.against)} is "
        f"{size}; {verdict_text(one)}."
    )


def verdict_text(one: Difference) -> str:
    """The verdict in words; a measure is more or less, not better or worse."""
    if _is_the_same(one):
        return THE_SAME
    if one.judgement.verdict is Verdict.NO_DIFFERENCE:
        return f"no difference that matters ({tolerance_text(one.judgement.margin)})"
    words = {Verdict.HELPS: "surely more", Verdict.HURTS: "surely less"}
    return words.get(one.judgement.verdict, str(Verdict.NOT_SETTLED))


def _is_the_same(one: Difference) -> bool:
    """Whether the two settings came to the same in each of several deals."""
    return one.estimate.n > 1 and one.estimate.mean == 0.0 == one.estimate.standard_error


def measured_text(measure: Measure, part: str) -> str:
    """A measure and its part in a sentence: "seat advantage in score of seat 2"."""
    return f"{measure.label} of {part}" if part else measure.label


def paired_sentence(results: SettingsResults) -> str:
    """That the settings play the same deals, and what that is worth."""
    found = [(one.correlation, one.narrower or 0.0) for one in results.differences if one.correlation is not None]
    if not found:
        return "All settings play the same deals."
    low, high = min(one for one, _ in found), max(one for one, _ in found)
    best = max(narrower for _, narrower in found)
    told = number(low, 2) if number(low, 2) == number(high, 2) else f"{number(low, 2)} to {number(high, 2)}"
    if high <= NEXT_TO_NOTHING:
        return (
            f"All settings play the same deals, but make different games of them (correlation {told}): the comparison "
            "is as good as unpaired."
        )
    return (
        f"All settings play the same deals and are held against each other deal by deal (correlation {told}), which "
        f"narrows intervals by up to {percent(round(max(0.0, best), 2))}."
    )


def method(results: SettingsResults) -> list[tuple[str, str]]:
    """How it was done."""
    bots = results.experiment.bots
    alone = len(bots) == 1
    seated = f"{bots[0]} sits in every seat" if alone else f"{listed(bots)} sit at one table, in every seat in turn"
    tolerances = listed(
        f"{tolerance_text(results.experiment.tolerances[one.name])} {one.unit} of {one.label}"
        for one in results.measures
        if one.name in results.experiment.tolerances
    )
    return [
        ("Tables", f"{seated}, in each setting. {paired_sentence(results)}"),
        ("Unit", "The deal, never the single game. Tables of different sizes have deals of their own."),
        (
            "Intervals",
            f"{percent(LEVEL)}; those of one measure hold for all table sizes, settings and seats at once, the means "
            "as one family and the differences as another: the half width is the 95% point of the largest of all their "
            "Student's t, by the correlation that the deals show.",
        ),
        (
            "Verdicts",
            f"All {in_words(len(results.differences))} differences are judged as one family at {percent(ALPHA)} (Holm)."
            " No difference that matters takes two one-sided tests"
            + (f"; what does not matter: {tolerances}." if tolerances else "; no tolerance was named."),
        ),
    ]


def _with(players: int) -> str:
    return f"with {in_words(players)} {'player' if players == 1 else 'players'}"


def players_label(players: int) -> str:
    """A table size beside a curve or a row: "4 players"."""
    return f"{players} {'player' if players == 1 else 'players'}"


def answers(results: SettingsResults) -> list[str]:
    """What came out in short: for each measure which differences are sure, and how many are open."""
    told = []
    for measure in results.measures:
        here = [one for one in results.differences if one.measure == measure and one.against is None]
        same = [one for one in here if _is_the_same(one)]
        more, less, alike = (
            [one for one in here if one.judgement.verdict is verdict and one not in same]
            for verdict in (Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE)
        )
        texts = []
        if more or less:
            most = max(more + less, key=lambda one: abs(one.estimate.mean))
            ways = [f"surely {way} in {in_words(len(ones))}" for way, ones in (("more", more), ("less", less)) if ones]
            texts.append(
                f"{' and '.join(ways)} of {in_words(len(here))} comparisons with {results.reference}, "
                f"most with {most.setting} ({_with(most.players)}{f', {most.part}' if most.part else ''}): "
                f"{size_text(most.estimate)} {measure.unit} ({within_text(most.estimate)})"
            )
        if alike:
            texts.append(f"no difference that matters in {in_words(len(alike))}")
        if same:
            texts.append(f"{THE_SAME} in {in_words(len(same))}")
        still = len(here) - len(more) - len(less) - len(alike) - len(same)
        if still:
            texts.append(f"not settled in {in_words(still)}")
        told.append(f"{capital(measure.label)}: {'; '.join(texts)}.")
    return told


def response_text(results: SettingsResults) -> str:
    """All means in words, for who cannot see the picture."""
    return "; ".join(
        f"{measured_text(one.measure, one.part)} {_with(one.players)}, {one.setting}: {number(one.estimate.mean, 2)}"
        for one in results.means
    )
