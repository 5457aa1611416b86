"""Playbooks: players that are lists of rules which a person can follow at a table.

A rule is written as a line, and prints itself as a sentence::

    word: most letters                  of the possible words keep the longest
    word: at least 10 points            keep those that score at least 10 points, if there are any
    word: +3 per vowel                  3 points for each vowel
    swap: most cards when turn <= 2     swap as many cards as you can, up to your second turn

Rules that keep something are asked in their order; points decide among what they leave, and then a lot.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from arkadia_sim.core.cues import SITUATION, Cue, form
from arkadia_sim.errors import BadValue, UnknownName

RULES_MAX = 32
FOLLOWED_MAX = 12  # how many rules a bot can follow that also judges for itself
POINTS_MAX = 5
KEEPS = ("most", "least", "at least", "at most")  # how a rule keeps options; the number of a kind is its place, from 1
POINTS = "per"
_KINDS = (*KEEPS, POINTS)
_WAYS = {">=": 3, "<=": 4}
_NUMBER = r"[+-]?\d+"
_RULE = re.compile(
    rf"(?P<decision>\w+)\s*:\s*(?:(?P<keep>most|least)|(?P<bound>at least|at most)\s+(?P<number>{_NUMBER})|"
    rf"(?P<points>{_NUMBER})\s+per)\s+(?P<cue>\w+)"
    rf"(?:\s+when\s+(?P<when>\w+)\s*(?P<way>>=|<=)\s*(?P<when_number>{_NUMBER}))?"
)
FORM = (
    "DECISION: most CUE, least CUE, at least N CUE, at most N CUE or +N per CUE, and then perhaps "
    "when SITUATION >= N or when SITUATION <= N"
)


@dataclass(frozen=True)
class Rule:
    """One rule of a playbook."""

    decision: str  # the decision that it is about
    kind: str  # how it keeps options, one of KEEPS, or POINTS
    cue: str  # what it counts
    number: int = 0  # the threshold or the points
    when: str = ""  # the cue of the situation in which it holds; empty for always
    way: str = ""  # ">=" or "<="
    when_number: int = 0  # the threshold of that cue

    def __str__(self) -> str:
        """The rule as it is written in a file."""
        if self.kind == POINTS:
            text = f"{self.decision}: {self.number:+d} per {self.cue}"
        elif self.kind in KEEPS[:2]:
            text = f"{self.decision}: {self.kind} {self.cue}"
        else:
            text = f"{self.decision}: {self.kind} {self.number} {self.cue}"
        return f"{text} when {self.when} {self.way} {self.when_number}" if self.when else text


def parse_rule(text: str, cues: Sequence[Cue]) -> Rule:
    """Read a rule; BadValue or UnknownName if it is not one of this game's."""
    found = _RULE.fullmatch(text.strip())
    if found is None:
        raise BadValue("rule", text, FORM)
    part = found.groupdict()
    if part["decision"] not in decisions_of(cues):
        raise UnknownName(f"decision in rule {text!r}", part["decision"], decisions_of(cues))
    _known(part["cue"], part["decision"], text, cues)
    if part["when"]:
        _known(part["when"], SITUATION, text, cues)
    kind = part["keep"] or part["bound"] or POINTS
    number = int(part["points"] or part["number"] or 0)
    if kind == POINTS and not 0 < abs(number) <= POINTS_MAX:
        raise BadValue(f"points in rule {text!r}", part["points"], f"-{POINTS_MAX} to {POINTS_MAX} without 0")
    return Rule(
        part["decision"], kind, part["cue"], number, part["when"] or "", part["way"] or "",
        int(part["when_number"] or 0),
    )  # fmt: skip


def cue_of(text: str) -> tuple[str, str]:
    """The decision and the cue of a rule; BadValue if it is none."""
    found = _RULE.fullmatch(text.strip())
    if found is None:
        raise BadValue("rule", text, FORM)
    return found["decision"], found["cue"]


def _known(name: str, decision: str, text: str, cues: Sequence[Cue]) -> None:
    names = [cue.name for cue in cues if cue.decision == decision]
    if name not in names:
        raise UnknownName(f"cue of the {decision} in rule {text!r}", name, names)


def decisions_of(cues: Sequence[Cue]) -> tuple[str, ...]:
    """The decisions that cues are about, in the order in which the game asks for them."""
    return tuple(dict.fromkeys(cue.decision for cue in cues if cue.decision != SITUATION))


def rule_numbers(rules: Sequence[Rule], cues: Sequence[Cue]) -> tuple[float, ...]:
    """The rules as the numbers that the compiled player reads: seven for each, and a 0 behind the last."""
    row: list[float] = []
    decisions = decisions_of(cues)
    for rule in rules:
        row += [
            1 + decisions.index(rule.decision),
            1 + _KINDS.index(rule.kind),
            _place(rule.cue, rule.decision, cues),
            rule.number,
            1 + _place(rule.when, SITUATION, cues) if rule.when else 0,
            _WAYS[rule.way] if rule.when else 0,
            rule.when_number,
        ]
    return (*map(float, row), 0.0)


def _place(name: str, decision: str, cues: Sequence[Cue]) -> int:
    return [cue.name for cue in cues if cue.decision == decision].index(name)


def sentence(rule: Rule, cues: Sequence[Cue]) -> str:
    """The rule as one English sentence."""
    of = {(cue.decision, cue.name): cue for cue in cues}
    cue = of[rule.decision, rule.cue]
    text = _of_flag(rule, cue) if cue.is_flag else _of_count(rule, cue)
    if rule.when:
        text = f"{_when(rule, of[SITUATION, rule.when])}, {text}"
    return text[0].upper() + text[1:] + "."


def sentences(rules: Sequence[Rule], cues: Sequence[Cue]) -> list[str]:
    """A playbook as a person would write it, decision by decision: what to keep, in order, then what brings points."""
    told: list[str] = []
    for decision in dict.fromkeys(cue.decision for cue in cues):
        of_decision = [rule for rule in rules if rule.decision == decision]
        told.extend(sentence(rule, cues) for rule in of_decision if rule.kind != POINTS)
        points = [rule for rule in of_decision if rule.kind == POINTS]
        if len(points) == 1:  # how many points it is does not matter
            only = replace(points[0], kind="most" if points[0].number > 0 else "least", number=0)
            told.append(sentence(only, cues))
        elif points:
            told.append(f"{_of_points(decision, cues)}: {'; '.join(_point(rule, cues) for rule in points)}.")
    return told


def _point(rule: Rule, cues: Sequence[Cue]) -> str:
    """What brings points, within a sentence of several."""
    of = {(cue.decision, cue.name): cue for cue in cues}
    cue = of[rule.decision, rule.cue]
    words = f"{rule.number:+d} {f'if you {cue.phrase}' if cue.is_flag else f'for each {form(cue.phrase, 1)}'}"
    when = f" {_when(rule, of[SITUATION, rule.when])}" if rule.when else ""
    return f"{words}{when}".replace("-", "−")


def _of_points(decision: str, cues: Sequence[Cue]) -> str:
    """What somebody does at a decision who takes the most points."""
    told = (dict(cue.advice).get(POINTS) for cue in cues if cue.decision == decision)
    return next(filter(None, told), f"At the {decision}, choose what scores most")


def _of_flag(rule: Rule, cue: Cue) -> str:
    if rule.kind == POINTS:
        return f"count {_points(rule.number)} if you {cue.phrase}"
    does = rule.kind == "most" or (rule.kind == "at least" and rule.number > 0)
    return cue.phrase if does else cue.least


def _of_count(rule: Rule, cue: Cue) -> str:
    if rule.kind != POINTS and rule.kind in dict(cue.advice):
        return _filled(dict(cue.advice)[rule.kind], rule.number)
    if rule.kind == POINTS:
        return f"count {_points(rule.number)} for each {form(cue.phrase, 1)}"
    if rule.kind in KEEPS[:2]:
        return f"choose the {rule.kind} {form(cue.phrase, 2)}"
    return f"choose, if you can, {rule.kind} {rule.number} {form(cue.phrase, rule.number)}"


def _points(number: int) -> str:
    return f"{number} point{'' if abs(number) == 1 else 's'}".replace("-", "minus ")


def _when(rule: Rule, cue: Cue) -> str:
    at_least, at_most = cue.from_to
    return _filled(at_least if rule.way == ">=" else at_most, rule.when_number)


def _filled(phrase: str, number: int) -> str:
    phrase = phrase if number else phrase.replace("# or fewer", "no")
    return form(phrase, number).replace("#", str(number))


@cache
def read_rules(texts: tuple[str, ...], cues: tuple[Cue, ...]) -> tuple[Rule, ...]:
    """Read the rules of a playbook; BadValue or UnknownName for the first that is wrong, or if there are too many."""
    if len(texts) > RULES_MAX:
        raise BadValue("rules", len(texts), f"at most {RULES_MAX}")
    return tuple(parse_rule(text, cues) for text in texts)
