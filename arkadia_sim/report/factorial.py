"""All changes at once: what each is worth in the mixed company of players who drew theirs, and what pairs add."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from arkadia_sim.errors import UsageError
from arkadia_sim.report.effects import Behaved, Change, behaved, checked_changes, section_files
from arkadia_sim.report.sections import GOLD_MARGIN, POINTS, WIN_SHARE, SectionGames, experiment_of
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import ALPHA, Evidence, Judgement, difference_p
from arkadia_sim.stats.factorial import FactorialEffects, FactorialRows, factorial_effects
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.multiple import holm, simultaneous_verdicts


@dataclass(frozen=True)
class FactorEffect:
    """What a change is worth (on minus off) when all changes of everybody are drawn by lot; win share in points."""

    change: Change
    players: int
    label: str
    win_share: Estimate
    gold_margin: Estimate
    behaviour: Estimate | None
    behaved: Behaved
    win_share_judgement: Judgement
    gold_margin_judgement: Judgement


@dataclass(frozen=True)
class Interaction:
    """By how much each of two changes of one player is worth more when it makes the other too; win share in points.

    ``sure`` says that it is surely other than zero, over all pairs of the study taken together. ``alone`` and ``along``
    tell, for the first and the second change, what it is worth in wins without and with the other.
    """

    first: Change
    second: Change
    players: int
    label: str
    win_share: Estimate
    gold_margin: Estimate
    sure: bool
    alone: tuple[Estimate, Estimate]
    along: tuple[Estimate, Estimate]


@dataclass(frozen=True)
class FactorialStudy:
    """A finished factorial run, its main effects judged as one family and its interactions as another."""

    manifest: Manifest
    experiment: Mapping[str, Any]
    sections: tuple[SectionGames, ...]
    changes: tuple[Change, ...]
    main: tuple[FactorEffect, ...]
    interactions: tuple[Interaction, ...]


def factorial_study(run: RunFolder, manifest: Manifest, sections: Sequence[SectionGames]) -> FactorialStudy:
    """The effects of a factorial run, clustered by deal: main effects one family of verdicts, interactions another.

    Raises UsageError where there is too little to tell effects apart, UnknownName for a behaviour that is no column.
    """
    experiment = experiment_of(manifest)
    changes = checked_changes(run, experiment)
    outcomes = list(dict.fromkeys([WIN_SHARE, GOLD_MARGIN, *(one.behaviour for one in changes if one.behaviour)]))
    tables = [
        (games, {name: _effects(run, manifest, index, changes, name) for name in outcomes})
        for index, games in enumerate(sections)
    ]
    margins = {WIN_SHARE: experiment["tolerances"][WIN_SHARE], GOLD_MARGIN: experiment["tolerances"][GOLD_MARGIN]}
    return FactorialStudy(
        manifest, experiment, tuple(sections), changes, _main(tables, changes, margins), _pairs(tables, changes)
    )


_Tables = Sequence[tuple[SectionGames, Mapping[str, FactorialEffects]]]


def _main(tables: _Tables, changes: Sequence[Change], margins: Mapping[str, float]) -> tuple[FactorEffect, ...]:
    asked = [(games, place, found) for place in range(len(changes)) for games, found in tables]
    family = [
        Evidence(_in_points(found[outcome].main[place].effect, outcome), margins[outcome])
        for _, place, found in asked
        for outcome in (WIN_SHARE, GOLD_MARGIN)
    ]
    judgements = simultaneous_verdicts(family, ALPHA)
    behaviours = [
        found[changes[place].behaviour].main[place].effect if changes[place].behaviour else None
        for _, place, found in asked
    ]
    did = holm([1.0 if one is None else difference_p(Evidence(one, margin=1.0)) for one in behaviours])
    effects = []
    for number, (games, place, found) in enumerate(asked):
        change = changes[place]
        behaviour = behaviours[number]
        off = found[change.behaviour].mean.mean - behaviour.mean / 2 if behaviour is not None else 0.0
        effects.append(
            FactorEffect(
                change=change,
                players=games.players,
                label=games.label,
                win_share=family[2 * number].effect,
                gold_margin=family[2 * number + 1].effect,
                behaviour=behaviour,
                behaved=behaved(change, behaviour, off, float(did[number])),
                win_share_judgement=judgements[2 * number],
                gold_margin_judgement=judgements[2 * number + 1],
            )
        )
    return tuple(effects)


def _pairs(tables: _Tables, changes: Sequence[Change]) -> tuple[Interaction, ...]:
    by_name = {change.name: change for change in changes}
    found = [
        (games, share, gold)
        for games, effects in tables
        for share, gold in zip(effects[WIN_SHARE].interactions, effects[GOLD_MARGIN].interactions, strict=True)
    ]
    p_values = [difference_p(Evidence(share.effect, margin=1.0)) for _, share, _ in found]
    sure = holm(p_values) <= ALPHA
    return tuple(
        Interaction(
            first=by_name[share.first],
            second=by_name[share.second],
            players=games.players,
            label=games.label,
            win_share=share.effect.scaled(POINTS),
            gold_margin=gold.effect,
            sure=bool(sure[number]),
            alone=(share.first_alone.scaled(POINTS), share.second_alone.scaled(POINTS)),
            along=(share.first_along.scaled(POINTS), share.second_along.scaled(POINTS)),
        )
        for number, (games, share, gold) in enumerate(found)
    )


def _effects(
    run: RunFolder, manifest: Manifest, index: int, changes: Sequence[Change], outcome: str
) -> FactorialEffects:
    portions = _Portions(section_files(run, index), [str(bot.spec) for bot in manifest.bots], len(changes), outcome)
    try:
        return factorial_effects(portions, [change.name for change in changes])
    except ValueError as error:
        raise UsageError(f"{run.root}, section {index}: {error}") from None


@dataclass(frozen=True)
class _Portions:
    """The parts of a section one after another, each time anew; bit ``j`` of a bot's place says whether ``j`` is on."""

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


def _in_points(estimate: Estimate, outcome: str) -> Estimate:
    return estimate.scaled(POINTS) if outcome == WIN_SHARE else estimate
