"""Whether the run in a folder is the one asked for, and how it continues.

Two runs are the same if the games of each deal are: same rules, components, bots, lineups and seed. The number of
deals and the wording do not matter. Deals can be added. Fewer deals are refused, because results that were seen
cannot be unseen.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.documents import both_values
from arkadia_sim.results.manifest import Manifest

_IDENTITY = ("game", "seed", "rules_version", "trace", "record", "bots", "stopping", "sections")


def taken_up(root: Path, stored: Manifest, wanted: Manifest) -> Manifest:
    """The manifest with which a run continues.

    It is the stored manifest with the wanted experiment. If more deals are wanted, it is that of a run just started
    with all of them; ``stood`` then notes if the stored run was complete.

    Args:
        root: The folder, for messages.
        stored: The manifest in the folder.
        wanted: The manifest asked for.

    Raises:
        UsageError: The folder holds another run, or one with more deals.
    """
    if stored.fingerprint != wanted.fingerprint:
        raise UsageError(_other_run(root, stored, wanted))
    manifest = stored.model_copy(update={"experiment": wanted.experiment})
    if stored.stopping is not None:  # its sections follow from its rule and the results so far
        return manifest
    both = list(zip(stored.sections, wanted.sections, strict=True))
    if any(old.games > new.games for old, new in both):
        raise UsageError(_fewer(root, stored, wanted))
    sections = tuple(new.grown_from(old) for old, new in both)
    if all(old.games == new.games for old, new in both):
        return manifest.model_copy(update={"sections": sections})
    stood = (*stored.stood, stored.plan.games) if stored.status == "complete" else stored.stood
    return wanted.model_copy(update={"sections": sections, "stood": stood, "started": stored.started})


def _fewer(root: Path, stored: Manifest, wanted: Manifest) -> str:
    """The message for fewer deals than there are; plain play counts games."""
    what = "games" if stored.kind == "play" else "deals"
    old, new = ([getattr(section, what) for section in manifest.sections] for manifest in (stored, wanted))
    more, fewer = next(pair for pair in zip(old, new, strict=True) if pair[0] > pair[1])
    return (
        f"{root} holds this run with {more:,} {what}, but you asked for {fewer:,}: {what} can be added, not removed; "
        "choose another folder with --out"
    )


def _other_run(root: Path, stored: Manifest, wanted: Manifest) -> str:
    """The message for another run: in what it differs from the one asked for."""
    old, new = stored.model_dump(mode="json"), wanted.model_dump(mode="json")
    details = []
    for name in _IDENTITY:
        if name == "bots":
            details += _different_bots(old[name], new[name])
        elif name == "stopping" and stored.stopping != wanted.stopping:
            details.append(_different_stopping(stored, wanted))
        elif name == "sections":  # a run with looks may have added sections
            details += _different_sections(stored.sections[: len(wanted.sections)], wanted.sections)
        elif old[name] != new[name]:
            details.append(both_values(name, old[name], new[name]))
    versions = [manifest.versions.get("arkadia_sim", "unknown") for manifest in (stored, wanted)]
    if versions[0] != versions[1]:
        details.append(both_values("version of this toolkit", *versions))
    return f"{root} holds another run, with different {', '.join(details)}: choose another folder with --out"


def _different_bots(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[str]:
    if old == new:
        return []
    specs = [", ".join(str(bot.get("spec")) for bot in bots) for bots in (old, new)]
    return [both_values("bots", *specs) if specs[0] != specs[1] else "bots (their code or description changed)"]


def _different_stopping(stored: Manifest, wanted: Manifest) -> str:
    """That the stopping rules differ; if both runs have one, also why its limit cannot be raised."""
    both = stored.stopping is not None and wanted.stopping is not None
    reason = " (its looks are planned before the first game, so another limit is another rule)"
    return f"stopping{reason if both else ''}"


def _different_sections(old: Sequence[Section], new: Sequence[Section]) -> list[str]:
    """In what the sections differ: players, companies, rules, components, lineups; each named once."""
    for name in ("players", "company"):
        values = [[getattr(section, name) for section in sections] for sections in (old, new)]
        if values[0] != values[1]:
            return [both_values(name, *values)]
    details = []
    for old_section, new_section in zip(old, new, strict=True):
        sections = [section.model_dump(mode="json") for section in (old_section, new_section)]
        for part in ("rules", "components"):
            old_values, new_values = (section["setting"][part] for section in sections)
            keys = [key for key in {**old_values, **new_values} if old_values.get(key) != new_values.get(key)]
            details += [both_values(f"{part}.{key}", old_values.get(key), new_values.get(key)) for key in keys]
        for key in ("lineups", "comparisons"):
            if sections[0][key] != sections[1][key]:
                details.append(both_values(key, sections[0][key], sections[1][key]))
    return list(dict.fromkeys(details))
