"""What changes of play are worth in a finished run: one effect per change, company and table size.

Rows are read lazily, the parts of one section at a time, and polars brings them down to one row per deal before
anything else looks at them, so that memory grows with the deals and not with the games.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import nan
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.report.sections import (
    GOLD,
    GOLD_MARGIN,
    POINTS,
    WIN_SHARE,
    SectionGames,
    condition_of,
    experiment_of,
    field_of,
    field_title_of,
    section_labels,
)
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.plan import Comparison, Section
from arkadia_sim.runner.sequential import LastLook, last_looks, most_looks
from arkadia_sim.runner.stopping import Question
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import ALPHA, Evidence, Judgement, Verdict, difference_p, judge
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.multiple import holm, simultaneous_verdicts
from arkadia_sim.stats.paired import CONTROL, WITH, PairedEffect, deal_table, paired_effect


class Behaved(StrEnum):
    """Whether the bots did what the change says; if not, there is no verdict, and this is why."""

    AS_SAID = "the bots did what the hint says"
    UNSURE = "no sure change of behaviour"
    HARDLY = "the behaviour hardly changed"
    ASTRAY = "the bots did not do what the hint says"


Finding = Verdict | Behaved
"""What came out in one place: a verdict, or why there is none."""


@dataclass(frozen=True)
class Change:
    """A change of play on trial, as its experiment file names it; ``behaviour`` is a column, empty if none is named.

    ``direction`` says which way the change should move the behaviour: 1 up, -1 down, 0 either.
    """

    name: str
    claim: str
    title: str
    phrase: str
    behaviour: str
    behaviour_label: str
    direction: int = 0


@dataclass(frozen=True)
class Effect:
    """What a change of play is worth in one company (``field``) at one table size, or in one variant of the rules.

    ``label`` names the table; ``condition`` sets several comparisons of one change apart ("1 other follows").
    ``win_share`` is in points. ``behaviour`` is the behaviour that the change names, in the focal player's games;
    ``behaved`` says whether it surely changed as it should, else no verdict may be told. The judgements are those over
    the whole family of questions of the study.
    """

    change: Change
    field: str
    field_title: str
    field_bot: str
    players: int
    label: str
    condition: str
    deals: int
    with_bot: str
    without_bot: str
    win_share: PairedEffect
    gold_margin: PairedEffect
    gold: PairedEffect
    behaviour: PairedEffect | None
    behaved: Behaved
    win_share_judgement: Judgement
    gold_margin_judgement: Judgement

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What sets the effect apart from all others of its run."""
        return self.change.name, self.field, self.label, self.condition


@dataclass(frozen=True)
class PairedStudy:
    """A finished run of paired comparisons (designs paired, adoption and skill), with all that a page needs.

    ``questions`` says how many questions were judged together. In a run that stopped early (``sequential``) verdicts
    and intervals are those of confidence sequences.
    """

    manifest: Manifest
    experiment: Mapping[str, Any]
    design: str
    sections: tuple[SectionGames, ...]
    changes: tuple[Change, ...]
    effects: tuple[Effect, ...]
    questions: int
    sequential: bool = False


def changes_of(experiment: Mapping[str, Any]) -> tuple[Change, ...]:
    """The changes on trial, from the experiment as the manifest holds it."""
    return tuple(
        Change(
            name=str(one["name"]),
            claim=str(one.get("claim") or ""),
            title=str(one["title"]),
            phrase=str(one["phrase"]),
            behaviour=str(one.get("behaviour") or ""),
            behaviour_label=str(one.get("behaviour_label") or ""),
            direction={"more": 1, "fewer": -1}.get(str(one.get("behaviour_direction")), 0),
        )
        for one in experiment["changes"]
    )


def checked_changes(run: RunFolder, experiment: Mapping[str, Any]) -> tuple[Change, ...]:
    """The changes on trial; UnknownName for a behaviour that is no column of the run."""
    changes = changes_of(experiment)
    columns = run.scan().collect_schema().names()
    for change in changes:
        if change.behaviour and change.behaviour not in columns:
            raise UnknownName("behaviour column", change.behaviour, columns)
    return changes


def paired_study(run: RunFolder, manifest: Manifest, sections: Sequence[SectionGames]) -> PairedStudy:
    """The effects of a paired run, judged as one family.

    Raises UsageError where a side of a pair is missing, UnknownName for a behaviour that is no column.
    """
    experiment = experiment_of(manifest)
    changes = checked_changes(run, experiment)
    effects = with_behaved(
        _effects(run, manifest, changes),
        {section.players: most_looks(manifest, section.players) for section in manifest.sections},
    )
    sequential, last = experiment.get("until") is not None, last_looks(manifest)
    return PairedStudy(
        manifest=manifest,
        experiment=experiment,
        design=str(experiment["design"]),
        sections=tuple(sections),
        changes=changes,
        effects=tuple(_as_looked_at(one, manifest, last) for one in effects) if sequential else judged(effects),
        questions=2 * len(effects),
        sequential=sequential,
    )


def judged(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The same effects with verdicts over all of them as one family: two questions each."""
    found = list(effects)
    family = []
    for one in found:
        family.append(evidence(one.win_share, one.win_share_judgement.margin))
        family.append(evidence(one.gold_margin, one.gold_margin_judgement.margin))
    judgements = simultaneous_verdicts(family, ALPHA)
    return tuple(
        replace(one, win_share_judgement=judgements[2 * place], gold_margin_judgement=judgements[2 * place + 1])
        for place, one in enumerate(found)
    )


def evidence(effect: PairedEffect, margin: float) -> Evidence:
    """What the verdict on an effect is made from."""
    return Evidence(effect.effect, margin, changed_deals=effect.changed_deals, bound=effect.span)


LEAST_CHANGE = 0.01
"""A behaviour that changed by less than this share of what it is without the change has hardly changed."""


def behaved(change: Change, behaviour: Estimate | None, without: float, p_value: float) -> Behaved:
    """Whether the bots did what a change says, from the effect on the behaviour that it names, if it names any.

    ``without`` is the behaviour's mean without the change, ``p_value`` how surprising its effect would be if nothing
    had changed, adjusted for all the questions asked with it.
    """
    if behaviour is None:
        return Behaved.AS_SAID
    if p_value > ALPHA:
        return Behaved.UNSURE
    if behaviour.mean * change.direction < 0:
        return Behaved.ASTRAY
    return Behaved.HARDLY if abs(behaviour.mean) < LEAST_CHANGE * abs(without) else Behaved.AS_SAID


def with_behaved(effects: Sequence[Effect], looks: Mapping[int, int]) -> tuple[Effect, ...]:
    """The same effects, each with whether the bots did what it says: Holm over all behaviours, which are one family.

    ``looks`` says for each table size how often a run may have been looked at; 1 where it is left out.
    """
    p_values = [
        1.0 if one.behaviour is None else looks.get(one.players, 1) * difference_p(evidence(one.behaviour, margin=1.0))
        for one in effects
    ]
    adjusted = holm([min(1.0, p) for p in p_values])
    return tuple(
        replace(one, behaved=behaved(one.change, one.behaviour.effect, one.behaviour.control.mean, float(p_value)))
        if one.behaviour is not None
        else one
        for one, p_value in zip(effects, adjusted, strict=True)
    )


class Judged(Protocol):
    """What has verdicts, and may have done something else than what is on trial."""

    @property
    def behaved(self) -> Behaved: ...

    @property
    def win_share_judgement(self) -> Judgement: ...

    @property
    def gold_margin_judgement(self) -> Judgement: ...


def told(effect: Judged, outcome: str = "win_share") -> Verdict | None:
    """The verdict that may be told; None where the bots did not surely do what the change says."""
    judgement = effect.win_share_judgement if outcome == "win_share" else effect.gold_margin_judgement
    return judgement.verdict if effect.behaved is Behaved.AS_SAID else None


def told_text(effect: Judged, outcome: str = "win_share") -> str:
    """The same in words, with the reason where there is no verdict."""
    verdict = told(effect, outcome)
    return f"no verdict: {effect.behaved}" if verdict is None else str(verdict)


def finding(effect: Judged) -> Finding:
    """The verdict on win share, or why there is none."""
    verdict = told(effect)
    return effect.behaved if verdict is None else verdict


def section_files(run: RunFolder, index: int) -> list[Path]:
    """The parts of one section, in the order of play."""
    return run.section_files(index)


def _effects(run: RunFolder, manifest: Manifest, changes: Sequence[Change]) -> list[Effect]:
    """All effects of a run, table by table within each change; stages of one comparison are put together."""
    labels = section_labels(manifest.sections)
    stages: dict[tuple[int, str, str, str], list[tuple[int, Comparison]]] = {}
    for index, section in enumerate(manifest.sections):
        for comparison in section.comparisons:
            key = (comparison.change, field_of(section), labels[index], condition_of(comparison))
            stages.setdefault(key, []).append((index, comparison))
    by_change = sorted(stages, key=lambda key: key[0])
    return [_effect(run, manifest, changes[key[0]], key[2], stages[key]) for key in by_change]


def _effect(
    run: RunFolder, manifest: Manifest, change: Change, label: str, stages: Sequence[tuple[int, Comparison]]
) -> Effect:
    experiment = experiment_of(manifest)
    first = manifest.sections[stages[0][0]]
    outcomes = list(dict.fromkeys([WIN_SHARE, GOLD_MARGIN, GOLD, *([change.behaviour] if change.behaviour else [])]))
    deals = pl.concat([_deals(run, index, manifest.sections[index], one, outcomes) for index, one in stages])
    comparison = stages[0][1]
    games = len({lineup for lineup, _ in (*comparison.with_, *comparison.control)})
    try:
        found = {name: paired_effect(deals, name, games, bootstrap=name == WIN_SHARE) for name in outcomes}
    except ValueError as error:
        raise UsageError(f"{run.root}, {label}, {change.name}: {error}") from None
    share = found[WIN_SHARE].scaled(POINTS).cut(0.0, POINTS)
    return Effect(
        change=change,
        field=field_of(first),
        field_title=field_title_of(first),
        field_bot=_field_bot(experiment, first.company),
        players=first.players,
        label=label,
        condition=condition_of(comparison),
        deals=len(deals),
        with_bot=_bot(manifest, first, comparison.with_[0]),
        without_bot=_bot(manifest, first, comparison.control[0]),
        win_share=share,
        gold_margin=found[GOLD_MARGIN],
        gold=found[GOLD],
        behaviour=found.get(change.behaviour),
        behaved=Behaved.AS_SAID,
        win_share_judgement=judge(evidence(share, experiment["tolerances"][WIN_SHARE]), ALPHA),
        gold_margin_judgement=judge(evidence(found[GOLD_MARGIN], experiment["tolerances"][GOLD_MARGIN]), ALPHA),
    )


def _as_looked_at(effect: Effect, manifest: Manifest, last: Mapping[tuple[Question, str], LastLook]) -> Effect:
    """The effect of a run that stopped early: intervals and verdicts are those of its last look."""
    names = [change.name for change in changes_of(experiment_of(manifest))]
    change = names.index(effect.change.name)
    (question,) = {
        Question.of(section, one)
        for section in manifest.sections
        for one in section.comparisons
        if (section.players, field_of(section), one.change, condition_of(one))
        == (effect.players, effect.field, change, effect.condition)
    }
    found = {}
    for outcome, paired, judgement, unit in (
        (WIN_SHARE, effect.win_share, effect.win_share_judgement, POINTS),
        (GOLD_MARGIN, effect.gold_margin, effect.gold_margin_judgement, 1.0),
    ):
        look = last.get((question, outcome))
        if look is None or look.estimate.n != effect.deals:
            raise UsageError(f"the manifest tells no last look at {effect.change.name}, {effect.label}, {outcome}")
        seen = replace(look.estimate, standard_error=paired.effect.standard_error / unit)
        found[outcome] = (
            replace(paired, effect=seen.scaled(unit)),
            replace(judgement, verdict=look.verdict, p_difference=nan, p_equivalence=nan, alpha=1 - seen.level),
        )
    return replace(
        effect,
        win_share=found[WIN_SHARE][0],
        win_share_judgement=found[WIN_SHARE][1],
        gold_margin=found[GOLD_MARGIN][0],
        gold_margin_judgement=found[GOLD_MARGIN][1],
    )


def _deals(run: RunFolder, index: int, section: Section, comparison: Comparison, outcomes: list[str]) -> pl.DataFrame:
    """One row per deal of a section, with both sides of all pairs of a comparison."""
    pairs = [
        (*place, arm) for arm, places in ((WITH, comparison.with_), (CONTROL, comparison.control)) for place in places
    ]
    seats = pl.LazyFrame(pairs, schema={"lineup": pl.Int16, "seat": pl.Int8, "arm": pl.String}, orient="row")
    rows = pl.scan_parquet(section_files(run, index)).select("lineup", "seat", "deal", *outcomes)
    deals = deal_table(rows.join(seats, on=["lineup", "seat"]), outcomes).collect(engine="streaming")
    if len(deals) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(deals)}")
    return deals


def _bot(manifest: Manifest, section: Section, place: tuple[int, int]) -> str:
    lineup, seat = place
    return str(manifest.bots[section.lineups[lineup].bots[seat]].spec)


def _field_bot(experiment: Mapping[str, Any], field: str) -> str:
    """Who sits in all other seats; empty where the design says it (adoption)."""
    fields = experiment.get("companies") or []
    named = [one for one in fields if one["name"] == field] or (fields if len(fields) == 1 else [])
    return str(named[0].get("bot") or "") if named else ""
