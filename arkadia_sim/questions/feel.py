"""What a game feels like: how long one waits, who leads when, what a turn brings and costs others, how tense it is.

All of it is measures that every question can name (:mod:`arkadia_sim.results.course`).
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from arkadia_sim.core.game import Column, Game
from arkadia_sim.plots.figures import Point, draw_lines
from arkadia_sim.plots.style import number
from arkadia_sim.questions.estimates import Row, estimate_of, table_of
from arkadia_sim.questions.results import Results
from arkadia_sim.questions.seats import TableKeys
from arkadia_sim.results.course import FOLLOWED, LEADER_WINS
from arkadia_sim.results.manifest import Manifest
from arkadia_sim.results.measures import DECISION_LOAD, MARGIN, SKILL
from arkadia_sim.results.store import RunFolder


class Feel(TableKeys):
    """What a game feels like with one bot in every seat, or with several that change seats."""

    design: Literal["feel"] = "feel"

    def measured_names(self, columns: Sequence[Column]) -> Sequence[str]:
        """All measures of the course of a game, what is known of choices and strength, and those that were named."""
        load = [column.name for column in columns if column.name == DECISION_LOAD]
        several = [SKILL] if len(set(self.bots)) > 1 else []
        return list(dict.fromkeys([*FOLLOWED, *load, MARGIN, *several, *self.measures]))

    def faults(self, game: Game) -> Iterator[tuple[str, str]]:
        """Keys that would change nothing, and what is wrong otherwise."""
        if "trace" in self.model_fields_set and self.trace != 1.0:
            yield "trace", "1.0, as all games are followed turn by turn"
        if self.tolerances and not self.between:
            yield "tolerances", "none without `between`: nothing else is compared here"
        yield from super().faults(game)

    def results(self, run: RunFolder, manifest: Manifest) -> Results:
        """The numbers of a finished run, table by table."""
        place = self.place()
        place |= {"bot": self.bots[0]} if len(self.bots) == 1 else {}
        rows = self.measured(run, manifest, self.measures_of(manifest), place)
        means = [row for row in rows if row.kind == "mean"]
        return Results(run.root, manifest, tuple(rows), {"leaders": lambda: _figure(means)}, tuple(_answer(means)))


def _answer(rows: Sequence[Row]) -> Iterator[str]:
    """Whether there is a runaway leader, how long one waits, and when a game is decided, table by table."""
    for table in dict.fromkeys(map(table_of, rows)):
        here = {(row.outcome, row.contrast): row for row in rows if table_of(row) == table}
        leader = here[LEADER_WINS, "after a third"]
        third, chance = estimate_of(leader), 100 / leader.players
        away = "A lead decides little then" if third.high < (100 + chance) / 2 else "Whether leaders run away is open"
        away = "There is a runaway leader" if third.low > (100 + chance) / 2 else away
        yield (
            f"With {table}, who leads after a third of the turns wins {number(third.mean, 0)}% of games "
            f"({number(third.low, 0)} to {number(third.high, 0)}); by chance it would be {number(chance, 0)}%. {away}."
        )
        names = ("decided_50", "decided_75", "comebacks")
        half, most, comebacks = (number(here[name, ""].mean or 0.0, 0) for name in names)
        yield (
            f"The winner's chance is above 50% for good after {half}% of the turns, above 75% after {most}%. "
            f"Of 100 winners {comebacks} once had half an equal chance or less."
        )
        waiting = number(here["waiting", ""].mean or 0.0)
        yield f"For each turn in which one decides something, one waits for {waiting} decisions of others."


def _figure(rows: Sequence[Row]) -> Any:
    """How often who leads at a moment wins in the end, a panel for each table."""
    leads = [row for row in rows if row.outcome == LEADER_WINS]
    fair = {table_of(row): (100 / row.players, "by chance") for row in leads}
    return draw_lines(
        [Point(table_of(row), row.contrast, "", estimate_of(row)) for row in leads],
        fair,
        "Who leads then wins, % of games",
    )
