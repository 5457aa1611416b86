"""What bots of Arkadia can be barred from or forced to; ``sight/cues.py`` counts it."""

from arkadia_sim.core.constraint import BARRED, FORCED, Constraint, heedable

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "camps", "Cover a tent camp while neutral workers are left in the supply", "must: at least 1 camps", "H1"
    ),
    Constraint("trigger", "Complete a building with a seal on it", "must: at least 1 sealed", "H2"),
    Constraint(
        "dearest",
        "Lay out a building of the family worth most and leave it open, while families differ in worth",
        "must: at least 1 dearest",
        "H3",
    ),
    Constraint("triple", "Complete three or more buildings in one turn", "must: at least 3 finished", "", (BARRED,)),
    Constraint(
        "late_workers",
        "Put workers down where a building could be laid out, once a quarter or less of the first two castle floors is "
        "left to build",
        "must: at most 0 building when pieces_left <= 5",
        "H5",
    ),
    Constraint(
        "reach", "Put an own worker on a square that touches two or more open buildings", "must: at least 1 reach", "H7"
    ),
    Constraint(
        "hostile_piece",
        "Place a castle piece that costs the others gold in total, and more than its own",
        "castle: at least 1 hostile",
        "H6",
    ),
    Constraint("banner", "Use a banner", "banner: at least 1 used", "H4"),
    Constraint(
        "banner_early",
        "Use a banner, even to sell, while own workers are at hand and there are more to bring",
        "banner: at least 1 early",
        "H4",
        (BARRED,),
    ),
    Constraint(
        "banner_empty",
        "Use a banner without a sale, while it holds seals that are worth anything",
        "banner: at least 1 without_sale",
        "H4",
        when_forced="banner: at most 0 sold",
    ),
    *(
        Constraint(
            f"sale_under_{gold}",
            f"Sell a seal worth less than {gold} gold",
            f"banner: at most {gold - 1} lowest_price",
            "H4",
            (BARRED,),
        )
        for gold in (3, 4, 5)
    ),
    Constraint(
        "sale_all",
        "Sell every seal that is worth anything with a banner",
        "banner: at least 1 sells_all",
        "H4",
        (FORCED,),
    ),
)
"""In the order in which they apply, those of the must first."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
