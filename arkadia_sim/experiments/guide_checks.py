"""Whether the guide of a study can be made from its parts: what it names must be there."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from arkadia_sim.core.constraint import BARRED, FORCED
from arkadia_sim.core.game import Game
from arkadia_sim.core.spec import BotSpec
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.experiments.guide import Guide, habits_of
from arkadia_sim.experiments.schema import Bots, Change, Experiment


def faults_of_guide(guide: Guide, parts: Sequence[Experiment]) -> list[str]:
    """What a guide names that its study has not: the part, companies and changes."""
    paired = {one.name: one for one in parts if one.design == "paired"}
    if guide.part not in paired:
        return [f"guide.part: {UnknownName('part of the design paired', guide.part, paired)}"]
    part = paired[guide.part]
    companies, changes = {one.name for one in part.companies}, {one.name: one for one in part.changes}
    named = [("strong", one) for one in guide.strong] + [("others", one) for one in guide.others]
    faults = [f"guide.{key}: {UnknownName('company', one, companies)}" for key, one in named if one not in companies]
    faults += [
        f"guide.{key}: company {one!r} is named {named.count((key, one))} times"
        for key, one in dict.fromkeys(named)
        if named.count((key, one)) > 1
    ]
    for place, one in enumerate(guide.advice, start=1):
        faults += list(_of_changes(f"guide.advice[{place}].possible", one.possible, FORCED, changes))
        faults += list(_of_changes(f"guide.advice[{place}].always", one.always, BARRED, changes))
        if one.possible is not None and one.possible == one.always:
            faults.append(f"guide.advice[{place}]: `possible` and `always` are the same change {one.always!r}")
    return faults


def _of_changes(where: str, name: str | None, wrong: str, changes: Mapping[str, Change]) -> Iterator[str]:
    """What is wrong with a change that is named: it is not there, or one of its bots is under such a constraint."""
    if name is None:
        return
    if name not in changes:
        yield f"{where}: {UnknownName('change', name, changes)}"
    elif _held(changes[name].without, wrong) != _held(changes[name].with_, wrong):
        meant = "who may (with) and who is barred (without)" if wrong == FORCED else "who must (with) and who is free"
        yield f"{where}: change {name!r} tells what it is to be {wrong} (allowed: a change between {meant})"


def _held(bots: Bots | None, way: str) -> set[str]:
    """Under which constraints of this kind bots are."""
    specs = [bots] if isinstance(bots, str) else list((bots or {}).values())
    return {text for spec in specs for key, text in BotSpec.parse(spec).settings if key == way}


def check_columns(guide: Guide, game: Game, file: Path) -> None:
    """UsageError where a habit names a column that the game does not have, or one that holds no numbers."""
    known = [one.name for one in game.player_columns if one.dtype != "string"]
    faults = [
        f"{file}: guide.advice[{place}].habit: {UnknownName('column', column, known)}"
        for place, one in enumerate(guide.advice, start=1)
        for habit in habits_of(one.habit)
        for column in habit.columns
        if column not in known
    ]
    if faults:
        raise UsageError("\n".join(faults))
