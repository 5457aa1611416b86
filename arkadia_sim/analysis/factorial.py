"""All changes at once: what each is worth in the mixed company of players who drew theirs, and what pairs add."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from arkadia_sim.analysis.effects import Behaved, behaved, check_behaviours
from arkadia_sim.analysis.sections import SectionGames, Variant
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.schema import Change, Experiment
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.equivalence import Evidence, Judgement, difference_p
from arkadia_sim.stats.factorial import FactorialEffects, FactorialRows, factorial_effects
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.multiple import holm, simultaneous_verdicts


@dataclass(frozen=True)
class FactorOutcome:
    """What a change does to one outcome, on minus off, in the outcome's unit."""

    outcome: Outcome
    estimate: Estimate
    judgement: Judgement


@dataclass(frozen=True)
class FactorEffect:
    """What a change is worth (on minus off) when all changes of everybody are drawn by lot, on each judged outcome."""

    change: Change
    players: int
    variant: Variant
    outcomes: tuple[FactorOutcome, ...]
    moved: Estimate | None
    behaved: Behaved

    @property
    def main(self) -> FactorOutcome:
        """The effect on what one plays for."""
        return self.outcomes[0]


@dataclass(frozen=True)
class Interaction:
    """By how much each of two changes of one player is worth more when it makes the other too, in each outcome's unit.

    ``sure`` says that it is surely other than zero in the first outcome, over all pairs of the run taken together.
    ``alone`` and ``along`` tell, for the first and the second change, what it is worth in that outcome without and
    with the other.
    """

    first: Change
    second: Change
    players: int
    variant: Variant
    outcomes: tuple[tuple[Outcome, Estimate], ...]
    sure: bool
    alone: tuple[Estimate, Estimate]
    along: tuple[Estimate, Estimate]

    @property
    def outcome(self) -> Outcome:
        """What one plays for."""
        return self.outcomes[0][0]

    @property
    def estimate(self) -> Estimate:
        """The interaction in what one plays for."""
        return self.outcomes[0][1]


@dataclass(frozen=True)
class FactorialResults:
    """A finished factorial run, its main effects judged as one family and its interactions as another."""

    manifest: Manifest
    experiment: Experiment
    sections: tuple[SectionGames, ...]
    effects: tuple[FactorEffect, ...]
    interactions: tuple[Interaction, ...]

    @property
    def questions(self) -> int:
        """How many questions about single changes were judged together."""
        return sum(len(effect.outcomes) for effect in self.effects)


_Tables = Sequence[tuple[SectionGames, Mapping[str, FactorialEffects]]]


def factorial_results(
    run: RunFolder, manifest: Manifest, experiment: Experiment, sections: tuple[SectionGames, ...]
) -> FactorialResults:
    """The effects of a factorial run, clustered by deal: main effects one family of verdicts, interactions another.

    Raises UsageError where there is too little to tell effects apart, UnknownName for a behaviour that is no column.
    """
    check_behaviours(run, experiment)
    changes, outcomes = experiment.changes, manifest.judged
    behaviours = [one.behaviour for one in changes if one.behaviour]
    wanted = list(dict.fromkeys([*(outcome.column for outcome in outcomes), *behaviours]))
    tables = [
        (games, {name: _effects(run, manifest, index, changes, name) for name in wanted})
        for index, games in enumerate(sections)
    ]
    main = _main(tables, changes, outcomes, experiment.tolerances, manifest.alpha)
    return FactorialResults(manifest, experiment, sections, main, _pairs(tables, changes, outcomes, manifest.alpha))


def _main(
    tables: _Tables,
    changes: Sequence[Change],
    outcomes: Sequence[Outcome],
    tolerances: Mapping[str, float],
    alpha: float,
) -> tuple[FactorEffect, ...]:
    asked = [(games, place, found) for place in range(len(changes)) for games, found in tables]
    family = [
        Evidence(found[one.column].main[place].effect.scaled(one.scale), tolerances[one.column])
        for _, place, found in asked
        for one in outcomes
    ]
    judgements = simultaneous_verdicts(family, alpha)
    answers = iter(zip(family, judgements, strict=True))
    moves = [_moved(changes[place], place, found) for _, place, found in asked]
    did = holm([1.0 if one is None else difference_p(Evidence(one, tolerance=1.0)) for one, _ in moves])
    effects = []
    for (games, place, _), (moved, off), p_value in zip(asked, moves, did, strict=True):
        change = changes[place]
        answered = [(outcome, *next(answers)) for outcome in outcomes]
        effects.append(
            FactorEffect(
                change=change,
                players=games.players,
                variant=games.variant,
                outcomes=tuple(FactorOutcome(one, question.effect, judgement) for one, question, judgement in answered),
                moved=moved,
                behaved=behaved(change, moved, off, float(p_value), alpha),
            )
        )
    return tuple(effects)


def _moved(change: Change, place: int, found: Mapping[str, FactorialEffects]) -> tuple[Estimate | None, float]:
    """The effect of a change on the behaviour that it names, and the behaviour's mean without it."""
    if not change.behaviour:
        return None, 0.0
    effect = found[change.behaviour].main[place].effect
    return effect, found[change.behaviour].mean.mean - effect.mean / 2


def _pairs(
    tables: _Tables, changes: Sequence[Change], outcomes: Sequence[Outcome], alpha: float
) -> tuple[Interaction, ...]:
    by_name = {change.name: change for change in changes}
    found = [
        (games, pair)
        for games, effects in tables
        for pair in zip(*(effects[outcome.column].interactions for outcome in outcomes), strict=True)
    ]
    sure = holm([difference_p(Evidence(pair[0].effect, tolerance=1.0)) for _, pair in found]) <= alpha
    unit = outcomes[0].scale
    return tuple(
        Interaction(
            first=by_name[pair[0].first],
            second=by_name[pair[0].second],
            players=games.players,
            variant=games.variant,
            outcomes=tuple(
                (outcome, one.effect.scaled(outcome.scale)) for outcome, one in zip(outcomes, pair, strict=True)
            ),
            sure=bool(sure[number]),
            alone=(pair[0].first_alone.scaled(unit), pair[0].second_alone.scaled(unit)),
            along=(pair[0].first_along.scaled(unit), pair[0].second_along.scaled(unit)),
        )
        for number, (games, pair) in enumerate(found)
    )


def _effects(
    run: RunFolder, manifest: Manifest, index: int, changes: Sequence[Change], outcome: str
) -> FactorialEffects:
    portions = _Portions(run.section_files(index), [bot.spec for bot in manifest.bots], len(changes), outcome)
    try:
        return factorial_effects(portions, [change.name for change in changes], manifest.level)
    except ValueError as error:
        raise UsageError(f"{run.root}, section {index}: {error}") from None


@dataclass(frozen=True)
class _Portions:
    """The chunks of a section one by one, each time anew; bit ``j`` of a bot's place says if switch ``j`` is on."""

    files: Sequence[Path]
    bots: Sequence[str]
    factors: int
    outcome: str

    def __iter__(self) -> Iterator[FactorialRows]:
        for file in self.files:
            rows = pl.read_parquet(file, columns=["deal", "bot", self.outcome])
            place = rows.get_column("bot").cast(pl.Enum(self.bots)).to_physical().to_numpy().astype(np.int64)
            levels = place[:, None] >> np.arange(self.factors) & 1
            outcome = rows.get_column(self.outcome).cast(pl.Float64).to_numpy()
            yield FactorialRows(levels, outcome, rows.get_column("deal").to_numpy())
