"""Do two plays of the same experiments agree? The estimates of one seed held against those of another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, isfinite, nan, sqrt
from pathlib import Path
from typing import Any, TypeVar

from arkadia_sim.analysis.effects import Effect, questions, verdict_on
from arkadia_sim.analysis.paired import PairedResults
from arkadia_sim.analysis.parts import Part, Parts, read_parts
from arkadia_sim.analysis.seats import SeatResults
from arkadia_sim.analysis.sections import Variant, variants
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import UsageError
from arkadia_sim.experiments.schema import Experiment
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.stats.equivalence import ALPHA, Verdict
from arkadia_sim.stats.intervals import Estimate
from arkadia_sim.stats.multiple import holm

FAR = 2.0
"""Differences beyond so many standard errors are called far."""

OPPOSITE = frozenset({Verdict.HELPS, Verdict.HURTS})

FREE = frozenset(
    {"name", "title", "question", "noun", "seed", "deals", "trace", "chunk_games", "notes", "rules", "components"}
)
"""What may differ between the files of two plays of one experiment; rules and components are compared as played."""

READ_ONLY = frozenset({"about"})
"""What may differ in its tables: it is told to the reader and changes no game."""

Key = TypeVar("Key")
Played = PairedResults | SeatResults
"""What a run came to that can be held against another play of it."""

Pair = tuple[Part, Part]
"""A part here, and the same there."""


@dataclass(frozen=True)
class Scores:
    """How far apart many pairs of estimates lie, in standard errors; of those alone that could differ by chance."""

    values: tuple[float, ...]
    alpha: float

    @property
    def known(self) -> int:
        """How many there are."""
        return len(self.values)

    @property
    def far(self) -> int:
        """How many lie further apart than :data:`FAR` standard errors."""
        return sum(abs(value) > FAR for value in self.values)

    @property
    def expected(self) -> float:
        """How many would by chance alone."""
        return erfc(FAR / sqrt(2)) * self.known

    @property
    def surely_apart(self) -> int:
        """How many differ by more than chance allows, all of them taken together (Holm)."""
        p_values = [erfc(abs(value) / sqrt(2)) for value in self.values]
        return int((holm(p_values) <= self.alpha).sum()) if p_values else 0


def noisy(here: Estimate, there: Estimate) -> bool:
    """Whether chance has any part in two estimates, and it is known how much of both.

    Where nothing ever changed, they are zero for good.
    """
    return isfinite(score(here, there)) and min(here.standard_error, there.standard_error) > 0


@dataclass(frozen=True)
class Agreed:
    """One estimate in both plays; ``score`` is their difference over its standard error, NaN where that is unknown."""

    part: Part
    effect: Effect
    outcome: Outcome
    here: Estimate
    there: Estimate
    score: float


@dataclass(frozen=True)
class Flip:
    """A verdict that is not the same in both plays; None where there is none."""

    part: Part
    effect: Effect
    outcome: Outcome
    here: Verdict | None
    there: Verdict | None

    @property
    def turned(self) -> bool:
        """Whether one says "helps" and the other "hurts"."""
        return {self.here, self.there} == OPPOSITE


@dataclass(frozen=True)
class Agreement:
    """How far two plays of the same agree: all estimates of both, and the verdicts that are not the same.

    ``pairs`` are the parts that were compared, ``once`` the titles of those that were not. Verdicts that turn round
    come first.
    """

    rows: tuple[Agreed, ...]
    flips: tuple[Flip, ...]
    pairs: tuple[Pair, ...] = ()
    once: tuple[str, ...] = ()

    @property
    def scores(self) -> Scores:
        """How far apart the estimates lie."""
        alpha = min((part.results.manifest.alpha for pair in self.pairs for part in pair), default=ALPHA)
        return Scores(tuple(row.score for row in self.rows if noisy(row.here, row.there)), alpha)


def agreement(folder_a: Path, folder_b: Path, here: Parts | None = None) -> Agreement:
    """How far the same experiment or study agrees with itself, played with another seed.

    ``here`` is what the first folder holds, where it has been read already. Of a study only some parts may have been
    played again: a study with fewer parts, or the run of one of them.

    Raises UsageError where one of the folders holds plain play, where they have no part in common or do not ask the
    same questions, where a part was played with one seed in both, or where more than the seed and the number of deals
    differs.
    """
    ours, theirs = here or read_parts(folder_a), read_parts(folder_b)
    pairs = _common(ours, theirs)
    if not pairs:
        raise UsageError(f"{folder_a} and {folder_b} have no part in common")
    asked = [(one, _effects(one), _effects(other)) for one, other in pairs]
    for part, some, others in asked:
        if some.keys() != others.keys():
            odd = sorted(" ".join(str(piece) for piece in key if piece) for key in some.keys() ^ others.keys())
            raise UsageError(
                f"{folder_a} and {folder_b} do not ask the same questions; only one of them asks {odd[0]} "
                f"in “{part.title}”"
            )
    check_plays(folder_a, folder_b, {one.title: (one.results, other.results) for one, other in pairs})
    rows: list[Agreed] = []
    flips: list[Flip] = []
    for part, some, others in asked:
        for key, one in some.items():
            rows += _rows(part, one, others[key])
            flips += _flips(part, one, others[key])
    flips.sort(key=lambda flip: not flip.turned)
    alone = [part.title for part in ours.all if all(part is not one for one, _ in pairs)]
    once = [*alone, *(doses.experiment.title for doses in ours.doses.values())]
    return Agreement(tuple(rows), tuple(flips), tuple(pairs), tuple(once))


def check_plays(folder_a: Path, folder_b: Path, pairs: Mapping[str, tuple[Played, Played]]) -> None:
    """UsageError unless all parts, by their titles, are two plays of the same: seeds differ, and nothing else."""
    faults = [f"“{title}”: {fault}" for title, (one, other) in pairs.items() for fault in _faults(one, other)]
    if faults:
        both = f"{folder_a} and {folder_b} are no two plays of one study"
        raise UsageError("\n".join(f"{both}; {fault}" for fault in faults))


def differing(here: Mapping[Key, Any], there: Mapping[Key, Any]) -> list[Key]:
    """The names under which the two do not hold the same."""
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


def score(here: Estimate, there: Estimate) -> float:
    """The difference of two independent estimates over its standard error; NaN where that is unknown."""
    error = sqrt(here.standard_error**2 + there.standard_error**2)
    difference = here.mean - there.mean
    if error == 0:
        return 0.0 if difference == 0 else nan
    return difference / error if isfinite(error) else nan


def _common(here: Parts, there: Parts) -> list[Pair]:
    """The parts of the one with their fellows in the other; a run that is no study goes by its experiment's name."""
    if all(len(parts.all) == 1 and not parts.all[0].name for parts in (here, there)):
        return [(here.all[0], there.all[0])]
    fellows = {_part_name(part): part for part in there.all}
    return [(part, fellows[_part_name(part)]) for part in here.all if _part_name(part) in fellows]


def _part_name(part: Part) -> str:
    return part.name or part.experiment.name


def _faults(one: Played, other: Played) -> list[str]:
    """Why two runs are no two plays of the same: an equal seed, or more than the seed that is not equal."""
    here, there = one.manifest, other.manifest
    faults = []
    if here.seed == there.seed:
        faults.append(f"both were played with the same seed ({here.seed}): they agree whatever the truth is")
    if (here.game, here.rules_version) != (there.game, there.rules_version):
        faults.append(f"{here.game} {here.rules_version} was played here, {there.game} {there.rules_version} there")
    for what in ("rules", "components"):
        kinds = differing(_of_tables(here, what), _of_tables(there, what))
        if kinds:
            names = dict.fromkeys(f"{name} ({players} players)" for players, *_, name in kinds)
            faults.append(f"other {what}: {', '.join(names)}")
    keys = differing(_given(one.experiment), _given(other.experiment))
    if keys:
        faults.append(f"other experiments: they differ in {', '.join(keys)}")
    return faults


def other_bots(one: Played, other: Played) -> list[str]:
    """The names of the bots of two plays whose sources are not the same, theirs or the game's.

    Two parts may be compared all the same: a source may differ in no more than a comment, and what agrees in spite of
    other sources rests on them no more.
    """
    versions = [{bot.spec: bot.hash for bot in play.manifest.bots} for play in (one, other)]
    changed = (spec for spec in differing(*versions) if all(spec in known for known in versions))
    return list(dict.fromkeys(BotSpec.parse(spec).name for spec in changed))


def _of_tables(manifest: Manifest, what: str) -> dict[tuple[int, Variant, str, str], Any]:
    """The rules or components in force, by table, company and name."""
    return {
        (section.players, variant, section.company, name): value
        for section, variant in zip(manifest.sections, variants(manifest.sections), strict=True)
        for name, value in getattr(section.setting, what).items()
    }


def _given(experiment: Experiment) -> dict[str, Any]:
    """What must be equal of an experiment, without what it tells only the reader."""
    document = experiment.model_dump(mode="json", by_alias=True, exclude_none=True, exclude=set(FREE))
    return {key: _without_remarks(value) for key, value in document.items()}


def _without_remarks(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_remarks(one) for key, one in value.items() if key not in READ_ONLY}
    return [_without_remarks(one) for one in value] if isinstance(value, list) else value


def _effects(part: Part) -> dict[tuple[Any, ...], Effect]:
    """All effects of a part by what sets them apart there."""
    return {effect.key: effect for effect in part.effects}


def _rows(part: Part, one: Effect, other: Effect) -> Sequence[Agreed]:
    return [
        Agreed(part, one, here.outcome, here.estimate, there.estimate, score(here.estimate, there.estimate))
        for here, there in zip(questions(one), questions(other), strict=True)
    ]


def _flips(part: Part, one: Effect, other: Effect) -> list[Flip]:
    flips = []
    for mine, yours in zip(questions(one), questions(other), strict=True):
        here, there = verdict_on(one, mine), verdict_on(other, yours)
        if here is not there:
            flips.append(Flip(part, one, mine.outcome, here, there))
    return flips
