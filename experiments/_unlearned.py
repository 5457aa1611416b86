"""The experts of the study ``hints`` who learned without what shows a hint, or further with everything.

All went on from the weights of ``expert``, on drawn boards and among experts, with equally many lessons and games of
practice and the same seed. ``WITHOUT`` has what each of them learned without, as ``arkadia-sim learn`` takes it: these
weights are zero and stay so, and the others take over what they can. Each table size is a learning of its own:

    arkadia-sim learn expert --teacher expert --among expert --players 2 --rounds 1 --deals 300 --practice 24
        --generation 1000 --seed 1 --components camps=drawn --components outlines=drawn --without 'camp*'

Without camps, prices and reach, play was still getting better at the end. So these, and the expert with everything that
they are compared with, practised for as long again with seed 2, from what they had learned (``LONGER``). All this was
done a second time with the seeds 3 and 4; the names of these players end with ``_second``.

``forgetful`` learned once so, with everything, where nobody remembers what the others hold (``holdings=hidden``). It is
for the study ``recipe``.

``_unlearned.csv`` has a column for each player and table size: by how much each weight differs from that of ``expert``,
in hundred-thousandths.
"""

import csv
from dataclasses import replace

from arkadia_sim.core.bot import Bot, expand_names
from arkadia_sim.core.bot_registry import find_bot
from arkadia_sim.sources import data_file

WITHOUT = {
    # Nothing else counts camps.
    "camps": ("camp*",),
    # As long as the supply lasts, a seal lies on every building. So what a building is worth by itself shows the seal,
    # too. The castle piece of whoever finishes one still counts (`swing`), and so do the workers beside it.
    "trigger": ("seal_*", "own_seal*", "base_*"),
    # What it is worth, by the family's value, that a building stays open: as a build, and as an open building with a
    # seal or without. The workers beside it still count by its value.
    "dearest": ("dear*", "base_value*_[1-7]", "seal_value*_[1-7]"),
    # Own workers at hand, when it decides on a banner: a switch, for a weight for each number of them is needed there.
    "early": ("hands",),
    # What a seal sold is worth.
    "price": ("sold_value*",),
    # How near the end is, in the price of workers and builds, and in what an own worker beside an open building is
    # worth. It still knows what payouts, seals and the buildings themselves are worth near the end.
    "end": (
        "*_used_progress", "*_used_last", "build_progress", "build_last", "size_progress", "size_last",
        "own_*progress_[1-7]", "own_*last_[1-7]",
    ),
    # The others' seals, held and expected, when it places a castle piece.
    "castle": ("castle_others*", "castle_open_others*"),
    # All buildings beside a worker but the one that gains most: a switch, for no weight is about several buildings.
    "reach": ("reach",),
}  # fmt: skip
"""By hint, what shows it."""
LONGER = ("camps", "price", "reach")
"""Those that practised longer."""
HUNDRED_THOUSANDTHS = 100_000
WORDS = {
    "camps": "camps",
    "trigger": "seals on buildings",
    "dearest": "the value of what stays open",
    "early": "the workers at hand at a banner",
    "price": "the price at a sale",
    "end": "the end in the price of workers",
    "castle": "the others' seals at the castle",
    "reach": "all but the best building beside a worker",
}
PLANS = {
    "again": "Plays as expert does, after more learning.",
    "longer": "Plays as again does, after more practice.",
    "forgetful": "Plays as expert does, but learned where nobody remembers what the others hold.",
    **{f"without_{hint}": f"Plays as expert does, but learned without {words}." for hint, words in WORDS.items()},
}
"""``again``, ``longer`` and ``forgetful`` learned with everything."""
SECOND = "_second"


def bots() -> dict[str, Bot]:
    """All players by name."""
    expert = find_bot("expert").bot
    usual = {parameter.name: parameter.default for parameter in expert.parameters}
    with data_file(__file__, "_unlearned.csv").open(encoding="utf-8") as file:
        table = {row["weight"]: row for row in csv.DictReader(file)}

    def weights(name: str, players: int) -> dict[str, float]:
        before = usual | dict(expert.by_players[players])
        moved = {
            weight: (round(HUNDRED_THOUSANDTHS * before[weight]) + int(row[f"{name}_{players}"])) / HUNDRED_THOUSANDTHS
            for weight, row in table.items()
        }
        hint = name.removesuffix(SECOND).removeprefix("without_")
        return moved | expand_names(dict.fromkeys(WITHOUT.get(hint, ()), 0.0), usual)

    return {
        name: replace(
            expert,
            name=name,
            plan=plan,
            source="expert, learned further for the study hints",
            provenance=(),
            by_players={players: weights(name, players) for players in (2, 3, 4)},
        )
        for first, plan in PLANS.items()
        for name in (first, f"{first}{SECOND}")
        if f"{name}_2" in table["own_0"]
    }


globals().update(bots())
