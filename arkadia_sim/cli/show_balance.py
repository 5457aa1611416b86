"""How ``balance`` looks on a terminal: the value of each seat, and whether all seats are equally good."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from arkadia_sim.cli.show import show_runs, with_interval
from arkadia_sim.cli.terminal import console
from arkadia_sim.plots.style import number, percent, signed, span
from arkadia_sim.questions.balance import BalanceResults, Reached
from arkadia_sim.questions.labels import players_text

if TYPE_CHECKING:
    from arkadia_sim.stats.intervals import Estimate


def show_balance(results: BalanceResults, as_json: bool) -> None:
    """Show the values of all seats, as a table or as JSON. Exit code 1 where too many games failed in any run."""

    def tables() -> None:
        _print_seats(results)
        for sentence in _sentences(results):
            typer.echo(sentence)

    show_runs(results.runs, results.folder, results.last.folder, results.as_json, tables, as_json)


def _print_seats(results: BalanceResults) -> None:
    """A row for each seat: its value, what it needs, and its advantage before and after."""
    from rich.markup import escape
    from rich.table import Table

    before = results.before.tables[0].main
    after = None if results.confirmed is None else results.confirmed.tables[0].main
    title = f"{results.bot} in every seat, {players_text(results.players)}: {before.outcome.axis} above the average"
    table = Table(title=escape(title), title_justify="left", caption_justify="left")
    table.caption = f"± (or from, to): {percent(before.seats[0].advantage.level)} confidence interval over deals"
    headings = ["seat", results.knob, "needed", "before", *([] if after is None else ["after"])]
    for heading in headings:
        table.add_column(heading, justify="right")
    for seat in range(results.players):
        advantages = [outcome.seats[seat].advantage for outcome in (before, after) if outcome is not None]
        cells = [with_interval(advantage, 2) for advantage in advantages]
        table.add_row(str(seat + 1), str(results.values[seat]), _needed(results, seat), *cells)
    console().print(table)


def _sentences(results: BalanceResults) -> Iterator[str]:
    """Whether the seats are equally good, what one unit is worth, and what was tried."""
    values, unit = ", ".join(map(str, results.values)), results.outcome.unit
    found, confirmed, worth = results.found, results.confirmed, results.worth
    if found is None or confirmed is None or worth is None:
        yield f"{results.knob} = {values}: {results.reached}."
        return
    yield f"{results.knob} = {values} (from seat 1 on): {results.reached}, by {confirmed.tables[0].deals:,} new deals."
    yield f"One more {results.knob} is worth {_effect(worth)} {unit} to a seat."
    if results.reached is Reached.UNMOVED:
        yield f"That may be nothing, so {results.knob} may not help any seat."
    elif found.at_end:
        yield f"The seats need more than {results.knob} allows, so this option alone is not enough."
    elif results.coarse is not None and results.reached is not Reached.YES:
        yield f"Half a {results.knob} is worth {number(results.coarse)} {unit}. Whole numbers cannot do better."
    for step in found.steps:
        advantages = ", ".join(signed(advantage) for advantage in step.advantages)
        yield f"tried {', '.join(map(str, step.values))}: {advantages} {unit}"


def _needed(results: BalanceResults, seat: int) -> str:
    """What a seat needs more than the seat that needs least, before rounding."""
    if results.found is None:
        return number(0.0)
    needed = results.found.needs.needed[seat]
    return (
        f"{number(needed.mean)} ({span(needed.low, needed.high)})" if needed.high > needed.low else number(needed.mean)
    )


def _effect(estimate: "Estimate") -> str:
    return f"{signed(estimate.mean)} ({span(estimate.low, estimate.high)})"
