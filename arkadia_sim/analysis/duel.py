"""One bot against another in the same seats of the same deals: the experiment behind it, and its answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import Any

from arkadia_sim.analysis.between import Between, SizedEffect, between_sizes
from arkadia_sim.analysis.effects import evidence
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.results import analyse
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import ExperimentFile, checked
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.runner.stopping import last_looks
from arkadia_sim.stats.equivalence import (
    MINIMUM_CHANGED_DEALS,
    MINIMUM_DEALS,
    SAME,
    Evidence,
    Judgement,
    Verdict,
    judge,
    verdict_by_interval,
)
from arkadia_sim.stats.intervals import Estimate, known

DEALS = 2_000
"""Deals at each table size, unless something else is asked for."""

DEALS_UNTIL_DECIDED = 50_000
"""The most deals where the run stops by itself."""


class Why(StrEnum):
    """Why a verdict is another than its interval alone would give."""

    FEW_CHANGED = "too few deals come out differently"
    TWO_TESTS = "two one-sided tests decide what matters"
    TOGETHER = "all questions are judged together"


@dataclass(frozen=True)
class Answer:
    """What one outcome says, in its unit: A minus B with its interval, and the verdict (``helps``: A is better).

    ``why`` tells why the verdict is another than the interval alone would give, where it is; ``changed`` counts the
    deals that differ, where the number of deals is fixed (else None).
    """

    outcome: Outcome
    difference: Estimate
    verdict: Verdict
    why: Why | None = None
    changed: int | None = None

    @property
    def same(self) -> bool:
        """Whether both came to the same in each of several deals."""
        return self.changed == 0 and self.difference.n > 1

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        one, verdict = self.difference, SAME if self.same else str(self.verdict)
        return {"difference": one.mean, "low": known(one.low), "high": known(one.high), "verdict": verdict}


@dataclass(frozen=True)
class TableAnswers:
    """The answers at one table size, one for each outcome that has verdicts, in the game's order."""

    players: int
    deals: int
    answers: tuple[Answer, ...]

    def __getitem__(self, outcome: str) -> Answer:
        """The answer of an outcome, by its column."""
        return {one.outcome.column: one for one in self.answers}[outcome]

    def as_json(self) -> dict[str, Any]:
        """The answers as plain values, by the outcome's column."""
        answers = {one.outcome.column: one.as_json() for one in self.answers}
        return {"players": self.players, "deals": self.deals} | answers


def duel_file(
    a: str,
    b: str,
    company: str,
    players: Sequence[int],
    deals: int | None,
    seed: int,
    until: str | None,
    rules: Mapping[str, Any],
    components: Mapping[str, Any],
    game: str,
) -> ExperimentFile:
    """The experiment in which bot A plays in place of bot B, the others being all of one kind."""
    if a == b:
        raise UsageError(f"{a} cannot be compared with itself: name two different bots")
    document = {
        "name": "compare",
        "title": f"{a} against {b}",
        "question": f"Does {a} do better than {b} in the same seats of the same deals?",
        "game": game,
        "seed": seed,
        "players": list(players),
        "deals": deals if deals is not None else DEALS if until is None else DEALS_UNTIL_DECIDED,
        "rules": dict(rules),
        "components": dict(components),
        "companies": [{"bot": company}],
        "changes": [{"name": "A", "title": a, "phrase": f"playing {a}", "without": b, "with": a}],
    } | ({} if until is None else {"until": until})
    experiment = checked(document, "compare")
    return ExperimentFile(experiment, Path("compare"), experiment.as_toml())


def duel_answers(folder: Path, manifest: Manifest) -> tuple[TableAnswers, ...]:
    """The answers of a finished run, one for each table size."""
    if manifest.stopping is None:
        found = _judged_together(folder)
    else:
        outcomes = {outcome.column: outcome for outcome in manifest.judged}
        found = {
            (question.players, column): Answer(
                outcomes[column], last.estimate.scaled(outcomes[column].scale), last.verdict
            )
            for (question, column), last in last_looks(manifest).items()
        }
    tables = []
    for players in dict.fromkeys(section.players for section in manifest.sections):
        answers = tuple(found[players, outcome.column] for outcome in manifest.judged)
        tables.append(TableAnswers(players, answers[0].difference.n, answers))
    return tuple(tables)


def duel_between(tables: Sequence[TableAnswers], manifest: Manifest) -> tuple[Between, ...]:
    """How much more A is better than B at one table size than at another, for each two sizes that were played."""
    tolerances = {} if manifest.experiment is None else manifest.experiment.tolerances
    effects = [
        SizedEffect((), table.players, one.outcome, one.difference, tolerances[one.outcome.column], one.changed or 0)
        for table in tables
        for one in table.answers
    ]
    pairs = list(combinations([table.players for table in tables], 2))
    return between_sizes(effects, pairs, manifest.stopping is not None, manifest.alpha)


def _judged_together(folder: Path) -> dict[tuple[int, str], Answer]:
    """The answers of a run with a fixed number of deals: the effects that its page tells, judged as one family."""
    results = analyse(folder)
    assert isinstance(results, PairedResults)
    return {
        (effect.players, one.outcome.column): Answer(
            one.outcome,
            one.estimate,
            one.judgement.verdict,
            _why(evidence(one.effect, one.judgement.tolerance), one.judgement),
            one.effect.changed_deals,
        )
        for effect in results.effects
        for one in effect.outcomes
        if one.judgement is not None
    }


def _why(question: Evidence, judged: Judgement) -> Why | None:
    """Why a verdict is another than its interval alone would give; that few deals give none is told elsewhere."""
    effect = question.effect
    if effect.n < MINIMUM_DEALS or judged.verdict == verdict_by_interval(effect, question.tolerance):
        return None
    if question.changed < MINIMUM_CHANGED_DEALS:
        return Why.FEW_CHANGED
    return Why.TWO_TESTS if judged.verdict == judge(question, judged.alpha).verdict else Why.TOGETHER
