"""Do the answers stand under other circumstances? A later part of a study held against its first."""

from collections.abc import Mapping
from dataclasses import dataclass

from arkadia_sim.report.answers import Finding, finding, places, verb
from arkadia_sim.report.effects import Change, Effect
from arkadia_sim.report.sentences import capital, in_words
from arkadia_sim.report.study import Part, by_change
from arkadia_sim.stats.equivalence import Verdict

OPPOSITE = frozenset({Verdict.HELPS, Verdict.HURTS})


@dataclass(frozen=True)
class Elsewhere:
    """How the verdicts of a part agree with those of the first: in short, those that turn round, and other changes."""

    title: str
    sentence: str
    turned: tuple[str, ...]
    changed: tuple[str, ...]


def elsewhere(first: Part, other: Part) -> Elsewhere:
    """The verdicts on win share of two paired parts that try the same changes in the same companies and table sizes."""
    before = {effect.key: effect for effect in first.effects}
    turned, changed = [], []
    same = turns = opened = 0
    common = [effect for effect in other.effects if effect.key in before]
    for change, found in by_change(common).items():
        for (was, now), some in _by_findings(found, before).items():
            if was is now:
                same += len(some)
                continue
            text = _sentence(change, was, now, first.title, places(some, found))
            if {was, now} == OPPOSITE:
                turns += len(some)
                turned.append(text)
            else:
                opened += Verdict.NOT_SETTLED in (was, now)
                changed.append(text)
    sentence = _short(first.title, other.title, len(common), same, turns)
    if opened:
        sentence += " Where one of the two is “not settled”, they do not contradict each other: it takes more deals."
    if len(common) < len(other.effects):
        alone = len(other.effects) - len(common)
        sentence += f" {capital(in_words(alone))} of its questions {'was' if alone == 1 else 'were'} not asked there."
    return Elsewhere(other.title, sentence, tuple(turned), tuple(changed))


def _by_findings(
    found: list[Effect], before: Mapping[tuple[str, str, str, str], Effect]
) -> dict[tuple[Finding, Finding], list[Effect]]:
    groups: dict[tuple[Finding, Finding], list[Effect]] = {}
    for effect in found:
        groups.setdefault((finding(before[effect.key]), finding(effect)), []).append(effect)
    return groups


def _short(first: str, other: str, count: int, same: int, turns: int) -> str:
    which = "all" if same == count else in_words(same) if same else "none"
    text = f"“{other}”: of {in_words(count)} verdicts {which} {'is' if same == 1 else 'are'} as in “{first}”"
    if not turns:
        return f"{text}, and none turns from “helps” to “hurts” or back."
    return f"{text}; {in_words(turns)} {'turns' if turns == 1 else 'turn'} round, from “helps” to “hurts” or back."


def _sentence(change: Change, was: Finding, now: Finding, first: str, where: str) -> str:
    return f"{capital(change.phrase)} {verb(was)} in “{first}”, but {verb(now)} here {where}."
