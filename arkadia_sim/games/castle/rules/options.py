"""The options of the game: which reading of the rules is played, and the numbers that can be changed (C12).

A rule set is always complete: every option stands in it, whatever the version.
"""

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from arkadia_sim.core.options import RuleOptions
from arkadia_sim.games.castle.box import FACES, shipped_box

RULES_VERSION: Final = "1"
"""Changes whenever the same decisions would lead to another game; stored with every result."""

PLAYER_COUNTS: Final = (2, 3, 4)
MOST: Final = 1_000_000
"""The largest number that an option takes: the engine counts with small integers."""
TURNS_MOST: Final = 10_000
"""The largest turn limit: accounts of so many turns must have room."""
TOKENS: Final = (3, 12)
ANY_NUMBER: Final = "any"
"""How people write that there is no limit."""

Number = Annotated[int, Field(ge=0, le=MOST)]
Face = Literal["wood", "stone", "gold", "food", "residents", "?"]
_BOX: Final = shipped_box()
_FACES: Final[Any] = FACES


class RuleSet(RuleOptions):
    """One way to play."""

    title: ClassVar[str] = "Once Upon a Castle"
    player_counts: ClassVar[tuple[int, ...]] = PLAYER_COUNTS

    version: Literal["apprentice", "architect"] = Field(
        "apprentice", description="the family game, or the one with guests who have powers (C1.1)"
    )
    boards: Literal["shipped", "drawn"] = Field(
        "shipped", description="the reconstructed board, or another one for each deal (C2.5, C13)"
    )
    build: Literal["own_turn", "every_turn"] = Field(
        "own_turn", description="whether the active player alone builds, or all players do (C4.4)"
    )
    cash: Literal["sequence", "at_once"] = Field(
        "sequence", description="whether lines completed while building may be cashed too (C6.3)"
    )
    waste: Literal["free", "useful"] = Field(
        "free", description="whether a line may be cashed of which nothing can be taken (C6.4)"
    )
    others_pass: bool = Field(False, description="whether the other players may pass instead of using a die (C4.3)")
    joker_powers: bool = Field(True, description="whether ? counts as gold for the Monk and food for the Cook (C8.3)")
    finish: Literal["at_once", "finish_turn"] = Field(
        "at_once", description="whether the twelfth main part ends the player's building (C9.1)"
    )
    last_building: Literal["all", "parts"] = Field(
        "all", description="whether the last buildings may use reactivate and steal (C9.3)"
    )
    guest_room: Literal["free", "floors"] = Field(
        "free", description="whether a player needs a floor for each guest to steal another (C8.5)"
    )
    cloud_limit: Number | None = Field(None, description="clouds that the Shepherdess may bring a player (C8.2)")
    ties: Literal["shared", "parts"] = Field(
        "shared", description="tied players share the win, or most main parts decide (C10.3)"
    )
    die: tuple[Face, ...] = Field(_FACES, min_length=6, max_length=6, description="the six faces of a die (C1.2)")
    tokens: int = Field(_BOX.tokens, ge=TOKENS[0], le=TOKENS[1], description="tokens of a player (C1.3)")
    residents_per_die: Number = Field(_BOX.residents_per_die, description="residents for a die (C5.1)")
    sun: Number = Field(_BOX.sun, description="points of the sun (C7.2)")
    cloud: Number = Field(_BOX.cloud, description="points of the finisher's cloud (C9.1)")
    shepherdess_cloud: Number = Field(_BOX.shepherdess_cloud, description="points of the Shepherdess's clouds (C8.2)")
    monk_flag: Number = Field(_BOX.monk_flag, description="points of the Monk's flags (C8.2)")
    turn_limit: int = Field(
        _BOX.turn_limit, ge=1, le=TURNS_MOST, description="turns after which the game is broken off (C9.4)"
    )

    @property
    def is_architect(self) -> bool:
        """Whether guests have powers."""
        return self.version == "architect"

    @classmethod
    def read(cls, name: str, value: Any) -> Any:
        """A value as users may write it: ``any`` for no limit, a die as one text of six faces."""
        if name == "cloud_limit" and value == ANY_NUMBER:
            return None
        return super().read(name, value.split(",") if name == "die" and isinstance(value, str) else value)

    @classmethod
    def default_of(cls, name: str) -> Any:
        """The game's own value of an option, as help texts have it."""
        if name == "cloud_limit":
            return ANY_NUMBER
        return ",".join(FACES) if name == "die" else super().default_of(name)

    @classmethod
    def allowed(cls, name: str) -> str:
        """What may be written for an option, in words."""
        if name == "die":
            return f"six faces with commas between, each one of {', '.join(FACES)}"
        return f"a whole number from 0, or {ANY_NUMBER}" if name == "cloud_limit" else super().allowed(name)
