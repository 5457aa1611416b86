"""What can be given away in Arkadia to find out what it is worth, and what players wait for."""

from collections.abc import Sequence
from typing import Any

from arkadia_sim.core.worth import Awaited, Gift
from arkadia_sim.games.arkadia.rules.bitboard import squares_of
from arkadia_sim.games.arkadia.rules.state import FAMILIES, LOT

GOLD = 5
"""As much gold as is given away: less would hardly ever turn a game."""
MANY_GAPS = 4


def _held(name: str, number: int = 1) -> Any:
    def give(game: Any, seat: int) -> bool:
        game["holdings"][name][seat] += number
        return True

    return give


def _banner(game: Any, seat: int) -> bool:
    game["table"]["banners"][seat] += 1
    return True


def _seal(low: int, high: int) -> Any:
    def give(game: Any, seat: int) -> bool:
        """A seal of the first family with such a price, if there is one."""
        table = game["table"]
        for family in range(FAMILIES):
            if low <= table["value"][family] <= high and table["supply"][family] > 0:
                table["supply"][family] -= 1
                game["holdings"]["seals"][seat, family] += 1
                return True
        return False

    return give


GIFTS = (
    Gift("gold", f"{GOLD} gold", _held("gold", GOLD)),
    Gift("worker", "an own worker at hand", _held("workers")),
    Gift("neutral", "a neutral worker at hand", _held("neutrals")),
    Gift("banner", "a banner", _banner),
    Gift("seal_0_1", "a seal at 0 or 1 gold", _seal(0, 1)),
    *(Gift(f"seal_{price}", f"a seal at {price} gold", _seal(price, price)) for price in (2, 3, 4, 5)),
    Gift("seal_6", "a seal at 6 gold or more", _seal(6, 99)),
)


def _open_buildings(game: Any) -> Sequence[tuple[str, int]]:
    """Each open building, by the squares around it that are still free."""
    table = game["table"]
    taken = set(squares_of(table["occupied"]))
    cases = []
    for number in range(int(table["n_buildings"])):
        if number != LOT and not table["complete"][number]:
            gaps = len(set(squares_of(table["ring"][number])) - taken)
            more = " or more" if gaps >= MANY_GAPS else ""
            cases.append((f"{min(gaps, MANY_GAPS)}{more} gap{'' if gaps == 1 else 's'}", number))
    return cases


AWAITED = (
    Awaited(
        "finished",
        "an open building is finished before your next turn",
        _open_buildings,
        lambda game, number: bool(game["table"]["complete"][number]),
    ),
)
