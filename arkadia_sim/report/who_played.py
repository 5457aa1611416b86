"""Who played in the runs of a page: a row for each bot with its plan, its settings and what it is there for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arkadia_sim.analysis.parts import Parts
from arkadia_sim.core.bot import TEMPERATURE
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.report.wording.numbers import listed
from arkadia_sim.report.wording.places import company
from arkadia_sim.results.manifest import Manifest

ROLES_MOST = 4
"""So many roles of a bot are named; of more, the number."""

Roles = Mapping[BotSpec, str]
"""What bots are there for, whatever their temperature."""


@dataclass(frozen=True)
class SeatedAs:
    """A bot with its parameters, what it is there for, and at which temperatures it played."""

    spec: str
    role: str
    temperatures: str


def plans_of(manifests: Iterable[Manifest]) -> list[tuple[list[str], str]]:
    """Each bot of some runs once, whatever its settings, with its plan; those of one plan together."""
    plans = {BotSpec.parse(bot.spec).name: bot.plan for one in manifests for bot in one.bots}
    together: dict[str, list[str]] = {}
    for name, plan in plans.items():
        together.setdefault(plan, []).append(name)
    return [(names, plan) for plan, names in together.items()]


def bot_roles(parts: Parts) -> Roles:
    """What each bot (whatever its temperature) is there for: with a change, without it, or as the others."""
    found: dict[BotSpec, dict[str, None]] = {}
    for part in parts.all:
        for effect in part.effects:
            if effect.company_bot and part.design == "paired":
                title = f" ({company(effect)})" if company(effect) else ""
                found.setdefault(_without_temperature(effect.company_bot), {})[f"the others{title}"] = None
            for arm, bot in (("with", effect.with_bot), ("without", effect.without_bot)):
                found.setdefault(_without_temperature(bot), {})[f"{arm}: {effect.change.title}"] = None
    return {bot: _short_list(list(names)) for bot, names in found.items()}


def bot_rows(manifests: Sequence[Manifest], roles: Roles) -> list[dict[str, Any]]:
    """All bots of all runs, a row each, with the settings that it played with; of those drawn by lot, only the first.

    Where ``roles`` say what each is there for, all settings of a bot share a row, and all temperatures of a setting.
    """
    rows: dict[str, dict[str, Any]] = {}
    for manifest in manifests:
        drawn = any(section.drawn is not None for section in manifest.sections)
        for bot in manifest.bots[:1] if drawn else manifest.bots:
            setting = _without_temperature(bot.spec) if roles else BotSpec.parse(bot.spec)
            name = setting.name if roles and setting.name == bot.name else str(setting)
            row = rows.setdefault(name, {"name": name, "plan": bot.plan, "settings": {}})
            row["settings"].setdefault(setting, []).append(_temperature(bot.spec) if roles else "")
    for row in rows.values():
        found = {setting: _temperatures(levels) for setting, levels in row["settings"].items()}
        row["temperatures"] = next(iter(found.values())) if len(set(found.values())) == 1 else ""
        row["settings"] = [
            SeatedAs(str(setting), roles.get(setting, ""), "" if row["temperatures"] else levels)
            for setting, levels in sorted(found.items(), key=lambda item: str(item[0]) != row["name"])
        ]
    return list(rows.values())


def _without_temperature(spec: str) -> BotSpec:
    return BotSpec.parse(spec).without_settings(TEMPERATURE.name)


def _temperature(spec: str) -> str:
    """The temperature as it was written; empty if none is set."""
    return dict(BotSpec.parse(spec).settings).get(TEMPERATURE.name, "")


def _temperatures(levels: Sequence[str]) -> str:
    """at temperatures 0, 1 and 3; empty where none was set."""
    known = [level for level in dict.fromkeys(levels) if level]
    if not known:
        return ""
    also = "also " if "" in levels else ""
    return f"{also}at {'temperature' if len(known) == 1 else 'temperatures'} {listed(known)}"


def _short_list(names: Sequence[str]) -> str:
    shown = names if len(names) <= ROLES_MOST else [*names[: ROLES_MOST - 1], f"{len(names) - ROLES_MOST + 1} more"]
    return "; ".join(shown)
