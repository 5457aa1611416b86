"""Every change to a player's style that a person could make: a parameter a step up or down, a rule more or less."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from arkadia_sim.coach.neighbours import additions, changes, drops
from arkadia_sim.core.bot import Bot, Parameter, Seated
from arkadia_sim.core.playbook import FOLLOWED_MAX, POINTS, RULES_MAX, read_rules, sentence
from arkadia_sim.core.spec import number_text

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
        yield Change(
            " ".join([*new, *gone]) or "Follow the same rules in another order.",
            Style(style.parameters, tuple(map(str, other))),
        )


def style_of(bot: Bot, chosen: Mapping[str, float], players: int) -> Style:
    """A bot's own style, with the parameters that a user has chosen."""
    return Style(dict(chosen), tuple(map(str, bot.rules_at(players))))


def own_style(seated: Seated, players: int) -> Style:
    """The style of a bot as a user wrote it."""
    chosen = {name: value for name, value in seated.settings(players).items() if name in seated.chosen}
    return style_of(seated.bot, chosen, players)
