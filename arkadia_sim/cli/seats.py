"""``arkadia-sim seats``: which seat does better where all play alike?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arkadia_sim.analysis.seats import SeatTable


def seats(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="NAME, NAME:parameter=value or FILE.py:NAME.")],
    players: Annotated[
        list[str] | None, typer.Option(metavar="N,N…", help="Table sizes; all from two on if not given.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="decided", help="'decided': stop when the answers are sure.")
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Deals at each table size (10000), or the most with --until (200000).")
    ] = None,
    tolerance: Annotated[
        list[str] | None, typer.Option(metavar="OUTCOME=NUMBER", help="What is too small to matter, in its unit.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same deals.")] = 1,
    rules: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="An option of the rules, as often as needed; see play --list-rules."),
    ] = None,
    components: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Another piece of the game; see play --list-components."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; one per core if not given.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the results go; a folder of its own if not given.")
    ] = None,
    game: Annotated[str, typer.Option(help="Which game.", hidden=True)] = DEFAULT_GAME,
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
        workers=workers,
        out=out,
        game=game,
    )
    broken = show.too_many_failed(results.manifest)
    if results.manifest.counts.failed:
        typer.echo(show.failed_sentence(results.manifest), err=True)
    if as_json:
        show.print_json(results.as_json())
        raise typer.Exit(0 if broken is None else 1)
    if broken is None:
        print_seats(results.tables)
    typer.echo(show.games_sentence(results.manifest))
    typer.echo(f"results in {results.folder}; the page: arkadia-sim report {results.folder}")
    if broken is not None:
        typer.echo(broken)
        raise typer.Exit(1)


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
    typer.echo(f"± are 95% intervals over deals; {ALL_AT_ONCE}")
    silent = dict.fromkeys(one.outcome.column for table in tables for one in table.outcomes if one.test is None)
    if silent:
        typer.echo(
            f"no verdict on {', '.join(silent)}: nobody has said what does not matter; seats --tolerance "
            f"{next(iter(silent))}=1 asks for one"
        )
    if any(table.deals < MINIMUM_DEALS for table in tables):
        typer.echo(show.TOO_FEW_DEALS)
