"""One bot against another in the same seats of the same deals: the experiment behind it, and its answers in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from arkadia_sim.errors import UsageError
from arkadia_sim.runner.experiment_file import ExperimentFile, checked
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.outcomes import GOLD_MARGIN, OUTCOMES, WIN_SHARE, differences, outcome_values
from arkadia_sim.runner.sequential import last_looks
from arkadia_sim.runner.store import RunFolder
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

POINTS = 100.0


@dataclass(frozen=True)
class Answer:
    """What one outcome says: A minus B with its interval, and the verdict (``helps`` means that A is better).

    ``note`` says why the verdict is another than the interval alone would give, where it is.
    """

    difference: Estimate
    verdict: Verdict
    note: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        one = self.difference
        return {"difference": one.mean, "low": one.low, "high": one.high, "verdict": str(self.verdict)}


@dataclass(frozen=True)
class TableAnswers:
    """The answers at one table size: win share in points, and the lead over the best opponent in gold."""

    players: int
    deals: int
    win_share: Answer
    gold_lead: Answer

    def as_json(self) -> dict[str, Any]:
        """The answers as plain values."""
        answers = {"win_share": self.win_share.as_json(), "gold_lead": self.gold_lead.as_json()}
        return {"players": self.players, "deals": self.deals} | answers


def duel_file(
    a: str,
    b: str,
    others: str,
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
        "fields": [{"name": "", "bot": others}],
        "changes": [{"name": "A", "title": a, "phrase": f"playing {a}", "without": b, "with": a}],
    } | ({} if until is None else {"until": until})
    experiment = checked(document, "compare")
    return ExperimentFile(experiment, Path("compare"), experiment.as_toml())


def duel_answers(folder: Path, manifest: Manifest) -> tuple[TableAnswers, ...]:
    """The answers of a finished run, one for each table size."""
    if manifest.stopping is None:
        found = _judged_together(RunFolder(folder), manifest)
    else:
        found = {
            (question[0], outcome): Answer(last.estimate, last.verdict)
            for (question, outcome), last in last_looks(manifest).items()
        }
    return tuple(
        TableAnswers(
            players=players,
            deals=found[players, WIN_SHARE].difference.n,
            win_share=_in_points(found[players, WIN_SHARE]),
            gold_lead=found[players, GOLD_MARGIN],
        )
        for players in dict.fromkeys(section.players for section in manifest.sections)
    )


def duel_sentence(a: str, b: str, answers: TableAnswers) -> str:
    """The answers of one table size in words."""
    points, gold = answers.win_share.difference, answers.gold_lead.difference
    return (
        f"{answers.players} players, {answers.deals:,} deals: {a} wins {_more(points, 'points', b)}; "
        f"{_judged(a, b, answers.win_share.verdict)}. "
        f"Its lead over the best opponent is {_larger(gold)}; {_judged(a, b, answers.gold_lead.verdict)}."
    )


def duel_notes(tables: Sequence[TableAnswers]) -> list[str]:
    """A line for each reason why a verdict is another than the interval beside it would give, and where that is so."""
    places: dict[str, list[str]] = {}
    for table in tables:
        for what, answer in (("win share", table.win_share), ("lead", table.gold_lead)):
            if answer.note is not None:
                places.setdefault(answer.note, []).append(f"{what} with {table.players} players")
    return [f"{', '.join(where)}: {note}" for note, where in places.items()]


def _judged_together(folder: RunFolder, manifest: Manifest) -> dict[tuple[int, str], Answer]:
    """The answers of a run with a fixed number of deals, its questions judged as one family."""
    experiment = manifest.experiment or {}
    margins = {WIN_SHARE: experiment["margin_win_share"] / POINTS, GOLD_MARGIN: experiment["margin_gold"]}
    family: dict[tuple[int, str], Evidence] = {}
    for index, section in enumerate(manifest.sections):
        values = outcome_values(folder, index, section, OUTCOMES)
        found = differences(values, section.comparisons[0])
        for k, outcome in enumerate(OUTCOMES):
            family[section.players, outcome] = Evidence(
                mean_interval(found[:, k]),
                margins[outcome],
                changed_deals=int(np.count_nonzero(found[:, k])),
                bound=float(np.ptp(values[..., k])),
            )
    verdicts = [judged.verdict for judged in simultaneous_verdicts(list(family.values()))]
    return {
        key: Answer(question.effect, verdict, _note(question, verdict, len(family)))
        for (key, question), verdict in zip(family.items(), verdicts, strict=True)
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


def _more(points: Estimate, unit: str, b: str) -> str:
    than = "more" if points.mean >= 0 else "less"
    return f"{abs(points.mean):.2f} {unit} {than} than {b} ({_ends(points)})"


def _larger(gold: Estimate) -> str:
    return f"{abs(gold.mean):.2f} gold {'larger' if gold.mean >= 0 else 'smaller'} ({_ends(gold)})"


def _ends(estimate: Estimate) -> str:
    return f"{estimate.level:.0%} interval {estimate.low:+.2f} to {estimate.high:+.2f}"


def _judged(a: str, b: str, verdict: Verdict) -> str:
    if verdict == Verdict.NO_DIFFERENCE:
        return "that is no difference that matters"
    if verdict == Verdict.NOT_SETTLED:
        return "not settled, more deals would tell"
    return f"{a if verdict == Verdict.HELPS else b} is better"


def _in_points(answer: Answer) -> Answer:
    return replace(answer, difference=answer.difference.scaled(POINTS))
