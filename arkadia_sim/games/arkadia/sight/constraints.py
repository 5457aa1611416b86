"""What bots of Arkadia can be barred from or forced to; ``sight/cues.py`` counts it."""

from arkadia_sim.core.constraint import Constraint, heedable

_SALES = tuple(
    Constraint(
        f"sale_under_{gold}",
        f"Sell seals worth less than {gold}",
        f"banner: at most {gold - 1} lowest_price",
        barred=f"Sells no seal that is worth less than {gold} gold.",
        claim="H4",
    )
    for gold in (3, 4, 5)
)

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "camps",
        "Cover a tent camp",
        "must: at least 1 camps",
        barred="Lays no building over a tent camp while neutral workers are left in the supply.",
        forced="Lays a building over a tent camp whenever it can, while neutral workers are left in the supply.",
        claim="H1",
    ),
    Constraint(
        "trigger",
        "Complete a building with a seal on it",
        "must: at least 1 sealed",
        barred="Completes no building with a seal on it.",
        forced="Completes a building with a seal on it whenever it can, with a building or with workers.",
        claim="H2",
    ),
    Constraint(
        "dearest",
        "Lay out the dearest family and leave it open",
        "must: at least 1 dearest",
        barred="Lays out no building of the family worth most that stays open, while families differ in worth.",
        forced="Lays out a building of the family worth most, and leaves it open, whenever it can and families "
        "differ in worth.",
        claim="H3",
    ),
    Constraint(
        "triple",
        "Complete three buildings at once",
        "must: at least 3 finished",
        barred="Never completes three or more buildings in one turn.",
    ),
    Constraint(
        "late_workers",
        "Put workers down late",
        "must: at most 0 building when pieces_left <= 5",
        barred="Once at most a quarter of the first two castle floors is left to build, puts no worker down if it can "
        "lay out a building.",
        forced="Once at most a quarter of the first two castle floors is left to build, puts workers down whenever it "
        "can.",
        claim="H5",
    ),
    Constraint(
        "reach",
        "Put an own worker where it touches two or more buildings",
        "must: at least 1 reach",
        barred="Puts no own worker on a square that touches two or more open buildings.",
        forced="Puts an own worker on a square that touches two or more open buildings whenever it can.",
        claim="H7",
    ),
    Constraint(
        "hostile_piece",
        "Cost the others more gold than itself with a castle piece",
        "castle: at least 1 hostile",
        barred="Places no castle piece that makes the others' seals lose gold in total, and more than its own.",
        forced="Places a castle piece that makes the others' seals lose gold in total, and more than its own, "
        "whenever there is one.",
        claim="H6",
    ),
    Constraint(
        "banner",
        "Use a banner",
        "banner: at least 1 used",
        barred="Uses no banner.",
        forced="Uses a banner in every turn, until it has none left.",
        claim="H4",
    ),
    Constraint(
        "banner_early",
        "Use a banner before the own workers have run out",
        "banner: at least 1 early",
        barred="Uses no banner, not even to sell, while own workers are at hand and there are more to bring.",
        claim="H4",
    ),
    Constraint(
        "banner_empty",
        "Use a banner without a sale",
        "banner: at least 1 without_sale",
        barred="Uses no banner without selling a seal, while it holds seals that are worth anything.",
        forced="Sells nothing with its banners.",
        claim="H4",
        when_forced="banner: at most 0 sold",
    ),
    *_SALES,
    Constraint(
        "sale_all",
        "Sell all seals with a banner",
        "banner: at least 1 sells_all",
        forced="Uses a banner whenever a sale brings gold, and sells every seal that is worth anything.",
        claim="H4",
    ),
)
"""In the order in which they apply, those of the must first."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
