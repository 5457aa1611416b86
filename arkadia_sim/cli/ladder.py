"""``arkadia-sim ladder``: all bots against all, and where each stands."""

from typing import TYPE_CHECKING, Annotated

import typer

from arkadia_sim.cli.options import (
    Cluster,
    DealsSeed,
    GameName,
    Memory,
    Processes,
    ResultsFolder,
    Rules,
    TableSizes,
    workers_of,
)
from arkadia_sim.core import DEFAULT_GAME

if TYPE_CHECKING:
    from arkadia_sim.analysis.ladder import LadderResults, LadderTable

OUTCOMES_SHOWN = 2
"""So many outcomes stand in the table; the page and the JSON have all."""


def ladder(
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="Two or more: NAME, NAME:parameter=value or FILE.py:NAME.")
    ],
    players: TableSizes = None,
    deals: Annotated[int | None, typer.Option(min=2, help="Deals at each table size (500).")] = None,
    seed: DealsSeed = 1,
    group: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=BOT,BOT…", help="Bots that together weigh as one in the field of the others."),
    ] = None,
    slow: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT=DEALS", help="Fewer deals for the pairs of a slow bot; never more than --deals."),
    ] = None,
    rules: Rules = None,
    workers: Processes = None,
    cluster: Cluster = None,
    memory_per_worker: Memory = None,
    out: ResultsFolder = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the ladder as JSON.")] = False,
) -> None:
    """Let one of each bot sit among others of each other kind, in every seat of the same deals, and rank them."""
    from arkadia_sim import api
    from arkadia_sim.cli import show
    from arkadia_sim.cli.options import settings_of, table_sizes, whole_number
    from arkadia_sim.core.spec import split_specs
    from arkadia_sim.report.wording.ladder import cycles_sentence
    from arkadia_sim.stats.equivalence import MINIMUM_DEALS

    results = api.ladder(
        bots,
        None if players is None else table_sizes(players),
        deals=deals,
        seed=seed,
        groups={name: split_specs(listed) for name, listed in _pairs("--group", "NAME=BOT,BOT…", group or [])},
        slow={
            bot: whole_number("--slow", count) for bot, count in _pairs("--slow", "BOT=DEALS", slow or [], last=True)
        },
        rules=settings_of("--rules", rules or []),
        workers=workers_of(workers, memory_per_worker, cluster),
        out=out,
        game=game,
    )
    broken = show.tell_failures(results.manifest)
    if as_json:
        show.end_with_json(results.as_json(), broken)
    if broken is not None:
        typer.echo(show.games_sentence(results.manifest))
        typer.echo(broken)
        raise typer.Exit(1)
    for table in results.tables:
        _print(results, table)
        if table.players == 1:
            typer.echo("alone at the table nobody meets anybody: no pairs, no cycles")
        elif sentence := cycles_sentence(table):
            typer.echo(sentence)
    typer.echo(
        f"{show.plus_minus(results.manifest.level)}, each for itself; who surely beats whom is judged for all pairs "
        "together"
    )
    if any(one.deals < MINIMUM_DEALS for table in results.tables for one in table.standings):
        typer.echo(show.TOO_FEW_DEALS)
    typer.echo(show.games_sentence(results.manifest))
    typer.echo(f"results in {results.folder}; the page: arkadia-sim report {results.folder}")


def _print(results: "LadderResults", table: "LadderTable") -> None:
    from rich.markup import escape
    from rich.table import Table

    from arkadia_sim.cli.show import console, with_interval

    alone = table.players == 1
    shown = Table(title=f"{table.players} player{'' if alone else 's'}, {table.deals:,} deals", title_justify="left")
    shown.add_column("bot", overflow="fold")
    headings = [one.outcome.axis for one in table.standings[0].outcomes[:OUTCOMES_SHOWN]]
    for heading in (*headings, *([] if alone else ["beats"])):
        shown.add_column(escape(heading), justify="right")
    for one in table.standings:
        cells = [with_interval(mean.estimate, 1) for mean in one.outcomes[:OUTCOMES_SHOWN]]
        if not alone:
            cells.append(f"{len(table.beaten_by(one.bot))} of {len(table.standings) - 1}")
        shown.add_row(escape(one.bot), *cells)
    console().print(shown)


def _pairs(option: str, form: str, texts: list[str], last: bool = False) -> list[tuple[str, str]]:
    """What stands on both sides of the first ``=`` (or the ``last``: a bot may hold others)."""
    from arkadia_sim.errors import BadValue

    found: list[tuple[str, str]] = []
    for text in texts:
        left, equals, right = (one.strip() for one in (text.rpartition("=") if last else text.partition("=")))
        if not equals or not left or not right or left in dict(found):
            raise BadValue(option, text, f"{form}, each once")
        found.append((left, right))
    return found
