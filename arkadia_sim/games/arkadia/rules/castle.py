"""The castle and the value of the seals (R7, R8.2)."""

from typing import Any

from arkadia_sim.accelerate import inlined, replaceable
from arkadia_sim.games.arkadia.rules.state import CASTLE_SQUARES, FAMILIES, NO_FAMILY, NOBODY

TOP_FLOOR = 2


@inlined
def can_place(table: Any) -> Any:
    """Whether a piece can be placed at all: the floor under construction has one, and a free square (R7.2, R7.4)."""
    if table["n_covered"] == CASTLE_SQUARES:
        return False
    pools = table["pools"]
    floor = table["floor"]
    for family in range(FAMILIES):
        if pools[floor, family] > 0:
            return True
    return False


@inlined
def is_legal_piece(table: Any, family: Any, square: Any) -> Any:
    """Whether a piece of that family may go on that castle square now (R7.2)."""
    if family < 0 or family >= FAMILIES or square < 0 or square >= CASTLE_SQUARES:
        return False
    return table["pools"][table["floor"], family] > 0 and table["covered"][square] == 0


@inlined
def is_dearest(table: Any, family: Any) -> Any:
    """Whether no family's seals are worth more now than this one's."""
    for other in range(FAMILIES):
        if table["value"][other] > table["value"][family]:
            return False
    return True


@replaceable
def covering(table: Any, family: Any) -> Any:
    """What the seals of a family lose in value when a castle piece of it is covered (R7.3)."""
    return 1


@inlined
def note_change(table: Any, holdings: Any, now: Any, family: Any, square: Any) -> None:
    """Add to the account of the turn what this piece, not yet placed, changes everybody's seals' worth by."""
    hidden = table["top"][square]
    for seat in range(table["players"]):
        now["pieces_gave"][seat] += holdings["seals"][seat, family]
        if hidden != NO_FAMILY:
            now["pieces_gave"][seat] -= holdings["seals"][seat, hidden] * covering(table, hidden)


@inlined
def place(table: Any, family: Any, square: Any) -> None:
    """Put a castle piece down; values change, and perhaps the next floor or the end begins (R7.2–R7.5, R9.1)."""
    floor = table["floor"]
    table["pools"][floor, family] -= 1
    hidden = table["top"][square]
    if hidden != NO_FAMILY:
        table["value"][hidden] -= covering(table, hidden)
    table["top"][square] = family
    table["value"][family] += 1
    table["covered"][square] = 1
    table["n_covered"] += 1
    if table["n_covered"] < CASTLE_SQUARES or floor == TOP_FLOOR:
        return
    for other in range(FAMILIES):
        table["pools"][TOP_FLOOR, other] += table["pools"][floor, other]
        table["pools"][floor, other] = 0
    for covered in range(CASTLE_SQUARES):
        table["covered"][covered] = 0
    table["n_covered"] = 0
    table["floor"] = floor + 1
    if floor + 1 == TOP_FLOOR and table["end_seat"] == NOBODY:
        table["end_seat"] = table["seat"]


@replaceable
def price(table: Any, family: Any) -> Any:
    """What a seal of a family is worth now, in gold: when it is sold, and at the end (R7.5)."""
    return table["value"][family]


@replaceable
def worth(table: Any, holdings: Any, seat: Any) -> Any:
    """What a player's seals would bring in gold if the game ended now: the final scoring (R7.5, R9.4)."""
    gold = 0
    for family in range(FAMILIES):
        gold += holdings["seals"][seat, family] * price(table, family)
    return gold
