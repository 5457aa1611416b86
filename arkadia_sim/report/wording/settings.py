"""One table in several settings, in words: what a change of the rules does, and how sure that is."""

from arkadia_sim.analysis.differences import Difference, Finding
from arkadia_sim.analysis.settings import SettingsResults
from arkadia_sim.core.measures import Measure
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.numbers import capital, in_words, listed, size_text, tolerance_text, within_text
from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS, MINIMUM_DEALS

ALL_AT_ONCE = (
    "the means of a measure hold at all tables at once, the differences for all measures too; a verdict says where the "
    "interval of its difference lies"
)
"""What is said below a table of settings."""

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
    """The verdict in words, with what does not matter where that decides."""
    if one.finding is Finding.ALIKE:
        return f"{one.finding} ({tolerance_text(one.tolerance)})"
    return str(one.finding)


def tolerance_hint(results: SettingsResults) -> str:
    """How to say what does not matter, where nobody has; empty where all measures with open questions have it."""
    names = dict.fromkeys(
        one.measure.name for one in results.differences if one.finding is Finding.OPEN and not one.tolerance
    )
    if not names:
        return ""
    option = " ".join(f"--tolerance {name}=…" for name in names)
    return (
        f"Nobody has said which difference does not matter in {listed(names)}, so that none can be told from a small "
        f"one: name it ({option}, or `tolerances` in a file)."
    )


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
    bots, level = results.experiment.bots, percent(results.manifest.level)
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
            f"{level}. Those of the means of one measure hold for all table sizes, settings and seats at once. Those "
            f"of all {in_words(len(results.differences))} differences, over all measures, are another family and hold "
            f"at once, too: the half width is the {level} point of the largest of all their Student's t, by the "
            "correlation that the deals show (Bonferroni's where there are very many). Shares that few deals have to "
            "do with have exact intervals, and their differences what follows from those (Newcombe).",
        ),
        (
            "Verdicts",
            "Each says where the interval of its difference lies, and nothing else: clear of 0, or wholly within what "
            f"does not matter{f' ({tolerances})' if tolerances else ', of which nothing was named'}; else it is not "
            f"settled. With fewer than {MINIMUM_DEALS} deals there is none; where fewer than {MINIMUM_CHANGED_DEALS} "
            "deals differ the interval goes by their number.",
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
        more, less, alike, same, still = (
            [one for one in here if one.finding is finding]
            for finding in (Finding.MORE, Finding.LESS, Finding.ALIKE, Finding.SAME, Finding.OPEN)
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
            texts.append(f"{Finding.SAME} in {in_words(len(same))}")
        if still:
            texts.append(f"{Finding.OPEN} in {in_words(len(still))}")
        told.append(f"{capital(measure.label)}: {'; '.join(texts)}.")
    return told


def response_text(results: SettingsResults) -> str:
    """All means in words, for who cannot see the picture."""
    return "; ".join(
        f"{measured_text(one.measure, one.part)} {_with(one.players)}, {one.setting}: {number(one.estimate.mean, 2)}"
        for one in results.means
    )
