"""What a player may get for nothing in the middle of a game, and what may come about while he waits."""

from collections.abc import Callable, Sequence
from typing import Any

from arkadia_sim.core.worth import Awaited, Gift
from arkadia_sim.games.medina.rules import state
from arkadia_sim.games.medina.rules.claims import palace_size
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


def _piece(kind: int) -> Give:
    def give(game: Any, seat: int) -> bool:
        game["holdings"]["pieces"][seat, kind] += 1
        return True

    return give


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
    return bool(game["table"]["rules"]["pieces"][state.NEUTRAL_ROOF]) and _piece(state.NEUTRAL_ROOF)(game, seat)


def _tea(game: Any, seat: int) -> bool:
    game["table"]["tea"][seat] += 1
    return True


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
        ("stable", "a stable at hand", _piece(state.STABLE)),
        ("merchant", "a merchant at hand", _piece(state.MERCHANT)),
        ("wall", "a wall at hand", _piece(state.WALL)),
        ("neutral_roof", "a neutral roof at hand", _neutral_roof),
        ("tea", "a tea tile", _tea),
        *(
            (f"tower_{tower + 1}", f"the tile of tower {tower + 1}, also from another player", give)
            for tower, give in enumerate(map(_tower, range(state.TOWERS)))
        ),
    )
)

# -- events ------------------------------------------------------------------------------------------------------------

SIZES = ((1, "1 or 2 pieces"), (3, "3 or 4 pieces"), (5, "5 or 6 pieces"), (7, "7 or more pieces"))
"""The sizes of palaces that are told apart: each from so many buildings and stables on."""


def _size(pieces: int) -> str:
    return [words for least, words in SIZES if pieces >= least][-1]


def _open_palaces(game: Any) -> Sequence[tuple[str, int]]:
    """Each palace without a roof, by its size."""
    table = game["table"]
    return [
        (_size(int(palace_size(table, palace))), palace)
        for palace in range(int(table["n_palaces"]))
        if table["owner"][palace] == state.OPEN
    ]


def _has_roof(game: Any, palace: int) -> bool:
    return bool(game["table"]["owner"][palace] != state.OPEN)


def _held(field: str, words: str) -> Callable[[Any], Sequence[tuple[str, int]]]:
    def tiles(game: Any) -> Sequence[tuple[str, int]]:
        """Each tile that a player holds; its number tells the tile and the holder."""
        holders = enumerate(game["table"][field])
        return [(words, state.SEATS_MAX * tile + int(seat)) for tile, seat in holders if seat != state.NOBODY]

    return tiles


def _lost(field: str) -> Callable[[Any, int], bool]:
    def lost(game: Any, number: int) -> bool:
        tile, seat = divmod(number, state.SEATS_MAX)
        return bool(game["table"][field][tile] != seat)

    return lost


AWAITED = (
    Awaited("roofed", "an open palace gets a roof before your next turn", _open_palaces, _has_roof),
    *(
        Awaited(f"{kind}_tile_lost", f"a player loses a {kind} tile", _held(f"{kind}_holder", "each tile"),
                _lost(f"{kind}_holder"), by_the_end=True)
        for kind in ("tower", "palace")
    ),
)  # fmt: skip
