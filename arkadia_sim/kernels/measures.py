"""What is counted of the games of a compiled game: rows of measures, one per player and game.

A game declares its measures once: the rows of its engine, how they are emptied and the columns of its result tables
all follow.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import literal_unroll

from arkadia_sim.accelerate import inlined
from arkadia_sim.kernels.play_loop import NOBODY


class Axis(NamedTuple):
    """What a measure is counted by, with a label for each number: ``Axis("family", ("red", "black"))``."""

    name: str
    labels: tuple[str, ...]


class Measure(NamedTuple):
    """One thing that is known of a player after a game.

    ``name`` is its field in the engine's rows and, if ``column`` is None, its column in the table of players; with
    ``column=""`` it is not shown, but worked with. A measure that is counted ``by`` axes has a number and a column for
    each of their labels; its column and its meaning name them in braces: ``"sold_{family}"``. ``kept`` is numpy's
    code of the type, in the engine and in the table. ``empty`` is what the measure starts a game with. Where there are
    ``names``, the table shows the name that the number stands for.
    """

    name: str
    kept: str
    unit: str
    meaning: str
    column: str | None = None
    empty: int = 0
    names: tuple[str, ...] = ()
    by: tuple[Axis, ...] = ()

    @property
    def heading(self) -> str:
        """The column, perhaps with axes in braces; empty if the measure has none."""
        return self.name if self.column is None else self.column


WIN_SHARE = Measure("win_share", "f8", "share", "1 for the only winner, 1/k for each of k tied winners, else 0")


def points_measures(rule: str, how: str, ends: Sequence[str]) -> tuple[Measure, ...]:
    """The first measures of a game in which points win.

    Args:
        rule: The rule of the points.
        how: How the game can end, in words.
        ends: All ends by number, the last of them ``failed``.
    """
    return (
        Measure("score", "i4", "points", f"points at the end ({rule})"),
        Measure("score_lead", "i4", "points", "lead over the best opponent: points minus that opponent's"),
        WIN_SHARE,
        Measure("rank", "i1", "place", "1 for the most points; players with equal points share a rank"),
        Measure("end", "i1", "", f"how the game ended: {how} or failed (a bot broke a rule)", names=tuple(ends)),
        Measure("order", "i1", "place", "place in the order of play: 0 for the starting player, 1 for the next …"),
    )


CHANCES = (
    Measure("chances", "i2", "decisions",
            "decisions at which what the bot is barred from, forced to or watched at could be done and also be left; "
            "of several constraints each counts for itself; 0 for a bot without any"),
    Measure("chances_taken", "i2", "decisions", "those of the chances at which it was done"),
)  # fmt: skip


def row_of(measures: Sequence[Measure]) -> np.dtype[Any]:
    """A row as a record: what is known of one player of one game."""
    fields = [(measure.name, measure.kept, tuple(len(axis.labels) for axis in measure.by)) for measure in measures]
    return np.dtype(fields, align=True)


def opening_with(measures: Sequence[Measure]) -> Any:
    """An inlined function ``open_rows(rows, first, players)`` that empties a game's rows, from row ``first`` on."""
    empty = np.zeros(1, row_of(measures))
    for measure in measures:
        empty[measure.name] = measure.empty

    @inlined
    def open_rows(rows: Any, first: Any, players: Any) -> None:
        for seat in range(players):
            rows[first + seat] = empty[0]

    return open_rows


def noting_points_with(score: Any) -> Any:
    """An inlined function ``note_standing(game)`` that adds everybody's points, if the game ended now, to the account
    of a logged turn; ``score(table, scores)`` fills in the scores."""

    @inlined
    def note_standing(game: Any) -> None:
        scores = game["scores"]
        score(game["table"], scores)
        for seat in range(game["table"]["players"]):
            game["now"]["standing"][seat] = scores["total"][seat]

    return note_standing


def copying_with(names: tuple[str, ...]) -> Any:
    """An inlined function ``copy(record, row)`` that copies these fields to those of the same name."""

    @inlined
    def copy(record: Any, row: Any) -> None:
        for name in literal_unroll(names):
            row[name] = record[name]

    return copy


def closing_with(score: Any, close_seat: Any, ends: Sequence[str]) -> Any:
    """An inlined function ``close_rows(game, rows, first, failed_seat)`` for a game with :func:`points_measures`.

    ``failed_seat`` is the seat whose bot broke a rule, or NOBODY. In a failed game the offender ranks last and gets
    nothing, the others share the win, and points count as if the game had ended there.

    Args:
        score: ``score(table, scores)`` fills in the scores, as the rules have done at the end.
        close_seat: ``close_seat(row, game, seat)`` fills in what else is known of a seat at the end.
        ends: All ends by number, the last of them ``failed``.
    """
    settle, failed = settling_with("score", "score_lead"), len(ends) - 1

    @inlined
    def close_rows(game: Any, rows: Any, first: Any, failed_seat: Any) -> None:
        table, scores = game["table"], game["scores"]
        players = table["players"]
        if failed_seat != NOBODY:
            score(table, scores)
        for seat in range(players):
            row = rows[first + seat]
            row["score"] = scores["total"][seat]
            row["win_share"] = 1.0 if scores["wins"][seat] != 0 else 0.0
            row["end"] = table["end"] if failed_seat == NOBODY else failed
            row["order"] = (seat - table["first_seat"] + players) % players
            close_seat(row, game, seat)
        settle(rows, first, players, failed_seat)

    return close_rows


def settling_with(score: str, lead: str) -> Any:
    """An inlined function ``settle(rows, first, players, failed_seat)`` that tells who has won.

    It fills in the ``rank``, the ``lead`` over the best opponent, and the ``win_share``, from the ``score`` and a
    ``win_share`` of 1 for each winner. In a failed game the bot in ``failed_seat`` gets nothing and ranks last; the
    others share the win.
    """

    @inlined
    def settle(rows: Any, first: Any, players: Any, failed_seat: Any) -> None:
        winners = 0
        for seat in range(players):
            winners += 1 if rows[first + seat]["win_share"] > 0.0 else 0
        for seat in range(players):
            row = rows[first + seat]
            best_other, others, better = row[score], 0, 0
            for other in range(players):
                if other != seat:
                    theirs = rows[first + other][score]
                    best_other = theirs if others == 0 else max(best_other, theirs)
                    others += 1
                    ahead = seat == failed_seat or theirs > row[score]
                    better += 1 if ahead and other != failed_seat else 0
            row[lead] = row[score] - best_other
            row["rank"] = 1 + better
            if failed_seat != NOBODY:
                row["win_share"] = 0.0 if seat == failed_seat else 1.0 / (players - 1)
            elif row["win_share"] > 0.0:
                row["win_share"] = 1.0 / winners

    return settle
