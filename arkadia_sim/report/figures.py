"""The figures of an experiment: what each change is worth, and whether it changed how anybody played."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from arkadia_sim.analysis.effects import Behaved, questions, tolerance, verdict_on
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Part, Parts
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.plots import behaviour_by_change, forest
from arkadia_sim.plots.style import percent
from arkadia_sim.report.wording.numbers import in_words, listed, none_or_words
from arkadia_sim.report.wording.places import company, table_label
from arkadia_sim.stats.equivalence import Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
    """The figures of a part, named and titled by it where there are several; of later parts the verdicts alone.

    Those that show the answers come first: see :func:`answers_shown`.
    """
    end = f"_{part.name}" if parts.several else ""
    title = part.title if parts.several else ""
    results = part.results
    if part is not parts.lead:
        return [_forest(results, 0, end, title)]
    drawn = [_forest(results, number, end, title) for number in range(len(results.manifest.judged))]
    return [*drawn, *_behaviours(results, end, title)]


def answers_shown(part: Part) -> int:
    """How many of the first part's figures show its answers: one for each judged outcome."""
    return len(part.results.manifest.judged)


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
                company(one),
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


def _worth(experiment: Experiment, outcome: Outcome) -> str:
    """The title over effects on an outcome."""
    return f"What {'it' if len(experiment.changes) == 1 else 'each'} is worth in {outcome.label}"


def _titled(title: str, part: str) -> str:
    """The title of a picture, with that of its part where several parts have the like."""
    return f"{title}{'' if title.endswith('?') else ':'} {part}" if part else title


def _drawn(name: str, title: str, caption: str, figure: "Figure", table: pl.DataFrame) -> Drawn:
    return Drawn(name, title, caption, figure, {name: table})
