"""A game whose batches are watched, and which may stop as if the user had pressed Ctrl-C."""

from collections.abc import Callable
from typing import Any

import pytest

from arkadia_sim.core.game import Batch, BatchResult


class Watched:
    """The batches that a game is asked to play, and their results; after ``most`` batches, Ctrl-C is pressed."""

    def __init__(self, patch: pytest.MonkeyPatch, game: Any, most: int | None = None) -> None:
        self.batches: list[Batch] = []
        self.results: list[BatchResult] = []
        play = game.play

        def watched(game: Any, batch: Batch) -> BatchResult:
            if len(self.batches) == most:
                raise KeyboardInterrupt
            self.batches.append(batch)
            self.results.append(play(game, batch))
            return self.results[-1]

        patch.setattr(game, "play", watched)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(batch.deals) for batch in self.batches)

    def deals(self) -> list[set[int]]:
        """The deals of each batch."""
        return [{int(deal) for deal in batch.deals} for batch in self.batches]

    def tables(self) -> list[tuple[tuple[str, ...], int]]:
        """Who sat where in each game, and in which deal."""
        return [
            (tuple(batch.bots[bot] for bot in lineup), int(deal))
            for batch in self.batches
            for lineup, deal in zip(batch.lineups.tolist(), batch.deals, strict=True)
        ]

    def clear(self) -> None:
        """Forget what was played so far."""
        self.batches.clear()
        self.results.clear()


def interruptions(monkeypatch: pytest.MonkeyPatch, game: Any, most: int, work: Callable[[], object]) -> int:
    """How often work is interrupted that may play ``most`` batches at a time, until it is finished."""
    for count in range(200):
        with monkeypatch.context() as patch:
            Watched(patch, game, most)
            try:
                work()
                return count
            except KeyboardInterrupt:
                pass
    raise AssertionError("it never ends")
