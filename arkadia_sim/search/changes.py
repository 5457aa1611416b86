"""Every change to a player's style that a person could make: a parameter a step up or down, a rule more, less or other.

Playbooks are changed by a step as well: a rule more, a rule less, or another number in one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from arkadia_sim.core.bot import Bot, Parameter, Seated
from arkadia_sim.core.cues import SITUATION, Cue
from arkadia_sim.core.playbook import FOLLOWED_MAX, KEEPS, POINTS, POINTS_MAX, RULES_MAX, Rule, read_rules, sentence
from arkadia_sim.core.spec import number_text

Rules = tuple[Rule, ...]
_TRIED_POINTS = (1, 2, 3, 5)
PARAMETERS_MAX = 60
"""A bot with more parameters was learned; nobody could follow a change of one of them."""
_SMALL, _STEPS = 1 / 20, (1, 3)
"""A step is half of the value, or this share of the range if that is more; three steps at once are tried, too."""


@dataclass(frozen=True)
class Style:
    """How a bot plays: parameters that differ from its own, and all rules that it follows."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    rules: tuple[str, ...] = ()

    def table(self, player: Bot, name: str, players: int) -> dict[str, object]:
        """Its table in a bot file; ``name`` is the player's, and its rules are those at a table with ``players``."""
        rules = {"rules_by_players": {str(players): [*self.rules]}} if player.cues else {}
        return {"player": name, "parameters": dict(self.parameters), **rules}


@dataclass(frozen=True)
class Change:
    """A style that differs from another by one change, which ``words`` tell."""

    words: str
    style: Style


def style_of(bot: Bot, chosen: Mapping[str, float], players: int) -> Style:
    """A bot's own style, with the parameters that a user has chosen."""
    return Style(dict(chosen), tuple(map(str, bot.rules_at(players))))


def own_style(seated: Seated, players: int) -> Style:
    """The style of a bot as a user wrote it."""
    chosen = {name: value for name, value in seated.settings(players).items() if name in seated.chosen}
    return style_of(seated.bot, chosen, players)


def changes_of(bot: Bot, style: Style, players: int) -> list[Change]:
    """All changes of a style that are tried, each once."""
    listed = [*parameter_changes(bot, style, players), *_rule_changes(bot, style)]
    return list({(tuple(change.style.parameters.items()), change.style.rules): change for change in listed}.values())


def parameter_changes(bot: Bot, style: Style, players: int) -> Iterator[Change]:
    """The changes of one parameter; none for a bot with so many that it was learned."""
    if len(bot.parameters) > PARAMETERS_MAX:
        return
    own = bot.by_players.get(players, {})
    for parameter in bot.parameters:
        name = parameter.name
        value = style.parameters.get(name, own.get(name, parameter.default))
        for new in _steps(parameter, value):
            words = parameter.more if new > value else parameter.less
            text = f"{name} {number_text(value)} → {number_text(new)}"
            yield Change(
                f"{words} ({text})." if words else f"{text}: {parameter.meaning}.",
                Style({**style.parameters, name: new}, style.rules),
            )


def _steps(parameter: Parameter, value: float) -> list[float]:
    step = max(abs(value) / 2, _SMALL * (parameter.high - parameter.low), 1.0 if parameter.whole else 0.0)
    moved = [value + way * times * step for times in _STEPS for way in (1, -1)]
    near = [min(parameter.high, max(parameter.low, round(new, 3))) for new in moved]
    return [new for new in dict.fromkeys(map(round, near) if parameter.whole else near) if new != value]


def _rule_changes(bot: Bot, style: Style) -> Iterator[Change]:
    """A bot that judges for itself follows rules that keep options; points are for those who play by rules alone."""
    if not bot.cues:
        return
    rules = read_rules(style.rules, bot.cues)
    most = RULES_MAX if bot.only_rules else FOLLOWED_MAX
    for other in (*additions(rules, bot.cues), *changes(rules, bot.cues), *drops(rules)):
        if len(other) > most or (not bot.only_rules and any(rule.kind == POINTS for rule in other)):
            continue
        new = [sentence(rule, bot.cues) for rule in other if rule not in rules]
        gone = [f"Give up: {sentence(rule, bot.cues)}" for rule in rules if rule not in other]
        words = " ".join([*new, *gone]) or "Follow the same rules in another order."
        yield Change(words, Style(style.parameters, tuple(map(str, other))))


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
        found += [(*rules[:i], other, *rules[i + 1 :]) for other in _rule_steps(rule, rule.when in flags)]
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


def _rule_steps(rule: Rule, is_flag: bool) -> Iterator[Rule]:
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
