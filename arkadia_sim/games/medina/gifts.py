"""What a player may get for nothing in the middle of a game, and what may come about while he waits."""

from collections.abc import Callable, Sequence
from typing import Any

from arkadia_sim.compiled.engine import Awaited, Gift, more
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.turn import open_placement

Give = Callable[[Any, int], bool]


# -- gifts -------------------------------------------------------------------------------------------------------------
def _at_the_start(give: Give) -> Give:
    """A gift that is given only before the first piece of a turn; what can be placed is counted anew."""

    def given(game: Any, seat: int) -> bool:
        table = game["table"]
        if table["phase"] != state.PLACE or table["placed"] > 0 or not give(game, seat):
            return False
        open_placement(game)
        return True

    return given


_PIECE = [more("holdings", "pieces", kind) for kind in range(state.KINDS)]


def _building(game: Any, seat: int) -> bool:
    """A building of a colour that is not closed; which one goes by the turn."""
    table = game["table"]
    colours = [colour for colour in range(state.COLOURS) if not table["closed"][colour]]
    if not colours:
        return False
    game["holdings"]["pieces"][seat, colours[int(table["turn"]) % len(colours)]] += 1
    return True


def _neutral_roof(game: Any, seat: int) -> bool:
    """A neutral roof, where the game has them."""
    return bool(game["table"]["rules"]["pieces"][state.NEUTRAL_ROOF]) and _PIECE[state.NEUTRAL_ROOF](game, seat)


def _tower(tower: int) -> Give:
    def give(game: Any, seat: int) -> bool:
        """The tile of a tower and the merchants still on it, whoever has it now."""
        table = game["table"]
        if table["tower_holder"][tower] == seat:
            return False
        table["tower_holder"][tower] = seat
        game["holdings"]["pieces"][seat, state.MERCHANT] += table["tower_merchants"][tower]
        table["tower_merchants"][tower] = 0
        return True

    return give


GIFTS = tuple(
    Gift(name, phrase, _at_the_start(give))
    for name, phrase, give in (
        ("building", "a building at hand", _building),
        ("stable", "a stable at hand", _PIECE[state.STABLE]),
        ("merchant", "a merchant at hand", _PIECE[state.MERCHANT]),
        ("wall", "a wall at hand", _PIECE[state.WALL]),
        ("neutral_roof", "a neutral roof at hand", _neutral_roof),
        ("tea", "a tea tile", more("table", "tea")),
        *(
            (f"tower_{tower + 1}", f"the tile of tower {tower + 1}, also from another player", give)
            for tower, give in enumerate(map(_tower, range(state.TOWERS)))
        ),
    )
)

# -- events ------------------------------------------------------------------------------------------------------------
SIZES = ((1, "1 or 2 pieces"), (3, "3 or 4 pieces"), (5, "5 or 6 pieces"), (7, "7 or more pieces"))
"""The sizes of palaces that are told apart: each from so many buildings and stables on."""


def _open_palaces(game: Any) -> Sequence[tuple[str, int]]:
    """Each palace without a roof, by its size."""
    table = game["table"]
    is_open = [palace for palace in range(int(table["n_palaces"])) if table["owner"][palace] == state.OPEN]
    sizes = [int(table["n_buildings"][palace]) + int(table["n_stables"][palace]) for palace in is_open]
    return [([words for least, words in SIZES if size >= least][-1], palace) for size, palace in zip(sizes, is_open)]


def _has_roof(game: Any, palace: int) -> bool:
    return bool(game["table"]["owner"][palace] != state.OPEN)


AWAITED = (Awaited("roofed", "an open palace gets a roof before your next turn", _open_palaces, _has_roof),)
