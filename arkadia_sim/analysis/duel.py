"""One bot against another in the same seats of the same deals: the experiment behind it, and its answers in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arkadia_sim.core.outcome import Outcome
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.files import ExperimentFile, checked
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.outcomes import differences, outcome_values
from arkadia_sim.results.store import RunFolder
from arkadia_sim.runner.stopping import last_looks
from arkadia_sim.stats.equivalence import (
    MINIMUM_CHANGED_DEALS,
    MINIMUM_DEALS,
    Evidence,
    Verdict,
    judge,
    verdict_by_interval,
)
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.multiple import simultaneous_verdicts

DEALS = 2_000
"""Deals at each table size, unless something else is asked for."""

DEALS_UNTIL_DECIDED = 50_000
"""The most deals where the run stops by itself."""


@dataclass(frozen=True)
class Answer:
    """What one outcome says, in its unit: A minus B with its interval, and the verdict (``helps``: A is better).

    ``note`` says why the verdict is another than the interval alone would give, where it is.
    """

    outcome: Outcome
    difference: Estimate
    verdict: Verdict
    note: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        one = self.difference
        return {"difference": one.mean, "low": one.low, "high": one.high, "verdict": str(self.verdict)}


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
        "companies": [{"bot": company}],
        "changes": [{"name": "A", "title": a, "phrase": f"playing {a}", "without": b, "with": a}],
    } | ({} if until is None else {"until": until})
    experiment = checked(document, "compare")
    return ExperimentFile(experiment, Path("compare"), experiment.as_toml())


def duel_answers(folder: Path, manifest: Manifest) -> tuple[TableAnswers, ...]:
    """The answers of a finished run, one for each table size."""
    if manifest.stopping is None:
        found = _judged_together(RunFolder(folder), manifest)
    else:
        outcomes = {outcome.column: outcome for outcome in manifest.judged}
        found = {
            (question.players, column): Answer(
                outcomes[column], _in_unit(last.estimate, outcomes[column]), last.verdict
            )
            for (question, column), last in last_looks(manifest).items()
        }
    tables = []
    for players in dict.fromkeys(section.players for section in manifest.sections):
        answers = tuple(found[players, outcome.column] for outcome in manifest.judged)
        tables.append(TableAnswers(players, answers[0].difference.n, answers))
    return tuple(tables)


def duel_sentence(a: str, b: str, table: TableAnswers) -> str:
    """The answers of one table size in words."""
    first, *others = table.answers
    sentences = [
        f"{table.players} players, {table.deals:,} deals: the {first.outcome.label} of {a} is {_amount(first)} than "
        f"that of {b} ({_ends(first.difference)}); {_judged(a, b, first.verdict)}."
    ]
    sentences += [
        f"Its {one.outcome.label} is {_amount(one)} ({_ends(one.difference)}); {_judged(a, b, one.verdict)}."
        for one in others
    ]
    return " ".join(sentences)


def duel_notes(tables: Sequence[TableAnswers]) -> list[str]:
    """A line for each reason why a verdict is another than the interval beside it would give, and where that is so."""
    places: dict[str, list[str]] = {}
    for table in tables:
        for answer in table.answers:
            if answer.note is not None:
                places.setdefault(answer.note, []).append(f"{answer.outcome.label} with {table.players} players")
    return [f"{', '.join(where)}: {note}" for note, where in places.items()]


def _judged_together(folder: RunFolder, manifest: Manifest) -> dict[tuple[int, str], Answer]:
    """The answers of a run with a fixed number of deals, its questions judged as one family."""
    tolerances = {} if manifest.experiment is None else manifest.experiment.tolerances
    asked: list[tuple[int, Outcome]] = []
    family: list[Evidence] = []
    for index, section in enumerate(manifest.sections):
        values = outcome_values(folder, index, section, manifest.judged)
        found = differences(values, section.comparisons[0])
        for k, outcome in enumerate(manifest.judged):
            asked.append((section.players, outcome))
            family.append(
                Evidence(
                    mean_interval(found[:, k]),
                    tolerances[outcome.column] / outcome.scale,
                    changed_deals=int(np.count_nonzero(found[:, k])),
                    bound=float(np.ptp(values[..., k])),
                )
            )
    verdicts = [judged.verdict for judged in simultaneous_verdicts(family)]
    return {
        (players, outcome.column): Answer(
            outcome, _in_unit(evidence.effect, outcome), verdict, _note(evidence, verdict, len(family))
        )
        for (players, outcome), evidence, verdict in zip(asked, family, verdicts, strict=True)
    }


def _note(question: Evidence, verdict: Verdict, questions: int) -> str | None:
    """Why a verdict is another than its interval alone would give; that few deals give none is told elsewhere."""
    effect = question.effect
    if effect.n < MINIMUM_DEALS or verdict == verdict_by_interval(effect, question.margin):
        return None
    if question.changed < MINIMUM_CHANGED_DEALS:
        return (
            f"fewer than {MINIMUM_CHANGED_DEALS} deals come out differently, too few to trust the 95% interval; the "
            "verdict goes by their number"
        )
    if verdict == judge(question).verdict:
        return "whether a difference matters is judged by two one-sided tests at 5%, not by the 95% interval"
    return (
        f"the 95% interval is for this question alone, the verdict holds for all {questions} questions of this "
        "comparison together (Holm's correction), which takes more"
    )


def _amount(answer: Answer) -> str:
    mean = answer.difference.mean
    return f"{abs(mean):.2f} {answer.outcome.unit} {'higher' if mean >= 0 else 'lower'}"


def _ends(estimate: Estimate) -> str:
    return f"{estimate.level:.0%} interval {estimate.low:+.2f} to {estimate.high:+.2f}"


def _judged(a: str, b: str, verdict: Verdict) -> str:
    if verdict == Verdict.NO_DIFFERENCE:
        return "that is no difference that matters"
    if verdict == Verdict.NOT_SETTLED:
        return "not settled, more deals would tell"
    return f"{a if verdict == Verdict.HELPS else b} is better"


def _in_unit(estimate: Estimate, outcome: Outcome) -> Estimate:
    return estimate.scaled(outcome.scale)
