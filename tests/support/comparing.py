"""What comparisons of an engine with its twin share: how they disagree, and what they have compared."""

from dataclasses import dataclass, field, fields
from typing import Any


class Disagreement(AssertionError):
    """Engine and twin differ: in what, where in which game, and what each of them says."""

    def __init__(self, what: str, engine: Any, twin: Any, where: str = "") -> None:
        super().__init__(f"{where}\n  they differ in: {what}\n  engine: {engine!r}\n  twin:   {twin!r}")
        self.what, self.engine, self.twin, self.where = what, engine, twin, where


@dataclass
class Tally:
    """What has been compared so far."""

    games: int = 0
    turns: int = 0
    decisions: int = 0
    worker_options: int = 0
    probes: int = 0
    probes_refused: int = 0
    completions: int = 0
    events: dict[str, int] = field(default_factory=dict)
    ends: dict[str, int] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        for count in fields(self):
            mine, more = getattr(self, count.name), getattr(other, count.name)
            if isinstance(mine, dict):
                for name, number in more.items():
                    mine[name] = mine.get(name, 0) + number
            else:
                setattr(self, count.name, mine + more)
