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

    The reference is the game's own value (under ``rules``, if they say otherwise), or the first that is played.
    UsageError for an unknown knob, one without two values, or where fewer than two settings can be played.
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
    settings: dict[str, Mapping[str, Any]] = {}
    left_out = []
    grid = [dict(zip(knobs, values, strict=True)) for values in product(*knobs.values())]
    if len(grid) > SETTINGS_MOST:
        raise BadValue("settings", len(grid), f"at most {SETTINGS_MOST}")
    for chosen in grid:
        name = ", ".join(f"{key}={option_text(value)}" for key, value in chosen.items())
        try:
            for size in players:
                game.setting(size, {**rules, **chosen}, components)
        except UsageError as error:
            left_out.append(f"Left out: {name}: {error}")
            continue
        settings[name] = chosen
    if len(settings) < 2:
        raise UsageError("\n".join(["fewer than two settings can be played", *left_out]))
    usual = {**own, **rules}
    same = [name for name, values in settings.items() if all(_alike(values[key], usual[key]) for key in values)]
    return Swept(settings, (same or list(settings))[0], tuple(left_out))


def _alike(one: Any, other: Any) -> bool:
    return option_text(one) == option_text(other)
