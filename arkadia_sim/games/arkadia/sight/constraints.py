"""What bots of Arkadia can be barred from or forced to, a bit for each, and which of it a choice does.

Call ``outlook.look`` before asking what a must does; the mind's limits hold what is the same for all choices.
"""

from typing import Any

from numba import types

from arkadia_sim.accelerate import compiled, inlined
from arkadia_sim.core.constraint import Constraint, Constraints
from arkadia_sim.games.arkadia.rules.bitboard import WORDS, both, is_empty, is_within, load, meet, neighbours, without
from arkadia_sim.games.arkadia.rules.castle import is_dearest
from arkadia_sim.games.arkadia.rules.state import CASTLE_SQUARES, DECISION, FAMILIES, MIND, NO_FAMILY, TABLE, UNKNOWN
from arkadia_sim.games.arkadia.sight.cues import count_banner, count_workers
from arkadia_sim.kernels.limits import keeps
from arkadia_sim.kernels.rules import is_as_good

_BOARD: Any = types.UniTuple(types.uint64, WORDS)

_SALES = tuple(
    Constraint(
        f"sale_under_{gold}",
        f"Sell seals worth less than {gold}",
        barred=f"Sells no seal that is worth less than {gold} gold.",
        claim="H4",
    )
    for gold in (3, 4, 5, 6)
)

CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "camps",
        "Cover a tent camp",
        barred="Lays no building over a tent camp while neutral workers are left in the supply.",
        forced="Lays a building over a tent camp whenever it can, while neutral workers are left in the supply.",
        claim="H1",
    ),
    Constraint(
        "trigger",
        "Complete a building with a seal on it",
        barred="Completes no building with a seal on it.",
        forced="Completes a building with a seal on it whenever it can, with a building or with workers.",
        claim="H2",
    ),
    Constraint(
        "dearest",
        "Lay out the dearest family and leave it open",
        barred="Lays out no building of the family worth most that stays open, while families differ in worth.",
        forced="Lays out a building of the family worth most, and leaves it open, whenever it can and families "
        "differ in worth.",
        claim="H3",
    ),
    Constraint(
        "triple",
        "Complete three buildings at once",
        barred="Never completes three or more buildings in one turn.",
        forced="Completes three or more buildings in one turn whenever it can, with a building or with workers.",
    ),
    Constraint(
        "late_workers",
        "Put workers down late",
        barred="Once at most a quarter of the first two castle floors is left to build, puts no worker down if it can "
        "lay out a building.",
        forced="Once at most a quarter of the first two castle floors is left to build, puts workers down whenever it "
        "can.",
        claim="H5",
    ),
    Constraint(
        "reach",
        "Put an own worker where it touches two or more buildings",
        barred="Puts no own worker on a square that touches two or more open buildings.",
        forced="Puts an own worker on a square that touches two or more open buildings whenever it can.",
        claim="H7",
    ),
    Constraint(
        "hostile_piece",
        "Cost the others more gold than itself with a castle piece",
        barred="Places no castle piece that makes the others' seals lose gold in total, and more than its own.",
        forced="Places a castle piece that makes the others' seals lose gold in total, and more than its own, "
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
        barred="Uses no banner, not even to sell, while own workers are at hand and there are more to bring.",
        forced="Uses a banner in every turn with own workers at hand, as long as there are more to bring.",
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
"""In the order in which they apply, those of the must first."""

(
    CAMPS, TRIGGER, DEAREST, TRIPLE, LATE, REACH, HOSTILE, BANNER_USED, EARLY, EMPTY_BANNER,
    UNDER_3, UNDER_4, UNDER_5, UNDER_6, SALE_ALL,
) = THINGS = tuple(1 << place for place in range(len(CONSTRAINTS)))  # fmt: skip
"""The bit of each constraint, in the same order."""
SALE = 1 << len(CONSTRAINTS)
"""The bit for selling any seal; forcing banners without a sale bars it."""
N_BITS = len(CONSTRAINTS) + 1
MUST_THINGS = CAMPS | TRIGGER | DEAREST | TRIPLE | LATE | REACH
BANNER_THINGS = BANNER_USED | EARLY | EMPTY_BANNER | UNDER_3 | UNDER_4 | UNDER_5 | UNDER_6 | SALE_ALL | SALE

_BITS = {constraint.name: bit for constraint, bit in zip(CONSTRAINTS, THINGS, strict=True)}

HEEDABLE = {
    name: "must" if bit & MUST_THINGS else "castle" if bit & HOSTILE else "banner" for name, bit in _BITS.items()
}
"""All names, each with its decision: what a bot declares that heeds ``mind["limits"]`` at every decision of its own."""


def bits_of(constraints: Constraints) -> dict[str, int]:
    """The constraints of a bot as fields of ``SETTINGS``."""
    bits = constraints.as_bits(_BITS)
    if bits["forced"] & EMPTY_BANNER:
        bits["forced"] -= EMPTY_BANNER
        bits["barred"] |= SALE
    return bits


MANY = 3
"""``TRIPLE`` means completing at least this many buildings in one turn."""

LATE_FROM = 15
"""``LATE`` begins when this many of the twenty castle pieces of floors 1 and 2 are placed."""


@inlined
def is_late(table: Any) -> Any:
    """Whether at most a quarter of the first two castle floors is left to build; always true in the last round."""
    return CASTLE_SQUARES * table["floor"] + table["n_covered"] >= LATE_FROM


@inlined
def stands_out(table: Any, family: Any) -> Any:
    """Whether a family is worth most, alone or tied, and some other family is worth less."""
    if not is_dearest(table, family):
        return False
    for other in range(FAMILIES):
        if table["value"][other] < table["value"][family]:
            return True
    return False


@inlined
def _completes_sealed(outlook: Any, squares: Any) -> Any:
    """Whether occupying these squares completes a building with a seal on it."""
    for k in range(outlook["n"]):
        if outlook["seal"][k] != 0 and is_within(load(outlook["vacant"][k]), squares):
            return True
    return False


@inlined
def _completed(outlook: Any, squares: Any) -> Any:
    """How many buildings are completed by occupying these squares."""
    n = 0
    for k in range(outlook["n"]):
        n += 1 if is_within(load(outlook["vacant"][k]), squares) else 0
    return n


@inlined
def worker_things(mind: Any, own: Any, together: Any) -> Any:
    """What a worker placement on the squares ``together`` does; ``own`` are the squares of own workers."""
    limits = mind["limits"]
    things = LATE if limits["late"] != 0 else 0
    if meet(own, load(limits["reach"])):
        things |= REACH
    if mind["watched"] & TRIGGER != 0 and _completes_sealed(mind["outlook"], together):
        things |= TRIGGER
    if mind["watched"] & TRIPLE != 0 and _completed(mind["outlook"], together) >= MANY:
        things |= TRIPLE
    return things


@compiled(types.boolean(MIND, _BOARD, _BOARD))
def placement_follows(mind: Any, own: Any, together: Any) -> Any:
    """Whether workers on these squares, own ones among them on ``own``, are as good by the rules as anything."""
    count_workers(mind, own, without(together, own))
    return is_as_good(mind)


@inlined
def is_allowed(mind: Any, own: Any, together: Any) -> Any:
    """Whether the constraints allow a worker placement; call it only if there are constraints."""
    limits = mind["limits"]
    if not keeps(limits, worker_things(mind, own, together)):
        return False
    return limits["following"] == 0 or placement_follows(mind, own, together)


def allowed_only(on_several: Any) -> Any:
    """Wrap ``on_several`` of ``outlook.introductions_walk``, so that it is called for allowed placements only."""

    @inlined
    def on_allowed(mind: Any, building: Any, n_own: Any, n_all: Any) -> None:
        first = mind["outlook"]["first"]
        if mind["limits"]["bound"] == 0 or is_allowed(mind, load(first[n_own]), load(first[n_all])):
            on_several(mind, building, n_own, n_all)

    return on_allowed


@inlined
def build_things(table: Any, mind: Any, family: Any, squares: Any) -> Any:
    """What a build on these squares does."""
    watched, outlook = mind["watched"], mind["outlook"]
    things = 0
    if watched & CAMPS != 0 and table["neutral_pool"] > 0 and meet(squares, load(table["camps"])):
        things |= CAMPS
    if watched & (TRIGGER | DEAREST | TRIPLE) == 0:
        return things
    ring = without(both(neighbours(squares), load(outlook["free"])), squares)
    stays_open = not is_empty(ring)
    if watched & DEAREST != 0 and stays_open and stands_out(table, family):
        things |= DEAREST
    if watched & TRIGGER != 0:
        pays_itself = not stays_open and table["supply"][family] > 0
        if pays_itself or _completes_sealed(outlook, squares):
            things |= TRIGGER
    if watched & TRIPLE != 0 and _completed(outlook, squares) + (0 if stays_open else 1) >= MANY:
        things |= TRIPLE
    return things


@inlined
def piece_things(table: Any, holdings: Any, family: Any, square: Any) -> Any:
    """What a castle piece does, as far as the player knows the others' seals."""
    seat, hidden = table["seat"], table["top"][square]
    mine, theirs = 0, 0
    for player in range(table["players"]):
        seals = holdings["seals"][player]
        if seals[family] == UNKNOWN:
            continue
        change = seals[family] - (seals[hidden] if hidden != NO_FAMILY else 0)
        if player == seat:
            mine += change
        else:
            theirs += change
    return HOSTILE if theirs < 0 and theirs < mine else 0


@inlined
def sale_things(value: Any) -> Any:
    """What selling seals of this value does."""
    things = SALE | (UNDER_3 if value < 3 else 0) | (UNDER_4 if value < 4 else 0)
    return things | (UNDER_5 if value < 5 else 0) | (UNDER_6 if value < 6 else 0)


@inlined
def banner_things(table: Any, holdings: Any, choice: Any) -> Any:
    """What a way to use a banner does; nothing without a banner."""
    seat = table["seat"]
    if choice["use_banner"] == 0:
        return 0
    things = BANNER_USED
    if holdings["workers"][seat] > 0 and table["own_pool"][seat] > 0:
        things |= EARLY
    could, sells, leaves = False, False, False
    for family in range(FAMILIES):
        value, held, sold = table["value"][family], holdings["seals"][seat, family], choice["sold"][family]
        if sold > 0:
            things |= sale_things(value)
        if value > 0 and held > 0:
            could = True
            sells = sells or sold > 0
            leaves = leaves or sold < held
    if could and not sells:
        things |= EMPTY_BANNER
    if could and not leaves:
        things |= SALE_ALL
    return things


@compiled(types.boolean(TABLE, MIND, DECISION))
def way_follows(table: Any, mind: Any, choice: Any) -> Any:
    """Whether a way to use a banner, or none, is as good by the rules as any other."""
    count_banner(table, mind, choice)
    return is_as_good(mind)
