"""The settings of a sweep: each value of an option of the rules, or each pair of values of two, that can be played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from arkadia_sim.core.game import Game
from arkadia_sim.core.options import option_text
from arkadia_sim.errors import BadValue, UnknownName, UsageError

SETTINGS_MOST = 400
"""More settings than this are no sweep that anybody reads."""

KNOBS_MOST = 2


@dataclass(frozen=True)
class Swept:
    """The settings that are played, by name; the one that the others are held against, and what was left out, why."""

    settings: Mapping[str, Mapping[str, Any]]
    reference: str
    left_out: tuple[str, ...]


def swept_settings(
    game: Game,
    knobs: Mapping[str, Sequence[Any]],
    players: Sequence[int],
    rules: Mapping[str, Any],
    components: Mapping[str, Any],
) -> Swept:
    """The settings of a sweep over one or two knobs, each checked by the game at every table size.

    The reference is what is played without the knobs: the game's own values, or those of ``rules``. Where the game has
    a word for its own, which may stand for another value at each table size, and none of the values is that, the word
    is played beside them; where it has a number that is not among them, the first of them is the reference. UsageError
    for an unknown knob, one without two values, or where fewer than two settings can be played.
    """
    own = {one.name: one.default for one in game.rule_options()}
    for name, values in knobs.items():
        if name not in own:
            raise UnknownName("rule", name, own)
        if len({option_text(value) for value in values}) != len(values) or len(values) < 2:
            raise BadValue(f"knob {name}", option_text(list(values)), "two values or more, each once")
        if name in rules and rules[name] not in values:
            raise BadValue(f"rule {name}", option_text(rules[name]), "one of the values that are swept, or none")
    if not 1 <= len(knobs) <= KNOBS_MOST:
        raise BadValue("knobs", ", ".join(knobs), "one or two: three make no picture")
    grid = [dict(zip(knobs, values, strict=True)) for values in product(*knobs.values())]
    if len(grid) > SETTINGS_MOST:
        raise BadValue("settings", len(grid), f"at most {SETTINGS_MOST}")
    asked = _Asked(game, players, rules, components)
    settings, left_out = asked.playable(grid)
    if len(settings) < 2:
        raise UsageError("\n".join(["fewer than two settings can be played", *left_out]))
    usual = asked.in_force({})
    same = [name for name, chosen in settings.items() if asked.in_force(chosen) == usual]
    words = {name: own[name] for name in knobs}
    if not same and all(isinstance(word, str) for word in words.values()):
        settings, same = {_name(words): words} | settings, [_name(words)]
    return Swept(settings, (same or list(settings))[0], tuple(left_out))


def _name(chosen: Mapping[str, Any]) -> str:
    return ", ".join(f"{key}={option_text(value)}" for key, value in chosen.items())


@dataclass(frozen=True)
class _Asked:
    """The tables at which a game is asked about options."""

    game: Game
    players: Sequence[int]
    rules: Mapping[str, Any]
    components: Mapping[str, Any]

    def in_force(self, chosen: Mapping[str, Any]) -> list[dict[str, str]]:
        """All options as they are played at each table size; UsageError for what cannot be played."""
        found = (self.game.setting(size, {**self.rules, **chosen}, self.components).rules for size in self.players)
        return [{name: option_text(value) for name, value in rules.items()} for rules in found]

    def playable(self, grid: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Mapping[str, Any]], list[str]]:
        """The settings that can be played, by name, and what is told of the others."""
        settings: dict[str, Mapping[str, Any]] = {}
        left_out = []
        for chosen in grid:
            try:
                self.in_force(chosen)
            except UsageError as error:
                left_out.append(f"Left out: {_name(chosen)}: {error}")
                continue
            settings[_name(chosen)] = chosen
        return settings, left_out
