"""Who played in the runs of a page: a row for each bot with its plan, its settings and what it is there for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arkadia_sim.analysis.parts import Parts
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.report.wording.places import company
from arkadia_sim.results.manifest import Manifest

ROLES_MOST = 4
"""So many roles of a bot are named; of more, the number."""

Roles = Mapping[BotSpec, str]
"""What bots are there for."""


@dataclass(frozen=True)
class SeatedAs:
    """A bot with its parameters, and what it is there for."""

    spec: str
    role: str


def plans_of(manifests: Iterable[Manifest]) -> list[tuple[list[str], str]]:
    """Each bot of some runs once, whatever its settings, with its plan; those of one plan together."""
    plans = {BotSpec.parse(bot.spec).name: bot.plan for one in manifests for bot in one.bots}
    together: dict[str, list[str]] = {}
    for name, plan in plans.items():
        together.setdefault(plan, []).append(name)
    return [(names, plan) for plan, names in together.items()]


def bot_roles(parts: Parts) -> Roles:
    """What each bot is there for: with a change, without it, or as the others."""
    found: dict[BotSpec, dict[str, None]] = {}
    for part in parts.all:
        for effect in part.effects:
            if effect.company_bot:
                title = f" ({company(effect)})" if company(effect) else ""
                found.setdefault(BotSpec.parse(effect.company_bot), {})[f"the others{title}"] = None
            for arm, bot in (("with", effect.with_bot), ("without", effect.without_bot)):
                found.setdefault(BotSpec.parse(bot), {})[f"{arm}: {effect.change.title}"] = None
    return {bot: _short_list(list(names)) for bot, names in found.items()}


def bot_rows(manifests: Sequence[Manifest], roles: Roles) -> list[dict[str, Any]]:
    """All bots of all runs, a row each, with the settings that it played with.

    Where ``roles`` say what each is there for, all settings of a bot share a row.
    """
    rows: dict[str, dict[str, Any]] = {}
    for manifest in manifests:
        for bot in manifest.bots:
            setting = BotSpec.parse(bot.spec)
            name = setting.name if roles and setting.name == bot.name else str(setting)
            row = rows.setdefault(name, {"name": name, "plan": bot.plan, "settings": {}})
            row["settings"][setting] = SeatedAs(str(setting), roles.get(setting, ""))
    for row in rows.values():
        row["settings"] = sorted(row["settings"].values(), key=lambda seated: seated.spec != row["name"])
    return list(rows.values())


def _short_list(names: Sequence[str]) -> str:
    shown = names if len(names) <= ROLES_MOST else [*names[: ROLES_MOST - 1], f"{len(names) - ROLES_MOST + 1} more"]
    return "; ".join(shown)
