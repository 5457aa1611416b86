"""What a player may get for nothing in the middle of a game, and what may come about while he waits."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from arkadia_sim.compiled.engine import Awaited, Gift, more
from arkadia_sim.games.arkadia.box import FAMILIES
from arkadia_sim.games.arkadia.rules import castle, state
from arkadia_sim.games.arkadia.rules.bitboard import square_to_bit, squares_of

GOLD_GIVEN = 5  # as much gold as is given away: less would hardly ever turn a game
MANY_GAPS = 4


def _gaps(game: Any) -> Sequence[tuple[int, int]]:
    """Each open building, with the number of squares around it that are still free."""
    table = game["table"]
    taken = set(squares_of(table["occupied"]))
    return [
        (int(number), len(set(squares_of(table["ring"][number])) - taken))
        for number in table["open"][: int(table["n_open"])]
    ]


def _seal(low: int, high: int, families: Sequence[int] = range(state.FAMILIES)) -> Any:
    def give(game: Any, seat: int) -> bool:
        """A seal of the first of these families with such a price, if there is one."""
        table = game["table"]
        for family in families:
            if low <= table["value"][family] <= high and table["supply"][family] > 0:
                table["supply"][family] -= 1
                game["holdings"]["seals"][seat, family] += 1
                return True
        return False

    return give


def _first_worker(game: Any, seat: int) -> bool:
    if game["holdings"]["workers"][seat] > 0:
        return False
    game["holdings"]["workers"][seat] = 1
    return True


def _worker_beside(low: int, high: int) -> Any:
    def give(game: Any, seat: int) -> bool:
        """A neutral worker becomes the player's: the first beside open buildings the fullest of which has such gaps."""
        table = game["table"]
        open_buildings = [(gaps, set(squares_of(table["ring"][number]))) for number, gaps in _gaps(game)]
        for square in sorted(squares_of(table["neutral"])):
            gaps_beside = [gaps for gaps, ring in open_buildings if square in ring]
            if gaps_beside and low <= min(gaps_beside) <= high:
                word, bit = divmod(square_to_bit(square), 64)
                table["neutral"][word] ^= np.uint64(1 << bit)
                table["own"][seat, word] ^= np.uint64(1 << bit)
                return True
        return False

    return give


def _castle_piece(game: Any, seat: int) -> bool:
    """The castle piece with which the player gains most, less half of what the others gain; not the last of a floor."""
    table, seals = game["table"], game["holdings"]["seals"]
    floor = int(table["floor"])
    if table["n_covered"] >= state.CASTLE_SQUARES - 1:
        return False
    gains = 1.5 * seals[seat] - 0.5 * seals.sum(axis=0)
    pieces = [
        (gains[family] - (gains[hidden] if hidden != state.NO_FAMILY else 0.0), family, square)
        for family in range(state.FAMILIES)
        if table["pools"][floor, family] > 0
        for square, hidden in enumerate(table["top"])
        if not table["covered"][square]
    ]
    if not pieces:
        return False
    _, family, square = max(pieces)
    castle.place(table, family, square)
    return True


GIFTS = (
    Gift("gold", f"{GOLD_GIVEN} gold", more("holdings", "gold", number=GOLD_GIVEN)),
    Gift("worker", "an own worker at hand", more("holdings", "workers")),
    Gift("first_worker", "an own worker, if you have none at hand", _first_worker),
    Gift("beside_1_2", "a neutral worker beside an open building becomes yours, one or two gaps", _worker_beside(1, 2)),
    Gift("beside_3_4", "the same, three or four gaps", _worker_beside(3, 4)),
    Gift("piece", "the castle piece of your choice", _castle_piece),
    Gift("neutral", "a neutral worker at hand", more("holdings", "neutrals")),
    Gift("banner", "a fifth banner, which brings no workers", more("table", "banners")),
    Gift("seal_0_1", "a seal at 0 or 1 gold", _seal(0, 1)),
    *(Gift(f"seal_{price}", f"a seal at {price} gold", _seal(price, price)) for price in (2, 3, 4, 5)),
    Gift("seal_6", "a seal at 6 gold or more", _seal(6, 99)),
    *(Gift(f"seal_{name}", f"one {name} seal", _seal(0, 99, [family])) for family, name in enumerate(FAMILIES)),
)


def _open_buildings(game: Any) -> Sequence[tuple[str, int]]:
    """Each open building, by the squares around it that are still free."""
    more = " or more"
    return [
        (f"{min(gaps, MANY_GAPS)}{more if gaps >= MANY_GAPS else ''} gap{'' if gaps == 1 else 's'}", number)
        for number, gaps in _gaps(game)
    ]


def _is_finished(game: Any, number: int) -> bool:
    return bool(game["table"]["complete"][number])


AWAITED = (
    Awaited("finished", "an open building is finished before your next turn", _open_buildings, _is_finished),
    Awaited("finished_at_all", "an open building is ever finished", _open_buildings, _is_finished, by_the_end=True),
)
