"""Whether the guide of a study can be made from its parts: what it names must be there."""

from collections.abc import Collection, Iterator, Sequence

from arkadia_sim.core.game import Game
from arkadia_sim.errors import UnknownName, UsageError
from arkadia_sim.experiments.guide import Guide, habits_of
from arkadia_sim.experiments.schema import Experiment


def faults_of_guide(guide: Guide, parts: Sequence[Experiment]) -> list[str]:
    """What a guide names that its study has not: the part, companies and changes."""
    paired = {one.name: one for one in parts if one.design == "paired"}
    if guide.part not in paired:
        return [f"guide.part: {UnknownName('part of the design paired', guide.part, paired)}"]
    part = paired[guide.part]
    companies, changes = {one.name for one in part.companies}, {one.name for one in part.changes}
    named = [("strong", one) for one in guide.strong] + [("others", one) for one in guide.others]
    faults = [f"guide.{key}: {UnknownName('company', one, companies)}" for key, one in named if one not in companies]
    for place, one in enumerate(guide.advice, start=1):
        faults += list(_of_changes(place, one.possible, "possible", changes))
        faults += list(_of_changes(place, one.always, "always", changes))
    return faults


def _of_changes(place: int, name: str | None, key: str, changes: Collection[str]) -> Iterator[str]:
    if name is not None and name not in changes:
        yield f"guide.advice[{place}].{key}: {UnknownName('change', name, changes)}"


def check_columns(guide: Guide, game: Game) -> None:
    """UsageError where a habit names a column that the game does not have, or one that holds no numbers."""
    known = [one.name for one in game.player_columns if one.dtype != "string"]
    faults = [
        f"guide.advice[{place}].habit: {UnknownName('column', column, known)}"
        for place, one in enumerate(guide.advice, start=1)
        for habit in habits_of(one.habit)
        for column in habit.columns
        if column not in known
    ]
    if faults:
        raise UsageError("\n".join(faults))
