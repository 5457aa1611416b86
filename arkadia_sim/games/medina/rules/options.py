"""The options of Medina: which reading of the rules is played, and the designer's numbers (M1.6).

Every option of RULES.md is a field of :class:`RuleSet`, named as there. The game's own value of some depends on the
number of players; a user may leave it out or write ``standard``, and a rule set is always complete.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import Field

from arkadia_sim.core.options import RuleOptions
from arkadia_sim.errors import BadValue
from arkadia_sim.games.medina.box import shipped_box

RULES_VERSION: Final = "1"
"""Changes whenever the same decisions would lead to another game; stored with every result."""

PLAYER_COUNTS: Final = (2, 3, 4)
STANDARD: Final = "standard"
"""Written for an option: as the game has it for this number of players."""
MOST: Final = 1_000_000
"""The largest number that an option takes: the engine counts with small integers."""
COLOURS_AND_TOWERS: Final = 4

Number = Annotated[int, Field(ge=0, le=MOST)]
FourNumbers = Annotated[tuple[Number, ...], Field(min_length=COLOURS_AND_TOWERS, max_length=COLOURS_AND_TOWERS)]


_LISTS: Final = ("tea_tiles", "tower_merchants", "palace_values", "tower_values")
_NO_TILES: Final = "none"


class RuleSet(RuleOptions):
    """One way to play Medina. :meth:`of` fills in the game's own values."""

    title: ClassVar[str] = "Medina"
    player_counts: ClassVar[tuple[int, ...]] = PLAYER_COUNTS

    board: Literal["large", "small"] = Field(
        description="the large board, or the small one; the game's own is small for two players (M1.1)"
    )
    grow_from: Literal["building", "palace"] = Field(
        "building", description="whether a building is added beside a building alone, or beside a stable too (M4.4)"
    )
    street_start: Literal["one", "apart", "anywhere"] = Field(
        "one", description="a new street begins next to one merchant at most, to none, or to any number (M7.4)"
    )
    last_player: Literal["free", "roofs_first"] = Field(
        "free", description="whether who alone can still place must place roofs first (M3.6)"
    )
    tower_claim: Literal["first_contact", "every_extension"] = Field(
        "first_contact", description="whether a tower's tile moves at a palace's first contact with an arm alone (M9.1)"
    )
    tea_same_turn: bool = Field(True, description="whether a tea tile may be used in the turn that brought it (M10.3)")
    well_squares: Literal["four", "twelve"] = Field(
        "four",
        description="which squares score at the well: four, or all twelve two steps away but the corners (M11.3)",
    )
    well_scoring: Literal["piece", "palace"] = Field(
        "piece", description="whether each piece at the well scores, or a palace once (M11.3)"
    )
    ties: Literal["shared", "largest_palace"] = Field(
        "shared", description="tied players share the win, or the largest palace decides (M11.6)"
    )
    holdings: Literal["open", "hidden"] = Field(
        "open", description="whether players remember what others have behind their screens (M12.2)"
    )
    buildings: int = Field(ge=1, le=MOST, description="buildings of each colour that a player takes (M1.5)")
    roofs: int = Field(ge=0, le=4, description="own roofs of a player (M1.5)")
    neutral_roofs: Number = Field(description="neutral roofs of a player (M1.5)")
    stables: Number = Field(description="stables of a player (M1.5)")
    merchants: Number = Field(description="merchants of a player (M1.5)")
    walls: Number = Field(description="walls of a player (M1.5)")
    tea_tiles: tuple[Number, ...] = Field(
        description="tea tiles for the first, second … roof on a purple palace (M10.1)"
    )
    tower_merchants: FourNumbers = Field(description="merchants on the tiles of towers 1 to 4 (M2.1)")
    palace_values: FourNumbers = Field(description="points of the grey, purple, brown and orange palace tile (M1.4)")
    tower_values: FourNumbers = Field(description="points of the tiles of towers 1 to 4 (M1.4)")
    well_points: Number = Field(description="points at the well (M11.3)")
    short_first_turns: int = Field(
        ge=0, le=PLAYER_COUNTS[-1], description="turns at the start in which one piece alone is placed (M3.3)"
    )

    @classmethod
    def of(cls, players: int, chosen: Mapping[str, Any]) -> Self:
        """The rule set for a number of players with the chosen options, the game's own values elsewhere."""
        left_out = {name for name, value in chosen.items() if value == STANDARD and name in cls.model_fields}
        rules = super().of(players, {name: chosen[name] for name in chosen if name not in left_out})
        if rules.short_first_turns > players:
            most = f"at most {players} with {players} players"
            raise BadValue("rule short_first_turns", rules.short_first_turns, most)
        return rules

    @classmethod
    def own_values(cls, players: int) -> dict[str, Any]:
        """The game's own values of the options that have no default."""
        box = shipped_box()
        lists = {name: tuple(getattr(box, name)) for name in _LISTS}
        return {**box.tables[players].model_dump(), **lists, "well_points": box.well_points}

    @classmethod
    def read(cls, name: str, value: Any) -> Any:
        """A value as users may write it: one number for a list of one, or ``none``."""
        if name in _LISTS and value == _NO_TILES:
            return ()
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return (value,) if name in _LISTS and is_number else super().read(name, value)

    @classmethod
    def default_of(cls, name: str) -> Any:
        """The game's own value of an option, as help texts have it."""
        return STANDARD if cls.model_fields[name].is_required() else super().default_of(name)

    @classmethod
    def allowed(cls, name: str) -> str:
        """What may be written for an option, in words."""
        own = f", or {STANDARD}: the game's own" if cls.model_fields[name].is_required() else ""
        if name not in _LISTS:
            return super().allowed(name) + own
        many = f"whole numbers from 0, or {_NO_TILES}" if name == "tea_tiles" else "four whole numbers from 0"
        return f"{many}, such as {','.join(map(str, getattr(shipped_box(), name)))}{own}"
