"""What changes of play are worth in a run of comparisons: one effect per change, company and table size.

Rows are read lazily, the chunks of one section at a time, and polars brings them down to one row per deal before
anything else looks at them, so that memory grows with the deals and not with the games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

import polars as pl

from arkadia_sim.analysis.between import Between, SizedEffect, between_sizes
from arkadia_sim.analysis.effects import (
    Behaved,
    Effect,
    OutcomeEffect,
    check_behaviours,
    evidence,
    judged,
    questions,
    with_behaved,
)
from arkadia_sim.analysis.sections import SectionGames, Variant, company_title, variants
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.schema import Change, Experiment
from arkadia_sim.plan.plan import Comparison, SeatOfLineup, Section
from arkadia_sim.plan.questions import Question
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.stopping import LastLook, last_looks, most_looks
from arkadia_sim.stats.equivalence import judge
from arkadia_sim.stats.paired import CONTROL, WITH, PairedEffect, deal_table, paired_effect


@dataclass(frozen=True)
class PairedResults:
    """A finished run of comparisons, its effects judged as one family.

    In a run that stopped early (``sequential``) verdicts and intervals are those of confidence sequences.
    """

    manifest: Manifest
    experiment: Experiment
    sections: tuple[SectionGames, ...]
    effects: tuple[Effect, ...]

    @property
    def sequential(self) -> bool:
        """Whether questions were no longer asked when they were answered."""
        return self.experiment.until is not None

    def between(self) -> tuple[Between, ...]:
        """What effects are more at one table size than at another, for the pairs of sizes that the experiment names."""
        pairs = [(pair[0], pair[1]) for pair in self.experiment.between]
        effects = [
            SizedEffect(
                _what(effect),
                effect.players,
                one.outcome,
                one.estimate,
                one.judgement.tolerance,
                one.effect.changed_deals,
            )
            for effect in self.effects
            for one in effect.outcomes
            if one.judgement is not None and effect.behaved is Behaved.AS_SAID
        ]
        return between_sizes(effects, pairs, self.sequential, self.manifest.alpha) if pairs else ()

    @property
    def questions(self) -> int:
        """How many questions were judged together."""
        return sum(len(questions(effect)) for effect in self.effects)


def _what(effect: Effect) -> tuple[str, ...]:
    """What sets an effect apart from others of its table size, the change first."""
    options = (f"{name} = {value}" for name, value in effect.variant)
    return tuple(text for text in (effect.change.title, effect.company_title, *options) if text)


@dataclass(frozen=True)
class _Asked:
    """A question with all its stages: the sections in which it was asked, one after another, and the seats there."""

    change: Change
    variant: Variant
    question: Question
    stages: Sequence[tuple[int, Comparison]]


def paired_results(
    run: RunFolder, manifest: Manifest, experiment: Experiment, sections: tuple[SectionGames, ...]
) -> PairedResults:
    """The effects of a run of comparisons.

    Raises UsageError where a side of a pair is missing, UnknownName for a behaviour that is no column.
    """
    check_behaviours(run, experiment)
    asked = _asked(manifest, experiment)
    effects = with_behaved(
        [_effect(run, manifest, experiment, one) for one in asked],
        {section.players: most_looks(manifest, section.players) for section in manifest.sections},
        manifest.alpha,
    )
    if experiment.until is None:
        return PairedResults(manifest, experiment, sections, judged(effects, manifest.alpha))
    last = last_looks(manifest)
    looked = (_as_looked_at(effect, one.question, last) for effect, one in zip(effects, asked, strict=True))
    return PairedResults(manifest, experiment, sections, tuple(looked))


def _asked(manifest: Manifest, experiment: Experiment) -> list[_Asked]:
    """All questions of a run, table by table within each change."""
    stages: dict[tuple[Question, Variant], list[tuple[int, Comparison]]] = {}
    for index, (section, variant) in enumerate(zip(manifest.sections, variants(manifest.sections), strict=True)):
        for comparison in section.comparisons:
            stages.setdefault((Question.of(section, comparison), variant), []).append((index, comparison))
    by_change = sorted(stages, key=lambda key: key[0].change)
    return [
        _Asked(experiment.changes[question.change], variant, question, stages[question, variant])
        for question, variant in by_change
    ]


def _effect(run: RunFolder, manifest: Manifest, experiment: Experiment, asked: _Asked) -> Effect:
    change, (index, comparison) = asked.change, asked.stages[0]
    first = manifest.sections[index]
    columns = [outcome.column for outcome in manifest.outcomes]
    wanted = list(dict.fromkeys([*columns, *([change.behaviour] if change.behaviour else [])]))
    deals = pl.concat([_deals(run, at, manifest.sections[at], one, wanted) for at, one in asked.stages])
    games = len({lineup for lineup, _ in (*comparison.with_, *comparison.control)})
    try:
        found = {
            name: paired_effect(deals, name, games, manifest.level, bootstrap=name == columns[0]) for name in wanted
        }
    except ValueError as error:
        raise UsageError(f"{run.root}, section {index}, {change.name}: {error}") from None
    return Effect(
        change=change,
        company=first.company,
        company_title=company_title(manifest, first),
        company_bot=next((one.bot or "" for one in experiment.companies if one.name == first.company), ""),
        players=first.players,
        variant=asked.variant,
        deals=len(deals),
        with_bot=_bot(manifest, first, comparison.with_[0]),
        without_bot=_bot(manifest, first, comparison.control[0]),
        outcomes=_on_outcomes(manifest, experiment, found),
        behaviour=found[change.behaviour] if change.behaviour else None,
    )


def _on_outcomes(
    manifest: Manifest, experiment: Experiment, found: Mapping[str, PairedEffect]
) -> tuple[OutcomeEffect, ...]:
    """The effects on the outcomes in their units, those that are questions judged each for itself."""
    effects = []
    for outcome in manifest.outcomes:
        effect = found[outcome.column].scaled(outcome.scale).cut(*outcome.bounds)
        question = evidence(effect, experiment.tolerances[outcome.column]) if outcome.judged else None
        effects.append(OutcomeEffect(outcome, effect, None if question is None else judge(question, manifest.alpha)))
    return tuple(effects)


def _as_looked_at(effect: Effect, question: Question, last: Mapping[tuple[Question, str], LastLook]) -> Effect:
    """The effect of a run that stopped early: intervals and verdicts are those of its last look."""
    outcomes = []
    for one in effect.outcomes:
        if one.judgement is None:
            outcomes.append(one)
            continue
        look = last.get((question, one.outcome.column))
        if look is None or look.estimate.n != effect.deals:
            raise UsageError(f"the manifest holds no last look at {one.outcome.column} of {question}")
        unit = one.outcome.scale
        seen = replace(look.estimate, standard_error=one.estimate.standard_error / unit).scaled(unit)
        judgement = replace(
            one.judgement, verdict=look.verdict, p_difference=nan, p_equivalence=nan, alpha=1 - seen.level
        )
        outcomes.append(OutcomeEffect(one.outcome, replace(one.effect, effect=seen), judgement))
    return replace(effect, outcomes=tuple(outcomes))


def _deals(
    run: RunFolder, index: int, section: Section, comparison: Comparison, outcomes: Sequence[str]
) -> pl.DataFrame:
    """One row per deal of a section, with both sides of all pairs of a comparison."""
    pairs = [
        (*place, arm) for arm, places in ((WITH, comparison.with_), (CONTROL, comparison.control)) for place in places
    ]
    seats = pl.LazyFrame(pairs, schema={"lineup": pl.Int16, "seat": pl.Int8, "arm": pl.String}, orient="row")
    rows = pl.scan_parquet(run.section_files(index)).select("lineup", "seat", "deal", *outcomes)
    deals = deal_table(rows.join(seats, on=["lineup", "seat"]), list(outcomes)).collect(engine="streaming")
    if len(deals) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(deals)}")
    return deals


def _bot(manifest: Manifest, section: Section, place: SeatOfLineup) -> str:
    lineup, seat = place
    return manifest.bots[section.lineups[lineup].bots[seat]].spec
