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
    if isinstance(one, Effect):
        same = [effect for effect in alike if effect.field_title == one.field_title]
        alike = same or [effect for effect in alike if _kind(effect) == _kind(one)] or alike
    sure = [effect for effect in alike if told(effect) in _SURE]
    return bool(sure) and told(one) in _SURE and all(_contradict(one, effect) for effect in sure)


def _kind(effect: Effect) -> str:
    """Which bot sits around, whatever its settings; where others follow, those who do not."""
    return (effect.field_bot or effect.without_bot).partition(":")[0]


def _contradict(one: Effect | FactorEffect, other: Effect) -> bool:
    """Whether two sure verdicts cannot both be true: "helps" and "too small to matter" can, unless intervals part."""
    verdicts = {told(one), told(other)}
    here = one.win_share if isinstance(one, FactorEffect) else one.win_share.effect
    there = other.win_share.effect
    apart = here.low > there.high or here.high < there.low
    return verdicts == OPPOSITE or (len(verdicts) > 1 and apart)


def _where(some: Sequence[Effect | FactorEffect]) -> str:
    """At which tables, and in which company or beside how many who follow."""
    circumstances: dict[tuple[str, str], list[Effect | FactorEffect]] = {}
    for one in some:
        key = (one.field_title, one.condition) if isinstance(one, Effect) else ("", "")
        circumstances.setdefault(key, []).append(one)
    by_tables: dict[str, list[tuple[str, str]]] = {}
    for key, here in circumstances.items():
        by_tables.setdefault(tables_text(here), []).append(key)
    texts = []
    for tables, keys in by_tables.items():
        companies = [company for company, _ in keys if company]
        conditions = [f"when {condition}" for _, condition in keys if condition]
        texts.append(f"{listed(companies or [''])} {tables} {listed(conditions or [''])}".strip())
    return listed(texts)


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
