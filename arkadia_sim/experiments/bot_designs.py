"""What those designs need whose players are listed in `bots`: a ladder, one bot in all seats, several settings, all
line-ups."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arkadia_sim.errors import did_you_mean
from arkadia_sim.experiments.messages import Where

if TYPE_CHECKING:
    from arkadia_sim.experiments.schema import Experiment

OF_BOTS = ("ladder", "seats", "settings", "crossed")
"""The designs whose players are listed in `bots`; the others try changes in companies."""

DEALS_MOST = 1_000_000_000


def only_with(design: str) -> str:
    """What is told of a key that belongs to one design alone."""
    return f'no such key: it belongs to design = "{design}"'


def faults_of_ladder(experiment: "Experiment") -> list[tuple[Where, str | None]]:
    """Bots that are too few or named twice, groups and slow bots that are none of them; keys of other designs."""
    if experiment.design != "ladder":
        unused = [key for key in ("groups", "slow") if getattr(experiment, key)]
        unused += ["bots"] if experiment.bots and experiment.design not in OF_BOTS else []
        return [((key,), only_with("ladder")) for key in unused]
    unused = [key for key in ("companies", "changes", "until") if getattr(experiment, key)]
    faults: list[tuple[Where, str | None]] = [
        ((key,), "no such key: in a ladder all `bots` meet each other") for key in unused
    ]
    if not 2 <= len(set(experiment.bots)) == len(experiment.bots):
        return [*faults, (("bots",), None)]
    if (fault := _fault_of_groups(experiment)) is not None:
        faults.append((("groups",), fault))
    if (stranger := _stranger(experiment, experiment.slow)) is not None:
        faults.append((("slow",), stranger))
    elif not all(2 <= count <= DEALS_MOST for count in experiment.slow.values()):
        faults.append((("slow",), None))
    return faults


def _fault_of_groups(experiment: "Experiment") -> str | None:
    grouped = [bot for members in experiment.groups.values() for bot in members]
    if (stranger := _stranger(experiment, grouped)) is not None:
        return stranger
    if twice := [bot for bot in grouped if grouped.count(bot) > 1]:
        return f"each bot in one group, once; {twice[0]} is named twice"
    if any(set(members) >= set(experiment.bots) for members in experiment.groups.values()):
        return "none with all of the bots"
    return None


def _stranger(experiment: "Experiment", named: Iterable[str]) -> str | None:
    """What is told of a bot that is none of the ladder's, if there is one."""
    for bot in named:
        if bot not in experiment.bots:
            return f"bots of the ladder; {bot!r} is none of them{did_you_mean(bot, experiment.bots)}"
    return None


def faults_of_tables(experiment: "Experiment") -> list[tuple[Where, str | None]]:
    """Bots, settings and measures that designs of tables need and have not; keys of others."""
    faults: list[tuple[Where, str | None]] = []
    if experiment.design != "settings":
        measures = [] if experiment.design == "seats" else ["measures"]
        unused = [key for key in (*measures, "settings", "reference") if getattr(experiment, key)]
        faults = [((key,), only_with("settings")) for key in unused]
    if experiment.design != "seats":
        faults += [(("swings",), only_with("seats"))] if experiment.swings else []
        if experiment.design == "crossed" and not 2 <= len(set(experiment.bots)) == len(experiment.bots):
            faults.append((("bots",), "a list of two bots or more, each once"))
        if experiment.design not in ("settings", "crossed"):
            return faults
    if experiment.design == "settings":
        faults += _faults_of_settings(experiment)
    others = ["companies", "changes", *([] if experiment.design == "seats" else ["until"])]
    faults += [((key,), "no such key in this design") for key in others if getattr(experiment, key)]
    if experiment.design == "seats" and len(experiment.bots) != 1:
        faults.append((("bots",), "a list of one bot, which sits in every seat"))
    if experiment.design in ("seats", "crossed") and min(experiment.players) < 2:
        faults.append((("players",), "a list of table sizes from 2, each once: alone nobody sits better"))
    return faults


def _faults_of_settings(experiment: "Experiment") -> list[tuple[Where, str | None]]:
    """Too few settings, names that are given twice or are not there, bots that do not fill the tables."""
    faults: list[tuple[Where, str | None]] = []
    names = [one.name for one in experiment.settings]
    if len(names) < 2:
        faults.append((("settings",), None))
    faults += [(("settings", place, "name"), None) for place, name in enumerate(names) if name in names[:place]]
    if experiment.reference is not None and experiment.reference not in names:
        faults.append((("reference",), "the name of one of the settings"))
    if not experiment.measures or len(set(experiment.measures)) < len(experiment.measures):
        faults.append((("measures",), None))
    seated = len(experiment.bots)
    if seated != 1 and (not seated or any(seated != players for players in experiment.players)):
        faults.append((("bots",), "a list of one bot, which sits in every seat, or of one for each seat"))
    return faults
