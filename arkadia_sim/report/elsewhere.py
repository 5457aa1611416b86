"""Do the answers stand under other circumstances? A later part of a study held against its first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arkadia_sim.report.answers import places, tables_text
from arkadia_sim.report.effects import Change, Effect, Finding, PairedStudy, finding, told
from arkadia_sim.report.factorial import FactorEffect
from arkadia_sim.report.sentences import came_out, capital, in_words, listed
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
        sentence += " Where one of the two is open, they do not contradict each other: it takes more deals."
    if len(common) < len(other.effects):
        alone = len(other.effects) - len(common)
        sentence += f" {capital(in_words(alone))} of its questions {'was' if alone == 1 else 'were'} not asked there."
    return Elsewhere(other.title, sentence, tuple(turned), tuple(changed))


def contradictions(first: Part, others: Iterable[Part]) -> list[str]:
    """Where other parts surely say otherwise than the first at a table of the same size, a line for each change.

    Otherwise is the other sign, or no difference that matters in place of an effect, or the other way round. What is
    open, or without a verdict, contradicts nothing.
    """
    lines = []
    parts = list(others)
    for change, found in by_change(first.effects).items():
        clauses = []
        for part in parts:
            against = [one for one in _effects_of(part, change) if _otherwise(one, found)]
            said = [
                came_out(verdict, "it", _where([one for one in against if told(one) is verdict]))
                for verdict in _SURE
                if any(told(one) is verdict for one in against)
            ]
            if said:
                clauses.append(f"in “{part.title}” {'; '.join(said)}")
        if clauses:
            lines.append(f"{change.title}: {'; '.join(clauses)}.")
    return lines


_SURE = (Verdict.HELPS, Verdict.HURTS, Verdict.NO_DIFFERENCE)


def _effects_of(part: Part, change: Change) -> list[Effect | FactorEffect]:
    effects = part.study.effects if isinstance(part.study, PairedStudy) else part.study.main
    return [one for one in effects if one.change.name == change.name]


def _otherwise(one: Effect | FactorEffect, found: Sequence[Effect]) -> bool:
    """Whether an effect surely is another than all sure ones at tables of its size, in its company if it is there."""
    alike = [effect for effect in found if effect.players == one.players]
    if isinstance(one, Effect) and one.field_title in {effect.field_title for effect in alike}:
        alike = [effect for effect in alike if effect.field_title == one.field_title]
    sure = {told(effect) for effect in alike} & set(_SURE)
    return bool(sure) and told(one) in _SURE and told(one) not in sure


def _where(some: Sequence[Effect | FactorEffect]) -> str:
    """At which tables, and in which company or beside how many who follow."""
    circumstances: dict[str, list[Effect | FactorEffect]] = {}
    for one in some:
        text = ""
        if isinstance(one, Effect):
            text = " ".join(
                word for word in (one.field_title, f"when {one.condition}" if one.condition else "") if word
            )
        circumstances.setdefault(text, []).append(one)
    by_tables: dict[str, list[str]] = {}
    for text, here in circumstances.items():
        by_tables.setdefault(tables_text(here), []).append(text)
    return listed(f"{listed(texts)} {tables}".strip() for tables, texts in by_tables.items())


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
    before = came_out(was, change.phrase, f"in “{first}”")
    return f"{capital(before)}; here {came_out(now, 'it', where)}."
