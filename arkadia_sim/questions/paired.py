"""Paired comparisons: each change of play with and without, in the same seats of the same deals.

Rows are read lazily, one section at a time, and reduced to one row per deal before anything else is computed. So memory
grows with the deals and not with the games.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import polars as pl
from pydantic import Field, model_validator

from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.constraint import BARRED, CHANCES, FORCED
from arkadia_sim.core.game import Game
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.written import Several, check
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.plan.plan import Comparison, SeatOfLineup, Section
from arkadia_sim.plots.figures import Point, draw_forest, draw_lines
from arkadia_sim.questions.answers import Part, answer, owned
from arkadia_sim.questions.changes import (
    AmongCompanies,
    BaseChange,
    Behaved,
    Bots,
    Company,
    Effect,
    OutcomeEffect,
    check_behaviours,
    company_key,
    evidence,
    faults_of_bots,
    faults_of_lists,
    in_company,
    replaced,
    with_behaved,
    with_judgements,
)
from arkadia_sim.questions.estimates import WORDS, Row, number_fields, verdict_fields
from arkadia_sim.questions.habits import faults_of_habits, habit_rows, unknown_columns
from arkadia_sim.questions.labels import Variant, effect_axis, table_label, variant_text, variants
from arkadia_sim.questions.question import SizeKeys
from arkadia_sim.questions.results import Results
from arkadia_sim.results.files import scan_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import Estimate, cluster_mean_interval, independent_difference
from arkadia_sim.stats.moderators import HIGH, LOW, Moderated, moderated
from arkadia_sim.stats.paired import (
    CONTROL,
    WITH,
    PairedEffect,
    deal_table,
    differences_of,
    joined_by,
    paired_effect,
)
from arkadia_sim.stats.spread import NEARLY_ALL, Spread, spread
from arkadia_sim.stats.verdicts import Evidence, holm, judge, simultaneous_verdicts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LIMITED = (CHANCES, "turns")
"""The columns that tell how often a constraint takes moves away."""


class Change(BaseChange):
    """A change of play: the bot without it and the bot with it."""

    without: Bots
    with_: Bots = Field(alias="with")

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if isinstance(self.without, str) and self.without == self.with_:
            check([(("with",), f"a bot other than `without` ({self.without!r})")])
        return self


class Paired(AmongCompanies, SizeKeys):
    """Changes of play, one at a time: with and without, in the same seats of the same deals."""

    design: Literal["paired"] = "paired"
    companies: Several[Company] = Field(min_length=1)
    changes: Several[Change] = Field(min_length=1)
    habits: Several[str] = Field((), description="numbers of how each company plays: 'turns.mean', 'hits/throws'")
    by: Several[str] = Field((), description="columns that all players of a deal share: effects by them")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        faults = faults_of_lists(self.companies, self.changes)
        faults += faults_of_habits(self.habits)
        for place, change in enumerate(self.changes):
            faults += faults_of_bots("without", place, change.without, self.companies)
            faults += faults_of_bots("with", place, change.with_, self.companies)
        check(faults)
        for company in self.companies:
            for place, (_, without, with_) in enumerate(self.arms(company)):
                if without == with_:
                    where = f"in company {company.name!r}, " if company.name else ""
                    faults.append((("changes", place, "with"), f"{where}a bot other than `without` ({without!r})"))
        check(faults)
        return self

    def arms(self, company: Company) -> list[tuple[Change, str, str]]:
        """Each change, the bot without it and the bot with it, in a company."""
        return [
            (change, in_company(change.without, company), in_company(change.with_, company)) for change in self.changes
        ]

    @property
    def compares_circumstances(self) -> bool:
        """Whether a study may play this question under several circumstances."""
        return True

    @property
    def shares(self) -> int:
        """One piece, such as the board; none if table sizes are compared."""
        return 0 if self.between else 1

    def bots_by_key(self) -> Iterator[tuple[str, str]]:
        """The bots of each company, then of its changes."""
        for company in self.companies:
            yield company_key(company), company.bot
            for change, without, with_ in self.arms(company):
                yield f"changes.{change.name}.without", without
                yield f"changes.{change.name}.with", with_

    def with_bots(self, replace: Callable[[str], str]) -> Self:
        """The same question with each bot replaced."""
        changes = tuple(
            change.model_copy(
                update={"without": replaced(change.without, replace), "with_": replaced(change.with_, replace)}
            )
            for change in self.changes
        )
        return self.model_copy(update={"companies": self.companies_with(replace), "changes": changes})

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Behaviours and habits that are no columns, and tolerances that do not fit."""
        yield from unknown_columns(self.habits, game)
        known = [column.name for column in game.player_columns]
        for place, name in enumerate(self.by):
            if name not in known:
                yield f"by.{place}", str(UnknownName("column", name, known))
        yield from super().faults(game)

    def results(self, run: RunFolder, manifest: Manifest) -> "PairedResults":
        """The effects of a finished run.

        Raises:
            UsageError: a side of a pair is missing, or a change names a behaviour that is no column.
        """
        check_behaviours(run, self.changes)
        contrasts = _contrasts(manifest, self)
        effects = with_behaved([_effect(run, manifest, self, contrast) for contrast in contrasts], manifest.alpha)
        effects = with_judgements(effects, manifest.alpha)
        by_feature = [_moderated(run, manifest, self, contrast) for contrast in contrasts] if self.by else []
        spreads = [_spread(run, manifest, contrast) for contrast in contrasts]
        return PairedResults(run.root, manifest, self, effects, tuple(by_feature), tuple(spreads))


@dataclass(frozen=True)
class PairedResults(Results):
    """A finished run of paired comparisons, its effects judged as one family."""

    default_document: ClassVar[str] = "paired.md"

    question: Paired
    effects: tuple[Effect, ...]
    moderated: tuple[Sequence[Moderated], ...] = ()
    """For each effect, how it differs between deals, on the first outcome."""
    spreads: tuple[Spread | None, ...] = ()
    """For each effect, how it differs between the pieces that deals share, on the first outcome."""

    @property
    def tests(self) -> int:
        """How many tests were judged together."""
        return sum(len(effect.judged) for effect in self.effects)

    @property
    def test(self) -> str:
        """How effects were judged, in a few words."""
        return f"paired, one family of {self.tests}"

    def answer(self) -> Iterator[str]:
        """Whether the change helps, at each table size: a sentence for each verdict, of one change in one company."""
        first = self.effects[0]
        if len({(effect.change.name, effect.company) for effect in self.effects}) > 1 or not first.judged:
            return
        outcome, verdicts = first.main.outcome, [effect.verdict() for effect in self.effects]
        parts = [
            Part(
                f"with {table_label(effect.players, effect.variant)}",
                effect.main.estimate,
                None if verdict is None else WORDS[verdict],
                effect.main.judgement.tolerance if effect.main.judgement else None,
                str(effect.behaved),
            )
            for effect, verdict in zip(self.effects, verdicts, strict=True)
        ]
        unit = "" if outcome.unit == outcome.label else outcome.unit
        yield from answer(parts, f"{owned(first.with_bot)} {outcome.label}", owned(first.without_bot), unit)

    def estimates(self) -> Iterator[Row]:
        """The effects on every outcome, then the differences between table sizes."""
        for effect in self.effects:
            for outcome in effect.outcomes:
                yield self._row(effect, outcome)
        for effect in self.effects:
            if effect.limited is not None:
                limited = {"outcome": CHANCES, "unit": "of 100 turns"} | number_fields(effect.limited)
                yield Row(kind="limited", **self._place(effect) | limited)
        yield from self._between()
        yield from self._by_feature()
        yield from self._by_piece()
        place = {"part": self.name, "design": self.question.design}
        for company in self.question.companies if self.question.habits else ():
            run = RunFolder(self.folder)
            yield from habit_rows(run, self.manifest, self.question.habits, company.name, company.bot, place)

    def figures(self) -> Mapping[str, "Callable[[], Figure]"]:
        """``effects`` on the main outcome, ``effects_OUTCOME`` for each other, and ``behaviour``."""
        drawn: dict[str, Callable[[], Figure]] = {}
        for number, outcome in enumerate(self.manifest.judged):
            name = "effects" if number == 0 else f"effects_{outcome.column}"
            drawn[name] = lambda outcome=outcome: self._forest(outcome)  # type: ignore[misc]
        if any(effect.behaviour is not None for effect in self.effects):
            drawn["behaviour"] = self._behaviour
        return drawn

    def _row(self, effect: Effect, outcome: OutcomeEffect) -> Row:
        behaviour = effect.behaviour
        verdict = effect.verdict(outcome)
        fields = self._place(effect) | number_fields(outcome.estimate) | verdict_fields(outcome.judgement, self.test)
        fields |= {
            "verdict": None if verdict is None else WORDS[verdict],
            "note": str(effect.behaved),
            "n": effect.deals,
        }
        if behaviour is not None:
            fields |= {"before": behaviour.control.mean, "after": behaviour.with_change.mean}
        return Row(
            kind="effect",
            outcome=outcome.outcome.column,
            unit=outcome.outcome.unit,
            behaviour=effect.change.behaviour or "",
            **fields,
        )

    def _place(self, effect: Effect) -> dict[str, Any]:
        return {
            "part": self.name,
            "design": self.question.design,
            "players": effect.players,
            "variant": variant_text(effect.variant),
            "company": effect.company,
            "claim": effect.change.claim,
            "contrast": effect.change.name,
            "bot": effect.with_bot,
            "baseline": effect.without_bot,
        }

    def _between(self) -> Iterator[Row]:
        """Each effect at one table size minus the same effect at another, for the pairs that the experiment names.

        Tables of different sizes have deals of their own, so that the two effects are independent.
        """
        rows: list[Row] = []
        family: list[Evidence] = []
        for effect in self.effects:
            for smaller, larger in self.question.between:
                if effect.players != smaller or effect.behaved is not Behaved.AS_SAID:
                    continue
                other = self._same_at(effect, larger)
                if other is None or other.behaved is not Behaved.AS_SAID:
                    continue
                for here, there in zip(effect.judged, other.judged, strict=True):
                    if here.at_end or there.at_end:
                        continue  # what differs is where the floor or the ceiling lies
                    difference = independent_difference(here.estimate, there.estimate)
                    tolerance = here.judgement.tolerance if here.judgement else 0.0
                    changed = min(here.effect.changed_deals, there.effect.changed_deals)
                    family.append(Evidence(difference, tolerance, changed))
                    fields = self._place(effect) | number_fields(difference)
                    fields |= {"outcome": here.outcome.column, "unit": here.outcome.unit, "tolerance": tolerance}
                    rows.append(Row(kind="difference", setting=f"minus {table_label(larger)}", **fields))
        test = f"independent deals, one family of {len(family)}"
        for row, judged in zip(rows, simultaneous_verdicts(family, self.manifest.alpha), strict=True):
            yield replace(row, verdict=WORDS[judged.verdict], test=test)

    def _by_feature(self) -> Iterator[Row]:
        """The effects on the first outcome where a feature of the deal is low and where it is high, and the gap."""
        rows: list[Row] = []
        family: list[Evidence] = []
        for effect, features in zip(self.effects, self.moderated, strict=False):
            outcome = effect.outcomes[0]
            shared = self._place(effect) | {"outcome": outcome.outcome.column, "unit": outcome.outcome.unit}
            as_said = effect.behaved is Behaved.AS_SAID
            for feature in features:
                tolerance = self.question.tolerances.get(outcome.outcome.column, 0.0)
                parts = (
                    ("half", f"{LOW} {feature.feature}", feature.low, feature.deals[0]),
                    ("half", f"{HIGH} {feature.feature}", feature.high, feature.deals[1]),
                    ("gap", feature.feature, feature.gap, min(feature.deals)),
                )
                for kind, setting, estimate, deals in parts:
                    fields = number_fields(estimate) | {"note": str(effect.behaved), "n": deals}
                    row = Row(kind=kind, setting=setting, **shared | fields)
                    if as_said:
                        family.append(Evidence(estimate, tolerance, feature.changed_deals))
                        rows.append(replace(row, tolerance=tolerance))
                    else:
                        yield row
        test = f"paired, one family of {len(family)}"
        for row, judged in zip(rows, simultaneous_verdicts(family, self.manifest.alpha), strict=True):
            yield replace(row, verdict=WORDS[judged.verdict], test=test)

    def _by_piece(self) -> Iterator[Row]:
        """On how many of the pieces that deals share (boards) each effect is a gain, and how much it differs.

        The verdict says whether it is a gain, or a loss, on nearly all of them.
        """
        known = [(effect, found) for effect, found in zip(self.effects, self.spreads, strict=True) if found is not None]
        p_values = holm([found.p_nearly_all for _, found in known])
        test = f"bootstrap over them, {NEARLY_ALL:.0%} or more, one family of {len(known)}"
        for (effect, found), p_value in zip(known, p_values, strict=True):
            outcome, (piece,) = effect.outcomes[0].outcome, shared_pieces(self.manifest)
            shared = self._place(effect) | {"outcome": outcome.column, "setting": piece, "note": str(effect.behaved)}
            gains = number_fields(found.gains.scaled(100.0)) | {"n": effect.deals, "unit": "%"}
            if effect.behaved is Behaved.AS_SAID:
                sure = p_value <= self.manifest.alpha
                word = "inconclusive" if not sure else "higher" if found.gains.mean > 1 / 2 else "lower"
                gains |= {"test": test, "p_difference": float(p_value), "verdict": word}
            yield Row(kind="gains", **shared | gains)
            apart = number_fields(found.deviation.scaled(outcome.scale)) | {"n": effect.deals, "unit": outcome.unit}
            yield Row(kind="spread", **shared | apart)

    def _same_at(self, effect: Effect, players: int) -> Effect | None:
        """The same effect at another table size."""
        for other in self.effects:
            same = (other.change.name, other.company, other.variant) == (
                effect.change.name,
                effect.company,
                effect.variant,
            )
            if same and other.players == players:
                return other
        return None

    def _forest(self, outcome: Outcome) -> "Figure":
        """Every effect on one outcome with its interval, a panel for each company."""
        several = len({effect.company for effect in self.effects}) > 1
        points = [
            Point(
                panel=effect.company_title if several else "",
                line=table_label(effect.players, effect.variant),
                series=effect.change.title,
                estimate=on_outcome.estimate,
                tolerance=on_outcome.judgement.tolerance if on_outcome.judgement else 0.0,
                verdict=effect.verdict(on_outcome),
            )
            for effect in self.effects
            for on_outcome in effect.outcomes
            if on_outcome.outcome.column == outcome.column
        ]
        return draw_forest(points, effect_axis(outcome))

    def _behaviour(self) -> "Figure":
        """The behaviour that each change names, without it and with it."""
        points = [
            Point(
                panel=f"{effect.change.title}: {effect.change.behaviour_label or ''}",
                line=", ".join(filter(None, [table_label(effect.players, effect.variant), effect.company_title])),
                series=series,
                estimate=estimate,
                significant=series == "with" and effect.behaved is not Behaved.UNSURE,
            )
            for effect in self.effects
            if effect.behaviour is not None
            for series, estimate in (("without", effect.behaviour.control), ("with", effect.behaviour.with_change))
        ]
        return draw_lines(points, {}, "Filled markers are significant changes.")


@dataclass(frozen=True)
class _Contrast:
    """A change in a section: the section's number and the seats that are compared there."""

    change: Change
    variant: Variant
    index: int
    comparison: Comparison


def _contrasts(manifest: Manifest, question: Paired) -> list[_Contrast]:
    """All contrasts of a run, table by table within each change."""
    contrasts = []
    for index, (section, variant) in enumerate(zip(manifest.sections, variants(manifest.sections), strict=True)):
        for comparison in section.comparisons:
            if comparison.change >= len(question.changes):
                raise UsageError("manifest.json was edited: a comparison names a change that does not exist")
            contrasts.append(_Contrast(question.changes[comparison.change], variant, index, comparison))
    for outcome in manifest.judged:
        if outcome.column not in question.tolerances:
            raise UsageError(f"manifest.json was edited: {outcome.column} has no tolerance")
    return sorted(contrasts, key=lambda contrast: contrast.comparison.change)


def _effect(run: RunFolder, manifest: Manifest, question: Paired, contrast: _Contrast) -> Effect:
    change, index, comparison = contrast.change, contrast.index, contrast.comparison
    first = manifest.sections[index]
    columns = [outcome.column for outcome in manifest.outcomes]
    known = {column.name for column in manifest.columns.get("games", ())}
    constraints = _described(manifest, first, comparison.with_[0]).constraints
    limited = any(constraints.get(way) for way in (BARRED, FORCED)) and known.issuperset(LIMITED)
    wanted = list(dict.fromkeys([*columns, *([change.behaviour] if change.behaviour else [])]))
    deals = _deals(run, index, first, comparison, [*wanted, *(LIMITED if limited else ())])
    units = _joined(deals, manifest)
    widest = {outcome.column: outcome.widest for outcome in manifest.outcomes}
    try:
        effects = {name: paired_effect(units, name, manifest.level, widest.get(name)) for name in wanted}
    except ValueError as error:
        raise UsageError(f"{run.root}, section {index}, {change.name}: {error}") from None
    return Effect(
        change=change,
        company=first.company,
        company_title=question.company_title(first),
        players=first.players,
        variant=contrast.variant,
        deals=len(deals),
        with_bot=_described(manifest, first, comparison.with_[0]).spec,
        without_bot=_described(manifest, first, comparison.control[0]).spec,
        outcomes=_on_outcomes(manifest, question, effects),
        behaviour=effects[change.behaviour] if change.behaviour else None,
        limited=_limited(units, manifest.level) if limited else None,
    )


def _limited(units: pl.DataFrame, level: float) -> Estimate:
    """At how many of 100 turns a constraint takes moves away from the bot."""
    chances, turns = (units.get_column(f"{column}_{WITH}_sum").to_numpy() for column in LIMITED)
    return cluster_mean_interval(chances, turns, level).scaled(100.0).with_unseen(0.0, 100.0)


def _moderated(run: RunFolder, manifest: Manifest, question: Paired, contrast: _Contrast) -> list[Moderated]:
    outcome, section = manifest.outcomes[0], manifest.sections[contrast.index]
    deals = _deals(run, contrast.index, section, contrast.comparison, [outcome.column, *question.by])
    possible = outcome.difference_bounds
    return moderated(_joined(deals, manifest), outcome.column, question.by, outcome.scale, manifest.level, possible)


def shared_pieces(manifest: Manifest) -> list[str]:
    """The pieces that deals of a run share, which are also the columns with their numbers."""
    return manifest.sections[0].setting.shared


def _joined(deals: pl.DataFrame, manifest: Manifest) -> pl.DataFrame:
    """The deals of each board as one, if boards are shared."""
    for piece in shared_pieces(manifest):
        deals = joined_by(deals, piece)
    return deals


def _spread(run: RunFolder, manifest: Manifest, contrast: _Contrast) -> Spread | None:
    """How an effect on the first outcome differs between boards; None if each deal has its own."""
    outcome, section = manifest.outcomes[0], manifest.sections[contrast.index]
    for piece in shared_pieces(manifest):
        deals = _deals(run, contrast.index, section, contrast.comparison, [outcome.column])
        numbers = deals.get_column(f"{piece}_{WITH}_min").to_numpy()
        return spread(differences_of(deals, outcome.column), numbers, manifest.level)
    return None


def _on_outcomes(
    manifest: Manifest, question: Paired, by_column: Mapping[str, PairedEffect]
) -> tuple[OutcomeEffect, ...]:
    """The effects on the outcomes in their units, each test judged by itself."""
    effects = []
    for outcome in manifest.outcomes:
        effect = by_column[outcome.column].scaled(outcome.scale).cut(*outcome.bounds)
        test = evidence(effect, question.tolerances[outcome.column]) if outcome.judged else None
        effects.append(OutcomeEffect(outcome, effect, None if test is None else judge(test, manifest.alpha)))
    return tuple(effects)


def _deals(
    run: RunFolder, index: int, section: Section, comparison: Comparison, outcomes: Sequence[str]
) -> pl.DataFrame:
    """One row per deal of a section, with both sides of all pairs of a comparison."""
    pairs = [
        (*place, arm) for arm, places in ((WITH, comparison.with_), (CONTROL, comparison.control)) for place in places
    ]
    seats = pl.LazyFrame(pairs, schema={"lineup": pl.Int16, "seat": pl.Int8, "arm": pl.String}, orient="row")
    columns = list(dict.fromkeys([*outcomes, *section.setting.shared]))
    rows = scan_rows(run.section_files(index)).select("lineup", "seat", "deal", *columns)
    deals = deal_table(rows.join(seats, on=["lineup", "seat"]), columns).collect(engine="streaming")
    if len(deals) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(deals)}")
    return deals


def _described(manifest: Manifest, section: Section, place: SeatOfLineup) -> BotDescription:
    """The bot in a seat."""
    lineup, seat = place
    return manifest.bots[section.lineups[lineup].bots[seat]]
