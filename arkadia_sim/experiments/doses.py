"""The design `dose`: a parameter of a player at each of several values, among others who do not change."""

from typing import TYPE_CHECKING

from arkadia_sim.core.spec import BotSpec
from arkadia_sim.experiments.messages import Where

if TYPE_CHECKING:
    from arkadia_sim.experiments.schema import Change, Experiment

DESIGN = "dose"
KEYS = ("player", "parameter", "values", "reference")
"""What a change of this design says in place of `without` and `with`."""

LEAST_VALUES = 2

INSTEAD = f"no such key in this design: it has {', '.join(f'`{key}`' for key in KEYS)}"


def dose_bot(player: str, parameter: str, value: float) -> str:
    """The player with that value of the parameter."""
    return str(BotSpec.parse(player).with_settings({parameter: value}))


def doses(experiment: "Experiment") -> "list[tuple[Change, float]]":
    """All doses on trial, change by change, in the order of their comparisons: all values but the reference."""
    return [(change, value) for change in experiment.changes for value in change.values if value != change.reference]


def faults_of_doses(experiment: "Experiment") -> list[tuple[Where, str | None]]:
    """Keys of a dose that are missing or stand in another design; values that make no curve."""
    faults: list[tuple[Where, str | None]] = []
    names = [one.name for one in experiment.companies]
    for place, change in enumerate(experiment.changes):
        given = [key for key in KEYS if getattr(change, key) not in (None, ())]
        if experiment.design != DESIGN:
            faults += [(("changes", place, key), f'no such key: it belongs to design = "{DESIGN}"') for key in given]
            continue
        faults += [(("changes", place, key), None) for key in KEYS if key not in given]
        faults += [
            (("changes", place, key), INSTEAD)
            for key in ("without", "with")
            if getattr(change, "with_" if key == "with" else key) is not None
        ]
        if given == list(KEYS):
            if len(change.values) < LEAST_VALUES or sorted(set(change.values)) != list(change.values):
                faults.append((("changes", place, "values"), None))
            if change.reference not in change.values:
                faults.append((("changes", place, "reference"), "one of the `values`"))
            if isinstance(change.player, dict) and set(change.player) != set(names):
                known = ", ".join(names) or "there are none"
                faults.append((("changes", place, "player"), f"a bot, or one for each of the companies ({known})"))
    if experiment.design == DESIGN and experiment.until is not None:
        faults.append((("until",), "no such key: this design has a fixed number of deals"))
    return faults
