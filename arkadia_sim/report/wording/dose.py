"""Doses in words: with which value a change is best, how much of it is too much, and how sure that is."""

from collections.abc import Sequence

from arkadia_sim.analysis.dose import Curve, Dose, DoseResults
from arkadia_sim.analysis.effects import Behaved, finding_on
from arkadia_sim.core.spec import number_text
from arkadia_sim.plots.style import number, percent
from arkadia_sim.report.wording.numbers import capital, in_words, listed, size_text, tolerance_text, within_text
from arkadia_sim.report.wording.places import company, place, places, with_players
from arkadia_sim.stats.equivalence import Verdict

NONE = "–"
"""What stands in a table where there is nothing to be said."""

UNCHANGED = "no verdict (the behaviour did not surely change)"
"""What is said of a curve whose behaviour no value surely changed."""


def dosed(curve: Curve, *values: float) -> str:
    """The parameter with values, the reference if none is named: "greed 2.5", "greed 0, 1 and 5"."""
    return f"{curve.change.parameter} {listed(map(number_text, values or (curve.reference,)))}"


def finding_text(one: Dose) -> str:
    """The verdict on a dose in what one plays for, or why there is none."""
    found = finding_on(one)
    return f"no verdict: {found}" if isinstance(found, Behaved) else str(found)


def best_text(curve: Curve) -> str:
    """The values among which the best surely is: "1", "1 to 5", "0.5, 2.5 and 5" where one between is surely worse."""
    values = list(curve.change.values)
    places = [values.index(value) for value in curve.best]
    if len(places) == len(values):
        return "any"
    if len(places) > 1 and places == list(range(places[0], places[-1] + 1)):
        return f"{number_text(curve.best[0])} to {number_text(curve.best[-1])}"
    return listed(map(number_text, curve.best))


def worth_text(curve: Curve) -> str:
    """The dose that won most, and how much more than the reference: "2.5: +16.8 (95%: 16.3 to 17.4)"."""
    peak = curve.peak
    if peak is None:
        return NONE
    return f"{number_text(peak.value)}: {size_text(peak.main.estimate)} ({within_text(peak.main.estimate)})"


def outcome_text(curve: Curve) -> str:
    """What a curve comes to in a few words: what more than the reference does, and what less does."""
    if not curve.changed:
        return UNCHANGED
    told = []
    for side, ones in (
        ("more", [one for one in curve.doses if one.value > curve.reference]),
        ("less", [one for one in curve.doses if one.value < curve.reference]),
    ):
        found = [finding_on(one) for one in ones]
        helps, hurts = Verdict.HELPS in found, Verdict.HURTS in found
        told += [f"{side} helps"] if helps else []
        told += (
            [f"{'too much' if side == 'more' else 'too little'} hurts" if helps else f"{side} hurts"] if hurts else []
        )
    if told:
        return ", ".join(told)
    alike = all(finding_on(one) is Verdict.NO_DIFFERENCE for one in curve.doses if one.behaved is Behaved.AS_SAID)
    return str(Verdict.NO_DIFFERENCE if alike else Verdict.NOT_SETTLED)


def from_text(value: float | None) -> str:
    """From which value on something holds."""
    return NONE if value is None else f"from {number_text(value)}"


def _done(curve: Curve, dose: Dose) -> str:
    """A dose, and how much of the behaviour it makes: "dice thrown in a game: 3.1 instead of 1.0 (greed 2.5)"."""
    if dose.behaviour is None or curve.idle is None:
        return dosed(curve, dose.value)
    much, idle = number(dose.behaviour.mean, 1), number(curve.idle.mean, 1)
    return f"{curve.change.behaviour_label}: {much} instead of {idle} ({dosed(curve, dose.value)})"


def answer(curves: Sequence[Curve]) -> str:
    """What came out for one change at all its tables, in short: each outcome with its tables, most, too much.

    How much was won at the best of all tables is not told here: the largest of several flatters itself. Nor is where
    too much begins: that is no spread of one thing, for each table has its own. The tables have both for each.
    """
    by_outcome: dict[str, list[Curve]] = {}
    for one in curves:
        by_outcome.setdefault(outcome_text(one), []).append(one)
    helped = {text: ones for text, ones in by_outcome.items() if "helps" in text}
    rest = {text: ones for text, ones in by_outcome.items() if text not in helped}
    told = [f"{text} {places(ones, curves)}" for text, ones in (helped | rest).items()]
    won = [one for ones in helped.values() for one in ones if one.peak is not None]
    if won:
        most = max(won, key=lambda one: one.peak.main.estimate.mean if one.peak else 0.0)
        assert most.peak is not None
        told.append(f"most was won {place(most)} with {_done(most, most.peak)}")
    too_much = [one for one in curves if one.too_much is not None and one.changed]
    if too_much:
        some = f"{in_words(len(too_much))} of {in_words(len(curves))} tables"
        told.append(f"too much surely wins less than the best at {some}")
    return f"{'; '.join(told)}."


def best_line(curves: Sequence[Curve]) -> str:
    """Of one change in one company: who was tried, and how much is best at each table, in what it makes players do."""
    first = curves[0]
    what = first.change.behaviour_label or f"the value of {first.change.parameter}"
    each = "; ".join(f"{with_players(one)} {_best_of(one)}" for one in curves)
    return f"{capital(company(first))}, where {first.player} is the one tried, best is, of {what}: {each}."


def _best_of(curve: Curve) -> str:
    """The range of the behaviour at the values among which the best surely is: "8.8 to 15.9 (greed 0.5 to 5)"."""
    if not curve.changed:
        return UNCHANGED
    if len(curve.best) == len(curve.change.values):
        return "any, as far as is sure"
    doses = [curve.dose(value) for value in curve.best]
    held = [curve.idle if one is None else one.behaviour for one in doses]
    much = sorted(one.mean for one in held if one is not None)
    value = f"{curve.change.parameter} {best_text(curve)}"
    if len(much) < len(doses):
        return value
    least, most = number(much[0], 1), number(much[-1], 1)
    return f"{least} ({value})" if least == most else f"{least} to {most} ({value})"


def method(results: DoseResults) -> list[tuple[str, str]]:
    """How it was done."""
    experiment, manifest = results.experiment, results.manifest
    level = percent(manifest.level)
    bounds = listed(f"{tolerance_text(experiment.tolerances[one.column])} {one.amount}" for one in manifest.judged)
    deals = sorted({section.deals for section in results.sections})
    many = " to ".join(f"{count:,}" for count in dict.fromkeys((deals[0], deals[-1])))
    return [
        (
            "Doses",
            f"One player sits in each seat in turn among others who do not change, and plays each of {many} deals at "
            "each table once with each value of the parameter. Every value is held against the reference in the same "
            "seats of the same deals.",
        ),
        ("Unit", "The deal, never the single game; all seats of a deal, averaged, are one observation."),
        (
            "Intervals",
            f"{level}. Those of one {experiment.noun} on one outcome hold at all its values, tables and "
            f"companies at once: the half width is the {level} point of the largest of all their Student's t, by the "
            "correlation that the deals show.",
        ),
        (
            "Best value",
            f"All pairs of values are compared, all tables and companies of a {experiment.noun} at once. A value that "
            f"another is surely better than is out; what is left holds the best with {level} certainty, and "
            "may be several values that cannot be told apart. Too much is what is greater than all of them.",
        ),
        (
            "Verdicts",
            f"“Helps” or “hurts”: surely other than the reference. “Makes no difference that matters”: surely within "
            f"{bounds}. Each of both kinds of mistake has a chance of {percent(manifest.alpha)} at most among all "
            f"{results.questions:,} questions of this page (Holm). Where the behaviour did not surely change, or "
            "changed the wrong way, there is no verdict.",
        ),
    ]


def curve_text(curves: Sequence[Curve]) -> str:
    """The curves of a change in words, for who cannot see the picture."""
    return "; ".join(
        f"{place(one)}: "
        + ", ".join(f"{dosed(one, dose.value)} {number(dose.main.estimate.mean, 1)}" for dose in one.doses)
        for one in curves
    )
