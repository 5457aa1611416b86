"""What a player has, in the twin: lists and sets, nothing that can be counted is kept."""

from dataclasses import dataclass, field
from typing import Any

BOLTS = ("architect", "bohemian", "logger", "dagobert", "magician", "merchant", "miner", "peasant")
HOURGLASSES = ("shepherdess", "knight", "cook", "guard", "monk", "troll")
CROWNS = ("courtesan", "jester", "prince", "princess", "queen", "king")
GUESTS = BOLTS + HOURGLASSES + CROWNS
RESOURCES = ("wood", "stone", "gold", "food")


@dataclass
class Castle:
    """A player's board and castle. `cards` are guests, or values in the apprentice version, as they came."""

    tokens: set[int] = field(default_factory=set)
    walls: int = 0
    towers: list[int] = field(default_factory=list)
    floors: int = 0
    flags: list[int] = field(default_factory=list)
    residents: int = 0
    clouds: int = 0
    cards: list[Any] = field(default_factory=list)

    @property
    def parts(self) -> int:
        """The main parts (C1.3)."""
        return self.walls + len(self.towers) + self.floors

    def as_record(self) -> dict[str, Any]:
        """The castle as a record has it."""
        named = all(isinstance(card, str) for card in self.cards)
        return {
            "tokens": sorted(self.tokens),
            "walls": self.walls,
            "towers": list(self.towers),
            "floors": self.floors,
            "flags": list(self.flags),
            "residents": self.residents,
            "clouds": self.clouds,
            "guests": sorted(self.cards, key=GUESTS.index) if named else list(self.cards),
        }

    def guest_points(self) -> int:
        """C10.2, or the values of the cards."""
        worth = {
            "queen": 3,
            "courtesan": len([card for card in self.cards if card in CROWNS]),
            "jester": self.floors,
            "prince": self.walls,
            "princess": len(self.towers),
            "king": len(self.flags),
        }
        return sum(worth.get(card, 1) if isinstance(card, str) else card for card in self.cards)
