"""What a person can count at Arkadia's table (in ``sight/cues.py``), and what bots can be barred from or forced to."""

from arkadia_sim.core.constraint import BARRED, FORCED, Constraint, heedable
from arkadia_sim.core.cues import YES_OR_NO, Cue, amount, flag, own_turns, situation

_GOLD = "gold at today's prices"

SITUATIONS = (
    own_turns(1, 2, 3, 4, 6),
    amount("workers", "own workers at hand", "workers", (0, 1, 2)),
    amount("neutrals", "neutral workers at hand", "workers"),
    amount("banners", "banners left", "banners", (1, 2, 3)),
    amount("seals", "seals in hand", "seals", (3, 6, 10)),
    situation("best_price", "price of your dearest seal", "gold",
              ("when your dearest seal is worth # or more", "when your dearest seal is worth # or less"), (3, 4, 5, 6)),
    situation("worth", "gold that all your seals would bring now", "gold",
              ("when all your seals would bring # gold or more", "when all your seals would bring # gold or less"),
              (10, 16, 24, 32), "compute"),
    amount("pieces_left", "castle squares to be covered before the end begins", "squares", (2, 4, 6, 10),
           "castle squares to go", effort="count"),
    situation("last_round", "the last round", YES_OR_NO, ("in the last round", "before the last round"), (1,)),
    amount("piece_lead", "gold that the best castle piece brings you, less what it brings the others on average",
           "gold", effort="compute"),
)  # fmt: skip

MUST = (
    flag("building", "must", "lay out a building", "put workers down", (1,)),
    Cue("camps", "must", "{camp|camps} covered", "camps", "glance", numbers=(1,),
        advice=(("most", "cover as many tent camps as you can"),), good=1),
    Cue("squares", "must", "{square|squares} built on", "squares", "glance"),
    Cue("price", "must", "{gold|gold} that a seal of the new building's family is worth", "gold", "glance"),
    Cue("gaps", "must", "{gap|gaps} around the new building", "squares", "count",
        advice=(("most", "lay out the building with the most free squares around it"),)),
    Cue("own_beside", "must", "own {worker|workers} already beside the new building", "workers", "count"),
    Cue("others_beside", "must", "{worker|workers} of others beside the new building", "workers", "count"),
    Cue("workers_down", "must", "own {worker|workers} put down", "workers", "glance"),
    Cue("neutrals_down", "must", "neutral {worker|workers} put down", "workers", "glance"),
    Cue("touches", "must", "{building|buildings} touched by own workers put down", "buildings", "count"),
    Cue("finished", "must", "{building|buildings} finished", "buildings", "glance"),
    Cue("gold_now", "must", "gold paid to you now", _GOLD, "compute", numbers=(4, 8),
        advice=(("most", "take the most gold that a move pays you now"),), good=1),
    Cue("others_now", "must", "gold paid to others now", _GOLD, "compute", good=-1),
    Cue("gold_coming", "must", "gold coming to you at unfinished buildings, counted half", _GOLD, "compute", good=1),
    Cue("others_coming", "must", "gold coming to others at unfinished buildings, counted half", _GOLD, "compute",
        good=-1),
    Cue("gold_soon", "must", "gold coming to you at buildings with one or two gaps left", _GOLD, "compute", good=1),
    Cue("others_soon", "must", "gold coming to others at buildings with one or two gaps left", _GOLD, "compute",
        good=-1),
    Cue("seals_open", "must", "gold for whoever finishes a building with one or two gaps left", _GOLD, "compute"),
    flag("out_of_workers", "must", "put your last own worker down", "keep an own worker at hand"),
    Cue("dear_open", "must", "gold by which a new building with gaps is dearer than the average family", _GOLD,
        "compute"),
    Cue("gold", "must", "gold that the move earns (at unfinished buildings, half counts)", _GOLD, "compute",
        advice=(("most", "take the move that earns most gold (at unfinished buildings, half counts)"),
                ("per", "Score each possible move, and take the highest")), good=1),
    Cue("neutrals_won", "must", "neutral {worker|workers} gained, less those put down", "workers", "glance", good=1),
    Cue("room", "must", "free {square|squares} beside own workers, gained less lost", "squares", "count", good=1),
    Cue("others_room", "must", "free {square|squares} beside workers of others, gained less lost", "squares",
        "count", good=-1),
    Cue("reply", "must", "gold for the next player at the best building that their workers at hand can finish", _GOLD,
        "compute", good=-1),
)  # fmt: skip

DRAW = (
    Cue("price", "draw", "{gold|gold} that a seal of the card's family is worth", "gold", "glance"),
    Cue("squares", "draw", "{square|squares} on the card", "squares", "glance",
        advice=(("least", "draw the smallest building of these"),)),
    Cue("own_seals", "draw", "own {seal|seals} of the card's family", "seals", "glance"),
    Cue("alike", "draw", "{card|cards} of that family in hand", "cards", "glance"),
    flag("stack", "draw", "draw from the stack", "draw a card that lies open"),
)  # fmt: skip

CASTLE = (
    Cue("own_gain", "castle", "gold that your seals gain", "gold", "count", good=1),
    Cue("others_gain", "castle", "gold that the others' seals gain together", "gold", "count", good=-1),
    Cue("own_workers", "castle",
        "own {worker|workers} at unfinished buildings of the family that rises, less those of the family that falls",
        "workers", "count", good=1),
    Cue("others_workers", "castle",
        "{worker|workers} of others at unfinished buildings of the family that rises, "
        "less those of the family that falls", "workers", "count", good=-1),
    Cue("lead", "castle", "gold that your seals gain, less half of what the others' seals gain together", "gold",
        "count", good=1,
        advice=(("most", "place each castle piece where your gain, minus half of what all others gain, is highest"),)),
)  # fmt: skip

BANNER = (
    flag("used", "banner", "use a banner", "use no banner", (1,)),
    Cue("lowest_price", "banner", "{gold|gold} for the cheapest seal sold", "gold", "glance", numbers=(2, 3, 4, 5),
        advice=(("at least", "sell only seals worth # gold or more"),),
        nothing=11.0, good=1),  # as sight/cues.py counts a sale of nothing
    Cue("sale_gold", "banner", "gold from the sale", "gold", "compute", numbers=(8, 12, 16, 20, 24),
        advice=(("at least", "use a banner to sell when the sale brings # gold or more"),), good=1),
    Cue("sold", "banner", "{seal|seals} sold", "seals", "count"),
    Cue("sale_gain", "banner", "gold from the sale beyond 2.5 for each seal sold", "gold", "compute", good=1),
)  # fmt: skip

CUES = (*SITUATIONS, *MUST, *DRAW, *CASTLE, *BANNER)  # all cues, by decision in the order in which they are counted

# -- constraints -------------------------------------------------------------------------------------------------------
CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint("camps", "Cover a tent camp while neutral workers are left in the supply", "must: at least 1 camps",
               "H1"),
    Constraint("trigger", "Complete a building with a seal on it", "must: at least 1 sealed", "H2"),
    Constraint("dearest",
               "Lay out a building of the family worth most and leave it open, while families differ in worth",
               "must: at least 1 dearest", "H3"),
    Constraint("triple", "Complete three or more buildings in one turn", "must: at least 3 finished", "", (BARRED,)),
    Constraint("late_workers",
               "Put workers down where a building could be laid out, once a quarter or less of the first two castle "
               "floors is left to build", "must: at most 0 building when pieces_left <= 5", "H5"),
    Constraint("reach", "Put an own worker on a square that touches two or more open buildings",
               "must: at least 1 reach", "H7"),
    Constraint("hostile_piece", "Place a castle piece that costs the others gold in total, and more than its own",
               "castle: at least 1 hostile", "H6"),
    Constraint("banner", "Use a banner", "banner: at least 1 used", "H4"),
    Constraint("banner_early", "Use a banner, even to sell, while own workers are at hand and there are more to bring",
               "banner: at least 1 early", "H4", (BARRED,)),
    Constraint("banner_empty", "Use a banner without a sale, while it holds seals that are worth anything",
               "banner: at least 1 without_sale", "H4", when_forced="banner: at most 0 sold"),
    *(Constraint(f"sale_under_{gold}", f"Sell a seal worth less than {gold} gold",
                 f"banner: at most {gold - 1} lowest_price", "H4", (BARRED,))
      for gold in (3, 4, 5)),
    Constraint("sale_all", "Sell every seal that is worth anything with a banner", "banner: at least 1 sells_all", "H4",
               (FORCED,)),
)  # fmt: skip
"""In the order in which they apply, those of the must first."""

HEEDABLE = heedable(CONSTRAINTS)
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""
