"""Paired comparisons: each change of play with and without, in the same seats of the same deals.

Rows are read lazily, one section at a time, and reduced to one row per deal before anything else is computed. So memory
grows with the deals and not with the games.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import polars as pl
from pydantic import Field, model_validator

from arkadia_sim.core.bot import BotDescription
from arkadia_sim.core.constraint import BARRED, CHANCES, FORCED
from arkadia_sim.core.game import Game
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.stored import Fault, Several, check
from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Comparison, SeatOfLineup, Section
from arkadia_sim.plots.figures import Point, draw_forest, draw_lines
from arkadia_sim.questions import changes as base
from arkadia_sim.questions import estimates
from arkadia_sim.questions.answers import answer
from arkadia_sim.questions.estimates import Row, number_fields, table_of, variants, verdict_fields, with_verdicts
from arkadia_sim.questions.habits import faults_of_habits, habit_rows, unknown_columns
from arkadia_sim.questions.question import SizeKeys
from arkadia_sim.questions.results import Results
from arkadia_sim.results.files import scan_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats import paired
from arkadia_sim.stats.intervals import Estimate, cluster_mean_interval, independent_difference
from arkadia_sim.stats.paired import WITH, PairedEffect, deal_table, differences_of, joined_by, moderated, paired_effect
from arkadia_sim.stats.spread import NEARLY_ALL, Spread, spread
from arkadia_sim.stats.verdicts import Evidence, difference_p, holm, simultaneous_verdicts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LIMITED = (CHANCES, "turns")
"""The columns that tell how often a constraint takes moves away."""

NEAR_END = 0.05
"""The part of its range within which an outcome is at its floor or its ceiling: little can move it further."""


class Change(base.BaseChange):
    """A change of play: the bot without it and the bot with it."""

    bot_fields: ClassVar[tuple[str, ...]] = ("without", "with_")

    without: base.Bots
    with_: base.Bots = Field(alias="with")

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if isinstance(self.without, str) and self.without == self.with_:
            check([(("with",), f"a bot other than `without` ({self.without!r})")])
        return self


class Paired(base.AmongCompanies, SizeKeys):
    """Changes of play, one at a time: with and without, in the same seats of the same deals."""

    compares_circumstances: ClassVar[bool] = True

    design: Literal["paired"] = "paired"
    companies: Several[base.Company] = Field(min_length=1)
    changes: Several[Change] = Field(min_length=1)
    habits: Several[str] = Field((), description="numbers of how each company plays: 'turns.mean', 'hits/throws'")
    by: Several[str] = Field((), description="columns that all players of a deal share: effects by them")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        faults: list[Fault] = faults_of_habits(self.habits)
        for company in self.companies:
            for place, (_, without, with_) in enumerate(self.arms(company)):
                if without == with_:
                    where = f"in company {company.name!r}, " if company.name else ""
                    faults.append((("changes", place, "with"), f"{where}a bot other than `without` ({without!r})"))
        check(faults)
        return self

    def arms(self, company: base.Company) -> list[tuple[Change, str, str]]:
        """Each change, the bot without it and the bot with it, in a company."""
        return [
            (change, base.in_company(change.without, company), base.in_company(change.with_, company))
            for change in self.changes
        ]

    def bots_of_change(self, change: Change, company: base.Company) -> Iterator[tuple[str, str]]:
        """The bots without the change and with it."""
        yield f"changes.{change.name}.without", base.in_company(change.without, company)
        yield f"changes.{change.name}.with", base.in_company(change.with_, company)

    @property
    def shares(self) -> int:
        """One piece, such as the board; none if table sizes are compared."""
        return 0 if self.between else 1

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Behaviours and habits that are no columns, and tolerances that do not fit."""
        yield from unknown_columns(self.habits, game)
        yield from self.unknown("by", "column", [column.name for column in game.player_columns])
        yield from super().faults(game)

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """The effects of a finished run, judged as one family.

        Raises:
            UsageError: a side of a pair is missing, or a change names a behaviour that is no column.
        """
        base.check_behaviours(run, self.changes)
        effects = self._effects(run, manifest)
        rows = list(_Rows(self, manifest, effects, _behaved(effects, manifest.alpha)).all())
        for company in self.companies if self.habits else ():
            place = self.place()
            rows += habit_rows(run, manifest, self.habits, company.name, company.bot, place)
        figures, titles = self._figures(manifest, effects, rows), {entry.name: entry.title for entry in self.companies}
        return Results(run.root, manifest, tuple(rows), figures, _answer(manifest, rows, titles))

    def _effects(self, run: RunFolder, manifest: Manifest) -> "list[_Effect]":
        """All changes in all sections, table by table within each change."""
        for outcome in manifest.judged:
            if outcome.column not in self.tolerances:
                raise UsageError(f"manifest.json was edited: {outcome.column} has no tolerance")
        played = enumerate(zip(manifest.sections, variants(manifest.sections), strict=True))
        contrasts = [(*place, compared) for place in played for compared in place[1][0].comparisons]
        if any(compared.change >= len(self.changes) for *_, compared in contrasts):
            raise UsageError("manifest.json was edited: a comparison names a change that does not exist")
        contrasts.sort(key=lambda contrast: contrast[2].change)
        return [self._effect(run, manifest, index, variant, compared) for index, (_, variant), compared in contrasts]

    def _effect(
        self, run: RunFolder, manifest: Manifest, index: int, variant: str, comparison: Comparison
    ) -> "_Effect":
        section, change, outcomes = manifest.sections[index], self.changes[comparison.change], manifest.outcomes
        with_, without = (_described(manifest, section, seats[0]) for seats in (comparison.with_, comparison.control))
        known = {column.name for column in manifest.columns.get("games", ())}
        limits = any(with_.constraints.get(way) for way in (BARRED, FORCED)) and known.issuperset(LIMITED)
        columns = [*(outcome.column for outcome in outcomes), *([change.behaviour] if change.behaviour else [])]
        deals = _deals(run, index, section, comparison, [*columns, *(LIMITED if limits else ()), *self.by])
        shared = section.setting.shared
        units = deals
        for piece in shared:  # the deals of each board as one
            units = joined_by(units, piece)
        widest = {outcome.column: outcome.widest for outcome in outcomes}
        try:
            effects = {name: paired_effect(units, name, manifest.level, widest.get(name)) for name in columns}
        except ValueError as error:
            raise UsageError(f"{run.root}, section {index}, {change.name}: {error}") from None
        main = outcomes[0]
        numbers = deals.get_column(f"{shared[0]}_{WITH}_min").to_numpy() if shared else None
        named = {"claim": change.claim, "contrast": change.name, "bot": with_.spec, "baseline": without.spec}
        place = self.place(players=section.players, variant=variant, company=section.company, **named)
        return _Effect(
            change,
            place,
            len(deals),
            [effects[outcome.column].scaled(outcome.scale).cut(*outcome.bounds) for outcome in outcomes],
            effects[change.behaviour] if change.behaviour else None,
            _limited(units, manifest.level) if limits else None,
            moderated(units, main.column, self.by, main.scale, manifest.level, main.difference_bounds),
            None if numbers is None else spread(differences_of(deals, main.column), numbers, manifest.level),
        )

    def _figures(
        self, manifest: Manifest, effects: "Sequence[_Effect]", rows: Sequence[Row]
    ) -> "Mapping[str, Callable[[], Figure]]":
        """``effects`` on the main outcome, ``effects_OUTCOME`` for each other, and ``behaviour``."""
        drawn: dict[str, Callable[[], Figure]] = {}
        for number, outcome in enumerate(manifest.judged):
            name = "effects" if number == 0 else f"effects_{outcome.column}"
            drawn[name] = lambda outcome=outcome: self._forest(rows, outcome)  # type: ignore[misc]
        if any(change.behaviour for change in self.changes):
            drawn["behaviour"] = lambda: self._behaviour(effects, rows)
        return drawn

    def _forest(self, rows: Sequence[Row], outcome: Outcome) -> "Figure":
        """Every effect on one outcome with its interval, a panel for each company."""
        titles = {change.name: change.title for change in self.changes}
        points = [
            Point(
                panel=self.company_title(row.company),
                line=table_of(row),
                series=titles[row.contrast],
                estimate=estimates.estimate_of(row),
                tolerance=row.tolerance or 0.0,
                verdict=row.verdict,
            )
            for row in rows
            if row.kind == "effect" and row.outcome == outcome.column
        ]
        return draw_forest(points, f"effect on {outcome.label} ({outcome.unit})")

    def _behaviour(self, effects: "Sequence[_Effect]", rows: Sequence[Row]) -> "Figure":
        """The behaviour that each change names, without it and with it."""
        titles = {company.name: company.title for company in self.companies}
        main = [row for row in rows if row.kind == "effect"][:: len(effects[0].outcomes)]
        points = [
            Point(
                panel=f"{effect.change.title}: {effect.change.behaviour_label or ''}",
                line=", ".join(filter(None, [table_of(row), titles[row.company]])),
                series=series,
                estimate=estimate,
                significant=series == "with" and row.note != base.Behaved.UNSURE,
            )
            for effect, row in zip(effects, main, strict=True)
            if effect.behaviour is not None
            for series, estimate in (("without", effect.behaviour.control), ("with", effect.behaviour.with_change))
        ]
        return draw_lines(points, {}, "Filled markers are significant changes.")


def _answer(manifest: Manifest, rows: Sequence[Row], companies: Mapping[str, str]) -> tuple[str, ...]:
    """Whether the change helps, at each table size and in each company: a sentence for each verdict, of one change."""
    main = [row for row in rows if row.kind == "effect" and row.outcome == manifest.outcomes[0].column]
    if len({(row.contrast, row.bot, row.baseline) for row in main}) > 1 or not manifest.judged:
        return ()
    outcome, first = manifest.outcomes[0], main[0]
    unit = "" if outcome.unit == outcome.label else outcome.unit
    named = companies if len({row.company for row in main}) > 1 else {}
    return tuple(answer(main, f"{first.bot}'s {outcome.label}", f"{first.baseline}'s", unit, named))


@dataclass(frozen=True)
class _Effect:
    """A change in a section: where (fields of rows), on how many deals, and what came out.

    ``outcomes`` are the effects on all outcomes in their units, ``features`` how that on the first differs between
    deals, and ``spread`` how it differs between pieces that deals share, if there are.
    """

    change: Change
    place: dict[str, Any]
    deals: int
    outcomes: Sequence[PairedEffect]
    behaviour: PairedEffect | None
    limited: Estimate | None
    features: Sequence[paired.Moderated]
    spread: Spread | None

    def evidence(self, place: int, tolerance: float) -> Evidence:
        """The evidence for the verdict on an outcome."""
        return _evidence(self.outcomes[place], tolerance)


def _evidence(effect: PairedEffect, tolerance: float) -> Evidence:
    return Evidence(effect.effect, tolerance, changed_deals=effect.changed_deals, bound=effect.span)


def _behaved(effects: Sequence[_Effect], alpha: float) -> list[base.Behaved]:
    """Whether the bots did what each change says (Holm over all behaviours)."""
    p_values = holm(
        [1.0 if effect.behaviour is None else difference_p(_evidence(effect.behaviour, 1.0)) for effect in effects]
    )
    return [
        base.Behaved.AS_SAID
        if (behaviour := effect.behaviour) is None
        else base.behaved(effect.change, behaviour.effect, behaviour.control.mean, float(p_value), alpha)
        for effect, p_value in zip(effects, p_values, strict=True)
    ]


@dataclass(frozen=True)
class _Rows:
    """Makes the rows of estimates, given whether the bots did what each change says."""

    question: Paired
    manifest: Manifest
    effects: Sequence[_Effect]
    behaved: Sequence[base.Behaved]

    def all(self) -> Iterator[Row]:
        """The effects on every outcome, then what they depend on."""
        yield from self._on_outcomes()
        for effect in self.effects:
            if effect.limited is not None:
                limited = {"outcome": CHANCES, "unit": "of 100 turns"} | number_fields(effect.limited.cut(0.0, 100.0))
                yield Row(kind="limited", **effect.place | limited)
        yield from self._between()
        yield from self._by_feature()
        yield from self._by_piece()

    def _on_outcomes(self) -> Iterator[Row]:
        judged = [place for place, outcome in enumerate(self.manifest.outcomes) if outcome.judged]
        family = [effect.evidence(place, self._tolerance(place)) for effect in self.effects for place in judged]
        judgements = iter(simultaneous_verdicts(family, self.manifest.alpha))
        for effect, does in zip(self.effects, self.behaved, strict=True):
            behaviour = effect.behaviour
            for place, (outcome, compared) in enumerate(zip(self.manifest.outcomes, effect.outcomes, strict=True)):
                judgement = next(judgements) if place in judged else None
                fields = number_fields(compared.effect)
                fields |= verdict_fields(judgement, f"paired, one family of {len(family)}")
                fields |= {"note": str(does), "n": effect.deals}
                if does is not base.Behaved.AS_SAID:
                    fields["verdict"] = None
                if behaviour is not None:
                    fields |= {"before": behaviour.control.mean, "after": behaviour.with_change.mean}
                yield Row(
                    kind="effect",
                    outcome=outcome.column,
                    unit=outcome.unit,
                    behaviour=effect.change.behaviour or "",
                    **effect.place | fields,
                )

    def _tolerance(self, place: int) -> float:
        return self.question.tolerances[self.manifest.outcomes[place].column]

    def _between(self) -> Iterator[Row]:
        """Each effect at one table size minus the same effect at another, for the pairs that the experiment names.

        Tables of different sizes have deals of their own, so that the two effects are independent. Outcomes at their
        floor or ceiling are left out: what differs there is where it lies.
        """
        rows: list[Row] = []
        family: list[Evidence] = []
        as_said = [
            effect for effect, does in zip(self.effects, self.behaved, strict=True) if does is base.Behaved.AS_SAID
        ]
        same = ("contrast", "company", "variant")
        by_place = {tuple(effect.place[key] for key in ("players", *same)): effect for effect in as_said}
        for effect in as_said:
            for smaller, larger in self.question.between:
                other = by_place.get((larger, *(effect.place[key] for key in same)))
                if effect.place["players"] != smaller or other is None:
                    continue
                for place, outcome in enumerate(self.manifest.outcomes):
                    here, there = effect.outcomes[place], other.outcomes[place]
                    arms = (here.with_change, here.control, there.with_change, there.control)
                    if not outcome.judged or any(arm.at_end(*outcome.bounds, NEAR_END) for arm in arms):
                        continue
                    difference, tolerance = independent_difference(here.effect, there.effect), self._tolerance(place)
                    family.append(Evidence(difference, tolerance, min(here.changed_deals, there.changed_deals)))
                    fields = effect.place | {"setting": f"minus {estimates.players_text(larger)}"}
                    rows.append(Row.of("difference", outcome, difference, tolerance=tolerance, **fields))
        yield from with_verdicts(rows, family, self.manifest.alpha, f"independent deals, one family of {len(family)}")

    def _by_feature(self) -> Iterator[Row]:
        """The effects on the first outcome where a feature of the deal is low and where it is high, and the gap."""
        rows: list[Row] = []
        family: list[Evidence] = []
        outcome = self.manifest.outcomes[0]
        tolerance = self.question.tolerances.get(outcome.column, 0.0)
        for effect, does in zip(self.effects, self.behaved, strict=True):
            shared = effect.place | {"outcome": outcome.column, "unit": outcome.unit, "note": str(does)}
            for feature in effect.features:
                for kind, setting, estimate, deals in (
                    ("half", f"{paired.LOW} {feature.feature}", feature.low, feature.deals[0]),
                    ("half", f"{paired.HIGH} {feature.feature}", feature.high, feature.deals[1]),
                    ("gap", feature.feature, feature.gap, min(feature.deals)),
                ):
                    fields = shared | number_fields(estimate) | {"n": deals, "kind": kind, "setting": setting}
                    if does is not base.Behaved.AS_SAID:
                        yield Row(**fields)
                        continue
                    family.append(Evidence(estimate, tolerance, feature.changed_deals))
                    rows.append(Row(tolerance=tolerance, **fields))
        yield from with_verdicts(rows, family, self.manifest.alpha, f"paired, one family of {len(family)}")

    def _by_piece(self) -> Iterator[Row]:
        """On how many of the pieces that deals share (boards) each effect is a gain, and how much it differs.

        The verdict says whether it is a gain, or a loss, on nearly all of them.
        """
        outcome = self.manifest.outcomes[0]
        both = zip(self.effects, self.behaved, strict=True)
        known = [(effect, effect.spread, does) for effect, does in both if effect.spread is not None]
        p_values = holm([found.p_nearly_all for _, found, _ in known])
        test = f"bootstrap over them, {NEARLY_ALL:.0%} or more, one family of {len(known)}"
        for (effect, found, does), p_value in zip(known, p_values, strict=True):
            (piece,) = self.manifest.sections[0].setting.shared
            shared = effect.place | {"outcome": outcome.column, "setting": piece, "note": str(does)}
            gains = number_fields(found.gains.scaled(100.0)) | {"n": effect.deals, "unit": "%"}
            if does is base.Behaved.AS_SAID:
                sure = p_value <= self.manifest.alpha
                word = "inconclusive" if not sure else "higher" if found.gains.mean > 1 / 2 else "lower"
                gains |= {"test": test, "p_difference": float(p_value), "verdict": word}
            yield Row(kind="gains", **shared | gains)
            apart = number_fields(found.deviation.scaled(outcome.scale)) | {"n": effect.deals, "unit": outcome.unit}
            yield Row(kind="spread", **shared | apart)


def _limited(units: pl.DataFrame, level: float) -> Estimate:
    """At how many of 100 turns a constraint takes moves away from the bot."""
    chances, turns = (units.get_column(f"{column}_{WITH}_sum").to_numpy() for column in LIMITED)
    return cluster_mean_interval(chances, turns, level).scaled(100.0).with_unseen(0.0, 100.0)


def _deals(
    run: RunFolder, index: int, section: Section, comparison: Comparison, columns: Sequence[str]
) -> pl.DataFrame:
    """One row per deal of a section, with both sides of all pairs of a comparison."""
    pairs = [
        (*place, arm)
        for arm, places in ((WITH, comparison.with_), (paired.CONTROL, comparison.control))
        for place in places
    ]
    seats = pl.LazyFrame(pairs, schema={"lineup": pl.Int16, "seat": pl.Int8, "arm": pl.String}, orient="row")
    wanted = list(dict.fromkeys([*columns, *section.setting.shared]))
    rows = scan_rows(run.section_files(index)).select("lineup", "seat", "deal", *wanted)
    deals = deal_table(rows.join(seats, on=["lineup", "seat"]), wanted).collect(engine="streaming")
    if len(deals) != section.deals:
        raise UsageError(f"{run.root} should hold {section.deals} deals of section {index} and holds {len(deals)}")
    return deals


def _described(manifest: Manifest, section: Section, place: SeatOfLineup) -> BotDescription:
    """The bot in a seat."""
    lineup, seat = place
    return manifest.bots[section.lineups[lineup].bots[seat]]
