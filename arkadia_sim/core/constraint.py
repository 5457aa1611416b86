"""Constraints: bar a bot from something at its own decisions, or force it, whatever it thinks best.

A constraint is a rule of thumb (:mod:`arkadia_sim.core.playbook`), such as "play: at least 1 cards". A bot that is
forced follows it before all rules of its own, one that is barred follows its opposite, "play: at most 0 cards".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arkadia_sim.core.cues import Cue, flag
from arkadia_sim.core.playbook import Rule, cue_of, parse_rule, rule_numbers
from arkadia_sim.errors import BadValue

BARRED, FORCED, WATCHED = WAYS = ("barred", "forced", "watched")
"""What a constraint asks of a bot: never do it, do it whenever possible, or only be counted."""

CHANCES, CHANCES_TAKEN = "chances", "chances_taken"
"""The columns of the players' table that count constraints, in a game that declares any."""

RULE = (
    "A barred bot still does the thing if nothing else is possible. A forced bot is free if the thing is not possible. "
    "A watched bot plays as usual and is only counted. With several constraints, barred ones come before forced ones, "
    "each in the order of this list. A constraint that would leave no choice is skipped."
)  # the rule for all constraints


@dataclass(frozen=True)
class Constraint:
    """Something a bot can be barred from or forced to."""

    name: str  # the name that users write
    title: str  # what it is about, so exactly that a person could referee it: "Play a card"
    # in a compiled game, the rule that a forced bot follows: "DECISION: at least N CUE" or "at most N CUE". A cue that
    # the game does not have is the constraint's own: it counts 1 for what the constraint is about, and 0 for all else.
    rule: str = ""
    claim: str = ""  # the advice that it belongs to
    asked: tuple[str, ...] = (BARRED, FORCED)  # what can be asked of a bot besides watching it: BARRED, FORCED or both
    when_forced: str = ""  # the rule that a forced bot follows, if it is another one

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways in which it can be used."""
        return (*self.asked, WATCHED)


@dataclass(frozen=True)
class Constraints:
    """The constraints of a seated bot: their names, by way."""

    barred: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()

    @classmethod
    def parse(cls, bot: str, texts: Mapping[str, str]) -> "Constraints":
        """Read ``one+another`` for each way; BadValue for a name that occurs twice."""
        by_way = {way: tuple(name.strip() for name in text.split("+")) for way, text in texts.items()}
        names = [name for named in by_way.values() for name in named]
        for name in names:
            if names.count(name) > 1:
                raise BadValue(f"constraints of bot {bot}", name, "each name once, barred, forced or watched")
        return cls(**by_way)

    def by_way(self) -> Iterator[tuple[str, str]]:
        """Each way with each name, in the order written."""
        for way in WAYS:
            yield from ((way, name) for name in getattr(self, way))

    def as_dict(self) -> dict[str, tuple[str, ...]]:
        """The names by way; unused ways are left out."""
        return {way: getattr(self, way) for way in WAYS if getattr(self, way)}


UNCONSTRAINED = Constraints()  # No constraints


def heedable(declared: Sequence[Constraint]) -> dict[str, str]:
    """The names of constraints, each with the decision that it is about."""
    return {constraint.name: constraint.rule.partition(":")[0] for constraint in declared}


def limiting_numbers(
    constraints: Constraints, declared: Sequence[Constraint], cues: Sequence[Cue], followed: Sequence[Rule]
) -> tuple[float, ...]:
    """What a bot heeds before it judges for itself, as compiled code reads it (``kernels/rules.py``)."""
    from arkadia_sim.kernels import rules as places  # numba takes its time, and lists and messages need none

    if constraints == UNCONSTRAINED:
        return rule_numbers(followed, cues)
    every = [*cues, *_own_cues(declared, cues)]
    barred, uncounted, forced, watched = [], [], [], []
    for constraint in declared:
        rule = parse_rule(constraint.rule, every)
        if constraint.name in constraints.barred:
            barred.append(_opposite(rule))
        elif constraint.name in constraints.forced and constraint.when_forced:
            uncounted.append(parse_rule(constraint.when_forced, every))
            watched.append(rule)
        elif constraint.name in constraints.forced:
            forced.append(rule)
        elif constraint.name in constraints.watched:
            watched.append(rule)
    groups = (
        (places.BARRED, barred), (places.UNCOUNTED, uncounted), (places.FORCED, forced), (0, followed),
        (places.WATCHED, watched),
    )  # fmt: skip
    numbers = [*rule_numbers([rule for _, rules in groups for rule in rules], every)]
    uses = [use for use, rules in groups for _ in rules]
    for number, use in enumerate(uses):
        numbers[places.FIELDS * number + places.KIND] += places.KINDS * use
    return tuple(numbers)


def _opposite(rule: Rule) -> Rule:
    """The rule of who does not do what a rule says."""
    if rule.kind == "at least":
        return replace(rule, kind="at most", number=rule.number - 1)
    return replace(rule, kind="at least", number=rule.number + 1)


def _own_cues(declared: Sequence[Constraint], cues: Sequence[Cue]) -> list[Cue]:
    """The cues that the game counts for its constraints alone, behind those of the same decision, in the order in which
    constraints name them: ``sight/cues.py`` has the same."""
    known = {(cue.decision, cue.name) for cue in cues}
    named = [cue_of(constraint.rule) for constraint in declared]
    return [flag(name, decision, name, "") for decision, name in dict.fromkeys(named) if (decision, name) not in known]
