"""Do two plays of the same study agree? The estimates of one seed held against those of another."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, isfinite, sqrt
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from arkadia_sim.errors import UsageError
from arkadia_sim.plots.style import number, signed
from arkadia_sim.report.analysis import PlayStudy, analyse
from arkadia_sim.report.effects import Effect, PairedStudy, told
from arkadia_sim.report.factorial import FactorEffect
from arkadia_sim.report.sections import field_of, section_labels
from arkadia_sim.report.sentences import capital, in_words, listed
from arkadia_sim.report.study import HintStudy, Part, read_study, study_of
from arkadia_sim.runner.manifest import Manifest
from arkadia_sim.runner.study import is_study
from arkadia_sim.stats.equivalence import ALPHA, Verdict
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.multiple import holm

FAR = 2.0
"""Differences beyond so many standard errors are called far."""

FREE = frozenset({"name", "title", "question", "seed", "deals", "trace", "chunk_games", "notes", "rules", "components"})
"""What may differ between the files of two plays of one study; rules and components are compared as played."""

Key = TypeVar("Key")


@dataclass(frozen=True)
class Agreed:
    """One estimate in both plays; ``score`` is their difference over its standard error, NaN where that is unknown.

    ``noisy`` says whether chance has any part in it: where a change never changed a thing, both are zero for good.
    """

    part: str
    change: str
    where: str
    outcome: str
    here: Estimate
    there: Estimate
    score: float

    @property
    def noisy(self) -> bool:
        """Whether the two could differ by chance, and it is known by how much."""
        return isfinite(self.score) and self.here.standard_error + self.there.standard_error > 0

    @property
    def score_text(self) -> str:
        """The score as a page writes it."""
        return signed(self.score, 2) if isfinite(self.score) else "unknown"


@dataclass(frozen=True)
class Flip:
    """A verdict that is not the same in both plays; ``turned`` if one says "helps" and the other "hurts"."""

    text: str
    turned: bool


@dataclass(frozen=True)
class Agreement:
    """How far two plays of a study agree: all estimates of both, and the verdicts that are not the same.

    ``played`` says with which seeds, part by part; ``remarks`` what else was not the same, and what was not compared.
    """

    rows: tuple[Agreed, ...]
    flips: tuple[Flip, ...]
    played: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def known(self) -> int:
        """How many estimates could differ by chance."""
        return sum(row.noisy for row in self.rows)

    @property
    def far(self) -> int:
        """How many estimates lie further apart than :data:`FAR` standard errors."""
        return sum(abs(row.score) > FAR for row in self.rows if row.noisy)

    @property
    def expected(self) -> float:
        """How many would by chance alone."""
        return erfc(FAR / sqrt(2)) * self.known

    @property
    def surely_apart(self) -> int:
        """How many estimates differ by more than chance allows, all of them taken together (Holm)."""
        p_values = [erfc(abs(row.score) / sqrt(2)) for row in self.rows if row.noisy]
        return int((holm(p_values) <= ALPHA).sum()) if p_values else 0

    @property
    def sentence(self) -> str:
        """The comparison in plain words."""
        text = (
            f"Of {self.known:,} estimates, {in_words(self.far) if self.far else 'none'} "
            f"{'lies' if self.far == 1 else 'lie'} more than {number(FAR, 0)} standard errors apart; by chance alone "
            f"about {number(self.expected)} would (many rest on the same games, so the number swings). "
        )
        apart = self.surely_apart
        text += (
            f"{capital(in_words(apart))} of them cannot be put down to chance. "
            if apart
            else "All of that can be put down to chance. "
        )
        if not self.flips:
            return f"{text}Of {len(self.rows):,} verdicts every one is the same."
        turned = sum(flip.turned for flip in self.flips)
        round_ = "turns" if turned == 1 else "turn"
        return (
            f"{text}Of {len(self.rows):,} verdicts {in_words(len(self.flips))} "
            f"{'is' if len(self.flips) == 1 else 'are'} not the same; {in_words(turned) if turned else 'none'} "
            f"{round_ if turned else 'turns'} from “helps” to “hurts” or back:"
        )


def agreement(folder_a: Path, folder_b: Path, study: HintStudy | None = None) -> Agreement:
    """How far the same run or study agrees with itself, played with another seed.

    ``study`` is what the first folder holds, where it has been read already.

    Of a study only some parts may have been played again: a study with fewer parts, or the run of one of them.

    Raises UsageError where one of the folders holds plain play, where they have no part in common or do not ask the
    same questions, where a part was played with one seed in both, or where more than the seed and the number of deals
    differs.
    """
    here, there = study or _study(folder_a), _study(folder_b)
    parts = _common(here, there)
    if not parts:
        raise UsageError(f"{folder_a} and {folder_b} have no part in common")
    ours = _effects(parts, 0)
    theirs = _effects(parts, 1)
    if set(ours) != set(theirs):
        odd = sorted(" ".join(part for part in key if part) for key in set(ours) ^ set(theirs))
        raise UsageError(f"{folder_a} and {folder_b} do not ask the same questions; only one of them asks {odd[0]}")
    faults = [f"{_called(one)}: {fault}" for one, other in parts for fault in _faults(one, other)]
    if faults:
        both = f"{folder_a} and {folder_b} are no two plays of one study"
        raise UsageError("\n".join(f"{both}; {fault}" for fault in faults))
    titles = {part.name: part.title if len(parts) > 1 else "" for part, _ in parts}
    rows = [row for key, one in ours.items() for row in _rows(titles[key[0]], one, theirs[key])]
    flips = [flip for key, one in ours.items() for flip in _flips(titles[key[0]], one, theirs[key])]
    seeds = [f"{_called(one)} {one.study.manifest.seed} and {other.study.manifest.seed}" for one, other in parts]
    played = f"Played here with one seed and there with the other: {listed(seeds)}."
    flips.sort(key=lambda flip: not flip.turned)
    once = [_called(part) for part in here.parts if all(part is not one for one, _ in parts)]
    remarks = [*_remarks(parts), *([f"Played with one seed only: {listed(once)}."] if once else [])]
    return Agreement(tuple(rows), tuple(flips), played, tuple(remarks))


def agreement_frame(found: Agreement) -> pl.DataFrame:
    """One row per estimate, with every figure in full."""
    return pl.DataFrame(
        [
            {
                "part": row.part,
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


def _common(here: HintStudy, there: HintStudy) -> list[tuple[Part, Part]]:
    """The parts of the one with their fellows in the other; a run that is no study goes by its experiment's name."""
    if all(len(study.parts) == 1 and not study.parts[0].name for study in (here, there)):
        return [(here.parts[0], there.parts[0])]
    fellows = {_part_name(part): part for part in there.parts}
    return [(part, fellows[_part_name(part)]) for part in here.parts if _part_name(part) in fellows]


def _part_name(part: Part) -> str:
    return part.name or str(part.study.experiment["name"])


def _called(part: Part) -> str:
    return f"“{part.title}”"


def _faults(one: Part, other: Part) -> list[str]:
    """Why two parts are no two plays of the same: an equal seed, or more than the seed that is not equal."""
    here, there = one.study.manifest, other.study.manifest
    faults = []
    if here.seed == there.seed:
        faults.append(f"both were played with the same seed ({here.seed}): they agree whatever the truth is")
    if (here.game, here.rules_version) != (there.game, there.rules_version):
        faults.append(f"{here.game} {here.rules_version} was played here, {there.game} {there.rules_version} there")
    for what in ("rules", "components"):
        kinds = _differing(_of_tables(here, what), _of_tables(there, what))
        if kinds:
            names = dict.fromkeys(f"{name} ({label})" for label, _, name in kinds)
            faults.append(f"other {what}: {listed(names)}")
    keys = _differing(_given(one.study.experiment), _given(other.study.experiment))
    if keys:
        faults.append(f"other experiments: they differ in {listed(keys)}")
    versions = [{str(bot.spec): bot.hash for bot in manifest.bots} for manifest in (here, there)]
    bots = [bot for bot in _differing(*versions) if all(bot in known for known in versions)]
    if bots:
        faults.append(f"other versions of the bots {listed(bots)}")
    return faults


def _of_tables(manifest: Manifest, what: str) -> dict[tuple[str, str, str], Any]:
    """The rules or components in force, by table, company and name."""
    labels = section_labels(manifest.sections)
    return {
        (label, field_of(section), name): value
        for label, section in zip(labels, manifest.sections, strict=True)
        for name, value in getattr(section.setting, what).items()
    }


def _given(experiment: Mapping[str, Any]) -> dict[str, Any]:
    """What must be equal of an experiment, without what it leaves out and what it tells only the reader."""
    return {key: _without_none(value) for key, value in experiment.items() if key not in FREE and value is not None}


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(one) for key, one in value.items() if one is not None and key != "about"}
    return [_without_none(one) for one in value] if isinstance(value, list) else value


def _differing(here: Mapping[Key, Any], there: Mapping[Key, Any]) -> list[Key]:
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


def _remarks(parts: Iterable[tuple[Part, Part]]) -> list[str]:
    remarks = []
    for one, other in parts:
        here, there = one.study.manifest, other.study.manifest
        if one.study.experiment.get("deals") != other.study.experiment.get("deals"):
            remarks.append(f"{_called(one)} was not played with the same number of deals.")
        changed = _differing(here.versions, there.versions)
        if changed:
            remarks.append(f"{_called(one)} was not played with the same versions: {listed(changed)}.")
        if one.design == "factorial":
            remarks.append(f"Of {_called(one)} the worth of each change is compared, not that of the pairs.")
    return remarks


def _effects(parts: Sequence[tuple[Part, Part]], side: int) -> dict[tuple[str, ...], Effect | FactorEffect]:
    """All effects of one of the two plays, by part and by what sets them apart there."""
    found: dict[tuple[str, ...], Effect | FactorEffect] = {}
    for pair in parts:
        name, study = pair[0].name, pair[side].study
        if isinstance(study, PairedStudy):
            found |= {(name, *effect.key): effect for effect in study.effects}
        else:
            found |= {(name, effect.change.name, effect.label): effect for effect in study.main}
    return found


def _rows(part: str, one: Effect | FactorEffect, other: Effect | FactorEffect) -> Sequence[Agreed]:
    return [
        Agreed(part, one.change.title, where(one), outcome, here, there, score(here, there))
        for (outcome, here), (_, there) in zip(_estimates(one), _estimates(other), strict=True)
    ]


def _estimates(one: Effect | FactorEffect) -> list[tuple[str, Estimate]]:
    if isinstance(one, FactorEffect):
        return [("win share", one.win_share), ("gold lead", one.gold_margin)]
    return [("win share", one.win_share.effect), ("gold lead", one.gold_margin.effect)]


def score(here: Estimate, there: Estimate) -> float:
    """The difference of two independent estimates over its standard error; NaN where that is unknown."""
    error = sqrt(here.standard_error**2 + there.standard_error**2)
    difference = here.mean - there.mean
    if error == 0:
        return 0.0 if difference == 0 else float("nan")
    return difference / error if isfinite(error) else float("nan")


def where(effect: Effect | FactorEffect) -> str:
    """In which company, at which table, and beside how many others."""
    if isinstance(effect, FactorEffect):
        return f"{effect.label}, all changes drawn by lot"
    return ", ".join(text for text in (effect.label, effect.field_title, effect.condition) if text)


def _flips(part: str, one: Effect | FactorEffect, other: Effect | FactorEffect) -> list[Flip]:
    flips = []
    for outcome, name in (("win_share", "win share"), ("gold_margin", "gold lead")):
        here, there = told(one, outcome), told(other, outcome)
        if here is not there:
            what = f"{one.change.title}, {where(one)}, {name}: {_name(here)} here, {_name(there)} there."
            text = f"“{part}”: {what}" if part else what
            flips.append(Flip(text, {here, there} == {Verdict.HELPS, Verdict.HURTS}))
    return flips


def _name(verdict: Verdict | None) -> str:
    return "no verdict" if verdict is None else str(verdict)
