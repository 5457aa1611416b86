"""``arkadia-sim seats``: which seat does better where all play alike?"""

from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import (
    Cluster,
    DealsSeed,
    GameName,
    Memory,
    Pieces,
    Processes,
    ResultsFolder,
    Rules,
    Tolerances,
    Until,
    workers_of,
)
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arkadia_sim.analysis.seats import SeatTable


def seats(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="NAME, NAME:parameter=value or FILE.py:NAME.")],
    players: Annotated[
        list[str] | None, typer.Option(metavar="N,N…", help="Table sizes; all from two on if not given.")
    ] = None,
    until: Until = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Deals at each table size (10000), or the most with --until (200000).")
    ] = None,
    tolerance: Tolerances = None,
    seed: DealsSeed = 1,
    rules: Rules = None,
    components: Pieces = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the seats as JSON.")] = False,
) -> None:
    """Let one bot sit in every seat and say which seat does better, and whether by as much as matters."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.cli.options import settings_of, table_sizes, tolerances_of

    results = api.seats(
        bot,
        None if players is None else table_sizes(players),
        deals=deals,
        seed=seed,
        until=until,
        tolerances=tolerances_of(tolerance or []),
        rules=settings_of("--rules", rules or []),
        components=settings_of("--components", components or []),
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    broken = show.tell_failures(results.manifest)
    if as_json:
        show.end_with_json(results.as_json(), broken)
    if broken is None:
        print_seats(results.tables)
    typer.echo(show.games_sentence(results.manifest))
    typer.echo(f"results in {results.folder}; the page: arkadia-sim report {results.folder}")
    show.end_if_broken(broken)


def print_seats(tables: "Sequence[SeatTable]") -> None:
    """Print a table of seats for each table size, and what the seats come to in words."""
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli import show
    from arkadia_sim.report.wording.seats import ALL_AT_ONCE, seats_sentence
    from arkadia_sim.stats.equivalence import MINIMUM_DEALS

    for table in tables:
        title = f"{table.bot} in every seat, {show.players_text(table.players)}, {table.deals:,} deals"
        shown = Table(title=escape(title), title_justify="left")
        shown.add_column("seat", justify="right")
        for one in table.outcomes:
            shown.add_column(escape(one.outcome.axis), justify="right")
            shown.add_column("above the mean", justify="right")
        for seat in range(table.players):
            cells = []
            for one in table.outcomes:
                seen = one.seats[seat]
                cells += [f"{seen.mean.mean:.2f}", show.with_interval(seen.advantage, 2)]
            shown.add_row(str(seat), *cells)
        show.console().print(shown)
        typer.echo(seats_sentence(table))
    typer.echo(f"{show.plus_minus(tables[0].main.seats[0].advantage.level)}; {ALL_AT_ONCE}")
    silent = dict.fromkeys(one.outcome.column for table in tables for one in table.outcomes if one.test is None)
    if silent:
        typer.echo(
            f"no verdict on {', '.join(silent)}: nobody has said what does not matter; seats --tolerance "
            f"{next(iter(silent))}=1 asks for one"
        )
    if any(table.deals < MINIMUM_DEALS for table in tables):
        typer.echo(show.TOO_FEW_DEALS)
