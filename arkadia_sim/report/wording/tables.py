"""What a table is like with more or fewer players, in words: its measures, how far its numbers move, who leads."""

from collections.abc import Sequence

import polars as pl

from arkadia_sim.analysis.differences import Difference, Finding, TableMean
from arkadia_sim.analysis.swings import ANY, Swing
from arkadia_sim.core.game import Picture
from arkadia_sim.core.outcome import Outcome
from arkadia_sim.plots.style import number, percent, span
from arkadia_sim.report.wording.numbers import capital, digits_for, in_words, listed, within_text
from arkadia_sim.report.wording.settings import measured_text
from arkadia_sim.stats.intervals import LEVEL

LOOKED_AT = (50.0, 75.0, 90.0)
"""After what part of a game, in %, it is told how often who leads goes on to do best."""


def measure_sentence(found: Sequence[TableMean]) -> str:
    """A measure at each table size: "Margin of the best over the second: 8.1 points (95%: 7.9 to 8.3) with two …"."""
    first = found[0]
    told = [
        f"{number(one.estimate.mean, digits_for(one.estimate))} ({within_text(one.estimate)}) {_with(one.players)}"
        for one in found
    ]
    unit = "" if first.measure.label == first.measure.unit else f" ({first.measure.unit})"
    return f"{capital(measured_text(first.measure, first.part))}{unit}: {listed(told)}."


def size_text(one: Difference) -> str:
    """How much more of a measure there is at one table size than at another, with its verdict."""
    more = {Finding.MORE: "surely more", Finding.LESS: "surely less"}.get(one.finding, str(one.finding))
    return (
        f"{capital(measured_text(one.measure, one.part))} {_with(one.players)} minus {_with(one.against or 0)}: "
        f"{number(one.estimate.mean, digits_for(one.estimate))} {one.measure.unit} ({within_text(one.estimate)}); "
        f"{more}."
    )


def swing_sentence(found: Sequence[Swing], picture: Picture) -> str:
    """How far the numbers of a picture move at each table size, and how often one of them comes to nothing."""
    told = []
    for one in found:
        if one.picture == picture.name and one.series == ANY:
            told.append(
                f"{_with(one.players)} each moves by {number(one.reach.mean)} ({within_text(one.reach)}) between its "
                f"least and its greatest of a game; in {number(one.at_nothing.mean)}% of games "
                f"({within_text(one.at_nothing)}) one of them at least is 0 after some turn, in "
                f"{number(one.ends_at_nothing.mean)}% ({within_text(one.ends_at_nothing)}) at the end"
            )
    return f"{capital(picture.what)}: {'; '.join(told)}." if told else ""


def climb_sentence(found: Sequence[Swing], picture: Picture) -> str:
    """How many players it takes to raise the numbers of a picture, at each table size."""
    told = []
    for one in found:
        if one.picture == picture.name and one.series == ANY and one.climb is not None:
            told.append(
                f"{_with(one.players)} it is {number(one.climb.size.mean)} ({within_text(one.climb.size)}), "
                f"{number(one.climb.most.mean, 0)}% of its steps up ({within_text(one.climb.most)}) are one player's, "
                f"and {number(one.climb.alone.mean, 0)}% of such rises ({within_text(one.climb.alone)}) are the work "
                "of one player alone"
            )
    return f"The greatest rise of a game, {picture.what}: {'; '.join(told)}." if told else ""


def leader_sentence(table: pl.DataFrame, outcome: Outcome, level: float = LEVEL) -> str:
    """How often who leads goes on to do best, after half of the game and later, at each table size."""
    told = []
    for (players,), rows in table.group_by("players", maintain_order=True):
        seen = {row["share_of_game"]: row for row in rows.iter_rows(named=True)}
        texts = [
            f"after {number(share, 0)}% of the game {number(row['mean'])} ({_interval(row, level)})"
            for share, row in ((share, _near(seen, share)) for share in LOOKED_AT)
            if row is not None
        ]
        chance = outcome.chance(int(str(players)))
        fair = "" if chance is None else f"; chance: {number(chance)}"
        told.append(f"{_with(int(str(players)))} {listed(texts)} {outcome.unit}{fair}")
    return f"{capital(outcome.label)} of who leads then: {'; '.join(told)}." if told else ""


def _near(seen: dict[float, dict[str, float]], share: float) -> dict[str, float] | None:
    return next((row for at, row in seen.items() if abs(at - share) < 1e-6), None)


def _interval(row: dict[str, float], level: float) -> str:
    known = row["low"] is not None and row["high"] is not None
    return f"{percent(level)}: {span(row['low'], row['high'])}" if known else "interval unknown"


def _with(players: int) -> str:
    return f"with {in_words(players)} {'player' if players == 1 else 'players'}"
