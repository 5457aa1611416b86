"""Playbooks that differ from a given one by a step: a rule more, a rule less, or another number in one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from arkadia_sim.core.cues import SITUATION, Cue
from arkadia_sim.core.playbook import KEEPS, POINTS, POINTS_MAX, Rule

Rules = tuple[Rule, ...]
_TRIED_POINTS = (1, 2, 3, 5)


def additions(rules: Rules, cues: Sequence[Cue]) -> list[Rules]:
    """The playbook with one rule more: in front of the others or behind them. No rule has more than one number."""
    counted = {(rule.decision, rule.cue) for rule in rules if rule.kind == POINTS}
    found = []
    for rule in _possible(cues):
        if rule not in rules and not (rule.kind == POINTS and (rule.decision, rule.cue) in counted):
            found.append((*rules, rule))
            if rule.kind != POINTS and any(other.decision == rule.decision for other in rules):
                found.append((rule, *rules))
    return found


def _possible(cues: Sequence[Cue]) -> Iterator[Rule]:
    """Every rule that is tried."""
    for cue in cues:
        if cue.decision == SITUATION:
            continue
        for keep in KEEPS[:2]:
            yield from keeping(keep, cue, cues)
        if not cue.is_flag:
            for keep, number in product(KEEPS[2:], cue.numbers):
                yield Rule(cue.decision, keep, cue.name, number)
        for points in _TRIED_POINTS:
            yield Rule(cue.decision, POINTS, cue.name, points)
            yield Rule(cue.decision, POINTS, cue.name, -points)


def keeping(keep: str, cue: Cue, cues: Sequence[Cue]) -> Iterator[Rule]:
    """Every rule that keeps the most of a cue, or the least: always, and in a situation."""
    yield Rule(cue.decision, keep, cue.name)
    for condition in _conditions(cues, only_flags=not (cue.is_flag and cue.numbers)):
        yield Rule(cue.decision, keep, cue.name, 0, *condition)


def _conditions(cues: Sequence[Cue], only_flags: bool) -> Iterator[tuple[str, str, int]]:
    for cue in cues:
        if cue.decision == SITUATION and (cue.is_flag or not only_flags):
            for number in cue.numbers:
                yield cue.name, "<=", number - cue.is_flag
                yield cue.name, ">=", number


def changes(rules: Rules, cues: Sequence[Cue]) -> list[Rules]:
    """The playbook with one number a step away, with a rule turned from keeping to points or back,
    with two rules of a decision exchanged, or with all points of a decision doubled."""
    found = []
    flags = {cue.name for cue in cues if cue.decision == SITUATION and cue.is_flag}
    for i, rule in enumerate(rules):
        found += [(*rules[:i], other, *rules[i + 1 :]) for other in _steps(rule, rule.when in flags)]
        for j in range(i + 1, len(rules)):
            if rules[j].decision == rule.decision and POINTS not in (rule.kind, rules[j].kind):
                swapped = list(rules)
                swapped[i], swapped[j] = swapped[j], swapped[i]
                found.append(tuple(swapped))
    for decision in dict.fromkeys(rule.decision for rule in rules):
        doubled = tuple(
            replace(rule, number=2 * rule.number) if (rule.decision, rule.kind) == (decision, POINTS) else rule
            for rule in rules
        )
        if doubled != rules and all(abs(rule.number) <= POINTS_MAX for rule in doubled if rule.kind == POINTS):
            found.append(doubled)
    return list(dict.fromkeys(found))


def _steps(rule: Rule, is_flag: bool) -> Iterator[Rule]:
    if rule.kind in KEEPS[:2] and not rule.when:
        sign = 1 if rule.kind == "most" else -1
        yield from (replace(rule, kind=POINTS, number=sign * points) for points in _TRIED_POINTS)
    if rule.kind == POINTS:
        yield replace(rule, kind="most" if rule.number > 0 else "least", number=0)
        for points in {rule.number - 2, rule.number - 1, rule.number + 1, rule.number + 2} - {0}:
            if abs(points) <= POINTS_MAX:
                yield replace(rule, number=points)
    elif rule.kind in KEEPS[2:]:
        yield from (replace(rule, number=rule.number + step) for step in (-2, -1, 1, 2))
    if rule.when and not is_flag:
        yield from (replace(rule, when_number=rule.when_number + step) for step in (-2, -1, 1, 2))


def drops(rules: Rules) -> list[Rules]:
    """The playbook with one rule less."""
    return [(*rules[:i], *rules[i + 1 :]) for i in range(len(rules))]
