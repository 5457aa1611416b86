"""What a game feels like: how long it is, who leads when, what a turn brings, and what it costs others.

All of it follows from how players stand after each turn, which the turns of every shipped game tell.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arkadia_sim.core.game import Column, Game
from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.plots.style import number
from arkadia_sim.questions.estimates import Row, estimate_of, number_fields, table_of, variants
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import Seats
from arkadia_sim.questions.swings import SEAT
from arkadia_sim.results.files import read_rows
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.store import RunFolder
from arkadia_sim.stats.intervals import mean_interval

MOMENTS = ("after a sixth", "after a third", "halfway", "after two thirds", "near the end")
"""When we ask who leads: after one to five sixths of the turns."""
LEADS = "leader_wins"
NUMBERS = {
    "turns_a_player": "",
    "decided_after": "% of the turns",
    "lead_changes": "a game",
    "winner_was_behind": "",
    "winner_leads": "",
    "turns_without_gain": "% of turns",
    "turns_that_cost_others": "% of turns",
}
"""What is measured of each game, with its unit; "": that of the standing, or turns."""

STANDING = re.compile(r"_seat_\d+$")


class Feel(Seats):
    """What a game feels like with one bot in every seat, or with several that change seats."""

    design: Literal["feel"] = "feel"  # type: ignore[assignment]

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """A game whose turns do not tell how players stand, and what is wrong otherwise."""
        if not standings(game.turn_columns):
            yield "game", f"{game.title} does not tell after each turn how players stand"
        if self.trace != 1.0:
            yield "trace", "1.0, as all games are followed turn by turn"
        yield from super().faults(game)

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """The numbers of a finished run, table by table."""
        columns = standings(manifest.columns["turns"])
        place: dict[str, Any] = {"part": self.name, "design": self.design}
        place |= {"bot": self.bots[0]} if len(self.bots) == 1 else {}
        rows = []
        for index, (section, variant) in enumerate(zip(manifest.sections, variants(manifest.sections), strict=True)):
            deals = _by_deal(run, index, [column.name for column in columns[: section.players]])
            shared = place | {"kind": "mean", "players": section.players, "variant": variant}
            for name, own in NUMBERS.items():
                unit = own or ("turns" if name == "turns_a_player" else columns[0].unit)
                estimate = mean_interval(deals[name].to_numpy(), manifest.level)
                if "%" in unit:
                    estimate = estimate.cut(0.0, 100.0).with_unseen(0.0, 100.0)
                rows.append(Row(outcome=name, unit=unit, **shared | number_fields(estimate)))
            for moment in MOMENTS:
                estimate = (
                    mean_interval(deals[moment].to_numpy(), manifest.level).cut(0.0, 100.0).with_unseen(0.0, 100.0)
                )
                rows.append(Row(outcome=LEADS, unit="%", contrast=moment, **shared | number_fields(estimate)))
        return Results(run.root, manifest, tuple(rows), {"leaders": lambda: _figure(rows)}, tuple(_answer(rows)))


def standings(columns: Sequence[Column]) -> list[Column]:
    """The columns of the turns that say how the players stand, by seat."""
    return [column for column in columns if STANDING.search(column.name)]


def _by_deal(run: RunFolder, index: int, columns: Sequence[str]) -> pl.DataFrame:
    """The numbers of each deal of a section, means over its games. Read chunk by chunk."""
    games = []
    for rows, file in zip(run.section_files(index), run.section_files(index, "turns"), strict=True):
        players = read_rows(rows, ["game", SEAT, "win_share"]).sort("game", SEAT)
        wins = dict(players.group_by("game").agg("win_share").iter_rows())
        turns = read_rows(file, ["deal", "game", "turn", SEAT, *columns])
        for (number_,), game in turns.sort("game", "turn").group_by("game", maintain_order=True):
            stands = game.select(columns).to_numpy().astype(np.float64)
            numbers = of_game(stands, game[SEAT].to_numpy(), np.array(wins[number_]))
            games.append({"deal": game["deal"][0], **numbers})
    return pl.DataFrame(games).group_by("deal", maintain_order=True).mean()


def of_game(
    stands: NDArray[np.float64], seats: NDArray[np.integer[Any]], wins: NDArray[np.float64]
) -> dict[str, float]:
    """The numbers of one game, from how each player stands after each turn, whose turn it was, and who won.

    Where several lead or win, each counts in part. A winner by a tie-break is ahead for good at the end.
    """
    turns, players = stands.shape
    best = stands.max(axis=1)
    leads = stands == best[:, None]
    won = np.flatnonzero(wins > 0)
    alone = np.where(leads.sum(axis=1) == 1, leads.argmax(axis=1), -1)
    leaders = alone[alone >= 0]
    behind = [np.flatnonzero(~leads[:, seat]) for seat in won]
    own = np.take_along_axis(stands, seats[:, None], axis=1)[1:, 0]
    before = np.take_along_axis(stands[:-1], seats[1:, None], axis=1)[:, 0]
    fell = np.diff(stands, axis=0) < 0
    np.put_along_axis(fell, seats[1:, None], False, axis=1)
    numbers = {
        "turns_a_player": turns / players,
        "decided_after": float(np.mean([100 * (late[-1] + 1) / turns if len(late) else 0.0 for late in behind])),
        "lead_changes": float(np.count_nonzero(np.diff(leaders))),
        "winner_was_behind": float((best[:, None] - stands)[:, won].max()),
        "winner_leads": float(np.diff(np.sort(stands[-1])[-2:])[0]),
        "turns_without_gain": 100 * float(np.mean(own <= before)),
        "turns_that_cost_others": 100 * float(np.mean(fell.any(axis=1))),
    }
    for sixths, name in enumerate(MOMENTS, start=1):
        then = leads[-(-sixths * turns // 6) - 1]
        numbers[name] = 100 * float(wins[then].sum() / then.sum())
    return numbers


def _answer(rows: Sequence[Row]) -> Iterator[str]:
    """How early a game is decided, table by table."""
    for table in dict.fromkeys(map(table_of, rows)):
        here = {(row.outcome, row.contrast): estimate_of(row) for row in rows if table_of(row) == table}
        third, decided = here[LEADS, "after a third"], here["decided_after", ""]
        fair = 100 / next(row.players for row in rows if table_of(row) == table)
        yield (
            f"With {table}, who leads after a third of the turns wins {number(third.mean, 0)}% of games "
            f"({number(third.low, 0)} to {number(third.high, 0)}); by chance it would be {number(fair, 0)}%. "
            f"The winner is ahead for good after {number(decided.mean, 0)}% of the turns."
        )


def _figure(rows: Sequence[Row]) -> Any:
    """How often who leads at a moment wins in the end, a panel for each table."""
    leads = [row for row in rows if row.outcome == LEADS]
    fair = {table_of(row): (100 / row.players, "by chance") for row in leads}
    return draw_lines(
        [Point(table_of(row), row.contrast, "", estimate_of(row)) for row in leads],
        fair,
        "Who leads then wins, % of games",
    )
