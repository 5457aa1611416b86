"""The options of Arkadia: which reading of the rules is played, and the designer's numbers (R1.4, R2.2, R2.3 …).

Every option of RULES.md is a field of :class:`RuleSet`, named as there, with the game's own value as its default.
A rule set is complete, checked field by field and never changes; whether it can be played by a given number of
players with a given number of cards is asked with :meth:`RuleSet.check_playable`.
"""

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from arkadia_sim.core.options import RuleOptions
from arkadia_sim.errors import BadValue
from arkadia_sim.games.arkadia.box import CASTLE_SQUARES, FAMILIES

RULES_VERSION: Final = "1"  # changes whenever the same decisions would lead to another game; stored with every result

PLAYER_COUNTS: Final = (2, 3, 4)
OWN_WORKERS: Final = 11  # R1.5: all that exist of a player's colour
FIRST_GAME_NEUTRALS: Final = {2: 3, 3: 2, 4: 1}  # R2.2: neutral workers at hand at the start, by number of players
START_GOLD_MOST: Final = 1000

PiecesPerFamily = Annotated[int, Field(ge=0, le=20)]
Workers = Annotated[int, Field(ge=0, le=OWN_WORKERS)]
Gold = Annotated[int, Field(ge=0, le=START_GOLD_MOST)]

PER_SEAT: Final = {"start_workers": (0, OWN_WORKERS), "start_gold": (0, START_GOLD_MOST)}
"""The options that may have a number for each seat, with their bounds. The first number is that of seat 0, which begins
a game that is dealt."""


class RuleSet(RuleOptions):
    """One way to play Arkadia. Without arguments it is the game as the rulebook has it.

    The bounds of the numbers are wide enough for any variant of interest and narrow enough for the engine's small
    integers.
    """

    title: ClassVar[str] = "Arkadia"
    player_counts: ClassVar[tuple[int, ...]] = PLAYER_COUNTS
    by_seat: ClassVar[tuple[str, ...]] = tuple(PER_SEAT)

    setup: Literal["standard", "first_game"] = Field(
        default="standard", description="empty board, or the first game with seven buildings standing (R2.2)"
    )
    seal_supply: Literal["finite", "unlimited"] = Field(
        default="finite", description="whether the seals of a family can run out (R1.4, R6.3)"
    )
    flip_tiles: bool = Field(default=False, description="whether a building may also be turned over (R4.1)")
    workers_at_castle: bool = Field(
        default=True, description="whether workers may be introduced at the castle lot (R5.2)"
    )
    final_round: Literal["trigger_last", "others_only"] = Field(
        default="trigger_last", description="whether the player who began the end has one more turn, last of all (R9.2)"
    )
    holdings: Literal["open", "hidden"] = Field(
        default="open",
        description="open: all remember perfectly what others have behind their screens; hidden: not at all (R10.2)",
    )
    start_workers: Workers | tuple[Workers, ...] = Field(
        default=3, description="own workers at hand at the start (R1.5), of all or of each seat"
    )
    banners: int = Field(default=4, ge=0, le=5, description="banners per player (R1.5)")
    workers_per_banner: int = Field(
        default=2, ge=0, le=OWN_WORKERS, description="own workers that a banner brings (R8.1)"
    )
    hand_size: int = Field(default=4, ge=1, le=16, description="cards dealt to each player (R2.1)")
    face_up: int = Field(default=3, ge=1, le=8, description="cards that lie open (R2.1)")
    neutral_workers: int = Field(default=24, ge=0, le=200, description="neutral workers in the pool (R1.5)")
    seals_per_family: int = Field(default=30, ge=0, le=1000, description="seals of each family in the supply (R1.4)")
    floor_pieces: tuple[PiecesPerFamily, PiecesPerFamily, PiecesPerFamily] = Field(
        default=(3, 3, 1), description="castle pieces of each family in the pools of floors 1, 2 and 3 (R1.6)"
    )
    start_gold: Gold | tuple[Gold, ...] = Field(
        default=0, description="gold at the start, of all or of each seat, to make up for a seat (R2.3)"
    )

    @classmethod
    def allowed(cls, name: str) -> str:
        if name in PER_SEAT:
            low, high = PER_SEAT[name]
            return f"a whole number from {low} to {high}, or one for each seat, such as 1,1,2,2"
        return "three whole numbers from 0 to 20, such as 3,3,1" if name == "floor_pieces" else super().allowed(name)

    def as_setting(self) -> dict[str, Any]:
        """Every option by name, in JSON's own types; numbers that are the same for all seats as one number."""
        setting = super().as_setting()
        for name in PER_SEAT:
            numbers = setting[name] if isinstance(setting[name], list) else [setting[name]]
            setting[name] = numbers[0] if len(set(numbers)) == 1 else numbers
        return setting

    def as_record(self) -> dict[str, Any]:
        """The field ``rules`` of a game record: every option, but for gold at the start where nobody has any.

        Version 1 of the format knows no gold at the start and one number of workers for all: see ``plain``.
        """
        record = self.as_setting()
        if self.plain:
            del record["start_gold"]
        return record

    @property
    def plain(self) -> bool:
        """Whether all seats begin alike and without gold, as every game does by the rules."""
        setting = self.as_setting()
        return setting["start_gold"] == 0 and not isinstance(setting["start_workers"], list)

    def of_seats(self, name: str, players: int) -> tuple[int, ...]:
        numbers = getattr(self, name)
        return tuple(numbers) if isinstance(numbers, tuple) else (numbers,) * players

    def start_neutrals(self, players: int) -> int:
        """Neutral workers that each player takes from the pool before the first turn: some in the first game (R2.2)."""
        return FIRST_GAME_NEUTRALS[players] if self.setup == "first_game" else 0

    def check_playable(self, players: int, cards: int) -> None:
        """Refuse with BadValue what the players could not set up with so many cards to shuffle (R2.3)."""
        if players not in PLAYER_COUNTS:
            raise BadValue("players", players, "2, 3 or 4")
        for name in PER_SEAT:
            numbers = getattr(self, name)
            if isinstance(numbers, tuple) and len(numbers) != players:
                allowed = f"{players} numbers, or one for all"
                raise BadValue(f"rule {name} with {players} players", list(numbers), allowed)
        start = max(self.of_seats("start_workers", players))
        own = start + self.banners * self.workers_per_banner
        if own > OWN_WORKERS:
            parts = f"start_workers {start} + banners {self.banners} x {self.workers_per_banner}"
            raise BadValue(f"own workers ({parts} workers_per_banner)", own, f"at most {OWN_WORKERS} per player, R2.3")
        dealt = players * self.hand_size + self.face_up
        if dealt >= cards:
            parts = f"{players} players x hand_size {self.hand_size} + face_up {self.face_up}"
            allowed = f"at most {cards - 1} of {cards} cards, to leave a stack, R2.3"
            raise BadValue(f"cards dealt ({parts})", dealt, allowed)
        for floor, pieces in enumerate(self.floor_pieces[:2], start=1):
            if len(FAMILIES) * pieces < CASTLE_SQUARES:
                needed = -(-CASTLE_SQUARES // len(FAMILIES))
                allowed = f"at least {needed} of each family, to cover the {CASTLE_SQUARES} castle squares, R2.3"
                raise BadValue(f"rule floor_pieces, floor {floor}", pieces, allowed)
        neutrals = players * self.start_neutrals(players)
        if self.neutral_workers < neutrals:
            needs = f"at least {neutrals} in the first game with {players} players, R2.2"
            raise BadValue("rule neutral_workers", self.neutral_workers, needs)
