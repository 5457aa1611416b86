"""The options of Medina: which reading of the rules is played, and the designer's numbers (M1.6).

Every option of RULES.md is a field of :class:`RuleSet`, named as there. The game's own value of some depends on the
number of players; a user may leave it out or write ``standard``, and a rule set is always complete.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arkadia_sim.core.options import RuleOption
from arkadia_sim.errors import BadValue, UnknownName, UsageError, did_you_mean
from arkadia_sim.games.medina.components.box import shipped_box

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


class RuleSet(BaseModel):
    """One way to play Medina: every option with its value.

    Build it from what a user wrote with :meth:`of`, which fills in the game's own values and explains what is wrong.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

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
    def of(cls, players: int, chosen: Mapping[str, Any]) -> "RuleSet":
        """The rule set for so many players with these options, the game's own values elsewhere; typed as in JSON.

        Raises UsageError for a number of players that the game is not for, UnknownName for an option that does not
        exist and BadValue for a value outside what is allowed.
        """
        if players not in PLAYER_COUNTS or isinstance(players, bool):
            raise UsageError(f"Medina is played by 2, 3 or 4, not {players}")
        for name in chosen:
            if name not in cls.model_fields:
                raise UnknownName("rule", str(name), cls.model_fields)
        values = _own_values(players)
        values |= {name: _listed(name, value) for name, value in chosen.items() if value != STANDARD}
        try:
            rules = cls.model_validate(values)
        except ValidationError as error:
            name = str(error.errors()[0]["loc"][0])
            raise _bad_value(name, chosen[name]) from None
        if rules.short_first_turns > players:
            raise BadValue(
                "rule short_first_turns", rules.short_first_turns, f"at most {players} with {players} players"
            )
        return rules

    @classmethod
    def describe(cls) -> list[RuleOption]:
        """All options in the order of their definition, for help texts and documentation."""
        known = {name: field.default for name, field in cls.model_fields.items() if not field.is_required()}
        return [
            RuleOption(
                name=name,
                default=known.get(name, STANDARD),
                allowed=_allowed(name),
                meaning=field.description or "",
            )
            for name, field in cls.model_fields.items()
        ]

    def as_record(self) -> dict[str, Any]:
        """Every option in force by name, in JSON's own types: the field ``rules`` of a game record."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self.model_dump().items()}


_LISTS: Final = ("tea_tiles", "tower_merchants", "palace_values", "tower_values")
_NO_TILES: Final = "none"


def _own_values(players: int) -> dict[str, Any]:
    """The game's own value of every option that has no default."""
    box = shipped_box()
    lists = {name: tuple(getattr(box, name)) for name in _LISTS}
    return {**box.tables[players].model_dump(), **lists, "well_points": box.well_points}


def _listed(name: str, value: Any) -> Any:
    """A value of an option that is a list: one number counts as a list of one, as it is written on a command line."""
    if name not in _LISTS:
        return value
    if isinstance(value, list):
        return tuple(value)
    if value == _NO_TILES:
        return ()
    return (value,) if isinstance(value, int) and not isinstance(value, bool) else value


def _allowed(name: str) -> str:
    """What may be written for an option, in words."""
    field = RuleSet.model_fields[name]
    own = "" if not field.is_required() else f", or {STANDARD}: the game's own"
    if field.annotation is bool:
        return "true or false"
    if name in _LISTS:
        many = f"whole numbers from 0, or {_NO_TILES}" if name == "tea_tiles" else "four whole numbers from 0"
        return f"{many}, such as {','.join(map(str, getattr(shipped_box(), name)))}{own}"
    if field.annotation is int:
        bounds = {side: getattr(one, side) for one in field.metadata for side in ("ge", "le") if hasattr(one, side)}
        return f"a whole number from {bounds['ge']} to {bounds['le']}{own}"
    return " or ".join(get_args(field.annotation)) + own


def _bad_value(name: str, value: object) -> BadValue:
    """The error for a value that an option does not take, with the nearest of its choices if there is one."""
    choices = [choice for choice in get_args(RuleSet.model_fields[name].annotation) if isinstance(choice, str)]
    return BadValue(f"rule {name}", value, _allowed(name) + did_you_mean(str(value), choices))
