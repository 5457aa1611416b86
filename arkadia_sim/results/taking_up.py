"""Whether the run in a folder is the run that is asked for, and how it goes on with the deals that it still lacks.

A run is the same as long as the games of each deal are: by the same rules and pieces, bots, line-ups and seed. How many
deals are played makes no other run of it, nor do words. More deals are added to those that are there; fewer are
refused, for what was seen cannot be unseen.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arkadia_sim.errors import UsageError
from arkadia_sim.plan.plan import Section
from arkadia_sim.results.documents import both_values
from arkadia_sim.results.manifest import Manifest

_IDENTITY = ("game", "seed", "rules_version", "trace", "record", "bots", "stopping", "sections")


def taken_up(root: Path, found: Manifest, wanted: Manifest) -> Manifest:
    """What a run that was ``found`` in a folder goes on with, where ``wanted`` is asked for.

    It is the manifest that was found, with the words that are wanted. Where more deals are wanted than there are, it is
    that of a run with all of them, which has just begun; had the run stood finished, ``stood`` says so. UsageError
    where another run is wanted, or fewer deals.
    """
    if found.fingerprint != wanted.fingerprint:
        raise UsageError(_other_run(root, found, wanted))
    manifest = found.model_copy(update={"experiment": wanted.experiment})
    if found.stopping is not None:  # its sections follow from its rule, which is the same, and from what was seen
        return manifest
    both = list(zip(found.sections, wanted.sections, strict=True))
    if any(there.games > asked.games for there, asked in both):
        raise UsageError(_fewer(root, found, wanted))
    sections = tuple(asked.grown_from(there) for there, asked in both)
    if all(there.games == asked.games for there, asked in both):
        return manifest.model_copy(update={"sections": sections})
    stood = (*found.stood, found.plan.games) if found.status == "complete" else found.stood
    return wanted.model_copy(update={"sections": sections, "stood": stood, "started": found.started})


def _fewer(root: Path, found: Manifest, wanted: Manifest) -> str:
    """That fewer deals are asked for than there are; in plain play it is games that are asked for."""
    what = "games" if found.kind == "play" else "deals"
    there, asked = ([getattr(section, what) for section in one.sections] for one in (found, wanted))
    more, fewer = next(pair for pair in zip(there, asked, strict=True) if pair[0] > pair[1])
    return (
        f"{root} holds this run with {more:,} {what}, and {fewer:,} are asked for: {what} can be added, but not taken "
        "away; name another folder with --out"
    )


def _other_run(root: Path, found: Manifest, wanted: Manifest) -> str:
    """Why the run in a folder is not the run that was asked for."""
    there, here = found.model_dump(mode="json"), wanted.model_dump(mode="json")
    details = []
    for name in _IDENTITY:
        if name == "bots":
            details += _different_bots(there[name], here[name])
        elif name == "stopping" and found.stopping != wanted.stopping:
            details.append(_different_stopping(found, wanted))
        elif name == "sections":  # where there are looks, others come after these
            details += _different_sections(found.sections[: len(wanted.sections)], wanted.sections)
        elif there[name] != here[name]:
            details.append(both_values(name, there[name], here[name]))
    versions = [one.versions.get("arkadia_sim", "unknown") for one in (found, wanted)]
    if versions[0] != versions[1]:
        details.append(f"version of this toolkit ({versions[0]} there, {versions[1]} now)")
    return f"{root} holds another run; they differ in {', '.join(details)}: name another folder with --out"


def _different_bots(there: list[dict[str, Any]], here: list[dict[str, Any]]) -> list[str]:
    if there == here:
        return []
    specs = [", ".join(str(bot.get("spec")) for bot in bots) for bots in (there, here)]
    return [both_values("bots", *specs) if specs[0] != specs[1] else "bots (their code or description has changed)"]


def _different_stopping(found: Manifest, wanted: Manifest) -> str:
    """That the rules for stopping differ; where both runs have one, why not even its limit can be raised."""
    both = found.stopping is not None and wanted.stopping is not None
    reason = " (the looks of such a run are planned before its first game, so that another limit is another rule)"
    return f"stopping{reason if both else ''}"


def _different_sections(there: Sequence[Section], here: Sequence[Section]) -> list[str]:
    """Where the sections part: players, companies, options of the rules, components, line-ups; each told once."""
    for name in ("players", "company"):
        values = [[getattr(section, name) for section in sections] for sections in (there, here)]
        if values[0] != values[1]:
            return [both_values(name, *values)]
    details = []
    for one, other in zip(there, here, strict=True):
        sections = [section.model_dump(mode="json") for section in (one, other)]
        for part in ("rules", "components"):
            mine, others = (section["setting"][part] for section in sections)
            keys = [key for key in {**mine, **others} if mine.get(key) != others.get(key)]
            details += [both_values(f"{part}.{key}", mine.get(key), others.get(key)) for key in keys]
        for key in ("lineups", "comparisons"):
            if sections[0][key] != sections[1][key]:
                details.append(both_values(key, sections[0][key], sections[1][key]))
    return list(dict.fromkeys(details))
