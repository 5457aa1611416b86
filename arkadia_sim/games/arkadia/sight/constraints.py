"""The constraints of Arkadia: what a bot can be barred from or forced to, a bit for each."""

from arkadia_sim.core.constraint import Constraint, Constraints

_SALES = tuple(
    Constraint(
        f"sale_under_{gold}",
        f"Sell seals worth less than {gold}",
        barred=f"Sells no seal that is worth less than {gold} gold.",
        claim="H4",
    )
    for gold in (3, 4, 5, 6)
)

CONSTRAINTS = (
    Constraint(
        "camps",
        "Cover a tent camp",
        barred="Lays no building over a tent camp while neutral workers are left in the supply.",
        forced="Lays a building over a tent camp whenever it can, while neutral workers are left in the supply.",
        claim="H1",
    ),
    Constraint(
        "trigger",
        "Complete a building on which a seal lies",
        barred="Does not complete a building on which a seal lies.",
        forced="Completes a building on which a seal lies whenever it can, with a building or with workers.",
        claim="H2",
    ),
    Constraint(
        "dearest",
        "Lay out the dearest family and leave it open",
        barred="Lays out no building of a family then worth most that stays open, while families differ in worth.",
        forced="Lays out a building of a family then worth most, and leaves it open, whenever it can and families "
        "differ in worth.",
        claim="H3",
    ),
    Constraint(
        "triple",
        "Complete three buildings at once",
        barred="Does not complete three buildings or more in one turn.",
        forced="Completes three buildings or more in one turn whenever it can, with a building or with workers.",
    ),
    Constraint(
        "late_workers",
        "Put workers down late",
        barred="Once a quarter of the first two castle floors or less is left to build, puts no worker down if it can "
        "lay out a building.",
        forced="Once a quarter of the first two castle floors or less is left to build, puts workers down whenever it "
        "can.",
        claim="H5",
    ),
    Constraint(
        "reach",
        "Put an own worker where it touches two buildings or more",
        barred="Puts no own worker on a square that touches two open buildings or more.",
        forced="Puts an own worker on a square that touches two open buildings or more whenever it can.",
        claim="H7",
    ),
    Constraint(
        "hostile_piece",
        "Take more gold from the others than from oneself with a castle piece",
        barred="Places no castle piece by which the others' seals together lose gold, and more than the own ones.",
        forced="Places a castle piece by which the others' seals together lose gold, and more than the own ones, "
        "whenever there is one.",
        claim="H6",
    ),
    Constraint(
        "banner",
        "Use a banner",
        barred="Uses no banner.",
        forced="Uses a banner in every turn, until it has none left.",
        claim="H4",
    ),
    Constraint(
        "banner_early",
        "Use a banner before the own workers have run out",
        barred="Uses no banner for workers while own workers are at hand.",
        forced="Uses a banner in every turn that leaves own workers at hand, as long as there are more to bring.",
        claim="H4",
    ),
    Constraint(
        "banner_empty",
        "Use a banner without a sale",
        barred="Uses no banner without selling a seal, while it holds seals that are worth anything.",
        forced="Sells nothing with its banners.",
        claim="H4",
    ),
    *_SALES,
    Constraint(
        "sale_all",
        "Sell all seals with a banner",
        forced="Uses a banner whenever a sale brings gold, and sells every seal that is worth anything.",
        claim="H4",
    ),
)
"""In the order in which they are heeded, those of the must first."""

(
    CAMPS, TRIGGER, DEAREST, TRIPLE, LATE, REACH, HOSTILE, BANNER_USED, EARLY, EMPTY_BANNER,
    UNDER_3, UNDER_4, UNDER_5, UNDER_6, SALE_ALL,
) = THINGS = tuple(1 << place for place in range(len(CONSTRAINTS)))  # fmt: skip
"""What a choice may do, as bits, by the place of the constraint."""
SALE = 1 << len(CONSTRAINTS)
"""Sells a seal at all: what is barred by forcing banners without a sale."""
N_BITS = len(CONSTRAINTS) + 1
MUST_THINGS = CAMPS | TRIGGER | DEAREST | TRIPLE | LATE | REACH
BANNER_THINGS = BANNER_USED | EARLY | EMPTY_BANNER | UNDER_3 | UNDER_4 | UNDER_5 | UNDER_6 | SALE_ALL | SALE

HEEDABLE = frozenset(one.name for one in CONSTRAINTS)
"""The names of all: what a bot declares that heeds ``mind["limits"]`` wherever it decides."""

_BIT = {one.name: thing for one, thing in zip(CONSTRAINTS, THINGS, strict=True)}


def bits_of(constraints: Constraints) -> dict[str, int]:
    """What a bot is barred from, forced to and counted at, as the fields of ``SETTINGS`` that tell of it."""
    barred = sum(_BIT[name] for name in constraints.barred)
    forced = sum(_BIT[name] for name in constraints.forced)
    watched = barred + forced + sum(_BIT[name] for name in constraints.watched)
    if forced & EMPTY_BANNER:
        forced, barred = forced - EMPTY_BANNER, barred | SALE
    return {"barred": barred, "forced": forced, "watched": watched}
