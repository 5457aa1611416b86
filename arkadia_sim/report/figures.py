"""The figures of an experiment: what each change is worth, and whether it changed how anybody played."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.analysis.effects import Behaved, Effect, Judged, questions, tolerance, verdict_on
from arkadia_sim.analysis.factorial import FactorialResults
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Part, Parts
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.plots import behaviour_by_change, curves, forest, interactions
from arkadia_sim.plots.style import percent
from arkadia_sim.report.wording.numbers import in_words, listed, none_or_words
from arkadia_sim.report.wording.places import circumstance, company, table_label
from arkadia_sim.stats.equivalence import Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OTHERS_AXIS = "how many of the others follow it too"
DIAL_AXIS = "temperature of all players: 0 plays its best, higher is more careless"

COUNTED: tuple[tuple[Verdict | None, str, str], ...] = (
    (Verdict.HELPS, "helps", "help"),
    (Verdict.HURTS, "hurts", "hurt"),
    (Verdict.NO_DIFFERENCE, "makes no difference that matters", "make no difference that matters"),
    (Verdict.NOT_SETTLED, "is not settled", "are not settled"),
    (None, "gets no verdict", "get no verdict"),
)
"""What one effect does, and what several do."""


@dataclass(frozen=True)
class Drawn:
    """A picture: what stands over and below it, the figure, and the tables behind it by name."""

    name: str
    title: str
    caption: str
    figure: "Figure"
    tables: Mapping[str, pl.DataFrame]


def experiment_figures(parts: Parts, part: Part) -> list[Drawn]:
    """The figures of a part, named and titled by it where there are several; of later paired parts the verdicts alone.

    Those that show the answers come first: see :func:`answers_shown`.
    """
    end = f"_{part.name}" if parts.several else ""
    title = part.title if parts.several else ""
    results = part.results
    if isinstance(results, FactorialResults):
        return _factorial_figures(results, end, title)
    if part.design == "paired" and part is not parts.lead:
        return [_forest(results, 0, end, title)]
    if part.design == "paired":
        like = title if len(parts.of_design("paired")) > 1 else ""
        drawn = [_forest(results, number, end, like) for number in range(len(results.manifest.judged))]
    else:
        drawn = [_curves(results, end, title)]
    if part.design != "adoption":
        drawn += _behaviours(results, end, title if len(parts.of_design("paired", "skill")) > 1 else "")
    return drawn


def answers_shown(part: Part) -> int:
    """How many of a part's figures show its answers: one for each judged outcome, or the only one that there is."""
    return len(part.results.manifest.judged) if part.design == "paired" else 1


def effect_axis(outcome: Outcome) -> str:
    """What stands along the axis of effects on an outcome."""
    return f"effect on the {outcome.label} ({outcome.unit})"


def _forest(results: PairedResults, number: int, end: str, part: str) -> Drawn:
    """All effects on one judged outcome, with their intervals."""
    outcome = results.manifest.judged[number]
    asked = [(one, questions(one)[number]) for one in results.effects]
    table = forest.forest_table(
        [
            forest.ForestPoint(
                one.change.title,
                circumstance(one),
                table_label(one),
                measured.estimate,
                tolerance(measured),
                verdict_on(one, measured),
            )
            for one, measured in asked
        ]
    )
    verdicts = [verdict_on(one, measured) for one, measured in asked]
    counted = [
        f"{in_words(count)} {one if count == 1 else several}"
        for verdict, one, several in COUNTED
        if (count := verdicts.count(verdict))
    ]
    caption = (
        f"Of {len(verdicts):,} {'effect' if len(verdicts) == 1 else 'effects'} on the {outcome.label} "
        f"{listed(counted)}. Lines are "
        f"{_intervals(results, ', each for itself')}; the grey band holds what was named beforehand as too small to "
        "matter."
    )
    figure = forest.draw_forest(table, effect_axis(outcome))
    title = _titled(_worth(results.experiment, outcome), part)
    return _drawn(f"forest_{outcome.column}{end}", title, caption, figure, table)


def _intervals(results: PairedResults, alone: str = "") -> str:
    """What the intervals of comparisons are."""
    level = percent(results.effects[0].main.estimate.level)
    return f"{level} intervals {'that hold at all looks together' if results.sequential else f'over deals{alone}'}"


def _curves(results: PairedResults, end: str, part: str) -> Drawn:
    """The effects on the main outcome along what is varied: how many others follow, or how well all play."""
    outcome = results.manifest.outcomes[0]
    table = curves.curve_table(
        [
            curves.CurvePoint(one.change.title, table_label(one), _step(one), one.main.estimate, tolerance(one.main))
            for one in results.effects
        ]
    )
    lines = f"with {_intervals(results)}"
    if results.experiment.design == "adoption":
        figure = curves.draw_curves(table, OTHERS_AXIS, f"worth of following, in {outcome.label} ({outcome.unit})")
        caption = f"What it is worth to follow, by how many of the others follow already, {lines}."
        return _drawn(f"adoption{end}", part or "By how many others follow", caption, figure, table)
    figure = curves.draw_curves(table, DIAL_AXIS, effect_axis(outcome))
    caption = f"What each is worth when everybody plays better (left) or worse (right), {lines}."
    return _drawn(f"skill{end}", part or "By the temperature of all players", caption, figure, table)


def _step(one: Effect) -> str:
    """Where on the axis of what is varied an effect stands."""
    return str(one.followers) if one.followers is not None else f"{one.temperature:g}"


def _behaviours(results: PairedResults, end: str, part: str) -> list[Drawn]:
    points = [
        behaviour_by_change.ChangePoint(
            one.change.title,
            one.change.behaviour_label or "",
            table_label(one),
            company(one),
            one.behaviour.control,
            one.behaviour.with_change,
            one.behaved is not Behaved.UNSURE,
        )
        for one in results.effects
        if one.behaviour is not None
    ]
    if not points:
        return []
    table = behaviour_by_change.change_table(points)
    sure = sum(point.sure for point in points)
    level = percent(points[0].without.level)
    astray = sum(one.behaved is Behaved.ASTRAY for one in results.effects)
    caption = (
        f"The behaviour that each names, without and with it, thick lines being {level} intervals over deals. It "
        f"surely changed in {none_or_words(sure)} of {in_words(len(points))} "
        f"{'place' if len(points) == 1 else 'places'}"
        + (f", the wrong way in {in_words(astray)} of them." if astray else ".")
    )
    figure = behaviour_by_change.draw_changes(table)
    return [_drawn(f"behaviour{end}", _titled("Did anything change?", part), caption, figure, table)]


def _factorial_figures(results: FactorialResults, end: str, part: str) -> list[Drawn]:
    outcome = results.manifest.judged[0]
    effects: tuple[Judged, ...] = results.effects
    table = forest.forest_table(
        [
            forest.ForestPoint(
                one.change.title, "", table_label(one), one.main.estimate, tolerance(one.main), verdict_on(one)
            )
            for one in effects
        ]
    )
    caption = (
        "What each is worth on average over all combinations of the others, where each player's habits are drawn by "
        f"lot. Lines are {percent(effects[0].main.estimate.level)} intervals over deals, each for itself."
    )
    figure = forest.draw_forest(table, effect_axis(outcome))
    title = _titled(_worth(results.experiment, outcome), part)
    drawn = [_drawn(f"forest_main_effects{end}", title, caption, figure, table)]
    return [*drawn, _matrix(results, outcome, end, part)] if results.interactions else drawn


def _matrix(results: FactorialResults, outcome: Outcome, end: str, part: str) -> Drawn:
    """What each change is worth by itself, and by how much more each is worth beside another."""
    pairs = [
        interactions.PairPoint(
            table_label(one),
            one.change.title,
            one.change.title,
            one.main.estimate,
            one.main.judgement.verdict in (Verdict.HELPS, Verdict.HURTS),
        )
        for one in results.effects
    ]
    pairs += [
        interactions.PairPoint(table_label(one), one.first.title, one.second.title, one.estimate, one.sure)
        for one in results.interactions
    ]
    order = {label: number for number, label in enumerate(dict.fromkeys(map(table_label, results.effects)))}
    pairs.sort(key=lambda pair: order[pair.panel])
    sure = sum(one.sure for one in results.interactions)
    several = len(results.interactions) > 1
    caption = (
        f"By how many {outcome.amount} more each is worth to a player who makes the other too. Of "
        f"{len(results.interactions):,} {'pairs' if several else 'pair'} {none_or_words(sure)} "
        f"surely {'differs' if sure == 1 else 'differ'} from zero (Holm)."
    )
    table = interactions.pair_table(pairs)
    codes = interactions.claim_codes((change.title, change.claim) for change in results.experiment.changes)
    figure = interactions.draw_pairs(table, outcome.amount, codes)
    return _drawn(f"interactions{end}", _titled("Which go well together?", part), caption, figure, table)


def _worth(experiment: Experiment, outcome: Outcome) -> str:
    """The title over effects on an outcome."""
    return f"What {'it' if len(experiment.changes) == 1 else 'each'} is worth in {outcome.label}"


def _titled(title: str, part: str) -> str:
    """The title of a picture, with that of its part where several parts have the like."""
    return f"{title}{'' if title.endswith('?') else ':'} {part}" if part else title


def _drawn(name: str, title: str, caption: str, figure: "Figure", table: pl.DataFrame) -> Drawn:
    return Drawn(name, title, caption, figure, {name: table})
