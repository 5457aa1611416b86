"""Do two plays of the same study agree? The estimates of one seed held against those of another."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, isfinite, sqrt
from pathlib import Path

import polars as pl

from arkadia_sim.errors import UsageError
from arkadia_sim.plots.style import number, signed
from arkadia_sim.report.analysis import PlayStudy, analyse
from arkadia_sim.report.effects import Effect, PairedStudy, told
from arkadia_sim.report.sentences import capital, in_words
from arkadia_sim.report.study import HintStudy, read_study, study_of
from arkadia_sim.runner.study import is_study
from arkadia_sim.stats.equivalence import ALPHA, Verdict
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.multiple import holm

FAR = 2.0
"""Differences beyond so many standard errors are called far; one in twenty is, where only chance is at work."""


@dataclass(frozen=True)
class Agreed:
    """One estimate in both plays; ``score`` is their difference over its standard error, NaN where that is unknown."""

    change: str
    where: str
    outcome: str
    here: Estimate
    there: Estimate
    score: float

    @property
    def score_text(self) -> str:
        """The score as a page writes it."""
        return signed(self.score, 2) if isfinite(self.score) else "unknown"


@dataclass(frozen=True)
class Agreement:
    """How far two plays of a study agree: all estimates of both, and the verdicts that are not the same."""

    rows: tuple[Agreed, ...]
    flips: tuple[str, ...]

    @property
    def far(self) -> int:
        """How many estimates lie further apart than :data:`FAR` standard errors."""
        return sum(abs(row.score) > FAR for row in self.rows if isfinite(row.score))

    @property
    def surely_apart(self) -> int:
        """How many estimates differ by more than chance allows, all of them taken together (Holm)."""
        p_values = [erfc(abs(row.score) / sqrt(2)) for row in self.rows if isfinite(row.score)]
        return int((holm(p_values) <= ALPHA).sum()) if p_values else 0

    @property
    def sentence(self) -> str:
        """The comparison in plain words."""
        known = sum(isfinite(row.score) for row in self.rows)
        text = (
            f"Of {known:,} estimates, {in_words(self.far) if self.far else 'none'} "
            f"{'lies' if self.far == 1 else 'lie'} more than {number(FAR, 0)} standard errors apart; by chance alone "
            f"{number(0.0455 * known)} would. "
        )
        apart = self.surely_apart
        text += (
            f"{capital(in_words(apart))} of them cannot be put down to chance. "
            if apart
            else ("All of that can be put down to chance. ")
        )
        if not self.flips:
            return text + "No verdict is another one."
        verdicts = "verdict is" if len(self.flips) == 1 else "verdicts are"
        return f"{text}{capital(in_words(len(self.flips)))} {verdicts} not the same:"


def agreement(folder_a: Path, folder_b: Path) -> Agreement:
    """How far the same run or study agrees with itself, played with another seed.

    Raises UsageError where one of the folders holds plain play, where both were played with one seed, or where they do
    not ask the same questions.
    """
    here, there = (_study(folder) for folder in (folder_a, folder_b))
    seeds = [[part.study.manifest.seed for part in study.parts] for study in (here, there)]
    if set(seeds[0]) & set(seeds[1]):
        raise UsageError(f"{folder_a} and {folder_b} were played with the same seed: they agree whatever the truth is")
    ours, theirs = _effects(here), _effects(there)
    if set(ours) != set(theirs):
        odd = sorted(" ".join(part for part in key if part) for key in set(ours) ^ set(theirs))
        raise UsageError(f"{folder_a} and {folder_b} do not ask the same questions; only one of them asks {odd[0]}")
    rows = [row for key, one in ours.items() for row in _rows(one, theirs[key])]
    flips = [text for key, one in ours.items() for text in _flips(one, theirs[key])]
    return Agreement(tuple(rows), tuple(flips))


def agreement_frame(found: Agreement) -> pl.DataFrame:
    """One row per estimate, with every figure in full."""
    return pl.DataFrame(
        [
            {
                "change": row.change,
                "where": row.where,
                "outcome": row.outcome,
                "here": row.here.mean,
                "there": row.there.mean,
                "standard_error_here": row.here.standard_error,
                "standard_error_there": row.there.standard_error,
                "score": row.score if isfinite(row.score) else None,
            }
            for row in found.rows
        ],
        infer_schema_length=None,
    )


def _study(folder: Path) -> HintStudy:
    if is_study(folder):
        return read_study(folder)
    found = analyse(folder)
    if isinstance(found, PlayStudy):
        raise UsageError(f"{folder} holds plain play; only experiments can be held against each other")
    return study_of(found)


def _effects(study: HintStudy) -> dict[tuple[str, ...], Effect]:
    return {
        (part.name, *effect.key): effect
        for part in study.parts
        if isinstance(part.study, PairedStudy)
        for effect in part.study.effects
    }


def _rows(one: Effect, other: Effect) -> Sequence[Agreed]:
    return [
        Agreed(one.change.title, where(one), outcome, here, there, score(here, there))
        for outcome, here, there in (
            ("win share", one.win_share.effect, other.win_share.effect),
            ("gold lead", one.gold_margin.effect, other.gold_margin.effect),
        )
    ]


def score(here: Estimate, there: Estimate) -> float:
    """The difference of two independent estimates over its standard error; NaN where that is unknown."""
    error = sqrt(here.standard_error**2 + there.standard_error**2)
    difference = here.mean - there.mean
    if error == 0:
        return 0.0 if difference == 0 else float("nan")
    return difference / error if isfinite(error) else float("nan")


def where(effect: Effect) -> str:
    """In which company, at which table, and beside how many others."""
    return ", ".join(text for text in (effect.label, effect.field_title, effect.condition) if text)


def _flips(one: Effect, other: Effect) -> list[str]:
    texts = []
    for outcome, name in (("win_share", "win share"), ("gold_margin", "gold lead")):
        here, there = told(one, outcome), told(other, outcome)
        if here is not there:
            texts.append(f"{one.change.title}, {where(one)}, {name}: {_name(here)} here, {_name(there)} there.")
    return texts


def _name(verdict: Verdict | None) -> str:
    return "no verdict" if verdict is None else str(verdict)
