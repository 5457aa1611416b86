"""What the views of bots in plain Python share in all games: moves are tried, compared and explained."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import numpy as np

from arkadia_sim.core.dice import Dice

Move = TypeVar("Move")
Some = TypeVar("Some")


class PlayerView(Generic[Move]):
    """The base of views: a game adds what a player sees, ``legal_moves`` and ``after``.

    ``random`` are the seat's own dice, the only ones to use.
    """

    def __init__(self, table: Any, decision: str, random: Dice, parameters: Mapping[str, float]) -> None:
        self._table, self._decision = copied(table), decision
        self.seat, self.players, self.turn = int(table["seat"]), int(table["players"]), int(table["turn"])
        self.random, self.parameters = random, parameters
        self._scores: list[tuple[Any, float]] = []
        self._is_allowed: Callable[[Any], bool] | None = None

    def __repr__(self) -> str:
        return f"<View of seat {self.seat} of {self.players}: turn {self.turn}, {self._decision}>"

    def legal_moves(self) -> Iterator[Move]:
        """All legal moves of the decision at hand, one by one; with constraints, those that these leave."""
        raise NotImplementedError

    def best(self, moves: Iterable[Some], score: Callable[[Some], float]) -> Some:
        """The move with the highest score; equal ones are told apart by lot. `watch` and `replay` show the scores."""
        scored = [(move, float(score(move))) for move in moves]
        if not scored:
            raise ValueError("there is no move to choose from")
        self._scores += scored
        highest = max(value for _, value in scored)
        best = [move for move, value in scored if value == highest]
        return best[0] if len(best) == 1 else self.random.choice(best)

    def note(self, move: Move, score: float) -> None:
        """Show a move with its score in `watch` and `replay`, as a reason for the choice."""
        self._scores.append((move, float(score)))

    def allows(self, move: Move) -> bool:
        """Whether the bot's constraints leave a move; without constraints they leave every one."""
        return self._is_allowed is None or self._is_allowed(move)

    def _left(self, moves: Iterable[Some]) -> Iterator[Some]:
        """The moves that the bot's constraints leave."""
        return iter(moves) if self._is_allowed is None else filter(self._is_allowed, moves)


def copied(record: Any) -> Any:
    """A read-only copy of a record."""
    return np.frombuffer(record.tobytes(), record.dtype)[0]


def limit(view: PlayerView[Any], is_allowed: Callable[[Any], bool]) -> None:
    """Leave a view only the moves that constraints allow."""
    view._is_allowed = is_allowed


def scores_of(view: PlayerView[Any]) -> list[tuple[Any, float]]:
    """The moves that a bot scored at its decision, in the order in which it did."""
    return view._scores
