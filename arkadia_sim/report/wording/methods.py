"""How experiments were done and what the answers rest on, from their designs and their numbers."""

from collections.abc import Iterable, Mapping
from math import inf, isfinite
from statistics import median

from arkadia_sim.analysis.effects import LEAST_CHANGE
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Parts
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.numbers import in_words, listed, tolerance_text
from arkadia_sim.report.wording.places import company
from arkadia_sim.stats.equivalence import MINIMUM_CHANGED_DEALS

Entry = tuple[str, str]
"""A name and a text."""


def method(parts: Parts) -> list[Entry]:
    """The page's list of what was done."""
    return [
        (
            "Pairs",
            "Every deal (one shuffled set-up with its luck) is played with the change in each seat in turn and "
            "again without it in that seat, everybody else unchanged. The difference is what the change did at "
            "that table. A game that several changes of a deal have in common is played once." + _gains(parts),
        ),
        ("Unit", "The deal, never the single game: the games of a deal resemble each other."),
        *_intervals(parts),
        *_verdicts(parts),
    ]


def notes(parts: Parts) -> list[str]:
    """What the answers rest on: who played, what the game says of its pieces, and the notes of the experiments."""
    companies = dict.fromkeys(
        f"{effect.company_bot}{f' ({company(effect)})' if company(effect) else ''}"
        for effect in parts.effects
        if effect.company_bot
    )
    among = f", among these opponents: {listed(companies)}" if companies else ""
    texts = [
        f"The answers hold for the bots named under “Who played”{among}. Who else plays, and how well, can change them."
    ]
    for part in parts.all:
        texts += [*part.results.manifest.caveats, *part.experiment.notes]
    return list(dict.fromkeys(texts))


def bootstrap_distance(results: PairedResults) -> float | None:
    """The largest distance between an end of a t interval and that of the bootstrap, on the main outcome.

    In the outcome's unit; None where an interval is unknown.
    """
    distances = [
        distance
        for effect, check in ((one.main.estimate, one.main.effect.bootstrap) for one in results.effects)
        if check is not None
        for distance in (abs(effect.low - check.low), abs(effect.high - check.high))
    ]
    return max(distances) if distances and all(map(isfinite, distances)) else None


def _gains(parts: Parts) -> str:
    """How much the pairing helped, over all questions of the main outcome."""
    effects = parts.effects
    gains = sorted(effect.main.effect.gain for effect in effects if 0 < effect.main.effect.gain < inf)
    if not gains:
        return ""
    label = effects[0].main.outcome.label
    if len(gains) == 1:
        many = number(gains[0])
        return f" One game of this design told as much about the {label} as {many} games of unpaired play do."
    return (
        f" One game of this design told as much about the {label} as {number(median(gains))} games of unpaired play do "
        f"(the median of all questions; from {number(gains[0])} to {number(gains[-1])})."
    )


def _intervals(parts: Parts) -> Iterable[Entry]:
    fixed = [one for one in parts.comparisons if not one.sequential]
    if fixed:
        known = [distance for distance in map(bootstrap_distance, fixed) if distance is not None]
        unit = fixed[0].manifest.outcomes[0].unit
        reach = f"at most {number(max(known), 2)} {unit} at any end" if known else "an unknown amount"
        yield (
            "Intervals",
            f"{_levels(fixed)}, Student's t over deals, each for itself. Where fewer than "
            f"{in_words(MINIMUM_CHANGED_DEALS)} deals came out otherwise than the rest, the interval is widened by "
            "what may not have happened yet (Clopper and Pearson), and need not lie evenly about the mean. The "
            f"bootstrap over deals, as a check, differs by {reach}.",
        )
    early = [one for one in parts.comparisons if one.sequential]
    if early:
        levels = listed(dict.fromkeys(percent(one.effects[0].main.estimate.level) for one in early))
        yield (
            "Stopping early",
            f"Questions that were answered stopped being played. The intervals are confidence sequences "
            f"({_sequences(early[0].manifest.judged)}): with {levels} probability all of them hold at all looks "
            "together, so looking early costs width and not truth. Where two players hardly ever come out differently, "
            "a tenth of the error goes to a bound on how many deals differ at all (Clopper and Pearson), and that "
            "bounds the mean.",
        )


def _levels(runs: Iterable[PairedResults]) -> str:
    """How surely the intervals of runs hold."""
    return listed(dict.fromkeys(percent(one.manifest.level) for one in runs))


def _sequences(outcomes: Iterable[Outcome]) -> str:
    """Which kind of confidence sequence each outcome has: that depends on whether its limits are known beforehand."""
    kinds: dict[str, list[str]] = {}
    for outcome in outcomes:
        kind = "asymptotic" if outcome.widest is None else "empirical Bernstein"
        kinds.setdefault(kind, []).append(outcome.label)
    return ", ".join(f"{kind} for {listed(labels)}" for kind, labels in kinds.items())


def _bounds(tolerances: Mapping[str, float], outcomes: Iterable[Outcome]) -> str:
    """What is too small to matter, outcome by outcome."""
    return listed(f"{tolerance_text(tolerances[outcome.column])} {outcome.amount}" for outcome in outcomes)


def _verdicts(parts: Parts) -> Iterable[Entry]:
    runs = [part.results for part in parts.all]
    bounds = dict.fromkeys(_bounds(one.experiment.tolerances, one.manifest.judged) for one in runs)
    yield (
        "Verdicts",
        "“Helps” or “hurts”: surely not zero. “Makes no difference that matters”: surely within "
        f"{'; in other parts '.join(bounds)}, by two one-sided tests. “Not settled”, or open: neither. “Makes no "
        "difference that matters” comes before “helps” and “hurts” where both hold. An effect that is surely not zero, "
        "but not surely within those bounds, is called “helps” or “hurts” although it may still be too small to "
        "matter: the interval tells. Where the behaviour did not surely change, or changed the wrong way, there is no "
        "verdict.",
    )
    families = []
    for part in parts.all:
        name = f"“{part.title}”" if parts.several else "this page"
        if not part.results.sequential:
            families.append(f"the {part.results.questions:,} questions of {name}")
    mistakes = listed(dict.fromkeys(percent(one.manifest.alpha) for one in runs))
    if families:
        yield (
            "Many questions",
            "For each of the two kinds of mistake (claiming a difference that is not there, claiming that there is "
            "none that matters where there is) the chance of a single one is at most "
            f"{mistakes} (Holm) among {listed(families)}{', each for itself' if len(families) > 1 else ''}. So a "
            "verdict can be more careful than its interval alone suggests. Behaviours are judged together in the same "
            f"way, by themselves. One that changed by less than {percent(LEAST_CHANGE)} hardly changed, and there is "
            "no verdict either.",
        )
