"""One bot against another in the same seats of the same deals: the experiment behind it, and its answers in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arkadia_sim.errors import UsageError
from arkadia_sim.runner.experiment_file import ExperimentFile, checked
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.sequential import OUTCOMES, WIN_SHARE, changed_deals, differences, look_verdict, outcome_values
from arkadia_sim.runner.store import RunFolder
from arkadia_sim.stats.equivalence import Evidence, Verdict
from arkadia_sim.stats.intervals import Estimate, mean_interval
from arkadia_sim.stats.multiple import simultaneous_verdicts

DEALS = 2_000
"""Deals at each table size, unless something else is asked for."""

DEALS_UNTIL_DECIDED = 50_000
"""The most deals where the run stops by itself."""

POINTS = 100.0

_Value = TypeVar("_Value")
_ByQuestion = dict[tuple[int, str], _Value]


@dataclass(frozen=True)
class Answer:
    """What one outcome says: A minus B with its interval, and the verdict (``helps`` means that A is better)."""

    difference: Estimate
    verdict: Verdict

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
    experiment = manifest.experiment or {}
    margins = {WIN_SHARE: experiment["margin_win_share"] / POINTS, "margin": experiment["margin_gold"]}
    series, spans = _series(RunFolder(folder), manifest)
    found: dict[tuple[int, str], Answer] = {}
    if manifest.stopping is None:
        evidence = [
            Evidence(mean_interval(values), margins[key[1]], changed_deals(values), spans[key])
            for key, values in series.items()
        ]
        for key, question, judged in zip(series, evidence, simultaneous_verdicts(evidence), strict=True):
            found[key] = Answer(question.effect, judged.verdict)
    else:
        for key, values in series.items():
            estimate = _last_look(manifest, *key)
            found[key] = Answer(estimate, look_verdict(estimate, key[1], margins[key[1]], changed_deals(values)))
    return tuple(
        TableAnswers(
            players=players,
            deals=len(series[players, WIN_SHARE]),
            win_share=_in_points(found[players, WIN_SHARE]),
            gold_lead=found[players, "margin"],
        )
        for players in dict.fromkeys(players for players, _ in series)
    )


def duel_sentence(a: str, b: str, answers: TableAnswers) -> str:
    """The answers of one table size in words."""
    points, gold = answers.win_share.difference, answers.gold_lead.difference
    return (
        f"{answers.players} players, {answers.deals:,} deals: {a} wins {_more(points, 'points', b)}; "
        f"{_judged(a, b, answers.win_share.verdict)}. "
        f"Its lead over the best opponent is {_larger(gold)}; {_judged(a, b, answers.gold_lead.verdict)}."
    )


def _more(points: Estimate, unit: str, b: str) -> str:
    than = "more" if points.mean >= 0 else "less"
    return f"{abs(points.mean):.2f} {unit} {than} than {b} ({_ends(points)})"


def _larger(gold: Estimate) -> str:
    return f"{abs(gold.mean):.2f} gold {'larger' if gold.mean >= 0 else 'smaller'} ({_ends(gold)})"


def _ends(estimate: Estimate) -> str:
    return f"95% interval {estimate.low:+.2f} to {estimate.high:+.2f}"


def _judged(a: str, b: str, verdict: Verdict) -> str:
    if verdict == Verdict.NO_DIFFERENCE:
        return "that is no difference that matters"
    if verdict == Verdict.NOT_SETTLED:
        return "not settled, more deals would tell"
    return f"{a if verdict == Verdict.HELPS else b} is better"


def _series(folder: RunFolder, manifest: Manifest) -> tuple[_ByQuestion[NDArray[np.float64]], _ByQuestion[float]]:
    """For each table size and outcome the differences deal by deal, and how far apart two values of it lie at most."""
    series: _ByQuestion[NDArray[np.float64]] = {}
    spans: _ByQuestion[float] = {}
    for index, section in enumerate(manifest.sections):
        values = outcome_values(folder, index, section, OUTCOMES)
        found = differences(values, section.comparisons[0])
        for k, outcome in enumerate(OUTCOMES):
            key = (section.players, outcome)
            series[key] = np.concatenate([series[key], found[:, k]]) if key in series else found[:, k]
            spans[key] = max(spans.get(key, 0.0), float(np.ptp(values[..., k])))
    return series, spans


def _last_look(manifest: Manifest, players: int, outcome: str) -> Estimate:
    """What the last look saw; its interval is good for all looks and questions of the run together."""
    look = [one for one in manifest.looks if (one.players, one.outcome) == (players, outcome)][-1]
    level = 1 - float((manifest.stopping or {})["error_rate"])
    return Estimate(look.mean, look.low, look.high, nan, look.deals, level)


def _in_points(answer: Answer) -> Answer:
    return Answer(answer.difference.scaled(POINTS), answer.verdict)
